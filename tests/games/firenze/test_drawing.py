"""Pictures of Firenze show what is on the table, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bottega
from bottega.errors import BottegaError
from bottega.game import Position
from bottega.games.firenze.drawing import ARTIST
from bottega.games.firenze.overlays import sandwiched_last
from bottega.svg import Box, Drawing, Look, outline

GAMES_PLAYED = sorted((Path(__file__).parents[2] / "data" / "firenze").glob("playthrough-*.txt"))
WARM = Look(ARTIST.themes["warm"])

Cell = tuple[int, int]


def position(game: int, moves: int | None = None) -> Position:
    """One of the games of the test data after so many moves, or at its end."""
    first, *lines = GAMES_PLAYED[game].read_text().splitlines()
    options = dict(word.split("=") for word in first.split()[2:])
    played = bottega.game("firenze", **options).start(seed=0)
    for text in [line.removeprefix("play ") for line in lines if line.startswith("play ")][:moves]:
        played.play(text)
    return played


def drawn(table: Position, look: Look = WARM) -> Drawing:
    return ARTIST.board(table.state, table.past, look)


def read_move(text: str) -> tuple[dict[Cell, str], set[Cell]]:
    """The squares and the pyramids of a move, read from its text alone."""
    letters, x, y, way = re.findall(r"^([WPG]{2})@(-?\d+),(-?\d+)([hv])", text)[0]
    first = (int(x), int(y))
    second = (first[0] + (way == "h"), first[1] + (way == "v"))
    return {first: letters[0], second: letters[1]}, {(int(a), int(b)) for a, b in re.findall(r"\^(-?\d+),(-?\d+)", text)}


def tiles(table: Position) -> dict[Cell, str]:
    return {cell: letter for text in table.history for cell, letter in read_move(text)[0].items()}


def pyramids(table: Position) -> set[Cell]:
    return set().union(*(read_move(text)[1] for text in table.history))


def uses(svg: str, symbol: str) -> Iterator[tuple[str, Cell]]:
    """Where a symbol is put: what the pattern catches of its name, and the cell."""
    for name, transform in re.findall(rf'<use href="#f[wdc]-({symbol})"(?: transform="translate\(([^)]*)\))?', svg):
        x, y = map(float, (transform or "0 0").split())
        yield name, (int(x // 40), int(y // 40))


@pytest.mark.parametrize("theme", ARTIST.themes)
@pytest.mark.parametrize("game", range(len(GAMES_PLAYED)))
def test_a_full_game_is_one_valid_small_file(game: int, theme: str) -> None:
    table = position(game)
    svg = drawn(table, Look(ARTIST.themes[theme])).document("Firenze")
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) == set(ids)
    assert len(svg.encode()) < 60_000 * (2 if len(table.history) > 60 else 1)
    assert drawn(Position.from_bytes(table.to_bytes()), Look(ARTIST.themes[theme])).document("Firenze") == svg


@pytest.mark.parametrize("game", range(len(GAMES_PLAYED)))
@pytest.mark.parametrize("moves", [1, 2, 25, None])
def test_every_tile_lies_where_it_was_laid(game: int, moves: int | None) -> None:
    table = position(game, moves)
    svg = drawn(table).body
    squares = [(cell, name[0]) for name, cell in uses(svg, r"[WPG]\d+")]
    assert sorted(squares) == sorted(tiles(table).items())
    assert {cell for _name, cell in uses(svg, "pyramid")} == pyramids(table)
    frames = [(cell, "h" if name == "2x1" else "v") for name, cell in uses(svg, "2x1|1x2")]
    assert sorted(frames) == sorted((next(iter(read_move(text)[0])), text.split("^")[0][-1]) for text in table.history)


def test_the_picture_is_cropped_to_the_tiles_with_a_margin_of_one_square() -> None:
    table = position(0, 30)
    columns, rows = zip(*tiles(table), strict=True)
    assert min(columns) < 0 > min(rows)
    assert drawn(table).box == Box(
        (min(columns) - 1) * 40, (min(rows) - 1) * 40, (max(columns) - min(columns) + 3) * 40, (max(rows) - min(rows) + 3) * 40
    )


def test_an_empty_table_shows_the_first_place() -> None:
    empty = drawn(position(0, 0))
    assert empty.box == Box(-40, -40, 160, 120)
    assert outline([(0, 0), (1, 0)], 40, 1) in empty.body
    assert "<use" not in empty.body


def test_the_cuts_of_a_marble_are_mixed_and_do_not_move() -> None:
    early, late = (Counter(re.findall(r"<use[^>]*>", drawn(position(3, moves)).body)) for moves in (20, 40))
    assert early <= late
    cuts = Counter(name for name, _cell in uses(drawn(position(3)).body, r"[WPG]\d+"))
    assert len(cuts) == 16
    assert max(cuts.values()) < 20


def test_every_marble_has_a_pattern_of_its_own() -> None:
    for theme in ARTIST.themes.values():
        shapes = []
        for letter in "WPG":
            symbols = ARTIST.piece(letter, Look(theme)).symbols
            (marble,) = (text for name, text in symbols.items() if re.fullmatch(rf"f.-{letter}\d+", name))
            plain, *pattern = re.findall(r' d="([^"]*)"', marble)
            assert pattern
            shapes.append((plain, *pattern))
        assert len({plain for plain, *_pattern in shapes}) == 1
        assert len(set(shapes)) == 3


# ---------------------------------------------------------------- marks and overlays


def marks(drawing: Drawing, colour: str) -> str:
    """The lines of a colour."""
    return "".join(re.findall(rf'<path d="([^"]*)"[^>]* stroke="{colour}"', drawing.body))


def test_the_last_move_is_marked_with_its_pyramids() -> None:
    table = position(0)
    last = next(turn for turn in range(60, 0, -1) if "^" in table.history[turn - 1])
    table = position(0, last)
    squares, covered = read_move(table.history[-1])
    lines = marks(drawn(table), WARM.theme.mark)
    assert lines.startswith(outline(squares, 40))
    assert lines.count("M") == 1 + len(covered)
    for x, y in covered:
        assert f"M{x * 40 + 3.5:g} {y * 40 + 3.5:g}" in lines
    assert WARM.theme.mark not in drawn(table, Look(WARM.theme, has_mark=False)).body
    assert WARM.theme.mark not in drawn(position(0, 0)).body


def test_coordinates_are_those_of_the_notation() -> None:
    table = position(0, 12)
    columns, rows = zip(*tiles(table), strict=True)
    picture = drawn(table, Look(WARM.theme, has_coordinates=True))
    numbers = [
        (int(element.text or ""), float(element.get("x", "")), float(element.get("y", "")))
        for element in ElementTree.fromstring(picture.document("Firenze")).iter("{http://www.w3.org/2000/svg}text")
    ]
    along, down = range(min(columns) - 1, max(columns) + 2), range(min(rows) - 1, max(rows) + 2)
    assert [number for number, _x, _y in numbers] == [*along, *down]
    assert all(x == number * 40 + 20 for number, x, _y in numbers[: len(along)])
    assert all(number * 40 < y < number * 40 + 40 for number, _x, y in numbers[len(along) :])
    assert picture.box == drawn(table).box.padded(20)


@pytest.mark.parametrize("moves", [0, 1, 30, 60])
def test_legal_places_have_dots(moves: int) -> None:
    table = position(1, moves)
    picture = drawn(table, Look(WARM.theme, legal=True, has_mark=False))
    dots = {(int(float(x) // 40), int(float(y) // 40)) for x, y in re.findall(r"M(\S+) (\S+)h\.01", picture.body)}
    assert dots == {cell for text in table.moves() for cell in read_move(text)[0]}
    box = picture.box
    assert all(box.x <= x * 40 <= box.x + box.width - 40 and box.y <= y * 40 <= box.y + box.height - 40 for x, y in dots)


@pytest.mark.parametrize("game", range(len(GAMES_PLAYED)))
@pytest.mark.parametrize("moves", [20, None])
def test_groups_that_count_have_their_size(game: int, moves: int | None) -> None:
    table = position(game, moves)
    picture = drawn(table, Look(WARM.theme, worth=True))
    plain = drawn(table)
    assert picture.box == plain.box
    colours = {WARM.theme.colours[letter]: letter for letter in "WPG"}
    sizes: dict[str, list[int]] = {letter: [] for letter in "WPG"}
    for colour, size in re.findall(r'<text[^>]* fill="(#\w+)">(\d+)</text>', picture.body):
        sizes[colours[colour]].append(int(size))
    seats = {"white": "W", "pink": "P", "green": "G"}
    for name, (count, largest) in zip(table.seats, table.scores(), strict=True):
        found = sizes.pop(seats[name.lower()])
        assert len(found) == count
        assert all(size >= 3 for size in found)
        assert not found or max(found) == largest
    assert not any(sizes.values())  # nobody plays the neutral colour


def test_sandwiched_squares_are_those_that_could_be_covered() -> None:
    found = 0
    for turn in range(1, 40):
        before, after = position(3, turn - 1), position(3, turn)
        placement = after.history[-1].split("^")[0]
        choices = [read_move(text)[1] for text in before.moves() if text.split("^")[0] == placement]
        sandwiched = set().union(*choices)
        assert set(sandwiched_last(after.state)) == sandwiched
        lines = marks(drawn(after, Look(WARM.theme, threats=True)), WARM.theme.bad)
        assert lines.count("M") == 4 * len(sandwiched)
        found += len(sandwiched)
    assert found > 3


def test_candidates_are_ghosts_with_their_chance() -> None:
    table = position(0, 9)
    best = next(text for text in table.moves() if "^" in text)
    other = next(text for text in reversed(table.moves()) if not read_move(text)[0].keys() & read_move(best)[0].keys())
    same_place = best.split("^")[0]
    picture = drawn(table, Look(WARM.theme, has_mark=False, candidates=((best, 0.614), (same_place, 0.6), (other, 0.4))))
    assert re.findall(r">(\d+%)<", picture.body) == ["40%", "61%"]  # the best on top; what it hides is left out
    ghosts = re.findall(r'<g opacity="([^"]*)">(.*?)</g>', picture.body)
    assert float(ghosts[0][0]) < float(ghosts[1][0])
    for (_opacity, ghost), text in zip(ghosts, (other, best), strict=True):
        squares, covered = read_move(text)
        assert {cell: name[0] for name, cell in uses(ghost, r"[WPG]\d+")} == squares
        assert {cell for _name, cell in uses(ghost, "pyramid")} == covered
        for x, y in squares:
            assert picture.box.x <= (x - 1) * 40 <= picture.box.x + picture.box.width - 120
            assert picture.box.y <= (y - 1) * 40 <= picture.box.y + picture.box.height - 120


# ---------------------------------------------------------------- trays and pieces


def test_the_common_tray_counts_what_is_left() -> None:
    table = position(0)
    for moves in (0, 59, 60):
        now = position(0, moves)
        kinds = Counter("".join(sorted(text[:2], key="WPG".index)) for text in now.history)
        left = [20 - kinds[kind] for kind in ("WP", "WG", "PG")] + [12 - len(pyramids(now))]
        tray = ARTIST.tray(now.state, -1, WARM)
        assert [int(number) for number in re.findall(r">(\d+)</text>", tray.body)] == left
        piles = Counter(name for name, _cell in uses(tray.body, "2x1"))["2x1"]
        assert piles == sum(min(count, 3) for count in left[:3])
    assert table.is_over


def test_the_tray_of_a_seat_shows_its_marble() -> None:
    for game, letters in ((0, "PG"), (1, "WG"), (2, "WP"), (3, "WPG")):
        table = position(game, 5)
        for seat, letter in enumerate(letters):
            tray = ARTIST.tray(table.state, seat, WARM)
            assert [name[0] for name, _cell in uses(tray.body, r"[WPG]\d+")] == [letter]


def test_pieces_have_their_size_in_millimetres() -> None:
    assert ARTIST.pieces() == {"WP": 20, "WG": 20, "PG": 20, "pyramid": 12}
    for name in (*ARTIST.pieces(), "GW", "W"):
        box = ARTIST.piece(name, WARM).box
        squares = 1 if name == "pyramid" else len(name)
        assert (box.x, box.y) == (0, 0)
        assert box.width * ARTIST.millimetres == pytest.approx(18 * squares)
        assert box.height * ARTIST.millimetres == pytest.approx(18)
    assert [name[0] for name, _cell in uses(ARTIST.piece("GW", WARM).body, r"[WPG]\d+")] == ["G", "W"]


@pytest.mark.parametrize("name", ["", "PP", "WPG", "wp", "X", "pyramids"])
def test_an_unknown_piece_is_an_error_with_what_there_is(name: str) -> None:
    with pytest.raises(BottegaError, match="WP, WG, PG, pyramid"):
        ARTIST.piece(name, WARM)
