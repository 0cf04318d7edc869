"""The clocks of a table, in milliseconds. They know no time of their own: whoever asks says how late it is."""

from dataclasses import dataclass, field

from bottega.kernels import NOBODY
from bottega.server.actions import ClockSettings, DaysClock, FischerClock, MoveClock

GRACE = 20_000  # before the clock of the very first decision runs: people have yet to see that the game has begun
DAY = 86_400_000


def allowance(settings: ClockSettings) -> int | None:
    """What a seat has at the start, or for each move; None: all the time in the world."""
    match settings:
        case MoveClock(seconds=seconds) | FischerClock(seconds=seconds):
            return seconds * 1000
        case DaysClock(days=days):
            return days * DAY
    return None


@dataclass
class Clock:
    """One clock for each seat; that of the seat to decide runs."""

    settings: ClockSettings
    left: list[int | None] = field(default_factory=list)  # [seat] when its clock last stopped; None: its time is not taken
    running: int = NOBODY
    since: int = 0  # when the running one was started

    @staticmethod
    def set_up(settings: ClockSettings, is_taken: list[bool]) -> "Clock":
        """Before the game. `is_taken` says of which seats the time is taken."""
        return Clock(settings, [allowance(settings) if taken else None for taken in is_taken])

    def copy(self) -> "Clock":
        return Clock(self.settings, self.left.copy(), self.running, self.since)

    def start(self, seat: int, at: int) -> None:
        """It is this seat's decision now, or nobody's."""
        self.running, self.since = seat, at
        if seat != NOBODY and self.left[seat] is not None and not isinstance(self.settings, FischerClock):
            self.left[seat] = allowance(self.settings)

    def stop(self, at: int) -> int:
        """Charge what has passed since the start: so much."""
        if self.running == NOBODY:
            return 0
        self.left[self.running] = self.left_at(self.running, at)
        self.running = NOBODY
        return max(0, at - self.since)

    def reward(self, seat: int) -> None:
        """The seat has made a move."""
        left = self.left[seat]
        if left is not None and isinstance(self.settings, FischerClock):
            self.left[seat] = left + self.settings.increment * 1000

    def skip(self, duration: int) -> None:
        """So much of the time that has passed is not charged: nobody could move."""
        self.since += duration

    def free(self, seat: int) -> None:
        """The time of this seat is not taken any more."""
        self.left[seat] = None

    def left_at(self, seat: int, now: int) -> int | None:
        """What is left to a seat."""
        left = self.left[seat]
        return left if left is None or seat != self.running else max(0, left - max(0, now - self.since))

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to decide is up."""
        left = None if self.running == NOBODY else self.left[self.running]
        return None if left is None else self.since + left
