"""Monte Carlo tree search as kernels, for any game and any number of seats.

Each simulation samples a state that agrees with what the root's viewer knows, walks down the tree by moves that are legal
in that state, adds a leaf, plays on at random to an end, and adds what each seat got to all nodes on the way. With hidden
information this is information-set search (the nodes are what the viewer sees, not states); without, it is plain UCT.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import (
    Ints,
    Random,
    State,
    copy_record,
    evaluate,
    is_over,
    kernel,
    moves,
    pick,
    pick_well,
    play,
    random_below,
    sample,
    scores,
    seat,
    shuffle,
    urge,
    urges,
)
from bottega.search.greedy import lead
from bottega.search.tree import NO_NODE, ROOT, Tree, add_node, child_by_move, is_full
from bottega.walks import play_on, share_win

#: How to search. What each number does was decided in the arena: see docs/search.md.
OPTIONS = np.dtype(
    (
        np.record,
        [
            ("exploration", np.float64),  # weight of the doubt about a move that was tried seldom
            ("first_play", np.float64),  # what a move that was never tried is taken to be worth
            ("bias", np.float64),  # weight of the looks of a move, which fades as it is tried
            ("widening", np.float64),  # a node tries this times the root of its visits moves; 0: all
            ("width", np.int32),  # inner nodes know only so many moves, the best looking; 0: all
            ("ripe", np.int32),  # a node gets children once it has been visited so often
            ("candidates", np.int32),  # random games draw about so many moves at each turn and play the best looking
            ("cutoff", np.int32),  # random games end after so many moves and are judged; 0: they go on to the end
            ("points", np.float64),  # share of the reward that goes by points, the rest by who wins
            ("spread", np.float64),  # points that make a difference, for that share and for judging
        ],
    )
)


class Scratch(NamedTuple):
    """Working memory of a search."""

    states: NDArray[Any]  # [2] the state of the running simulation, and one to try a move in
    points: NDArray[np.float64]  # [seats]
    listed: Ints  # [room] legal moves
    looks: NDArray[np.float64]  # [room] how good they look
    met: Ints  # [room] children whose moves are among them
    path: Ints  # [DEEPEST] nodes from the root to the leaf
    slots: Ints  # [SLOTS] a hash table: where in `listed` a move is, plus one; below zero once its child is found
    stamps: Ints  # [SLOTS] in which round of `clock` the slot was filled: older ones are empty
    clock: Ints  # [1]


def new_scratch(kind: np.dtype[Any], seats: int, room: int) -> Scratch:
    """Working memory for states of that type with at most `room` legal moves."""
    return Scratch(
        np.zeros(2, kind),
        np.zeros(seats),
        np.zeros(room, np.int32),
        np.zeros(room),
        np.zeros(room, np.int32),
        np.zeros(DEEPEST, np.int32),
        np.zeros(SLOTS, np.int32),
        np.zeros(SLOTS, np.int32),
        np.zeros(1, np.int32),
    )


UNTRIED = 1e9  # `first_play` so high that every move is tried once before any twice
DEEPEST = 512  # moves on the way from the root to a leaf
NOT_CHOSEN = -1
LOGS = np.log(np.arange(1.0, 4097.0))  # of small numbers, plus one: they are asked for all the time
SLOTS = 4096  # far more than legal moves in a game with hidden information


@kernel
def simulate(
    tree: Tree,
    scratch: Scratch,
    views: NDArray[Any],
    settings: NDArray[Any],
    random: Random,
    simulations: int,
    is_hidden: bool,
    seats: int,
    parts: int,
) -> None:
    """Run that many simulations from what `views[0]` shows, searching as `settings[0]` says."""
    path = scratch.path
    score = np.zeros((seats, parts), np.int32)
    rewards = np.zeros(seats)
    wins = np.zeros(seats)
    points = np.zeros(seats)
    for _simulation in range(simulations):
        state = scratch.states[0]
        if is_hidden:
            sample(views[0], random, state)
        else:
            copy_record(views[0], state)
        options = settings[0]
        node = ROOT
        length = 1
        path[0] = ROOT
        while not is_over(state) and (node == ROOT or tree.visits[node] >= options.ripe) and length < DEEPEST:
            if is_hidden:
                child = _choose_hidden(tree, scratch, node, state, options, random)
            else:
                if tree.first[node] == NO_NODE:
                    _expand(tree, scratch, node, state, options, random)
                child = _choose(tree, node, seat(state), options)
            if child == NO_NODE:
                break  # no room for more nodes
            play(state, int(tree.move[child]))
            node = child
            path[length] = node
            length += 1
        _finish(state, options, random, score, rewards, wins, points)
        for step in range(length):
            node = int(path[step])
            tree.visits[node] += 1
            for player in range(seats):
                tree.rewards[node, player] += rewards[player]
                tree.wins[node, player] += wins[player]
                tree.points[node, player] += points[player]


# ---------------------------------------------------------------- in the tree


@kernel
def _uses_looks(options: State) -> bool:
    return bool(options.bias > 0.0 or options.widening > 0.0 or options.width > 0)


@kernel
def _looks(scratch: Scratch, node: int, state: State, move: int) -> float:
    """How good a move looks: at the root, where it matters most, by what it leads to; below at a glance."""
    if node != ROOT:
        return urge(state, move)
    player = seat(state)
    tried = scratch.states[1]
    copy_record(state, tried)
    play(tried, move)
    evaluate(tried, scratch.points)
    return lead(scratch.points, player)


@kernel
def _expand(tree: Tree, scratch: Scratch, node: int, state: State, options: State, random: Random) -> None:
    """Give the node its children: every legal move, or the best looking ones. Moves that look alike come in random order."""
    listed, looks = scratch.listed, scratch.looks
    count = min(moves(state, listed), listed.shape[0])
    kept = count
    if options.width > 0 and node != ROOT:
        kept = min(count, int(options.width))
    if is_full(tree, kept):
        return
    last = NO_NODE
    if not _uses_looks(options):
        shuffle(listed, 0, count, random)
        for index in range(kept):
            last = _append(tree, node, last, int(listed[index]), 0.0)
        return
    if node == ROOT:
        for index in range(count):
            looks[index] = _looks(scratch, node, state, int(listed[index]))
    else:
        urges(state, listed[:count], looks)
    for index in range(count - 1, 0, -1):
        other = random_below(random, index + 1)
        listed[index], listed[other] = listed[other], listed[index]
        looks[index], looks[other] = looks[other], looks[index]
    _bring_forward(listed, looks, count, kept)
    order = np.argsort(-looks[:kept])
    for rank in range(kept):
        last = _append(tree, node, last, int(listed[order[rank]]), looks[order[rank]])


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
def look_anew(tree: Tree, scratch: Scratch, views: NDArray[Any], settings: NDArray[Any], random: Random, is_hidden: bool) -> None:
    """A node that has become the root gets the looks of a root, and the moves that it was too narrow for.

    Where moves are hidden, those that it has not met yet join it later.
    """
    if tree.first[ROOT] == NO_NODE or not _uses_looks(settings[0]):
        return
    state = scratch.states[0]
    sample(views[0], random, state)
    listed, looks = scratch.listed, scratch.looks
    count = min(moves(state, listed), listed.shape[0])
    if is_full(tree, count):
        return
    nodes = np.empty(count, np.int32)
    for index in range(count):
        move = int(listed[index])
        looks[index] = -_looks(scratch, ROOT, state, move)
        nodes[index] = child_by_move(tree, ROOT, move)
        if nodes[index] != NO_NODE:
            tree.looks[nodes[index]] = -looks[index]
    if is_hidden:
        return
    order = np.argsort(looks[:count])
    last = NO_NODE
    for rank in range(count):
        node = int(nodes[order[rank]])
        if node == NO_NODE:
            node = add_node(tree, int(listed[order[rank]]), -looks[order[rank]])
        if last == NO_NODE:
            tree.first[ROOT] = node
        else:
            tree.next[last] = node
        last = node
    tree.next[last] = NO_NODE


@kernel
def _room(tree: Tree, node: int, options: State) -> int:
    """How many moves the node may try by now."""
    if options.widening == 0.0:
        return 1 << 30
    return 1 + int(options.widening * np.sqrt(float(tree.visits[node])))


@kernel
def _worth(tree: Tree, child: int, player: int, log_chances: float, options: State) -> float:
    """What speaks for a child: its rewards, the doubt about them, and its looks."""
    tried = float(tree.visits[child])
    if tried == 0.0:
        return float(options.first_play + options.bias * tree.looks[child])
    return float(
        tree.rewards[child, player] / tried
        + options.exploration * np.sqrt(log_chances / tried)
        + options.bias * tree.looks[child] / (tried + 1.0)
    )


@kernel
def _log(number: int) -> float:
    """The logarithm of the number plus one."""
    return float(LOGS[number]) if number < LOGS.shape[0] else float(np.log(number + 1.0))


@kernel
def _choose(tree: Tree, node: int, player: int, options: State) -> int:
    """The child to go to when all moves are known, or NO_NODE if there is none."""
    log_chances = _log(int(tree.visits[node]))
    room = _room(tree, node, options)
    best = NO_NODE
    best_worth = -np.inf
    child = int(tree.first[node])
    while child != NO_NODE and room > 0:
        if tree.visits[child] == 0 and options.first_play >= UNTRIED:
            return child  # the best looking of those that come first of all
        worth = _worth(tree, child, player, log_chances, options)
        if worth > best_worth:
            best, best_worth = child, worth
        child = int(tree.next[child])
        room -= 1
    return best


@kernel
def _choose_hidden(tree: Tree, scratch: Scratch, node: int, state: State, options: State, random: Random) -> int:
    """The child to go to among those whose move is legal in this sample; one is added while there is room for more."""
    listed, met, slots, stamps = scratch.listed, scratch.met, scratch.slots, scratch.stamps
    count = min(moves(state, listed), SLOTS // 2)
    scratch.clock[0] += 1
    now = scratch.clock[0]
    for index in range(count):
        slot = _slot(scratch, int(listed[index]))
        slots[slot] = index + 1
        stamps[slot] = now
    known = 0
    last = NO_NODE
    child = int(tree.first[node])
    while child != NO_NODE:
        slot = _slot(scratch, int(tree.move[child]))
        if stamps[slot] == now:
            slots[slot] = -slots[slot]
            tree.chances[child] += 1
            met[known] = child
            known += 1
        last = child
        child = int(tree.next[child])
    has_room = known < count and known < _room(tree, node, options) and not is_full(tree, 1)
    if has_room and (options.first_play >= UNTRIED or options.widening > 0.0):
        return _append_new(tree, scratch, node, last, count, state, options, random)
    player = seat(state)
    best = NO_NODE
    best_worth = -np.inf
    for index in range(known):
        child = int(met[index])
        worth = _worth(tree, child, player, _log(int(tree.chances[child])), options)
        if worth > best_worth:
            best, best_worth = child, worth
    if has_room and best_worth < options.first_play:
        best = _append_new(tree, scratch, node, last, count, state, options, random)
    return best


@kernel
def _append_new(
    tree: Tree, scratch: Scratch, node: int, last: int, count: int, state: State, options: State, random: Random
) -> int:
    """Add a child for a move that has none yet: the best looking, or any."""
    listed = scratch.listed
    chosen = NOT_CHOSEN
    chosen_looks = 0.0
    start = random_below(random, count)
    for step in range(count):
        index = (start + step) % count
        if scratch.slots[_slot(scratch, int(listed[index]))] > 0:
            if not _uses_looks(options):
                chosen = index
                break
            looks = _looks(scratch, node, state, int(listed[index]))
            if chosen == NOT_CHOSEN or looks > chosen_looks:
                chosen, chosen_looks = index, looks
    child = _append(tree, node, last, int(listed[chosen]), chosen_looks)
    tree.chances[child] = 1
    return child


@kernel
def _slot(scratch: Scratch, move: int) -> int:
    """Where in the hash table of this round the move is, or has room."""
    slot = (move * 40503 >> 4) & (SLOTS - 1)
    while scratch.stamps[slot] == scratch.clock[0] and scratch.listed[abs(scratch.slots[slot]) - 1] != move:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


# ---------------------------------------------------------------- beyond the tree


@kernel
def _finish(
    state: State,
    options: State,
    random: Random,
    score: Ints,
    rewards: NDArray[np.float64],
    wins: NDArray[np.float64],
    points: NDArray[np.float64],
) -> None:
    """Play on at random, and write for each seat its reward, its share of the win and its points."""
    if options.candidates <= 1 and options.cutoff == 0:
        play_on(state, random)
    elif not _play_on_well(state, options, random):
        evaluate(state, points)
        _share_points(points, options.spread, wins)
        rewards[:] = wins
        return
    scores(state, score)
    for player in range(points.shape[0]):
        points[player] = score[player, 0]
    wins[:] = 0.0
    share_win(score, wins)
    if options.points > 0.0:
        _share_points(points, options.spread, rewards)
        for player in range(points.shape[0]):
            rewards[player] = options.points * rewards[player] + (1.0 - options.points) * wins[player]
    else:
        rewards[:] = wins


@kernel
def _play_on_well(state: State, options: State, random: Random) -> bool:
    """Play on at random, but no worse and no longer than the options say; whether the end of the game is reached."""
    left = int(options.cutoff) if options.cutoff > 0 else -1
    candidates = int(options.candidates)
    while not is_over(state):
        if left == 0:
            return False
        left -= 1
        if candidates > 1:
            play(state, pick_well(state, random, candidates))
        else:
            play(state, pick(state, random))
    return True


@kernel
def _share_points(points: NDArray[np.float64], spread: float, shares: NDArray[np.float64]) -> None:
    """Chances to win as the points suggest: a seat that is `spread` points ahead has e times the chance of the other."""
    most = points[0]
    for player in range(1, points.shape[0]):
        most = max(most, points[player])
    total = 0.0
    for player in range(points.shape[0]):
        shares[player] = np.exp((points[player] - most) / spread)
        total += shares[player]
    for player in range(points.shape[0]):
        shares[player] /= total
