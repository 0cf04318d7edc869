"""The command line, as a child process: what it prints, its exit codes, its patience with bad input."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import child_environment

import bottega
from bottega.record import Record, write
from bottega.testing import random_game

PROGRAM = [sys.executable, "-c", "from bottega.cli import main; main()"]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words],
        input=stdin,
        env=child_environment(BOTTEGA_QUIET="1", NO_COLOR="1", COLUMNS="120"),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    *_, position = random_game(bottega.game("toscana"), 1)
    path = tmp_path / "game.bgn"
    path.write_text(write(Record.from_position(position)), encoding="utf-8")
    return path


def test_help_teaches() -> None:
    shown = run("--help").stdout
    for word in ("games", "play", "engine", "perft", "bench", "replay", "show", "Niek Neuwahl", "buy the real sets"):
        assert word in shown


def test_games_lists_every_option() -> None:
    shown = run("games").stdout
    for name in bottega.GAMES:
        assert name in shown
        for option in bottega.games.spec(name).options:
            assert f"  {option.name}=" in shown


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        (["firenze", "3"], ["1 6", "2 624", "3 90096"]),
        (["firenze", "2", "players=3"], ["1 6", "2 624"]),
        (["toscana", "3", "grey=ABCDEFGHIJKLMNOP", "red=ABCDEFGHIJKLMNOP"], ["1 2", "2 64", "3 128"]),
    ],
)
def test_perft(words: list[str], counts: list[str]) -> None:
    assert run("perft", *words).stdout.splitlines() == counts


def test_bench_prints_json_for_programs(name: str) -> None:
    figures = json.loads(run("bench", "playouts", name, "--json", "--seconds", "0.1").stdout)
    assert set(figures) == {"game", "playouts_per_second", "moves_per_second"}
    assert figures["game"] == name
    assert figures["moves_per_second"] > figures["playouts_per_second"] > 0


def test_replay_and_show_a_record(record: Path) -> None:
    final = run("replay", str(record)).stdout
    assert "The game is over" in final
    assert run("show", str(record)).stdout in final
    assert run("replay", str(record), "--step").stdout.count("Score:") > 20
    start = run("show", str(record), "--move", "0").stdout
    assert "Score: 0 0" in start


def test_a_seed_may_stand_among_the_options() -> None:
    assert run("show", "toscana", "seed=5").stdout == run("show", "toscana", "--seed", "5").stdout
    assert run("show", "toscana", "seed=5").stdout != run("show", "toscana", "seed=6").stdout


def test_show_hides_what_a_seat_does_not_see() -> None:
    options = bottega.game("florentine").start(seed=3).options
    words = [f"{name}={value}" for name, value in options.items()]
    position = bottega.game("florentine", **options).start()
    assert run("show", "florentine", *words, "--seat", "0").stdout.strip() == position.view(0).text.strip()
    assert position.view(0).text != position.text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["perft", "chess", "2"], "there is no game 'chess'"),
        (["perft", "firenze", "two"], "depth"),
        (["perft", "firenze", "-2"], "-2"),
        (["perft", "firenze", "2", "players"], "options are given once each as NAME=VALUE"),
        (["perft", "firenze", "2", "sets=1", "sets=2"], "options are given once each"),
        (["perft", "firenze", "2", "players=7"], "players is one of 2, 3, not '7'"),
        (["show", "florentine", "deck=rRBG"], "16"),
        (["show", "florentine", "cards=nowhere.toml"], "nowhere.toml"),
        (["show", "toscana", "--seat", "5"], "a viewer is a seat from 0 to 1"),
        (["show", "toscana", "seed=x"], "seed is one whole number, not x"),
        (["show", "nowhere.bgn"], "nowhere.bgn"),
        (["replay", "nowhere.bgn"], "nowhere.bgn"),
        (["replay", "."], "."),
        (["play", "firenze", "--seats", "me,me,me"], "this game has 2 seats, not 3"),
        (["play", "firenze", "--seats", "me,leonardo"], "there is no player 'leonardo'"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_gets_a_clear_line_and_exit_code_2(words: list[str], reason: str) -> None:
    ended = run(*words)
    assert ended.returncode == 2, ended
    assert reason in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_record_with_an_illegal_move_is_refused_with_its_place(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("\n1. ", "\n1. nonsense-", 1), encoding="utf-8")
    ended = run("replay", str(record))
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"{record}:")
    assert ended.stdout == ""


def test_a_whole_game_by_typing(name: str) -> None:
    """A person who always types the first legal move, against machines."""
    position = bottega.game(name).start(seed=8)
    program = [*PROGRAM, "play", name, "--seed", "8"]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=child_environment(BOTTEGA_QUIET="1")
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        shown = ""
        while not position.is_over:
            if position.seat == 0:
                move = position.moves()[0]
                child.stdin.write(move + "\n")
                child.stdin.flush()
            else:
                line = child.stdout.readline()
                assert line, "the program ended early"
                shown += line
                if " plays " not in line:
                    continue
                move = line.split(" plays ")[1].strip()
            position.play(move)
        shown += child.stdout.read()
    assert child.returncode == 0
    assert f"The game is over: {position.result}." in shown
    assert position.score_text in shown


def test_typed_words(tmp_path: Path) -> None:
    saved = tmp_path / "saved.bgn"
    words = [
        "help",
        "moves PG",
        "hint",
        "PG@0,0h",
        "show",
        "undo",
        "undo",
        "nonsense",
        f"save {tmp_path}/no/where.bgn",
        f"save {saved}",
        "quit",
    ]
    ended = run("play", "firenze", "--seed", "1", stdin="\n".join(words) + "\n")
    assert ended.returncode == 0
    assert "PG@0,0h" in ended.stdout
    assert "No: you have made no move yet" in ended.stdout
    assert "No: 'nonsense' is not a move of Firenze" in ended.stdout
    assert "That file cannot be written" in ended.stdout
    assert saved.read_text(encoding="utf-8").startswith("[Game")


def test_hands_stay_hidden_between_people_at_one_keyboard() -> None:
    position = bottega.game("florentine").start(seed=2)
    first = position.view(0).text
    ended = run("play", "florentine", "--seats", "me,me", "--seed", "2", stdin=f"\n{position.moves()[0]}\n\nquit\n")
    before, after = ended.stdout.split("Hand over to seat 1")
    position.play(position.moves()[0])
    assert first in before
    assert first not in after
    assert position.view(1).text in after
    assert position.view(1).text not in before
    assert before.endswith("\033[2J\033[3J\033[H\n"), "the screen is cleared before the next person looks"


def test_nothing_seen_can_be_taken_back() -> None:
    position = bottega.game("florentine").start(seed=2)
    ended = run("play", "florentine", "--seed", "2", stdin=position.moves()[0] + "\nundo\nquit\n")
    assert "something that was hidden has been seen since" in ended.stdout


def test_end_of_input_leaves_the_game_without_a_mess() -> None:
    ended = run("play", "firenze", stdin="")
    assert ended.returncode == 0
    assert ended.stderr == ""


@pytest.mark.parametrize(
    "words", [["perft", "firenze", "7"], ["play", "firenze"], ["bench", "playouts", "toscana", "--seconds", "100"]]
)
def test_ctrl_c_ends_at_once(words: list[str]) -> None:
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=child_environment(BOTTEGA_QUIET="1", PYTHONUNBUFFERED="1"),
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        (child.stderr if words[0] == "bench" else child.stdout).readline()  # it is at work
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=20) == 130
        assert "Traceback" not in child.stderr.read()


def test_output_that_nobody_reads_is_no_error() -> None:
    shell = f"{sys.executable} -c 'from bottega.cli import main; main()' games | head -n 1"
    ended = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in ended.stderr
