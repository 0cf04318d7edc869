"""Golden playthroughs: whole games as OpenSpiel's own `generate_playthrough` writes them down, abridged.

After a change that is meant to show, `PYTHONPATH=tests python -m envs.playthroughs` writes them anew: read what `git diff` says
before you commit them. Tensors and long lines are kept by their first characters and a digest.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import bottega.envs.openspiel  # noqa: F401 - registers the games

FOLDER = Path(__file__).parents[1] / "data" / "openspiel"
PLAYTHROUGHS = {
    "firenze": "bottega_firenze(window=10)",
    "toscana": "bottega_toscana",
    "florentine": "bottega_florentine",
}
SEED = 6
WIDTH = 160  # characters of a line that are kept as they are

_TENSOR = re.compile(r"\w+Tensor\(\d\)")
_MORE = re.compile(r"$|[◯◉ ]|binvec|zeros")  # a tensor goes on like this


def play(game: str) -> str:
    """A random game, written down."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # it takes seconds, and only this needs it

    return "\n".join(abridged(playthrough(game, None, seed=SEED).splitlines())) + "\n"


def abridged(lines: list[str]) -> Iterator[str]:
    """The same lines, the long ones and the tensors cut short."""
    place = 0
    while place < len(lines):
        end = place + 1
        if _TENSOR.match(lines[place]):
            while end < len(lines) and _MORE.match(lines[end]):
                end += 1
            while not lines[end - 1]:
                end -= 1
        block = "\n".join(lines[place:end])
        if len(block) > WIDTH or end > place + 1:
            shown = lines[place][: WIDTH if end == place + 1 else None].partition(": ◯")[0].partition(": ◉")[0]
            yield f"{shown} ... {len(block)} characters, sha256 {sha256(block.encode()).hexdigest()[:16]}"
        else:
            yield block
        place = end


def golden(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, game in PLAYTHROUGHS.items():
        golden(name).write_text(play(game), encoding="utf-8")
