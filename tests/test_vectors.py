"""Games played by a slow, literal implementation of the rules: every position must agree."""

import hashlib
import json
from pathlib import Path

import bottega


def test_played_games_replay_without_a_difference(name: str, data: Path) -> None:
    games = [line for line in (json.loads(text) for text in (data / "vectors.jsonl").read_text().splitlines()) if "plies" in line]
    assert games
    for game in games:
        position = bottega.game(name, **game["options"]).start(seed=0)
        for ply in game["plies"]:
            moves = position.moves()
            digest = hashlib.sha256(" ".join(moves).encode()).hexdigest()[:16]
            seen = {"seat": position.seat, "n": len(moves), "sha": digest, "score": position.score_text}
            assert seen == {key: ply[key] for key in seen}, (game["options"], position.history)
            position.play(ply["move"])
        assert (position.score_text, position.result, position.seat) == (game["score"], game["result"], -1)


def test_counts_of_move_sequences(name: str, data: Path) -> None:
    counts = [
        line for line in (json.loads(text) for text in (data / "vectors.jsonl").read_text().splitlines()) if "perft" in line
    ]
    assert counts
    for count in counts:
        position = bottega.game(name, **count["options"]).start(seed=0)
        for move in count["prefix"]:
            position.play(move)
        assert [position.perft(depth) for depth in range(1, len(count["perft"]) + 1)] == count["perft"], count["options"]
