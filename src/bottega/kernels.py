"""How Numba is set up here, and the generic rule functions.

A *kernel* is a function compiled by Numba. It works on state records and arrays, in place, and trusts its caller: what
it says about its arguments is guaranteed by whoever calls it, and `Position.play` is the door where moves are checked.

The generic rule functions at the end of this file are the whole contract between a game and everything above it. Called
from Python or from a kernel, they choose the game by the type of the state record.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core.cgutils import raw_memcpy
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from bottega.notice import announce_compiling

State: TypeAlias = np.record  # one position of one game, in memory of a fixed layout
Setup: TypeAlias = np.record  # the options of one game, its shuffles included
Random: TypeAlias = NDArray[np.uint64]  # [1] the whole state of a generator of random numbers
Ints: TypeAlias = NDArray[np.int32]

SPECTATOR = -1  # the viewer who holds no seat
NOBODY = -1  # the seat to decide when the game is over
WHOLE = -1  # in place of a half-made move: the last one was made, or none was begun
SECRETS = -1  # in place of what has turned up: some seats see more than others
NO_ACTION = -1  # the game is over, or the window leaves nothing to do

# ---------------------------------------------------------------- compiling

#: Where kernels are written and what they freeze in: a change in any of these makes all compiled code stale.
KERNEL_SOURCES = (
    "kernels.py",
    "bits.py",
    "geometry.py",
    "walks.py",
    "search/*.py",
    "report/course.py",
    "envs/batch.py",
    "games/*/layout.py",
    "games/*/advice.py",
    "games/*/glance.*",
    "games/*/judgement.*",
    "games/*/learning.py",
    "games/*/outlook.py",
    "games/*/rules.py",
    "games/*/spaces.py",
)

Function = TypeVar("Function", bound=Callable[..., Any])

announce_compiling()


def kernel_sources() -> Iterator[Path]:
    """The files whose text decides what the compiled code is."""
    package = Path(__file__).parent
    for pattern in KERNEL_SOURCES:
        yield from sorted(package.glob(pattern))


@cache
def cache_folder() -> Path:
    """The folder of compiled code, one for each state of the sources.

    Numba looks at the time stamp of the file that defines a kernel and not at the files it calls into; a folder named
    after the text of all of them is never stale. Folders unused for a month are removed.
    """
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    home = _cache_home()
    folder = home / digest.hexdigest()[:16]
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for other in home.iterdir():
            if time.time() - other.stat().st_mtime > 30 * 86400:
                shutil.rmtree(other, ignore_errors=True)
    os.utime(folder)
    return folder


def _cache_home() -> Path:
    """`$BOTTEGA_CACHE`, else the user's cache folder; a temporary one where that cannot be written."""
    chosen = os.environ.get("BOTTEGA_CACHE")
    if chosen:
        home = Path(chosen)
    elif sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "bottega" / "kernels"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches" / "bottega"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bottega"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return home
    except OSError:
        return Path(tempfile.mkdtemp(prefix="bottega-"))


def kernel(function: Function) -> Function:
    """Compile the function at its first call, without the GIL, and keep the code on disk for the next process.

    It allocates no arrays and returns none: so nobody counts references, which would take a tenth of a search's time.
    """
    returned = str(function.__annotations__.get("return"))
    if "ndarray" in returned:
        raise TypeError(f"{function.__name__} returns {returned}: only an allocating_kernel can return arrays")
    return _compiled(function, counts_references=False)


def allocating_kernel(function: Function) -> Function:
    """A kernel that allocates arrays, or returns some."""
    return _compiled(function, counts_references=True)


def _compiled(function: Function, counts_references: bool) -> Function:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        jitted = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=counts_references)(function)
        return cast(Function, jitted)
    finally:
        numba.config.CACHE_DIR = before


# ---------------------------------------------------------------- records


def copy_record(source: State, target: State) -> None:
    """Make `target` the same as `source`, a record of the same type."""
    for field in source.dtype.names or ():
        target[field] = source[field]


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _copy_memory(typing: Any, source: Any, target: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        raw_memcpy(builder, arguments[1], arguments[0], context.get_constant(types.intp, signature.args[0].size), 1)
        return context.get_dummy_value()

    return types.void(source, target), code


@overload(copy_record)
def _copy_record(source, target):  # type: ignore[no-untyped-def]  # Numba wants the very signature of the function below
    def copy(source, target):  # type: ignore[no-untyped-def]
        _copy_memory(source, target)

    return copy if source == target else None


# ---------------------------------------------------------------- random numbers


def random_numbers(seed: int) -> Random:
    """A generator of random numbers for kernels; any integer is a seed."""
    return np.array([seed % 2**64], np.uint64)


@kernel
def random_word(random: Random) -> np.uint64:
    """The next 64 random bits (SplitMix64: its state is one word, so that every game can have its own)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    word: np.uint64 = random[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def random_below(random: Random, n: int) -> int:
    """A random integer from 0 to n - 1; 0 < n < 2**32."""
    return int(((random_word(random) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def chance(random: Random) -> float:
    """A random number from 0 up to 1."""
    return float(random_word(random) >> np.uint64(11)) / 2.0**53


@kernel
def shuffle(items: NDArray[Any], first: int, end: int, random: Random) -> None:
    """Shuffle `items[first:end]` in place."""
    for last in range(end - 1, first, -1):
        other = first + random_below(random, last - first + 1)
        items[last], items[other] = items[other], items[last]


# ---------------------------------------------------------------- the generic rule functions

_rules: dict[np.dtype[Any], ModuleType] = {}
_advice: dict[np.dtype[Any], ModuleType] = {}
_learning: dict[np.dtype[Any], ModuleType] = {}


def start(state: State, setup: Setup, random: Random) -> None:
    """Fill `state` with the first position. What `setup` leaves to chance is shuffled into `setup` first."""
    _rules[state.dtype].start(state, setup, random)


def moves(state: State, out: Ints) -> int:
    """How many legal moves there are; as many of them as `out` has room for are written to it, each one once."""
    return int(_rules[state.dtype].moves(state, out))


def pick(state: State, random: Random) -> int:
    """A random legal move without listing them all; the game is not over. `docs/rules` says with what chances."""
    return int(_rules[state.dtype].pick(state, random))


def play(state: State, move: int) -> None:
    """Make the move, in place. It is legal: the caller guarantees it."""
    _rules[state.dtype].play(state, move)


def seat(state: State) -> int:
    """The seat to decide, NOBODY when the game is over."""
    return int(_rules[state.dtype].seat(state))


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return bool(_rules[state.dtype].is_over(state))


def scores(state: State, out: Ints) -> None:
    """Write the score of each seat as the game stands to `out` [seats, parts]; seats compare by the first part, then the next."""
    _rules[state.dtype].scores(state, out)


def view(state: State, viewer: int, out: State) -> None:
    """Write to `out` what `viewer` (a seat or SPECTATOR) can know of `state`, and nothing else.

    Positions that the viewer cannot tell apart give the same bytes. A view of a view changes nothing.
    """
    _rules[state.dtype].view(state, viewer, out)


def sample(view: State, random: Random, out: State) -> None:
    """Write to `out` a state that agrees with the view, each such state being equally likely."""
    _rules[view.dtype].sample(view, random, out)


# ---------------------------------------------------------------- advice: what a game knows about playing it well


def evaluate(state: State, out: NDArray[np.float64]) -> None:
    """Write to `out` [seats] how many points (the first part of the score) each seat can hope to end with."""
    _advice[state.dtype].evaluate(state, out)


def forecast(state: State, spread: float, points: NDArray[np.float64], wins: NDArray[np.float64]) -> None:
    """As `evaluate`, to `points`; and to `wins` [seats] the chances to win.

    A game may do without it: then a seat that is `spread` points ahead has e times the chance of the other.
    """
    getattr(_advice[state.dtype], "forecast", _forecast_alike)(state, spread, points, wins)


def hunch(state: State, out: NDArray[np.float64]) -> None:
    """As `evaluate`: by what a search orders the moves of a node. A game may do without one of its own.

    It is worth having where it errs differently: then what simulations are judged by does not also say which moves are tried.
    """
    getattr(_advice[state.dtype], "hunch", _as_evaluated)(state, out)


def urge(state: State, move: int) -> float:
    """How good a legal move looks to its mover at a glance, in points; cheap, so that random games can ask for it."""
    return float(_advice[state.dtype].urge(state, move))


def urges(state: State, listed: Ints, out: NDArray[np.float64]) -> None:
    """Write the urge of each of the listed legal moves to `out`; quickest in the order of `moves`. A game may do without it."""
    getattr(_advice[state.dtype], "urges", _urges_one_by_one)(state, listed, out)


def pick_well(state: State, random: Random, candidates: int) -> int:
    """The best looking of some random legal moves, about so many; the game is not over. A game may do without one of its own."""
    return int(getattr(_advice[state.dtype], "pick_well", _best_of)(state, random, candidates))


def turned_up(state: State, fully: bool) -> int:
    """What chance has turned up for everybody to see and the decision is about, or `fully`, as a number from 0 on.

    Moves and what turned up tell the course of a game. SECRETS where seats know different things: a game may do without it.
    """
    return int(getattr(_advice[state.dtype], "turned_up", _nothing_for_everybody)(state, fully))


@kernel
def _as_evaluated(state: State, out: NDArray[np.float64]) -> None:
    evaluate(state, out)


@kernel
def _forecast_alike(state: State, spread: float, points: NDArray[np.float64], wins: NDArray[np.float64]) -> None:
    evaluate(state, points)
    share_points(points, spread, wins)


@kernel
def share_points(points: NDArray[np.float64], spread: float, shares: NDArray[np.float64]) -> None:
    """Chances to win as the points suggest: a seat that is `spread` points ahead has e times the chance of the other."""
    most = points[0]
    for player in range(1, points.shape[0]):
        most = max(most, points[player])
    total = 0.0
    for player in range(points.shape[0]):
        shares[player] = np.exp((points[player] - most) / spread)
        total += shares[player]
    for player in range(points.shape[0]):
        shares[player] /= total


@kernel
def _nothing_for_everybody(state: State, fully: bool) -> int:
    return SECRETS


@kernel
def _urges_one_by_one(state: State, listed: Ints, out: NDArray[np.float64]) -> None:
    for index in range(listed.shape[0]):
        out[index] = urge(state, int(listed[index]))


@kernel
def _best_of(state: State, random: Random, candidates: int) -> int:
    best = pick(state, random)
    best_looks = urge(state, best)
    for _more in range(1, candidates):
        move = pick(state, random)
        looks = urge(state, move)
        if looks > best_looks:
            best, best_looks = move, looks
    return best


# ---------------------------------------------------------------- learning: a game as numbered actions and planes
#
# An action is a move, or a part of one where moves are too many to be numbered: `half` is what has been done of the move, and
# WHOLE between two moves. `window` bounds what can be seen and done of an unbounded table; where there is a board it is 0.


def list_actions(state: State, half: int, window: int, out: NDArray[np.uint8]) -> int:
    """Write to `out` [actions] 1 for each legal action and 0 for the others; returns how many are legal."""
    return int(_learning[state.dtype].list_actions(state, half, window, out))


def can_act(state: State, half: int, window: int, action: int) -> bool:
    """Whether the action, any number at all, is legal."""
    return bool(_learning[state.dtype].can_act(state, half, window, action))


def pick_action(state: State, half: int, window: int, random: Random) -> int:
    """A random legal action without listing them all, as `pick` chooses; NO_ACTION if there is none."""
    return int(_learning[state.dtype].pick_action(state, half, window, random))


def act(state: State, half: int, window: int, action: int) -> int:
    """Do what is legal, in place; returns the half-made move, WHOLE when the move is made."""
    return int(_learning[state.dtype].act(state, half, window, action))


def observe(view: State, half: int, window: int, viewer: int, planes: NDArray[np.uint8], numbers: NDArray[np.uint8]) -> None:
    """Write what `viewer`, a seat, sees to `planes` [plane, y, x] and `numbers`; `view` is what it can know."""
    _learning[view.dtype].observe(view, half, window, viewer, planes, numbers)


RULES = (start, moves, pick, play, seat, is_over, scores, view, sample)
ADVICE = (evaluate, forecast, hunch, urge, urges, pick_well, turned_up)
#: Where a game has nothing quicker, or nothing at all
DEFAULTS: dict[Any, Any] = {
    forecast: _forecast_alike,
    hunch: _as_evaluated,
    urges: _urges_one_by_one,
    pick_well: _best_of,
    turned_up: _nothing_for_everybody,
}
LEARNING = (list_actions, can_act, pick_action, act, observe)


def implement(rules: ModuleType, advice: ModuleType, learning: ModuleType | None = None) -> None:
    """Let the generic functions find the kernels of a game, for every record type in `rules.STATES`."""
    records = {numba.from_dtype(dtype) for dtype in rules.STATES}
    for module, registry, generics in (
        (rules, _rules, RULES),
        (advice, _advice, ADVICE),
        (learning, _learning, LEARNING),
    ):
        if module is not None:
            registry.update(dict.fromkeys(rules.STATES, module))
            for generic in generics:
                _provide(generic, getattr(module, generic.__name__, None) or DEFAULTS[generic], records)


def _provide(generic: Callable[..., Any], function: Callable[..., Any], records: set[Any]) -> None:
    def call(*arguments):  # type: ignore[no-untyped-def]  # compiled by Numba, which infers the types
        return function(*arguments)

    def choose(*arguments):  # type: ignore[no-untyped-def]  # called by Numba with Numba types
        return call if arguments[0] in records else None

    overload(generic)(choose)
