"""Ways to turn and mirror a whole game of Toscana. Exchanging the colours is none: it would exchange the seats as well."""

from collections.abc import Callable

from bottega.games.toscana import layout
from bottega.games.toscana.notation import COLOURS, COLUMNS, PLACEMENT, placement_name
from bottega.spec import Options, Symmetry

LAST = layout.SIDE - 1
STACKS = COLOURS  # the options that hold the stacks are named after the colours


def _on_placements(image: Callable[[int, int, int, int], str]) -> Callable[[str], str]:
    """A function of tile, column, row and rotation, made one of move texts that leaves other moves alone."""

    def of_text(move: str) -> str:
        found = PLACEMENT.fullmatch(move)
        if not found:
            return move
        return image(layout.TILE_NAMES.index(found[1]), COLUMNS.index(found[2]), int(found[3]) - 1, int(found[4]))

    return of_text


def _size(rotation: int) -> tuple[int, int]:
    """Width and height of a turned tile."""
    return (2, 4) if rotation % 2 else (4, 2)


def _name(tile: int, x: int, y: int, rotation: int) -> str:
    return placement_name(tile, y * layout.SIDE + x, rotation % layout.ROTATIONS)


def _turn(tile: int, x: int, y: int, rotation: int) -> str:
    _width, height = _size(rotation)
    return _name(tile, LAST - (y + height - 1), x, rotation + 1)


def _mirror(tile: int, x: int, y: int, rotation: int) -> str:
    width, _height = _size(rotation)
    image, turns = layout.MIRRORED[tile]
    return _name(image, LAST - (x + width - 1), y, turns - rotation)


def _mirror_options(options: Options) -> Options:
    letters = {name: layout.TILE_NAMES[image] for name, (image, _turns) in zip(layout.TILE_NAMES, layout.MIRRORED, strict=True)}
    mirrored = {colour: "".join(letters[letter] for letter in options[colour]) for colour in STACKS}
    return {**options, **mirrored}


SYMMETRIES = (
    Symmetry("quarter turn", options=lambda options: options, move=_on_placements(_turn)),
    Symmetry("mirror", options=_mirror_options, move=_on_placements(_mirror)),
)
