"""Florentine Dominoes in letters."""

import bottega


def test_the_square_with_cards_heaps_and_hands() -> None:
    deck = ["rRBG", "RBRB", "RBRB", "RRRR", *["BBBB"] * 4, *["GGGG"] * 8, *["OOOO"] * 8]
    position = bottega.game("florentine", deck=",".join(deck)).start(seed=0)
    position.play("rRBG@d4r1")
    position.play("x:BBBB")
    lines = position.text.split("\n")
    assert lines[0].split() == list("abcdefg")
    assert [lines[row][19:22] for row in (10, 11, 12)] == [" G", "B+r", " R"]
    assert lines[11].startswith("4 ")
    assert "\n".join(lines[1:22]).count(".") == 48, "every other cell is empty"
    assert "Stock: 6 cards\nDiscards: BBBB\nAside: 8 GGGG\nRed: OOOO, 2 RBRB, RRRR\nBlue: 3 BBBB, OOOO\n" in position.text
    assert "Red: 4 cards\nBlue: 3 BBBB, OOOO\n" in position.view(1).text
    assert "Red: 4 cards\nBlue: 4 cards\n" in position.view(-1).text


def test_black_cards_lie_around_the_square() -> None:
    deck = ["RRRR"] * 16
    position = bottega.game("florentine", deck=",".join(deck), colours="BR").start(seed=0)
    for cell in ("d4", "d3", "d2", "d1", "d5", "d6", "d7", "c4", "b4", "a4", "e4", "f4", "g4", "c3", "b3", "a3"):
        position.play(f"RRRR@{cell}r0")
    assert "Blue: black card not asked for yet\nRed: black card not asked for yet" in position.text
    position.play("decline")
    position.play("black@g4E")
    assert "R+R [R] 4" in position.text
    assert "Blue: black card declined\nRed: black card at g4E" in position.text
    assert "Open pool: -" in position.text
