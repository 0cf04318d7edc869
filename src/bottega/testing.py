"""The conformance test of a game, for whoever adds or changes one: `bottega.testing.check_game("firenze")`.

It plays random games through all variants that the game declares and raises AssertionError, with the seed and the moves
that lead there, at the first promise that does not hold.
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from bottega.game import Game, Position, View
from bottega.games import GAMES, spec
from bottega.kernels import NOBODY, SPECTATOR, random_numbers
from bottega.spec import GameSpec, Options
from bottega.svg import Drawing, Look

LISTED_EVERY = 12  # plies between two full lists of moves in a trace: interpreted kernels are slow
SHOWN_EVERY = 12  # plies between two looks at the stage: words for all moves take their time


def check_game(name: str, games: int = 2, seed: int = 0) -> None:
    """Check everything below, in `games` random games of each variant."""
    for variant in range(len(spec(name).variants)):
        check_variant(name, variant, games, seed)


def check_variant(name: str, variant: int, games: int = 2, seed: int = 0) -> None:
    """The same for one of the variants that the game declares."""
    options = spec(name).variants[variant]
    for game_seed in range(seed, seed + games):
        try:
            check_random_game(Game(spec(name), options), game_seed)
            check_symmetries(Game(spec(name), options), game_seed)
        except AssertionError as error:
            raise AssertionError(f"{name}, variant {dict(options)}, seed {game_seed}: {error}") from error
    check_interpreted(name, variant, seed)


def random_game(game: Game, seed: int) -> Iterator[Position]:
    """One position, again and again, before each move of a random game and at its end."""
    position = game.start(seed=seed)
    random = random_numbers(seed)
    yield position
    while not position.is_over:
        move = position.spec.rules.pick(position.state, random)
        position.play(position.spec.move_name(position.state, int(move)))
        yield position


def check_random_game(game: Game, seed: int) -> None:
    """Moves, names, views and scores at every turn, now and then the stage; then bytes, and undo back to the start."""
    first = game.start(seed=seed)
    for position in random_game(game, seed):
        check_moves(position)
        check_views(position, seed)
        if position.is_over or len(position.history) % SHOWN_EVERY == 0:
            check_stage(position)
    again = Position.from_bytes(position.to_bytes())
    assert again == position, "the position is another one after to_bytes and from_bytes"
    assert hash(again) == hash(position), "equal positions have different hashes"
    assert (again.history, again.options, again.result) == (position.history, position.options, position.result), (
        "bytes lose the past"
    )
    assert position.moves() == [], "there are moves after the end"
    for text in reversed(position.history):
        assert position.undo() == text, "undo returns another move than the last one"
    assert position == first, "undoing all moves does not lead back to the start"
    assert position.state.tobytes() == first.state.tobytes(), "undoing all moves leaves traces in the state"


def check_moves(position: Position) -> None:
    """Every legal move has one name, and the name is read as that move."""
    state, names = position.state, position.moves()
    assert (position.seat == NOBODY) == position.is_over == (not names), f"seat, end and moves disagree after {position.history}"
    assert position.seat < len(position.seats), f"there is no seat {position.seat}"
    assert names == sorted(set(names)), f"a move is listed twice after {position.history}"
    for name in names:
        number = position.spec.parse_move(state, name)
        assert position.spec.move_name(state, number) == name, f"{name} is read as another move after {position.history}"


def check_views(position: Position, seed: int) -> None:
    """The view law, with the game's own `sample`: what a seat cannot tell apart looks the same to it in every respect.

    What a seat may see at all is for the tests of the game to say: a view that shows too much agrees with itself.
    """
    for viewer in range(SPECTATOR, len(position.seats)):
        seen = position.view(viewer)
        twin = seen.sample(seed).view(viewer)
        where = f"for viewer {viewer} after {position.history}"
        assert seen.to_bytes() == twin.to_bytes(), f"a sampled state gives another view {where}"
        assert _outputs(seen) == _outputs(twin), f"two equal views show different things {where}"
        assert seen.moves() == (position.moves() if viewer == position.seat else []), f"the view has other moves {where}"
        assert (seen.seat, seen.is_over, seen.scores()) == (position.seat, position.is_over, position.scores()), (
            f"other score {where}"
        )


def _outputs(view: View) -> tuple[object, ...]:
    return view.text, repr(view), view.moves(), view.result, view.seat


def check_stage(position: Position) -> None:
    """What is said and shown at a table works with views, tells moves apart, adds up, and tells a seat nothing new."""
    stage, where = position.spec.stage, f"after {position.history}"
    state = position.view(position.seat).state
    moves = [position.spec.parse_move(state, text) for text in position.moves()]
    assert len({stage.spoken_move(state, move) for move in moves}) == len(moves), f"two moves sound the same {where}"
    for name, theme in position.spec.artist.themes.items():
        look = Look(theme)
        check_drawing(stage.extra(look), f"what a move covers besides, theme {name}")
        for piece in position.spec.placing.pieces(state):
            assert stage.spoken_piece(state, piece), f"{piece.name} has no words {where}"
            for turn in range(piece.turns):
                check_drawing(stage.held(state, piece, turn, look), f"{piece.name} in the hand, theme {name}, turn {turn}")
    for viewer in range(SPECTATOR, len(position.seats)):
        seen = position.view(viewer)
        assert all(stage.spoken_board(seen.state)), f"an empty sentence for viewer {viewer} {where}"
        check_counting(seen)
        if viewer != SPECTATOR:
            check_ahead(seen)


_REFERENCE = re.compile(r'(?:href="|url\()#([^")]+)')


def check_drawing(drawing: Drawing, what: str) -> None:
    """It brings the symbols that it uses, and those that they use."""
    defined = dict(drawing.symbols)
    used = {name for text in (drawing.body, *defined.values()) for name in _REFERENCE.findall(text)}
    assert used <= set(defined), f"{what}: no symbols {sorted(used - set(defined))}"


def check_counting(view: View) -> None:
    """Where a game has steps of counting, their points are the first numbers of the score."""
    counts = view.spec.stage.counting(view.state, Look(view.spec.artist.themes["warm"]))
    points = [sum(step.points for step in counts if step.seat == seat) for seat in range(len(view.seats))]
    scores = [score[0] for score in view.scores()]
    assert not counts or points == scores, f"counted {points}, the score is {scores}"


def check_ahead(view: View) -> None:
    """Trying ahead: the seat has something to lay, and sees nothing that it does not see now."""
    state = view.spec.stage.ahead(view.state, view.viewer)
    if state is not None:
        again = np.zeros(1, state.dtype)[0]
        view.spec.rules.view(state, view.viewer, again)
        assert not view.is_over, "there is nothing to try when the game is over"
        assert view.spec.rules.seat(state) == view.viewer, "trying ahead is for another seat"
        assert view.spec.placing.pieces(state), "trying ahead has nothing to lay"
        assert again.tobytes() == state.tobytes(), "trying ahead shows what the seat does not see"


def check_symmetries(game: Game, seed: int) -> None:
    """Turned, mirrored or recoloured, a game has the images of the same moves and the same scores."""
    for symmetry in game.spec.symmetries:
        options = symmetry.options(game.start(seed=seed).options)
        if options is None:
            continue
        image = Game(game.spec, options).start(seed=0)
        for position in random_game(game, seed):
            if position.history:
                image.play(symmetry.move(position.history[-1]))
            where = f"under {symmetry.name} after {position.history}"
            assert image.moves() == sorted(symmetry.move(name) for name in position.moves()), f"other moves {where}"
            assert (image.seat, image.scores()) == (position.seat, position.scores()), f"other seat or score {where}"


def check_interpreted(name: str, variant: int, seed: int) -> None:
    """The compiled kernels do what their Python source says: the same game gives the same trace without the compiler."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "ignore:overflow", "-m", "bottega.testing", name, str(variant), str(seed)]
    child = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert child.returncode == 0, f"{name} fails without the compiler:\n{child.stderr}"
    compiled = trace(spec(name), spec(name).variants[variant], seed)
    assert child.stdout.strip() == compiled, f"{name}, variant {variant}, seed {seed}: compiled and interpreted kernels disagree"


def trace(game: GameSpec, variant: Options, seed: int) -> str:
    """A digest of all that the kernels compute during one random game."""
    rules = game.rules
    setup = game.setup(game.complete(variant))
    state, seen, other = np.zeros(3, game.state_type(setup))
    random = random_numbers(seed)
    digest = hashlib.sha256()
    out = np.zeros((len(game.seats(setup)), len(game.score_parts)), np.int32)
    listed = np.zeros(4096, np.int32)
    rules.start(state, setup, random)
    turn = 0
    while True:
        rules.scores(state, out)
        digest.update(state.tobytes() + setup.tobytes() + out.tobytes() + bytes([rules.seat(state) + 1, rules.is_over(state)]))
        if turn % LISTED_EVERY == 0:
            count = rules.moves(state, listed)
            digest.update(listed[:count].tobytes())
            for viewer in range(SPECTATOR, len(out)):
                rules.view(state, viewer, seen)
                rules.sample(seen, random, other)
                digest.update(seen.tobytes() + other.tobytes())
        if rules.is_over(state):
            return digest.hexdigest()
        rules.play(state, rules.pick(state, random))
        turn += 1


if __name__ == "__main__":
    if len(sys.argv) == 4:
        print(trace(spec(sys.argv[1]), spec(sys.argv[1]).variants[int(sys.argv[2])], int(sys.argv[3])))
    else:
        for known in sys.argv[1:] or GAMES:
            check_game(known)
            print(f"{known} keeps its promises")
