"""What must be true of a game record: its options start a game, its moves are legal in it, and give its score and result."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeAlias

from bottega.errors import BottegaError, RecordError
from bottega.game import Game, Position
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.record.syntax import ENDINGS, MAX_CLOCK, MAX_NESTING, MOVE, NO_RESULT, RESULT, TAG_NAME, Contents, Node
from bottega.spec import GameSpec

RULES = "1"  # the version of the rules that this package plays by
OPTION, SEAT = "Option.", "Seat."  # how the tags of options and players start
RESERVED = ("Game", "Rules", "Result", "Score", "Ended")  # tags that every record has
THE_END = "the end"  # where the result closes the moves

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

#: Makes an error of a reason and of what is to blame: a node, the name of a tag, or THE_END.
Blame: TypeAlias = Callable[[str, Node | str], RecordError]


def unplaced(reason: str, what: Node | str) -> RecordError:
    """The error for a record that was not read from a text."""
    return RecordError(f"{what.move if isinstance(what, Node) else what}: {reason}")


def check_record(record: Contents, blame: Blame) -> Position | None:
    """Check everything; the last position of the game, None if the shuffles are not in the record."""
    position = first_position(record, blame)
    seats = len(position.seats)
    _check_tags(record, seats, blame)
    _check_result(record, seats, blame)
    if position.options.keys() != record.options.keys():
        _check_moves(record.root, None, blame)
        return None
    _check_moves(record.root, position, blame)
    _check_end(record, position, blame)
    return position


# ---------------------------------------------------------------- options


def first_position(record: Contents, blame: Blame) -> Position:
    """The position before the first move. Shuffles that are not in the record are drawn from some seed."""
    try:
        spec = find_spec(record.game)
    except BottegaError as error:
        raise blame(str(error), "Game") from None
    _check_option_names(record, spec, blame)
    position = _start(spec, record.options, blame)
    for name, value in record.options.items():
        if position.options[name] != value:
            reason = _("write {canonical!r}, not {value!r}").format(canonical=position.options[name], value=value)
            raise blame(reason, OPTION + name)
    return position


def _check_option_names(record: Contents, spec: GameSpec, blame: Blame) -> None:
    """All options of such a game are there, its shuffles too or none of them, and nothing else."""
    for name, value in record.options.items():
        try:
            spec.complete({name: value})
        except BottegaError as error:
            raise blame(str(error), OPTION + name) from None

    # Which options there are is found out without the values of the others: they could name files, and a record can
    # come from anywhere.
    known = {option.name: option for option in spec.options}
    names = _start(spec, {name: value for name, value in record.options.items() if known[name].choices}, blame).options
    for name in record.options:
        if name not in names:
            reason = _("the option {name} has no place in this record: it holds {names}")
            raise blame(reason.format(name=name, names=", ".join(names)), OPTION + name)
    missing = [name for name in names if name not in record.options]
    if missing and missing != [name for name in names if known[name].is_shuffle]:
        plain = [name for name in missing if not known[name].is_shuffle]
        raise blame(_("the tag {name} is missing").format(name=OPTION + (plain or missing)[0]), OPTION)


def _start(spec: GameSpec, options: Mapping[str, str], blame: Blame) -> Position:
    try:
        return Game(spec, options).start(seed=0)
    except BottegaError as error:
        raise blame(str(error), _guilty(spec, options)) from None


def _guilty(spec: GameSpec, options: Mapping[str, str]) -> str:
    """The tag of the last option without which the others would start a game."""
    for name in reversed(list(options)):
        try:
            Game(spec, {other: value for other, value in options.items() if other != name})
        except BottegaError:
            continue
        return OPTION + name
    return "Game"


# ---------------------------------------------------------------- tags and result


def _check_tags(record: Contents, seats: int, blame: Blame) -> None:
    reserved = [name.lower() for name in RESERVED]
    players = {f"{SEAT}{seat}" for seat in record.players} - {f"{SEAT}{seat}" for seat in range(seats)}
    seen: set[str] = set()
    for name in [*players, *record.tags]:
        if name.lower().startswith(SEAT.lower()):
            reason = _("there is no seat {name}: the seats are Seat.0 to Seat.{last}")
            raise blame(reason.format(name=name, last=seats - 1), name)
        if not TAG_NAME.fullmatch(name) or name.lower() in reserved or name.lower().startswith(OPTION.lower()):
            raise blame(_("{name!r} cannot be the name of a tag").format(name=name), name)
        if name.lower() in seen:
            raise blame(_("the tag {name} is here twice").format(name=name), name)
        seen.add(name.lower())
    if "Date" in record.tags and not _is_date(record.tags["Date"]):
        raise blame(_("a date is written as 2025-12-31, not {date!r}").format(date=record.tags["Date"]), "Date")


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False


def _check_result(record: Contents, seats: int, blame: Blame) -> None:
    """The result is well formed and goes with how the game ended."""
    result, ended = record.result, record.ended
    if ended not in ENDINGS:
        raise blame(_("Ended is one of {endings}, not {ended!r}").format(endings=", ".join(ENDINGS), ended=ended), "Ended")
    winners = result.split("+") if result not in (NO_RESULT, "draw") else []
    is_canonical = winners == sorted({winner for winner in winners if int(winner) < seats}) if RESULT.fullmatch(result) else False
    if not is_canonical or len(winners) == seats:
        reason = _("Result is *, draw or the winning seats of 0 to {last} in order, such as 1 or 0+2, not {result!r}")
        raise blame(reason.format(last=seats - 1, result=result), "Result")
    if (result == NO_RESULT) != (ended == "unfinished") and ended != "abandoned":
        raise blame(_("Ended is {ended}, which does not go with the result {result}").format(ended=ended, result=result), "Ended")


def _check_end(record: Contents, last: Position, blame: Blame) -> None:
    """The last position of the game gives the score and, if the game is over, the result."""
    if record.score != last.score_text:
        raise blame(_("the moves give the score {score}, not {said!r}").format(score=last.score_text, said=record.score), "Score")
    if last.is_over and record.result != last.result:
        raise blame(_("the moves give the result {result}, not {said}").format(result=last.result, said=record.result), "Result")
    if last.is_over != (record.ended == "played"):
        said = _("the game is over after the last move") if last.is_over else _("the game is not over after the last move")
        raise blame(_("{said}, but Ended is {ended}").format(said=said, ended=record.ended), "Ended")


# ---------------------------------------------------------------- moves


def play_node(position: Position, node: Node, blame: Blame) -> None:
    """Make the move of a node."""
    try:
        position.play(node.move)
    except BottegaError as error:
        raise blame(str(error), node) from None


def _check_moves(root: Node, position: Position | None, blame: Blame) -> None:
    """Check every move in the order of the text, and leave `position` at the end of the game; without one, check the form."""
    if root.move or root.clock is not None:
        raise blame(_("the root of the tree stands before the first move: it has neither move nor clock time"), root)

    def arrive(node: Node, position: Position | None) -> None:
        if not MOVE.fullmatch(node.move):
            raise blame(_("this is no move: {move!r}").format(move=node.move), node)
        if node.clock is not None and not (isinstance(node.clock, int) and 0 <= node.clock < MAX_CLOCK):
            reason = _("a clock shows whole milliseconds from 0 to a million hours, not {clock!r}")
            raise blame(reason.format(clock=node.clock), node)
        if position is not None:
            play_node(position, node, blame)

    todo = [(root, position, 0, True)]  # node, position, variations that it is in, whether its move is made; last comes first
    while todo:
        node, position, depth, is_made = todo.pop()
        if not is_made:
            position = position and position.copy()
            arrive(node, position)
        if depth > MAX_NESTING:
            raise blame(_("variations are nested more than {limit} deep here").format(limit=MAX_NESTING), node)
        if not node.children:
            continue
        main, *variations = node.children
        before = position.copy() if position and variations else None
        arrive(main, position)
        todo.append((main, position, depth, True))
        todo += [(variation, before, depth + 1, False) for variation in reversed(variations)]
        seen = {main.move}
        for variation in variations:
            if variation.move in seen:
                raise blame(_("another line starts with the same move here"), variation)
            seen.add(variation.move)
