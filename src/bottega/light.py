"""What has come to light: whether people hide something from each other, and whether a move can still be taken back."""

from collections.abc import Collection

from bottega.errors import IllegalMove
from bottega.game import Position

GUESSES = 16  # games that agree with what was seen, to find out whether something has come to light since


def has_secrets(position: Position, seats: Collection[int]) -> bool:
    """Whether these seats hide something from each other."""
    return len(seats) > 1 and len({position.view(seat).to_bytes() for seat in seats}) > 1


def has_come_to_light(then: Position, now: Position, seats: Collection[int]) -> bool:
    """Whether these seats know more now than what they saw then and the moves since have told them.

    Other games that agree with what they saw then are played on: if nothing has come to light, they look the same now.
    """
    moves = now.history[len(then.history) :]
    for seat in seats:
        seen, sees = then.view(seat), now.view(seat)
        if seen.to_bytes() == then.state.tobytes():
            continue
        for guess in range(GUESSES):
            other = seen.sample(guess)
            try:
                for move in moves:
                    other.play(move)
            except IllegalMove:
                return True
            if other.view(seat) != sees:
                return True
    return False
