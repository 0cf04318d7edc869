"""The keys: a line of them at the foot of the screen, and a page that explains them all."""

from string import ascii_lowercase

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bottega.cells import Palette, Spot
from bottega.i18n import _
from bottega.terminal.means import folded
from bottega.terminal.strips import Line, strip_of

#: Keys as Textual calls them, and the actions of `TerminalGame`. Small h and l move, so hint and load are capitals.
ACTIONS = {
    "left,h": "move(-1, 0)",
    "right,l": "move(1, 0)",
    "up,k": "move(0, -1)",
    "down,j": "move(0, 1)",
    "r,R": "turn(1)",
    "e,E": "turn(-1)",
    "tab": "piece(1)",
    "shift+tab": "piece(-1)",
    "space": "space",
    "enter": "enter",
    "escape": "give_up_choice",
    "u,U": "undo",
    "H,i,I": "hint",
    "s,S": "save",
    "L,o,O": "load",
    "n,N": "new",
    "t,T": "words",
    "q,Q": "quit",
    "question_mark,f1": "help",
    "plus,equals_sign": "zoom(1)",
    "minus": "zoom(-1)",
    "pageup": "scroll(5)",
    "pagedown": "scroll(-5)",
    **{str(digit): f"number({digit})" for digit in range(1, 10)},
}
#: All other letters are for what a game offers: veto, discard and so on.
ACTIONS |= {
    f"{letter},{letter.upper()}": f"say('{letter}')" for letter in set(ascii_lowercase) - set(",".join(ACTIONS).split(","))
}

Key = tuple[str, str, str]  # as it is written, what it does, and as Textual calls it


class KeyLine(Widget):
    """As many keys as fit; clicking one presses it."""

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; }"

    class Pressed(Message):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._keys: tuple[Key, ...] = ()
        self._places: list[tuple[range, str]] = []

    def show(self, palette: Palette, keys: tuple[Key, ...]) -> None:
        if (palette, keys) != (self._palette, self._keys):
            self._palette, self._keys = palette, keys
            self.refresh()

    def render_line(self, y: int) -> Strip:
        palette, width = self._palette, self.size.width
        ground = palette.mix(palette["table"], palette["ink"], 0.14)
        line: Line = []
        self._places = []
        for sign, label, key in self._keys:
            label = folded(label) if palette.is_ascii else label
            words = f" {sign} {label} "
            if len(line) + len(words) > width:
                break
            self._places.append((range(len(line), len(line) + len(words)), key))
            line += [Spot(char, palette["ink"], ground, True) for char in f" {sign}"]
            line += [Spot(char, palette["ink"], ground) for char in f" {label} "]
        line += [Spot(" ", "", ground)] * (width - len(line))
        return strip_of(line)

    def on_click(self, event: events.Click) -> None:
        for columns, key in self._places:
            if event.x in columns:
                self.post_message(self.Pressed(key))


def holding_keys() -> tuple[Key, ...]:
    return (
        ("Arrows", _("move"), ""),
        ("R", _("turn"), "r"),
        ("Tab", _("piece"), "tab"),
        ("Space", _("next"), "space"),
        ("Enter", _("lay"), "enter"),
        ("U", _("undo"), "u"),
        ("H", _("hint"), "H"),
        ("?", _("help"), "question_mark"),
    )


def deciding_keys(words: tuple[tuple[str, str], ...]) -> tuple[Key, ...]:
    """Where there is nothing to hold: the words themselves."""
    return (
        *((key.upper(), word, key) for key, word in words),
        ("H", _("hint"), "H"),
        ("U", _("undo"), "u"),
        ("T", _("table in words"), "t"),
        ("?", _("help"), "question_mark"),
        ("Q", _("quit"), "q"),
    )


def covering_keys(count: int) -> tuple[Key, ...]:
    return (
        ("1" if count == 1 else f"1-{count}", _("cover or not"), ""),
        ("Space", _("the marked one"), "space"),
        ("Enter", _("lay"), "enter"),
        ("Esc", _("back"), "escape"),
    )


def asking_keys() -> tuple[Key, ...]:
    return (("Enter", _("yes"), "enter"), ("Esc", _("no"), "escape"))


def waiting_keys(is_demonstration: bool) -> tuple[Key, ...]:
    pause: tuple[Key, ...] = (("Space", _("pause or go on"), "space"),) if is_demonstration else ()
    return (
        *pause,
        ("U", _("undo"), "u"),
        ("N", _("new game"), "n"),
        ("S", _("save"), "s"),
        ("L", _("load"), "L"),
        ("T", _("table in words"), "t"),
        ("?", _("help"), "question_mark"),
        ("Q", _("quit"), "q"),
    )


def help_text() -> str:
    """All keys."""
    return _(
        "Arrows, h j k l  move the piece           mouse  point, click to lay\n"
        "R, E             turn it right, left      right click  turn\n"
        "Tab, 1 to 9      another piece            wheel  scroll\n"
        "Space            next legal place         + -  larger, smaller\n"
        "Enter            lay it, confirm          Esc  back\n"
        "\n"
        "Letters in boxes beside the board: what the game offers, such as\n"
        "V veto, A allow, P pass, X discard, D decline\n"
        "\n"
        "U                take back                PgUp, PgDn  older moves\n"
        "H or I           hint                     T  the table in words\n"
        "S                save as a record         L or O  load a record\n"
        "N                new game                 Q  quit\n"
        "\n"
        "The sign on the piece says whether it may lie there; if not, the\n"
        "reason stands beside the board. Capital H and L: small ones move."
    )
