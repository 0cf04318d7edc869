"""How kernels are compiled, cached and told apart."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import child_environment
from numpy.typing import NDArray

import bottega
from bottega import kernels

PACKAGE = Path(bottega.__file__).parent

GAME_OF_ONE_MOVE = """
import bottega
position = bottega.game("firenze").start(seed=1)
position.play(position.moves()[0])
print(position.score_text)
"""

RANDOM_GAMES = """
import numpy as np
import bottega
from bottega import kernels, walks
game = bottega.game("firenze")
setup = game.spec.setup(game.options)
totals = np.zeros((2, 2), np.int32)
walks.random_games(np.zeros(1, game.spec.state_type(setup)), np.array([setup]), kernels.random_numbers(1), 50, totals)
print(totals.tolist())
"""


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=child_environment(**environment),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )


def test_import_does_not_load_numba() -> None:
    loaded = run("import sys, bottega; print('numba' in sys.modules)").stdout
    assert loaded == "False\n"


def test_a_cold_cache_says_so_and_a_second_process_finds_it_warm(tmp_path: Path) -> None:
    cold = run(GAME_OF_ONE_MOVE, BOTTEGA_CACHE=str(tmp_path), BOTTEGA_QUIET="")
    assert cold.stderr.startswith("Bottega compiles the rules for this computer, once")
    warm = run(GAME_OF_ONE_MOVE, BOTTEGA_CACHE=str(tmp_path), BOTTEGA_QUIET="")
    assert (warm.stdout, warm.stderr) == (cold.stdout, "")


def test_compiled_code_is_never_stale(tmp_path: Path) -> None:
    """A kernel of walks.py calls into the rules of a game; an edit there that keeps time stamp and size must be noticed."""
    copy = tmp_path / "bottega"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    # Python itself goes by time stamp and size when it keeps its own bytecode: it is told not to
    environment = {"PYTHONPATH": str(tmp_path), "BOTTEGA_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    before = run(RANDOM_GAMES, **environment).stdout
    edited = copy / "games" / "firenze" / "layout.py"
    stamp = edited.stat()
    source = edited.read_text(encoding="utf-8")
    assert "\nGROUP = 3 " in source
    edited.write_text(source.replace("\nGROUP = 3 ", "\nGROUP = 2 "), encoding="utf-8")
    os.utime(edited, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert edited.stat().st_size == stamp.st_size
    after = run(RANDOM_GAMES, **environment).stdout
    assert before != after


def test_a_kernel_that_counts_no_references_returns_no_arrays() -> None:
    def copied(items: NDArray[np.int32]) -> NDArray[np.int32]:
        return items.copy()

    with pytest.raises(TypeError, match="only an allocating_kernel can return arrays"):
        kernels.kernel(copied)
    assert kernels.allocating_kernel(copied)(np.arange(3, dtype=np.int32)).tolist() == [0, 1, 2]


def test_every_file_that_kernels_depend_on_is_part_of_the_key() -> None:
    keyed = {path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".") for path in kernels.kernel_sources()}
    frozen = {path.relative_to(PACKAGE) for path in PACKAGE.glob("games/*/*.npz")}
    assert frozen
    assert frozen <= {path.relative_to(PACKAGE) for path in kernels.kernel_sources()}, "weights: add them to KERNEL_SOURCES"
    names_no_code = {"errors", "i18n", "learning", "spec", "notice"}
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if not re.search(r"^@(allocating_)?kernel$", source, re.MULTILINE):
            continue
        module = path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        assert module in keyed, f"{module} has kernels: add it to KERNEL_SOURCES"
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bottega"):
                base = (node.module or "").removeprefix("bottega").removeprefix(".")
                parts = [".".join(filter(None, [base, alias.name])) for alias in node.names]
                used = {part for part in parts if (PACKAGE / (part.replace(".", "/") + ".py")).exists()} or {base}
                used = {name for name in used if not name.endswith((".reasons", ".notation"))}  # words, no code
                assert used <= keyed | names_no_code, f"{module} freezes in values of {used - keyed}: add it to KERNEL_SOURCES"


def test_an_unwritable_cache_folder_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    program = "from bottega import kernels; print(kernels.cache_folder())"
    folder = Path(run(program, BOTTEGA_CACHE=str(blocked / "below")).stdout.strip())
    assert folder.is_dir()
    shutil.rmtree(folder.parent)


def test_old_folders_are_removed_and_young_ones_stay(tmp_path: Path) -> None:
    for name, age in (("old", 40 * 86400), ("young", 86400)):
        (tmp_path / name).mkdir()
        stamp = (tmp_path / name).stat().st_mtime - age
        os.utime(tmp_path / name, (stamp, stamp))
    run("from bottega import kernels; kernels.cache_folder()", BOTTEGA_CACHE=str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir() if len(path.name) < 16) == ["young"]


def test_random_numbers_are_split_mix_64() -> None:
    """Reference values of the published generator for seed 1234567."""
    random = kernels.random_numbers(1234567)
    words = [int(kernels.random_word(random)) for _ in range(3)]
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("n", [1, 2, 7, 48])
def test_random_below_is_even(n: int) -> None:
    random = kernels.random_numbers(5)
    counts = np.bincount([kernels.random_below(random, n) for _ in range(2000 * n)], minlength=n)
    assert len(counts) == n
    assert abs(counts - 2000).max() < 5 * 2000**0.5


def test_chances_are_even_between_0_and_1() -> None:
    random = kernels.random_numbers(5)
    drawn = [kernels.chance(random) for _ in range(8000)]
    assert 0.0 <= min(drawn) < max(drawn) < 1.0
    counts = np.bincount((np.array(drawn) * 4).astype(int), minlength=4)
    assert abs(counts - 2000).max() < 5 * 2000**0.5


def test_shuffle_reaches_every_order_evenly_and_touches_nothing_else() -> None:
    random = kernels.random_numbers(9)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        items = np.arange(5)
        kernels.shuffle(items, 1, 4, random)
        assert (items[0], items[4]) == (0, 4)
        seen[tuple(items[1:4])] = seen.get(tuple(items[1:4]), 0) + 1
    assert len(seen) == 6
    assert all(abs(count - 1000) < 160 for count in seen.values())


def test_any_integer_is_a_seed() -> None:
    assert kernels.random_numbers(-1)[0] == kernels.random_numbers(2**64 - 1)[0] == 2**64 - 1
