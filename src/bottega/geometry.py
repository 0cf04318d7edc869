"""Directions and turns on a grid of squares. Drawn once, here; x grows to the east, y to the south.

           NORTH 0
          (x, y-1)

 WEST 3                 EAST 1
(x-1, y)    (x, y)     (x+1, y)

          (x, y+1)
           SOUTH 2
"""

import numpy as np

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTION_LETTERS = "NESW"

#: [direction] the step (dx, dy) to the neighbour on that side
STEP = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)], np.int64)
