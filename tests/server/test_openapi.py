"""The description of the API against the API itself: schemathesis asks whatever the description allows, and much else."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from operator import methodcaller
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
import uvicorn
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from server.visiting import SECRET

from bottega.server.app import create_app
from bottega.server.command import configuration
from bottega.server.guests import COOKIE
from bottega.server.security import TOKEN
from bottega.server.settings import Settings

EXAMPLES = 8  # for each address and mode

DESCRIBED = schemathesis.openapi.from_dict(create_app(Settings("sqlite:///nowhere", SECRET)).openapi())
OPERATIONS = list(map(methodcaller("ok"), DESCRIBED.get_all_operations()))


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A guest of a server at a port of its own, who may be as quick as he likes."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    settings = Settings(f"sqlite:///{folder}/bottega.sqlite", SECRET, is_eager=False, burst_of_writes=10**9, open_tables=10**9)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(configuration(settings))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        host, port = listening.getsockname()
        with httpx.Client(base_url=f"http://{host}:{port}", transport=httpx.HTTPTransport(retries=10), timeout=60) as client:
            client.headers[TOKEN] = client.get("/api/me").json()["token"]
            yield client
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def tables(guest: httpx.Client) -> list[str]:
    """Tables of every state."""
    laid = []
    for seats in ([{"kind": "me"}, {"kind": "open"}], [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]):
        for game in ("firenze", "toscana", "florentine"):
            laid.append(guest.post("/api/tables", json={"game": game, "seats": seats}).json()["id"])
    assert guest.post(f"/api/tables/{laid[-1]}/do", json={"do": "resign"}).status_code == 200
    return laid


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_answers_are_as_described(operation: Any, mode: GenerationMode, guest: httpx.Client, tables: list[str]) -> None:
    """Requests of the described form, and of others, get answers of the described forms."""

    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    @hypothesis.settings(max_examples=EXAMPLES, suppress_health_check=list(hypothesis.HealthCheck))
    def ask(case: Any) -> None:
        made_up = case.path_parameters.get("table_id")
        if made_up is not None:
            case.path_parameters["table_id"] = tables[len(str(made_up)) % len(tables)]
        case.call_and_validate(
            base_url=str(guest.base_url),
            headers={TOKEN: guest.headers[TOKEN], "Cookie": f"{COOKIE}={guest.cookies[COOKIE]}"},
            checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
        )

    with suppress(Unsatisfiable):  # an address that takes anything cannot be asked in the wrong form
        ask()
