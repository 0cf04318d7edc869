"""Getting to know the others: who plays what looks best is found out, and counted on; nobody else is."""

import pytest

import bottega
from bottega.game import View
from bottega.players import Player, player
from bottega.players.habits import AT_FIRST, FEWEST, Acquaintance
from bottega.players.searching import Limit, SearchingPlayer
from bottega.search import Search


def believed(who: str, seed: int) -> list[float]:
    """What seat 0 believes about the player at seat 1 at its decisions, in a game of Toscana."""
    position = bottega.game("toscana").start(seed=seed)
    seats: list[Player] = [player("mcts:50", seed), player(who, seed)]
    watcher = Acquaintance(seed)
    beliefs = []
    while not position.is_over:
        view = position.view(position.seat)
        if position.seat == 0:
            beliefs.append(watcher.watch(view))
        position.play(seats[position.seat].choose(view))
    return beliefs


@pytest.mark.parametrize("seed", range(4))
def test_who_plays_what_looks_best_is_found_out(seed: int) -> None:
    beliefs = believed("greedy", seed)
    assert beliefs[0] == AT_FIRST
    assert beliefs == sorted(beliefs), "it has never played anything else"
    assert beliefs[-1] > 0.95


@pytest.mark.parametrize("who", ["random", "uct:300"])
def test_who_plays_otherwise_is_found_out(who: str) -> None:
    assert max(believed(who, seed)[-1] for seed in range(4)) < 0.01


def test_a_search_is_seldom_taken_for_someone_who_goes_by_looks() -> None:
    """It plays what looks best in half of the choices, and in some games in all of them."""
    beliefs = [believed("mcts:3000", seed)[-1] for seed in range(6)]
    assert sum(belief > AT_FIRST for belief in beliefs) <= 1
    assert sum(belief < 0.01 for belief in beliefs) >= 4


@pytest.mark.parametrize("said", ["allow", "veto"])
def test_the_others_are_judged_by_the_tiles_that_they_saw(said: str) -> None:
    """Who vetoed is not shown the next tile before it is placed, but sees it then."""
    for seed in range(5):
        position = bottega.game("toscana").start(seed=seed)
        watcher = Acquaintance(seed)
        viewer = position.seat
        beliefs = [watcher.watch(position.view(viewer))]
        for word in ("allow", said):
            position.play(word)
            view = position.view(position.seat)
            assert len(view.moves()) >= FEWEST
            position.play(player("greedy", seed).choose(view))
            while position.seat != viewer:
                position.play(position.moves()[0])
            beliefs.append(watcher.watch(position.view(viewer)))
            position.play(position.moves()[0])
        assert beliefs == sorted(beliefs)
        assert (beliefs[0], beliefs[2]) == (AT_FIRST, 1.0)


def test_a_new_game_begins_with_strangers() -> None:
    watcher = Acquaintance(1)
    game = bottega.game("toscana")
    position = game.start(seed=1)
    for _move in range(9):
        view = position.view(position.seat)
        if position.seat == 0:
            watcher.watch(view)
        position.play(player("greedy", 1).choose(view))
    assert watcher.watch(position.view(0)) > AT_FIRST
    other = game.start(seed=2)
    for _move in range(2):
        other.play(other.moves()[0])
    assert watcher.watch(other.view(0)) == AT_FIRST


def test_only_choosing_counts_on_habits(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis says what is good against anybody."""
    counted = []
    think = Search.think

    def spy(self: Search, view: View, *limits: object, **others: object) -> None:
        think(self, view, *limits, **others)  # type: ignore[arg-type]
        counted.append(float(self._settings["by_looks"][0]))

    monkeypatch.setattr(Search, "think", spy)
    view = bottega.game("toscana").start(seed=3).view(1)
    chooser = SearchingPlayer(Limit(20), seed=1)
    chooser.choose(view)
    chooser.analyse(view)
    assert counted == [AT_FIRST, 0.0]


def test_who_comes_in_the_middle_expects_nothing_of_the_others() -> None:
    position = bottega.game("toscana").start(seed=1)
    for _move in range(9):
        position.play(player("greedy", 1).choose(position.view(position.seat)))
    assert Acquaintance(1).watch(position.view(position.seat)) == 0.0
