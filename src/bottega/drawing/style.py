"""What whoever wants a picture can choose, with words that can be typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.spec import GameSpec
from bottega.svg import Look

LANDSCAPE, PORTRAIT, BOARD = LAYOUTS = ("landscape", "portrait", "board")
OVERLAYS = ("legal", "worth", "threats")


@dataclass(frozen=True)
class Style:
    """How a picture is to look. The same words serve pictures, animations, notebooks and the command line."""

    theme: str = ""  # empty: the game's own first one
    coordinates: bool = False
    mark: bool = True  # the last move is marked
    show: str | Sequence[str] = ()  # any of OVERLAYS, as words or as one text with commas
    candidates: tuple[tuple[str, float], ...] = ()  # moves with their chance to win, best first
    layout: str = LANDSCAPE  # trays beside the board, below it, or the board alone
    players: Mapping[int, str] = field(default_factory=dict)  # who sits on a seat, where that is known

    def __post_init__(self) -> None:
        if self.layout not in LAYOUTS:
            raise BottegaError(
                _("a layout is one of {layouts}, not {layout!r}").format(layouts=", ".join(LAYOUTS), layout=self.layout)
            )
        for overlay in self.overlays:
            if overlay not in OVERLAYS:
                raise BottegaError(
                    _("what can be shown is {overlays}, not {overlay!r}").format(overlays=", ".join(OVERLAYS), overlay=overlay)
                )

    @property
    def overlays(self) -> list[str]:
        """What is to be shown, word by word."""
        words = self.show.split(",") if isinstance(self.show, str) else self.show
        return [word for word in words if word]

    def look(self, spec: GameSpec) -> Look:
        """The same for the artist of a game; its theme is looked up now."""
        themes = spec.artist.themes
        name = self.theme or next(iter(themes))
        if name not in themes:
            raise BottegaError(
                _("{game} has no theme {name!r}; it has {themes}").format(game=spec.title, name=name, themes=", ".join(themes))
            )
        return Look(
            themes[name],
            has_coordinates=self.coordinates,
            has_mark=self.mark,
            candidates=tuple(self.candidates),
            **{overlay: overlay in self.overlays for overlay in OVERLAYS},
        )
