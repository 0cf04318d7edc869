"""The door: who asks, whether the request comes from our own pages, how much may be asked for, and what answers carry."""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from bottega.i18n import _
from bottega.server.errors import Forbidden, RequestError, TooLarge, TooMany
from bottega.server.guests import COOKIE, Guest
from bottega.server.house import house
from bottega.server.limits import Buckets
from bottega.server.refusals import refusal
from bottega.server.settings import Settings

logger = logging.getLogger("bottega.server")

TOKEN = "X-Bottega-Token"
SAFE = ("GET", "HEAD", "OPTIONS")
YEAR = 365 * 86_400  # seconds
INTERNAL_ERROR = 500
BROKEN, REFUSED = 1011, 1008  # why a WebSocket is closed

#: Everything comes from the server itself, and nothing in a page is run that is not a file of it.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Door:
    """Every request and every WebSocket comes in here. What goes wrong inside is written to the log once, and told to nobody."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._guests = Buckets(settings.writes_a_second, settings.burst_of_writes)
        many = settings.writes_an_address
        self._addresses = Buckets(settings.writes_a_second * many, settings.burst_of_writes * many)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_started = False
        cookie = ""

        async def answer(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                if cookie:
                    headers.append("Set-Cookie", cookie)
            await send(message)

        request = Request(scope)
        try:
            self._check_host(request.headers)
            changes = scope["method"] not in SAFE
            if changes or not scope["path"].startswith("/static/"):
                cookie = await self._admit(request)
            if changes:
                self._check_change(request)
                receive = await _read_body(request.headers, receive, self._settings.body_bytes)
            await self._app(scope, receive, answer)
        except RequestError as error:
            await refusal(request, error.status, str(error))(scope, receive, answer)
        except _Gone:
            return
        except Exception:
            logger.exception("unexpected error in %s %s", scope["method"], scope["path"])
            if not has_started:
                reason = _("something went wrong here, and it has been written down")
                await refusal(request, INTERNAL_ERROR, reason)(scope, receive, answer)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        is_closed = False

        async def answer(message: Message) -> None:
            nonlocal is_closed
            is_closed = is_closed or message["type"] == "websocket.close"
            await send(message)

        try:
            self._check_host(connection.headers)
            _check_origin(connection.headers)
            await self._admit(connection)
            with self._counted(connection):
                await self._app(scope, receive, answer)
        except RequestError:
            await send({"type": "websocket.close", "code": REFUSED})
        except (WebSocketDisconnect, ClientDisconnected):
            return
        except Exception:
            logger.exception("unexpected error in the socket %s", scope["path"])
            if not is_closed:
                await send({"type": "websocket.close", "code": BROKEN})

    async def _admit(self, connection: HTTPConnection) -> str:
        """Say who asks, and set the language. A cookie for whoever is new, else nothing."""
        guests = house(connection).guests
        known = guests.read(connection.cookies.get(COOKIE, ""))
        who = known or guests.new()
        connection.state.guest = await guests.guest(who, connection.headers.get("Accept-Language", ""), known is None)
        connection.state.token = guests.token(who)
        if known:
            return ""
        secure = "; Secure" if connection.scope["scheme"] == "https" else ""
        return f"{COOKIE}={guests.sign(who)}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"

    @contextmanager
    def _counted(self, connection: HTTPConnection) -> Iterator[None]:
        """Refuses a socket to whoever has too many of them."""
        guest: Guest = connection.state.guest
        if self._sockets[guest.id] >= self._settings.sockets:
            raise TooMany(_("that was a bit much at once: please wait a moment"))
        self._sockets[guest.id] += 1
        try:
            yield
        finally:
            self._sockets[guest.id] -= 1
            if not self._sockets[guest.id]:
                del self._sockets[guest.id]

    def _check_host(self, headers: Headers) -> None:
        """Under a foreign name for this machine a foreign page could pass for one of ours."""
        if self._settings.hosts and _host_name(headers.get("Host", "")) not in self._settings.hosts:
            raise RequestError(
                _("this server answers to {hosts} alone; start it with --host to be found under other names").format(
                    hosts=", ".join(self._settings.hosts)
                )
            )

    def _check_change(self, request: Request) -> None:
        """Whatever changes something comes from our own pages, or from a program that read its token, and not too often."""
        _check_origin(request.headers)
        guest: Guest = request.state.guest
        address = request.client.host if request.client else ""
        if not self._guests.take(guest.id) or not self._addresses.take(address):
            raise TooMany(_("that was a bit much at once: please wait a moment"))
        if not house(request).guests.is_token(guest.id, request.headers.get(TOKEN, "")):
            reason = _("the header {header} is missing or not yours: GET /api/me tells it; in the browser, load the page again")
            raise Forbidden(reason.format(header=TOKEN))


class _Gone(Exception):
    """Whoever asked has hung up."""


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _check_origin(headers: Headers) -> None:
    """A browser says which page asks: it has to be one of ours. Programs that are no browsers say nothing."""
    origin = headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != headers.get("Host"):
        raise Forbidden(_("requests from pages of other sites are refused"))


async def _read_body(headers: Headers, receive: Receive, limit: int) -> Receive:
    """Read a body as far as the limit, to be received again by whoever needs it."""
    too_large = TooLarge(_("a request has at most {limit} bytes").format(limit=limit))
    length = headers.get("Content-Length", "0")
    if length.isdecimal() and int(length) > limit:
        raise too_large
    body = bytearray()
    is_read = False
    while not is_read:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        body += message.get("body", b"")
        is_read = not message.get("more_body", False)
        if len(body) > limit:
            raise too_large
    waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
