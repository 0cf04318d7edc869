"""A search that can be asked again and again in the course of a game."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.game import View
from bottega.kernels import SECRETS, play, random_numbers, seat, turned_up
from bottega.search.growing import DEEPEST, is_foreseen, look_anew, new_scratch
from bottega.search.mcts import HIDDEN_FROM_ALL, NOTHING_HIDDEN, SECRET, simulate
from bottega.search.past import as_it_was
from bottega.search.settings import Settings
from bottega.search.tree import NO_NODE, ROOT, Tree, child_by_move, children, clear, keep_subtree, line_from, new_tree, outcome

DEFAULT_MEMORY = 2**30  # bytes
ROOM = 1 << 15  # legal moves that a search looks at in one position
SLICE = 0.005  # seconds of compiled code between two looks at the clock, and at Ctrl-C
#: Simulations between two looks at whether the choice is settled: a fixed number, or answers would depend on the clock
CHECKED = 512
#: A tree is kept from move to move if it has no more nodes than this, and this for each second there is to think: moving
#: ten million takes about half a second.
KEPT, KEPT_A_SECOND = 250_000, 10_000_000
SURE = 40  # samples that agree by chance less than once in 10^11 times


@dataclass(frozen=True)
class Found:
    """One move as the search sees it."""

    move: int
    visits: int
    wins: tuple[float, ...]  # [seat] chance to win
    points: tuple[float, ...]  # [seat] expected points
    line: tuple[int, ...]  # the moves that would follow, this one first


class Search:
    """Monte Carlo tree search for one seat. Its tree is kept from move to move.

    With a seed and a number of simulations the answer is always the same; with a time limit it depends on the machine.
    """

    def __init__(self, settings: Settings, seed: int, memory: int = DEFAULT_MEMORY) -> None:
        self._settings = settings.record()
        self._random = random_numbers(seed)
        self._memory = memory
        self._tree: Tree | None = None
        #: What the tree is about: what the viewer saw, how much of it was hidden, and whether answers hang on all that turned up
        self._root: tuple[View, int, bool] | None = None
        self.simulations = 0  # made for the last answer

    def think(
        self,
        view: View,
        simulations: int | None = None,
        seconds: float | None = None,
        settle: bool = False,
        by_looks: float = 0.0,
    ) -> None:
        """Search until one of the limits is reached; there is at least one.

        To `settle` is to stop as soon as no other move can overtake the first one within the limits: the choice is the same.
        `by_looks`: how likely it is that the other seats play what looks best one move ahead, whatever a search would say. If
        that is certain, their answers are told apart by all that they see.
        """
        if simulations is None and seconds is None:
            raise ValueError("a search needs a limit: a number of simulations, a time in seconds, or both")
        self._settings["by_looks"] = by_looks
        end = time.monotonic() + (float("inf") if seconds is None else seconds)
        state = view.state
        views = np.array([state], state.dtype)
        hidden = _hidden(view)
        tree = self._prepare(view, views, hidden, KEPT + KEPT_A_SECOND * (float("inf") if seconds is None else seconds))
        start = time.monotonic()  # of the simulations: to move the tree may have taken a while
        self.simulations = 0
        portion = 16
        while True:
            if simulations is not None:
                portion = min(portion, simulations - self.simulations)
            if settle:
                portion = min(portion, CHECKED - self.simulations % CHECKED)
            if portion <= 0:
                return
            begin = time.monotonic()
            simulate(
                tree,
                self._scratch,
                views,
                self._settings,
                self._random,
                portion,
                hidden,
            )
            self.simulations += portion
            now = time.monotonic()
            if now >= end:
                return
            if settle and self.simulations % CHECKED == 0:
                to_come = self.simulations / max(now - start, 1e-6) * (end - now)
                if simulations is not None:
                    to_come = min(to_come, simulations - self.simulations)
                if self._is_settled(view, to_come):
                    return
            rate = portion / max(now - begin, 1e-6)
            portion = max(1, min(2 * portion, int(rate * min(SLICE, end - now))))

    def _is_settled(self, view: View, to_come: float) -> bool:
        """Whether that many more simulations cannot change the choice."""
        assert self._tree is not None
        visits = self._tree.visits[self._ranked(view)[:2]]
        return len(visits) == 1 or visits[0] - visits[1] > to_come

    def _prepare(self, view: View, views: NDArray[Any], hidden: int, largest: float) -> Tree:
        """The tree below what has happened since the last time, if that is in it and not too large to move; else an empty one."""
        if self._tree is None:
            self._tree = new_tree(self._memory)
            self._scratch = new_scratch(views.dtype, len(view.seats), len(view.spec.score_parts), ROOM)
        tree = self._tree
        fully = is_foreseen(self._settings[0])
        old, self._root = self._root, (view, hidden, fully)
        course = _course(old[0], view, hidden, fully) if old is not None and old[1:] == (hidden, fully) else None
        node = NO_NODE if course is None else ROOT
        for step in course or ():
            node = child_by_move(tree, node, step) if node != NO_NODE else NO_NODE
        if node == NO_NODE or (node != ROOT and tree.used[0] > largest):
            clear(tree)
        elif node != ROOT:
            keep_subtree(tree, node)
            look_anew(tree, self._scratch, views, self._settings, self._random, hidden == SECRET)
        return tree

    def best(self, view: View) -> int:
        """The move that the last `think` about this view came back to most often."""
        assert self._tree is not None, "think first"
        return int(self._tree.move[self._ranked(view)[0]])

    def _ranked(self, view: View) -> NDArray[np.int32]:
        """The children of the root whose moves are legal, most visited first."""
        tree = self._tree
        assert tree is not None, "think first"
        room = np.empty(ROOM, np.int32)
        nodes = room[: children(tree, ROOT, room)]
        nodes = nodes[np.isin(tree.move[nodes], view.legal())]  # what is not legal now was so in an earlier, less certain view
        ranks: NDArray[np.int32] = nodes[np.lexsort((tree.move[nodes], -tree.rewards[nodes, view.viewer], -tree.visits[nodes]))]
        return ranks

    def found(self, view: View) -> list[Found]:
        """What the last `think` about this view found, most visited first. Moves that were never tried come last."""
        tree = self._tree
        assert tree is not None, "think first"
        nodes = self._ranked(view)
        visits = tree.visits[nodes]
        shares = np.maximum(visits, 1)[:, None]
        wins = (tree.wins[nodes, : len(view.seats)] / shares).tolist()
        points = (tree.points[nodes, : len(view.seats)] / shares).tolist()
        return [
            Found(int(tree.move[node]), int(visits[rank]), tuple(wins[rank]), tuple(points[rank]), self._line(tree, node))
            for rank, node in enumerate(nodes.tolist())
        ]

    def _line(self, tree: Tree, node: int) -> tuple[int, ...]:
        out = np.empty(DEEPEST, np.int32)
        return tuple(out[: line_from(tree, node, out)].tolist())


# ---------------------------------------------------------------- from one decision to the next


def _hidden(view: View) -> int:
    """How much the viewer does not know: if anything, samples differ."""
    if all(view.sample(seed).state.tobytes() == view.to_bytes() for seed in range(SURE)):
        return NOTHING_HIDDEN
    return SECRET if turned_up(view.state, False) == SECRETS else HIDDEN_FROM_ALL


def _course(old: View, view: View, hidden: int, fully: bool) -> list[int] | None:
    """The way through the tree from what the old view shows to what this one shows; None if there is none or none is found."""
    done = len(old.past)
    if (old.spec.name, old.viewer) != (view.spec.name, view.viewer) or view.past[:done] != old.past:
        return None
    made = view.past[done:]
    if not made and old != view:
        return None  # the same moves in another game
    if hidden != HIDDEN_FROM_ALL or not made:
        return list(made)
    state = as_it_was(old.state, view.state, view.viewer, made, np.zeros(ROOM, np.int32), random_numbers(0))
    if state is None:
        return None
    course = []
    for move in made:
        play(state, move)
        course += [move, outcome(turned_up(state, fully and seat(state) != view.viewer))]
    return course
