"""A line between browser and server over which pages come in pieces, as they do when a machine or a network stalls."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PIECE = 512  # bytes of a page at once
PAUSE = 0.06  # seconds between two pieces: several frames
CHUNK = 1 << 16


@contextmanager
def slow_line(address: str) -> Iterator[str]:
    """Another address of the same server: its pages come piece by piece, all else as ever."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        waiting = threading.Thread(target=_accept, args=(listening, (host, int(port))), daemon=True)
        waiting.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
        waiting.join()


def _accept(listening: socket.socket, server: tuple[str, int]) -> None:
    with suppress(OSError):  # closed: nobody comes any more
        while True:
            browser, _ = listening.accept()
            threading.Thread(target=_connect, args=(browser, server), daemon=True).start()


def _connect(browser: socket.socket, server: tuple[str, int]) -> None:
    with browser, socket.create_connection(server) as behind:
        browser.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        asking = threading.Thread(target=_carry, args=(browser, behind), daemon=True)
        asking.start()
        _carry(behind, browser)
        asking.join()


def _carry(source: socket.socket, target: socket.socket) -> None:
    """Carry over what comes until one of them hangs up; a page, from its first bytes on, slowly."""
    is_page = False
    with suppress(OSError):
        while chunk := source.recv(CHUNK):
            if chunk.startswith(b"HTTP/1.1 "):
                is_page = b"content-type: text/html" in chunk.lower()
            size = PIECE if is_page else CHUNK
            for start in range(0, len(chunk), size):
                target.sendall(chunk[start : start + size])
                if is_page:
                    time.sleep(PAUSE)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
