"""Toscana for learning programs: planes of the board, numbers for the stacks, and a number for every action.

    action = rotation * 289 + cell     place the top tile, its north-west corner on the cell
             VETO, ALLOW, PASS         with the numbers of the moves

Everything is seen from one seat: "own" is what belongs to the viewer, "other" what belongs to the opponent.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.bits import lowest
from bottega.games.toscana import rules
from bottega.games.toscana.layout import (
    ALLOW,
    BAND_CELLS,
    BAND_OF,
    BANDS,
    BIT_OF,
    CELL_OF,
    CELLS,
    DUTCH,
    FLAT,
    MOVES,
    NO_BITS,
    NO_TILE,
    OFFSETS,
    ONE_BIT,
    PASS,
    PLACEMENTS,
    ROTATIONS,
    SEATS,
    SIDE,
    TILE_CELLS,
    TILES,
    UPRIGHT,
    VETO,
    Words,
)
from bottega.games.toscana.notation import move_name
from bottega.kernels import NO_ACTION, WHOLE, Random, State, kernel
from bottega.learning import Feature, Space

PLANES = (
    Feature("own", "squares of the viewer's colour"),
    Feature("other", "squares of the other colour"),
    Feature("flat", "north-west corners of tiles that lie flat"),
    Feature("upright", "north-west corners of tiles that stand upright"),
    Feature("last", "the tile that was placed last"),
)
OWN_SQUARES, OTHER_SQUARES, FLAT_CORNERS, UPRIGHT_CORNERS, LAST = range(len(PLANES))

NUMBERS = (
    Feature("own_stack", "tiles A to P that are left in the viewer's stack", TILES),
    Feature("other_stack", "tiles A to P that are left in the other stack", TILES),
    Feature("own_top", "which tile is on top of the viewer's stack", TILES),
    Feature("other_top", "which tile is on top of the other stack", TILES),
    Feature("own_bottom", "which tile a veto put under the viewer's stack, as long as it is there", TILES),
    Feature("other_bottom", "which tile a veto put under the other stack, as long as it is there", TILES),
    Feature("own_left", "how many tiles the viewer has left", 1, TILES),
    Feature("other_left", "how many tiles the other one has left", 1, TILES),
    Feature("own_decision", "1 if it is the viewer who decides"),
    Feature("own_tile", "1 if it is a tile of the viewer that is to be placed"),
    Feature("about_veto", "1 if the decision is about a veto, 0 if it is about a place"),
    Feature("own_veto", "1 while the viewer has a veto"),
    Feature("other_veto", "1 while the other one has a veto"),
    Feature("passes", "passes since the last tile was placed", 1, 2),
    Feature("dutch", "1 if the first pass ends the game"),
    Feature("seat", "the number of the viewer's seat"),
)
_BEGIN = np.cumsum([0] + [feature.count for feature in NUMBERS]).tolist()
STACKS, TOPS, BOTTOMS = _BEGIN[0], _BEGIN[2], _BEGIN[4]  # each for the viewer, then for the other one
LEFT = _BEGIN[6]
OWN_DECISION, OWN_TILE, ABOUT_VETO = _BEGIN[8], _BEGIN[9], _BEGIN[10]
VETOES, PASSES, IS_DUTCH, SEAT = _BEGIN[11], _BEGIN[13], _BEGIN[14], _BEGIN[15]

ACTIONS = (
    Feature("place", "the top tile, by rotation r0 to r3, then by row and column of its north-west corner", PLACEMENTS),
    Feature("veto", "send the tile under its stack"),
    Feature("allow", "let the tile be placed"),
    Feature("pass", "when the tile fits nowhere"),
)


def space(setup: object, window: int) -> Space:
    """What environments of Toscana show and take."""
    return Space(SIDE, SIDE, PLANES, NUMBERS, ACTIONS, _action_name)


def _action_name(state: State, half: int, action: int) -> str:
    return move_name(state, move_of(action))


@kernel
def move_of(action: int) -> int:
    """The move that an action makes."""
    return action if action >= PLACEMENTS else action % CELLS * ROTATIONS + action // CELLS


@kernel
def action_of(move: int) -> int:
    """The action that makes a move."""
    return move if move >= PLACEMENTS else move % ROTATIONS * CELLS + move // ROTATIONS


@kernel
def list_actions(state: State, half: int, window: int, out: NDArray[np.uint8]) -> int:
    """Veto and allow, or all places of the tile, or pass if there is none."""
    out[:] = 0
    if state.over:
        return 0
    if state.deciding:
        out[VETO] = 1
        out[ALLOW] = 1
        return 2
    count = 0
    for rotation in range(ROTATIONS):
        count += _mark(state.places[rotation], out[rotation * CELLS : (rotation + 1) * CELLS])
    if count == 0:
        out[PASS] = 1
        return 1
    return count


@kernel
def _mark(words: Words, out: NDArray[np.uint8]) -> int:
    """Write 1 to `out` [cell] where a bit of the words is set; returns how many are."""
    count = 0
    for band in range(1, BANDS + 1):
        word = words[band]
        while word != NO_BITS:
            out[(band - 1) * BAND_CELLS + CELL_OF[lowest(word)]] = 1
            word &= word - ONE_BIT
            count += 1
    return count


@kernel
def can_act(state: State, half: int, window: int, action: int) -> bool:
    """Whether the action is one of those above."""
    if state.over or action < 0 or action >= MOVES:
        return False
    if state.deciding:
        return action in (VETO, ALLOW)
    if action >= PLACEMENTS:
        return action == PASS and rules.count_places(state) == 0
    cell = action % CELLS
    return bool(state.places[action // CELLS, BAND_OF[cell]] >> BIT_OF[cell] & ONE_BIT != NO_BITS)


@kernel
def pick_action(state: State, half: int, window: int, random: Random) -> int:
    """Every legal action is equally likely."""
    return NO_ACTION if state.over else action_of(rules.pick(state, random))


@kernel
def act(state: State, half: int, window: int, action: int) -> int:
    """Every action is a move."""
    rules.play(state, move_of(action))
    return WHOLE


@kernel
def observe(view: State, half: int, window: int, viewer: int, planes: NDArray[np.uint8], numbers: NDArray[np.uint8]) -> None:
    """The board and the stacks from the viewer's side."""
    flat = planes.reshape(planes.shape[0], CELLS)
    flat[:] = 0
    numbers[:] = 0
    _mark(view.squares[viewer], flat[OWN_SQUARES])
    _mark(view.squares[1 - viewer], flat[OTHER_SQUARES])
    _mark(view.corners[FLAT], flat[FLAT_CORNERS])
    _mark(view.corners[UPRIGHT], flat[UPRIGHT_CORNERS])
    if view.last != NO_TILE:
        place = int(view.placed[int(view.last) // TILES, int(view.last) % TILES])
        for i in range(TILE_CELLS):
            dy, dx = OFFSETS[place % ROTATIONS, i]
            flat[LAST, place // ROTATIONS + dy * SIDE + dx] = 1
    for side in range(SEATS):
        owner = viewer if side == 0 else 1 - viewer
        left = int(view.left[owner])
        for depth in range(TILES - left, TILES):
            numbers[STACKS + side * TILES + int(view.stacks[owner, depth])] = 1
        if left > 0:
            numbers[TOPS + side * TILES + rules.top_tile(view, owner)] = 1
            if view.vetoes[1 - owner] == 0:
                numbers[BOTTOMS + side * TILES + int(view.stacks[owner, TILES - 1])] = 1
        numbers[LEFT + side] = left
        numbers[VETOES + side] = view.vetoes[owner]
    numbers[OWN_DECISION] = rules.seat(view) == viewer
    numbers[OWN_TILE] = not view.over and view.turn == viewer
    numbers[ABOUT_VETO] = not view.over and view.deciding != 0
    numbers[PASSES] = view.passes
    numbers[IS_DUTCH] = view.edition == DUTCH
    numbers[SEAT] = viewer
