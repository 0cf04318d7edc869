"""The tree of a search: a struct of arrays with a fixed number of nodes, so that its memory is bounded.

A node stands for what has been seen happen since the root: a sequence of moves. The children of a node form a list, best
looking first; where moves are hidden until they are made (another seat's hand), more children join it later. Where chance turns
something up for everybody to see, moves and outcomes take turns: a move is followed by outcomes, and an outcome by moves.

Nodes that are not in use are zeros if possible, so that little has to be written when a position with hundreds of moves gets
its children, most of which are never visited.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import allocating_kernel, kernel

NO_NODE = 0
ROOT = 1
MOST_SEATS = 4
WIPED = 250_000  # nodes that are made zeros at once when they go out of use: a few milliseconds


class Tree(NamedTuple):
    """Arrays over the nodes; the first `used[0]` of them are in use, NO_NODE among them."""

    used: NDArray[np.int32]  # [2] how many that is; how many nodes are not known to be zeros
    first: NDArray[np.int32]  # [node] first child or NO_NODE
    next: NDArray[np.int32]  # [node] next child of the same parent or NO_NODE
    move: NDArray[np.int32]  # [node] the move that leads here, or the outcome: a number below 0
    visits: NDArray[np.int32]  # [node] simulations that came through
    chances: NDArray[np.int32]  # [node] simulations that could have come here from its parent
    looks: NDArray[np.float32]  # [node] how good the move looked at a glance
    rewards: NDArray[np.float32]  # [node, seat] sum of what the search goes by
    wins: NDArray[np.float32]  # [node, seat] sum of the shares of wins
    points: NDArray[np.float32]  # [node, seat] sum of the final points
    where: NDArray[np.int32]  # [node] working memory of `keep_subtree`


def new_tree(memory: int) -> Tree:
    """An empty tree that takes at most that many bytes: the system hands out the memory when it is first written to."""
    node_bytes = 4 * 7 + 4 * 3 * MOST_SEATS
    nodes = max(1024, memory // node_bytes)

    def ints() -> NDArray[np.int32]:
        return np.zeros(nodes, np.int32)

    def sums() -> NDArray[np.float32]:
        return np.zeros((nodes, MOST_SEATS), np.float32)

    tree = Tree(
        np.zeros(2, np.int32), ints(), ints(), ints(), ints(), ints(), np.zeros(nodes, np.float32), sums(), sums(), sums(), ints()
    )
    clear(tree)
    return tree


@kernel
def clear(tree: Tree) -> None:
    """Leave nothing but an unvisited root."""
    _leave(tree, ROOT)
    add_node(tree, 0, 0.0)


@kernel
def _leave(tree: Tree, first: int) -> None:
    """Take all nodes from that one on out of use."""
    tree.used[0] = first
    if tree.used[1] - first <= WIPED:
        _wipe(tree, first, int(tree.used[1]))
        tree.used[1] = first


@kernel
def _wipe(tree: Tree, first: int, end: int) -> None:
    tree.first[first:end] = 0
    tree.next[first:end] = 0
    tree.move[first:end] = 0
    tree.visits[first:end] = 0
    tree.chances[first:end] = 0
    tree.looks[first:end] = 0
    tree.rewards[first:end, :] = 0
    tree.wins[first:end, :] = 0
    tree.points[first:end, :] = 0


@kernel
def is_full(tree: Tree, more: int) -> bool:
    """Whether there is no room for that many more nodes."""
    return int(tree.used[0]) + more > len(tree.first)


@kernel
def add_node(tree: Tree, move: int, looks: float) -> int:
    """A node without parent, children and visits; there is room for it."""
    node = int(tree.used[0])
    tree.used[0] = node + 1
    if node < tree.used[1]:
        _wipe(tree, node, node + 1)
    else:
        tree.used[1] = node + 1
    tree.move[node] = move
    tree.looks[node] = looks
    return node


@kernel
def child_by_move(tree: Tree, node: int, move: int) -> int:
    """The child that the move leads to, or NO_NODE."""
    child = int(tree.first[node])
    while child != NO_NODE and tree.move[child] != move:
        child = int(tree.next[child])
    return child


@kernel
def outcome(turned: int) -> int:
    """What stands in place of a move where chance has turned that up."""
    return -1 - turned


@kernel
def children(tree: Tree, node: int, out: NDArray[np.int32]) -> int:
    """Write the children of a node to `out`, which has room for all nodes in use, and count them."""
    count = 0
    child = int(tree.first[node])
    while child != NO_NODE:
        out[count] = child
        count += 1
        child = int(tree.next[child])
    return count


@kernel
def line_from(tree: Tree, node: int, out: NDArray[np.int32]) -> int:
    """Write the moves of the most visited line, from the move that leads to the node on, to `out`; returns its length.

    It ends where chance has turned up now this and now that.
    """
    length = 0
    while node != NO_NODE and tree.visits[node] > 0 and length < len(out):
        if tree.move[node] >= 0:
            out[length] = tree.move[node]
            length += 1
        best = int(tree.first[node])
        if best != NO_NODE and tree.move[best] < 0 and tree.next[best] != NO_NODE:
            return length
        child = best
        while child != NO_NODE:
            if tree.visits[child] > tree.visits[best]:
                best = child
            child = int(tree.next[child])
        node = best
    return length


@allocating_kernel
def keep_subtree(tree: Tree, root: int) -> None:
    """Make that node the root and forget all that is not below it, in place.

    Nodes are numbered in the order in which they were added, parents before children: moved down in that order, none
    overwrites one that is still to be moved.
    """
    used = int(tree.used[0])
    where = tree.where
    where[root:used] = NO_NODE
    where[root] = ROOT
    kept = ROOT
    for node in range(root, used):
        if where[node] == NO_NODE:
            continue
        child = int(tree.first[node])
        while child != NO_NODE:
            where[child] = child  # marked; its place comes when its turn comes
            child = int(tree.next[child])
    for node in range(root, used):
        if where[node] != NO_NODE:
            where[node] = kept
            kept += 1
    for node in range(root, used):
        place = int(where[node])
        if place == NO_NODE:
            continue
        first, following = int(tree.first[node]), int(tree.next[node])
        tree.first[place] = where[first] if first != NO_NODE else NO_NODE
        tree.next[place] = where[following] if following != NO_NODE and node != root else NO_NODE
        tree.move[place] = tree.move[node]
        tree.visits[place] = tree.visits[node]
        tree.chances[place] = tree.chances[node]
        tree.looks[place] = tree.looks[node]
        tree.rewards[place, :] = tree.rewards[node]
        tree.wins[place, :] = tree.wins[node]
        tree.points[place, :] = tree.points[node]
    _leave(tree, kept)


def memory_in_use(tree: Tree) -> int:
    """How many bytes of the arrays have been written to, at the most."""
    arrays: tuple[NDArray[Any], ...] = tree[1:]
    return sum(array.itemsize * (array.size // len(array)) for array in arrays) * int(tree.used[0])
