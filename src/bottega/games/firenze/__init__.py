"""Firenze: coloured dominoes on an unbounded table, for two or three players."""

import numpy as np

from bottega import kernels
from bottega.errors import OptionError
from bottega.games.firenze import advice, layout, learning, rules
from bottega.games.firenze.cells import CELLS
from bottega.games.firenze.drawing import ARTIST
from bottega.games.firenze.notation import LETTERS, colour_name, move_name, parse_move, refusal
from bottega.games.firenze.placing import PLACING
from bottega.games.firenze.sheets import PRINTING
from bottega.games.firenze.stage import STAGE
from bottega.games.firenze.symmetry import SYMMETRIES
from bottega.games.firenze.text import text
from bottega.i18n import N_, _
from bottega.kernels import Setup
from bottega.spec import GameSpec, Option, Options

kernels.implement(rules, advice, learning)


def _setup(options: Options) -> Setup:
    setup: Setup = np.zeros(1, layout.SETUP)[0]
    setup.players, setup.sets = int(options["players"]), int(options["sets"])
    if setup.players == 3 and "neutral" in options:
        raise OptionError(
            _("with three players no colour is neutral: leave out neutral={neutral}").format(neutral=options["neutral"])
        )
    setup.neutral = LETTERS.index(options.get("neutral", "W")) if setup.players == 2 else layout.EMPTY
    return setup


def _options_of(setup: Setup) -> dict[str, str]:
    options = {"players": str(setup.players), "sets": str(setup.sets)}
    return options | ({"neutral": LETTERS[setup.neutral]} if setup.players == 2 else {})


def _seats(setup: Setup) -> tuple[str, ...]:
    return tuple(colour_name(colour) for colour in (layout.WHITE, layout.PINK, layout.GREEN) if colour != setup.neutral)


def _longest(setup: Setup) -> int:
    """A placement sandwiches at most five squares, the first one none; each of them is a decision more."""
    turns = 60 * int(setup.sets)
    return turns + (turns - 1) * 5


SPEC = GameSpec(
    name="firenze",
    title="Firenze",
    designer="Néstor Romeral Andrés",
    summary=N_("Lay marble dominoes, found many small groups of your colour, and bury squares under pyramids."),
    options=(
        Option("players", N_("two or three"), choices=("2", "3"), default="2", label=N_("Players")),
        Option(
            "sets",
            N_("one set of 60 dominoes, or two for a longer game"),
            choices=("1", "2"),
            default="1",
            label=N_("Dominoes"),
            labels=(N_("One set"), N_("Two sets")),
        ),
        Option(
            "neutral",
            N_("the colour nobody plays, with two players (W unless told otherwise)"),
            choices=("W", "P", "G"),
            label=N_("Neutral colour"),
            labels=(N_("White"), N_("Pink"), N_("Green")),
        ),
    ),
    score_parts=(N_("groups"), N_("largest")),
    rules=rules,
    setup=_setup,
    options_of=_options_of,
    state_type=lambda setup: layout.STATES[int(setup.sets) - 1],
    seats=_seats,
    parse_move=parse_move,
    move_name=move_name,
    refusal=refusal,
    text=text,
    reasons=advice.reasons,
    artist=ARTIST,
    placing=PLACING,
    cells=CELLS,
    printing=PRINTING,
    stage=STAGE,
    learning=learning.space,
    longest=_longest,
    search={
        "exploration": 0.1,
        "points": 0.7,
        "spread": 1.0,
        "bias": 0.5,
        "widening": 1.0,
        "width": 40,
        "ripe": 1,
        "judged": 20,
        "candidates": 30,
        "tie": 0.1,
    },
    symmetries=SYMMETRIES,
    derived_fields=("laid", "places", "listed", "crowded"),
    variants=(
        {"neutral": "W"},
        {"neutral": "P"},
        {"neutral": "G"},
        {"players": "3"},
        {"sets": "2"},
        {"sets": "2", "players": "3"},
    ),
)
