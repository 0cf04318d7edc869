"""How a game ended, in a sentence."""

from bottega.i18n import _
from bottega.server.state import TableState

PAIR = 2


def result_words(table: TableState) -> str:
    """Who has won and how."""
    names = [seat.player or colour for seat, colour in zip(table.seats, table.colours(), strict=True)]
    winners = [names[seat] for seat in table.winners]
    losers = [name for seat, name in enumerate(names) if seat not in table.winners]
    if not losers:
        return _("A draw by agreement") if table.ended else _("A draw")
    if table.ended == "resigned":
        return _("{winner} wins: {loser} resigned").format(winner=winners[0], loser=losers[0])
    if table.ended == "time":
        return _("{winner} wins: the time of {loser} is up").format(winner=winners[0], loser=losers[0])
    if len(winners) > 1:
        return _("{names} share the win").format(names=", ".join(winners))
    assert table.position is not None
    scores = table.position.scores()
    won = scores[table.winners[0]]
    others = [score for seat, score in enumerate(scores) if seat not in table.winners]
    is_close = any(score[0] == won[0] for score in others)  # then the other parts of the score have decided
    told = ["/".join(map(str, score if is_close else score[:1])) for score in (won, *others)]
    if len(told) == PAIR:
        return _("{winner} wins {own} to {other}").format(winner=winners[0], own=told[0], other=told[1])
    return _("{winner} wins with {own} against {others}").format(
        winner=winners[0], own=told[0], others=_(" and ").join((", ".join(told[1:-1]), told[-1]))
    )
