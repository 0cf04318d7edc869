"""A match is two games (T10)."""

from bottega.games.toscana.notation import COLOURS
from bottega.spec import Options


def match(options: Options) -> tuple[Options, Options]:
    """The options of the two games: the other player starts the second one, and the colours stay.

    The second game is always shuffled anew, also where the stacks of the first were given: players who remember the order
    of the first game would know that of the second (T4).
    """
    grey, red = COLOURS
    second = {name: value for name, value in options.items() if name not in COLOURS}
    second["first"] = grey if options.get("first", grey) == red else red
    return options, second
