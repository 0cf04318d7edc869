"""What is celebrated in Toscana: zones of several tiles that join, and the veto."""

from bottega.games.toscana import layout, rules
from bottega.games.toscana.material import CELL, PAPER
from bottega.games.toscana.overlays import Zone, zones
from bottega.games.toscana.reasons import NOTEWORTHY_ZONE
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Moment
from bottega.svg import Look, group, outline, path


def moments(before: State, move: int, after: State, look: Look) -> tuple[Moment, ...]:
    if move == layout.VETO:
        owner = int(before.turn)
        words = (_("Veto! Grey's tile {tile} goes under the stack"), _("Veto! Red's tile {tile} goes under the stack"))[owner]
        return (Moment(words.format(tile=layout.TILE_NAMES[rules.top_tile(before, owner)])),)
    if move >= layout.PLACEMENTS:
        return ()
    return tuple(_joined(zone, colour, look) for colour in range(layout.SEATS) if (zone := _new_union(before, after, colour)))


def _new_union(before: State, after: State, colour: int) -> Zone | None:
    """The best zone if it has grown by more than the new tile, because zones of several tiles have joined."""
    old, new = zones(before, colour), zones(after, colour)
    if not old or new[0].tiles < old[0].tiles + 2:
        return None
    parts = [zone for zone in old if zone.tiles >= NOTEWORTHY_ZONE and (zone.squares & new[0].squares).any()]
    return new[0] if len(parts) > 1 else None


def _joined(zone: Zone, colour: int, look: Look) -> Moment:
    words = (_("Grey's zones join: {count} tiles"), _("Red's zones join: {count} tiles"))[colour]
    is_set = zone.squares[layout.BAND_OF] >> layout.BIT_OF & layout.ONE_BIT
    cells = [(cell % layout.SIDE, cell // layout.SIDE) for cell in range(layout.CELLS) if is_set[cell]]
    border = outline(cells, CELL, 0.8)
    mark = look.theme.mark
    lit = group(
        path(border, fill=mark, fill_opacity=0.22, stroke=PAPER, stroke_width=5, stroke_opacity=0.8),
        path(border, fill="none", stroke=mark, stroke_width=3),
        stroke_linejoin="round",
    )
    return Moment(words.format(count=zone.tiles), lit)
