"""Firenze cannot tell east from west, north from south, or one colour from another."""

from bottega.spec import Options, Symmetry


def _reflect(text: str, east_west: bool) -> str:
    """The move in a mirror that leaves the first place, (0,0)-(1,0), where it is."""
    placement, *pyramids = text.split("^")
    colours, where = placement.split("@")
    orientation = where[-1]
    x, y = (int(number) for number in where[:-1].split(","))
    along = orientation == ("h" if east_west else "v")  # the mirror swaps the two squares of the domino
    if along:
        colours = colours[::-1]

    def image(px: int, py: int) -> tuple[int, int]:
        return (1 - px, py) if east_west else (px, -py)

    first = image(x, y)
    if along:
        first = (first[0] - 1, first[1]) if east_west else (first[0], first[1] - 1)
    points = sorted(
        (image(*(int(number) for number in pyramid.split(","))) for pyramid in pyramids), key=lambda at: (at[1], at[0])
    )
    return f"{colours}@{first[0]},{first[1]}{orientation}" + "".join(f"^{px},{py}" for px, py in points)


def _same_options(options: Options) -> Options:
    return options


def _swap(first: str, second: str) -> Symmetry:
    """Two neighbours in the order W, P, G change places. No seat moves if one of them is the neutral colour."""
    table = str.maketrans(first + second, second + first)

    def image(options: Options) -> Options | None:
        neutral = options.get("neutral", "")
        return {**options, "neutral": neutral.translate(table)} if neutral in (first, second) else None

    return Symmetry(f"swap {first} and {second}", image, lambda text: text.translate(table))


SYMMETRIES = (
    Symmetry("mirror east-west", _same_options, lambda text: _reflect(text, east_west=True)),
    Symmetry("mirror north-south", _same_options, lambda text: _reflect(text, east_west=False)),
    _swap("W", "P"),
    _swap("P", "G"),
)
