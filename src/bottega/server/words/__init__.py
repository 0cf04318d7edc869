"""What the scripts of the pages say, by area: the pages bring the words along, in the language of the guest."""

from importlib import import_module


def words(*areas: str) -> dict[str, str]:
    """The words of these areas, by key."""
    found: dict[str, str] = {}
    for area in areas:
        found |= import_module(f"{__name__}.{area}").words()
    return found
