"""Florentine Dominoes as pictures: what is where, what is marked, and what is never shown."""

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

import bottega
from bottega import Position
from bottega.errors import NotationError
from bottega.games.florentine import layout, rules
from bottega.games.florentine.cards import STONE_PLACES
from bottega.games.florentine.drawing import ARTIST
from bottega.games.florentine.material import CARD, STONES, prefix
from bottega.games.florentine.notation import cell_name, kind_name
from bottega.games.florentine.outlines import outline, spaces_of
from bottega.kernels import NOBODY, SPECTATOR, State, random_numbers
from bottega.svg import Drawing, Look

WARM = Look(ARTIST.themes["warm"])
EVERYTHING = Look(ARTIST.themes["warm"], has_coordinates=True, legal=True, worth=True, threats=True)
SVG = "{http://www.w3.org/2000/svg}"
MIDDLE, END = 24, 99  # moves: the cross is complete and the stock is not empty; the game is over


def played(plies: int, seed: int = 3, **options: object) -> Position:
    """A position after random moves; discards are tried again a few times, so that the square fills."""
    position = bottega.game("florentine", **options).start(seed=seed)
    random = random_numbers(seed)
    for _ply in range(plies):
        if position.is_over:
            break
        picks = [int(rules.pick(position.state, random)) for _try in range(5)]
        move = next((pick for pick in picks if not layout.DISCARD <= pick < layout.BLACK and pick != layout.DECLINE), picks[0])
        position.play(position.spec.move_name(position.state, move))
    return position


def past(position: Position) -> tuple[int, ...]:
    return position.view(SPECTATOR).past


def board(position: Position, look: Look = WARM) -> Drawing:
    return ARTIST.board(position.state, past(position), look)


def tree(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.document("a picture"))


def layer(drawing: Drawing, name: str) -> ElementTree.Element | None:
    return tree(drawing).find(f".//{SVG}g[@data-layer='{name}']")


def moved_to(element: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"translate\((\S+) (\S+)\)", element.get("transform", ""))[0]
    return float(x), float(y)


def names(drawing: Drawing) -> list[str]:
    """The cards in a picture that lie face up."""
    return [found.get("data-card", "") for found in tree(drawing).iterfind(".//*[@data-card]")]


def uses(drawing: Drawing | ElementTree.Element, symbol: str) -> int:
    root = tree(drawing) if isinstance(drawing, Drawing) else drawing
    return sum(use.get("href") == f"#{prefix(WARM.theme)}{symbol}" for use in root.iter(f"{SVG}use"))


def everything(state: State, moves: tuple[int, ...], look: Look) -> list[str]:
    """All that can be drawn of a state."""
    seats = [*range(int(state.players)), NOBODY]
    drawings = [ARTIST.board(state, moves, look), *(ARTIST.tray(state, seat, look) for seat in seats)]
    return [drawing.document("a picture") for drawing in drawings]


# ---------------------------------------------------------------- cards on the square


@pytest.mark.parametrize("plies", [0, 1, 7, MIDDLE, END])
def test_cards_lie_where_the_state_has_them(plies: int) -> None:
    position = played(plies, players=4)
    state = position.state
    groups = {found.get("data-cell"): found for found in tree(board(position)).iterfind(f".//{SVG}g[@data-cell]")}
    on_square = {cell: groups[cell_name(cell)] for cell in range(layout.CELLS) if state.board[cell] != layout.EMPTY}
    assert len(on_square) == int(state.filled).bit_count() == sum(len(name or "") == 2 for name in groups)
    for cell, group in on_square.items():
        assert moved_to(group) == (cell % layout.ROW * CARD, cell // layout.ROW * CARD)
        card, turn = int(state.cards[state.board[cell]]), int(state.turned[cell])
        for side in range(4):
            letter = "RBGO"[rules.side_colour(card, turn, side)]
            assert uses(group, f"{letter}{side or ''}") == 1
        stones = [
            (STONES["RBGO"[rules.side_colour(card, turn, side)]], STONE_PLACES[side])
            for side in range(4)
            if rules.side_stone(card, turn, side)
        ]
        drawn = [(str(use.get("href")).rpartition("-")[2], moved_to(use)) for use in group if use.get("transform")]
        assert drawn == stones


def test_black_cards_lie_against_the_square_with_their_triangle_towards_it() -> None:
    position = bottega.game("florentine", deck=",".join(["RRRR"] * 16), colours="BR").start(seed=0)
    for cell in ("d4", "d3", "d2", "d1", "d5", "d6", "d7", "c4", "b4", "a4", "e4", "f4", "g4", "c3", "b3", "a3"):
        position.play(f"RRRR@{cell}r0")
    position.play("decline")
    assert layer(board(position), "mark") is None
    position.play("black@g4E")
    found = tree(board(position)).find(f".//{SVG}g[@data-card='black R']")
    assert found is not None
    assert found.get("data-cell") == "g4E"
    card = found.find(f".//{SVG}g")
    assert card is not None
    assert moved_to(card) == (7 * CARD, 3 * CARD)
    assert uses(card, "R3") == 1, "the triangle is on its west side"
    mark = layer(board(position), "mark")
    assert mark is not None
    assert moved_to(mark) == (7 * CARD, 3 * CARD)


def test_the_cells_of_the_cross_are_shown_until_it_is_complete() -> None:
    dashes = [board(played(plies)).body.count("stroke-dasharray") for plies in (0, MIDDLE)]
    assert dashes == [1, 0]


def test_coordinates_come_on_request() -> None:
    position = played(MIDDLE)
    words = [text.text for text in tree(board(position, EVERYTHING)).iter(f"{SVG}text")]
    assert set("abcdefg1234567") <= set(filter(None, words))
    assert not list(tree(board(position)).iter(f"{SVG}text"))


def test_the_last_card_is_marked_and_a_discard_is_not() -> None:
    position = played(1)
    place = next(move for move in position.moves() if "@" in move)
    position.play(place)
    mark = layer(board(position), "mark")
    assert mark is not None
    cell = past(position)[-1] >> 2 & 63
    assert cell_name(cell) in place
    assert moved_to(mark) == (cell % layout.ROW * CARD, cell // layout.ROW * CARD)
    assert layer(board(position, Look(WARM.theme, has_mark=False)), "mark") is None
    position.play(next(move for move in position.moves() if move.startswith("x:")))
    assert layer(board(position), "mark") is None


# ---------------------------------------------------------------- rims


def inside(point: tuple[float, float], course: str) -> bool:
    """Whether a point is inside of a closed line of straight steps, holes being outside."""
    x, y = point
    is_inside = False
    for loop in re.findall(r"M([^Z]*)Z", course):
        corners = [tuple(map(float, corner.split())) for corner in loop.split("L")]
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                is_inside = not is_inside
    return is_inside


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (4, 5)])
def test_rims_go_around_the_stones_that_count(players: int, seed: int) -> None:
    """The stones within glowing rims are those of the score; those of other colours count for nobody."""
    position = played(END, seed, players=players)
    state = position.state
    rims = layer(board(position), "rims")
    assert rims is not None
    glowing = rims[-1].get("d", "")
    stones = dict.fromkeys(range(4), 0)
    for cell in range(layout.CELLS):
        for side in range(4):
            if int(state.stones[side]) >> cell & 1:
                x, y = STONE_PLACES[side]
                colour = rules.side_colour(int(state.cards[state.board[cell]]), int(state.turned[cell]), side)
                stones[colour] += inside((cell % layout.ROW * CARD + x, cell // layout.ROW * CARD + y), glowing)
    colours = state.colours[:players].tolist()
    assert tuple((stones[colour],) for colour in colours) == position.scores()
    assert sum(stones.values()) == sum(stones[colour] for colour in colours) > 0


def test_a_closed_space_without_stones_has_a_rim_that_does_not_glow() -> None:
    deck = ["RBRB"] * 16
    position = bottega.game("florentine", deck=",".join(deck)).start(seed=0)
    position.play("RBRB@d4r0")
    assert layer(board(position), "rims") is None
    position.play("RBRB@d3r0")
    rims = layer(board(position), "rims")
    assert rims is not None
    assert len(rims) == 1
    assert inside((3.5 * CARD, 3 * CARD), rims[0].get("d", ""))
    assert not inside((3.5 * CARD, 4 * CARD - 5), rims[0].get("d", ""))


def test_the_line_around_a_space_parts_where_the_space_touches_itself() -> None:
    north, east, south, west = ((27, side) for side in range(4))
    assert outline([north, south], 1).count("M") == 2, "opposite triangles meet in a point only (D11)"
    assert outline([north, east, south, west], 0).count("L") == 3, "four triangles make a square"
    ring = [(cell, side) for cell in (0, 1, 2, 8, 10, 16, 17, 18) for side in range(4)]
    assert outline(ring, 5).count("M") == 2, "outside and around the hole"
    assert inside((40, 40), outline(ring, 5))
    assert not inside((120, 120), outline(ring, 5))
    assert not inside((2, 2), outline(ring, 5)), "the line is inside of the triangles"


def test_all_triangles_are_in_one_space_each() -> None:
    position = played(END, players=4)
    state = position.state
    found = [
        (space.colour, triangle) for colour in range(4) for space in spaces_of(state, colour) for triangle in space.triangles
    ]
    assert len(found) == len(set(found)) == 4 * int(state.filled).bit_count()


# ---------------------------------------------------------------- overlays


def test_legal_places_are_those_of_the_legal_moves() -> None:
    position = played(MIDDLE, players=3)
    shown = layer(ARTIST.board(position.view(position.seat).state, past(position), EVERYTHING), "legal")
    assert shown is not None
    corners = [(float(rect.get("x", "")) // CARD, float(rect.get("y", "")) // CARD) for rect in shown.iter(f"{SVG}rect")]
    cells = {move.partition("@")[2][:2] for move in position.moves() if "@" in move}
    assert {f"{'abcdefg'[int(x)]}{int(y) + 1}" for x, y in corners} == cells
    for viewer in {SPECTATOR, 0, 1, 2} - {position.seat}:
        assert layer(ARTIST.board(position.view(viewer).state, past(position), EVERYTHING), "legal") is None


def test_worth_shows_the_stones_of_each_space_of_a_player() -> None:
    position = played(MIDDLE, seed=7, players=3)
    shown = layer(board(position, EVERYTHING), "worth")
    assert shown is not None
    numbers = sorted(int(text.text or "") for text in shown.iter(f"{SVG}text"))
    spaces = [space for colour in range(3) for space in spaces_of(position.state, colour)]
    assert numbers == sorted(len(space.stones) for space in spaces if space.stones)
    assert sum(len(space.stones) for space in spaces if space.is_closed) == sum(score for (score,) in position.scores())


def test_threats_are_the_open_sides_of_spaces_that_are_nearly_closed() -> None:
    position = bottega.game("florentine", deck=",".join(["rRbB", *["RBRB"] * 15])).start(seed=0)
    position.play("rRbB@d4r0")
    shown = layer(board(position, EVERYTHING), "threats")
    assert shown is not None
    steps = [path.get("d", "").count("M") for path in shown]
    assert steps == [4, 4], "red and blue lack two sides each; every line has a dark ground"


def test_candidates_are_ghosts_with_their_chances() -> None:
    position = played(1)
    places = sorted((move.partition("@")[2][:2], move) for move in position.moves() if "@" in move)
    best, same = next((move, other) for (cell, move), (beside, other) in pairwise(places) if cell == beside)
    discard = next(move for move in position.moves() if move.startswith("x:"))
    look = Look(WARM.theme, candidates=((best, 0.625), (discard, 0.41), (same, 0.3)))
    shown = layer(board(position, look), "candidates")
    assert shown is not None
    assert [text.text for text in shown.iter(f"{SVG}text")] == ["62%"], "the best card of a cell, and no discard"
    tray = ARTIST.tray(position.view(position.seat).state, position.seat, look)
    assert ">41%<" in tray.body
    assert "41%" not in ARTIST.tray(position.view(1 - position.seat).state, position.seat, look).body


# ---------------------------------------------------------------- trays


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hand_is_face_up_for_its_seat_and_face_down_for_others(players: int) -> None:
    position = played(5, players=players)
    for seat in range(players):
        held = position.state.held[seat]
        hand = [kind_name(position.state, kind) for kind in np.flatnonzero(held).tolist() for _copy in range(held[kind])]
        for viewer in range(SPECTATOR, players):
            tray = ARTIST.tray(position.view(viewer).state, seat, WARM)
            black = f"black {'RBGO'[seat]}"
            assert names(tray) == ([*hand, black] if viewer == seat else [black])
            assert uses(tray, "back") == (0 if viewer == seat else layout.HAND)


def test_the_heaps_are_open_and_the_stock_is_a_number() -> None:
    position = played(4)
    position.play(next(move for move in position.moves() if move.startswith("x:")))
    state = position.state
    tray = ARTIST.tray(state, NOBODY, WARM)
    heaps = [
        kind_name(state, kind) for zone in (layout.DISCARDS, layout.ASIDE) for kind in np.flatnonzero(state.held[zone]).tolist()
    ]
    assert names(tray) == heaps
    assert len(heaps) == 9
    assert f">{int(state.left)}<" in tray.body


def test_equal_cards_of_a_heap_lie_on_one_another() -> None:
    position = bottega.game("florentine", deck=",".join(["RBRB"] * 24)).start(seed=0)
    tray = ARTIST.tray(position.state, NOBODY, WARM)
    assert names(tray) == ["RBRB"]
    assert "×8" in tray.body


def test_the_pool_is_open_to_all() -> None:
    position = played(36)
    state = position.state
    assert state.stage == layout.OPEN_POOL
    assert names(ARTIST.tray(state, NOBODY, WARM)) == [
        kind_name(state, kind) for kind in np.flatnonzero(state.held[layout.POOL]).tolist()
    ]
    assert names(ARTIST.tray(state, 0, WARM)) == ["black R"], "nobody has a hand any more"


def test_a_tray_counts_the_stones_and_the_black_card_leaves_it() -> None:
    position = played(END, players=4, seed=5)
    for seat, (stones,) in enumerate(position.scores()):
        tray = ARTIST.tray(position.state, seat, WARM)
        assert uses(tray, STONES["RBGO"[seat]]) == 1 + stones, "the medallion has one"
        assert f">{stones}<" in tray.body
        assert bool(names(tray)) == (position.state.blacks[seat] == layout.NOT_PLACED)


# ---------------------------------------------------------------- what a seat cannot see


def exchanged(position: Position, seat: int, depth: int) -> State:
    """The state with a card in the hand of the seat and one in the stock exchanged."""
    state: State = np.array([position.state])[0]
    kind, other = int(np.flatnonzero(state.held[seat])[0]), int(state.stock[depth])
    rules.take(state, seat, kind)
    rules.put(state, seat, other)
    state.stock[depth] = kind
    return state


def seen(state: State, viewer: int) -> State:
    out: State = np.zeros(1, state.dtype)[0]
    rules.view(state, viewer, out)
    return out


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_states_that_a_viewer_cannot_tell_apart_look_the_same(viewer: int) -> None:
    position = played(9, players=3)
    twin = exchanged(position, 1, 4)
    assert everything(twin, past(position), EVERYTHING) != everything(position.state, past(position), EVERYTHING)
    pictures = [everything(seen(state, viewer), past(position), EVERYTHING) for state in (position.state, twin)]
    assert pictures[0] == pictures[1]


def test_the_order_of_the_stock_is_never_drawn() -> None:
    position = played(9, players=3)
    state: State = np.array([position.state])[0]
    state.stock[: state.left] = state.stock[: state.left][::-1].copy()
    assert everything(state, past(position), EVERYTHING) == everything(position.state, past(position), EVERYTHING)


# ---------------------------------------------------------------- files


def documents() -> Iterator[str]:
    for theme in ARTIST.themes.values():
        look = Look(theme, has_coordinates=True, legal=True, worth=True, threats=True)
        for plies in (0, MIDDLE, END):
            position = played(plies, players=4)
            yield from everything(position.state, past(position), look)
        yield from (ARTIST.piece(name, look).document(name) for name in ARTIST.pieces())


def test_pictures_are_whole_small_and_always_the_same() -> None:
    texts = list(documents())
    assert texts == list(documents())
    for text in texts:
        root = ElementTree.fromstring(text)
        defined = [found.get("id") for found in root.iter() if found.get("id")]
        used = re.findall(r'(?:href="|url\()#([^")]+)', text)
        assert len(defined) == len(set(defined))
        assert set(used) <= set(defined)
        assert all(re.match("d[wdc]-", name or "") for name in defined)
        assert len(text.encode()) < 60_000


def test_themes_name_the_same_colours() -> None:
    assert list(ARTIST.themes) == ["warm", "dark", "contrast"]
    keys = {frozenset(theme.colours) for theme in ARTIST.themes.values()}
    assert len(keys) == 1
    assert {*"RBGO", *STONES.values()} <= next(iter(keys))
    assert [theme.is_bold for theme in ARTIST.themes.values()] == [False, False, True]


def test_pieces_are_the_cards_of_the_set() -> None:
    pieces = ARTIST.pieces()
    assert sum(pieces.values()) == 52
    assert pieces["rRBG"] == pieces["black O"] == 1
    assert pieces["back"] == 0
    drawing = ARTIST.piece("rRBG", WARM)
    assert drawing.box.width * ARTIST.millimetres == pytest.approx(48)
    assert (drawing.box.x, drawing.box.y, drawing.box.height) == (0, 0, CARD)
    assert uses(drawing, "jade") == 1
    assert uses(ARTIST.piece("black O", WARM), "O") == 1


@pytest.mark.parametrize("name", ["", "black", "black ", "black X", "black RB", "GRBR", "back "])
def test_a_piece_that_no_set_has_is_refused(name: str) -> None:
    with pytest.raises(NotationError):
        ARTIST.piece(name, WARM)
