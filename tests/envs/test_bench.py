"""What bench/envs.py relies on: everybody's steps are counted alike, and who is not installed is said to be so."""

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = spec_from_file_location("bench_of_envs", BENCH / "envs.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # its dataclasses ask for it
    spec.loader.exec_module(module)
    return module


def test_steps_are_counted(bench: Any) -> None:
    go, actions = bench.vector("toscana", 3, 1, True)
    assert (go(), actions) == (30, 1159)
    go, actions = bench.open_spiel("tic_tac_toe", True)
    assert 5 <= go() <= 9
    assert actions == 9
    go, actions = bench.petting_zoo("bottega.envs.pettingzoo.firenze_v0", True)
    assert go() >= 60  # as many dominoes; pyramids come on top
    assert actions == 12 * 46 * 46 + 2


def test_a_library_that_copies_is_found_out(bench: Any) -> None:
    assert bench.shared_with("NumPy", lambda buffer: np.from_dlpack(buffer).ctypes.data).endswith("without a copy")
    assert bench.shared_with("NumPy", lambda buffer: buffer.copy().ctypes.data).endswith("copies buffers")


def test_the_table_has_a_line_for_everybody(
    bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_pgx(name: str) -> Any:
        if name in ("jax", "pgx", "torch"):
            raise ImportError(name)
        return import_module(name)

    monkeypatch.setattr(bench, "import_module", without_pgx)
    monkeypatch.setattr(bench, "OPEN_SPIEL", (("tic_tac_toe", 9), ("othello", 64), ("tic_tac_toe", 10**6)))
    monkeypatch.setattr(bench, "PETTING_ZOO", ())
    monkeypatch.setattr(bench, "PGX", (("go_9x9", 81),))
    monkeypatch.setattr(sys, "argv", ["envs.py", "--seconds", "0.01", "--games", "4"])
    bench.main()
    written = capsys.readouterr()
    ours = [line for line in written.out.splitlines() if line.startswith("bottega.envs.vector")]
    goals = [line for line in ours if line.endswith("of the goal")]
    assert [line.split()[1] for line in goals] == ["firenze", "toscana", "florentine"]
    others = [line for line in written.out.splitlines() if line.startswith(("OpenSpiel", "bottega.envs.pettingzoo"))]
    assert all(line.count(" x ") == 2 for line in others)
    assert [line.split()[-1] for line in others] == ["firenze", "toscana", "florentine", "florentine", "toscana", "firenze"]
    for missing in ("pgx", "PyTorch", "JAX"):
        assert "bottega[peers]" in next(line for line in written.out.splitlines() if line.startswith(missing))
