"""Hand-made positions as text: tests/data/<game>/positions.txt.

A block is a position and what must hold in it:

    # why this position is worth a test
    new edition=dutch seed=3        options of the game
    play MOVE MOVE ...
    legal MOVE ...                  each of these is legal
    illegal MOVE: reason            refused with exactly this reason
    count N                         the number of legal moves
    moves MOVE ...                  exactly these are legal
    seat N, score TEXT, result TEXT
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bottega


def blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """The blocks of a file with the line numbers at which they start."""
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []


def check(position: bottega.Position, line: str) -> bottega.Position:
    word, _, rest = line.partition(" ")
    match word:
        case "play":
            for move in rest.split():
                position.play(move)
        case "legal":
            assert set(rest.split()) <= set(position.moves())
        case "illegal":
            move, _, reason = rest.partition(": ")
            before, moves = position.state.tobytes(), position.moves()
            with pytest.raises(bottega.IllegalMove) as refused:
                position.play(move)
            assert str(refused.value) == reason
            assert (position.state.tobytes(), position.moves()) == (before, moves)
        case "count":
            assert len(position.moves()) == int(rest)
        case "moves":
            assert position.moves() == sorted(rest.split())
        case "seat":
            assert position.seat == int(rest)
        case "score":
            assert position.score_text == rest
        case "result":
            assert position.result == rest
        case _:
            raise AssertionError(f"unknown word {word!r}")
    return position


def test_positions(name: str, data: Path) -> None:
    path = data / "positions.txt"
    checked = 0
    for start, block in blocks(path.read_text(encoding="utf-8")):
        position: bottega.Position | None = None
        for offset, line in enumerate(block):
            if line.startswith("#"):
                continue
            try:
                if line.split()[0] == "new":
                    options = dict(word.split("=", 1) for word in line.split()[1:])
                    seed = int(options.pop("seed", "0"))
                    position = bottega.game(name, **options).start(seed=seed)
                else:
                    assert position is not None, "a block starts with `new`"
                    check(position, line)
                    checked += 1
            except (AssertionError, bottega.BottegaError) as error:
                pytest.fail(f"{path.name}:{start + offset}: {line}\n{error}")
    assert checked
