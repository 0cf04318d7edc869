"""Sets of up to 64 things, such as cells or cards, as words of 64 bits: thing n is in the set if bit n is set."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from bottega.kernels import kernel

ONE = np.uint64(1)
NONE = np.uint64(0)  # the empty set


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _population(typing: Any, word: Any) -> Any:
    return types.int64(types.uint64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), code


def amount(members: np.uint64) -> int:
    """How many members the set has."""
    return int(members).bit_count()


def lowest(members: np.uint64) -> int:
    """The lowest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


@overload(amount)
def _amount(members):  # type: ignore[no-untyped-def]  # Numba wants the very signature of the lambda
    return lambda members: _population(np.uint64(members))


@overload(lowest)
def _lowest(members):  # type: ignore[no-untyped-def]
    return lambda members: _trailing_zeros(np.uint64(members))


@kernel
def only(member: int) -> np.uint64:
    """The set with that one member."""
    return ONE << np.uint64(member)


@kernel
def nth(members: np.uint64, n: int) -> int:
    """The member of the set that has n lower ones beside it; the set has more than n members."""
    for _skip in range(n):
        members &= members - ONE
    return lowest(members)
