"""`bottega serve`: opens the house, and the browser at it."""

import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EADDRINUSE
from signal import SIGINT, SIGTERM, signal
from threading import Thread, current_thread, main_thread
from types import FrameType

import uvicorn

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.server.alone import AlreadyOpen, alone
from bottega.server.app import create_app
from bottega.server.settings import Settings, read_settings
from bottega.server.store import Store

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("", "0.0.0.0", "::")
PORT = 8017
PORTS_TRIED = 20
FRAME_BYTES = 1024  # that a message may be longer than allowed: it still gets an answer that says so
PATIENCE = 1  # seconds for answers that are under way when the server ends
INTERRUPTED = 130


class PortError(BottegaError):
    """The server cannot be found at this address."""


def serve(
    *,
    host: str,
    port: int | None,
    opens_browser: bool,
    database: str,
    machines: int | None,
    is_eager: bool,
    is_behind_proxy: bool,
) -> None:
    """Run until Ctrl-C, or until told to end."""
    logging.basicConfig(format="%(asctime)s %(name)s: %(message)s", level=logging.WARNING)
    settings = read_settings(
        database,
        is_eager=is_eager,
        is_behind_proxy=is_behind_proxy,
        hosts=LOOPBACK if host in LOOPBACK and not is_behind_proxy else (),
        **({} if machines is None else {"machines": machines}),
    )
    with listen(host, port) as listening:
        found = listening.getsockname()[1]
        address = shown_address(host, found)
        try:
            with alone(settings.database, address):
                if port is None and found != PORT:
                    print(_("Port {taken} is taken: using {port}.").format(taken=PORT, port=found), flush=True)
                server = Server(configuration(settings, Store(settings.database)), address, opens_browser)
                server.run(sockets=[listening])
        except AlreadyOpen as error:
            if port is not None:
                raise
            print(error, flush=True)
            if opens_browser:
                open_browser(error.address)


def configuration(settings: Settings, store: Store | None = None) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        create_app(settings, store),
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes + FRAME_BYTES,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.is_behind_proxy,
        timeout_graceful_shutdown=PATIENCE,
    )


class Server(uvicorn.Server):
    """Tells its address when it is ready, and ends quietly."""

    def __init__(self, config: uvicorn.Config, address: str, opens_browser: bool) -> None:
        super().__init__(config)
        self._address, self._opens_browser = address, opens_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(_("Bottega is open at {address} (Ctrl-C closes it).").format(address=self._address), flush=True)
        if self._opens_browser:
            Thread(target=open_browser, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # whoever is cut off now is no error
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ending is what we were told to do: no signal is raised again afterwards."""
        if current_thread() is not main_thread():
            yield
            return
        before = {number: signal(number, self.handle_exit) for number in (SIGINT, SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            os._exit(INTERRUPTED)  # somebody is in a hurry; what has been stored is stored
        self.should_exit = True


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at this port; without one, at the first that is free from the usual one on."""
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for each in ports:
        try:
            family, _kind, _protocol, _name, address = socket.getaddrinfo(
                host or None, each, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            return socket.create_server(address[:2], family=family)
        except OSError as error:
            reason = error.strerror or str(error)
            if port is None and error.errno == EADDRINUSE:
                continue
            raise PortError(
                _("the server cannot listen at {host}, port {port}: {reason}. Choose others with --host and --port.").format(
                    host=host, port=each, reason=reason
                )
            ) from error
    raise PortError(
        _("the ports {first} to {last} are all taken: choose another one with --port").format(first=ports[0], last=ports[-1])
    )


def shown_address(host: str, port: int) -> str:
    """What to type into a browser; for a server that listens everywhere, a name that others in the house can use."""
    name = _own_address() if host in ANYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _own_address() -> str:
    """The address of this machine among its neighbours. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", PORT))
        except OSError:
            return LOOPBACK[0]
        return str(probe.getsockname()[0])


def open_browser(address: str) -> None:
    """Open it if there is a screen to open it on: browsers of the terminal would take that away from us."""
    has_screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if has_screen or sys.platform in ("darwin", "win32"):
        with suppress(webbrowser.Error, OSError):  # the address has been printed
            webbrowser.open(address)
