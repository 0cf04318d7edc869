"""How much of anything one guest, or one address, may ask for."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic

REMEMBERED = 10_000  # buckets; whoever has been forgotten starts with a full one


class Bucket:
    """Holds a burst of drops, and gets so many new ones a second."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = a_second, burst, clock
        self._drops, self._at = burst, clock()

    def take(self) -> bool:
        """Take a drop; False if there is none."""
        at = self._clock()
        self._drops = min(self._burst, self._drops + (at - self._at) * self._rate)
        self._at = at
        if self._drops < 1:
            return False
        self._drops -= 1
        return True


class Buckets:
    """A bucket for each guest or address; those that were not used for the longest time are forgotten."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = a_second, burst, clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, whose: Hashable) -> bool:
        """Take a drop of this one's bucket; False if there is none."""
        bucket = self._buckets.pop(whose, None) or Bucket(self._rate, self._burst, self._clock)
        self._buckets[whose] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take()
