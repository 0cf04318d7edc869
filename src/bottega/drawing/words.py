"""Lines of words that keep to their room, though nobody knows which font the reader has."""

from bottega.svg import text

WIDE = set("MWmw@%—…&")
NARROW = set("iljtfr.,:;'|!()[] ·/")
SMALLEST = 0.75  # of the wanted size: a line that needs less is cut off


def room_for(words: str, size: float) -> float:
    """The width of a line in the widest of the fonts that `bottega.svg.SERIF` names."""
    return size * sum(1.0 if letter in WIDE else 0.42 if letter in NARROW else 0.68 for letter in words)


def fitted(words: str, x: float, y: float, size: float, room: float, **attributes: str | float | None) -> str:
    """A line that stays within its room: set smaller if that helps, else cut off with an ellipsis."""
    needed = room_for(words, size)
    if needed > room:
        size *= max(room / needed, SMALLEST)
        if room_for(words, size) > room:
            while words and room_for(words + "…", size) > room:
                words = words[:-1]
            words = words.rstrip() + "…"
    return text(words, x, y, size, **attributes)
