"""A search that can be asked again and again in the course of a game."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.game import View
from bottega.kernels import random_numbers
from bottega.search import mcts
from bottega.search.settings import Settings
from bottega.search.tree import NO_NODE, ROOT, Tree, child_by_move, clear, keep_subtree, new_tree

DEFAULT_MEMORY = 2**30  # bytes
ROOM = 1 << 15  # legal moves that a search looks at in one position
SLICE = 0.005  # seconds of compiled code between two looks at the clock, and at Ctrl-C


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
        self._root: tuple[str, int, bool, tuple[int, ...]] | None = (
            None  # game, viewer, whether hidden, past: what the tree is about
        )
        self.simulations = 0  # made for the last answer

    def think(self, view: View, simulations: int | None = None, seconds: float | None = None) -> None:
        """Search until one of the limits is reached; there is at least one."""
        if simulations is None and seconds is None:
            raise ValueError("a search needs a limit: a number of simulations, a time in seconds, or both")
        end = time.monotonic() + (float("inf") if seconds is None else seconds)
        state = view.state
        views = np.array([state], state.dtype)
        is_hidden = self._is_hidden(view)
        tree = self._prepare(view, views, is_hidden)
        self.simulations = 0
        portion = 16
        while True:
            if simulations is not None:
                portion = min(portion, simulations - self.simulations)
            if portion <= 0:
                return
            begin = time.monotonic()
            mcts.simulate(
                tree,
                self._scratch,
                views,
                self._settings,
                self._random,
                portion,
                is_hidden,
                len(view.seats),
                len(view.spec.score_parts),
            )
            self.simulations += portion
            now = time.monotonic()
            if now >= end:
                return
            rate = portion / max(now - begin, 1e-6)
            portion = max(1, min(2 * portion, int(rate * min(SLICE, end - now))))

    def _is_hidden(self, view: View) -> bool:
        """Whether the viewer does not know everything: then samples differ."""
        return any(view.sample(seed).state.tobytes() != view.to_bytes() for seed in range(3))

    def _prepare(self, view: View, views: NDArray[Any], is_hidden: bool) -> Tree:
        """The tree below what has happened since the last time, if that is in it; else an empty one."""
        if self._tree is None:
            self._tree = new_tree(self._memory)
            self._scratch = mcts.new_scratch(views.dtype, ROOM)
        tree = self._tree
        old, self._root = self._root, (view.spec.name, view.viewer, is_hidden, view.past)
        node = NO_NODE
        if old is not None and old[:3] == self._root[:3] and view.past[: len(old[3])] == old[3]:
            node = ROOT
            for move in view.past[len(old[3]) :]:
                node = child_by_move(tree, node, move) if node != NO_NODE else NO_NODE
        if node == NO_NODE:
            clear(tree)
        elif node != ROOT:
            keep_subtree(tree, node)
            if not is_hidden:
                mcts.complete_root(tree, self._scratch, views, self._settings)
        return tree

    def found(self, view: View) -> list[Found]:
        """What the last `think` about this view found, most visited first. Moves that were never tried come last."""
        tree = self._tree
        assert tree is not None, "think first"
        children = []
        child = int(tree.first[ROOT])
        legal = set(view.legal())
        while child != NO_NODE:
            if int(tree.move[child]) in legal:
                children.append(child)
            child = int(tree.next[child])
        seats = len(view.seats)
        children.sort(key=lambda node: (-int(tree.visits[node]), -float(tree.wins[node, view.viewer]), int(tree.move[node])))
        return [
            Found(
                int(tree.move[node]),
                int(tree.visits[node]),
                tuple((tree.wins[node, :seats] / max(1, int(tree.visits[node]))).tolist()),
                tuple((tree.points[node, :seats] / max(1, int(tree.visits[node]))).tolist()),
                self._line(tree, node),
            )
            for node in children
        ]

    def _line(self, tree: Tree, node: int) -> tuple[int, ...]:
        """The most visited moves from this node on."""
        line = []
        while node != NO_NODE and tree.visits[node] > 0:
            line.append(int(tree.move[node]))
            best, child = NO_NODE, int(tree.first[node])
            while child != NO_NODE:
                if best == NO_NODE or tree.visits[child] > tree.visits[best]:
                    best = child
                child = int(tree.next[child])
            node = best
        return tuple(line)
