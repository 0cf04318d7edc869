"""How the tree of a search grows: which moves a node gets as children, and how good they look."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import (
    Ints,
    Random,
    State,
    allocating_kernel,
    copy_record,
    evaluate,
    hunch,
    kernel,
    moves,
    play,
    random_below,
    sample,
    seat,
    shuffle,
    urge,
    urges,
)
from bottega.search.greedy import lead
from bottega.search.tree import NO_NODE, ROOT, Tree, add_node, child_by_move, is_full, outcome

DEEPEST = 512  # moves on the way from the root to a leaf
SLOTS = 4096  # far more than legal moves in a game with hidden information
NOT_CHOSEN = -1

# ---------------------------------------------------------------- working memory


class Scratch(NamedTuple):
    """Working memory of a search."""

    states: NDArray[Any]  # [2] the state of the running simulation, and one to try a move in
    points: NDArray[np.float64]  # [seats] what each may end with, and for how a simulation ends:
    rewards: NDArray[np.float64]  # [seats] what the search goes by
    wins: NDArray[np.float64]  # [seats] shares of the win
    score: Ints  # [seats, parts]
    listed: Ints  # [room] legal moves
    looks: NDArray[np.float64]  # [room] how good they look
    met: Ints  # [room] children whose moves are among them
    path: Ints  # [DEEPEST] nodes from the root to the leaf
    slots: Ints  # [SLOTS] a hash table: where in `listed` a move is, plus one; below zero once its child is found
    stamps: Ints  # [SLOTS] in which round of `clock` the slot was filled: older ones are empty
    clock: Ints  # [1]


def new_scratch(kind: np.dtype[Any], seats: int, parts: int, room: int) -> Scratch:
    """Working memory for states of that type, with scores of so many parts and at most `room` legal moves."""
    return Scratch(
        np.zeros(2, kind),
        np.zeros(seats),
        np.zeros(seats),
        np.zeros(seats),
        np.zeros((seats, parts), np.int32),
        np.zeros(room, np.int32),
        np.zeros(room),
        np.zeros(room, np.int32),
        np.zeros(DEEPEST, np.int32),
        np.zeros(SLOTS, np.int32),
        np.zeros(SLOTS, np.int32),
        np.zeros(1, np.int32),
    )


@kernel
def slot_of(scratch: Scratch, move: int) -> int:
    """Where in the hash table of this round the move is, or has room."""
    slot = (move * 40503 >> 4) & (SLOTS - 1)
    while scratch.stamps[slot] == scratch.clock[0] and scratch.listed[abs(scratch.slots[slot]) - 1] != move:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


# ---------------------------------------------------------------- how good a move looks


@kernel
def uses_looks(options: State) -> bool:
    return bool(options.bias > 0.0 or options.prior > 0.0 or options.widening > 0.0 or options.width > 0)


@kernel
def is_foreseen(options: State) -> bool:
    """Whether the other seats are sure to play what looks best one move ahead."""
    return bool(options.habit > 0.0 and options.by_looks == 1.0)


@kernel
def _looks(scratch: Scratch, node: int, state: State, move: int, options: State) -> float:
    """How good a move looks: at the root, where it matters most, by what it leads to; below at a glance."""
    return _gain(scratch, state, move, options) if node == ROOT else urge(state, move)


@kernel
def _gain(scratch: Scratch, state: State, move: int, options: State) -> float:
    """How far the move leads the seat that makes it ahead: by a hunch, or as `greedy` sees it who plays against one that does."""
    tried = scratch.states[1]
    copy_record(state, tried)
    play(tried, move)
    if is_foreseen(options):
        evaluate(tried, scratch.points)
    else:
        hunch(tried, scratch.points)
    return lead(scratch.points, seat(state))


# ---------------------------------------------------------------- where all moves are known


@allocating_kernel
def expand(tree: Tree, scratch: Scratch, node: int, state: State, options: State, random: Random) -> None:
    """Give the node its children: every legal move, or the best looking ones. Moves that look alike come in random order."""
    listed, looks = scratch.listed, scratch.looks
    count = min(moves(state, listed), listed.shape[0])
    kept = count
    if options.width > 0 and node != ROOT:
        kept = min(count, int(options.width))
    if is_full(tree, kept):
        return
    last = NO_NODE
    if not uses_looks(options):
        shuffle(listed, 0, count, random)
        for index in range(kept):
            last = _append(tree, node, last, int(listed[index]), 0.0)
        return
    if node == ROOT:
        for index in range(count):
            looks[index] = _looks(scratch, node, state, int(listed[index]), options)
    else:
        urges(state, listed[:count], looks)
    for index in range(count - 1, 0, -1):
        other = random_below(random, index + 1)
        listed[index], listed[other] = listed[other], listed[index]
        looks[index], looks[other] = looks[other], looks[index]
    _bring_forward(listed, looks, count, kept)
    if node != ROOT:
        _look_into(scratch, state, kept, options)
    order = np.argsort(-looks[:kept])
    for rank in range(kept):
        last = _append(tree, node, last, int(listed[order[rank]]), looks[order[rank]])


@kernel
def _look_into(scratch: Scratch, state: State, kept: int, options: State) -> None:
    """Judge the best looking of the kept moves by what they lead to, as many as the options say; the others come after them."""
    listed, looks = scratch.listed, scratch.looks
    at_once = min(kept, int(options.at_once))
    if at_once == 0:
        return
    _bring_forward(listed, looks, kept, at_once)
    finest, least = -np.inf, np.inf  # of the others at a glance, of these by what they lead to
    for index in range(at_once, kept):
        finest = max(finest, looks[index])
    for index in range(at_once):
        looks[index] = _gain(scratch, state, int(listed[index]), options)
        least = min(least, looks[index])
    for index in range(at_once, kept):
        looks[index] += least - finest


@kernel
def _bring_forward(listed: Ints, looks: NDArray[np.float64], count: int, kept: int) -> None:
    """Bring the best looking moves, so many, to the front in any order (quickselect): a sort of all takes too long."""
    low = 0
    high = count - 1
    while low < high and kept < count:
        pivot = looks[(low + high) // 2]
        left = low
        right = high
        while left <= right:
            while looks[left] > pivot:
                left += 1
            while looks[right] < pivot:
                right -= 1
            if left <= right:
                looks[left], looks[right] = looks[right], looks[left]
                listed[left], listed[right] = listed[right], listed[left]
                left += 1
                right -= 1
        if kept - 1 <= right:
            high = right
        elif kept - 1 >= left:
            low = left
        else:
            return


@kernel
def _append(tree: Tree, node: int, last: int, move: int, looks: float) -> int:
    """Add a child after the last one of the node."""
    child = add_node(tree, move, looks)
    if last == NO_NODE:
        tree.first[node] = child
    else:
        tree.next[last] = child
    return child


@kernel
def look_anew(
    tree: Tree, scratch: Scratch, views: NDArray[Any], settings: NDArray[Any], random: Random, has_secrets: bool
) -> None:
    """A node that has become the root gets the looks of a root, and the moves that it was too narrow for.

    Where seats have secrets, moves that it has not met yet join it later.
    """
    if tree.first[ROOT] == NO_NODE or not uses_looks(settings[0]):
        return
    state = scratch.states[0]
    sample(views[0], random, state)
    judge(tree, scratch, ROOT, state, has_secrets, settings[0])


@allocating_kernel
def judge(tree: Tree, scratch: Scratch, parent: int, state: State, has_secrets: bool, options: State) -> None:
    """Order all moves at a node by what they lead to; those that it was too narrow for join it."""
    listed, looks = scratch.listed, scratch.looks
    count = min(moves(state, listed), listed.shape[0])
    if is_full(tree, count):
        return
    nodes = scratch.met
    for index in range(count):
        move = int(listed[index])
        looks[index] = -_gain(scratch, state, move, options)
        nodes[index] = child_by_move(tree, parent, move)
        if nodes[index] != NO_NODE:
            tree.looks[nodes[index]] = -looks[index]
    if has_secrets:
        return
    order = np.argsort(looks[:count])
    last = NO_NODE
    for rank in range(count):
        node = int(nodes[order[rank]])
        if node == NO_NODE:
            node = add_node(tree, int(listed[order[rank]]), -looks[order[rank]])
        if last == NO_NODE:
            tree.first[parent] = node
        else:
            tree.next[last] = node
        last = node
    tree.next[last] = NO_NODE


@kernel
def outcome_of(tree: Tree, node: int, turned: int) -> int:
    """The node that follows when chance has turned that up, a new one if need be; NO_NODE if there is no room."""
    child = child_by_move(tree, node, outcome(turned))
    if child == NO_NODE and not is_full(tree, 1):
        child = add_node(tree, outcome(turned), 0.0)
        tree.next[child] = tree.first[node]
        tree.first[node] = child
    return child


# ---------------------------------------------------------------- where moves are hidden until they are made


@kernel
def append_new(
    tree: Tree, scratch: Scratch, node: int, last: int, count: int, state: State, options: State, random: Random
) -> int:
    """Add a child for a move that has none yet: the best looking, or any."""
    listed = scratch.listed
    chosen = NOT_CHOSEN
    chosen_looks = 0.0
    start = random_below(random, count)
    for step in range(count):
        index = (start + step) % count
        if scratch.slots[slot_of(scratch, int(listed[index]))] > 0:
            if not uses_looks(options):
                chosen = index
                break
            looks = _looks(scratch, node, state, int(listed[index]), options)
            if chosen == NOT_CHOSEN or looks > chosen_looks:
                chosen, chosen_looks = index, looks
    child = _append(tree, node, last, int(listed[chosen]), chosen_looks)
    tree.chances[child] = 1
    return child
