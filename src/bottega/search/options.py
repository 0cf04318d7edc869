"""The numbers that a search goes by, as kernels see them. `settings` gives them their defaults."""

import numpy as np

#: How to search. What each number does was decided in the arena: see docs/search.md.
OPTIONS = np.dtype(
    (
        np.record,
        [
            ("exploration", np.float64),  # weight of the doubt about a move that was tried seldom
            ("first_play", np.float64),  # what a move that was never tried is taken to be worth
            ("bias", np.float64),  # weight of the looks of a move, which fades as it is tried
            ("habit", np.float64),  # weight of the looks, which does not fade, where another seat decides that goes by looks
            ("by_looks", np.float64),  # share of the simulations in which it is taken for one that does
            ("prior", np.float64),  # weight of a doubt that goes by looks (PUCT), instead of `exploration`; 0: none
            ("behind", np.float64),  # points behind the best looking move with which that doubt is a quarter
            ("widening", np.float64),  # a node tries this times the root of its visits moves; 0: all
            ("width", np.int32),  # inner nodes know only so many moves, the best looking; 0: all
            ("at_once", np.int32),  # so many of them, the best looking, are judged by what they lead to from the start
            ("ripe", np.int32),  # a node gets children once it has been visited so often
            ("judged", np.int32),  # visits after which all moves at a node are judged by what they lead to; 0: never
            ("foreseen", np.int32),  # the same where another seat decides that is sure to go by looks
            ("candidates", np.int32),  # random games draw about so many moves at each turn and play the best looking
            ("cutoff", np.int32),  # random games end after so many moves, 0 is at once, and are judged; or TO_THE_END
            ("played_out", np.float64),  # share of the reward of what is judged that goes by how a random game goes on from there
            ("points", np.float64),  # share of the reward that goes by points, the rest by who wins
            ("tie", np.float64),  # what a unit of the part of the score that breaks ties is worth, in points, for that share
            ("spread", np.float64),  # points that make a difference, for that share and, as far as they are in doubt, for judging
        ],
    )
)

TO_THE_END = -1  # in place of a number of moves: random games are not judged
UNTRIED = 1e9  # `first_play` so high that every move is tried once before any twice
