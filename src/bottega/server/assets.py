"""Style sheets, scripts and drawings, under addresses that change with them, so that browsers may keep them for good."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from fastapi import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

WEB = Path(__file__).parents[1] / "web"
STATIC = WEB / "static"

FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def version() -> str:
    """A digest of all files. It is a part of the path, so that modules that name each other by relative paths have it too."""
    digest = blake2b(digest_size=6)
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(STATIC).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def static_url(path: str) -> str:
    """The address of a file: `static_url("js/table/main.js")`."""
    return f"/static/{version()}/{path}"


class Assets(StaticFiles):
    """The files, to be mounted at `/static`."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked, _, file = path.replace("\\", "/").partition("/")
        response = await super().get_response(file or asked, scope)
        # Whoever has a page from before an update asks for old addresses: better the new file than none, but not for good.
        response.headers["Cache-Control"] = FOR_GOOD if asked == version() else "no-cache"
        return response
