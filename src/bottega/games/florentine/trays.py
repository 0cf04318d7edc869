"""What lies before the seats of Florentine Dominoes, and what lies there for all: hands, stock, heaps, pool."""

import numpy as np

from bottega.games.florentine import deck, layout, overlays, rules
from bottega.games.florentine.cards import back, black, black_name, card, put
from bottega.games.florentine.material import CARD, STONES, WIDTH, centred, drawn, prefix
from bottega.games.florentine.notation import kind_name
from bottega.i18n import _
from bottega.kernels import NOBODY, State
from bottega.svg import Box, Drawing, Look, Theme, element, path, text, use

_TRAY = CARD + 32  # the height of a seat's tray
_HAND = 176.0  # where its cards begin
_STEP = CARD + 10
_BLACK = WIDTH - 16 - CARD


def tray(state: State, seat: int, look: Look) -> Drawing:
    """What lies before a seat: its colour and stones, its hand, its black card. For nobody's seat: stock and heaps."""
    if seat == NOBODY:
        return _heaps(state, look)
    theme = look.theme
    colour = int(state.colours[seat])
    scores = np.zeros((int(state.players), 1), np.int32)
    rules.scores(state, scores)
    stones = int(scores[seat, 0])
    body = [
        _panel(_TRAY, theme, is_on_turn=rules.seat(state) == seat),
        _medallion(colour, theme),
        centred(str(stones), 126, _TRAY / 2, 38, fill=theme.colours["gilt"]),
        _hand(state, seat, look) if state.stage == layout.HIDDEN_STOCK else _collected(stones, colour, theme),
    ]
    if state.blacks[seat] == layout.NOT_PLACED:
        body.append(put(black(colour, theme), _BLACK, 16, data_card=black_name(colour)))
    else:
        body.append(_empty_slot(_BLACK, 16, theme))
    return drawn(Box(0, 0, WIDTH, _TRAY), "".join(body), theme)


def _panel(height: float, theme: Theme, is_on_turn: bool = False) -> str:
    """Velvet with a line of gold around it; a bright one where a decision is expected."""
    line = theme.colours["rim" if is_on_turn else "gold"]
    return element(
        "rect",
        x=1.5,
        y=1.5,
        width=WIDTH - 3,
        height=height - 3,
        rx=10,
        fill=f"url(#{prefix(theme)}velvet)",
        stroke=line,
        stroke_width=3 if is_on_turn else 1.2,
    )


def _medallion(colour: int, theme: Theme) -> str:
    """The smallest closed space of a colour, with its stone."""
    start, letter = prefix(theme), deck.COLOUR_LETTERS[colour]
    return put(
        use(f"{start}{letter}2", -40, -80)
        + use(f"{start}{letter}", -40, 0)
        + path("M-40 0L0 -40L40 0L0 40Z", fill="none", stroke=f"url(#{start}gold)", stroke_width=3, stroke_linejoin="round")
        + put(use(start + STONES[letter]), 0, 0, 1.25),
        54,
        _TRAY / 2,
        0.95,
    )


def _empty_slot(x: float, y: float, theme: Theme) -> str:
    return element(
        "rect",
        x=x + 3,
        y=y + 3,
        width=CARD - 6,
        height=CARD - 6,
        rx=3,
        fill="none",
        stroke=theme.colours["gold"],
        stroke_opacity=0.5,
        stroke_dasharray="3 4",
    )


def _hand(state: State, seat: int, look: Look) -> str:
    """Four cards: face down where this state does not tell them."""
    theme = look.theme
    if rules.is_hidden(state, seat):
        return "".join(put(back(theme), _HAND + place * _STEP, 16) for place in range(layout.HAND))
    names = [name for name, copies in _cards(state, seat) for _copy in range(copies)]
    discards = {
        text.removeprefix("x:"): (rank, chance) for rank, (text, chance) in enumerate(look.candidates) if text.startswith("x:")
    }
    body = []
    for place, name in enumerate(names):
        x = _HAND + place * _STEP
        body.append(put(card(name, theme), x, 16, data_card=name))
        if name in discards and seat == rules.seat(state):
            rank, chance = discards[name]
            body.append(overlays.chance_label(chance, x + CARD / 2, 16 + CARD / 2, theme, is_best=rank == 0))
    return "".join(body)


def _cards(state: State, zone: int) -> list[tuple[str, int]]:
    """The names and numbers of the cards in a zone, kind by kind."""
    return [(kind_name(state, kind), int(state.held[zone, kind])) for kind in np.flatnonzero(state.held[zone]).tolist()]


def _collected(stones: int, colour: int, theme: Theme) -> str:
    """The stones that a seat has closed in, in two rows as far as there is room."""
    stone = use(prefix(theme) + STONES[deck.COLOUR_LETTERS[colour]])
    in_a_row = 12
    scale, top = (1.3, _TRAY / 2) if stones <= in_a_row else (1.2, _TRAY / 2 - 17)
    places = (divmod(place, in_a_row) for place in range(min(stones, 2 * in_a_row)))
    return "".join(put(stone, _HAND + 14 + column * 31, top + row * 34, scale) for row, column in places)


_SMALL = 0.5  # how large cards are in heaps
_POOLED = 0.65  # and in the pool, from which players choose
_TOP = 36.0  # below the heading of a heap


def _heaps(state: State, look: Look) -> Drawing:
    theme = look.theme
    if state.stage == layout.HIDDEN_STOCK:
        body, height = _stock_and_discards(state, theme)
    else:
        body, height = _heap(_("Open pool"), _cards(state, layout.POOL), 18, 11, _POOLED, theme)
    return drawn(Box(0, 0, WIDTH, height), _panel(height, theme) + body, theme)


def _stock_and_discards(state: State, theme: Theme) -> tuple[str, float]:
    aside = _cards(state, layout.ASIDE)
    discards, bottom = _heap(_("Discards"), _cards(state, layout.DISCARDS), 146, 7 if aside else 11, _SMALL, theme)
    body = [_heading(_("Stock"), 22, theme), _stock(int(state.left), theme), discards]
    if aside:
        heap, other_bottom = _heap(_("Aside"), aside, 478, 4, _SMALL, theme)
        body.append(heap)
        bottom = max(bottom, other_bottom)
    return "".join(body), max(bottom, _TOP + CARD + 24)


def _stock(left: int, theme: Theme) -> str:
    """The stock face down, a little higher the more cards are left, with their number."""
    layers = min(4, -(-left // 10))
    body = [put(back(theme), 22 + 3 * layer, _TOP + 9 - 3 * layer) for layer in range(layers)]
    x, y = 22 + 3 * (layers - 1) + CARD / 2, _TOP + 9 - 3 * (layers - 1) + CARD / 2
    plate = element("circle", cx=x, cy=y, r=17, fill=theme.colours["onyx"], stroke=theme.colours["gold"], stroke_width=1.5)
    return "".join(body) + plate + centred(str(left), x, y, 19, fill=theme.colours["gilt"])


def _heading(words: str, x: float, theme: Theme) -> str:
    return text(words, x, 23, 15, fill=theme.colours["gilt"])


def _heap(words: str, cards: list[tuple[str, int]], x: float, in_a_row: int, scale: float, theme: Theme) -> tuple[str, float]:
    """Open cards by kind, in rows under a heading, and where they end."""
    total = sum(copies for _name, copies in cards)
    step = CARD * scale + 6
    body = [_heading(f"{words} · {total}", x, theme)]
    for place, (name, copies) in enumerate(cards):
        row, column = divmod(place, in_a_row)
        left, top = x + column * step, _TOP + row * step
        body.append(put(card(name, theme), left, top, scale, data_card=name))
        if copies > 1:
            body.append(_copies(copies, left + CARD * scale - 4, top + 4, theme))
    rows = max(1, -(-len(cards) // in_a_row))
    return "".join(body), _TOP + rows * step + 12


def _copies(copies: int, x: float, y: float, theme: Theme) -> str:
    return element("circle", cx=x, cy=y, r=9, fill=theme.colours["gilt"]) + centred(f"×{copies}", x, y, 10, fill="#000000")
