"""Golden playthroughs: whole games as text, in tests/data/<game>/playthrough-*.txt.

`python tests/test_playthroughs.py` writes them anew after a change that is meant; read the difference before it goes in.
"""

from pathlib import Path

import bottega
from bottega.games import GAMES
from bottega.kernels import SPECTATOR
from bottega.testing import random_game

DRAWN_EVERY = 12  # moves between two drawings
FOLDER = Path(__file__).parent / "data"


def playthrough(name: str, variant: int) -> str:
    """A random game, move by move, with drawings of what everyone sees."""
    options = bottega.games.spec(name).variants[variant]
    game = bottega.game(name, **options)
    lines: list[str] = []
    for position in random_game(game, seed=variant):
        if not position.history:
            lines.append(f"new {name} " + " ".join(f"{key}={value}" for key, value in position.options.items()))
        else:
            lines.append(f"play {position.history[-1]}")
        moves = position.moves()
        lines.append(f"  seat {position.seat}  moves {len(moves)}  {' '.join(moves[:3])}  score {position.score_text}")
        if len(position.history) % DRAWN_EVERY == 0 or position.is_over:
            for viewer in range(SPECTATOR, len(position.seats)):
                drawing = position.view(viewer).text
                if viewer == SPECTATOR or drawing != position.view(SPECTATOR).text:
                    lines += [f"  seen by {viewer}:", *(f"  | {line}".rstrip() for line in drawing.splitlines())]
    lines.append(f"result {position.result}")
    return "\n".join(lines) + "\n"


def test_playthroughs(name: str, data: Path) -> None:
    for variant in range(len(bottega.games.spec(name).variants)):
        golden = (data / f"playthrough-{variant}.txt").read_text(encoding="utf-8")
        assert playthrough(name, variant) == golden, f"variant {variant} of {name} plays differently"


if __name__ == "__main__":
    for known in GAMES:
        for number in range(len(bottega.games.spec(known).variants)):
            (FOLDER / known / f"playthrough-{number}.txt").write_text(playthrough(known, number), encoding="utf-8")
