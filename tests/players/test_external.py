"""Outside programs as players: what they are told, and what happens when they misbehave."""

import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bottega
from bottega.errors import BottegaError
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.players.external import Child, ExternalPlayer, PlayerFailed, Story, can_be_told, tell
from bottega.testing import random_game

OUR_ENGINE = [sys.executable, "-c", "from bottega.protocol import main; main()"]
TOLD = [name for name in GAMES if can_be_told(spec(name))]

#: Answers everything but genmove as it should; the rest of the script says what to do about that.
POLITE = """
import os, sys
def answer(text=""):
    print(f"= {text}\\n", flush=True)
for line in sys.stdin:
    if line.startswith("quit"):
        break
    elif not line.startswith("genmove"):
        answer()
        continue
"""

Script = Callable[..., list[str]]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes a program of some lines that follow POLITE, and returns its command."""

    def write(reaction: str, head: str = POLITE) -> list[str]:
        path = tmp_path / "engine.py"
        path.write_text(head + reaction, encoding="utf-8")
        return [sys.executable, str(path)]

    return write


def failure(command: list[str], seconds: float = 60, start_seconds: float = 60) -> str:
    """Why the program fails at the first decision of a game."""
    player = ExternalPlayer(command, seconds=seconds, start_seconds=start_seconds)
    view = tell(player, bottega.game("firenze").start())
    with pytest.raises(PlayerFailed) as caught:
        player.choose(view)
    player.close()
    return str(caught.value)


# ---------------------------------------------------------------- programs that misbehave


def test_a_crash_is_reported_with_exit_code_and_last_words(script: Script) -> None:
    reason = failure(script("    print('out of marble', file=sys.stderr)\n    os._exit(3)\n"))
    assert reason == "it ended with code 3 instead of answering 'genmove maestro' (out of marble)"


def test_silence_runs_into_the_time_limit(script: Script) -> None:
    assert failure(script("    pass\n"), start_seconds=0.3).startswith("no answer to ")


def test_the_first_decision_has_time_to_start_and_the_others_have_less(script: Script) -> None:
    silent = POLITE.replace("    elif not", "    elif line.startswith('play'):\n        continue\n    elif not")
    player = ExternalPlayer(script("    answer('PG@0,0h')\n", head=silent), seconds=0.0)
    position = bottega.game("firenze").start()
    position.play(player.choose(tell(player, position)))
    position.play("GP@0,1h")
    view = tell(player, position)
    with pytest.raises(PlayerFailed, match="no answer to 'play GP@0,1h' within 0 s"):
        player.choose(view)
    player.close()


@pytest.mark.parametrize(
    ("reaction", "reason"),
    [
        ("print('PG@0,0h\\n', flush=True)", "'PG@0,0h' is no answer to 'genmove maestro': it starts with neither = nor ?"),
        ("print('? I am tired\\n', flush=True)", "it refuses 'genmove maestro': I am tired"),
        ("answer('PG@0,0v')", "illegal move 'PG@0,0v': the first domino lies on 0,0 and 1,0: write @0,0h"),
        ("answer()", "illegal move ''"),
        ("answer('resign')", "illegal move 'resign'"),
        ("answer('PG@0,0h\\nPG@0,0h')", "illegal move 'PG@0,0h"),
        ("sys.stdout.buffer.write(b'= \\xff\\xfe\\n\\n'); sys.stdout.flush()", "illegal move"),
    ],
)
def test_nonsense_refusals_and_illegal_moves(script: Script, reaction: str, reason: str) -> None:
    assert failure(script(f"    {reaction}\n")).startswith(reason)


def test_a_program_that_never_stops_talking_is_cut_off(script: Script) -> None:
    endless = "    sys.stdout.write('=')\n    while True:\n        print(' x', flush=True)\n"
    assert failure(script(endless), start_seconds=60) == "an answer of more than 10000 lines"


def test_a_program_that_is_not_there() -> None:
    assert failure(["/nowhere/engine"]).startswith("cannot be started: ")


def test_a_program_that_wants_no_seed_beside_the_shuffles_gets_none(script: Script) -> None:
    head = POLITE.replace(
        "        answer()\n", "        print('? no seed' if 'seed=' in line else '=', end='\\n\\n', flush=True)\n"
    )
    player = ExternalPlayer(script("    answer('PG@0,0h')\n", head))
    assert player.choose(tell(player, bottega.game("firenze").start())) == "PG@0,0h"
    player.close()


# ---------------------------------------------------------------- processes


def test_the_whole_process_group_ends_with_the_player(script: Script, tmp_path: Path) -> None:
    """A grandchild that outlives its parent holds the other end of a pipe: it is closed when that process is gone."""
    os.mkfifo(tmp_path / "life")
    reaction = (
        "    import subprocess\n"
        f"    subprocess.Popen(['cat', '/dev/zero'], stdout=open({str(tmp_path / 'life')!r}, 'wb'))\n"
        "    answer('PG@0,0h')\n"
    )
    player = ExternalPlayer(script(reaction))
    view = tell(player, bottega.game("firenze").start())
    life = os.open(tmp_path / "life", os.O_RDONLY | os.O_NONBLOCK)
    assert player.choose(view) == "PG@0,0h"
    os.set_blocking(life, True)
    assert os.read(life, 1) == b"\0"
    player.close()
    while os.read(life, 2**20):  # the end comes only if nobody is left who could write
        pass
    os.close(life)


def test_a_forgotten_player_leaves_no_process(script: Script) -> None:
    child = Child(script("    answer()\n"))
    pid = child._process.pid
    child.ask("name", 60)
    child._errors.close()
    del child
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


# ---------------------------------------------------------------- what programs are told


@pytest.fixture
def logged(script: Script, tmp_path: Path) -> Callable[[Position, int], list[str]]:
    """What a program is told about a position by a player with that seed; its move is refused, whatever it is."""
    log = tmp_path / "log"
    head = POLITE.replace(
        "for line in sys.stdin:", f"for line in sys.stdin:\n    print(line, end='', file=open({str(log)!r}, 'a'))"
    )
    command = script("    answer('nothing')\n", head)

    def told(position: Position, seed: int) -> list[str]:
        log.unlink(missing_ok=True)
        player = ExternalPlayer(command, seed)
        with pytest.raises(PlayerFailed, match="illegal move 'nothing'"):
            player.choose(tell(player, position))
        player.close()
        return log.read_text(encoding="utf-8").splitlines()

    return told


def halfway(name: str, variant: int, seed: int) -> Position:
    """A position in the midst of a random game."""
    whole = list(random_game(Game(spec(name), spec(name).variants[variant]), seed))[-1]
    for _move in range(len(whole.history) // 2):
        whole.undo()
    return whole


def replayed(lines: list[str]) -> Position:
    """The position that commands lead to."""
    _new, name, *settings = lines[0].split()
    options = dict(setting.split("=", 1) for setting in settings if not setting.startswith("seed="))
    position = bottega.game(name, **options).start(seed=0)
    for line in lines[1:]:
        if line.startswith("play "):
            position.play(line.removeprefix("play "))
    return position


@pytest.mark.parametrize("name", TOLD)
def test_the_game_that_is_told_looks_the_same_to_the_seat(name: str, logged: Callable[[Position, int], list[str]]) -> None:
    position = halfway(name, 0, 3)
    told = replayed(logged(position, 1))
    assert told.history == position.history
    assert Story.of(told, position.seat).views == Story.of(position, position.seat).views


@pytest.mark.parametrize("name", TOLD)
def test_nothing_hidden_is_told(name: str, logged: Callable[[Position, int], list[str]]) -> None:
    """Another game that the seat cannot tell apart gives the program the same lines, letter by letter."""
    position = halfway(name, 0, 4)
    twin = replayed(logged(position, 2))
    hidden = any(option.is_shuffle for option in position.spec.options)
    assert (twin.options != position.options) == hidden
    assert logged(twin, 1) == logged(position, 1)


def test_a_game_that_cannot_be_told_is_refused() -> None:
    changes: dict[str, Any] = {"deal": None} if hasattr(spec("toscana"), "deal") else {}
    toscana = replace(spec("toscana"), **changes)
    assert not can_be_told(toscana)
    player = ExternalPlayer(["true"])
    view = tell(player, Game(toscana, {}).start(seed=0))
    with pytest.raises(BottegaError, match="engines cannot play Toscana") as caught:
        player.choose(view)
    player.close()
    assert not isinstance(caught.value, PlayerFailed)


def test_without_the_story_there_is_no_move() -> None:
    with pytest.raises(BottegaError, match="has to be told the story"):
        ExternalPlayer(["true"]).choose(bottega.game("firenze").start().view(0))


# ---------------------------------------------------------------- our own engine


@pytest.mark.parametrize("name", TOLD)
def test_our_own_engine_plays_a_game_as_a_child(name: str) -> None:
    """The program sits in one seat and the first legal move in the others; an analysis on the way changes nothing."""
    position = bottega.game(name).start(seed=1)
    player = ExternalPlayer(OUR_ENGINE, seed=2, player="random")
    while not position.is_over and len(position.history) < 40:
        if position.seat == 0:
            view = tell(player, position)
            if len(position.history) > 30:
                assert sorted(candidate.move for candidate in player.analyse(view)) == view.moves()
            position.play(player.choose(view))
        else:
            position.play(position.moves()[0])
    player.close()


def test_the_same_seed_gives_the_same_moves() -> None:
    def moves(seed: int) -> list[str]:
        position = bottega.game("firenze").start()
        player = ExternalPlayer(OUR_ENGINE, seed, "random")
        for _turn in range(6):
            position.play(player.choose(tell(player, position)))
        player.close()
        return list(position.history)

    assert moves(1) == moves(1) != moves(2)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "command", "player", "seconds"),
    [
        ("bottega engine", ["bottega", "engine"], "maestro", 60.0),
        ("bottega engine#mcts:200ms", ["bottega", "engine"], "mcts:200ms", 60.0),
        ("1500ms:./my-engine --size='a b'", ["./my-engine", "--size=a b"], "maestro", 1.5),
        ("5s:sh -c " + shlex.quote("cat # x y"), ["sh", "-c", "cat # x y"], "maestro", 5.0),
    ],
)
def test_names_of_engines(text: str, command: list[str], player: str, seconds: float) -> None:
    found = ExternalPlayer.named(text, 0)
    assert (found._command, found._player, found._seconds) == (command, player, seconds)


@pytest.mark.parametrize("text", ["", " ", "'"])
def test_names_that_are_none(text: str) -> None:
    with pytest.raises(BottegaError):
        ExternalPlayer.named(text, 0)
