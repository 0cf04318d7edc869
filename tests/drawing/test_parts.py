"""Single pieces and trays."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_views import TWINS
from typer.testing import CliRunner

import bottega
from bottega.cli import app
from bottega.drawing import piece, tray
from bottega.errors import BottegaError
from bottega.games import spec
from bottega.kernels import SPECTATOR

SVG = "{http://www.w3.org/2000/svg}"


def test_every_piece_of_every_set_is_a_picture_of_its_own(name: str) -> None:
    artist = spec(name).artist
    drawn = {one: piece(name, one, theme=theme) for theme in artist.themes for one in artist.pieces()}
    assert len(set(drawn.values())) == len(drawn)
    for one, picture in drawn.items():
        root = ElementTree.fromstring(picture)
        title = root.find(SVG + "title")
        assert title is not None
        assert one in (title.text or "")


def test_a_piece_or_a_tray_that_is_not_there_is_an_error() -> None:
    with pytest.raises(BottegaError, match="grey A"):
        piece("toscana", "blue A")
    with pytest.raises(BottegaError, match="theme"):
        piece("toscana", "grey A", theme="neon")
    position = bottega.game("toscana").start(seed=1)
    with pytest.raises(BottegaError, match="from 0 to 1"):
        tray(position, 2)
    with pytest.raises(BottegaError, match="nothing lies there"):
        tray(position, SPECTATOR)


@pytest.mark.parametrize("name", list(TWINS))
def test_the_trays_of_a_view_show_what_its_viewer_sees(name: str) -> None:
    position = bottega.game(name).start(seed=1)
    for viewer in range(len(position.seats)):
        view = position.view(viewer)
        shown = view.sample(5).view(viewer)
        for seat in range(len(position.seats)):
            assert tray(view, seat) == tray(shown, seat)


def test_one_piece_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    result = CliRunner().invoke(app, ["draw", "toscana", "--piece", "grey A", "-o", str(out), "--width", "200"])
    assert result.exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    result = CliRunner().invoke(app, ["draw", "toscana", "--piece", "grey A", "-o", str(tmp_path / "a.gif")])
    assert isinstance(result.exception, BottegaError)
    assert not (tmp_path / "a.gif").exists()
