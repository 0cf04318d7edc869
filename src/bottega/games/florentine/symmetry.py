"""The game cannot tell one side of the square from another, left from right, or one colour from another."""

from collections.abc import Callable

from bottega.games.florentine.deck import COLOUR_LETTERS, canonical, turn_to, turned
from bottega.games.florentine.notation import COLUMN_LETTERS
from bottega.geometry import DIRECTION_LETTERS
from bottega.spec import Options, Symmetry


def _symmetry(name: str, sides: str, cell: Callable[[int, int], tuple[int, int]], colours: str = COLOUR_LETTERS) -> Symmetry:
    """`sides`: where the north, east, south and west go; `cell`: where x, y goes; `colours`: what R, B, G, O become."""
    table = str.maketrans(COLOUR_LETTERS + COLOUR_LETTERS.lower(), colours + colours.lower())
    origin = [sides.index(side) for side in DIRECTION_LETTERS]  # the side that comes to lie in the north, and so on

    def triangles(shown: str) -> str:
        return "".join(shown[side] for side in origin).translate(table)

    def cell_image(text: str) -> str:
        x, y = cell(COLUMN_LETTERS.index(text[0]), int(text[1]) - 1)
        return f"{COLUMN_LETTERS[x]}{y + 1}"

    def options(given: Options) -> Options:
        image = dict(given)
        image["colours"] = given.get("colours", COLOUR_LETTERS[: int(given["players"])]).translate(table)
        if "deck" in given:
            image["deck"] = ",".join(canonical(triangles(card)) for card in given["deck"].split(","))
        return image

    def move(text: str) -> str:
        if text == "decline":
            return text
        if text.startswith("x:"):
            return f"x:{canonical(triangles(text[2:]))}"
        what, where = text.split("@")
        if what == "black":
            return f"black@{cell_image(where)}{sides[DIRECTION_LETTERS.index(where[2])]}"
        shown = triangles(turned(what, int(where[3])))
        card = canonical(shown)
        return f"{card}@{cell_image(where)}r{turn_to(card, shown)}"

    return Symmetry(name, options, move)


SYMMETRIES = (
    _symmetry("quarter turn", "ESWN", lambda x, y: (6 - y, x)),
    _symmetry("mirror east-west", "NWSE", lambda x, y: (6 - x, y)),
    _symmetry("red becomes blue, blue green, green ochre, ochre red", "NESW", lambda x, y: (x, y), "BGOR"),
    _symmetry("swap red and green", "NESW", lambda x, y: (x, y), "GBRO"),
)
