"""The command line: `bottega COMMAND --help` teaches each command."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

import bottega
from bottega.errors import BottegaError, FileError
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.i18n import _

if TYPE_CHECKING:
    from bottega.record import Record

INTERRUPTED = 130  # the exit code that shells expect after Ctrl-C
BAD_INPUT = 2
SHOWN_CANDIDATES = 5

app = typer.Typer(
    help="Bottega: three Tuscan tile-laying games. Firenze by Néstor Romeral Andrés, Toscana by Niek Neuwahl, "
    "Florentine Dominoes by Ferdinand Hein. The games are theirs: buy the real sets where you can.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
bench_app = typer.Typer(help="Measure how fast this machine is.", invoke_without_command=True)
app.add_typer(bench_app, name="bench")

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]
OptionWords = Annotated[
    list[str] | None,
    typer.Argument(metavar="[OPTION=VALUE]...", help="Options of the game, such as players=3; `bottega games` lists them."),
]
Seed = Annotated[int | None, typer.Option(help="Decides every shuffle and every random move.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

Answer = TypeVar("Answer")


def started(name: str, words: list[str] | None, seed: int | None) -> Position:
    """The start of the game that words such as players=3 describe; seed=7 among them does what --seed 7 does."""
    seeds = [word.removeprefix("seed=") for word in words or () if word.startswith("seed=")]
    if seeds:
        if len(seeds) > 1 or not seeds[0].lstrip("-").isdecimal():
            raise BottegaError(_("seed is one whole number, not {seeds}").format(seeds=" ".join(seeds)))
        seed = int(seeds[0])
    return chosen_game(name, _without_seed(words)).start(seed)


def _without_seed(words: list[str] | None) -> list[str]:
    return [word for word in words or () if not word.startswith("seed=")]


def chosen_game(name: str, words: list[str] | None) -> Game:
    """The game that words such as players=3 describe."""
    options: dict[str, str] = {}
    for word in words or ():
        key, equals, value = word.partition("=")
        if not equals or key in options:
            raise BottegaError(_("options are given once each as NAME=VALUE, as in players=3, not {word!r}").format(word=word))
        options[key] = value
    return Game(spec(name), options)


def interruptible(work: Callable[[], Answer]) -> Answer:
    """Run compiled code so that Ctrl-C ends it at once: it leaves the interpreter alone but does not listen either."""
    outcome: Future[Answer] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    return outcome.result()


@app.command()
def games() -> None:
    """List the games with their options."""
    for name in GAMES:
        game = spec(name)
        typer.echo(
            _("{name}: {title} by {designer}. {summary}").format(
                name=name, **{k: getattr(game, k) for k in ("title", "designer", "summary")}
            )
        )
        for option in game.options:
            choices = "|".join(option.choices) or "..."
            default = _(" (default {default})").format(default=option.default) if option.default else ""
            typer.echo(f"  {option.name}={choices}  {option.help}{default}")


@app.command()
def play(
    what: Annotated[
        str, typer.Argument(metavar="[GAME|FILE]", help=f"One of {', '.join(GAMES)}, or a record to go on with.")
    ] = "firenze",
    options: OptionWords = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays, seat by seat, such as me,maestro; missing seats are played by random. `me` unless told otherwise, "
            "and with a record those who are named in it."
        ),
    ] = None,
    seed: Seed = None,
    theme: Annotated[str, typer.Option(help="warm, dark or contrast.")] = "",
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with letters and signs that every terminal has.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Type the moves, line by line, instead of the full screen.")] = False,
) -> None:
    """Play a game in the terminal, against machines or friends at the same keyboard (docs/terminal.md)."""
    import gc

    gc.disable()  # the board is there sooner if nobody looks for garbage while everything is loaded; `play_game` does again
    from bottega.terminal.command import play_game
    from bottega.terminal.table import Table, seating, seating_of

    record = _start_or_record(what, options, seed)
    position = record.replay()
    if seats is None and what not in GAMES:
        names = seating_of(record, position)
    else:
        names = seating(position, (seats or "me").split(","))
    game = Game(position.spec, record.options) if what not in GAMES else chosen_game(what, _without_seed(options))
    code = play_game(Table(position, names, seed), game, theme=theme, wants_ascii=ascii_only, is_typed=plain)
    if code:
        raise typer.Exit(code)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in the network come.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="8017, or the next one that is free, unless told otherwise.")
    ] = None,
    opens_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    database: Annotated[
        str, typer.Option(help="A file, or postgresql://HOST/NAME; else $BOTTEGA_DATABASE_URL, or a file in the data folder.")
    ] = "",
    machines: Annotated[int | None, typer.Option(min=1, help="How many machines think at once; all cores but one.")] = None,
    warm_up: Annotated[
        bool, typer.Option("--warm-up/--no-warm-up", help="Let the machines get ready before they are asked.")
    ] = True,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe the headers X-Forwarded-* of a proxy ($FORWARDED_ALLOW_IPS).")
    ] = False,
) -> None:
    """Play in the browser: a server with tables for friends and machines (docs/server.md)."""
    from bottega.server.command import serve as run

    run(
        host=host,
        port=port,
        opens_browser=opens_browser,
        database=database,
        machines=machines,
        is_eager=warm_up,
        is_behind_proxy=behind_proxy,
    )


@app.command()
def engine() -> None:
    """Speak the engine protocol on standard input and output, for programs and referees (docs/protocol.md)."""
    from bottega.protocol import main as run

    run()


@app.command()
def perft(
    name: GameName, depth: Annotated[int, typer.Argument(help="Number of moves.")], options: OptionWords = None, seed: Seed = 0
) -> None:
    """Count the sequences of moves from the start, up to a depth. Shuffles that no option fixes come from the seed."""
    position = started(name, options, seed)
    for level in range(1, depth + 1):
        typer.echo(f"{level} {interruptible(partial(position.perft, level))}")


@bench_app.callback()
def bench(context: typer.Context) -> None:
    """Measure random games of all games, unless a command says what to measure."""
    if context.invoked_subcommand is None:
        from bottega.bench import machine

        typer.echo(machine())
        for name in GAMES:
            playouts(name)


@bench_app.command()
def playouts(
    name: GameName,
    options: OptionWords = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure, roughly.")] = 3.0,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Random games a second on one core, shuffling and scoring included."""
    import json

    from bottega.bench import measure_playouts

    game = chosen_game(name, options)
    typer.echo(_("Measuring {game} for about {seconds:g} s ...").format(game=game.spec.title, seconds=seconds), err=True)
    speed = interruptible(lambda: measure_playouts(game, seconds, seed or 0))
    figures = {
        "game": name,
        "playouts_per_second": round(speed.playouts_per_second),
        "moves_per_second": round(speed.moves_per_second),
    }
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        typer.echo(f"{name:12}{speed.playouts_per_second:>12,.0f} games/s{speed.moves_per_second:>14,.0f} moves/s")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record (.bgn).")],
    step: Annotated[bool, typer.Option("--step", help="Show the table after every move, not only at the end.")] = False,
) -> None:
    """Replay a record with every move checked, and show how it ended."""
    from bottega.record import read_file

    record = read_file(file)
    final = record.replay()
    position = record.replay(0)
    for number, move in enumerate(final.history, 1):
        seat = position.seat
        position.play(move)
        typer.echo(f"{number}. {move}  [{seat} {position.seats[seat]}]")
        if step:
            typer.echo(position.text + "\n")
    typer.echo(final.text)


@app.command()
def arena(
    name: GameName,
    words: Annotated[
        list[str], typer.Argument(metavar="PLAYER... [OPTION=VALUE]...", help="Two or more players, and options of the game.")
    ],
    games: Annotated[int, typer.Option(min=1, help="Games at each table: every shuffle is played from every side.")] = 100,
    out: Annotated[Path | None, typer.Option("--out", help="Folder of the results; a stopped run goes on there.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="How many games at once; one for each core by default.")] = None,
    ray: Annotated[str | None, typer.Option(help="Address of a Ray cluster to play on, or `local`.")] = None,
    modules: Annotated[list[str] | None, typer.Option("--import", help="Python modules that add players.")] = None,
    seed: Seed = None,
) -> None:
    """Let players play each other: scores, ratings with intervals, records of all games and a plot."""
    from bottega.arena import run_arena, show_run, split_words
    from bottega.arena.ratings import rating_model

    players, options = split_words(words)
    rating_model()  # what is missing is said before anything is played
    run = run_arena(
        name, players, options=options, games=games, seed=seed, processes=processes, folder=out, ray=ray, modules=modules or ()
    )
    show_run(run)
    if run.lost:
        raise typer.Exit(1)


@app.command()
def report(
    name: GameName,
    options: OptionWords = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The page to write; GAME.html by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Random games to count.")] = 10_000,
    player: Annotated[str, typer.Option(help="Whose games to count beside the random ones.")] = "greedy",
    player_games: Annotated[int, typer.Option(min=1, help="How many games of that player.")] = 200,
    ladder: Annotated[str, typer.Option(help="Players to compare, separated by commas.")] = "random,greedy,mcts:200",
    processes: Annotated[int | None, typer.Option(min=1, help="How many games at once; one for each core by default.")] = None,
    seed: Annotated[int, typer.Option(help="Decides every shuffle and every random move.")] = 0,
) -> None:
    """Write a page about how a game behaves: length, choices, advantages, how often each rule matters, players."""
    from bottega.report import report as write_report

    page = write_report(
        chosen_game(name, options),
        out or Path(f"{name}.html"),
        games=games,
        player=player,
        player_games=player_games,
        ladder=tuple(ladder.split(",")),
        seed=seed,
        processes=processes,
    )
    typer.echo(page)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record (.bgn).")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the annotated record to this file.")] = None,
    player: Annotated[str, typer.Option(help="Who looks at the game: a player that searches.")] = "mcts:1000",
    seed: Annotated[int, typer.Option(help="Decides every random choice of the analysis.")] = 0,
    as_json: Json = False,
) -> None:
    """Judge every move of a game: mistakes with reasons, and luck kept apart from decisions."""
    from bottega.analysis import analyse_file

    typer.echo(analyse_file(file, out, player, seed, as_json))


@app.command()
def show(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A game record, or the name of a game to see its start.")],
    options: OptionWords = None,
    move: Annotated[int | None, typer.Option(help="Show a record after this many moves; all of them by default.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat sees; -1 for a spectator.")] = None,
    seed: Seed = None,
) -> None:
    """Show a position with letters: of a record, or the start of a game."""
    table = _start_or_record(what, options, seed).replay(move)
    typer.echo(table.text if seat is None else table.view(seat).text)


def _start_or_record(what: str, options: list[str] | None, seed: int | None) -> "Record":
    """A record from a file, or a game that has just been started."""
    from bottega.record import Record, read_file

    if what in GAMES or not ("." in what or os.sep in what or Path(what).exists()):
        return Record.from_position(started(what, options, seed))
    if options:
        raise BottegaError(_("a record has its own options: leave out {options}").format(options=" ".join(options)))
    return read_file(Path(what))


@app.command()
def draw(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A game record, or the name of a game to see its start.")],
    options: OptionWords = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write: .svg, .png or .gif; beside the record, or GAME.svg, by default."),
    ] = None,
    move: Annotated[int | None, typer.Option(help="After this many moves; all of them by default.")] = None,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; -1 for a spectator. Else everything is open.")] = None,
    theme: Annotated[str, typer.Option(help="warm, dark or contrast.")] = "",
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Name the cells.")] = False,
    show: Annotated[str, typer.Option(help="What else to show, separated by commas: legal, worth, threats, candidates.")] = "",
    player: Annotated[str, typer.Option(help="Who judges the candidates: a player that searches.")] = "mcts:1000",
    width: Annotated[int | None, typer.Option(help="Pixels; by default 1200 for .png and 800 for .gif.")] = None,
    layout: Annotated[str, typer.Option(help="landscape: trays beside the board; portrait: below it.")] = "landscape",
    board_only: Annotated[bool, typer.Option("--board-only", help="Nothing but the board.")] = False,
    animate: Annotated[bool, typer.Option("--animate", help="A .svg that plays the game; a .gif always does.")] = False,
    pace: Annotated[float, typer.Option(help="Seconds a move of an animation takes.")] = 1.0,
    piece: Annotated[str, typer.Option(help="One piece of the game instead: PG, pyramid, 'grey A', rRBG, 'black R', back.")] = "",
    seed: Seed = None,
) -> None:
    """Draw a position, or a whole game, as a picture.

    \b
    bottega draw game.bgn                             the end of the game, as game.svg
    bottega draw game.bgn --move 12 -o twelve.png     after twelve moves, in pixels
    bottega draw game.bgn -o game.gif --width 600     the whole game, moving
    bottega draw game.bgn --animate --theme dark      the same as an SVG that plays itself
    bottega draw game.bgn --seat 0 --show legal       what seat 0 sees, and where it can go
    bottega draw florentine players=3 --seed 4        the start of a game
    bottega draw toscana --piece "grey A" -o a.png    one piece

    A record holds every shuffle, so a picture of it shows all hands, also while the game runs: give --seat to show what one
    seat may see.
    """
    from bottega.drawing.command import draw_file, draw_piece
    from bottega.drawing.style import BOARD, Style

    if piece:
        out = out or Path(f"{what}-{piece.replace(' ', '-')}.svg")
        draw_piece(what, piece, out, theme, width)
        typer.echo(out)
        return
    record = _start_or_record(what, options, seed)
    shown = [word for word in show.split(",") if word]
    candidates = _candidates(record.replay(move), seat, player) if "candidates" in shown else ()
    style = Style(
        theme=theme,
        coordinates=coordinates,
        show=[word for word in shown if word != "candidates"],
        candidates=candidates,
        layout=BOARD if board_only else layout,
    )
    out = out or (Path(f"{what}.svg") if what in GAMES else Path(what).with_suffix(".svg"))
    draw_file(record, out, style, move=move, seat=seat, animate=animate, pace=pace, width=width)
    typer.echo(out)


@app.command("print")
def print_set(
    name: GameName,
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="[OPTION=VALUE]...", help="Options that decide what is in the set, such as sets=2."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The PDF to write; GAME.pdf by default.")] = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    theme: Annotated[str, typer.Option(help="warm, dark or contrast.")] = "",
    no_backs: Annotated[bool, typer.Option("--no-backs", help="Fronts alone, for printers that print on one side.")] = False,
) -> None:
    """Print a game to cut out and play with: a PDF of all pieces, to scale, with the rules on one page.

    \b
    bottega print firenze                             firenze.pdf: dominoes, pyramids to fold, aids
    bottega print toscana -o town.pdf                 tiles, board, veto tokens, chips, aids
    bottega print florentine cards=my.toml            the cards of a deck of your own
    bottega print firenze sets=2 --paper letter       two sets, on US paper
    bottega print toscana --no-backs --theme contrast

    Print at 100 % ("actual size"): a bar of 50 mm on every page tells whether it worked. Fronts and backs meet if the printer
    turns the paper on its long edge. Page 2 of the file tells the rest. The games belong to their authors: this is for trying
    them, buy the real sets where you can.
    """
    from bottega.drawing.printing import print_file

    out = out or Path(f"{name}.pdf")
    print_file(chosen_game(name, options), out, paper=paper, theme=theme, backs=not no_backs)
    typer.echo(out)


def _candidates(position: Position, seat: int | None, player: str) -> tuple[tuple[str, float], ...]:
    """The moves that a player thinks of, best first, with the chance to win that they give."""
    from bottega.analysis import Eyes
    from bottega.analysis.position import analyse_by

    view = position.view(position.seat if seat is None else seat)
    found = interruptible(lambda: analyse_by(Eyes.of_player(player), view))
    return tuple((each.move, each.wins[found.seat]) for each in found.candidates[:SHOWN_CANDIDATES])


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bottega {bottega.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; bad input ends with exit code 2 and a line that says what was expected."""
    try:
        app(standalone_mode=True)
    except BottegaError as error:
        prefix = "" if isinstance(error, FileError) else "bottega: "
        print(f"{prefix}{error}", file=sys.stderr)
        raise SystemExit(BAD_INPUT) from None
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read our output has gone
