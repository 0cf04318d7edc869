"""`bottega print`: what is checked is read from the file, as a printer would."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import child_environment
from drawing.pdfs import Page, Piece, pages_of

import bottega
from bottega import cli, i18n
from bottega.drawing.printing import PAPERS, pdf
from bottega.games import GAMES, spec
from bottega.games.firenze import leaflet as firenze
from bottega.games.florentine import deck
from bottega.games.florentine import leaflet as florentine
from bottega.games.toscana import leaflet as toscana

SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
PAGES = {"firenze": 5, "toscana": 7, "florentine": 8}
WITHOUT_BACKS = {"firenze": 4, "toscana": 5, "florentine": 5}
PIECE = {"firenze": (36, 18), "toscana": (44, 22), "florentine": (48, 48)}  # millimetres of a domino, a tile, a card
FIRST_SHEET = 2  # after the rules and how to make the set
EDGE = 3.99  # millimetres along the edges of the paper on which nothing is printed
HAIR = 0.01


@cache
def printed(name: str, paper: str = "a4", backs: bool = True, **options: str) -> list[Page]:
    return pages_of(pdf(bottega.game(name, **options), paper=paper, backs=backs))


def sheets(name: str, paper: str = "a4", **options: str) -> list[Page]:
    return printed(name, paper, **options)[FIRST_SHEET:]


def fronts(pages: list[Page]) -> list[Piece]:
    return [piece for page in pages for piece in page.pieces if not piece.is_back]


def steps(values: Iterable[float]) -> set[float]:
    """The distances between neighbours."""
    ordered = sorted({round(value, 2) for value in values})
    return {round(after - before, 2) for before, after in pairwise(ordered)}


def are_alike(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Names are the same, and lengths but for a hair."""
    pairs = zip(one, other, strict=True)
    return all(abs(a - b) < HAIR if isinstance(a, float) and isinstance(b, float) else a == b for a, b in pairs)


def apart(one: Piece, other: Piece) -> float:
    """How much room there is between two pieces; less than nothing if they overlap."""
    return max(
        one.x - other.x - other.width,
        other.x - one.x - one.width,
        one.y - other.y - other.height,
        other.y - one.y - one.height,
    )


def assert_words_stay_on(page: Page) -> None:
    assert page.words
    assert all(EDGE < x < page.width - EDGE and EDGE < y < page.height - EDGE for x, y in page.words)


# ---------------------------------------------------------------- paper and size


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(name: str, paper: str) -> None:
    pages = printed(name, paper)
    assert len(pages) == PAGES[name]
    for page in pages:
        assert (page.width, page.height) == pytest.approx(SIZES[paper], abs=HAIR)


@pytest.mark.parametrize("paper", PAPERS)
def test_cut_marks_are_as_far_apart_as_pieces_are_large(name: str, paper: str) -> None:
    marks = sheets(name, paper)[0].marks
    width, height = PIECE[name]
    assert steps(x for x, _y, end, _end in marks if abs(x - end) < HAIR) == {width}
    assert height in steps(y for _x, y, _end, end in marks if abs(y - end) < HAIR)


@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_have_their_size_on_the_table(name: str, paper: str) -> None:
    """Those between others have no bleed; at the outside it is 3 mm, or what the paper leaves room for."""
    found = sheets(name, paper)[0].pieces
    width, height = PIECE[name]
    inner = [piece for piece in found if (piece.width, piece.height) == pytest.approx((width, height), abs=HAIR)]
    assert inner
    for piece in found:
        assert width - HAIR < piece.width < width + 3.01
        assert height - HAIR < piece.height < height + 3.01
    assert max(piece.width for piece in found) > width + 1.99


def test_a_tile_covers_eight_cells_of_the_board() -> None:
    board = next(piece for piece in fronts(sheets("toscana")) if piece.name == "board")
    frame = 2 * 14 * 11 / 24  # millimetres: see the artist
    assert (board.width, board.height) == pytest.approx((17 * 11 + frame, 17 * 11 + frame), abs=0.02)


def test_folded_pyramids_stand_on_what_flat_ones_cover() -> None:
    names = [piece for piece in fronts(sheets("firenze")) if "pyramid" in piece.name]
    folded = next(piece for piece in names if piece.name == "pyramid to fold")
    flat = next(piece for piece in names if piece.name == "pyramid")
    edge = flat.width - 2 * 2  # millimetres, without the bleed
    assert folded.width - 2 * 1 == pytest.approx(edge * 3**0.5, abs=0.02)  # two faces side by side


def test_the_bar_to_measure_is_as_long_as_it_says(name: str) -> None:
    assert "50 mm when printed at 100 %" in printed(name)[0].text
    for page in printed(name):
        assert pytest.approx(50, abs=HAIR) in page.lines


# ---------------------------------------------------------------- what is there


def test_every_piece_of_the_set_is_printed_once(name: str) -> None:
    wanted = {piece: amount for piece, amount in spec(name).artist.pieces().items() if amount}
    found = Counter(piece.name for piece in fronts(sheets(name)))
    assert {piece: found[piece] for piece in wanted} == wanted
    assert set(found) - set(wanted) <= {"pyramid to fold", "board"}


def test_two_sets_are_twice_as_much() -> None:
    found = Counter(piece.name for piece in fronts(sheets("firenze", sets="2")))
    assert found == {"WP": 40, "WG": 40, "PG": 40, "pyramid": 24, "pyramid to fold": 24}


@pytest.mark.parametrize(
    ("name", "number", "seats"),
    [
        ("firenze", 5, ["White", "Pink", "Green"]),
        ("toscana", 5, ["Grey · streets", "Red · roofs"]),
        ("florentine", 7, ["Red · jade", "Blue · amber", "Green · ruby", "Ochre · lapis lazuli"]),
    ],
)
def test_seats_have_their_aids(name: str, number: int, seats: list[str]) -> None:
    words = printed(name)[number - 1].text
    assert [seat for seat in seats if seat not in words] == []


def test_the_first_page_says_whose_game_it_is(name: str) -> None:
    words = printed(name)[0].text
    assert spec(name).designer in words
    assert "The game belongs to its author" in words
    assert "buy it" in words


def test_every_page_says_that_the_deck_is_a_reconstruction() -> None:
    for page in printed("florentine"):
        assert "The cards are a reconstruction" in page.text


def test_a_deck_of_ones_own(tmp_path: Path) -> None:
    cards = ["rRBG"] * 3 + ["RBRB"] * 14
    path = tmp_path / "my.toml"
    listed = ", ".join(f'"{card}"' for card in cards)
    path.write_text(f'name = "Großmutter & <Co> #1"\nnote = "{"word " * 999}"\ncards = [{listed}]', encoding="utf-8")
    pages = printed("florentine", cards=str(path))
    found = Counter(piece.name for piece in fronts(pages[FIRST_SHEET:]))
    assert found == {**Counter(cards), **{f"black {letter}": 1 for letter in "RBGO"}}
    for page in pages:
        assert "Deck: Großmutter & <Co> #1" in page.text
        assert "reconstruction" not in page.text
        assert_words_stay_on(page)


def test_our_cards_from_a_file_are_still_a_reconstruction(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    listed = ", ".join(f'"{card}"' for card in deck.named("reconstruction").cards)
    path.write_text(f'name = "the real ones"\ncards = [{listed}]', encoding="utf-8")
    assert "The cards are a reconstruction" in printed("florentine", cards=str(path))[0].text


# ---------------------------------------------------------------- front and back


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts(name: str, paper: str) -> None:
    """Piece by piece, bleed included, and mark by mark, the paper being turned on its long edge."""
    pages = sheets(name, paper)
    count = 0
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        width = back.width
        there = [(piece.name + ", back", piece.x, piece.y, piece.width, piece.height) for piece in front.pieces]
        backs = [(piece.name, width - piece.x - piece.width, piece.y, piece.width, piece.height) for piece in back.pieces]
        assert [one for one in backs if not any(are_alike(one, other) for other in there)] == []
        count += len(backs)
        marks = [(width - x, y, width - x2, y2) for x, y, x2, y2 in back.marks]
        assert [mark for mark in marks if not any(are_alike(mark, other) for other in front.marks)] == []
    assert count == {"firenze": 60, "toscana": 50, "florentine": 52}[name]


def test_fronts_are_on_pages_with_odd_numbers() -> None:
    """Also where a page without backs comes before: it has a side that stays empty."""
    pages = sheets("firenze", sets="2")
    for front in pages[::2]:
        assert not any(piece.is_back for piece in front.pieces)
    for back in pages[1::2]:
        assert all(piece.is_back for piece in back.pieces)
    (empty,) = (page for page in pages if not page.marks)
    assert "this side stays empty" in empty.text


def test_without_backs(name: str) -> None:
    pages = printed(name, backs=False)
    assert len(pages) == WITHOUT_BACKS[name]
    found = [piece for page in pages[FIRST_SHEET:] for piece in page.pieces]
    assert sorted(piece.name for piece in found) == sorted(piece.name for piece in fronts(sheets(name)))
    assert "fronts only" in pages[1].text


# ---------------------------------------------------------------- room


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_on_anything_else_or_where_printers_do_not_print(name: str, paper: str) -> None:
    for page in sheets(name, paper):
        for number, one in enumerate(page.pieces):
            assert one.x > EDGE
            assert one.y > EDGE
            assert one.x + one.width < page.width - EDGE
            assert one.y + one.height < page.height - 12  # the foot of the page
            assert all(apart(one, other) > -HAIR for other in page.pieces[number + 1 :])
        for x, y, x2, y2 in page.marks:
            assert min(x, x2) > EDGE
            assert max(x, x2) < page.width - EDGE
            mark = Piece("mark", min(x, x2), min(y, y2), abs(x - x2), abs(y - y2))
            assert all(apart(mark, piece) > 0 for piece in page.pieces)


class Wordy(NullTranslations):
    """A language with longer words."""

    def gettext(self, message: str) -> str:
        plain = [word for word in message.split() if "{" not in word and "}" not in word]
        return " ".join([message, *plain[: len(plain) * 2 // 5]])


def test_longer_words_are_set_smaller(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = printed(name, "letter")
    monkeypatch.setattr(i18n, "_catalogue", lambda code: Wordy())
    wordy = pages_of(pdf(bottega.game(name), paper="letter"))
    assert len(wordy) == len(usual)
    assert len(wordy[0].text) > 1.2 * len(usual[0].text)
    for page in wordy:
        assert_words_stay_on(page)
    margin = min(x for x, _y in wordy[0].words if x > 14)
    assert min(steps(y for x, y in wordy[0].words if x < margin + HAIR and y > 20)) > 2  # no line on top of another one


# ---------------------------------------------------------------- the same bytes


def test_the_same_set_gives_the_same_bytes(tmp_path: Path) -> None:
    """Also in another process, where sets have another order."""
    out = tmp_path / "again.pdf"
    program = (
        f"import sys; sys.argv = ['bottega', 'print', 'florentine', '-o', {str(out)!r}]; from bottega.cli import main; main()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=child_environment(PYTHONHASHSEED="7"), capture_output=True)
    assert out.read_bytes() == pdf(bottega.game("florentine"))


def test_themes_differ(name: str) -> None:
    assert len({pdf(bottega.game(name), theme=theme, backs=False) for theme in spec(name).artist.themes}) == 3


# ---------------------------------------------------------------- the figures of the rules tell the truth


def test_firenze_counts_what_its_figure_shows() -> None:
    table = bottega.game("firenze").start()
    shift = 2, 1  # the first domino lies on (0, 0)
    order = (2, 4, 1, 5, 0, 3, 7, 6, 8)
    for number in order:
        letters, x, y, is_down = firenze.FLOOR[number]
        table.play(f"{letters}@{x - shift[0]},{y - shift[1]}{'v' if is_down else 'h'}")
    assert table.score_text == "2/4 1/5"
    assert [len(groups) for groups in firenze.GROUPS.values()] == [2, 1]
    assert [max(map(len, groups)) for groups in firenze.GROUPS.values()] == [4, 5]
    shown = {
        (x + step * (not down), y + step * down): letter
        for letters, x, y, down in firenze.FLOOR
        for step, letter in enumerate(letters)
    }
    assert all(shown[cell] == letter for letter, groups in firenze.GROUPS.items() for cells in groups for cell in cells)


def test_firenze_sandwiches_what_its_figure_shows() -> None:
    table = bottega.game("firenze").start()
    moves = [f"{letters}@{x},{y}h" for letters, x, y, _is_down in firenze.SANDWICH]
    for move in moves[:-1]:
        table.play(move)
    assert f"{moves[-1]}^{firenze.FILLING[0]},{firenze.FILLING[1]}" in table.moves()


def test_toscana_counts_what_its_figure_shows() -> None:
    stacks = {
        colour: "".join(move[0] for owner, move in toscana.TOWN if owner == seat) for seat, colour in enumerate(("grey", "red"))
    }
    stacks = {
        colour: top + "".join(letter for letter in "ABCDEFGHIJKLMNOP" if letter not in top) for colour, top in stacks.items()
    }
    table = bottega.game("toscana", **stacks).start()
    for _seat, move in toscana.TOWN:
        table.play("allow")
        table.play(move)
    assert table.score_text == "3 3"
    rows = [line.split() for line in table.text.splitlines()]
    town = {row[0]: row[1:18] for row in rows if len(row) > 17 and row[0].isdecimal()}
    for sign, zone in zip("=#", toscana.ZONES, strict=True):
        assert {town[cell[1:]]["abcdefghijklmnopq".index(cell[0])] for cell in zone.split()} == {sign}


def test_florentine_closes_what_its_figure_shows() -> None:
    (first, second), (_first, other) = (florentine.CLOSED[0], florentine.OPEN[0])
    front = [first[0], "RbBO", "RGRG", "gGoO", second[0], other[0], "BOBO", "bBgG"]
    rest = [card for card in deck.named("reconstruction").cards if card not in front]
    table = bottega.game("florentine", players=2, deck=",".join(front + rest)).start()
    table.play(f"{first[0]}@d4r{first[1]}")
    table.play(f"{second[0]}@e4r{second[1]}")
    assert table.score_text == "2 0"
    table.undo()
    table.play(f"{other[0]}@e4r{other[1]}")
    assert table.score_text == "0 0"


# ---------------------------------------------------------------- the command


@dataclass
class Ended:
    code: int
    out: str
    err: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["bottega", "print", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return Ended(int(ended.value.code or 0), *capsys.readouterr())

    return run


def test_the_file_is_named_after_the_game(run: Callable[..., Ended], name: str, tmp_path: Path) -> None:
    ended = run(name, "--paper", "Letter", "--theme", "contrast", "--no-backs")
    assert (ended.code, ended.out.strip(), ended.err) == (0, f"{name}.pdf", "")
    assert (tmp_path / f"{name}.pdf").read_bytes() == pdf(bottega.game(name), paper="letter", theme="contrast", backs=False)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["monopoly"], "there is no game 'monopoly'"),
        (["firenze", "-o", "a.svg"], "ends with .pdf, not 'a.svg'"),
        (["firenze", "-o", "no/where/a.pdf"], "no/where/a.pdf: cannot be written: No such file or directory"),
        (["firenze", "--paper", "a3"], "paper is one of a4, letter, not 'a3'"),
        (["firenze", "--theme", "neon"], "has no theme 'neon'; it has warm, dark, contrast"),
        (["firenze", "players=3"], "the same whatever players is: leave out players=3 (what decides is sets)"),
        (["toscana", "first=red"], "the same whatever first is: leave out first=red\n"),
        (["florentine", "cards=none.toml"], "none.toml: the file cannot be read"),
        (["florentine", "tiles=9"], "has no option 'tiles'"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    words: list[str], reason: str, run: Callable[..., Ended], tmp_path: Path
) -> None:
    ended = run(*words)
    assert ended.code == 2
    assert reason in ended.err
    assert not list(tmp_path.iterdir())


def test_without_typst(run: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ended = run("firenze")
    assert (ended.code, ended.err) == (2, "bottega: a PDF needs typst: pip install 'bottega[pictures]'\n")
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_there_stays_if_something_goes_wrong(run: Callable[..., Ended], tmp_path: Path) -> None:
    (tmp_path / "firenze.pdf").write_text("mine")
    assert run("firenze", "--theme", "neon").code == 2
    assert (tmp_path / "firenze.pdf").read_text() == "mine"


def test_help_teaches(run: Callable[..., Ended]) -> None:
    words = run("--help").out
    assert all(f"bottega print {game}" in words for game in GAMES)
    assert "50 mm" in words
