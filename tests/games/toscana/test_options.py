"""Options, matches and symmetries."""

import pytest

import bottega
from bottega import OptionError
from bottega.games import spec
from bottega.games.toscana import layout
from bottega.games.toscana.layout import MIRRORED
from bottega.games.toscana.match import match
from bottega.testing import random_game

ALPHABET = "ABCDEFGHIJKLMNOP"


@pytest.mark.parametrize(
    ("stack", "reason"),
    [
        ("ABCDEFGHIJKLMNO", f"grey: a stack holds each of {ALPHABET} once, top first; here P missing"),
        ("AACDEFGHIJKLMNOP", f"grey: a stack holds each of {ALPHABET} once, top first; here A more than once and B missing"),
        (ALPHABET + "C", f"grey: a stack holds each of {ALPHABET} once, top first; here C more than once"),
        ("QBCDEFGHIJKLMNOP", f"grey: there is no tile 'Q'; the tiles are {ALPHABET}"),
        (ALPHABET.lower(), f"grey: there is no tile 'a'; the tiles are {ALPHABET}"),
    ],
)
def test_t2_a_stack_holds_each_tile_once(stack: str, reason: str) -> None:
    with pytest.raises(OptionError) as caught:
        bottega.game("toscana", grey=stack)
    assert str(caught.value) == reason


def test_an_empty_stack_is_an_error() -> None:
    with pytest.raises(OptionError, match="A, B, C"):
        bottega.game("toscana", red="")


def test_the_options_of_a_game_give_the_same_game_again() -> None:
    for variant in spec("toscana").variants:
        one = bottega.game("toscana", **variant).start(seed=4)
        assert bottega.game("toscana", **one.options).start(seed=5) == one
        assert list(one.options) == [option.name for option in one.spec.options]


def test_t10_a_match_is_two_games_and_the_other_player_starts_the_second() -> None:
    options = {"first": "red", "edition": "dutch", "grey": ALPHABET, "red": ALPHABET[::-1]}
    first, second = match(options)
    assert first == options
    assert second == {"first": "grey", "edition": "dutch"}  # shuffled anew: the order of the first game is known to both
    assert [game["first"] for game in match(bottega.game("toscana").options)] == ["grey", "red"]


def test_the_tiles_in_a_mirror() -> None:
    images = "".join(layout.TILE_NAMES[image] for image, _turns in MIRRORED)
    assert [MIRRORED[image][0] for image, _turns in MIRRORED] == list(range(layout.TILES))
    assert images == "MICDJNPHBEKOAFLG"


def test_grey_and_red_are_treated_alike() -> None:
    """The same game with the colours exchanged: the same moves, by the other seats, for the other scores."""
    game = bottega.game("toscana", first="red")
    options = game.start(seed=8).options
    image = bottega.game("toscana", **options | {"first": "grey", "grey": options["red"], "red": options["grey"]}).start()
    for position in random_game(game, 8):
        if position.history:
            image.play(position.history[-1])
        assert image.moves() == position.moves()
        assert image.scores() == position.scores()[::-1]
        assert image.seat == (1 - position.seat if position.seat >= 0 else -1)
