"""The page of a report: well made, complete, the same every time, and never half written."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import bottega
from bottega import report as module
from bottega.errors import BottegaError
from bottega.games import GAMES
from bottega.report import report

pytestmark = pytest.mark.xdist_group("report")  # the pages are made once

SECTIONS = (
    "glance", "length", "choices", "seats", "results", "scores", "lead", "rules", "openings", "ways", "ladder", "speed",
)  # fmt: skip
VOID = {"meta", "br", "link", "img", "input", "hr"}


def small_report(name: str, out: Path, processes: int = 1) -> str:
    made = report(
        bottega.game(name),
        out,
        games=200,
        player_games=4,
        ladder=("random", "greedy"),
        ladder_games=2,
        seed=1,
        processes=processes,
        seconds=0.1,
        is_quiet=True,
    )
    return made.read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=GAMES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page about each game in turn."""
    return small_report(request.param, tmp_path_factory.mktemp("report") / "page.html")


class Reader(HTMLParser):
    """Checks that every tag is closed in order, and notes what is there."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sections: list[str] = []
        self.drawings: list[str] = []  # what is read aloud in place of each

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, dict(attrs))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def _note(self, tag: str, attributes: dict[str, str | None]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object")
        assert "src" not in attributes
        if identity := attributes.get("id"):
            self.ids.append(identity)
        if link := attributes.get("href"):
            self.links.append(link)
        if tag == "section":
            self.sections.append(attributes.get("id") or "")
        if tag == "svg" and attributes.get("aria-hidden") != "true":
            assert attributes.get("role") == "img"
            self.drawings.append(attributes.get("aria-label") or "")


@pytest.fixture
def read(page: str) -> Iterator[Reader]:
    reader = Reader()
    reader.feed(page)
    reader.close()
    yield reader
    assert reader.open == []


def test_every_section_is_there(read: Reader) -> None:
    assert tuple(read.sections) == SECTIONS


def test_names_are_unique_and_links_lead_to_them(read: Reader) -> None:
    assert len(set(read.ids)) == len(read.ids)
    assert read.links
    assert all(link[0] == "#" and link[1:] in read.ids for link in read.links)


def test_every_drawing_has_words(read: Reader) -> None:
    assert len(read.drawings) >= 10
    assert all(len(words) > 10 for words in read.drawings)


def test_nothing_is_fetched_from_elsewhere(page: str) -> None:
    assert "//" not in page.replace("<!--", "")
    assert "@import" not in page
    assert set(re.findall(r"url\((.)", page)) <= {"#"}


def test_every_colour_and_font_is_defined_and_no_stand_in_is_left(page: str) -> None:
    assert set(re.findall(r"var\((--\w+)\)", page)) <= set(re.findall(r"(--\w+):", page))
    assert not re.search(r"#0[1-4]0[1-4]0[1-4]", page)
    assert "DejaVu Sans'" not in page


def test_the_page_says_how_many_games_by_whom(page: str) -> None:
    assert "From 200 random games and 4 games that greedy plays in all seats." in page
    assert "From the first 200 of the random games and 4 games of greedy" in page
    assert "2 games, seats changed in turn" in page


def test_the_deck_is_said_to_be_a_reconstruction(page: str) -> None:
    """D2"""
    assert ("The deck here is a reconstruction" in page) == ("<h1>Florentine" in page)


def without_speed(page: str) -> str:
    return re.sub(r'<section id="speed">.*?</section>', "", page, flags=re.DOTALL)


def test_the_same_seed_gives_the_same_bytes_in_one_process_or_two(tmp_path: Path) -> None:
    first = small_report("toscana", tmp_path / "first.html")
    second = small_report("toscana", tmp_path / "second.html", processes=2)
    assert without_speed(first) == without_speed(second)
    assert len(without_speed(first)) < len(first)


# ---------------------------------------------------------------- what can go wrong


def refused(tmp_path: Path, **changes: object) -> str:
    """The reason; nothing was played and nothing is left behind."""
    arguments = {"game": bottega.game("toscana"), "out": tmp_path / "page.html", "is_quiet": True} | changes
    with pytest.raises(BottegaError) as error:
        report(**arguments)  # type: ignore[arg-type]  # wrong on purpose
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []
    return str(error.value)


@pytest.fixture
def _no_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_arguments: object) -> None:
        raise AssertionError("games were played before the input was checked")

    monkeypatch.setattr(module, "gather", play)


@pytest.mark.usefixtures("_no_play")
def test_bad_input_is_refused_before_any_work(tmp_path: Path) -> None:
    assert "there is no player 'gredy'" in refused(tmp_path, player="gredy")
    assert "there is no player 'nobody'" in refused(tmp_path, ladder=("random", "nobody"))
    assert "at least two players" in refused(tmp_path, ladder=("random",))
    assert "games is a number of games, at least 1, not 0" in refused(tmp_path, games=0)
    assert "at least one process" in refused(tmp_path, processes=0)
    assert "is a folder" in refused(tmp_path, out=tmp_path)
    assert "cannot be written: No such file or directory" in refused(tmp_path, out=tmp_path / "missing" / "page.html")
    assert "cannot be written" in refused(tmp_path, out=tmp_path / ("x" * 300))


@pytest.mark.parametrize("before", ["", "an older page"])
def test_ctrl_c_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "measure_playouts", interrupt)  # the last thing to be done before writing
    out = tmp_path / "page.html"
    if before:
        out.write_text(before)
    with pytest.raises(KeyboardInterrupt):
        small_report("toscana", out)
    assert [path.name for path in tmp_path.iterdir()] == (["page.html"] if before else [])
    assert not before or out.read_text() == before
