"""What is known about playing Firenze well: how a position and a move look to a good player."""

import numpy as np
from numpy.typing import NDArray

from bottega.games.firenze.glance import pick_well as pick_well
from bottega.games.firenze.glance import urge as urge
from bottega.games.firenze.glance import urges as urges
from bottega.games.firenze.layout import (
    COLOURINGS,
    GROUP,
    OPEN,
    SLOTS,
)
from bottega.games.firenze.reasons import reasons as reasons
from bottega.games.firenze.rules import group, has_room, is_over, other_cell, scores, shift, to_come
from bottega.geometry import STEP
from bottega.kernels import NOBODY, Ints, State, allocating_kernel

# ---------------------------------------------------------------- positions

# What a good player looks at, for each seat:
ONE = 0  # always 1
TO_COME = 1  # tens of own squares that are still to be laid, whoever lays them
GROUPS = 2  # groups that count
PAIR = 3  # [3] pairs with one, two, more cells where a third square would make a new group that counts
SINGLE = 6  # [3] single squares with one, two, three cells to grow to, away from groups that count
READY = 9  # pairs that can be completed, as far as the own turns reach
CAN_FOUND = 10  # 1 if one square would make a new group that counts
MERGING = 11  # cells where one square would merge groups that count: each time a point is lost
CUTTABLE = 12  # groups of three that a rival could sandwich at once
CUTTABLE_PAIR = 13  # pairs with room that a rival could sandwich at once
PYRAMIDS = 14  # tens of pyramids left
FEATURES = 15

#: The weights are fitted for these numbers of dominoes left; between them they change in proportion.
LEFT = np.array([1.0, 6.0, 16.0, 32.0, 60.0])

#: [players - 2, 0 for the seat to move and 1 for the others, LEFT, feature] points at the end for each thing the seat has
WEIGHTS = np.array(
    [
        [
            [  # two players, to move
                [-0.12, 2.46, 1.00, 0.02, 0.00, -0.02, 0.00, 0.00, -0.01, 0.01, 0.44, -0.29, 0.03, 0.00, -0.07],
                [-0.31, 2.46, 1.00, -0.06, -0.03, -0.04, 0.00, 0.02, 0.02, 0.23, 0.32, -0.19, -0.08, 0.03, 0.10],
                [-0.27, 2.53, 1.00, -0.03, -0.07, -0.02, 0.04, 0.04, 0.05, 0.54, 0.23, -0.28, -0.23, -0.02, -0.65],
                [-0.41, 2.40, 1.00, 0.16, 0.01, 0.22, 0.07, 0.10, 0.11, 0.39, 0.03, -0.29, -0.15, -0.07, -1.57],
                [1.59, 1.76, 1.00, 0.42, -0.10, 0.29, -0.01, 0.08, 0.10, 0.61, 0.11, 0.05, 0.11, -0.29, -0.06],
            ],
            [  # two players, waiting
                [-0.13, 1.30, 1.00, -0.06, -0.01, 0.03, 0.00, 0.00, -0.01, 0.34, 0.01, -0.58, -0.07, -0.01, -0.04],
                [-0.37, 2.30, 1.00, -0.22, -0.09, -0.03, 0.00, 0.02, 0.02, 0.24, 0.26, -0.63, -0.17, 0.02, 0.09],
                [-0.62, 2.52, 1.00, -0.11, 0.05, 0.10, 0.04, 0.04, 0.04, 0.50, 0.08, -0.52, -0.32, -0.07, -0.58],
                [-0.92, 2.44, 1.00, -0.14, 0.05, 0.38, 0.07, 0.11, 0.11, 0.29, -0.01, -0.34, -0.29, -0.07, -1.55],
                [1.43, 1.79, 1.00, -0.10, 0.17, 0.40, -0.02, 0.08, 0.07, 0.47, 0.03, -0.24, -0.29, -0.31, -0.19],
            ],
        ],
        [
            [  # three players, to move
                [-0.12, 1.69, 1.00, -0.03, -0.03, 0.00, 0.00, 0.00, 0.01, 0.15, 0.49, -0.11, 0.02, 0.00, -0.15],
                [-0.20, 1.92, 1.00, 0.05, 0.02, 0.02, 0.01, 0.02, 0.02, 0.36, 0.11, -0.25, -0.09, 0.00, -0.26],
                [0.10, 1.73, 1.00, -0.02, 0.01, 0.04, 0.03, 0.04, 0.04, 0.43, 0.12, -0.16, -0.14, -0.02, -0.63],
                [1.50, 1.42, 1.00, 0.03, 0.07, 0.08, 0.05, 0.07, 0.08, 0.19, 0.09, 0.01, -0.08, 0.02, -0.98],
                [2.43, 1.28, 1.00, 0.17, 0.07, 0.10, 0.04, 0.09, 0.14, 0.34, 0.04, -0.06, 0.04, -0.05, -0.15],
            ],
            [  # three players, waiting
                [-0.07, 0.98, 1.00, -0.04, -0.02, -0.01, 0.00, 0.00, 0.00, 0.54, 0.02, -0.29, -0.03, 0.01, -0.06],
                [-0.31, 1.84, 1.00, 0.00, 0.01, 0.02, 0.00, 0.02, 0.02, 0.33, 0.11, -0.33, -0.12, 0.00, -0.24],
                [-0.06, 1.70, 1.00, -0.07, 0.06, 0.12, 0.03, 0.04, 0.04, 0.38, 0.02, -0.22, -0.15, -0.03, -0.61],
                [1.57, 1.29, 1.00, -0.06, 0.08, 0.13, 0.04, 0.07, 0.07, 0.15, 0.07, 0.02, -0.10, 0.02, -0.94],
                [2.80, 1.19, 1.00, 0.02, 0.12, 0.15, 0.05, 0.09, 0.12, 0.30, -0.02, -0.13, -0.07, -0.03, -0.26],
            ],
        ],
    ]
)

SEAT, SIZE, ROOM, CUT = range(4)  # columns of a table of groups
NO_GROUP = -1


@allocating_kernel
def evaluate(state: State, out: NDArray[np.float64]) -> None:
    """The score as it stands and what can be expected to come; at the end the score, with the tie-break as thousandths."""
    players = int(state.players)
    if is_over(state):
        points = np.zeros((players, 2), np.int32)
        scores(state, points)
        for seat in range(players):
            out[seat] = points[seat, 0] + points[seat, 1] / 1000
        return
    seen = np.empty((players, FEATURES))
    features(state, seen)
    left = float(min(max(state.laid.shape[0] - int(state.turns), LEFT[0]), LEFT[-1]))
    stage = 0
    while left > LEFT[stage + 1]:
        stage += 1
    share = (left - LEFT[stage]) / (LEFT[stage + 1] - LEFT[stage])
    for seat in range(players):
        waits = 0 if int(state.turns) % players == seat else 1
        early = 0.0
        late = 0.0
        for feature in range(FEATURES):
            early += WEIGHTS[players - 2, waits, stage + 1, feature] * seen[seat, feature]
            late += WEIGHTS[players - 2, waits, stage, feature] * seen[seat, feature]
        out[seat] = share * early + (1.0 - share) * late


@allocating_kernel
def features(state: State, out: NDArray[np.float64]) -> None:
    """Write to `out` [seats, FEATURES] what a good player looks at; the game is not over."""
    players = int(state.players)
    most = 2 * state.laid.shape[0]
    seat_of = np.full(OPEN + 1, NOBODY, np.int32)  # [value of a cell] whose square it shows
    for seat in range(players):
        seat_of[state.colours[seat]] = seat
    number = np.empty(state.board.shape[0], np.uint8)
    groups = np.empty((most, 4), np.int32)
    beside = np.empty(2 * most + 2, np.int32)
    found, cells = _find_groups(state, seat_of, number, groups, beside)
    out[:players, :] = 0.0
    _look_around(state, seat_of, number, groups, beside[:cells], out)
    for one in range(found):
        seat = int(groups[one, SEAT])
        room = min(int(groups[one, ROOM]), 3)
        if groups[one, SIZE] >= GROUP:
            out[seat, GROUPS] += 1.0
            out[seat, CUTTABLE] += groups[one, CUT]
        elif room > 0 and groups[one, SIZE] == 2:
            out[seat, PAIR + room - 1] += 1.0
            out[seat, READY] += 1.0
            out[seat, CUTTABLE_PAIR] += groups[one, CUT]
        elif room > 0:
            out[seat, SINGLE + room - 1] += 1.0
    turns = int(state.turns)
    left = state.laid.shape[0] - turns
    for seat in range(players):
        own_turns = (left + players - 1 - (seat - turns) % players) // players
        out[seat, ONE] = 1.0
        out[seat, TO_COME] = to_come(state, int(state.colours[seat])) / 10
        out[seat, READY] = min(out[seat, READY], float(own_turns))
        out[seat, PYRAMIDS] = state.pyramids / 10


@allocating_kernel
def _find_groups(state: State, seat_of: Ints, number: NDArray[np.uint8], groups: Ints, beside: Ints) -> tuple[int, int]:
    """List the groups of all seats in `groups` [group, column] and the open cells beside them; how many of both.

    `number` [cell] becomes the group of each square that is in one; other cells are not touched.
    """
    seen = np.zeros(state.board.shape[0] >> 6, np.uint64)
    members = np.empty(2 * state.laid.shape[0], np.int32)
    found = 0
    cells = 0
    for turn in range(int(state.turns)):
        place = (int(state.laid[turn]) >> SLOTS) // COLOURINGS
        for half in range(2):
            cell = place >> 1 if half == 0 else other_cell(state, place)
            seat = int(seat_of[state.board[cell]])
            if seat == NOBODY or seen[cell >> 6] >> np.uint64(cell & 63) & np.uint64(1):
                continue
            size = group(state, cell, seen, members)
            groups[found, SEAT] = seat
            groups[found, SIZE] = size
            groups[found, ROOM] = 0
            groups[found, CUT] = 0
            for member in range(size):
                here = int(members[member])
                number[here] = found
                for direction in range(4):
                    there = shift(state, here, STEP[direction, 0], STEP[direction, 1])
                    if state.board[there] == OPEN and not seen[there >> 6] >> np.uint64(there & 63) & np.uint64(1):
                        seen[there >> 6] |= np.uint64(1) << np.uint64(there & 63)
                        beside[cells] = there
                        cells += 1
            found += 1
    return found, cells


@allocating_kernel
def _look_around(
    state: State, seat_of: Ints, number: NDArray[np.uint8], groups: Ints, beside: Ints, out: NDArray[np.float64]
) -> None:
    """What one square on each of the cells `beside` would do: fills ROOM and CUT of the groups, MERGING and CAN_FOUND."""
    players = int(state.players)
    around = np.empty(4, np.int64)  # [direction] the group on that side, each one once
    reach = np.empty(3, np.int64)  # [seat] squares that an own one on the cell would join
    counting = np.empty(3, np.int64)  # [seat] groups that count among them
    for index in range(beside.shape[0]):
        cell = int(beside[index])
        if not has_room(state, cell):
            continue
        reach[:] = 0
        counting[:] = 0
        for direction in range(4):
            dx = int(STEP[direction, 0])
            dy = int(STEP[direction, 1])
            there = shift(state, cell, dx, dy)
            seat = int(seat_of[state.board[there]])
            around[direction] = NO_GROUP
            if seat == NOBODY:
                continue
            one = int(number[there])
            size = int(groups[one, SIZE])
            if size <= GROUP and state.pyramids > 0:
                behind = int(seat_of[state.board[shift(state, cell, 2 * dx, 2 * dy)]])
                if behind != NOBODY and behind != seat:
                    groups[one, CUT] = 1
            is_new = True
            for earlier in range(direction):
                is_new = is_new and around[earlier] != one
            if is_new:
                around[direction] = one
                reach[seat] += size
                counting[seat] += 1 if size >= GROUP else 0
        for direction in range(4):
            if around[direction] != NO_GROUP and counting[groups[around[direction], SEAT]] == 0:
                groups[around[direction], ROOM] += 1
        for seat in range(players):
            if counting[seat] > 1:
                out[seat, MERGING] += counting[seat] - 1
            elif counting[seat] == 0 and reach[seat] >= GROUP - 1:
                out[seat, CAN_FOUND] = 1.0
