"""Outlines of cells."""

import re

import pytest

from bottega.svg import outline


def area(data: str) -> float:
    """Of the loops of an outline: what runs clockwise counts, what runs the other way is taken off."""
    total = 0.0
    for loop in data.split("Z")[:-1]:
        x, y = map(float, re.findall(r"-?[\d.]+", loop)[:2])
        for way, number in re.findall(r"([HV])(-?[\d.]+)", loop):
            if way == "H":
                total -= (float(number) - x) * y
                x = float(number)
            else:
                y = float(number)
        start = float(re.findall(r"-?[\d.]+", loop)[0])
        total -= (start - x) * y
    return total


@pytest.mark.parametrize(
    ("picture", "loops", "sides", "turns"),  # turns to the right, less those to the left
    [
        ("#", 1, 4, 4),
        ("##/.#", 1, 8, 4),
        ("#./.#", 2, 8, 8),  # they touch at a corner alone
        ("###/#.#/###", 2, 16, 0),  # with a hole
        ("##./#.#/###", 1, 16, 4),  # the hole opens at a corner
    ],
)
def test_outlines_follow_the_cells(picture: str, loops: int, sides: int, turns: int) -> None:
    cells = {(x - 1, y - 1) for y, row in enumerate(picture.split("/")) for x, mark in enumerate(row) if mark == "#"}
    assert outline(cells, 40).count("M") == loops
    assert area(outline(cells, 40)) == len(cells) * 40 * 40
    assert area(outline(cells, 40, 2)) == len(cells) * 40 * 40 - sides * 40 * 2 + turns * 2 * 2
