"""Monte Carlo tree search as kernels, for any game and any number of seats.

Each simulation samples a state that agrees with what the root's viewer knows, walks down the tree by moves that are legal
in that state, adds a leaf, plays on at random to an end, and adds what each seat got to all nodes on the way. Where nothing is
hidden this is plain UCT. Where something is hidden from everybody alike, a stack, a node follows each move for what chance has
turned up by then. Where seats have secrets it is information-set search: the nodes are what the viewer sees, not states.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import (
    Random,
    State,
    chance,
    copy_record,
    is_over,
    kernel,
    moves,
    play,
    sample,
    seat,
    turned_up,
)
from bottega.search.ending import finish
from bottega.search.growing import DEEPEST, SLOTS, Scratch, append_new, expand, is_foreseen, judge, outcome_of, slot_of
from bottega.search.options import UNTRIED
from bottega.search.tree import NO_NODE, ROOT, Tree, is_full

NOTHING_HIDDEN, HIDDEN_FROM_ALL, SECRET = range(3)  # how much is hidden, and from whom

LOGS = np.log(np.arange(1.0, 4097.0))  # of small numbers, plus one: they are asked for all the time


@kernel
def simulate(
    tree: Tree,
    scratch: Scratch,
    views: NDArray[Any],
    settings: NDArray[Any],
    random: Random,
    simulations: int,
    hidden: int,
) -> None:
    """Run that many simulations from what `views[0]` shows, searching as `settings[0]` says."""
    path, rewards, wins, points = scratch.path, scratch.rewards, scratch.wins, scratch.points
    for _simulation in range(simulations):
        state = scratch.states[0]
        if hidden != NOTHING_HIDDEN:
            sample(views[0], random, state)
        else:
            copy_record(views[0], state)
        options = settings[0]
        searcher = seat(state)
        habit = options.habit if options.by_looks > 0.0 and chance(random) < options.by_looks else 0.0
        foreseen = is_foreseen(options)  # then the answers of others hang on all that has turned up, and are looked for early
        judged_of_others = options.foreseen if foreseen else options.judged
        node = ROOT
        length = 1
        path[0] = ROOT
        while not is_over(state) and (node == ROOT or tree.visits[node] >= options.ripe) and length < DEEPEST - 1:
            if hidden == SECRET:
                child = _choose_hidden(tree, scratch, node, state, options, random)
            else:
                if hidden == HIDDEN_FROM_ALL and node != ROOT:
                    node = outcome_of(tree, node, turned_up(state, foreseen and seat(state) != searcher))
                    if node == NO_NODE:
                        break  # no room for more nodes
                    path[length] = node
                    length += 1
                    if tree.visits[node] < options.ripe:
                        break
                player = seat(state)
                if tree.first[node] == NO_NODE:
                    expand(tree, scratch, node, state, options, random)
                elif node != ROOT and tree.visits[node] == (options.judged if player == searcher else judged_of_others):
                    judge(tree, scratch, node, state, False, options)
                child = _choose(tree, node, player, 0.0 if player == searcher else habit, options)
            if child == NO_NODE:
                break  # no room for more nodes
            play(state, int(tree.move[child]))
            node = child
            path[length] = node
            length += 1
        finish(state, options, random, scratch.score, rewards, wins, points)
        for step in range(length):
            node = int(path[step])
            tree.visits[node] += 1
            for player in range(rewards.shape[0]):
                tree.rewards[node, player] += rewards[player]
                tree.wins[node, player] += wins[player]
                tree.points[node, player] += points[player]


# ---------------------------------------------------------------- which way to go


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
def _choose(tree: Tree, node: int, player: int, habit: float, options: State) -> int:
    """The child to go to when all moves are known, or NO_NODE if there is none. `habit`: how far the player goes by looks."""
    if options.prior > 0.0:
        return _choose_by_looks(tree, node, player, habit, options)
    log_chances = _log(int(tree.visits[node]))
    room = _room(tree, node, options)
    best = NO_NODE
    best_worth = -np.inf
    child = int(tree.first[node])
    while child != NO_NODE and room > 0:
        if tree.visits[child] == 0 and options.first_play >= UNTRIED:
            return child  # the best looking of those that come first of all
        worth = _worth(tree, child, player, log_chances, options) + habit * tree.looks[child]
        if worth > best_worth:
            best, best_worth = child, worth
        child = int(tree.next[child])
        room -= 1
    return best


@kernel
def _choose_by_looks(tree: Tree, node: int, player: int, habit: float, options: State) -> int:
    """The same where the doubt about a move goes by its looks: those that look bad are seldom tried, or never.

    Of the moves that were never tried the first, the best looking, is worth most; after it only those count that were tried.
    """
    best = NO_NODE
    best_worth = -np.inf
    child = int(tree.first[node])
    if child == NO_NODE:
        return best
    visits = max(float(tree.visits[node]), 1.0)
    expected = tree.rewards[node, player] / visits  # of a move that was never tried
    weight = options.prior * np.sqrt(visits)
    finest = tree.looks[child]
    to_come = int(tree.visits[node])  # visits of the children that are still to be looked at, at the most
    met_new = False
    while child != NO_NODE and not (met_new and to_come <= 0):
        tried = float(tree.visits[child])
        if tried > 0.0 or not met_new:
            distance = 1.0 + max(finest - tree.looks[child], 0.0) / options.behind
            worth = tree.rewards[child, player] / tried if tried > 0.0 else expected
            worth += weight / (distance * distance * (1.0 + tried)) + habit * tree.looks[child]
            if worth > best_worth:
                best, best_worth = child, worth
        met_new = met_new or tried == 0.0
        to_come -= int(tree.visits[child])
        child = int(tree.next[child])
    return best


@kernel
def _choose_hidden(tree: Tree, scratch: Scratch, node: int, state: State, options: State, random: Random) -> int:
    """The child to go to among those whose move is legal in this sample; one is added while there is room for more."""
    listed, met, slots, stamps = scratch.listed, scratch.met, scratch.slots, scratch.stamps
    count = min(moves(state, listed), SLOTS // 2)
    scratch.clock[0] += 1
    now = scratch.clock[0]
    for index in range(count):
        slot = slot_of(scratch, int(listed[index]))
        slots[slot] = index + 1
        stamps[slot] = now
    known = 0
    last = NO_NODE
    child = int(tree.first[node])
    while child != NO_NODE:
        slot = slot_of(scratch, int(tree.move[child]))
        if stamps[slot] == now:
            slots[slot] = -slots[slot]
            tree.chances[child] += 1
            met[known] = child
            known += 1
        last = child
        child = int(tree.next[child])
    has_room = known < count and known < _room(tree, node, options) and not is_full(tree, 1)
    if has_room and (options.first_play >= UNTRIED or options.widening > 0.0):
        return append_new(tree, scratch, node, last, count, state, options, random)
    player = seat(state)
    best = NO_NODE
    best_worth = -np.inf
    for index in range(known):
        child = int(met[index])
        worth = _worth(tree, child, player, _log(int(tree.chances[child])), options)
        if worth > best_worth:
            best, best_worth = child, worth
    if has_room and best_worth < options.first_play:
        best = append_new(tree, scratch, node, last, count, state, options, random)
    return best
