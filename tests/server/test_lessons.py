"""Lessons: what is asked for is accepted, what is legal gets a hint, what is not gets a reason; hidden things stay hidden."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from httpx import AsyncClient
from schooling import accepted_move

from bottega.game import game
from bottega.games import GAMES, spec
from bottega.server import lessons
from bottega.stage import Step

pytestmark = pytest.mark.asyncio

Teach = Callable[..., None]

PAIR = {"neutral": "W", "players": "2", "sets": "1"}
#: Pink has sandwiched a green square with its second domino.
SANDWICH = ("PG@0,0h", "WG@0,1h")


@pytest.fixture
def teach(monkeypatch: pytest.MonkeyPatch) -> Teach:
    """Put a lesson of our own in the place of a game's."""

    def put(name: str, *steps: Step) -> None:
        taught = replace(spec(name), stage=replace(spec(name).stage, lesson=lambda: steps))
        monkeypatch.setattr(lessons, "spec", lambda _: taught)

    return put


async def attempt(client: AsyncClient, address: str, move: str, *extras: tuple[int, int]) -> dict[str, Any]:
    answer = await client.post(f"/api/lessons/{address}", json={"move": move, "extras": list(extras)})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def cover(words: str = "Cover the green square.") -> Step:
    return Step(
        "Lampredotto",
        ("Your colour on two sides.",),
        PAIR,
        SANDWICH,
        task=words,
        accepts=lambda before, move, after: move.endswith("^1,0"),
        hint="Not that one.",
        praise="Buon appetito!",
    )


async def test_a_step_tells_what_to_see_and_to_do(client: AsyncClient, teach: Teach) -> None:
    teach("firenze", Step("Look", ("A floor.",), PAIR, SANDWICH), cover())
    look = (await client.get("/api/lessons/firenze/0")).json()
    assert (look["title"], look["words"], look["task"], look["turn"], look["steps"]) == ("Look", ["A floor."], "", None, 2)
    do = (await client.get("/api/lessons/firenze/1?theme=dark")).json()
    assert (do["step"], do["seat"], do["seats"]) == (1, 0, ["Pink", "Green"])
    assert do["turn"]["places"]
    assert do["picture"]["theme"]["name"] == "dark"
    assert do["picture"]["ply"] == len(SANDWICH)


async def test_attempts(client: AsyncClient, teach: Teach) -> None:
    teach("firenze", cover(), cover())
    right = await attempt(client, "firenze/0", "PW@2,0h", (1, 0))
    assert (right["accepted"], right["words"], right["next"]) == (True, "Buon appetito!", 1)
    assert right["picture"]["ply"] == len(SANDWICH) + 1
    assert [moment for moment in right["moments"] if moment["words"]], "a lampredotto is celebrated"
    other = await attempt(client, "firenze/0", "PW@2,0h")
    assert (other["accepted"], other["words"], other["next"]) == (False, "Not that one.", None)
    assert other["picture"] is not None
    wrong = await attempt(client, "firenze/0", "PW@0,0h")
    assert (wrong["accepted"], wrong["picture"], wrong["next"]) == (False, None, None)
    assert wrong["words"]
    nonsense = await attempt(client, "firenze/0", "pizza")
    assert (nonsense["accepted"], nonsense["picture"]) == (False, None)
    last = await attempt(client, "firenze/1", "PW@2,0h", (1, 0))
    assert (last["accepted"], last["next"]) == (True, None)


async def test_why_a_piece_may_not_lie_there(client: AsyncClient, teach: Teach) -> None:
    teach("firenze", cover())
    places = (await client.get("/api/lessons/firenze/0")).json()["turn"]["places"]
    x, y, turn, move = next(place for place in places["WP"] if place[3] == "PW@2,0h")
    near = (await client.get(f"/api/lessons/firenze/0/why?piece=WP&x={x}&y={y}&turn={turn}")).json()
    far = (await client.get("/api/lessons/firenze/0/why?piece=WP&x=9&y=9&turn=0")).json()
    assert (near["reason"], near["move"]) == ("", move)
    assert far["reason"]
    assert (await client.get("/api/lessons/firenze/0/why?piece=XX&x=2&y=0")).status_code == 400


async def test_what_is_not_there(client: AsyncClient, teach: Teach) -> None:
    teach("firenze", cover())
    for address in ("firenze/1", "firenze/-1", "chess/0", "firenze/99999999999999999999"):
        assert (await client.get(f"/api/lessons/{address}")).status_code == 404, address
    assert (await client.get("/api/lessons/firenze/zero")).status_code == 422
    assert (await client.get("/api/lessons/firenze/0?theme=pink")).status_code == 400
    assert (await client.post("/api/lessons/firenze/0", json={"move": ""})).status_code == 422
    assert (await client.post("/api/lessons/firenze/0", json={"move": "x" * 1000})).status_code == 422


async def test_a_lesson_shows_what_its_seat_sees(client: AsyncClient, teach: Teach) -> None:
    """Two decks that differ in the stock and in the other hand alone look the same."""
    cards = game("florentine").start(seed=3).options["deck"].split(",")
    changed = [*cards[:4], *cards[20:24], *cards[8:20], *cards[4:8], *cards[24:]]
    pages = []
    for deck in (cards, changed):
        teach("florentine", Step("Look", (), {"players": "2", "deck": ",".join(deck)}, task="Lay a card."))
        pages.append((await client.get("/api/lessons/florentine/0")).json())
    assert pages[0] == pages[1]


@pytest.mark.parametrize("name", GAMES)
async def test_the_lessons_of_the_house_can_be_done(client: AsyncClient, name: str) -> None:
    steps = spec(name).stage.lesson()
    assert steps
    for number, step in enumerate(steps):
        page = (await client.get(f"/api/lessons/{name}/{number}")).json()
        assert (page["title"], page["turn"] is not None) == (step.title, bool(step.task))
        if step.task:
            outcome = await attempt(client, f"{name}/{number}", accepted_move(name, number))
            assert (outcome["accepted"], outcome["next"]) == (True, number + 1 if number + 1 < len(steps) else None)
