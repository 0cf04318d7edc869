"""Programs that speak the engine protocol (docs/protocol.md), as players.

The protocol knows games by their start and their moves, and a player knows neither the shuffles nor anything else that its
seat has not seen. So the program is told a game of our own making: shuffles drawn anew such that the same moves give the
seat the same views, from the first move to now. What it is told can hold nothing that the seat does not know.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from bottega.errors import BottegaError
from bottega.game import Game, Position, View
from bottega.i18n import _
from bottega.kernels import random_numbers
from bottega.players.child import Child, PlayerFailed
from bottega.players.player import Candidate, Player
from bottega.spec import GameSpec
