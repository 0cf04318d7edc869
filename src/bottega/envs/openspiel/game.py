"""Games and states as OpenSpiel wants them."""

from collections.abc import Callable
from typing import Any

import pyspiel

from bottega.envs.openspiel.course import NO_PLAYER, Moment, course
from bottega.envs.openspiel.observer import Observer
from bottega.envs.openspiel.resampling import resample
from bottega.envs.openspiel.seeing import whole_text
from bottega.games import spec as find_spec
from bottega.spec import GameSpec, Option

PREFIX = "bottega_"


class BottegaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """A game of the house with its options chosen; `register` makes a class of its own for each game."""

    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any]) -> None:
        kind = self.kind
        usual = kind.parameter_specification
        given = {name: value for name, value in params.items() if value != usual[name]}
        options = tuple(sorted((name, str(value)) for name, value in given.items() if name != "window"))
        self.course = course(kind.short_name.removeprefix(PREFIX), options, given.get("window", 0))
        seats = self.course.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.course.space.action_count,
            max_chance_outcomes=len(self.course.pieces),
            num_players=seats,
            min_utility=-1 / (seats - 1),  # nothing of the win: see `bottega.envs.batch.rewards`
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.course.longest,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> "BottegaState":
        return BottegaState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.course.most_draws

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.course, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class BottegaState(pyspiel.State):  # type: ignore[misc]  # pyspiel ships no types
    """A state is a moment of a game; OpenSpiel keeps the history."""

    def __init__(self, game: BottegaGame) -> None:
        super().__init__(game)
        self.moment: Moment = game.course.first

    def current_player(self) -> int:
        return self.moment.player

    def is_terminal(self) -> bool:
        return self.moment.player == NO_PLAYER

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.outcomes()

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.name(action)

    def returns(self) -> list[float]:
        return self.moment.returns()

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> "BottegaState":
        """Another state that the player cannot tell from this one."""
        twin: BottegaState = self.get_game().new_initial_state()
        for number in resample(self.moment, player, random):
            twin.apply_action(number)
        return twin

    def __str__(self) -> str:
        return whole_text(self.moment)


def load(text: str) -> pyspiel.Game:
    """The game that OpenSpiel writes like this; whoever finds this function has registered it."""
    return pyspiel.load_game(text)


def register(name: str) -> None:
    """Let `pyspiel.load_game` find a game of the house."""
    if PREFIX + name not in pyspiel.registered_names():
        kind = game_type(find_spec(name))
        # OpenSpiel lets go of what it was given when Python is gone already; a class outlives that, a function does not
        pyspiel.register_game(kind, type(f"{name.capitalize()}Game", (BottegaGame,), {"kind": kind}))


def game_type(spec: GameSpec) -> pyspiel.GameType:
    """What OpenSpiel wants to know about a game whatever its options."""
    usual = spec.setup(spec.complete({}))
    players = [int(choice) for option in spec.options if option.name == "players" for choice in option.choices]
    players = players or [len(spec.seats(usual))]
    parameters = {option.name: _usual(option) for option in spec.options if not option.is_shuffle}
    if spec.learning is not None and spec.learning(usual, 0).window:
        parameters["window"] = 0
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + spec.name,
        long_name=spec.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if spec.chance else kind.ChanceMode.DETERMINISTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if spec.chance and spec.chance.secrets
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def _usual(option: Option) -> int | str:
    """The default of an option; an empty text leaves it out."""
    return int(option.default) if option.default.isdecimal() else option.default
