"""Makes the pictures of README and docs: `make pictures`. All are drawn by Bottega itself, from games kept in the tests."""

from pathlib import Path

from bottega.drawing import Style, svg
from bottega.drawing.files import appearing
from bottega.drawing.gallery import gallery
from bottega.games import GAMES
from bottega.record import read_file

ROOT = Path(__file__).parents[1]
PLAYED = ROOT / "tests" / "data" / "drawing"
FOLDER = ROOT / "docs" / "pictures"
RULES_WIDTH, WIDE = 900, 1200  # pixels


def pictures() -> dict[str, str]:
    """File names and their pictures."""
    games = {name: read_file(PLAYED / f"{name}.bgn") for name in GAMES}
    ends = [games[name].replay() for name in GAMES]
    made = {
        "three-games.svg": gallery(ends, Style(mark=False), "Firenze, Toscana and Florentine Dominoes", width=WIDE),
        "firenze-plays.svg": svg(games["firenze"], animate=True, pace=0.7, width=WIDE),
        "toscana-overlays.svg": svg(
            games["toscana"], move=20, layout="board", coordinates=True, show=["legal", "worth"], width=RULES_WIDTH
        ),
        "florentine-seat.svg": svg(games["florentine"], move=18, seat=0, width=WIDE),
        "firenze-dark.svg": svg(games["firenze"], move=40, theme="dark", show=["worth"], width=WIDE),
        "florentine-contrast.svg": svg(games["florentine"], theme="contrast", layout="portrait", width=RULES_WIDTH),
    }
    return made | {f"{name}.svg": svg(record, width=WIDE) for name, record in games.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        with appearing(FOLDER / name) as put:
            put(picture.encode())
        print(f"{FOLDER / name}: {len(picture.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
