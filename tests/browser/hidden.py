"""What nobody may be told: looks through everything that the server sent to a page while the game ran.

Judged by the game as it really was, which its record tells when it is over.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from browser.players import Heard

from bottega.game import Position
from bottega.games import spec
from bottega.games.florentine.deck import card_name
from bottega.games.florentine.layout import EMPTY, HIDDEN_STOCK
from bottega.games.toscana.layout import SEATS, TILE_NAMES
from bottega.games.toscana.rules import hidden_part
from bottega.kernels import State
from bottega.placing import Piece
from bottega.record import read

FACE = re.compile(r"#d\w-base")  # a card of Florentine Dominoes that is drawn with its face up
RUN = 4  # tiles in the order in which they really lie: fewer may be chance

Told = Callable[[Position, int, Heard], Iterator[str]]


def secrets_told(record: str, viewer: int, heard: Sequence[Heard]) -> list[str]:
    """What of all that was sent to a viewer he or she was not to know at that moment."""
    course = read(record)
    end = course.replay()
    name = end.spec.name
    positions = {ply: end.at(ply) for ply in {each.ply for each in heard}}
    found = []
    for each in heard:
        position = positions[each.ply]
        if not position.is_over:
            found += [f"{each.where}, after {each.ply} moves: {secret}" for secret in _told(name)(position, viewer, each)]
            found += [f"{each.where}: the shuffle" for option in _shuffles(name) if f'"{option}":' in each.text]
    return found


def _shuffles(name: str) -> list[str]:
    return [option.name for option in spec(name).options if option.is_shuffle]


def _told(name: str) -> Told:
    return {"firenze": _nothing, "toscana": _order_of_a_stack, "florentine": _card_of_another}[name]


def _nothing(position: Position, viewer: int, heard: Heard) -> Iterator[str]:
    """Everything lies open."""
    yield from ()


# ---------------------------------------------------------------- Toscana


def _order_of_a_stack(position: Position, viewer: int, heard: Heard) -> Iterator[str]:
    """The tiles below the top, in the order in which they lie (T4)."""
    listed = ["".join(re.findall(r"\b[A-P]\b", part)) for part in re.split(r"[.;<>\]]", heard.text)]
    drawn = ["".join(re.findall(r'data-below=\\?"([A-P])', part)) for part in heard.text.split('"box"')]
    state = position.state
    for owner in range(SEATS):
        first, last = hidden_part(state, owner)
        order = "".join(TILE_NAMES[tile] for tile in state.stacks[owner, first:last])
        for start in range(len(order) - RUN + 1):
            run = order[start : start + RUN]
            if run != "".join(sorted(run)) and any(run in text for text in (heard.text, *listed, *drawn)):
                yield f"{run} of {order}"


# ---------------------------------------------------------------- Florentine Dominoes


def _card_of_another(position: Position, viewer: int, heard: Heard) -> Iterator[str]:
    """A card that the viewer does not see: by its name, in words, or drawn where a hand lies face down (D15)."""
    state = position.state
    everything = {card_name(int(state.cards[kind])) for kind in np.flatnonzero(state.deck)}
    named = set(re.findall(r"\b[RBGOrbgo]{4}\b", heard.text))
    for name in everything - _seen(position.view(viewer).state):
        spoken = position.spec.stage.spoken_piece(state, Piece(name, 1)).removeprefix("card: ")
        if name in named:
            yield f"the card {name}"
        elif any(_says(heard.text, words) for words in (spoken, re.sub(r"\b(north|east|south|west) ", "", spoken))):
            yield f"the card {name} in words"
    if state.stage == HIDDEN_STOCK:
        for seat, tray in enumerate(_trays(heard)):
            if seat != viewer and FACE.search(tray["body"]):
                yield f"a card in the hand of seat {seat}, drawn face up"


def _says(text: str, card: str) -> bool:
    """Whether a text has this card in words, and not another one whose words begin or end in the same way."""
    return card in text and bool(re.search(rf"(?<!, ){re.escape(card)}(?![\w ,])", text))


def _seen(state: State) -> set[str]:
    """The cards that this view of a position shows: on the square, in hands and heaps."""
    kinds = {*np.flatnonzero(state.held.any(axis=0)).tolist(), *(kind for kind in state.board.tolist() if kind != EMPTY)}
    return {card_name(int(state.cards[kind])) for kind in kinds}


def _trays(heard: Heard) -> list[dict[str, Any]]:
    """What lies in front of each seat, if a picture was sent, alone or with the page."""
    page = re.search(r'<script[^>]*id="first"[^>]*>(.*?)</script>', heard.text, re.DOTALL)
    if not page and not heard.text.startswith("{"):
        return []
    told = json.loads(page[1] if page else heard.text)
    trays: list[dict[str, Any]] = ((told.get("picture") or {}) if page else told).get("trays", [])
    return trays
