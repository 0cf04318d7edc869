"""The games as environments for learning programs: PettingZoo, OpenSpiel, and thousands of games at once."""
