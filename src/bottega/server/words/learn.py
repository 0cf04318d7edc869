"""Words of the lessons."""

from bottega.i18n import _


def words() -> dict[str, str]:
    return {
        "learn_step": _("Step {step} of {steps}"),
        "learn_seat": _("{seat}: {score}"),
    }
