"""Hands for the tests: they press the keys that a person would press to make a move."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from threading import Event
from typing import Any

from textual.events import Key
from textual.pilot import Pilot

from bottega.game import Game, Position, View
from bottega.games import spec
from bottega.players import Candidate
from bottega.terminal.app import TerminalGame
from bottega.terminal.means import MANY, NONE, Means
from bottega.terminal.table import ME, Table
from bottega.testing import random_game

SMALL = (80, 24)  # the window in which everything must be reachable
PATIENCE = 120  # seconds: nothing here takes that long unless it hangs
MOVING = ("left", "right", "up", "down")  # keys that change nothing but where the piece is: they may come fast
PLAIN = Means(NONE, True)
SANDWICH = ("PG@0,0h", "WG@0,1h")  # after these PW@2,0h sandwiches the green square on 1,0
COLOURFUL = Means(MANY, False)


def start(name: str, seed: int = 1, **options: str) -> Position:
    return Game(spec(name), options).start(seed)


class Hands:
    """A person at the keyboard of a running game."""

    def __init__(self, app: TerminalGame, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def position(self) -> Position:
        return self.app.table.position

    @property
    def screen(self) -> str:
        """All characters on the screen."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in lines)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and wait until all that follows from them is on the screen."""
        for key in keys:
            event = Key(key, key if len(key) == 1 else None)
            event.set_sender(self.app)
            assert self.app._driver is not None
            self.app._driver.send_message(event)
            if key not in MOVING:
                await self._settle()
        await self._settle()

    async def _settle(self) -> None:
        """Wait until keys have been heard and screens have changed."""
        await self.pilot._wait_for_screen()
        await self.pilot._wait_for_screen()
        if len(self.app.screen_stack) > 1:
            await self.pilot.pause()  # what comes up is laid out when there is nothing else to do

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for a machine."""
        async with asyncio.timeout(PATIENCE):
            while not reached():
                await asyncio.sleep(0.001)  # the other thread wants to work as well
                await self.pilot._wait_for_screen()

    async def make(self, move: str) -> None:
        """Make a legal move by keys alone: choose and turn the piece, walk to its cell, lay it, cover what is to be covered."""
        await self.sit_down()
        holding, placing = self.app.holding, self.position.spec.placing
        assert holding is not None
        hold = placing.held(holding.state, move)
        before = len(self.position.history)
        if hold is None:
            await self.say(move)
        else:
            piece, (column, row), turn = hold
            while holding.piece and holding.piece.name != piece.name:
                await self.press("tab")
            while holding.grip.turn != turn:
                await self.press("r")
            dx, dy = column - holding.cell[0], row - holding.cell[1]
            await self.press(*["right" if dx > 0 else "left"] * abs(dx), *["down" if dy > 0 else "up"] * abs(dy))
            assert (holding.cell, holding.grip.turn, holding.verdict) == ((column, row), turn, "")
            await self.press("enter")
            if holding.covering:
                for index, cell in enumerate(holding.covering.cells):
                    if placing.with_extras("", (cell,)) in move:
                        await self.press(str(index + 1))
                assert holding.text == move
                await self.press("enter")
        assert self.position.history[before] == move

    async def say(self, move: str) -> None:
        """Decide without a piece on the board."""
        holding = self.app.holding
        assert holding is not None
        while move not in [word.move for word in holding.words]:
            await self.press("tab")
        word = next(word for word in holding.words if word.move == move)
        await self.press(word.key)
        if word.asks:
            await self.press("enter")

    async def sit_down(self) -> None:
        """Take the screen over if somebody hands it over."""
        if self.app.table.needs_hand_over:
            await self.press("enter")
        await self.until(lambda: self.app.holding is not None)


@asynccontextmanager
async def at_table(
    position: Position,
    names: Sequence[str] | None = None,
    size: tuple[int, int] = SMALL,
    means: Means = COLOURFUL,
    theme: str = "",
    prepare: Callable[[Table], object] = id,
) -> AsyncIterator[Hands]:
    """A running game; people in all seats unless told otherwise. `prepare` may change the table before it is shown."""
    table = Table(position, names or [ME] * len(position.seats), seed=1)
    prepare(table)
    app = TerminalGame(table, Game(position.spec, {}), means, theme, pace=0)
    async with app.run_test(size=size) as pilot:
        hands = Hands(app, pilot)
        await pilot.pause()
        yield hands
        app.table.close()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test that waits for a screen."""
    asyncio.run(test())


def after(name: str, *moves: str, **options: str) -> Position:
    position = start(name, 1, **options)
    for move in moves:
        position.play(move)
    return position


def in_the_middle(name: str, moves: int, **options: str) -> Position:
    """A position of a random game."""
    for position in random_game(Game(spec(name), options), seed=4):
        if len(position.history) == moves:
            break
    return position


class Ponderer:
    """A machine that thinks until it is released."""

    def __init__(self) -> None:
        self.release = Event()

    def choose(self, view: View) -> str:
        self.release.wait()
        return view.moves()[0]

    def analyse(self, view: View) -> list[Candidate]:
        return []

    def sit_down(self, table: Table) -> None:
        """Take the place of the last machine."""
        table.players[-1] = self
