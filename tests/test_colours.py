"""The colours that players must tell apart stay apart for every kind of eyes."""

from itertools import combinations

import pytest
from coloraide import Color

from bottega.games import GAMES, spec

#: How far apart two colours are at least, by CIEDE2000. About 2 is just noticeable when two large fields touch. Marble, roofs
#: and enamel have shades of their own, and a piece can be small: 15 is still told at a glance. Patterns come on top of it.
DISTANCE = 15

#: The keys of a theme's colours that are told apart in a game, each row for itself.
TOLD_APART: dict[str, tuple[tuple[str, ...], ...]] = {
    "firenze": (("W", "P", "G"),),
    "toscana": (("grey", "red"),),
    "florentine": (("R", "B", "G", "O"), ("jade", "amber", "ruby", "lapis")),
}

#: Full colour vision, and the complete lack of one kind of cones, as coloraide simulates it.
EYES = ("", "protan", "deutan", "tritan")


def seen(colour: str, eyes: str) -> Color:
    return Color(colour).filter(eyes, 1) if eyes else Color(colour)


def test_every_game_says_what_is_told_apart() -> None:
    assert set(TOLD_APART) == set(GAMES)


@pytest.mark.parametrize("eyes", EYES)
def test_colours_stay_apart(name: str, eyes: str) -> None:
    for theme in spec(name).artist.themes.values():
        for keys in TOLD_APART[name]:
            for one, other in combinations(keys, 2):
                distance = seen(theme.colours[one], eyes).delta_e(seen(theme.colours[other], eyes), method="2000")
                assert distance >= DISTANCE, (
                    f"{theme.name}: {one} and {other} are only {distance:.1f} apart for {eyes or 'all'} eyes"
                )


def test_a_game_has_its_three_themes_with_their_own_colours(name: str) -> None:
    themes = spec(name).artist.themes
    assert [*themes] == ["warm", "dark", "contrast"]
    assert all(theme.name == key for key, theme in themes.items())
    assert [key for key, theme in themes.items() if theme.is_bold] == ["contrast"]
    assert len({theme.table for theme in themes.values()}) == 3


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.1: it asks for 4.5, enhanced 7, and 3 for what is large or not needed to play."""
    return float(Color(one).contrast(other, method="wcag21"))


def test_words_can_be_read_on_the_table(name: str) -> None:
    for theme in spec(name).artist.themes.values():
        assert contrast(theme.ink, theme.table) >= 7, theme.name
        assert contrast(theme.quiet, theme.table) >= (7 if theme.is_bold else 3), theme.name
