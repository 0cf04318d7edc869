"""Pictures for a page: complete, the same for the same, and shared symbols."""

import re

import pytest

from bottega.errors import BottegaError
from bottega.game import Game
from bottega.games import spec
from bottega.i18n import language
from bottega.kernels import SPECTATOR
from bottega.server.pictures import picture_of
from bottega.server.shapes import Picture
from bottega.server.turns import turn_of
from bottega.svg import element
from bottega.testing import random_game

_ID = re.compile(r'<(?:g|clipPath|filter|path|linearGradient|radialGradient|pattern|symbol|mask)\b[^>]*? id="([^"]+)"')
_USED = re.compile(r'(?:href="#|url\(#)([^")]+)')
THEMES = ("warm", "dark", "contrast")


def drawn(picture: dict[str, object]) -> str:
    trays = picture["trays"]
    assert isinstance(trays, list)
    common = picture["common"]
    assert isinstance(common, dict)
    return str(picture["board"]) + "".join(tray["body"] for tray in trays) + str(common["body"])


@pytest.mark.parametrize("theme", THEMES)
def test_everything_that_is_used_is_there_and_means_the_same_in_all_pictures(name: str, theme: str) -> None:
    """Pictures and pieces of one game in one theme share their symbols on a page."""
    import xml.etree.ElementTree as ElementTree

    meaning: dict[str, str] = {}
    for turn, position in enumerate(random_game(Game(spec(name), {}), seed=4)):
        if turn % 9:
            continue
        viewer = position.seat
        for symbols, bodies in (
            *(
                (picture["symbols"], drawn(picture))
                for show in ([], ["legal", "worth", "threats", "coordinates"])
                for picture in [picture_of(position, viewer, theme, show)]
            ),
            *(
                (own["symbols"], own["extra"]["body"] + "".join(d["body"] for p in own["pieces"] for d in p["drawings"]))
                for own in [turn_of(position, viewer, theme)]
                if own
            ),
        ):
            parsed = ElementTree.fromstring(element("svg", symbols, bodies))
            defined = {part.get("id"): ElementTree.tostring(part).decode() for part in parsed.iter() if part.get("id")}
            assert set(_USED.findall(symbols + bodies)) <= set(defined)
            for symbol, text in defined.items():
                assert symbol is not None
                assert meaning.setdefault(symbol, text) == text, f"{symbol} has two meanings"


def test_a_picture_has_the_form_that_the_description_promises(name: str) -> None:
    position = Game(spec(name), {}).start(seed=1)
    for viewer in (None, SPECTATOR, 0, 1):
        Picture.model_validate(picture_of(position, viewer, "warm"))


def test_after_the_game_everything_is_open() -> None:
    position = Game(spec("florentine"), {}).start(seed=1)
    hidden, opened = picture_of(position, SPECTATOR, "warm"), picture_of(position, None, "warm")
    assert hidden["trays"] != opened["trays"]
    assert hidden["board"] == opened["board"]


def test_the_choices_of_a_seat_are_its_own_to_know(name: str) -> None:
    position = Game(spec(name), {}).start(seed=1)
    plain = picture_of(position, 1 - position.seat, "warm")
    assert picture_of(position, 1 - position.seat, "warm", ["legal"]) == plain
    if spec(name).placing.pieces(position.state):
        assert picture_of(position, position.seat, "warm", ["legal"])["board"] != plain["board"]


def test_what_is_kept_is_kept_for_the_same_question_alone() -> None:
    position = Game(spec("toscana"), {}).start(seed=1)
    first = picture_of(position, 0, "warm")
    assert picture_of(position, 0, "warm") is first
    assert picture_of(position, 0, "auto") is first, "whoever does not say gets the first theme"
    assert picture_of(position, 0, "dark")["theme"]["name"] == "dark"
    assert picture_of(position, 0, "warm", ["coordinates"])["board"] != first["board"]
    token = language.set("de")
    try:
        assert picture_of(position, 0, "warm") is not first
    finally:
        language.reset(token)
    position.play(position.moves()[0])
    assert picture_of(position, 0, "warm")["ply"] == 1


@pytest.mark.parametrize(("theme", "show"), [("neon", []), ("warm", ["everything"])])
def test_what_cannot_be_shown_is_refused(theme: str, show: list[str]) -> None:
    with pytest.raises(BottegaError):
        picture_of(Game(spec("firenze"), {}).start(), None, theme, show)
