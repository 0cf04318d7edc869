"""Frames laid over each other come back as they were."""

from hypothesis import given
from hypothesis import strategies as st

from bottega.drawing.film import ALWAYS, Film, Times, elements
from bottega.svg import element, group, text

leaves = st.sampled_from("abcd").map(lambda name: element("use", href=f"#{name}"))
words = st.sampled_from(["1 < 2", 'a "b" & c>d']).map(lambda said: text(said, 0, 0, 9))
groups = st.recursive(
    leaves | words,
    lambda inner: st.builds(
        lambda inside, x: group(*inside, transform=f"translate({x} 0)"), st.lists(inner, max_size=4), st.integers(0, 1)
    ),
    max_leaves=12,
)
frames = st.lists(st.lists(groups, max_size=6).map("".join), min_size=1, max_size=7)


@given(frames)
def test_every_frame_comes_back_as_it_was(frames: list[str]) -> None:
    film = Film()
    for frame in frames:
        film.add(frame)
    assert [film.frame(number) for number in range(len(frames))] == frames


@given(frames)
def test_wrappers_tell_when_something_is_seen(frames: list[str]) -> None:
    film = Film()
    for frame in frames:
        film.add(frame)
    for number, frame in enumerate(frames):

        def only_now(times: Times, text: str, now: int = number) -> str:
            return text if any(first <= now and (end is None or now < end) for first, end in times) else ""

        assert film.body(only_now) == frame


def test_what_stays_is_kept_once() -> None:
    film = Film()
    stones = [element("use", href=f"#stone{number}") for number in range(30)]
    for number in range(31):
        film.add(group(*stones[:number], fill="red"))
    assert all(film.body(lambda times, text: text).count(stone) == 1 for stone in stones)


def test_what_goes_to_and_fro_is_kept_once() -> None:
    film = Film()
    for number in range(9):
        film.add('<use href="#board"/>' + ('<use href="#white"/>' if number % 2 else '<use href="#black"/>'))
    seen: dict[str, Times] = {}

    def remember(times: Times, text: str) -> str:
        seen[text] = times
        return text

    film.body(remember)
    assert seen['<use href="#white"/>'] == ((1, 2), (3, 4), (5, 6), (7, 8))
    assert seen['<use href="#black"/>'] == ((0, 1), (2, 3), (4, 5), (6, 7), (8, None))
    assert ALWAYS not in seen.values()


def test_elements_are_told_apart() -> None:
    body = '<g fill="red"><g><use href="#a"/></g></g><text>a &lt; b<tspan>c</tspan></text><path d="M0 0"/>'
    assert elements(body) == [
        '<g fill="red"><g><use href="#a"/></g></g>',
        "<text>a &lt; b<tspan>c</tspan></text>",
        '<path d="M0 0"/>',
    ]
