"""What the games count about their own rules, against the same counted from the texts of played games."""

import json
from pathlib import Path
from typing import Any

import pytest

import bottega
from bottega.game import Game, Position
from bottega.games.florentine import layout
from bottega.report.gather import replayed
from bottega.report.study import Answer, studied

DATA = Path(__file__).parent.parent / "data"


def vector_games(name: str) -> list[dict[str, Any]]:
    lines = (DATA / name / "vectors.jsonl").read_text().splitlines()
    return [line for line in map(json.loads, lines) if "plies" in line]


def counted(name: str, options: dict[str, object], moves: list[str]) -> tuple[dict[str, Answer], Position]:
    """The game's own answers, and the last position."""
    position = bottega.game(name, **options).start(seed=0)
    first = position.state
    for move in moves:
        position.play(move)
    numbers = list(position.view(0).past)
    return studied(position.spec).count(replayed(position.spec, first, numbers), numbers), position


def texts(played: dict[str, Any]) -> list[str]:
    return [ply["move"] for ply in played["plies"]]


@pytest.mark.parametrize("played", vector_games("firenze"))
def test_firenze(played: dict[str, Any]) -> None:
    """The table as a dictionary, and the rules of lampredotto (F4 to F6) word for word."""
    answers, position = counted("firenze", played["options"], texts(played))
    neutral = played["options"].get("neutral")
    own_colours = [colour for colour in "WPG" if colour != neutral]
    table: dict[tuple[int, int], str] = {}
    offered = own = opponents = nobodys = double = 0
    for ply in played["plies"]:
        placement, *pyramids = ply["move"].split("^")
        x, y = map(int, placement[3:-1].split(","))
        tile = [(x, y), (x + 1, y) if placement[-1] == "h" else (x, y + 1)]
        table |= zip(tile, placement[:2], strict=True)
        colour = own_colours[ply["seat"]]
        for at, shown in table.items():
            for dx, dy in ((1, 0), (0, 1)):
                flanks = [(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)]
                if shown != "^" and all(table.get(flank) == colour for flank in flanks) and {at, *flanks} & set(tile):
                    offered += 1
                    break
        double += len(pyramids) > 1
        for text in pyramids:
            px, py = map(int, text.split(","))
            own += table[px, py] == colour
            opponents += table[px, py] not in (colour, neutral)
            nobodys += table[px, py] == neutral
            table[px, py] = "^"
    used = own + opponents + nobodys
    scores = sorted((tuple(map(int, score.split("/"))) for score in played["score"].split()), reverse=True)
    sides = sorted(max(axis) - min(axis) + 1 for axis in zip(*table, strict=True))
    assert answers == {
        "offered": offered,
        "covered": used,
        "possible": sum(any("^" in move for move in moves) for moves in legal_moves(position)),
        "on_own": own,
        "on_opponents": opponents,
        "on_neutral": nobodys if neutral else None,
        "double": double,
        "all_used": used == 12 * played["options"]["sets"],
        "used_up": last_pyramid(texts(played)) if used == 12 * played["options"]["sets"] else None,
        "tie_break": scores[0][0] == scores[1][0] and scores[0][1] > scores[1][1],
        "still_level": scores[0] == scores[1],
        "largest": max(score[1] for score in scores),
        "width": sides[1],
        "height": sides[0],
    }


def legal_moves(end: Position) -> list[list[str]]:
    position = Game(end.spec, end.options).start(seed=0)
    found = []
    for move in end.history:
        found.append(position.moves())
        position.play(move)
    return found


def last_pyramid(moves: list[str]) -> int:
    return max(turn for turn, move in enumerate(moves, 1) if "^" in move)


@pytest.mark.parametrize("played", vector_games("toscana"))
def test_toscana(played: dict[str, Any]) -> None:
    answers, _position = counted("toscana", played["options"], texts(played))
    plies = played["plies"]
    moves = texts(played)
    starter = ["grey", "red"].index(played["options"]["first"])
    vetoes = [turn for turn, move in enumerate(moves) if move == "veto"]
    users = [plies[turn]["seat"] for turn in vetoes]
    scores = [int(score) for score in played["score"].split()]
    decided = [0, 1] if scores[0] != scores[1] else []
    winner = scores.index(max(scores))
    placed = [turn for turn, move in enumerate(moves) if "@" in move]
    passes = [turn for turn, move in enumerate(moves) if move == "pass"]
    own = [sum(turn in placed and plies[turn]["seat"] == seat for turn in range(len(plies))) for seat in (0, 1)]
    quarter = placed[-(len(placed) // 4)]
    expected = {
        "vetoes": len(vetoes),
        "by_starter": starter in users,
        "by_second": 1 - starter in users,
        "tiles_before": [sum(turn < veto for turn in placed) for veto in vetoes],
        "stops": [moves[veto + 1] == "pass" for veto in vetoes],
        "won_later": users[1] == winner if len(users) == 2 and decided else None,
        "won_used": [seat == winner for seat in decided if seat in users],
        "won_kept": [seat == winner for seat in decided if seat not in users],
        "placed": len(placed),
        "passes": len(passes),
        "stuck": sum(own[plies[turn]["seat"]] < 16 for turn in passes if turn > placed[-1])
        + sum(turn < placed[-1] for turn in passes),
        "goes_on": bool(passes) and passes[0] < placed[-1],
        "all_placed": len(placed) == 32,
        "left": 32 - len(placed),
        "best": max(scores),
        "last_tiles": sum(scores) - sum(map(int, plies[quarter]["score"].split())),
    }
    assert {key: answers[key] for key in expected} == expected
    assert set(answers) - set(expected) == {"on_stuck"}


def test_toscana_veto_against_a_tile_that_fits_nowhere() -> None:
    """Whether it fitted is seen by allowing it instead."""
    for played in vector_games("toscana"):
        answers, _position = counted("toscana", played["options"], texts(played))
        position = bottega.game("toscana", **played["options"]).start(seed=0)
        found = []
        for move in texts(played):
            if move == "veto":
                instead = position.copy()
                instead.play("allow")
                found.append(instead.moves() == ["pass"])
            position.play(move)
        assert answers["on_stuck"] == found


@pytest.mark.parametrize("played", vector_games("florentine"))
def test_florentine(played: dict[str, Any]) -> None:
    answers, position = counted("florentine", played["options"], texts(played))
    plies, moves = played["plies"], texts(played)
    scores = [[int(score) for score in text.split()] for text in [*(ply["score"] for ply in plies), played["score"]]]
    legal = legal_moves(position)
    black = [turn for turn, listed in enumerate(legal) if "decline" in listed]
    discards = [turn for turn, move in enumerate(moves) if move.startswith("x:")]
    cells = [move.split("@")[1][:2] if "@" in move and turn not in black else "" for turn, move in enumerate(moves)]
    arms = {f"d{row}" for row in range(1, 8)} | {f"{column}4" for column in "abcdefg"}
    cross = next((turn for turn in range(len(moves) + 1) if arms <= set(cells[:turn])), None)
    closed = [
        scores[turn + 1][plies[turn]["seat"]] - scores[turn][plies[turn]["seat"]] for turn in black if moves[turn] != "decline"
    ]
    first_discard = 0 if played["options"]["deck"].count(",") == 15 else 1  # the very first card must be placed
    pool = [turn for turn in range(first_discard, black[0]) if not any(move.startswith("x:") for move in legal[turn])]
    winners = [[seat for seat, score in enumerate(found) if score == max(found)] for found in (scores[black[0]], scores[-1])]
    assert answers == {
        "placed": sum(bool(cell) for cell in cells),
        "discards": len(discards),
        "forced": sum(all(move.startswith("x:") for move in legal[turn]) for turn in discards),
        "redeals": redeals(position),
        "has_redeal": redeals(position) > 0,
        "has_cross": cross is not None,
        "cross": cross,
        "pool": len(pool),
        "pool_stones": sum(scores[black[0]]) - sum(scores[pool[0] if pool else black[0]]),
        "blacks": len(closed),
        "declined": sum(moves[turn] == "decline" and len(legal[turn]) > 1 for turn in black),
        "no_place": sum(legal[turn] == ["decline"] for turn in black),
        "black_stones": closed,
        "useless": [stones == 0 for stones in closed],
        "black_decides": winners[0] != winners[1],
        "stones": sum(scores[-1]),
        "none": not any(scores[-1]),
    }


def redeals(end: Position) -> int:
    """Counted from the discards: a redeal adds four for each player, all hands being full."""
    position = Game(end.spec, end.options).start(seed=0)
    found, before = 0, 0
    for move in end.history:
        hands = 4 * len(end.seats)
        position.play(move)
        state = position.state
        if state.stage != layout.HIDDEN_STOCK:
            break
        after = int(state.held[layout.DISCARDS].sum())
        found += (after - before) // hands
        before = after
    return found


@pytest.mark.parametrize(
    ("after", "redealt"),
    [
        (["GGGG", "RRRR", "GGGG", "GGGG", "OOOO", "OOOO", "RRBB", "OOOO", "BBBB"], 1),
        (["GGGG"] * 8 + ["OOOO"] * 7 + ["RRRR", "BBBB"], 2),  # the first one helps nobody
        (["GGGG"] * 5 + ["RRRR"], 1),  # six cards for two hands of four: the pool opens at once
        (["RRRR"] * 2, 1),
    ],
)
def test_florentine_redeals_are_seen(after: list[str], redealt: int) -> None:
    """After the first card nobody holds any red (D8); `after` comes next in the stock."""
    options: dict[str, object] = {"players": 2, "deck": ",".join(["RRRR", *["BBBB"] * 16, *after])}
    position = bottega.game("florentine", **options).start()
    position.play("RRRR@d4r0")
    while not position.is_over:
        position.play(position.moves()[0])
    answers, _end = counted("florentine", options, list(position.history))
    assert (answers["redeals"], answers["has_redeal"]) == (redealt, True)


def test_every_question_is_answered_and_every_answer_asked_for(name: str) -> None:
    position = bottega.game(name).start(seed=2)
    asked = [key for keys in studied(position.spec).questions().values() for key in keys]
    played = vector_games(name)[0]
    answers, _position = counted(name, played["options"], texts(played))
    assert len(set(asked)) == len(asked)
    assert set(asked) == set(answers)


def test_castings_and_ways_are_games(name: str) -> None:
    spec = bottega.game(name).spec
    study = studied(spec)
    for options in study.ways().values():
        chosen = Game(spec, options)
        for casting in study.castings(chosen.options):
            seats = Game(spec, casting).start(seed=0).seats
            assert 0 <= study.starter(casting) < len(seats)
            assert set(seats) <= set(study.paints())
