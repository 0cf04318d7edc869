"""Search: the same answer for the same question, good answers where the best is known, and nothing hidden used."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from test_views import TWINS

import bottega
from bottega.game import View
from bottega.games.toscana import rules
from bottega.kernels import copy_record, evaluate, forecast, hunch, play, random_numbers, turned_up, urges
from bottega.players import player
from bottega.record import read_file
from bottega.search import Search, Settings
from bottega.search.ending import finish
from bottega.search.greedy import lead
from bottega.search.growing import expand, new_scratch
from bottega.search.mcts import HIDDEN_FROM_ALL, NOTHING_HIDDEN, _choose
from bottega.search.search import CHECKED, _course, _hidden
from bottega.search.tree import NO_NODE, ROOT, add_node, child_by_move, children, new_tree, outcome
from bottega.testing import random_game
from bottega.walks import share_win


def position_after(name: str, plies: int, seed: int = 1, /, **options: object) -> bottega.Position:
    for position in random_game(bottega.game(name, **options), seed):
        if len(position.history) == plies:
            break
    return position


def advised(name: str) -> Settings:
    return Settings(**bottega.games.spec(name).search)


def answer(search: Search, view: View, simulations: int) -> list[tuple[int, int, tuple[float, ...]]]:
    search.think(view, simulations=simulations)
    return [(found.move, found.visits, found.wins) for found in search.found(view)]


def assert_best(position: bottega.Position, who: str) -> None:
    """In the last decision of a game the outcome of every move is certain."""
    mover = position.seat
    outcomes = {}
    for move in position.moves():
        position.play(move)
        outcomes[move] = 1 / len(position.winners) if mover in position.winners else 0.0
        position.undo()
    assert outcomes[player(who, 1).choose(position.view(mover))] == max(outcomes.values())


@pytest.mark.parametrize("plain", [True, False])
def test_a_seed_and_a_number_of_simulations_give_one_answer(name: str, plain: bool) -> None:
    view = position_after(name, 12).view(position_after(name, 12).seat)
    chosen = Settings() if plain else advised(name)
    first = answer(Search(chosen, seed=5), view, 300)
    assert first == answer(Search(chosen, seed=5), view, 300)
    assert first != answer(Search(chosen, seed=6), view, 300)
    assert sum(visits for _move, visits, _wins in first) == 300


@pytest.mark.parametrize("plies", [6, 20])
def test_a_settled_search_stops_early_with_the_same_choice(name: str, plies: int) -> None:
    position = position_after(name, plies)
    view = position.view(position.seat)
    decided = replace(advised(name), exploration=0.05, prior=advised(name).prior / 10)
    whole, settled = Search(decided, seed=5), Search(decided, seed=5)
    whole.think(view, simulations=20_000)
    settled.think(view, simulations=20_000, settle=True)
    assert whole.simulations == 20_000
    assert settled.simulations % CHECKED == 0
    assert settled.simulations < 20_000
    assert settled.best(view) == whole.best(view)
    first, second = [found.visits for found in settled.found(view)][:2]
    assert first - second > 20_000 - settled.simulations


def test_the_time_that_moving_the_tree_took_does_not_settle_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, expected = [0.0], []
    prepare = Search._prepare

    def move_for_half_a_second(*arguments: Any) -> Any:
        clock[0] += 0.5
        return prepare(*arguments)

    def simulate_for_a_millisecond_each(*arguments: Any) -> None:
        clock[0] += arguments[5] / 1000

    def note(_search: Search, _view: View, to_come: float) -> bool:
        expected.append(to_come)
        return True

    monkeypatch.setattr("bottega.search.search.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("bottega.search.search.simulate", simulate_for_a_millisecond_each)
    monkeypatch.setattr(Search, "_prepare", move_for_half_a_second)
    monkeypatch.setattr(Search, "_is_settled", note)
    position = position_after("toscana", 6)
    Search(advised("toscana"), seed=5).think(position.view(position.seat), seconds=2.0, settle=True)
    assert expected == [pytest.approx(1000 * (2.0 - 0.5) - CHECKED)]


def test_several_threads_search_at_once(name: str) -> None:
    position = position_after(name, 12)
    view = position.view(position.seat)
    alone = [answer(Search(advised(name), seed=seed), view, 200) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: answer(Search(advised(name), seed=seed), view, 200), range(4)))
    assert together == alone


def test_chances_add_up_over_the_seats(name: str) -> None:
    for variant in bottega.games.spec(name).variants:
        position = position_after(name, 4, 1, **variant)
        view = position.view(position.seat)
        for chosen in (Settings(), advised(name)):
            for _move, visits, wins in answer(Search(chosen, seed=1), view, 100):
                assert len(wins) == len(position.seats)
                assert visits == 0 or sum(wins) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("variant", [{}, {"players": 3}])
def test_the_last_move_of_firenze_is_the_best_one(variant: dict[str, object]) -> None:
    """One move before the end every move's outcome is certain."""
    for seed in range(3):
        assert_best(position_after("firenze", 59, seed, **variant), "mcts:3000")


def test_the_last_answer_in_firenze_is_foreseen() -> None:
    """Two moves before the end one of some nine hundred answers makes a draw: a second look at all of them finds it."""
    record = read_file(Path(__file__).parents[1] / "data" / "firenze" / "last_answer.bgn")
    position = record.start()
    for move in record.moves[:-2]:
        position.play(move)
    view = position.view(position.seat)
    hopes = {}
    for judged in (0, advised("firenze").judged):
        search = Search(replace(advised("firenze"), judged=judged), seed=1)
        search.think(view, simulations=4000)
        hopes[judged] = search.found(view)[0].wins[position.seat]
    assert hopes[0] > 0.9
    assert hopes[advised("firenze").judged] == pytest.approx(0.5, abs=0.1)


def test_what_breaks_a_tie_counts_as_much_as_it_is_told_to() -> None:
    points = [position.scores() for seed in range(40) for position in [*random_game(bottega.game("firenze"), seed)][-1:]]
    seed = next(seed for seed, (first, second) in enumerate(points) if first[0] == second[0] and first[1] != second[1])
    *_all, end = random_game(bottega.game("firenze"), seed)
    score, rewards = np.zeros((2, 2), np.int32), np.zeros(2)
    for tie in (0.0, 0.1):
        options = Settings(points=1.0, tie=tie).record()[0]
        finish(end.state, options, random_numbers(1), score, rewards, np.zeros(2), np.zeros(2))
        lead = tie * (points[seed][0][1] - points[seed][1][1])
        assert rewards.tolist() == pytest.approx([1 / (1 + np.exp(-lead)), 1 / (1 + np.exp(lead))])


def test_a_judged_simulation_rewards_chances_to_win() -> None:
    """In Toscana as was learned, in the other games by the lead alone."""
    for name in ("firenze", "toscana", "florentine"):
        for position in [position.copy() for position in random_game(bottega.game(name), 1)][10:40:10]:
            points, chances, rewards, spread = np.zeros(2), np.zeros(2), np.zeros(2), 2.0
            options = Settings(cutoff=1, spread=spread).record()[0]
            state = position.state.copy()
            finish(state, options, random_numbers(1), np.zeros((2, 2), np.int32), rewards, np.zeros(2), np.zeros(2))
            forecast(state, spread, points, chances)
            assert rewards.tolist() == chances.tolist()
            by_lead = 1 / (1 + np.exp((points[1] - points[0]) / spread))
            assert (chances[0] == pytest.approx(by_lead)) == (name != "toscana")


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_what_is_judged_at_once_can_be_played_out_as_well(name: str, share: float) -> None:
    """So much of the reward is how a random game ends that goes on from there; the chances to win stay as judged."""
    options = Settings(cutoff=0, played_out=share).record()[0]
    for position in [position.copy() for position in random_game(bottega.game(name), 1)][6:30:4]:
        points, chances, ends = np.zeros(2), np.zeros(2), np.zeros(2)
        forecast(position.state, 1.0, points, chances)
        state, rewards, wins = position.state.copy(), np.zeros(2), np.zeros(2)
        score = np.zeros((2, len(position.spec.score_parts)), np.int32)
        finish(state, options, random_numbers(1), score, rewards, wins, np.zeros(2))
        assert wins.tolist() == chances.tolist()
        if share == 0.0:
            assert state.tobytes() == position.state.tobytes()
        else:
            assert position.spec.rules.is_over(state)
            share_win(score, ends)
        assert rewards.tolist() == pytest.approx((share * ends + (1 - share) * chances).tolist())


def test_the_black_cards_of_florentine_are_well_placed() -> None:
    """In the last decision of the game the best choice is certain."""
    for seed in range(3):
        *before, _end = [position.copy() for position in random_game(bottega.game("florentine"), seed)]
        assert_best(before[-1], "mcts:500")


def at_the_next_decision(search: Search, position: bottega.Position) -> View:
    """What the seat sees after its best move and the answers that its search expects."""
    view = position.view(position.seat)
    best = search.found(view)[0]
    position.play(position.spec.move_name(position.state, best.move))
    for move in best.line[1:]:
        if position.seat == view.viewer:
            break
        names = {position.spec.parse_move(position.state, text): text for text in position.moves()}
        position.play(names.get(move, position.moves()[0]))
    assert position.seat == view.viewer, "the line ends before the next own decision"
    return position.view(view.viewer)


def test_the_tree_is_kept_from_move_to_move(name: str) -> None:
    position = position_after(name, 41 if name == "florentine" else 20)  # the pool is open: nothing is hidden
    search = Search(advised(name), seed=3)
    enough = 30_000 if name == "toscana" else 1_500  # to have met the tile that turns up
    search.think(position.view(position.seat), simulations=enough)
    later = at_the_next_decision(search, position)
    search.think(later, simulations=10)
    assert search._tree is not None
    assert int(search._tree.visits[ROOT]) > 10
    assert {found.move for found in search.found(later)} <= set(later.legal())


@pytest.mark.parametrize("fully", [False, True])
@pytest.mark.parametrize("answer", ["allow", "veto"])
def test_what_had_been_turned_up_is_found_out(answer: str, fully: bool) -> None:
    """A tree that was kept on a guess would hold moves of another board."""
    known = 0
    for seed in range(10):
        position = bottega.game("toscana").start(seed=seed)
        view = position.view(position.seat)
        position.play(answer)
        while position.seat != view.viewer or len(position.history) < 3:
            position.play(position.moves()[seed % len(position.moves())])
        later = position.view(view.viewer)
        course = _course(view, later, HIDDEN_FROM_ALL, fully)
        true = []
        for ply, move in enumerate(later.past, 1):
            state = position.at(ply).state
            true += [move, outcome(turned_up(state, fully and position.at(ply).seat != view.viewer))]
        assert course in (true, None)
        known += course is not None
    assert known >= 9


def test_moves_from_elsewhere_lead_nowhere() -> None:
    position = bottega.game("toscana").start(seed=1)
    view = position.view(position.seat)
    other = bottega.game("toscana").start(seed=2)  # other tiles on top
    for at in (position, other):
        for _move in range(4):
            at.play(at.moves()[0])
    assert _course(view, position.view(view.viewer), HIDDEN_FROM_ALL, False) is not None
    assert _course(view, other.view(view.viewer), HIDDEN_FROM_ALL, False) is None


def test_two_tiles_in_an_unknown_order_are_hidden_too() -> None:
    """Samples of so little differ half of the time: a few of them alike are no proof that the order is known."""
    met = 0
    for seed in range(12):
        for position in random_game(bottega.game("toscana"), seed):
            if position.is_over:
                break
            parts = [rules.hidden_part(position.state, owner) for owner in range(2)]
            sizes = [end - first for first, end in parts]
            is_hidden = max(sizes) > 1
            met += sum(sizes) <= 3 and is_hidden
            assert _hidden(position.view(position.seat)) == (HIDDEN_FROM_ALL if is_hidden else NOTHING_HIDDEN), sizes
    assert met > 10


def test_a_new_game_begins_with_a_new_tree(name: str) -> None:
    search = Search(advised(name), seed=1)
    views = [position.view(position.seat) for position in (bottega.game(name).start(seed=seed) for seed in (1, 2))]
    for view in views:
        search.think(view, simulations=50)
    assert search._tree is not None
    is_new = views[0] != views[1]
    assert int(search._tree.visits[ROOT]) == (50 if is_new else 100)


@pytest.mark.parametrize("plies", [4, 15])
def test_what_chance_turns_up_is_told_apart(plies: int) -> None:
    """Every move below an outcome is legal with the tile that turned up there."""
    position = position_after("toscana", plies)
    view = position.view(position.seat)
    search = Search(advised("toscana"), seed=1)
    search.think(view, simulations=20_000)
    tree = search._tree
    assert tree is not None
    met = set()
    for seed in range(300):
        sampled, node = view.sample(seed), ROOT
        way: tuple[int, ...] = ()
        while node != NO_NODE and not sampled.is_over:
            nodes = np.empty(4096, np.int32)
            below = nodes[: children(tree, node, nodes)]
            moves = tree.move[below].tolist()
            legal = {sampled.spec.parse_move(sampled.state, text): text for text in sampled.moves()}
            assert set(moves) <= set(legal)
            if not moves:
                break
            met.add((*way, turned_up(sampled.state, False)))
            node = int(below[np.argmax(tree.visits[below])])
            way = (*way, int(tree.move[node]))
            sampled.play(legal[int(tree.move[node])])
            node = child_by_move(tree, node, outcome(turned_up(sampled.state, False)))
    assert max(sum(other[:-1] == way[:-1] for other in met) for way in met) > 3, "one tile like the other"


@pytest.mark.parametrize("name", ["firenze", "toscana"])
def test_where_doubt_goes_by_looks_bad_looking_moves_are_seldom_tried(name: str) -> None:
    """The less a move may be behind, the fewer are tried; those that are tried look better than the rest."""
    position = bottega.game(name).start(seed=2)
    for _move in range(6):
        position.play(player("greedy", 1).choose(position.view(position.seat)))
    while len(position.moves()) < 20:
        position.play(position.moves()[0])
    view = position.view(position.seat)
    amounts = []
    for behind in (0.05, 50.0):
        search = Search(Settings(prior=0.3, behind=behind, candidates=3, cutoff=6), seed=1)
        search.think(view, simulations=1500)
        tree = search._tree
        assert tree is not None
        room = np.empty(4096, np.int32)
        listed = room[: children(tree, ROOT, room)]
        is_tried = tree.visits[listed] > 0
        amounts.append(int(is_tried.sum()))
        assert is_tried.all() or tree.looks[listed][is_tried].mean() > tree.looks[listed][~is_tried].mean()
    assert amounts[0] < amounts[1]


@given(st.data(), st.sampled_from([0.0, 2.0]))
def test_no_move_that_was_passed_over_is_worth_more(data: st.DataObject, habit: float) -> None:
    """Choosing leaves out moves that were never tried and look worse than another such move: none of them is the best."""
    count = data.draw(st.integers(1, 30))
    tree, options = new_tree(2**12), Settings(prior=0.3, behind=1.0).record()[0]
    looks = np.sort(data.draw(arrays(np.float32, count, elements=st.floats(-8, 8, width=16))))[::-1]
    visits = data.draw(arrays(np.int32, count, elements=st.integers(0, 5)))
    shares = data.draw(arrays(np.float32, count, elements=st.floats(0, 1, width=16)))
    tree.visits[ROOT] = visits.sum() + data.draw(st.integers(0, 2))
    tree.rewards[ROOT, 0] = (visits * shares).sum()
    nodes = [add_node(tree, move, looks[move]) for move in range(count)]
    for node, following in zip([ROOT, *nodes], [*nodes, NO_NODE], strict=True):
        (tree.first if node == ROOT else tree.next)[node] = following
    tree.visits[nodes], tree.rewards[nodes, 0] = visits, visits * shares
    all_visits = max(float(tree.visits[ROOT]), 1.0)
    expected = np.where(visits > 0, tree.rewards[nodes, 0] / np.maximum(visits, 1), tree.rewards[ROOT, 0] / all_visits)
    doubt = options.prior * np.sqrt(all_visits) / ((1 + looks[0] - looks) ** 2 * (1 + visits))
    worth = expected + doubt + habit * looks
    chosen = nodes.index(_choose(tree, ROOT, 0, habit, options))
    assert worth[chosen] >= worth.max() - 1e-4


def test_who_goes_by_looks_is_expected_to() -> None:
    """Others try the best looking answer, the first child, in as many simulations as they are taken to go by looks."""
    shares: dict[float, list[float]] = {0.0: [], 0.5: [], 1.0: []}
    for seed in range(6):
        position = bottega.game("toscana").start(seed=seed)
        while len(position.history) < 6 or position.moves() != ["allow", "veto"]:
            position.play(position.moves()[0])
        view = position.view(position.seat)
        for by_looks, tried in shares.items():
            search = Search(replace(advised("toscana"), habit=100.0), seed=1)
            search.think(view, simulations=10_000, by_looks=by_looks)
            tree = search._tree
            assert tree is not None
            allowed = child_by_move(tree, ROOT, position.spec.parse_move(position.state, "allow"))
            room = np.empty(4096, np.int32)
            visits = tree.visits[room[: children(tree, int(tree.first[allowed]), room)]]
            tried.append(float(visits[0] / visits.sum()))
    assert min(shares[1.0]) > 0.8, "all but those before the second look at the moves"
    assert min(shares[0.5]) > 0.4
    none, half, whole = (np.mean(tried) for tried in shares.values())
    assert none < half < whole, "on average: a search may like the best looking answer best by itself"


@pytest.mark.parametrize("by_looks", [0.0, 1.0])
def test_the_best_looking_moves_of_a_new_node_are_judged_by_what_they_lead_to(by_looks: float) -> None:
    """So many come first, in the order of that; the others follow in the order of their looks at a glance."""
    position = position_after("toscana", 20)
    options = replace(advised("toscana"), at_once=5, width=12, by_looks=by_looks).record().view(np.recarray)[0]
    scratch = new_scratch(position.state.dtype, 2, 1, 4096)
    tree = new_tree(1 << 20)
    node = add_node(tree, 0, 0.0)
    expand(tree, scratch, node, position.state, options, random_numbers(1))
    room = np.empty(4096, np.int32)
    below = room[: children(tree, node, room)]
    moves, looks = tree.move[below], tree.looks[below]
    listed = np.array([position.spec.parse_move(position.state, name) for name in position.moves()], np.int32)
    glances = np.zeros(len(listed))
    urges(position.state, listed, glances)
    at_a_glance = listed[np.argsort(-glances)][:12].tolist()
    assert sorted(moves[:5]) == sorted(at_a_glance[:5])
    assert moves[5:].tolist() == at_a_glance[5:]
    assert (np.diff(looks) <= 0).all()
    for move, look in zip(moves[:5].tolist(), looks[:5], strict=True):
        tried, points = np.zeros(1, position.state.dtype).view(np.recarray)[0], np.zeros(2)
        copy_record(position.state, tried)
        play(tried, move)
        (evaluate if by_looks == 1.0 else hunch)(tried, points)
        assert look == pytest.approx(lead(points, position.seat), abs=1e-4)


def test_the_answer_of_who_goes_by_looks_is_looked_for_early() -> None:
    """Nodes get all their moves, in the order of what they lead to, before other nodes do; a likely habit is not enough."""
    chosen = advised("toscana")
    assert 0 < chosen.foreseen < chosen.judged
    position = bottega.game("toscana").start(seed=1)
    while len(position.history) < 6 or position.moves() != ["allow", "veto"]:
        position.play(position.moves()[0])
    found = {}
    for by_looks in (0.5, 1.0):
        search = Search(chosen, seed=1)
        search.think(position.view(position.seat), simulations=10_000, by_looks=by_looks)
        tree = search._tree
        assert tree is not None
        room = np.empty(4096, np.int32)
        young = [node for node in range(1, int(tree.used[0])) if chosen.foreseen < tree.visits[node] <= chosen.judged]
        found[by_looks] = sum(children(tree, node, room) > chosen.width for node in young)
    assert found[0.5] == 0
    assert found[1.0] > 3


def test_a_tree_that_takes_too_long_to_move_is_left_behind(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving it counts as thinking, and may not use up the time there is."""
    monkeypatch.setattr("bottega.search.search.KEPT", 100)
    monkeypatch.setattr("bottega.search.search.KEPT_A_SECOND", 0)
    position = position_after(name, 41 if name == "florentine" else 20)
    search = Search(advised(name), seed=3)
    search.think(position.view(position.seat), simulations=1500)
    search.think(at_the_next_decision(search, position), simulations=10, seconds=60)
    assert search._tree is not None
    assert int(search._tree.visits[ROOT]) == 10


def test_a_search_in_little_memory_still_answers(name: str) -> None:
    position = position_after(name, 10)
    view = position.view(position.seat)
    search = Search(Settings(), seed=1, memory=60_000)
    search.think(view, simulations=2000)
    assert search.found(view)[0].move in view.legal()


def test_a_search_without_a_limit_is_refused(name: str) -> None:
    position = bottega.game(name).start(seed=0)
    with pytest.raises(ValueError, match="needs a limit"):
        Search(Settings(), seed=1).think(position.view(position.seat))


@settings(max_examples=30)
@given(st.data())
def test_no_player_sees_what_is_hidden(data: st.DataObject) -> None:
    """Same view, same seed, same move: whatever the other hands and the stacks hold."""
    name = data.draw(st.sampled_from(["toscana", "florentine"]))
    position = position_after(name, data.draw(st.integers(0, 25)), data.draw(st.integers(0, 1000)))
    viewer = position.seat
    twin = position.copy()
    TWINS[name](twin._state, viewer, np.random.default_rng(data.draw(st.integers(0, 1000))))
    for who in ("greedy", "mcts:60", "uct:60"):
        assert player(who, 7).choose(position.view(viewer)) == player(who, 7).choose(twin.view(viewer))
