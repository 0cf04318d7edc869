"""The pictures of Toscana show what the state holds, no more (T4), and what the kernels say."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from coloraide import Color
from PIL import Image

import bottega
from bottega import Position
from bottega.games.toscana import layout, rules
from bottega.games.toscana.drawing import ARTIST, board, piece, pieces, tray
from bottega.games.toscana.material import CELL, roof_cells
from bottega.games.toscana.notation import COLOURS, move_name, placement_name
from bottega.games.toscana.overlays import growth, rectangle, zones
from bottega.kernels import random_below, random_numbers
from bottega.svg import Drawing, Look

WARM = Look(ARTIST.themes["warm"])
SVG = "{http://www.w3.org/2000/svg}"
SEATS = range(layout.SEATS)
LIMIT = 60_000  # bytes of a whole picture


def played(moves: int, seed: int = 7) -> Position:
    """A random game after so many moves, or at its end."""
    position = bottega.game("toscana").start(seed=seed)
    random = random_numbers(seed)
    while moves and not position.is_over:
        names = position.moves()
        position.play(names[random_below(random, len(names))])
        moves -= 1
    return position


def placing(seed: int, moves: int = 20) -> Position:
    """A random game in which a tile is to be placed next, and fits."""
    position = played(moves, seed)
    while "@" not in position.moves()[0]:
        position.play(position.moves()[0])
    return position


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.document("Toscana"))


def drawn(position: Position, **choices: object) -> ElementTree.Element:
    return parsed(board(position.state, (), Look(ARTIST.themes["warm"], **choices)))  # type: ignore[arg-type]  # of all kinds


def with_attribute(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [part for part in root.iter() if name in part.attrib]


def corner(part: ElementTree.Element) -> tuple[float, float]:
    """Where an element is moved to."""
    found = re.match(r"translate\((\S+) (\S+)\)", part.get("transform", "translate(0 0)"))
    assert found
    return float(found[1]), float(found[2])


def words(root: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in root.iter(f"{SVG}text")]


def placements(position: Position) -> Iterator[tuple[int, int, int]]:
    for (owner, tile), move in np.ndenumerate(position.state.placed):
        if move != layout.NOT_PLACED:
            yield owner, tile, int(move)


# ---------------------------------------------------------------- the board


@pytest.mark.parametrize("seed", range(4))
def test_roofs_are_drawn_where_the_state_has_red_squares(seed: int) -> None:
    position = played(200, seed)
    reds = set()
    names = set()
    for tile in with_attribute(drawn(position), "data-tile"):
        names.add(tile.get("data-tile"))
        x, y = corner(tile)
        for square in tile.iter(f"{SVG}use"):
            if re.fullmatch(r"#tw-[nesw]\d", square.get("href", "")):
                reds.add(((x + float(square.get("x", 0))) / CELL, (y + float(square.get("y", 0))) / CELL))
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(position.state, lying)
    taken = np.flatnonzero(lying != layout.NO_TILE).tolist()
    expected = [cell for cell in taken if rules.colour_at(position.state, cell) == layout.RED]
    assert reds == {(cell % layout.SIDE, cell // layout.SIDE) for cell in expected}
    assert names == {f"{COLOURS[owner]} {placement_name(tile, *divmod(move, 4))}" for owner, tile, move in placements(position)}


@pytest.mark.parametrize("rotation", range(4))
def test_every_tile_has_its_own_roofs(rotation: int) -> None:
    roofs = {tuple(roof_cells(owner, tile, rotation)) for owner in SEATS for tile in range(layout.TILES)}
    assert len(roofs) == layout.SEATS * layout.TILES
    assert {len(cells) for cells in roofs} == {2, 6}


@pytest.mark.parametrize("seed", range(4))
def test_the_mark_is_around_the_last_tile(seed: int) -> None:
    position = played(20, seed)
    owner, tile = divmod(int(position.state.last), layout.TILES)
    (x, y), width, height = rectangle(int(position.state.placed[owner, tile]))
    [mark] = with_attribute(drawn(position), "data-mark")
    assert WARM.theme.mark in [part.get("stroke") for part in mark]
    for part in mark:
        frame = [float(part.get(name, "nan")) / CELL for name in ("x", "y", "width", "height")]
        assert frame == [x, y, width, height]
    assert not with_attribute(drawn(position, has_mark=False), "data-mark")


def test_an_empty_board_has_no_mark_and_no_tile() -> None:
    root = drawn(played(0))
    assert not with_attribute(root, "data-mark")
    assert not with_attribute(root, "data-tile")


def test_coordinates_come_when_asked_for() -> None:
    position = played(9)
    assert words(drawn(position)) == []
    names = words(drawn(position, has_coordinates=True))
    assert sorted(names) == sorted(2 * [*"abcdefghijklmnopq", *map(str, range(1, 18))])


# ---------------------------------------------------------------- overlays


@pytest.mark.parametrize("seed", range(3))
def test_a_point_of_a_star_for_every_legal_place(seed: int) -> None:
    position = placing(seed)
    [overlay] = with_attribute(drawn(position, legal=True), "data-overlay")
    places = set()
    for star in overlay.iter(f"{SVG}g"):
        if "transform" in star.attrib:
            x, y = corner(star)
            for point in star.iter(f"{SVG}path"):
                turns = int(re.sub(r"\D", "", point.get("transform", "0"))) // 90
                places.add((int(y // CELL) * layout.SIDE + int(x // CELL)) * layout.ROTATIONS + turns)
    assert sorted(move_name(position.state, move) for move in places) == position.moves()


def test_no_places_while_a_veto_is_decided_or_nothing_fits() -> None:
    decision = played(0)
    assert decision.moves() == ["allow", "veto"]
    assert not with_attribute(drawn(decision, legal=True), "data-overlay")
    assert not with_attribute(drawn(played(500), legal=True), "data-overlay")


@pytest.mark.parametrize("seed", range(3))
def test_the_best_zones_are_those_that_score(seed: int) -> None:
    position = played(34, seed)
    root = drawn(position, worth=True)
    best = {tuple(str(part.get("data-zone")).split()) for part in with_attribute(root, "data-zone")}
    assert best == {(colour, str(score)) for colour, (score,) in zip(COLOURS, position.scores(), strict=True)}
    every = [str(zone.tiles) for colour in SEATS for zone in zones(position.state, colour)]
    assert sorted(words(root)) == sorted(every)


def around(cell: tuple[int, int]) -> set[tuple[int, int]]:
    x, y = cell
    return {(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)}


def connected(start: tuple[int, int], squares: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The squares that hang together with the start, slowly but surely."""
    found = {start}
    while more := {near for cell in found for near in around(cell)} & squares - found:
        found |= more
    return found


@pytest.mark.parametrize("seed", [1, 12, 19, 20, 23, 37])  # but for the first one, zones of other tiles can be joined
@pytest.mark.parametrize("colour", SEATS)
def test_a_zone_can_grow_where_a_tile_has_room_beside_it(seed: int, colour: int) -> None:
    position = played(20, seed)
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(position.state, lying)
    tiles = {(x, y): int(tile) for (y, x), tile in np.ndenumerate(lying.reshape(layout.SIDE, -1)) if tile != layout.NO_TILE}
    own = {(x, y) for x, y in tiles if rules.colour_at(position.state, y * layout.SIDE + x) == colour}
    free = {(x, y) for x in range(layout.SIDE) for y in range(layout.SIDE)} - set(tiles)
    room = set()
    for move in range(layout.PLACEMENTS):
        (x, y), width, height = rectangle(move)
        cells = {(x + dx, y + dy) for dx in range(width) for dy in range(height)}
        room |= cells if cells <= free else set()
    [worth] = position.scores()[colour]
    best = {cell for cell in own if len({tiles[square] for square in connected(cell, own)}) == worth}
    gains = growth(position.state, colour)
    assert set(gains) == {cell for cell in room if around(cell) & best}
    for cell, gain in gains.items():
        assert worth + gain == len({tiles[square] for square in connected(cell, own) - {cell}})
    marks = with_attribute(drawn(position, threats=True), "data-growth")
    assert [mark.get("data-growth") for mark in marks].count(COLOURS[colour]) == len(gains)
    joins = [word for mark in marks if mark.get("data-growth") == COLOURS[colour] for word in words(mark)]
    assert sorted(joins) == sorted(f"+{gain}" for gain in gains.values() if gain)


def test_candidates_lie_as_ghosts_with_their_chances() -> None:
    position = placing(1)
    first, second = position.moves()[0], position.moves()[-1]
    root = drawn(position, candidates=((first, 0.61), (second, 0.5)))
    ghosts = with_attribute(root, "data-candidate")
    assert [ghost.get("data-candidate") for ghost in ghosts] == [second, first]  # the best on top
    assert words(root) == ["50%", "61%"]
    for ghost in ghosts:
        (x, y), _width, _height = rectangle(position.spec.parse_move(position._state, str(ghost.get("data-candidate"))))
        assert corner(ghost) == (x * CELL, y * CELL)


def test_decisions_without_a_place_are_no_ghosts() -> None:
    root = drawn(played(0), candidates=(("veto", 0.6), ("allow", 0.4)))
    assert not with_attribute(root, "data-candidate")


# ---------------------------------------------------------------- trays


def letters(root: ElementTree.Element, name: str) -> str:
    return "".join(part.get(name, "") for part in with_attribute(root, name))


def test_t4_a_tray_shows_the_top_tile_and_by_name_what_lies_below() -> None:
    position = bottega.game("toscana", grey="HPONMLKJIGFEDCBA", red="BCADEFGHIJKLMNOP").start()
    root = parsed(tray(position.state, layout.GREY, WARM))
    assert letters(root, "data-top") == "grey H"
    assert letters(root, "data-below") == "ABCDEFGIJKLMNOP"
    assert "16" in words(root)
    assert not letters(root, "data-last")
    assert letters(root, "data-veto") == "left"
    assert letters(parsed(tray(position.state, layout.RED, WARM)), "data-top") == "red B"


def test_t4_a_vetoed_tile_is_shown_to_be_last() -> None:
    position = bottega.game("toscana", grey="HPONMLKJIGFEDCBA", red="BCADEFGHIJKLMNOP").start()
    position.play("veto")
    root = parsed(tray(position.state, layout.GREY, WARM))
    assert letters(root, "data-top") == "grey P"
    assert letters(root, "data-below") == "ABCDEFGHIJKLMNO"
    assert letters(root, "data-last") == "veto"
    parts = list(root.iter())
    tile, arrow = with_attribute(root, "data-below")[7], with_attribute(root, "data-last")[0]
    assert tile.get("data-below") == "H"
    assert parts.index(tile) < parts.index(arrow) < parts.index(with_attribute(root, "data-below")[8])
    assert letters(parsed(tray(position.state, layout.RED, WARM)), "data-veto") == "spent"


def test_an_empty_stack_and_the_tray_of_nobody() -> None:
    state = played(0).state.copy()
    state.left[layout.RED] = 0
    state.stacks[layout.RED] = layout.NO_TILE
    root = parsed(tray(state, layout.RED, WARM))
    assert not letters(root, "data-top") + letters(root, "data-below") + letters(root, "data-last")
    assert "0" in words(root)
    assert tray(state, -1, WARM).body == ""


@pytest.mark.parametrize("seed", range(4))
def test_t4_pictures_of_what_nobody_can_tell_apart_are_the_same(seed: int) -> None:
    position = placing(seed, moves=14)
    look = Look(ARTIST.themes["dark"], True, True, True, True, True, tuple((move, 0.5) for move in position.moves()[:3]))

    def pictures(state: np.record) -> list[str]:
        trays = [tray(state, seat, look).document("") for seat in SEATS]
        return [board(state, (), look).document(""), *trays]

    samples = [position.view(-1).sample(seed) for seed in range(3)]
    assert len({sample.state.stacks.tobytes() for sample in samples}) == 3
    expected = pictures(position.state)
    assert all(pictures(sample.state) == expected for sample in samples)
    assert all(pictures(position.view(viewer).state) == expected for viewer in (-1, 0, 1))


# ---------------------------------------------------------------- pieces


def test_the_set_has_every_tile_once_at_its_size_in_millimetres() -> None:
    counts = pieces()
    tiles = [name for name in counts if name.split()[1] in layout.TILE_NAMES]
    assert len(tiles) == layout.SEATS * layout.TILES
    assert {counts[name] for name in tiles} == {1}
    assert len({piece(name, WARM).body for name in counts}) == len(counts)
    for name in counts:
        box = piece(name, WARM).box
        assert (box.x, box.y) == (0, 0)
        if name in tiles:
            assert (box.width * ARTIST.millimetres, box.height * ARTIST.millimetres) == pytest.approx((44, 22))


def test_the_chips_make_up_any_score() -> None:
    values = [int(name.split()[1]) for name, count in pieces().items() if re.fullmatch(r"red \d+", name) for _ in range(count)]
    sums = {0}
    for value in values:
        sums |= {value + other for other in sums}
    assert sums >= set(range(layout.SEATS * layout.TILES + 1))


# ---------------------------------------------------------------- the file


def whole(position: Position, look: Look) -> str:
    picture = board(position.state, (), look)
    for seat in SEATS:
        picture = picture.with_(tray(position.state, seat, look).moved(0, 500 + 80 * seat))
    return picture.document("Toscana")


@pytest.mark.parametrize("theme", ARTIST.themes)
def test_a_picture_is_small_and_every_reference_in_it_leads_somewhere(theme: str) -> None:
    for position in (played(0), placing(3), played(500)):
        move = position.moves()[:1]
        look = Look(ARTIST.themes[theme], has_coordinates=True)
        rich = Look(look.theme, True, True, True, True, True, tuple((name, 0.5) for name in move))
        assert len(whole(position, look).encode()) < LIMIT
        root = ElementTree.fromstring(whole(position, rich))
        ids = [part.get("id", "") for part in root.iter() if "id" in part.attrib]
        assert len(ids) == len(set(ids))
        assert all(name.startswith(f"t{theme[0]}-") for name in ids)
        used = {part.get("href", "").removeprefix("#") for part in root.iter(f"{SVG}use")}
        used |= {name for part in root.iter() for value in part.attrib.values() for name in re.findall(r"url\(#(.*?)\)", value)}
        assert used <= set(ids)


SCRIPT = """
import hashlib, bottega
from bottega.games.toscana.drawing import ARTIST, board, tray
from bottega.svg import Look
position = bottega.game("toscana", grey="ABCDEFGHIJKLMNOP", red="BACDEFGHIJKLMNOP").start()
for move in "allow A@i9r0 allow B@i7r2".split():
    position.play(move)
look = Look(ARTIST.themes["warm"], True, True, True, True, True)
text = board(position.state, (), look).document("") + tray(position.state, 0, look).document("")
print(hashlib.sha256(text.encode()).hexdigest())
"""


def test_the_same_position_gives_the_same_bytes_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert len(found.pop().strip()) == 64


# ---------------------------------------------------------------- colours


def test_themes_name_the_same_colours() -> None:
    assert list(ARTIST.themes) == ["warm", "dark", "contrast"]
    names = {tuple(theme.colours) for theme in ARTIST.themes.values()}
    assert len(names) == 1
    assert {"grey", "red"} <= set(names.pop())


def means(theme: str) -> list[Color]:
    """The mean colour of streets and of roofs, as drawn on a tile with both its roofs at the west end."""
    svg = piece("grey D", Look(ARTIST.themes[theme])).document("grey D", width=96)
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGB")
    parts = [np.asarray(image.crop(box)).mean(axis=(0, 1)) / 255 for box in ((52, 4, 92, 44), (3, 4, 21, 44))]
    return [Color("srgb", part.tolist()) for part in parts]


@pytest.mark.parametrize("theme", ARTIST.themes)
@pytest.mark.parametrize("eyes", [None, "protan", "deutan", "tritan"])
def test_roofs_and_streets_as_drawn_are_told_apart_by_all_eyes(theme: str, eyes: str | None) -> None:
    street, roof = means(theme)
    if eyes:
        street, roof = street.filter(eyes), roof.filter(eyes)
    assert street.delta_e(roof, method="2000") > 20
