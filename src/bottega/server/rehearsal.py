"""Before the first guest comes every game is tried, so that nobody waits while its kernels are read or compiled."""

from collections.abc import Iterator

from bottega.games import GAMES
from bottega.games import spec as find_spec
from bottega.kernels import SPECTATOR
from bottega.server.actions import NewTable, Play
from bottega.server.guests import Guest
from bottega.server.laying import first_entries, laid
from bottega.server.pictures import SHOWN, picture_of
from bottega.server.seeing import Seeing
from bottega.server.table import Table
from bottega.server.turns import fits_of, turn_of, why_of
from bottega.spec import Options

MOVES = 3  # of each game
ANYBODY = Guest("", "", "en", "warm")


def rehearsal() -> Iterator[None]:
    """Do whatever is done at tables, little by little: whoever listens may leave at any time."""
    for game in GAMES:
        for options in _kinds(game):
            yield from try_out(game, options)


def _kinds(game: str) -> list[Options]:
    """Options that between them need all kinds of records that a table of this game can need: kernels are compiled for each."""
    spec = find_spec(game)
    shuffles = {option.name for option in spec.options if option.is_shuffle}
    found: dict[object, Options] = {}
    for options in ({}, *spec.variants):
        if not shuffles & set(options):
            found.setdefault(spec.state_type(spec.setup(spec.complete(options))), options)
    return list(found.values())


def try_out(game: str, options: Options) -> Iterator[None]:
    """The same for one game with these options."""
    wanted = NewTable.model_validate({"game": game, "options": options, "seats": [{"kind": "me"}, {"kind": "here"}]})
    table, seeing = Table(""), Seeing()
    first_entries(table, laid(ANYBODY, wanted), 0)
    yield
    for ply in range(MOVES):
        assert table.position is not None
        move = table.position.moves()[0]
        yield
        for entry in table.decide(ANYBODY, Play(do="play", ply=ply, move=move), 0):
            table.apply(entry)
        yield
        table.why_no_way_back(ANYBODY.id)
        yield
        yield from _look(table, seeing)


def _look(table: Table, seeing: Seeing) -> Iterator[None]:
    """Everything that can be asked about a position."""
    assert table.position is not None
    seeing.scene(table, ANYBODY.id, 0, known=table.ply - 1, look=table.seat)
    yield
    turn = turn_of(table.position, table.seat, "", ahead=True)
    yield
    turn_of(table.position, 1 - table.seat, "", ahead=True)
    yield
    if turn and turn["pieces"]:
        why_of(table.position, table.seat, turn["pieces"][0]["name"], (0, 0), 0)
        yield
    fits_of(table.position, SPECTATOR, (3, 3), "")
    yield
    picture_of(table.position, table.seat, "", SHOWN)
    yield
