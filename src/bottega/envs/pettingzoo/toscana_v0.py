"""Toscana as a PettingZoo environment."""

from functools import partial
from typing import Any

from pettingzoo import AECEnv

from bottega.envs.pettingzoo.aec import GameEnv, Observation, wrapped

__all__ = ["env", "raw_env"]

raw_env = partial(GameEnv, "toscana")


def env(**arguments: Any) -> AECEnv[str, Observation, int | None]:
    """The environment that learning programs want: an illegal action ends the game. Takes what `GameEnv` takes."""
    return wrapped(raw_env(**arguments))
