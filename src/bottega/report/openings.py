"""First moves that differ by a symmetry of the game alone are the same opening."""

from typing import TypeAlias

from bottega.spec import GameSpec, Options, Symmetry

Plain: TypeAlias = tuple[tuple[str, str], ...]  # options without shuffles

# Found so far. Shuffles do not matter for either answer, and turning them over is what takes time.
_names: dict[tuple[str, Plain, Plain, str], str] = {}
_images: dict[tuple[str, str, Plain], Plain | None] = {}


def opening_name(spec: GameSpec, options: Options, home: Options, move: str) -> str:
    """The name under which a first move is counted: that of the same move, turned, mirrored or recoloured.

    `options` are those of the game, shuffles included. Where a symmetry leads to a game with the options `home`, the move
    is named as it would be called there; of several names the first in ASCII order is taken.
    """
    shuffles = {option.name: options[option.name] for option in spec.options if option.is_shuffle and option.name in options}
    here = _plain(options, shuffles)
    key = (spec.name, here, tuple(home.items()), move)
    if key not in _names:
        orbit = _orbit(spec, here, move, shuffles)
        wanted = {name: value for name, value in home.items() if name in dict(here)}
        at_home = [text for where, text in orbit if wanted.items() <= dict(where).items()]
        _names[key] = min(at_home or [text for where, text in orbit if where == here])
    return _names[key]


def _plain(options: Options, shuffles: Options) -> Plain:
    return tuple((name, value) for name, value in options.items() if name not in shuffles)


def _orbit(spec: GameSpec, options: Plain, move: str, shuffles: Options) -> set[tuple[Plain, str]]:
    """The move and all its images, each with the options of the game it is a move of."""
    seen = {(options, move)}
    fresh = [(options, move)]
    while fresh:
        where, text = fresh.pop()
        for symmetry in spec.symmetries:
            image = _image(spec, symmetry, where, shuffles)
            found = (image, symmetry.move(text)) if image is not None else (where, text)
            if found not in seen:
                seen.add(found)
                fresh.append(found)
    return seen


def _image(spec: GameSpec, symmetry: Symmetry, options: Plain, shuffles: Options) -> Plain | None:
    """The options of the image of a game; None where the symmetry is not for these."""
    key = (spec.name, symmetry.name, options)
    if key not in _images:
        image = symmetry.options({**dict(options), **shuffles})
        _images[key] = None if image is None else _plain(image, shuffles)
    return _images[key]
