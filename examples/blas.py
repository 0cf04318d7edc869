"""Linear algebra with one thread: to be imported before NumPy, which looks at this once.

The regressions are many and small. Threads that wait for each other in each of them took 0.4 to 9 seconds a batch of Toscana on a
busy machine with two cores, where one thread takes 0.1; and sums would depend on the number of processors.
"""

import os

for setting in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(setting, "1")
