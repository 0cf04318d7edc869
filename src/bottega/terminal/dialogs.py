"""What comes up over the table: a question, a path to type, a page to read, the screen between two people."""

import os
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.terminal.means import folded

QUIT = "q"

BOX = """
{name} {{ align: center middle; background: $background 60%; }}
{name} > .box {{ width: auto; max-width: 76; height: auto; max-height: 22; padding: 1 3; }}
{name} > .box {{ background: $surface; border: round $primary; }}
{name}.plain > .box {{ border: ascii $primary; }}
{name} Static {{ width: auto; max-width: 68; }}
{name} .title {{ text-style: bold; margin-bottom: 1; }}
"""


class Dialog(ModalScreen[str]):
    """Something that is answered by one word; empty if it is left by Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    DEFAULT_CSS = BOX.format(name="Dialog")

    def __init__(self, is_plain: bool) -> None:
        super().__init__(classes="plain" if is_plain else "")
        self._is_plain = is_plain
        self._is_answered = False

    def words(self, text: str) -> Text:
        """Words as the terminal can show them."""
        return Text(folded(text) if self._is_plain else text)

    def answer(self, word: str) -> None:
        """Close with this answer. Keys that come while the screen closes are too late."""
        if not self._is_answered:
            self._is_answered = True
            self.dismiss(word)

    def action_leave(self) -> None:
        self.answer("")


class Ask(Dialog):
    """A question with answers to choose from by key or mouse; Enter is the first one."""

    def __init__(
        self, is_plain: bool, title: str, words: str, answers: tuple[tuple[str, str], ...], can_leave: bool = True
    ) -> None:
        super().__init__(is_plain)
        self._title, self._words, self._answers, self._can_leave = title, words, answers, can_leave

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.words(self._title), classes="title")
            yield Static(self.words(self._words + "\n"))
            for key, label in self._answers:
                yield self._button(key, label, key.lower())
            if self._can_leave:
                yield self._button("Esc", _("back to the game"), "escape")

    def _button(self, key: str, label: str, answer: str) -> Static:
        return Static(Text.assemble((f" {key} ", "reverse"), " ", self.words(label)), id=f"answer-{answer}")

    def on_key(self, event: events.Key) -> None:
        keys = [key.lower() for key, _label in self._answers]
        wanted = keys[0] if event.key == "enter" else event.key.lower()
        if wanted in keys:
            event.stop()
            self.answer(wanted)

    def on_click(self, event: events.Click) -> None:
        found = (event.widget.id or "") if event.widget else ""
        if found.startswith("answer-"):
            answer = found.removeprefix("answer-")
            self.answer("" if answer == "escape" else answer)

    def action_leave(self) -> None:
        if self._can_leave:
            super().action_leave()


class AskPath(Dialog):
    """A path to type. What is done with it may fail: then the reason is shown and the path can be changed."""

    def __init__(self, is_plain: bool, title: str, path: str, do: Callable[[str], None]) -> None:
        super().__init__(is_plain)
        self._title, self._path, self._do = title, path, do

    DEFAULT_CSS = """
    AskPath Input { width: 60; border: none; height: 1; padding: 0; background: $background; }
    AskPath Input:focus { border: none; }
    AskPath #reason { margin-top: 1; }
    AskPath #reason.error { color: $error; text-style: bold; }
    """

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.words(self._title), classes="title")
            yield Input(self._path, select_on_focus=False)
            yield Static(self.words(_("Enter: do it   Esc: back to the game")), id="reason")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        path = os.path.expanduser(event.value.strip())
        try:
            if not path:
                raise BottegaError(_("type the path of a file"))
            self._do(path)
        except BottegaError as error:
            reason = self.query_one("#reason", Static)
            reason.update(self.words(str(error)))
            reason.add_class("error")
        else:
            self.answer(path)


class Reading(Dialog):
    """A page to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q,Q,question_mark,t,T", "leave", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j,space", "scroll(1)", show=False),
        Binding("pageup", "scroll(-15)", show=False),
        Binding("pagedown", "scroll(15)", show=False),
    ]
    DEFAULT_CSS = """
    Reading > .box { padding: 0 1; max-width: 100%; max-height: 100%; scrollbar-size: 0 0; }
    Reading Static { max-width: 100%; }
    """

    def __init__(self, is_plain: bool, title: str, words: str) -> None:
        super().__init__(is_plain)
        self._title, self._words = title, words

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False):
            yield Static(self.words(self._title), classes="title")
            yield Static(self.words(self._words))

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class HandOver(Ask):
    """Between two people who hide something from each other."""

    DEFAULT_CSS = "HandOver { background: $background; }"

    def __init__(self, is_plain: bool, name: str) -> None:
        words = _("Hand over to {name}, who presses Enter.\nEverybody else looks away.").format(name=name)
        answers = (("Enter", _("I am {name}").format(name=name)), (QUIT.upper(), _("quit")))
        super().__init__(is_plain, name, words, answers, can_leave=False)
