"""A game as a PettingZoo environment: agents act one at a time."""

from typing import Any, TypeAlias

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from bottega.envs.batch import STUCK
from bottega.envs.common import Course, checked_seed, whole_number
from bottega.envs.pettingzoo.rendering import RENDER_MODES, WIDTH, rendered
from bottega.errors import OptionError
from bottega.i18n import _
from bottega.kernels import NOBODY, SPECTATOR, random_numbers, random_word
from bottega.learning import Space

Observation: TypeAlias = dict[str, NDArray[Any]]
ILLEGAL_REWARD = -1.0  # to whoever does something illegal, with which the game ends


class GameEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo ships no types
    """One of the games. Agents are called player_0, player_1, ... in the order of the seats.

    `max_cycles`: the game is truncated after so many actions for each player, whoever made them. `viewer`: the agent whose
    view is rendered; None: a spectator's. `width`: of rendered pictures, in pixels. `window`: the side of the part of an
    unbounded table that can be seen. The options are those of the game.
    """

    def __init__(
        self,
        name: str,
        /,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        viewer: str | None = None,
        width: int = WIDTH,
        window: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self._course = Course(name, options, window)
        seats = self._course.seats
        self.possible_agents = [f"player_{seat}" for seat in range(len(seats))]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = self.possible_agents.copy()
        self.metadata: dict[str, Any] = {
            "name": f"{name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
            "seats": dict(zip(self.possible_agents, seats, strict=True)),
        }
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(
                _("a render_mode is one of {modes} or None, not {mode!r}").format(modes=", ".join(RENDER_MODES), mode=render_mode)
            )
        if viewer is not None and viewer not in self.possible_agents:
            raise OptionError(
                _("a viewer is one of {agents} or None for a spectator, not {viewer!r}").format(
                    agents=", ".join(self.possible_agents), viewer=viewer
                )
            )
        self.render_mode = render_mode
        self.viewer = SPECTATOR if viewer is None else self._seat[viewer]
        self.width = whole_number(width, "width", least=1)
        self.max_cycles = None if max_cycles is None else whole_number(max_cycles, "max_cycles", least=1)
        self.observation_spaces = {agent: _observation_space(self._course.space) for agent in self.agents}
        self.action_spaces = {agent: Discrete(self._course.action_count) for agent in self.agents}
        self._seeds = random_numbers(checked_seed(None))

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: that of `Game.start` with this seed, or without one the next of those that follow from the last seed."""
        if seed is None:
            seed = int(random_word(self._seeds))
        else:
            seed = checked_seed(seed)
            self._seeds = random_numbers(seed)
        self._course.start(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seat": seat} for agent, seat in self.metadata["seats"].items()}
        self.agent_selection = self.possible_agents[self._course.seat]
        self._skip_agent_selection = None
        self._steps = 0

    def observe(self, agent: str) -> Observation:
        """What the agent can know. Its action mask is empty unless it is the one to decide."""
        if agent == self.agent_selection and not self._has_ended(agent):
            planes, numbers, mask = self._course.look()
        else:
            planes, numbers = self._course.observe(self._seat[agent])
            mask = np.zeros(self._course.action_count, np.int8)
        return {"observation": planes, "numbers": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do the action of `agent_selection`; an illegal one raises IllegalMove."""
        if self._has_ended(self.agent_selection):
            self._was_dead_step(action)
            return
        course = self._course
        course.act(action)
        self._steps += 1
        if course.seat == NOBODY:
            self._end(self.terminations)
            for player, reward, score in zip(self.agents, course.rewards(), course.scores().tolist(), strict=True):
                self.rewards[player] = self._cumulative_rewards[player] = reward
                self.infos[player]["score"] = score
        elif course.seat == STUCK or (self.max_cycles is not None and self._steps >= self.max_cycles * len(self.agents)):
            self._end(self.truncations)
        else:
            self.agent_selection = self.possible_agents[course.seat]
        if self.render_mode == "human":
            self.render()

    def _has_ended(self, agent: str) -> bool:
        """Whether the game has ended for the agent; one that has left is in none of the dicts."""
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)

    def _end(self, marks: dict[str, bool]) -> None:
        """All agents have come to the end: they are asked once more, after the one that acted last, and leave."""
        for agent in marks:
            marks[agent] = True
        self.agent_selection = self.possible_agents[(self._seat[self.agent_selection] + 1) % len(self.possible_agents)]

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the viewer sees, as `render_mode` says. A half-made move is not shown before it is made."""
        if self.render_mode is None:
            logger.warn("render() shows nothing without a render_mode: give one when making the environment.")
            return None
        return rendered(self._course.position(), self.viewer, self.render_mode, self.width)

    def close(self) -> None:
        """There is nothing to close: pictures are handed over, and no window is opened."""


def _observation_space(space: Space) -> Dict:
    planes = np.broadcast_to(space.plane_scale(), space.plane_shape).astype(np.uint8)
    numbers = space.number_scale().astype(np.uint8)
    return Dict(
        {
            "observation": Box(np.zeros_like(planes), planes, dtype=np.uint8),
            "numbers": Box(np.zeros_like(numbers), numbers, dtype=np.uint8),
            "action_mask": Box(0, 1, (space.action_count,), np.int8),
        }
    )


def wrapped(env: GameEnv) -> AECEnv[str, Observation, int | None]:
    """With the wrappers of PettingZoo's own classic games."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)))
