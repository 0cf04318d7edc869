"""Playing the games that a report rests on, and reading figures off them, in several processes."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from bottega.game import Game
from bottega.games import spec as find_spec
from bottega.kernels import Ints, State, random_numbers
from bottega.players import player as find_player
from bottega.players.external import close_player, tell
from bottega.report.course import NO_MOVE, follow, random_lines
from bottega.report.openings import opening_name
from bottega.report.study import Answer, studied
from bottega.spec import GameSpec

RANDOM = "random"
PORTION = 250  # random games in one piece of work: less than a second
ROOM = 128  # moves of a game, at first

Task = TypeVar("Task")
Result = TypeVar("Result")
Mapper: TypeAlias = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]


@dataclass(frozen=True)
class Job:
    """Games to be played by the same player in all seats."""

    game: str
    castings: tuple[dict[str, str], ...]  # game n is played with casting n % len(castings)
    player: str
    seeds: tuple[int, ...]
    first: int  # the number of the first game
    free: int  # so many moves at the start of a game are random
    counted: int  # so many of the first games are asked the game's own questions


@dataclass(frozen=True)
class Games:
    """Played games and what was read off them, game by game."""

    game: str
    player: str
    free: int  # so many moves at the start were random
    castings: tuple[dict[str, str], ...]
    casting: Ints  # [games] which one
    lengths: Ints  # [games] moves
    lines: Ints  # [games, room] the moves, then NO_MOVE
    choices: Ints  # [games, room] legal moves before each move
    points: Ints  # [games, room + 1, seats, parts] scores before each move and at the end; 0 after that
    estimates: NDArray[np.float32]  # [games, room + 1, seats] expected points likewise
    openings: tuple[str, ...]  # [games] the first real move, up to symmetry
    answers: tuple[dict[str, Answer], ...]  # [counted] what the game's own questions are answered with

    def __len__(self) -> int:
        return len(self.lengths)


def jobs(game: Game, player: str, games: int, seed: int, free: int = 0, counted: int = 0, portion: int = PORTION) -> list[Job]:
    """The games to be played, in pieces."""
    castings = tuple(studied(game.spec).castings(game.options))
    seeds = np.random.SeedSequence([seed % 2**64, *player.encode()]).generate_state(games, np.uint64).tolist()
    return [
        Job(
            game.spec.name,
            castings,
            player,
            tuple(seeds[first : first + portion]),
            first,
            free,
            max(0, min(portion, counted - first)),
        )
        for first in range(0, games, portion)
    ]


def gather(job: Job) -> Games:
    """Play the games of a job and read the figures off them."""
    spec = find_spec(job.game)
    games = [Game(spec, options) for options in job.castings]
    casting = (np.arange(len(job.seeds)) + job.first) % len(games)
    templates = [spec.setup(game.options) for game in games]
    states = np.zeros(1, spec.state_type(templates[0]))
    seeds = np.array(job.seeds, np.uint64)

    def setups() -> NDArray[Any]:
        return np.array([templates[index] for index in casting], templates[0].dtype)

    if job.player == RANDOM:
        lines, lengths = _random_lines(states, setups, seeds)
    else:
        played = [play(games[index], seed, job.player, job.free) for index, seed in zip(casting, job.seeds, strict=True)]
        lines, lengths = _padded(played)
    seats, parts, room = len(spec.seats(templates[0])), len(spec.score_parts), lines.shape[1]
    choices = np.zeros((len(seeds), room), np.int32)
    points = np.zeros((len(seeds), room + 1, seats, parts), np.int32)
    estimates = np.zeros((len(seeds), room + 1, seats), np.float32)
    follow(states, setups(), seeds, lines, lengths, choices, points, estimates)

    study = studied(spec)
    openings, answers = [], []
    for number, (index, seed) in enumerate(zip(casting, job.seeds, strict=True)):
        moves = lines[number, : lengths[number]].tolist()
        turn = int(np.argmin(study.minor(lines[number, : lengths[number]])))
        start = games[index].start(seed)
        before = replayed(spec, start.state, moves[:turn])
        openings.append(opening_name(spec, start.options, games[0].options, spec.move_name(before[-1], moves[turn])))
        if number < job.counted:
            answers.append(study.count(replayed(spec, start.state, moves), moves))
    return Games(
        job.game,
        job.player,
        job.free,
        job.castings,
        casting.astype(np.int32),
        lengths,
        lines,
        choices,
        points,
        estimates,
        tuple(openings),
        tuple(answers),
    )


def _random_lines(states: NDArray[Any], setups: Callable[[], NDArray[Any]], seeds: NDArray[np.uint64]) -> tuple[Ints, Ints]:
    room = ROOM
    while True:
        lines = np.full((len(seeds), room), NO_MOVE, np.int32)
        lengths = np.zeros(len(seeds), np.int32)
        longest = random_lines(states, setups(), seeds, lines, lengths)
        if longest <= room:
            return lines[:, :longest].copy(), lengths
        room = longest


def _padded(played: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    lengths = np.array([len(moves) for moves in played], np.int32)
    lines = np.full((len(played), lengths.max()), NO_MOVE, np.int32)
    for number, moves in enumerate(played):
        lines[number, : len(moves)] = moves
    return lines, lengths


def play(game: Game, seed: int, player: str, free: int) -> list[int]:
    """A whole game with the same player in all seats, after `free` random moves: the numbers of its moves."""
    position = game.start(seed)
    random = random_numbers(seed + 1)
    players = [find_player(player, seed + 2 + seat) for seat in range(len(position.seats))]
    try:
        while not position.is_over:
            if len(position.history) < free:
                position.play(game.spec.move_name(position.state, game.spec.rules.pick(position.state, random)))
            else:
                chooser = players[position.seat]
                position.play(chooser.choose(tell(chooser, position)))
    finally:
        for chooser in players:
            close_player(chooser)
    return list(position.view(0).past)


def replayed(spec: GameSpec, start: State, moves: Sequence[int]) -> list[State]:
    """The states from the start on, one more than moves."""
    states = [start]
    for move in moves:
        after = states[-1].copy()
        spec.rules.play(after, move)
        states.append(after)
    return states


def joined(parts: Sequence[Games]) -> Games:
    """All the games in one."""
    room = max(part.lines.shape[1] for part in parts)

    def stacked(field: str, width: int, blank: int = 0) -> Any:
        arrays = [getattr(part, field) for part in parts]
        grown = [
            np.pad(array, [(0, 0), (0, width - array.shape[1])] + [(0, 0)] * (array.ndim - 2), constant_values=blank)
            for array in arrays
        ]
        return np.concatenate(grown)

    return replace(
        parts[0],
        casting=np.concatenate([part.casting for part in parts]),
        lengths=np.concatenate([part.lengths for part in parts]),
        lines=stacked("lines", room, NO_MOVE),
        choices=stacked("choices", room),
        points=stacked("points", room + 1),
        estimates=stacked("estimates", room + 1),
        openings=tuple(name for part in parts for name in part.openings),
        answers=tuple(answer for part in parts for answer in part.answers),
    )


# ---------------------------------------------------------------- processes


def _listen_to_the_parent_only() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def workers(processes: int) -> Iterator[Mapper]:
    """Something like `map`, in that many processes; results come in order. Leaving it ends all work at once."""
    if processes == 1:
        yield _map_here
        return
    with get_context("spawn").Pool(processes, _listen_to_the_parent_only) as pool:
        yield pool.imap


def _map_here(function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    return map(function, tasks)
