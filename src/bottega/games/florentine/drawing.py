"""How Florentine Dominoes looks: the square on velvet in a wooden frame, and single cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bottega.games.florentine import deck, layout, overlays, rules
from bottega.games.florentine.cards import back, black, black_against, black_box, black_name, black_place, card, corner_of, put
from bottega.games.florentine.material import CARD, FRAME, LIP, SQUARE, centred, drawn, layer, prefix
from bottega.games.florentine.notation import COLUMN_LETTERS, cell_name
from bottega.games.florentine.outlines import Space, cells_in, closed_by_blacks, outline, spaces_of
from bottega.games.florentine.themes import THEMES
from bottega.games.florentine.trays import tray
from bottega.geometry import DIRECTION_LETTERS
from bottega.i18n import _
from bottega.kernels import State
from bottega.spec import Artist
from bottega.svg import Box, Drawing, Look, Theme, element, group, number, path

_NEAR = ((5, 8), (75, -8))  # where in a cell the line at its corner starts, and how long it is
_PRINTED = 48.0  # millimetres of a card on the table

# ---------------------------------------------------------------- the board


def board(state: State, past: Sequence[int], look: Look) -> Drawing:
    """The square with what lies on it and against it."""
    theme = look.theme
    filled = list(cells_in(int(state.filled)))
    spaces = [space for colour in range(4) for space in spaces_of(state, colour)]
    played = frozenset(state.colours[: state.players].tolist())
    body = [
        _velvet(theme),
        _coordinates(theme) if look.has_coordinates else "",
        _empty_cells(state, theme),
        _shadow(filled),
        *_placed(state, filled, theme),
        *_blacks(state, theme),
        _rims(spaces, played, theme),
        _frame(theme),
        _mark(past, theme) if look.has_mark else "",
        overlays.legal_places(state, look) if look.legal else "",
        overlays.threats(spaces, played, theme) if look.threats else "",
        overlays.candidates(state, look),
        overlays.worth(spaces, played, theme) if look.worth else "",
    ]
    return drawn(Box(0, 0, SQUARE, SQUARE).padded(LIP + FRAME), "".join(body), theme)


def _velvet(theme: Theme) -> str:
    return _ring(LIP + 1, 2, fill=f"url(#{prefix(theme)}velvet)")


def _frame(theme: Theme) -> str:
    """A ring of wood with a line of gold, over whatever reaches below it."""
    wood, gold = (f"url(#{prefix(theme)}{name})" for name in ("wood", "gold"))
    return group(
        _ring(LIP + FRAME / 2, 8, stroke=wood, stroke_width=FRAME),
        _ring(LIP, 2, stroke="#000000", stroke_width=3, stroke_opacity=0.45),
        _ring(LIP + 2, 4, stroke=gold, stroke_width=1.4),
        fill="none",
    )


def _ring(out: float, radius: float, **attributes: str | float | None) -> str:
    """A line around the square, so far out."""
    side = SQUARE + 2 * out
    return element("rect", x=-out, y=-out, width=side, height=side, rx=radius, **attributes)


def _coordinates(theme: Theme) -> str:
    """Letters from the west and numbers from the north, on all sides: a black card may hide one."""
    away = LIP / 2
    names = []
    for place in range(layout.SIDE):
        middle = (place + 0.5) * CARD
        for edge in (-away, SQUARE + away):
            names.append(centred(COLUMN_LETTERS[place], middle, edge, 17))
            names.append(centred(str(place + 1), edge, middle, 17))
    return group(*names, fill=theme.colours["gilt"], fill_opacity=None if theme.is_bold else 0.72)


def _empty_cells(state: State, theme: Theme) -> str:
    """The cells that wait for a card: the cross as squares until it is complete, the others by their corners alone."""
    gold = theme.colours["gold"]
    cross = [] if rules.cross_is_complete(state) else list(cells_in(int(layout.CROSS) & ~int(state.filled)))
    others = cells_in(int(layout.SQUARE) & ~int(state.filled) & ~int(layout.CROSS))
    squares = "".join(f"M{x + 5:g} {y + 5:g}h70v70h-70z" for x, y in map(corner_of, cross))
    ticks = "".join(
        f"M{x + a:g} {y + b + up:g}v{-up}h{along}" for x, y in map(corner_of, others) for a, along in _NEAR for b, up in _NEAR
    )
    return group(
        path(squares, stroke_dasharray="3 4", stroke_opacity=0.75) if squares else "",
        path(ticks, stroke_opacity=0.35) if ticks else "",
        fill="none",
        stroke=gold,
        stroke_width=2 if theme.is_bold else 1,
    )


def _shadow(cells: Iterable[int]) -> str:
    steps = "".join(f"M{x:g} {y:g}h80v80h-80z" for x, y in map(corner_of, cells))
    if not steps:
        return ""
    return group(
        *(path(steps, transform=f"translate({dx} {dy})") for dx, dy in ((1.5, 2), (3.5, 5))), fill="#000000", fill_opacity=0.28
    )


def _placed(state: State, cells: Iterable[int], theme: Theme) -> Iterator[str]:
    cards, kinds, turns = state.cards.tolist(), state.board.tolist(), state.turned.tolist()
    for cell in cells:
        name = deck.card_name(cards[kinds[cell]])
        yield put(card(name, theme, turns[cell]), *corner_of(cell), data_cell=cell_name(cell), data_card=name)


def _blacks(state: State, theme: Theme) -> Iterator[str]:
    for colour, (cell, side) in sorted(closed_by_blacks(state).items()):
        place = cell_name(cell) + DIRECTION_LETTERS[side]
        yield group(black_against(colour, cell, side, theme), data_cell=place, data_card=black_name(colour))


def _rims(spaces: Iterable[Space], played: frozenset[int], theme: Theme) -> str:
    """A golden rim around each closed space; those that count, with stones of a player, glow."""
    width, inset = (4.4, 4.6) if theme.is_bold else (1.7, 2.9)
    plain = glow = ""
    for space in spaces:
        if space.is_closed and space.stones and space.colour in played:
            glow += outline(space.triangles, inset)
        elif space.is_closed:
            plain += outline(space.triangles, inset)
    lines = [(plain, 1.2, 0.8), (glow, width, 1)]
    if not theme.is_bold:
        lines[1:1] = [(glow, width * 4.6, 0.2), (glow, width * 2.4, 0.3)]
    return layer(
        "rims",
        *(path(line, stroke_width=wide, stroke_opacity=solid) for line, wide, solid in lines if line),
        fill="none",
        stroke=theme.colours["rim"],
        stroke_linejoin="round",
    )


def _mark(past: Sequence[int], theme: Theme) -> str:
    """Brackets at the corners of the card that was laid last; a discard leaves nothing to mark."""
    if not past or layout.DISCARD <= past[-1] < layout.BLACK or past[-1] == layout.DECLINE:
        return ""
    if past[-1] < layout.DISCARD:
        box = Box(*corner_of(past[-1] >> 2 & 63), CARD, CARD)
    else:
        box = black_box(*black_place(past[-1]))
    right, bottom, arm = box.width - 1, box.height - 1, min(box.width, box.height) / 4
    course = (
        f"M1 {1 + arm:g}V1H{1 + arm:g}M{right - arm:g} 1H{right:g}V{1 + arm:g}"
        f"M{right:g} {bottom - arm:g}V{bottom:g}H{right - arm:g}M{1 + arm:g} {bottom:g}H1V{bottom - arm:g}"
    )
    return layer(
        "mark",
        path(course, stroke="#000000", stroke_opacity=0.6, stroke_width=7),
        path(course, stroke=theme.mark, stroke_width=4),
        fill="none",
        transform=f"translate({number(box.x)} {number(box.y)})",
    )


# ---------------------------------------------------------------- single pieces


def pieces() -> Mapping[str, int]:
    """The cards of our deck, the black cards, and the back, of which there is none by itself."""
    blacks = {black_name(colour): 1 for colour in range(4)}
    return {**Counter(deck.named("reconstruction").cards), **blacks, "back": 0}


def piece(name: str, look: Look) -> Drawing:
    """A card by its name: any card that a deck can have."""
    blacks = {black_name(colour): colour for colour in range(4)}
    if name == "back":
        body = back(look.theme)
    elif name in blacks:
        body = black(blacks[name], look.theme)
    else:
        body = card(deck.check_card(name), look.theme)
    return drawn(Box(0, 0, CARD, CARD), body, look.theme)


def note(state: State) -> str:
    """Ours are not the real cards (D2)."""
    return _("cards: a reconstruction") if deck.is_reconstruction(state) else ""


ARTIST = Artist(
    themes=THEMES, board=board, tray=tray, pieces=pieces, piece=piece, millimetres=_PRINTED / CARD, side=CARD, note=note
)
