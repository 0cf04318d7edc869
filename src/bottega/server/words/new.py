"""Words of the form for a new table."""

from bottega.i18n import _


def words() -> dict[str, str]:
    return {"one_me": _("You can sit down once: choose “somebody else at this device” for the other seats.")}
