"""Toscana, by Niek Neuwahl: lay roofs and streets so that your own colour hangs together."""

from typing import Any

import numpy as np

from bottega import kernels
from bottega.errors import OptionError
from bottega.games.toscana import advice, layout, learning, rules
from bottega.games.toscana.cells import CELLS
from bottega.games.toscana.chance import CHANCE, longest
from bottega.games.toscana.deal import deal
from bottega.games.toscana.drawing import ARTIST
from bottega.games.toscana.match import match
from bottega.games.toscana.notation import COLOURS, move_name, parse_move, refusal
from bottega.games.toscana.placing import PLACING
from bottega.games.toscana.sheets import PRINTING
from bottega.games.toscana.stage import STAGE
from bottega.games.toscana.symmetry import SYMMETRIES
from bottega.games.toscana.text import text
from bottega.i18n import N_, _
from bottega.kernels import Setup
from bottega.spec import GameSpec, Option, Options

EDITIONS = ("piatnik", "dutch")


def setup(options: Options) -> Setup:
    """The setup record; a stack that is not given is left to chance."""
    record: Setup = np.zeros(1, rules.SETUP)[0]
    record.first = COLOURS.index(options["first"])
    record.edition = EDITIONS.index(options["edition"])
    for owner, colour in enumerate(COLOURS):
        if colour in options:
            record.stacks[owner] = parse_stack(colour, options[colour])
            record.fixed[owner] = 1
    return record


def parse_stack(colour: str, letters: str) -> list[int]:
    """The tiles of a stack from the top down: each of the 16 once (T2)."""
    names = layout.TILE_NAMES
    unknown = [letter for letter in dict.fromkeys(letters) if letter not in names]
    if unknown:
        raise OptionError(
            _("{colour}: there is no tile {tile!r}; the tiles are {names}").format(colour=colour, tile=unknown[0], names=names)
        )
    twice = [letter for letter in names if letters.count(letter) > 1]
    missing = [letter for letter in names if letter not in letters]
    if twice or missing:
        faults = [_("{tiles} more than once").format(tiles=", ".join(twice))] if twice else []
        faults += [_("{tiles} missing").format(tiles=", ".join(missing))] if missing else []
        raise OptionError(
            _("{colour}: a stack holds each of {names} once, top first; here {faults}").format(
                colour=colour, names=names, faults=_(" and ").join(faults)
            )
        )
    return [names.index(letter) for letter in letters]


def options_of(setup: Setup) -> dict[str, str]:
    """The options that give this game again, both stacks included."""
    stacks = {colour: "".join(layout.TILE_NAMES[tile] for tile in setup.stacks[owner]) for owner, colour in enumerate(COLOURS)}
    return {"first": COLOURS[setup.first], "edition": EDITIONS[setup.edition], **stacks}


def state_type(setup: Setup) -> np.dtype[Any]:
    return layout.STATE


def seats(setup: Setup) -> tuple[str, ...]:
    return _("Grey"), _("Red")


kernels.implement(rules, advice, learning)

SPEC = GameSpec(
    name="toscana",
    title="Toscana",
    designer="Niek Neuwahl",
    summary=N_("Two players lay tiles of streets and roofs; the own colour should connect as many tiles as it can."),
    options=(
        Option(
            "first",
            N_("who places the first tile"),
            choices=COLOURS,
            default="grey",
            label=N_("Who begins"),
            labels=(N_("Grey"), N_("Red")),
        ),
        Option(
            "edition",
            N_("piatnik: two passes in a row end the game; dutch: the first pass does"),
            choices=EDITIONS,
            default="piatnik",
            label=N_("End of the game"),
            labels=(N_("Two passes in a row (Piatnik)"), N_("The first pass (Dutch edition)")),
        ),
        Option("grey", N_("grey's stack: the letters A to P, top first"), is_shuffle=True),
        Option("red", N_("red's stack: the letters A to P, top first"), is_shuffle=True),
    ),
    score_parts=(N_("tiles in the best zone"),),
    rules=rules,
    setup=setup,
    options_of=options_of,
    state_type=state_type,
    seats=seats,
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
    longest=longest,
    chance=CHANCE,
    search={
        "prior": 0.2,
        "behind": 1.0,
        "points": 0.1,
        "spread": 1.0,
        "habit": 2.0,
        "width": 20,
        "at_once": 8,
        "ripe": 1,
        "judged": 60,
        "foreseen": 4,
        "cutoff": 0,
        "played_out": 0.5,
    },
    craft=350,
    deal=deal,
    symmetries=SYMMETRIES,
    derived_fields=("last",),
    match=match,
    variants=tuple({"first": first, "edition": edition} for first in COLOURS for edition in EDITIONS),
)
