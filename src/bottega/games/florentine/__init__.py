"""Florentine Dominoes: cards with coloured triangles and precious stones, for two to four players."""

from collections.abc import Sequence

import numpy as np

from bottega import kernels
from bottega.errors import NotationError, OptionError
from bottega.games.florentine import advice, deck, layout, learning, rules
from bottega.games.florentine.cells import CELLS
from bottega.games.florentine.chance import CHANCE, longest
from bottega.games.florentine.deal import deal
from bottega.games.florentine.drawing import ARTIST
from bottega.games.florentine.notation import move_name, parse_move, refusal
from bottega.games.florentine.placing import PLACING
from bottega.games.florentine.sheets import PRINTING
from bottega.games.florentine.stage import STAGE
from bottega.games.florentine.symmetry import SYMMETRIES
from bottega.games.florentine.text import text
from bottega.i18n import N_, _
from bottega.kernels import Setup
from bottega.spec import GameSpec, Option, Options

kernels.implement(rules, advice, learning)


def _setup(options: Options) -> Setup:
    setup: Setup = np.zeros(1, layout.SETUP)[0]
    setup.players = int(options["players"])
    colours = options.get("colours", deck.COLOUR_LETTERS[: setup.players])
    if len(colours) != setup.players or len(set(colours)) != len(colours) or not set(colours) <= set(deck.COLOUR_LETTERS):
        raise OptionError(
            _("colours has {players} different letters of R, B, G, O for {players} players, not {colours!r}").format(
                players=int(setup.players), colours=colours[:60]
            )
        )
    setup.colours[: setup.players] = [deck.COLOUR_LETTERS.index(letter) for letter in colours]
    if "deck" in options:
        cards = _fixed_deck(options["deck"])
    else:
        cards = deck.named(options["cards"]).cards
    kinds = sorted(set(cards))
    setup.kinds, setup.total, setup.is_fixed = len(kinds), len(cards), "deck" in options
    setup.cards[: len(kinds)] = [deck.card_code(card) for card in kinds]
    setup.order[: len(cards)] = [kinds.index(card) for card in cards]
    return setup


def _fixed_deck(text: str) -> Sequence[str]:
    cards = text.split(",")
    wrong_size = deck.check_size(cards)
    if wrong_size:
        raise OptionError(wrong_size)
    try:
        return [deck.check_card(card) for card in cards]
    except NotationError as error:
        raise OptionError(_("deck: {reason}").format(reason=error)) from error


def _options_of(setup: Setup) -> dict[str, str]:
    order = setup.order[: setup.total].tolist()
    return {
        "players": str(setup.players),
        "colours": "".join(deck.COLOUR_LETTERS[colour] for colour in setup.colours[: setup.players].tolist()),
        "deck": ",".join(deck.card_name(int(setup.cards[kind])) for kind in order),
    }


def _seats(setup: Setup) -> tuple[str, ...]:
    names = (_("Red"), _("Blue"), _("Green"), _("Ochre"))
    return tuple(names[colour] for colour in setup.colours[: setup.players].tolist())


_SIXTEEN = "RbBO,RBrO,rRGO,RgGO,BGoO,RORO,bBOG,rRBG,BOgG,RBRB,bBgG,rROG,RBrG,RgBG,rRBO,RGrO"
_REPEATS = ",".join(["RRRR,rRbB,RBRB,rBRB,RGRG,BoOG"] * 6)

SPEC = GameSpec(
    name="florentine",
    title="Florentine Dominoes",
    designer="Ferdinand Hein",
    summary=N_("Lay a square of cards colour to colour, and close spaces of your colour around its precious stones."),
    options=(
        Option("players", N_("two to four"), choices=("2", "3", "4"), default="2", label=N_("Players")),
        Option(
            "colours",
            N_("a letter of R, B, G, O for each seat (the first ones unless told otherwise)"),
            label=N_("Colours"),
        ),
        Option("cards", N_("a deck by its name or the path of its file"), default="reconstruction", is_local=True),
        Option("deck", N_("the cards in their order, top first, separated by commas, instead of a shuffle"), is_shuffle=True),
    ),
    score_parts=(N_("stones"),),
    rules=rules,
    setup=_setup,
    options_of=_options_of,
    state_type=lambda setup: layout.STATE,
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
    longest=longest,
    chance=CHANCE,
    search={"exploration": 0.3, "points": 0.5, "spread": 2.0, "bias": 0.3, "widening": 1.0, "ripe": 1, "candidates": 6},
    deal=deal,
    symmetries=SYMMETRIES,
    variants=(
        {"players": "2"},
        {"players": "3"},
        {"players": "4"},
        {"players": "2", "colours": "OG"},
        {"players": "2", "deck": _SIXTEEN},
        {"players": "4", "deck": _SIXTEEN},
        {"players": "3", "deck": _REPEATS},
    ),
)
