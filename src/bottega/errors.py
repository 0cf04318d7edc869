"""What can go wrong, in words a player understands.

Every message says what was expected, what came, and, where it helps, what to do.
"""


class BottegaError(ValueError):
    """The root of all errors that bad input can cause."""


class UnknownGame(BottegaError):
    """No game of this name is in the house."""


class OptionError(BottegaError):
    """An option of a game is unknown, malformed or contradicts another one."""


class IllegalMove(BottegaError):
    """The move is understood and against the rules; the message says which one."""


class NotationError(IllegalMove):
    """The text is not a move in canonical form; the message shows the form it should have."""


class FileError(BottegaError):
    """A file cannot be taken as it is; the message starts with the place: name:line:column."""

    def __init__(self, reason: str, source: str = "", line: int = 0, column: int = 0) -> None:
        self.reason, self.source, self.line, self.column = reason, source, line, column
        place = ":".join(str(part) for part in (source, line, column) if part)
        super().__init__(f"{place}: {reason}" if place else reason)


class RecordError(FileError):
    """A game record cannot be read or replayed."""


class DeckError(FileError):
    """A deck of Florentine cards cannot be used."""
