"""Game records: reading, writing, replay, and every way in which a record can be wrong."""

import doctest
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bottega
from bottega import BottegaError, Position, RecordError
from bottega.games import spec
from bottega.record import ENDINGS, Node, Record, read, read_all, read_file, write
from bottega.record.syntax import MAX_NESTING, WIDTH
from bottega.spec import Options

ROOT = Path(__file__).parents[1]
GOLDEN = sorted((ROOT / "tests/data/records").glob("*.bgn"))
HEAD = """[Game "firenze"]
[Rules "1"]
[Option.players "2"]
[Option.sets "1"]
[Option.neutral "W"]
[Result "*"]
[Score "0/1 0/1"]
[Ended "unfinished"]
"""
SHORT = HEAD + "\n1. PG@0,0h 2. GP@0,1h *\n"
SHUFFLES = {name: [option.name for option in spec(name).options if option.is_shuffle] for name in bottega.GAMES}


def played(name: str, seed: int, moves: int = 10_000, options: Options | None = None) -> Position:
    """A random game, or its first moves."""
    position = bottega.game(name, **(options or {})).start(seed)
    choice = random.Random(seed)
    while not position.is_over and len(position.history) < moves:
        position.play(choice.choice(position.moves()))
    return position


def refused(marked: str) -> str:
    """Read a text that is wrong where ¦ stands, and return the reason."""
    before, mark, after = marked.partition("¦")
    assert mark
    with pytest.raises(RecordError) as error:
        read(before + after, "lesson.bgn")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    place = f"lesson.bgn:{line}:{column}: "
    assert str(error.value).startswith(place), str(error.value)
    return str(error.value).removeprefix(place)


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_are_read_and_written_to_the_same_bytes(path: Path) -> None:
    records = read_all(path.read_bytes(), path.name)
    assert records
    assert "\n".join(map(write, records)).encode() == path.read_bytes()


@pytest.mark.parametrize("name", bottega.GAMES)
def test_a_played_game_of_every_variant_comes_back(name: str) -> None:
    for seed, options in enumerate(spec(name).variants):
        position = played(name, seed, options=options)
        record = Record.from_position(position, ["Anna", "Bruno"], Event="a test", Date="2025-11-15")
        again = read(write(record))
        assert again == record
        assert again.replay() == position
        assert again.replay().history == position.history
        assert (again.result, again.score, again.ended) == (position.result, position.score_text, "played")
        assert again.replay(3).history == position.history[:3]


def test_the_study_is_understood() -> None:
    record = read_file(ROOT / "tests/data/records/firenze-study.bgn")
    assert record.players == {0: "maestro", 1: 'Anna "la Rossa"'}
    assert record.tags == {"Event": "Bottega, first lesson", "Annotator": "M. \\ F."}
    assert "{braces}, back\\slashes" in record.root.comment
    assert ",\nline breaks,\ttabs;" in record.root.comment
    second = record.root.children[0].children[0]
    assert [child.move for child in second.children] == ["PW@0,2h^0,1", "PW@0,2h", "PG@-2,0h^-1,0"]
    assert second.clock == 60_000
    assert record.root.children[0].clock == 3_723_004
    assert second.children[1].clock == 0
    assert second.children[1].children[1].comment == "  or so  "
    assert record.moves == ("PG@0,0h", "GP@0,1h", "PW@0,2h^0,1", "GW@2,0h")


def test_nested_variations_of_one_move_are_siblings() -> None:
    nested = read(HEAD + "1. PG@0,0h 2. GP@0,1h (2. PG@0,1h (2. GW@0,1h) 3. PG@0,2h) *")
    flat = read(HEAD + "1. PG@0,0h 2. GP@0,1h (2. PG@0,1h 3. PG@0,2h) (2. GW@0,1h) *")
    assert nested == flat
    assert write(nested) == write(flat)


texts = st.text(max_size=60) | st.text('ab {}\\"\n\t\r()<>[]1.*\u2028\ufeff\x00', max_size=250)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random game with comments, clocks, and variations within variations."""
    name = draw(st.sampled_from(bottega.GAMES))
    options = draw(st.sampled_from(spec(name).variants))
    choice = random.Random(draw(st.integers(0, 2**32)))
    position = bottega.game(name, **options).start(seed=choice.getrandbits(32))
    record = Record.from_position(
        position,
        draw(st.lists(texts, max_size=2)),
        **draw(st.dictionaries(st.from_regex(r"X[a-z.]{0,5}", fullmatch=True), texts, max_size=2)),
    )
    nodes = [(record.root, position)]
    for _turn in range(draw(st.integers(0, 12))):
        node, before = choice.choice(nodes[-4:])
        after = before.copy()
        moves = sorted(set(after.moves()) - {child.move for child in node.children})
        if moves:
            after.play(choice.choice(moves))
            node.children.append(Node(after.history[-1], draw(texts), draw(st.none() | st.integers(0, 3_600_000_000))))
            nodes.append((node.children[-1], after))
    record.root.comment = draw(texts)
    record.score = record.replay().score_text
    return record


@settings(max_examples=60, deadline=None)
@given(records())
def test_whatever_is_written_is_read_again(record: Record) -> None:
    text = write(record)
    again = read(text.encode())
    assert again == record
    assert write(again) == text


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("abc{}\\é", min_size=1, max_size=12), min_size=1, max_size=60))
def test_lines_are_not_longer_than_promised_unless_a_word_is(words: list[str]) -> None:
    record = read(SHORT)
    record.root.children[0].comment = " ".join(words)
    text = write(record)
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert read(text) == record


def test_variations_within_variations_up_to_the_limit() -> None:
    position = bottega.game("firenze", sets=2).start()
    record = Record.from_position(position)
    node = record.root
    for _depth in range(MAX_NESTING):
        main, other = position.moves()[:2]
        node.children = [Node(main), Node(other)]
        node = node.children[1]
        position.play(other)
    record.score = record.replay().score_text
    assert read(write(record)) == record
    node.children = [Node(move) for move in position.moves()[:2]]
    with pytest.raises(RecordError, match="nested more than 100 deep"):
        write(record)


def test_line_ends_of_other_systems_and_a_byte_order_mark_are_accepted() -> None:
    commented = SHORT.replace("PG@0,0h", "PG@0,0h {two\nlines}")
    assert read(commented).root.children[0].comment == "two lines"
    assert read(b"\xef\xbb\xbf" + commented.replace("\n", "\r\n").encode()) == read(commented)
    assert write(read("\ufeff" + SHORT.replace("\n", "\r\n"))) == SHORT


def test_options_are_written_in_one_order() -> None:
    shuffled = SHORT.replace('[Option.players "2"]\n', "").replace("[Result", '[Option.players "2"]\n[Result')
    assert shuffled != SHORT
    assert write(read(shuffled)) == SHORT


# ---------------------------------------------------------------- what is wrong, and where


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("1. PG@0,0h ¦{no end ", "this comment has no end: } is missing before the end of the text"),
        ("1. PG@0,0h ¦{no end 2. GP@0,1h {note} *", "this comment has no end: } is missing before {"),
        ("1. PG@0,0h {a ¦\\q} *", "unknown escape \\q: here \\{ \\} \\\\ \\n \\t \\r and \\u{hexadecimal} are known"),
        ("1. PG@0,0h {a ¦\\u{d800}} *", "there is no character \\u{d800}"),
        ("1. PG@0,0h {a ¦\\u{110000}} *", "there is no character \\u{110000}"),
        ("1. PG@0,0h {a ¦\\u{}} *", "unknown escape \\u"),
        ("1. PG@0,0h {a¦\tb} *", "a tab stands here"),
        ("1. PG@0,0h ¦{} *", "this comment is empty"),
        ("1. PG@0,0h {one} ¦{two} *", "one comment can follow a move"),
        ("1. PG@0,0h (1. GP@0,0h) ¦{late} *", "one comment can follow a move"),
        ("1. PG@0,0h (¦{early} 1. GP@0,0h) *", "one comment can follow a move"),
        ("¦3. PG@0,0h *", "this is move number 1, not 3"),
        ("1. PG@0,0h ¦1. GP@0,1h *", "this is move number 2, not 1"),
        ("1. PG@0,0h 2. GP@0,1h (¦3. GW@0,1h) *", "this is move number 2, not 3"),
        ("1. PG@0,0h ¦02. GP@0,1h *", "expected 2. and a move, or the end of the record"),
        ("1. ¦2. GP@0,1h *", "expected a move after its number"),
        ("1. ¦(", "expected a move after its number"),
        ("1.¦", "expected a move after its number"),
        ("1. PG@0,0h 2. ¦ĠP@0,1h *", "expected a move after its number"),
        (
            "1. PG@0,0h ¦GP@0,1h *",
            "expected 2. and a move, or the end of the record: its result, * if there is none, not 'GP@0,1h'",
        ),
        ("¦1.PG@0,0h *", "expected 1. and a move"),
        ("1. PG@0,0h 2. ¦GP@0,0h *", "the cell 0,0 is taken"),
        ("1. PG@0,0h 2. ¦GP@5,5h *", "the domino touches no square"),
        ("1. PG@0,0h 2. ¦gp@0,1h *", "write GP@0,1h"),
        ("1. PG@0,0h 2. GP@0,1h (2. GW@0,1h 3. ¦GP@0,1h) 3. XX *", "the cell 0,1 is taken"),
        ("1. PG@0,0h 2. GP@0,1h (2. ¦GP@0,1h) *", "another line starts with the same move"),
        ("¦(1. PG@0,0h) *", "a variation replaces the move before it"),
        ("1. PG@0,0h (¦(1. GP@0,0h) 1. PW@0,0h) *", "a variation replaces the move before it"),
        ("1. PG@0,0h ¦() *", "this variation is empty"),
        ("1. PG@0,0h¦) *", "nothing is open here that ) could close"),
        ("1. PG@0,0h ¦} *", "nothing is open here that } could close"),
        ("1. PG@0,0h ¦> *", "nothing is open here that > could close"),
        ("1. PG@0,0h ¦(1. GP@0,0h", "this variation has no end"),
        ("1. PG@0,0h (1. GP@0,0h ¦*", "or the end of the variation: ), not '*'"),
        ("1. PG@0,0h ¦<1:2> *", "write the clock time as <1:02>, not <1:2>"),
        ("1. PG@0,0h ¦<0:75> *", "write the clock time as <1:15>"),
        ("1. PG@0,0h ¦<0:01:00> *", "write the clock time as <1:00>"),
        ("1. PG@0,0h ¦<1:00.50> *", "write the clock time as <1:00.5>"),
        ("1. PG@0,0h ¦<999999:99999999:00> *", "less than a million hours"),
        ("1. PG@0,0h ¦<-1:00> *", "expected a clock time"),
        ("1. PG@0,0h <1:00> ¦<1:00> *", "one clock time can follow a move"),
        ("1. PG@0,0h {late} ¦<1:00> *", "one clock time can follow a move"),
        ("¦<1:00> 1. PG@0,0h *", "one clock time can follow a move"),
        ("1. PG@0,0h 2. GP@0,1h ¦", "the record has no end"),
        ("1. PG@0,0h 2. GP@0,1h ¦0", "the moves end with 0, but the tag Result says '*'"),
        ("1. PG@0,0h 2. GP@0,1h * ¦3. PG@0,2h", "the record has ended with its result, and something follows"),
        ("1. PG@0,0h ¦\x00 *", "the invisible character U+0000 stands here"),
        ("1. PG@0,0h {a¦\u202e} *", "the invisible character U+202E stands here; in comments and tags write \\u{202e}"),
        ("1. PG@0,0h {a¦\r} *", "the invisible character U+000D"),
        ("1. PG@0,0h {a¦\ud800} *", "half a character stands here, U+D800"),
    ],
)
def test_wrong_moves_are_reported_with_line_and_column(marked: str, reason: str) -> None:
    assert reason in refused(HEAD + marked)


@pytest.mark.parametrize(
    ("right", "marked", "reason"),
    [
        ('[Game "firenze"]', '[¦Game "firence"]', "there is no game 'firence'"),
        ("[Game", "¦Game", "expected a record, which starts with tags"),
        ('"firenze"', "¦firenze", "expected the value of the tag Game in quotes"),
        ('"firenze"', '¦"firenze', "this text has no end"),
        ('"firenze"]', '"firenze"\n¦}', "expected ] after the value of the tag Game"),
        ('"firenze"', '"fi¦\\}renze"', 'unknown escape \\}: here \\"'),
        ("[Game", "[¦1Game", "expected the name of a tag"),
        ('[Rules "1"]', '[¦Rules "2"]', "the rules are of version 1 here, not '2'"),
        ('[Option.sets "1"]', '[¦Option.sets "3"]', "sets is one of 1, 2, not '3'"),
        ('[Option.sets "1"]', '[¦Option.stes "1"]', "has no option 'stes'"),
        ("[Ended", '[¦score "0/1 0/1"]\n[Ended', "the tag score is here twice"),
        ("[Ended", '[¦Option.sets "1"]\n[Ended', "the tag Option.sets is here twice"),
        ("[Ended", '[¦option.x "1"]\n[Ended', "'option.x' cannot be the name of a tag"),
        ("[Ended", '[¦Seat.2 "Gino"]\n[Ended', "there is no seat Seat.2: the seats are Seat.0 to Seat.1"),
        ("[Ended", '[¦seat.0 "Gino"]\n[Ended', "there is no seat seat.0"),
        ("[Ended", '[¦Date "2025-02-29"]\n[Ended', "a date is written as 2025-12-31"),
        ("[Ended", '[¦Date "20250228"]\n[Ended', "a date is written as 2025-12-31"),
        ('[Score "0/1 0/1"]', '[¦Score "1/1 0/1"]', "the moves give the score 0/1 0/1, not '1/1 0/1'"),
        ('[Ended "unfinished"]', '[¦Ended "lost"]', f"Ended is one of {', '.join(ENDINGS)}, not 'lost'"),
        ('[Ended "unfinished"]', '[¦Ended "resigned"]', "Ended is resigned, which does not go with the result *"),
        ('[Ended "unfinished"]', '[¦Ended "played"]', "Ended is played, which does not go with the result *"),
    ],
)
def test_wrong_tags_are_reported_with_line_and_column(right: str, marked: str, reason: str) -> None:
    assert SHORT.count(right) == 1
    assert reason in refused(SHORT.replace(right, marked))


@pytest.mark.parametrize("name", ["Game", "Rules", "Option.players", "Option.sets", "Option.neutral", "Result", "Score", "Ended"])
def test_a_missing_tag_is_named(name: str) -> None:
    lines = [line for line in HEAD.splitlines() if not line.startswith(f"[{name} ")]
    assert refused("\n".join(lines) + "\n\n¦1. PG@0,0h 2. GP@0,1h *") == f"the tag {name} is missing"


@pytest.mark.parametrize("result", ["2", "1+0", "0+0", "0+1", "00", "won", "", "0+"])
def test_a_malformed_result_is_refused(result: str) -> None:
    record = read(SHORT)
    record.result, record.ended = result, "resigned"
    with pytest.raises(RecordError, match="Result is"):
        write(record)


@pytest.mark.parametrize("ended", [ending for ending in ENDINGS if ending not in ("played", "unfinished")])
def test_a_game_that_did_not_end_by_the_rules_has_the_result_it_was_given(ended: str) -> None:
    position = read(SHORT).replay()
    for result in ("0", "1", "draw"):
        assert read(write(Record.from_position(position, ended=ended, result=result))).result == result
    if ended == "abandoned":
        assert read(write(Record.from_position(position, ended=ended))).result == "*"


def test_the_result_of_a_finished_game_is_what_its_moves_give() -> None:
    text = (ROOT / "tests/data/records/toscana-dutch.bgn").read_text()
    assert "the moves give the result 0, not 1" in refused(text.replace('[Result "0"]', '[¦Result "1"]').replace(" 0\n", " 1\n"))
    over = text.replace('[Ended "played"]', '[¦Ended "resigned"]')
    assert "the game is over after the last move, but Ended is resigned" in refused(over)


def test_a_contradiction_between_options_is_laid_at_the_door_of_one() -> None:
    assert "no colour is neutral" in refused(
        SHORT.replace('[Option.players "2"]', '[Option.players "3"]').replace("[Option.n", "[¦Option.n")
    )
    text = (ROOT / "tests/data/records/toscana-dutch.bgn").read_text()
    assert "there is no tile 'X'" in refused(text.replace('[Option.grey "M', '[¦Option.grey "X'))
    half = text.replace('[Option.grey "MKCDBIJAHOPGEFNL"]\n', "").replace("\n1. ", "\n¦1. ")
    assert refused(half) == "the tag Option.grey is missing"


def test_a_record_makes_nobody_open_files() -> None:
    text = (ROOT / "tests/data/records/florentine-shared-win.bgn").read_text()
    assert "has no place in this record" in refused(text.replace("[Option.deck", '[¦Option.cards "/nowhere"]\n[Option.deck'))


def test_ten_thousand_parentheses_are_refused_in_words() -> None:
    inner = "1. PG@0,0h (" * 10_000
    assert (
        refused(HEAD + "1. PG@0,0h (" * MAX_NESTING + "1. PG@0,0h ¦(" + inner) == "variations are nested more than 100 deep here"
    )
    assert "no move before this one" in refused(HEAD + "¦" + "(" * 10_000)


def test_bytes_that_are_not_utf_8_are_reported_with_line_and_column() -> None:
    data = SHORT.replace("1. ", "{grüß}\n1. ").encode()
    with pytest.raises(RecordError, match=r"^x\.bgn:10:5: this is not UTF-8 text \(byte 0xff\)$"):
        read(data.replace("ß".encode(), b"\xff"), "x.bgn")
    with pytest.raises(RecordError, match=r"^1:1: this is not UTF-8 text"):
        read(SHORT.encode("utf-16"))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.bgn: cannot be read: No such file"):
        read_file(tmp_path / "none.bgn")
    with pytest.raises(RecordError, match="cannot be read"):
        read_file(tmp_path)
    with pytest.raises(RecordError, match="cannot be read"):
        read_file("nul\0.bgn")
    (tmp_path / "broken.bgn").write_text("hello")
    with pytest.raises(RecordError, match=r"broken\.bgn:1:1: expected a record"):
        read_file(tmp_path / "broken.bgn")


def test_several_records_are_read_all_or_none() -> None:
    two = SHORT + "\n" + SHORT
    assert read_all(two) == [read(SHORT), read(SHORT)]
    assert read_all("\n") == []
    assert refused(SHORT + "\n¦" + SHORT) == "another record starts here, and one was expected"
    with pytest.raises(RecordError, match=r"^21:15: the cell 0,0 is taken"):
        read_all(SHORT + "\n" + SHORT.replace("GP@0,1h", "GP@0,0h"))


def test_what_cannot_be_read_again_is_not_written() -> None:
    for change in (
        {"tags": {"event": "a", "Event": "b"}},
        {"tags": {"two words": "a"}},
        {"tags": {"Event": "\ud800"}},
        {"players": {5: "nobody"}},
        {"score": "9/9 9/9"},
        {"options": {"players": "2"}},
        {"game": "chess"},
    ):
        record = read(SHORT)
        vars(record).update(change)
        with pytest.raises(RecordError):
            write(record)
    for node in (
        Node("PW@0,2h", clock=-1),
        Node("PW@0,2h", clock=1.5),  # type: ignore[arg-type]  # what a careless caller does
        Node("7."),
        Node("two words"),
        Node(""),
        Node("PW@0,2h", "\udfff"),
        Node("PW@9,9h"),
    ):
        record = read(SHORT)
        record.root.children[0].children[0].children = [node]
        with pytest.raises(RecordError):
            write(record)
    record = read(SHORT)
    record.root.move = "PG@0,0h"
    with pytest.raises(RecordError, match="before the first move"):
        write(record)


def test_replay_stops_where_it_is_told_and_nowhere_else() -> None:
    record = read(SHORT)
    assert record.replay(0) == record.start()
    assert record.replay(1).history == ("PG@0,0h",)
    for moves in (-1, 3):
        with pytest.raises(RecordError, match="the game has 2 moves"):
            record.replay(moves)


# ---------------------------------------------------------------- hidden things


@pytest.mark.parametrize("name", bottega.GAMES)
def test_the_public_record_hides_what_the_players_cannot_know(name: str) -> None:
    position = played(name, 5, 8)
    record = Record.from_position(position, ["Anna"], Event="Friday", Seed="private")
    record.root.children[0].comment = "private"
    record.root.children.append(Node(next(move for move in record.start().moves() if move != record.moves[0]), "private"))
    record.root.children[0].clock = 60_000
    text = write(record.public())
    assert "private" not in text
    assert all(position.options[shuffle] not in text for shuffle in SHUFFLES[name])
    public = read(text)
    assert public == record.public() == public.public()
    assert (public.moves, public.score, public.tags) == (record.moves, record.score, {"Event": "Friday"})
    assert public.is_complete == (not SHUFFLES[name])
    if SHUFFLES[name]:
        with pytest.raises(RecordError, match="the shuffles are not in this record"):
            public.replay()
    else:
        assert public.replay() == position


def test_a_public_record_is_read_for_its_form_however_long_it_is() -> None:
    text = (ROOT / "tests/data/records/toscana-dutch.bgn").read_text()
    head = "".join(
        line + "\n" for line in text.splitlines() if line.startswith("[") and 'grey "' not in line and 'red "' not in line
    )
    moves = " ".join(f"{number}. m{number}" for number in range(1, 20_001))
    record = read(f"{head}{moves} 0")
    assert len(record.moves) == 20_000
    assert read(write(record)) == record
    assert "this is move number 2, not 3" in refused(f"{head}1. one ¦3. two 0")
    assert "another line starts with the same move" in refused(f"{head}1. one (1. ¦one) 0")


def test_a_position_without_a_past_has_no_record() -> None:
    sampled = played("toscana", 1, 12).view(0).sample(seed=4)
    with pytest.raises(BottegaError, match="how this game started is not known"):
        Record.from_position(sampled)


# ---------------------------------------------------------------- anything at all


def read_or_refuse(text: str | bytes) -> None:
    """Either a record, which can be written and read, or an error that says where."""
    try:
        record = read(text, "any.bgn")
    except RecordError as refusal:
        error = refusal
    else:
        assert read(write(record)) == record
        return
    assert error.line > 0
    assert error.column > 0
    assert error.reason
    assert str(error) == f"any.bgn:{error.line}:{error.column}: {error.reason}"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200) | st.text('[]{}()<>".\\ \n1a*', max_size=200))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    read_or_refuse(text)
    read_or_refuse(HEAD.encode() + text if isinstance(text, bytes) else HEAD + text)


@settings(max_examples=250, deadline=None)
@given(st.sampled_from([path.read_text() for path in GOLDEN if "match" not in path.name]), st.data())
def test_any_slip_of_the_pen_is_read_or_refused(text: str, data: st.DataObject) -> None:
    for _slip in range(data.draw(st.integers(1, 3))):
        first = data.draw(st.integers(0, len(text) - 1))
        last = data.draw(st.integers(first, min(len(text), first + 12)))
        again = data.draw(
            st.sampled_from(["", text[first:last] * 2, text[first:last][::-1], "(", ")", "{", "}", '"', "9", "\\", "\n"])
        )
        text = text[:first] + again + text[last:]
    read_or_refuse(text)


def test_the_example_record_of_the_manual_is_one() -> None:
    text = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    record = read(text.split("```text\n")[1].split("```")[0])
    assert record.root.children[0].clock == 598_500
    assert record.root.children[0].children[1].move == "GW@2,0h"
    assert read(write(record)) == record


def test_the_examples_of_the_manual_hold() -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failures, examples = doctest.testfile(
        str(ROOT / "docs/records.md"), module_relative=False, optionflags=flags, encoding="utf-8"
    )
    assert examples > 0
    assert failures == 0
