"""Files that appear when they are complete, and not before."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bottega.errors import FileError
from bottega.i18n import _


@contextmanager
def appearing(out: str | Path) -> Iterator[Callable[[bytes], None]]:
    """Gives a function that takes the contents of a file. What was there stays until all went well.

    That the file can be written comes to light before the work starts; if the work fails or is interrupted no trace is left.
    """
    try:
        target = Path(os.path.realpath(out))
        draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
        if target.exists():
            if not target.is_file():
                raise OSError(_("it is no ordinary file"))
            target.open("r+b").close()  # a file that is protected stays protected
        draft.open("xb").close()
    except (OSError, ValueError) as error:
        raise unwritable(error, out) from None
    try:
        if target.exists():
            shutil.copymode(target, draft)
        yield lambda contents: _put(draft, contents, out)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _put(draft: Path, contents: bytes, out: str | Path) -> None:
    try:
        draft.write_bytes(contents)
    except OSError as error:
        raise unwritable(error, out) from None


def unwritable(error: OSError | ValueError, out: str | Path) -> FileError:
    """The error to tell people about."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return FileError(_("cannot be written: {reason}").format(reason=reason), str(out))
