"""The rehearsal before the first guest comes."""

from bottega.games import GAMES, spec
from bottega.server.rehearsal import _kinds, rehearsal


def test_every_game_can_be_rehearsed() -> None:
    assert len(list(rehearsal())) > len(GAMES)


def test_every_kind_of_record_is_rehearsed(name: str) -> None:
    game = spec(name)
    rehearsed = {game.state_type(game.setup(game.complete(options))) for options in _kinds(name)}
    assert rehearsed == set(game.rules.STATES)
