"""What the page says where a record is loaded."""

from bottega.i18n import _


def words() -> dict[str, str]:
    return {
        "load_empty": _("Paste a record first, or choose a file."),
        "load_large": _("This file is too large for a record: {size} kB, and {most} kB is the most."),
        "load_reading": _("Reading …"),
    }
