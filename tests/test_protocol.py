"""The engine protocol, in this process and through the pipes of a child process."""

import copy
import doctest
import io
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bottega
from bottega import protocol
from bottega.protocol import COMMANDS, LINE_LIMIT, REASON_LIMIT, Engine
from bottega.record import read

ROOT = Path(__file__).parents[1]
PATIENCE = 120  # seconds until a child that does not answer is ended: it may have to compile first
ASCII_DECK = (
    "BGBG,BGbO,BGoO,BOBO,BOgG,BgGO,BgOG,BoGO,BoOG,GOGO,RBRB,RBgG,RBoO,RBrG,RBrO,RGRG,RGbB,RGoO,RGrO,RORO,RObB,ROgG,RbBG,RbBO,"
    "RbGB,RbOB,RgBG,RgGB,RgGO,RgOG,RoBO,RoGO,RoOB,RoOG,bBGO,bBOG,bBgG,bBoO,gGoO,rRBG,rRBO,rRGB,rRGO,rROB,rROG,rRbB,rRgG,rRoO"
)
A_TO_P = "ABCDEFGHIJKLMNOP"


class Child:
    """An engine in a process of its own. It is ended if it keeps us waiting."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", "from bottega.protocol import main; main()"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self.stdin: IO[bytes] = self.process.stdin
        self.stdout: IO[bytes] = self.process.stdout
        self.stderr: IO[bytes] = self.process.stderr
        self.watchdog = threading.Timer(PATIENCE, self.process.kill)
        self.watchdog.start()

    def ask(self, line: str) -> str:
        """The answer without its prefix; the line must be accepted."""
        self.stdin.write(line.encode() + b"\n")
        self.stdin.flush()
        lines = []
        while (answer := self.stdout.readline()) not in (b"\n", b""):
            lines.append(answer.decode())
        text = "".join(lines)
        assert text.startswith("="), f"{line!r} was answered by {text!r}"
        return text[1:].strip()

    def end(self) -> int:
        """Wait for the end of the process; its return code."""
        return self.process.wait(PATIENCE)


@pytest.fixture
def child() -> Iterator[Child]:
    child = Child()
    yield child
    child.watchdog.cancel()
    child.process.kill()
    child.process.wait()
    for pipe in (child.stdin, child.stdout, child.stderr):
        try:
            pipe.close()
        except BrokenPipeError:
            continue


def answers(*lines: str) -> list[str]:
    """What a new engine says to these lines."""
    engine = Engine()
    return [engine.answer(line) for line in lines]


def started(line: str) -> Engine:
    engine = Engine()
    assert engine.answer(line) == "=\n\n"
    return engine


def refusal(engine: Engine, line: str) -> str:
    """The reason for which the line is refused; the position stays as it is."""
    before = engine.position.to_bytes()
    answer = engine.answer(line)
    assert answer.startswith("? ")
    assert answer.endswith("\n\n")
    assert engine.position.to_bytes() == before
    return answer[2:-2]


# ---------------------------------------------------------------- a child process


def test_whole_games_are_played_through_pipes(child: Child) -> None:
    for seed, name in enumerate(bottega.GAMES):
        child.ask(f"new {name} seed={seed}")
        position = bottega.game(name).start(seed)
        choice = random.Random(seed)
        while not position.is_over:
            assert child.ask("seat") == str(position.seat)
            moves = position.moves()
            assert child.ask("moves") == " ".join(moves)
            assert child.ask("score") == position.score_text
            assert child.ask("result") == "*"
            move = choice.choice(moves)
            child.ask(f"play {move}")
            position.play(move)
        assert [child.ask(line) for line in ("seat", "moves", "perft 3")] == ["-1", "", "0"]
        assert [child.ask(line) for line in ("score", "result")] == [position.score_text, position.result]
        record = read(child.ask("record"))
        assert record.replay() == position
        assert record.ended == "played"
        while position.history:
            child.ask("undo")
            position.undo()
        assert child.ask("moves") == " ".join(position.moves())
    assert child.ask("quit") == ""
    assert child.end() == 0
    assert child.stdout.read() == b""


@pytest.mark.parametrize(
    ("new", "counts"),
    [
        ("firenze", [6, 624, 90096, 16197568]),
        ("firenze players=3", [6, 624, 90096, 16120256]),
        (f"toscana grey={A_TO_P} red={A_TO_P}", [2, 64, 128, 3008, 91368]),
        (f"florentine players=2 deck={ASCII_DECK}", [12, 292, 5708]),
        (f"florentine players=3 deck={ASCII_DECK}", [12, 292, 5004]),
        (f"florentine players=4 deck={ASCII_DECK}", [12, 292, 5004]),
    ],
)
def test_perft_gives_the_known_counts(new: str, counts: list[int], child: Child) -> None:
    child.ask(f"new {new}")
    assert child.ask("perft 0") == "1"
    assert [int(child.ask(f"perft {depth}")) for depth in range(1, len(counts) + 1)] == counts


def test_answers_carry_the_id_and_nothing_else_is_written(child: Child) -> None:
    lines = b"1 name\n\n# a comment\n  \t\n22\tprotocol_version # and another\r\n333 nonsense\nversion\n4 quit\n5 name\n"
    out, _err = child.process.communicate(lines, PATIENCE)
    version = bottega.__version__
    nonsense = "?333 there is no command 'nonsense': list_commands lists all"
    assert out.decode() == f"=1 Bottega\n\n=22 2\n\n{nonsense}\n\n= {version}\n\n=4\n\n"
    assert child.process.returncode == 0


def test_the_end_of_input_is_the_end_and_a_last_line_without_its_end_is_answered(child: Child) -> None:
    out, err = child.process.communicate(b"name\nname", PATIENCE)
    assert (out, err, child.process.returncode) == (b"= Bottega\n\n= Bottega\n\n", b"", 0)


def test_broken_bytes_and_overlong_lines_are_refused_and_the_engine_goes_on(child: Child) -> None:
    lines = [
        b"1 play \xff\xfe",
        b"2 play " + b"x" * 3 * LINE_LIMIT,
        b"# " + b"x" * 3 * LINE_LIMIT,
        b"3 na\x00\x07me",
        b"\xc3\xa9",
        b"",
    ]
    out, err = child.process.communicate(b"\n".join(lines), PATIENCE)
    assert out.decode() == (
        "?1 this line is not UTF-8 text\n\n"
        f"?2 this line is longer than {LINE_LIMIT} bytes\n\n"
        "=3 Bottega\n\n"
        "? there is no command 'é': list_commands lists all\n\n"
    )
    assert err == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("line", ["name", "new firenze"])
def test_an_interrupt_ends_quietly_even_while_counting(line: str, child: Child) -> None:
    child.ask(line)
    if line != "name":
        child.stdin.write(b"perft 6\n")  # takes minutes until it is refused
        child.stdin.flush()
    child.process.send_signal(signal.SIGINT)
    assert child.end() == -signal.SIGINT
    assert b"Traceback" not in child.stderr.read()


def test_nobody_listening_ends_quietly(child: Child) -> None:
    child.ask("name")
    child.stdout.close()
    child.stdin.write(b"name\nname\n")
    child.stdin.flush()
    assert child.end() == 0
    assert child.stderr.read() == b""


# ---------------------------------------------------------------- commands


def test_the_commands_are_those_that_were_promised() -> None:
    promised = (
        "protocol_version name version list_commands quit new moves play undo seat score result perft show view record "
        "genmove analyse"
    )
    assert answers("list_commands") == ["= " + promised.replace(" ", "\n") + "\n\n"]
    assert answers("protocol_version", "name", "version") == ["= 2\n\n", "= Bottega\n\n", f"= {bottega.__version__}\n\n"]


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.needs_game])
def test_without_a_game_there_is_nothing_to_ask(name: str) -> None:
    expected = "? no game has been started: say new GAME, with one of firenze, toscana, florentine\n\n"
    assert answers(name, f"{name} 1") == [expected, expected]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("mvoes", "there is no command 'mvoes': did you mean moves?"),
        ("Moves", "there is no command 'Moves'"),
        ("moves now", "say moves"),
        ("play", "say play MOVE"),
        ("play PG@0,0h PG@0,1h", "say play MOVE"),
        ("play pg@0,0h", "write PG@0,0h"),
        ("play PG@0,0v", "the first domino lies on 0,0 and 1,0"),
        ("undo", "there is no move to take back"),
        ("perft", "say perft N"),
        ("perft -1", "perft needs a number of moves, 0 or more, not '-1'"),
        ("perft ٣", "perft needs a number of moves, 0 or more"),
        ("perft " + "9" * 5000, "perft needs a number of moves, 0 or more"),
        ("view 2", "a viewer is a seat from 0 to 1, or -1 for a spectator, not 2"),
        ("view -2", "a viewer is a seat from 0 to 1, or -1 for a spectator, not -2"),
        ("view red", "view needs the number of a seat, or -1 for a spectator, not 'red'"),
        ("genmove", "say genmove PLAYER"),
        ("genmove rnadom", "there is no player 'rnadom'"),
        ("analyse nobody", "there is no player 'nobody'"),
        ("new", "say new GAME key=value..."),
        ("new chess", "there is no game 'chess'"),
        ("new firenze players=4", "players is one of 2, 3, not '4'"),
        ("new firenze players=3 neutral=W", "no colour is neutral"),
        ("new firenze players=2 players=3", "players is given twice"),
        ("new firenze seed=1 seed=1", "seed is given twice"),
        ("new firenze name=x", "has no option 'name'"),
        ("new firenze self=x", "has no option 'self'"),
        ("new firenze players", "expected key=value, not 'players'"),
        ("new firenze players=", "expected key=value"),
        ("new firenze =2", "expected key=value"),
        ("new firenze seed=x", "seed is a whole number, not 'x'"),
        ("new firenze seed=1.5", "seed is a whole number"),
        ("new toscana grey=ABC", "each of ABCDEFGHIJKLMNOP once"),
        ("new florentine deck=rRBG", "16 to 64 cards"),
        ("name\nquit", "one line at a time"),
        ("\udcff", "this line is not UTF-8 text"),
        ("x" * (LINE_LIMIT + 1), "this line is longer than"),
    ],
)
def test_what_is_wrong_is_refused_with_the_reason_and_changes_nothing(line: str, reason: str) -> None:
    engine = started("new firenze seed=1")
    assert reason in refusal(engine, line)
    assert not engine.has_quit


def test_refusals_stay_on_one_line_of_a_bounded_length() -> None:
    engine = started("new firenze")
    assert len(refusal(engine, "new firenze players=" + "x" * 100_000)) <= REASON_LIMIT + 3
    assert "\x85" not in refusal(engine, "play \x85\u2028")
    assert engine.answer("7") == "?7 a command is missing after the id\n\n"
    assert engine.answer("7 8 name").startswith("?7 there is no command '8'")


def test_shuffles_come_from_the_seed_or_from_the_options() -> None:
    engine = started("new toscana seed=7")
    assert engine.position == bottega.game("toscana").start(7)
    engine = started(f"new toscana seed=-7 red={A_TO_P}")
    assert engine.position.options["red"] == A_TO_P
    assert engine.position == bottega.game("toscana", red=A_TO_P).start(-7)
    first, second = (started("new toscana").position.options for _again in range(2))
    assert first != second


def test_perft_is_refused_where_it_would_take_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "PERFT_LIMIT", 600)
    engine = started("new firenze")
    assert engine.answer("perft 2") == "= 624\n\n"
    for depth in ("3", "999999999999"):
        assert refusal(engine, f"perft {depth}") == "perft 2 is 624 already: deeper counts take too long"


@pytest.mark.parametrize("name", bottega.GAMES)
def test_pictures_have_no_empty_line_and_views_hide_what_they_must(name: str) -> None:
    engine = started(f"new {name} seed=3")
    for _turn in range(5):
        engine.answer("genmove random")
    position = engine.position
    for line, text in [("show", position.text), *((f"view {viewer}", position.view(viewer).text) for viewer in (-1, 0, 1))]:
        answer = engine.answer(line)
        assert answer.startswith("=\n")
        assert answer.count("\n\n") == 1
        assert answer[2:-2].replace("\n \n", "\n\n").replace("\n \n", "\n\n") == text


@pytest.mark.parametrize("name", bottega.GAMES)
def test_a_seeded_game_of_the_random_player_is_always_the_same(name: str) -> None:
    games = []
    for _again in range(2):
        engine = started(f"new {name} seed=11")
        while not engine.position.is_over:
            moves = engine.answer("moves")[2:-2].split(" ")
            assert engine.answer("genmove random")[2:-2] in moves
        games.append(engine.position.history)
        assert "the game is over" in refusal(engine, "genmove random")
        assert "the game is over" in refusal(engine, "analyse random")
    assert games[0] == games[1]
    other = started(f"new {name} seed=12")
    other.answer("genmove random")
    other.answer("genmove random")
    again = other.position.history
    other.answer("undo")
    other.answer("genmove random")
    assert other.position.history == again


def test_the_player_is_shown_its_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[bottega.View] = []

    class Spy:
        def choose(self, view: bottega.View) -> str:
            shown.append(view)
            return view.moves()[0]

    monkeypatch.setattr("bottega.players.PLAYERS", {"spy": lambda _seed: Spy()})
    engine = started("new florentine seed=2")
    expected = engine.position.view(0)
    engine.answer("genmove spy")
    assert shown == [expected]


@pytest.mark.parametrize("name", bottega.GAMES)
def test_analysis_lists_every_move_with_its_prospects(name: str) -> None:
    engine = started(f"new {name} seed=4")
    engine.answer("genmove random")
    before = engine.position.to_bytes()
    seats = len(engine.position.seats)
    answer = engine.answer("analyse random")
    form = re.compile(r"\S+ [1-9]\d*" + r" [01]\.\d{3}" * seats + r" \d+\.\d{2}" * seats)
    lines = answer[2:-2].split("\n")
    assert all(form.fullmatch(line) for line in lines)
    assert sorted(line.split(" ")[0] for line in lines) == engine.position.moves()
    assert engine.position.to_bytes() == before
    assert engine.answer("analyse random") == answer


def test_a_long_line_is_never_held_in_memory_as_a_whole() -> None:
    class Watched(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= LINE_LIMIT + 1
            return super().readline(size)

    out = io.BytesIO()
    exact = b"play " + b"x" * (LINE_LIMIT - 5)
    Engine().run(Watched(exact + b"\n" + exact + b"x\nname\n" + b"y" * (5 * LINE_LIMIT)), out)
    kinds = [answer.split(b" ", 2)[:2] for answer in out.getvalue().split(b"\n\n")]
    assert kinds == [[b"?", b"no"], [b"?", b"this"], [b"=", b"Bottega"], [b"?", b"this"], [b""]]


# ---------------------------------------------------------------- anything at all

LINES = [
    *("name", "12 moves", "seat", "score", "result", "perft 1", "show", "view 0", "view -1", "record", "undo", "genmove random"),
    *("play PG@0,0h", "play GP@0,1h^0,1", "play allow", "play A@i9r1", "play x:rRBG", "play rRBG@d4r1", "play black@c1N"),
    *("new firenze players=2 sets=1 neutral=P", f"new toscana first=red edition=dutch grey={A_TO_P} red={A_TO_P}"),
    *(
        f"new florentine players=3 deck={ASCII_DECK}",
        "new florentine colours=OG cards=reconstruction seed=5",
        "play decline # end",
    ),
]


@pytest.fixture(scope="module")
def games() -> list[Engine]:
    """A game of each kind, a few moves old."""
    engines = [started(f"new {name} seed=1") for name in bottega.GAMES]
    for engine in engines:
        for _turn in range(6):
            engine.answer("genmove random")
    return engines


def speak(game: Engine, said: bytes) -> None:
    """Whatever is said gets a well-formed answer, and a refusal changes nothing."""
    engine = copy.copy(game)
    engine._position = game.position.copy()
    for line in said.split(b"\n"):
        position, before, out = engine.position, engine.position.to_bytes(), io.BytesIO()
        engine.run(io.BytesIO(line), out)
        answer = out.getvalue().decode()
        assert answer == "" or re.fullmatch(r"[=?][0-9]*([ \n].+?)?\n\n", answer, re.DOTALL)
        assert "\n\n" not in answer[:-2]
        if not answer.startswith("="):
            assert engine.position is position
            assert engine.position.to_bytes() == before


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=100) | st.text(max_size=100),
    st.integers(0, len(bottega.GAMES) - 1),
    st.sampled_from(["", "play ", "new ", "view "]),
)
def test_anything_said_is_answered(games: list[Engine], said: str | bytes, which: int, start: str) -> None:
    speak(games[which], start.encode() + (said if isinstance(said, bytes) else said.encode()))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(LINES), st.integers(0, len(bottega.GAMES) - 1), st.data())
def test_any_slip_of_the_tongue_is_answered(games: list[Engine], line: str, which: int, data: st.DataObject) -> None:
    for _slip in range(data.draw(st.integers(0, 3))):
        first = data.draw(st.integers(0, len(line)))
        last = data.draw(st.integers(first, min(len(line), first + 8)))
        again = data.draw(
            st.sampled_from(["", line[first:last] * 2, line[first:last][::-1], " ", "=", ",", "-", "#", "\t", "Z", "\n"])
        )
        line = line[:first] + again + line[last:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocol, "PERFT_LIMIT", 1000)
        speak(games[which], line.encode())


# ---------------------------------------------------------------- the manual

MANUAL = ROOT / "docs/protocol.md"
SESSIONS = re.findall(r"^```engine\n(.*?)^```$", MANUAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_the_sessions_of_the_manual_hold(session: str) -> None:
    """Lines after `> ` are said to a new engine, the others are its answers."""
    engine = Engine()
    heard = ""
    for line in session.splitlines():
        if line.startswith("> "):
            heard += line + "\n" + engine.answer(line.removeprefix("> "))
    assert heard == session


def test_the_manual_shows_every_command() -> None:
    said = {word for session in SESSIONS for line in session.splitlines() if line.startswith("> ") for word in line.split()[1:3]}
    assert said >= set(COMMANDS) - {"version", "analyse"}  # these two depend on the version
    assert all(
        f"| `{command.usage.replace('...', ' ...')}` |" in MANUAL.read_text(encoding="utf-8") for command in COMMANDS.values()
    )


def test_the_examples_of_the_manual_hold() -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failures, examples = doctest.testfile(str(MANUAL), module_relative=False, optionflags=flags, encoding="utf-8")
    assert examples > 0
    assert failures == 0
