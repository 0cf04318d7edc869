"""Words that every page needs."""

from bottega.i18n import _


def words() -> dict[str, str]:
    return {
        "not_reached": _("The server cannot be reached. Is the connection all right? Please try again."),
        "went_wrong": _("Something went wrong ({status}). Please try again."),
        "saved": _("Saved."),
        "copied": _("Copied."),
    }
