"""What is said about a studied game as a whole."""

from collections.abc import Sequence
from typing import Any

from bottega.games import spec
from bottega.i18n import _
from bottega.record import Record
from bottega.server.state import colours_of
from bottega.server.store import Study


def open_options(record: Record) -> dict[str, str]:
    """The options without the shuffles."""
    hidden = {option.name for option in spec(record.game).options if option.is_shuffle}
    return {name: value for name, value in record.options.items() if name not in hidden}


def summary(record: Record) -> dict[str, Any]:
    """What a study keeps about its game besides the record: the game as it was played, whatever is tried later."""
    return {
        "plies": len(record.moves),
        "result": record.result,
        "ended": record.ended,
        "players": {str(seat): name for seat, name in record.players.items()},
        "options": open_options(record),
    }


def listed(study: Study) -> dict[str, Any]:
    """What lists of studies show."""
    names = [study.data["players"].get(str(seat)) or colour for seat, colour in enumerate(colours(study))]
    return {
        "id": study.id,
        "game": study.game,
        "title": _(spec(study.game).title),
        "players": names,
        "result": ending_words(names, study.data["result"], study.data["ended"]),
        "plies": study.data["plies"],
        "updated": study.updated,
    }


def colours(study: Study) -> tuple[str, ...]:
    """The names of the seats in the language of the moment."""
    return colours_of(study.game, spec(study.game).complete(study.data["options"]))


def ending_words(players: Sequence[str], result: str, ended: str) -> str:
    """How the game ended, in a sentence."""
    if result == "*":
        return _("Not finished")
    if result == "draw":
        return _("A draw by agreement") if ended == "agreement" else _("A draw")
    winners = [int(seat) for seat in result.split("+")]
    names = [players[seat] for seat in winners]
    losers = [player for seat, player in enumerate(players) if seat not in winners]
    if len(names) > 1:
        return _("{names} share the win").format(names=", ".join(names))
    if ended == "resigned" and len(losers) == 1:
        return _("{winner} wins: {loser} resigned").format(winner=names[0], loser=losers[0])
    if ended == "time" and len(losers) == 1:
        return _("{winner} wins: the time of {loser} is up").format(winner=names[0], loser=losers[0])
    return _("{name} wins").format(name=names[0])
