"""People at a table: they look at the page, and they play with mouse, finger or keys, as anybody does.

What they know of the legal moves is what their own page was told over its socket; whether a move is made they see on the page.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import Page, Response, WebSocket

from bottega.games import spec

LONGEST = 30_000  # milliseconds that anything may take on a machine that has much else to do
FEW = 8  # places that somebody looks at before choosing one
COVERS = 0.6  # how often whoever may cover something does
LAYS = 0.8  # how often whoever could discard a piece lays one

DECIDE, OVER, HAND_OVER, WAITING, WATCHING = "decide", "over", "hand over", "waiting", "watching"

#: How things stand on the page: what is asked of whoever looks at it, and the moves that are listed. Null while something is on
#: its way: a picture, a move.
STANDING = """
    const part = (id) => document.getElementById(id);
    const standing = () => {
        if (!document.querySelector("#hand .hand-pieces")) return null;
        const moves = [...document.querySelectorAll("#moves ol button")];
        const told = (what) => ({ what, moves: moves.map((button) => button.title) });
        if (!part("waiting").hidden) return told("waiting");
        const isDrawn = moves.length ? moves.at(-1).hasAttribute("aria-current") : !!document.querySelector("#board svg [id]");
        if (!isDrawn) return null;
        if (!part("ending").hidden || !part("counting").hidden) return told("over");
        if (!part("handover").hidden) return told("hand over");
        const hand = part("hand").classList;
        if (hand.contains("is-sent")) return null;
        return told(hand.contains("is-idle") || hand.contains("is-ahead") ? "watching" : "decide");
    };
"""

#: Where points of the board are in the window; null where something else is in front of them.
AIMED = """(points) => {
    const matrix = document.querySelector("#board .board-picture").getScreenCTM();
    return points.map(([x, y]) => {
        const seen = new DOMPoint(x, y).matrixTransform(matrix);
        const top = document.elementFromPoint(seen.x, seen.y);
        return top?.closest("#board") && !top.closest("button, a") ? [seen.x, seen.y] : null;
    });
}"""

#: The middle of a button in the window, once it is in sight; null if there is none, or if something is in front of it.
MIDDLE = """(selector) => {
    const button = document.querySelector(selector);
    button?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { x, y, width, height } = button?.getBoundingClientRect() ?? { x: -1, y: -1, width: 0, height: 0 };
    const [middle, half] = [x + width / 2, y + height / 2];
    return button?.contains(document.elementFromPoint(middle, half)) ? [middle, half] : null;
}"""

#: What the page says, to those who hear it, about the piece in the hand.
SAID = "document.querySelector('#board + .unseen').textContent"

Point = tuple[float, float]
Cell = tuple[int, int]
Box = tuple[float, float, float, float]


class Standing(NamedTuple):
    """How things stand on a page."""

    what: str  # DECIDE, OVER, HAND_OVER, WAITING or WATCHING
    moves: list[str]  # as the page lists them


class Place(NamedTuple):
    """A legal place of a piece."""

    piece: dict[str, Any]
    x: int
    y: int
    turn: int
    move: str

    def grip(self, side: float) -> Point:
        """The point of the board at which the piece is held when it lies there."""
        x, y, width, height = self.piece["drawings"][self.turn]["box"]
        return grip(self.piece, side, (self.x * side, self.y * side), (x, y, width, height))


def grip(piece: dict[str, Any], side: float, at: Point, box: Box) -> Point:
    """Where a piece is held whose cell begins at this point: at its middle, or at the middle of the cell that it turns around."""
    boxes = [drawing["box"] for drawing in piece["drawings"]]
    is_beside = any(x >= side or y >= side or x + width <= 0 or y + height <= 0 for x, y, width, height in boxes)
    if not is_beside and any(x < -1 or y < -1 for x, y, _width, _height in boxes):
        return at[0] + side / 2, at[1] + side / 2
    return at[0] + box[0] + box[2] / 2, at[1] + box[1] + box[3] / 2


class Heard(NamedTuple):
    """Something that the server sent to a page."""

    ply: int  # how many moves had been made
    text: str
    where: str  # the address that it came from


@dataclass
class Person:
    """Somebody with a page of his or her own. Everything that the server tells the page is overheard."""

    page: Page
    seed: int = 0
    scene: dict[str, Any] = field(default_factory=dict)  # the last one that came
    frames: list[Heard] = field(default_factory=list)
    answers: list[tuple[int, Response]] = field(default_factory=list)  # each with the number of moves by then

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.page.set_default_timeout(LONGEST)
        self.page.on("websocket", self._listen)
        self.page.on("response", lambda response: self.answers.append((self.scene.get("ply", 0), response)))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(frame, socket.url))

    def _hear(self, frame: str | bytes, where: str) -> None:
        message = json.loads(frame)
        if message["type"] == "scene":
            self.scene = message
        self.frames.append(Heard(message.get("ply", self.scene.get("ply", 0)), str(frame), where))

    def heard(self) -> list[Heard]:
        """Everything that the server has sent to this page about its table."""
        found = list(self.frames)
        for ply, response in self.answers:
            if self.table not in response.url:
                continue
            text = response.text()
            told = re.search(r'"ply": ?(\d+)', text)
            found.append(Heard(int(told[1]) if told else ply, text, response.url))
        return found

    # ---------------------------------------------------------------- looking

    def wait(self, *kinds: str, moves: int = 0) -> Standing:
        """Wait until things stand in one of these ways, with at least so many moves on the page, and nothing is on its way."""
        condition = f"""([kinds, moves]) => {{
            {STANDING}
            const seen = standing();
            return seen && seen.moves.length >= moves && (!kinds.length || kinds.includes(seen.what)) ? seen : null;
        }}"""
        seen = self.page.wait_for_function(condition, arg=[kinds, moves], timeout=LONGEST).json_value()
        if self.scene.get("table") != self.table:  # the socket has not said anything yet: it came with the page
            self.scene = json.loads(self.page.locator("#first").text_content() or "")["scene"]
        return Standing(seen["what"], seen["moves"])

    def turn(self, ply: int) -> dict[str, Any]:
        """What the page was told about the decision after so many moves."""
        turn: dict[str, Any] | None = self.scene["turn"]
        assert turn is not None, "the page has something to decide, and the server has not said so"
        assert turn["ply"] == ply, "the page shows another moment than the server has told"
        return turn

    @property
    def table(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    # ---------------------------------------------------------------- choosing

    def places(self, turn: dict[str, Any]) -> list[Place]:
        """All legal places of all pieces, in an order of chance."""
        pieces = {piece["name"]: piece for piece in turn["pieces"]}
        found = [Place(pieces[name], *place) for name, places in turn["places"].items() for place in places]
        self.chance.shuffle(found)
        return found

    def aim(self, places: Sequence[Place]) -> tuple[Place, Point]:
        """The first of these places that can be pointed at, and where that is in the window."""
        side = spec(self.scene["game"]).artist.side
        for place, point in zip(places, self.points([place.grip(side) for place in places]), strict=True):
            if point:
                return place, point
        raise AssertionError(f"none of {[place.move for place in places]} is in sight")

    def points(self, points: Sequence[Point]) -> list[Point | None]:
        """Where points of the board are in the window, if they are in sight."""
        return [(round(seen[0], 1), round(seen[1], 1)) if seen else None for seen in self.page.evaluate(AIMED, points)]

    def covered(self, cells: Sequence[Cell]) -> list[Cell]:
        """Which of the cells that a move may cover this person wants to cover."""
        return [cell for cell in cells if self.chance.random() < COVERS]


class Played(NamedTuple):
    """What somebody wanted to play."""

    move: str
    covered: int = 0  # cells besides

    def is_listed_as(self, listed: str) -> bool:
        move, *covered = listed.split("^")
        return move == self.move and len(covered) == self.covered


class Way:
    """A way to play: one turn, from the pieces in the hand to the last click."""

    def play(self, person: Person, turn: dict[str, Any]) -> Played:
        """Make a decision of chance."""
        alone = [word for word in turn["words"] if not word["piece"]]  # that needs no piece to be taken first
        away = [word for word in turn["words"] if word["piece"]]
        places = person.places(turn)
        if alone and not places:
            return self.say(person, person.chance.choice(alone))
        if away and (not places or person.chance.random() > LAYS):
            word = person.chance.choice(away)
            self.take(person, word["piece"])
            return self.say(person, word)
        piece = places[0].piece
        self.take(person, piece["name"])
        return self.lay(person, [place for place in places if place.piece is piece][:FEW], turn)

    def say(self, person: Person, word: dict[str, Any]) -> Played:
        """A decision that lays nothing; some of them are asked about once more."""
        self.press(person, word["move"])
        if word["asks"]:
            self.press(person, word["move"])
        return Played(word["move"])

    def take(self, person: Person, piece: str) -> None:
        """Take a piece into the hand, if it is not there already."""
        raise NotImplementedError

    def press(self, person: Person, button: str) -> None:
        """Press one of the buttons of the moment."""
        raise NotImplementedError

    def lay(self, person: Person, places: Sequence[Place], turn: dict[str, Any]) -> Played:
        """Lay the piece in the hand on one of these places, and confirm it."""
        raise NotImplementedError


class Pointing(Way):
    """With something that points at places and presses buttons."""

    def tap(self, person: Person, point: Point) -> None:
        raise NotImplementedError

    def turn(self, person: Person, point: Point) -> None:
        """Turn what lies there, to the next turn that fits."""
        raise NotImplementedError

    def take(self, person: Person, piece: str) -> None:
        self._press_on(person, f'#hand [data-piece="{piece}"]:not([aria-pressed=true])')

    def press(self, person: Person, button: str) -> None:
        assert self._press_on(person, f'#hand [data-act="{button}"]'), f"there is no button for {button}"

    def _press_on(self, person: Person, selector: str) -> bool:
        """Press on a button with this selector, if there is one."""
        seen = person.page.evaluate(MIDDLE, selector)
        if seen:
            self.tap(person, seen)
        return bool(seen)

    def lay(self, person: Person, places: Sequence[Place], turn: dict[str, Any]) -> Played:
        page, side = person.page, spec(person.scene["game"]).artist.side
        place, point = person.aim(places)
        self.tap(person, point)
        for _turn in range(place.piece["turns"]):
            if f"{place.move} " in page.evaluate(SAID):
                break
            self.turn(person, point)
        else:
            raise AssertionError(f"{place.move} cannot be laid: {page.evaluate(SAID)}")
        after = person.points([place.grip(side)])
        assert after == [point], f"the board has moved under the hand, from {point} to {after}"
        offered = turn["extras"].get(place.move, [])
        covered = person.covered(offered)
        for seen in person.points([((x + 0.5) * side, (y + 0.5) * side) for x, y in covered]):
            assert seen is not None, "a cell to be covered is not in sight"
            self.tap(person, seen)
        self.confirm(person, point, is_clear=not offered)
        return Played(place.move, len(covered))

    def confirm(self, person: Person, point: Point, *, is_clear: bool) -> None:
        """Confirm what lies there; `is_clear`: a press on it can mean nothing else."""
        self.press(person, "confirm")


class Mouse(Pointing):
    """Click a piece, click a place, right click to turn, click again to confirm."""

    def tap(self, person: Person, point: Point) -> None:
        person.page.mouse.click(*point)

    def turn(self, person: Person, point: Point) -> None:
        person.page.mouse.click(*point, button="right")

    def confirm(self, person: Person, point: Point, *, is_clear: bool) -> None:
        if is_clear:
            self.tap(person, point)
        else:
            self.press(person, "confirm")


class Finger(Pointing):
    """Tap a piece, tap a place, tap it to turn it, tap the button to confirm."""

    def tap(self, person: Person, point: Point) -> None:
        person.page.touchscreen.tap(*point)

    def turn(self, person: Person, point: Point) -> None:
        if person.page.locator("#board .extra").count():  # a tap on it could cover it
            self.press(person, "turn")
        else:
            self.tap(person, point)


class Keys(Way):
    """A digit takes a piece, F goes to the next place where it fits, Enter lays it, digits cover, Enter confirms."""

    def take(self, person: Person, piece: str) -> None:
        turn = person.scene["turn"]
        if len(turn["pieces"]) > 1:
            names = [each["name"] for each in turn["pieces"]]
            person.page.keyboard.press(str(names.index(piece) + 1))

    def press(self, person: Person, button: str) -> None:
        word = next(word for word in person.scene["turn"]["words"] if word["move"] == button)
        person.page.keyboard.press(word["key"])

    def lay(self, person: Person, places: Sequence[Place], turn: dict[str, Any]) -> Played:
        page = person.page
        for _step in range(person.chance.randint(1, 5)):
            page.keyboard.press("f")
        page.keyboard.press("Enter")
        said = page.evaluate(SAID)
        laid = re.search(r"\S*@\S+", said)
        assert laid, f"nothing was laid: {said}"
        offered = turn["extras"].get(laid[0], [])
        covered = [number for number, _cell in enumerate(offered, 1) if person.chance.random() < COVERS]
        for number in covered:
            page.keyboard.press(str(number))
        page.keyboard.press("Enter")
        return Played(laid[0], len(covered))


def play_on(person: Person, way: Way, turns: int = 1_000, look: Callable[[Standing], None] | None = None) -> Standing:
    """Play so many turns at this page, or until the game is over; at one device, for everybody who sits there.

    `look` is called with how things stand before each turn.
    """
    standing = person.wait(DECIDE, OVER, HAND_OVER)
    for _turn in range(turns):
        if look:
            look(standing)
        if standing.what == HAND_OVER:
            person.page.locator("#handover button").click()
            standing = person.wait(DECIDE, OVER)
        if standing.what == OVER:
            break
        ply = len(standing.moves)
        played = way.play(person, person.turn(ply))
        standing = person.wait(DECIDE, OVER, HAND_OVER, moves=ply + 1)
        assert played.is_listed_as(standing.moves[ply]), f"{played} was played, and {standing.moves[ply]} is what counted"
    return standing
