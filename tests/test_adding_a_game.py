"""The game that docs/adding-a-game.md writes down is complete: its files, taken from the page, are a game of the house."""

import json
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import child_environment
from pypdf import PdfReader

import bottega

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"
FILE = re.compile(r"^`(games/slabs/\w+\.py)`\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LIST_OF_GAMES = re.compile(r"^GAMES = \(\n.*?^\)$", re.MULTILINE | re.DOTALL)

PROGRAM = """
import asyncio, json
import bottega
from bottega.drawing.printing import pdf
from bottega.game import Game
from bottega.players import player
from bottega.record import Record
from bottega.terminal.app import TerminalGame
from bottega.terminal.means import MANY, NONE, Means
from bottega.terminal.table import Table
from bottega.testing import check_game

check_game("slabs", games=1)
game = bottega.game("slabs")
position = game.start()
placing, by_hand, words = position.spec.placing, [], []
players = [player("greedy", 1), player("random", 1)]
pictures = [position.svg(theme=theme, show=["legal"]) for theme in position.spec.artist.themes]
while not position.is_over:
    for move in position.moves():
        piece, cell, turn = placing.held(position.state, move)
        assert piece in placing.pieces(position.state)
        assert placing.within(position.state, piece, cell, turn) == (cell, turn)
        by_hand.append(placing.move(position.state, piece, cell, turn) == move)
    state = position.state
    position.play(players[position.seat].choose(position.view(position.seat)))
    words.append(position.spec.stage.spoken_move(state, position.past[-1]))
pictures.append(Record.from_position(position, ["greedy", "random"]).svg(animate=True))


async def in_terminal(means):
    table = Table(game.start(), ["me", "me"], seed=1)
    terminal = TerminalGame(table, Game(game.spec, {}), means, "", pace=0)
    async with terminal.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(2):
            await pilot.press("left", "enter")
        await pilot.pause()
        shown = [strip.text for strip in terminal.screen._compositor.render_strips()]
        table.close()
        return table.position.history, shown


print(json.dumps({
    "where": bottega.__file__,
    "by hand": by_hand,
    "pieces": [piece.name for piece in placing.pieces(game.start().state)],
    "history": position.history,
    "words": words,
    "result": position.result,
    "pictures": pictures,
    "pdf": pdf(game).hex(),
    "terminal": [asyncio.run(in_terminal(means)) for means in (Means(MANY, False), Means(NONE, True))],
}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process says whose package has the game of the page."""
    folder = tmp_path_factory.mktemp("house")
    package = folder / "bottega"
    shutil.copytree(Path(bottega.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    page = PAGE.read_text(encoding="utf-8")
    (package / "games" / "slabs").mkdir()
    for name, source in FILE.findall(page):
        (package / name).write_text(source, encoding="utf-8")
    games = package / "games" / "__init__.py"
    [wanted] = LIST_OF_GAMES.findall(page)
    games.write_text(LIST_OF_GAMES.sub(wanted, games.read_text(encoding="utf-8")), encoding="utf-8")
    environment = child_environment(PYTHONPATH=str(folder), BOTTEGA_CACHE=str(folder / "cache"))
    child = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    said: dict[str, Any] = json.loads(child.stdout)
    assert str(said["where"]).startswith(str(folder)), "another package was tested"
    return said


def test_the_page_has_all_files_of_a_game() -> None:
    names = {Path(name).name for name, _source in FILE.findall(PAGE.read_text(encoding="utf-8"))}
    assert names == {
        *("__init__.py", "layout.py", "rules.py", "notation.py", "advice.py", "text.py"),
        *("drawing.py", "placing.py", "cells.py", "sheets.py", "stage.py"),
    }


def test_it_is_played_and_whoever_thinks_wins(told: dict[str, Any]) -> None:
    """That it keeps the promises of the conformance test has been checked before it says anything."""
    assert told["history"][0] == "take1"  # 20 are left: a multiple of four
    assert told["result"] == "0"  # the seat that has won


def test_it_is_told(told: dict[str, Any]) -> None:
    assert told["words"][0] == "First takes one slab"
    assert len(told["words"]) == len(told["history"])


def test_every_move_can_be_made_by_hand(told: dict[str, Any]) -> None:
    assert told["pieces"] == ["hand"]
    assert all(told["by hand"])


def test_it_is_drawn(told: dict[str, Any]) -> None:
    *themes, film = told["pictures"]
    assert len(set(themes)) == 3
    for picture in themes:
        slabs = [each for each in ElementTree.fromstring(picture).findall(".//{*}rect") if each.get("stroke")]
        assert len(slabs) == 21
        assert len({slab.get("stroke") for slab in slabs[:-3]} & {slab.get("stroke") for slab in slabs[-3:]}) == 0  # may be taken
    ElementTree.fromstring(film)


def test_it_is_printed(told: dict[str, Any]) -> None:
    rules, _making, sheet = PdfReader(BytesIO(bytes.fromhex(told["pdf"]))).pages
    assert "Whoever takes the last slab wins" in rules.extract_text()
    assert "Slabs" in sheet.extract_text()


def test_it_is_played_in_the_terminal(told: dict[str, Any]) -> None:
    for history, screen in told["terminal"]:
        assert history == ["take3", "take2"]
        assert any("take2" in line for line in screen)
    assert any("# # #" in line for line in told["terminal"][1][1]), "without colours slabs are signs"
