"""The programs in examples/ run as they are: as processes and cell by cell."""

import ast
import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PNG = b"\x89PNG"


def train(*words: object, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / "train.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | settings)


def win_rate(process: subprocess.CompletedProcess[str]) -> float:
    """What the program says about its test."""
    assert process.returncode == 0, process.stderr
    found = re.search(r"wins ([\d.]+)% of \d+ games \(95% interval: ([\d.]+)% to ([\d.]+)%\) against random", process.stdout)
    assert found, process.stdout
    rate, low, high = map(float, found.groups())
    assert 0 <= low < rate < high <= 100
    return rate


# ---------------------------------------------------------------- training


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_a_model_is_trained_plotted_and_plays_again(name: str, tmp_path: Path) -> None:
    trained = train(name, "--batches", 2, "--games", 64, "--test", 64, "--out", tmp_path / "new")
    assert (tmp_path / "new" / f"{name}.png").read_bytes().startswith(PNG)
    loaded = train(name, "--play", tmp_path / "new" / f"{name}.npz", "--test", 64)
    assert win_rate(loaded) == win_rate(trained)


def test_training_beats_random_and_depends_on_the_seed_alone(tmp_path: Path) -> None:
    weights = []
    for threads in ("1", "2"):
        folder = tmp_path / threads
        words = "firenze", "--batches", 1, "--games", 400, "--test", 100, "--seed", 3, "--out", folder
        process = train(*words, NUMBA_NUM_THREADS=threads)
        assert win_rate(process) > 75
        with np.load(folder / "firenze.npz") as saved:
            weights.append(saved["weights"])
    assert np.array_equal(*weights)


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C reaches every process of the console")
def test_what_was_learned_outlives_control_c(tmp_path: Path) -> None:
    words = ["toscana", "--minutes", "60", "--games", "64", "--test", "64", "--out", str(tmp_path)]
    command = [sys.executable, str(EXAMPLES / "train.py"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        for line in process.stderr:
            if line.startswith("batch 1: wins"):
                process.send_signal(signal.SIGINT)
                break
        stdout = process.stdout.read()
        said = process.stderr.read()
    assert "what was learned so far is tested and kept" in said
    assert "wins" in stdout
    assert (tmp_path / "toscana.npz").exists()
    assert (tmp_path / "toscana.png").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "the following arguments are required: game"),
        (("chess",), "invalid choice: 'chess'"),
        (("firenze", "--games", "0"), "a whole number above 0, please, not '0'"),
        (("firenze", "--minutes", "soon"), "a number above 0, please, not 'soon'"),
        (("firenze", "--minutes", "nan"), "a number above 0, please, not 'nan'"),
        (("firenze", "--play", "nothing.npz"), "nothing.npz is not there, or not a model that this program has saved"),
        (("firenze", "--play", __file__), "is not there, or not a model that this program has saved"),
        (("firenze", "--games", "2", "--minutes", "1e-9"), "no time for a single batch"),
    ],
)
def test_bad_arguments_get_a_reason(words: tuple[str, ...], reason: str) -> None:
    process = train(*words)
    assert process.returncode != 0
    assert reason in process.stderr
    assert "Traceback" not in process.stderr


def test_a_model_of_another_game_and_half_a_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    np.savez(path, game="toscana", weights=np.zeros((2, 3)))
    process = train("firenze", "--play", path)
    assert process.returncode == 1
    assert f"{path} is a model for toscana with weights (2, 3), not one for firenze" in process.stderr
    path.write_bytes(path.read_bytes()[:100])
    assert "not a model that this program has saved" in train("firenze", "--play", path).stderr


# ---------------------------------------------------------------- the notebook


def run_cell(text: str, names: dict[str, Any]) -> Any:
    """Run a cell; what its last line is worth is what a notebook would show."""
    tree = ast.parse(text)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "game.ipynb", "exec"), names)
    return eval(compile(ast.Expression(last.value), "game.ipynb", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_notebook_runs_from_top_to_bottom() -> None:
    cells = json.loads((EXAMPLES / "game.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    matplotlib.use("agg")
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        for cell in cells:
            if cell["cell_type"] == "code":
                shown.append(run_cell("".join(cell["source"]), names))
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) == 2
    assert all(picture.startswith("<svg") for picture in pictures)
    assert len(names["plt"].get_fignums()) == 2
    names["plt"].close("all")
    assert names["game"].is_over
    assert names["analysis"].mistakes
    assert "Grey scores" in output.getvalue()
