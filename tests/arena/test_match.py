"""One game between players."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bottega.arena.match import Outcome, play_task
from bottega.arena.schedule import Task, schedule
from bottega.arena.worker import load_modules
from bottega.game import Game
from bottega.games import spec
from bottega.record import read


def task(game: str, *players: str, **options: str) -> Task:
    return next(iter(schedule(spec(game), options, players, 1, 3)))


@pytest.mark.parametrize(("game", "options"), [("firenze", {"players": "3"}), ("toscana", {}), ("florentine", {"players": "4"})])
def test_a_game_gives_a_result_and_a_record_that_agree(game: str, options: dict[str, str]) -> None:
    seats = int(options.get("players", "2"))
    given = task(game, *["random"] * seats, **options)
    outcome = play_task(given)
    record = read(outcome.record)
    assert (record.result, record.score, record.ended) == (outcome.result, outcome.score, "played")
    assert tuple(record.players[seat] for seat in range(seats)) == given.seating
    assert record.start() == Game(spec(game), given.options).start(given.shuffle_seed)
    assert sum(outcome.shares) == pytest.approx(1)
    assert min(outcome.places) == 1
    assert [place == 1 for place in outcome.places] == [share > 0 for share in outcome.shares]
    assert sum(outcome.decisions) == outcome.moves == len(record.moves)
    assert replace(play_task(given), seconds=outcome.seconds) == outcome
    assert Outcome.from_json(outcome.to_json()) == outcome


@pytest.mark.parametrize(
    ("player", "reason"), [("Raises", "Raises: RuntimeError: no idea"), ("Cheats", "Cheats: illegal move 'veto': ")]
)
def test_a_player_who_fails_loses_and_the_others_share(peculiar: str, player: str, reason: str) -> None:
    load_modules((), [peculiar])
    outcome = play_task(task("florentine", player, "random", "random", players="3"))
    assert (outcome.result, outcome.shares, outcome.places) == ("1+2", (0, 0.5, 0.5), (3, 1, 1))
    assert outcome.failure.startswith(reason)
    record = read(outcome.record)
    assert (record.ended, record.result, record.tags["Forfeit"]) == ("forfeit", "1+2", outcome.failure)


def test_an_engine_that_fails_loses_and_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bottega import players
    from bottega.players.external import ExternalPlayer

    log = tmp_path / "closed"
    script = tmp_path / "engine.py"
    script.write_text("for _ in '123':\n    input()\n    print('=\\n', flush=True)\n", encoding="utf-8")

    class Watched(ExternalPlayer):
        def close(self) -> None:
            super().close()
            log.touch()

    monkeypatch.setitem(players.PLAYERS, "broken", lambda seed: Watched([sys.executable, str(script)], seed))
    outcome = play_task(task("firenze", "broken", "random"))
    assert (outcome.result, outcome.ended) == ("1", "forfeit")
    assert outcome.failure.startswith("broken: illegal move ''")
    assert log.exists()
