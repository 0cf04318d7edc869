"""How the server says no: a reason in the guest's language, as JSON for programs and as a page for people."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.server.errors import status_of
from bottega.server.pages import error_page

METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE")
SHOWN_PROBLEMS = 3  # of a request in the wrong form


class Problem(BaseModel):
    """Why not."""

    reason: str


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """These statuses, for the description of an address."""
    return {status: {"model": Problem, "description": HTTPStatus(status).phrase} for status in statuses}


def refusal(request: Request, status: int, reason: str) -> Response:
    """The answer to a request that cannot be done."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"reason": reason}, status)
    guest = getattr(request.state, "guest", None)
    if guest is None:
        return PlainTextResponse(reason, status)
    return error_page(request, guest, status, reason[:1].upper() + reason[1:])


def explain_refusals(app: FastAPI) -> None:
    """Every error that somebody else can cause gets its reason."""
    app.add_exception_handler(BottegaError, _ours)
    app.add_exception_handler(HTTPException, _of_the_web)
    app.add_exception_handler(RequestValidationError, _wrong_form)


async def _ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, BottegaError)
    return refusal(request, status_of(error), str(error))


async def _of_the_web(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {
        HTTPStatus.NOT_FOUND: _("there is nothing at this address"),
        HTTPStatus.METHOD_NOT_ALLOWED: _("this address is not asked in this way"),
        HTTPStatus.BAD_REQUEST: _("this request cannot be read"),
    }
    # What is not even text has the wrong form, as has text that is no JSON: FastAPI tells them apart.
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error.status_code == HTTPStatus.BAD_REQUEST else error.status_code
    answer = refusal(request, status, known.get(HTTPStatus(error.status_code), str(error.detail)))
    answer.headers.update(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        answer.headers["Allow"] = ", ".join(_ways(request))
    return answer


def _ways(request: Request) -> list[str]:
    """The methods with which this address can be asked, by whatever route."""
    scopes = {method: {**request.scope, "method": method} for method in METHODS}
    return [
        method for method, scope in scopes.items() if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    ]


async def _wrong_form(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = []
    for problem in error.errors()[:SHOWN_PROBLEMS]:
        place = ".".join(str(part) for part in problem["loc"][1:]) or str(problem["loc"][0])
        problems.append(f"{place}: {problem['msg']}")
    reason = _("the request has not the form that it should have: {problems}").format(problems="; ".join(problems))
    return refusal(request, HTTPStatus.UNPROCESSABLE_ENTITY, reason)
