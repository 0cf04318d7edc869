"""The kinds of events: each is described, and each can happen."""

import re

from bottega.server import events
from bottega.server.state import _APPLY


def test_every_kind_is_described_and_can_happen() -> None:
    kinds = {value for name, value in vars(events).items() if name.isupper()}
    rows = re.findall(r"^\| ([a-z_, ]+) \|", events.__doc__ or "", re.MULTILINE)
    described = {kind for row in rows for kind in row.split(", ")} - {"kind"}
    assert described == kinds == set(_APPLY)


def test_events_of_one_moment_follow_each_other() -> None:
    made = events.entries(4, 77, (events.SAT, {"seat": 1}), (events.STARTED, {}))
    assert [(entry.seq, entry.at, entry.kind) for entry in made] == [(5, 77, "sat"), (6, 77, "started")]
