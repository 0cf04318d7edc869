"""Observations as OpenSpiel wants them: with or without what is public, private, or past.

    player            always                            which seat looks
    planes, numbers   public                            see docs/envs.md; for nobody's eyes: as a spectator on seat 0 sees them
    private           private and not public, or all    the numbers that only a seat itself may know, for each of those seats
    actions           public, perfect recall            for each action: the seat, then its number in binary, lowest bit first
    news              perfect recall, if there is any   for each decision so far, and for now: what had turned up

All values lie between 0 and 1.
"""

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from bottega.envs.openspiel import seeing
from bottega.envs.openspiel.course import Course, Moment
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.kernels import SPECTATOR

Floats = NDArray[np.float32]


class Observer:
    """See `open_spiel.python.observation`: `tensor` is one array, `dict` its pieces."""

    def __init__(self, course: Course, kind: Any, params: Any = None) -> None:
        if params:
            raise BottegaError(_("observations have no parameters; here are {params}").format(params=params))
        self.course = course
        self.is_public = bool(kind.public_info)
        self.recalls = bool(kind.perfect_recall)
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.everyone = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        space, seats = course.space, course.seats
        self._planes = np.zeros(space.plane_shape, np.uint8)
        self._numbers = np.zeros(space.number_count, np.uint8)
        self._plane_scale, self._number_scale = 1 / space.plane_scale(), 1 / space.number_scale()
        self._bits = np.arange((space.action_count - 1).bit_length())
        self._secrets = _where(course, course.secrets)
        self._news = _where(course, course.news) if self.is_public else self._secrets

        shapes: dict[str, tuple[int, ...]] = {"player": (seats,)}
        if self.is_public:
            shapes |= {"planes": space.plane_shape, "numbers": (space.number_count,)}
        if len(self._secrets) and (self.everyone or (self.own and not self.is_public)):
            shapes["private"] = (seats if self.everyone else 1, len(self._secrets))
        if self.recalls and self.is_public:
            shapes["actions"] = (course.longest, seats + len(self._bits))
        if self.recalls and len(self._news):
            shapes["news"] = (course.longest + 1, len(self._news))
        self.tensor: Floats = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Floats] = {}
        begin = 0
        for name, shape in shapes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def _viewer(self, player: int) -> int:
        """Whose eyes to use."""
        if not 0 <= player < self.course.seats:
            raise BottegaError(
                _("a player is a number from 0 to {last}, not {player}").format(last=self.course.seats - 1, player=player)
            )
        return player if self.own else SPECTATOR

    def set_from(self, state: Any, player: int) -> None:
        """Fill in what the player observes of the state."""
        moment: Moment = state.moment
        viewer = self._viewer(player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self.is_public:
            seeing.look(moment, viewer, self._planes, self._numbers)
            np.multiply(self._planes, self._plane_scale, out=self.dict["planes"])
            np.multiply(self._numbers, self._number_scale, out=self.dict["numbers"])
        if "private" in self.dict:
            for row, seat in enumerate(range(self.course.seats) if self.everyone else (player,)):
                self.dict["private"][row] = self._part(moment, seat, self._secrets)
        if "actions" in self.dict and moment.past:
            rows = self.dict["actions"][: len(moment.past)]
            rows[np.arange(len(rows)), [past.player for past, _action in moment.past]] = 1
            actions = np.array([action for _past, action in moment.past])
            rows[:, self.course.seats :] = actions[:, None] >> self._bits & 1
        if "news" in self.dict:
            for row, past in enumerate([*(past for past, _action in moment.past), moment]):
                self.dict["news"][row] = self._part(past, viewer, self._news)

    def _part(self, moment: Moment, viewer: int, where: NDArray[np.int64]) -> Floats:
        """Some of the numbers that a viewer sees, as parts of all pieces of that kind."""
        seen = seeing.numbers_seen(moment, viewer)[where].reshape(-1, len(self.course.pieces))
        return (seen / self.course.copies).astype(np.float32).ravel()

    def string_from(self, state: Any, player: int) -> str:
        """The same in words."""
        moment: Moment = state.moment
        viewer = self._viewer(player)
        parts = []
        if self.is_public:
            parts.append(f"{f'seat {player}' if self.own else 'spectator'}\n{seeing.text(moment, viewer)}")
            if self.recalls:
                parts.append(seeing.story(moment, viewer))
        elif self.own:
            moments = [*(past for past, _action in moment.past), moment] if self.recalls else [moment]
            parts += [seeing.secrets(past, player) for past in moments]
        if self.everyone:
            parts += [f"seat {seat} {seeing.secrets(moment, seat)}" for seat in range(self.course.seats)]
        return "\n".join(part for part in parts if part)


def _where(course: Course, names: tuple[str, ...]) -> NDArray[np.int64]:
    """The indices of some of the numbers."""
    found = [np.arange(where.start, where.stop) for _feature, where in seeing.features(course, names)]
    return np.concatenate(found) if found else np.zeros(0, np.int64)
