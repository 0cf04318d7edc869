"""What a request can get wrong, with the status of HTTP that says so. The message is for people, in the guest's language."""

from bottega.errors import BottegaError


class RequestError(BottegaError):
    """It makes no sense as it is."""

    status = 400


class Forbidden(RequestError):
    """It is not this guest's to do."""

    status = 403


class NotFound(RequestError):
    """There is no such thing."""

    status = 404


class NotNow(RequestError):
    """It could be done at another time."""

    status = 409


class TooLarge(RequestError):
    """It is longer than what the server reads."""

    status = 413


class TooMany(RequestError):
    """It has been asked for too often, or the guest has too many of them."""

    status = 429


def status_of(error: BottegaError) -> int:
    """The status of HTTP for any error of the house: input that makes no sense unless it says otherwise."""
    return int(getattr(error, "status", RequestError.status))
