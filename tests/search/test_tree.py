"""The tree of a search: lists of children, and keeping a part of it."""

from typing import Any

import numpy as np
import pytest

from bottega.search.tree import (
    NO_NODE,
    ROOT,
    WIPED,
    Tree,
    add_node,
    child_by_move,
    clear,
    is_full,
    keep_subtree,
    memory_in_use,
    new_tree,
)


def grown(seed: int, nodes: int) -> Tree:
    """A random tree whose visits number its nodes."""
    random = np.random.default_rng(seed)
    tree = new_tree(nodes * 80)
    clear(tree)
    for number in range(1, nodes):
        parent = int(random.integers(ROOT, ROOT + number))
        child = add_node(tree, number, number / 2)
        tree.visits[child] = number
        tree.wins[child, :] = number
        last = int(tree.first[parent])
        if last == NO_NODE:
            tree.first[parent] = child
        else:
            while tree.next[last] != NO_NODE:
                last = int(tree.next[last])
            tree.next[last] = child
    return tree


def nested(tree: Tree, node: int) -> tuple[Any, ...]:
    """The part of the tree below a node, as nested tuples."""
    children = []
    child = int(tree.first[node])
    while child != NO_NODE:
        children.append(nested(tree, child))
        child = int(tree.next[child])
    return (int(tree.visits[node]), float(tree.looks[node]), tree.wins[node].tolist(), children)


def size(part: tuple[Any, ...]) -> int:
    return 1 + sum(size(child) for child in part[3])


def test_a_kept_subtree_is_what_it_was() -> None:
    for seed in range(20):
        tree = grown(seed, 60)
        root = ROOT + seed * 2 + 1
        before = nested(tree, root)
        keep_subtree(tree, root)
        assert nested(tree, ROOT) == before
        assert tree.next[ROOT] == NO_NODE
        assert int(tree.used[0]) == ROOT + size(before)


@pytest.mark.parametrize("nodes", [60, WIPED + 60])
def test_nodes_are_new_when_they_are_used_again(nodes: int) -> None:
    tree = new_tree(2 * nodes * 80)
    for number in range(1, nodes):
        node = add_node(tree, number, 1.0)
        for array in tree[1:-1]:
            array[node] = number
    clear(tree)
    assert tree.visits[NO_NODE] == 0
    for number in range(1, nodes + 10):
        node = add_node(tree, number, 0.5)
        for array in (tree.first, tree.next, tree.visits, tree.chances, tree.rewards, tree.wins, tree.points):
            assert not np.any(array[node])
        assert (tree.move[node], tree.looks[node]) == (number, 0.5)


def test_children_are_found_by_their_move() -> None:
    tree = grown(3, 40)
    child = int(tree.first[ROOT])
    assert child_by_move(tree, ROOT, int(tree.move[child])) == child
    assert child_by_move(tree, ROOT, 999) == NO_NODE


def test_memory_is_bounded() -> None:
    tree = new_tree(1_000_000)
    while not is_full(tree, 1):
        add_node(tree, 0, 0.0)
    assert 900_000 < memory_in_use(tree) <= 1_000_000
    assert is_full(tree, 1)
    clear(tree)
    assert not is_full(tree, 1)
