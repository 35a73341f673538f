"""Plain HTTP: the page, health, metrics, and the headers that keep browsers careful."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.config import Settings
from server.metrics import REGISTRY

NO_PAGE = """The page of this hall has not been built.

Build it with `python3 dev.py serve` (or `pip install .` again), or connect a bot: the socket at /ws works.
"""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]


class SafetyHeaders:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; add the headers to the start of the answer."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def build_app(settings: Settings, health: Callable[[], dict[str, object]]) -> Starlette:
    """The HTTP side of the hall. `health` tells how it is; `ready` in it is a bool."""

    async def show_health(_: Request) -> Response:
        told = health()
        return JSONResponse(told, 200 if told["ready"] else 503, {"Cache-Control": "no-store"})

    routes: list[BaseRoute] = [Route("/health", show_health)]
    if settings.metrics_token is not None:
        routes.append(Route("/metrics", _guarded_metrics(settings.metrics_token)))
    routes += _page_routes(settings.static)
    return Starlette(routes=routes, middleware=[Middleware(SafetyHeaders)])


def build_metrics_app() -> Starlette:
    """Metrics alone, for a bind of their own."""
    return Starlette(routes=[Route("/metrics", lambda _: _metrics())])


def has_page(static: Path) -> bool:
    """Whether the page was built."""
    return (static / "index.html").is_file()


def _page_routes(static: Path) -> list[BaseRoute]:
    async def show_page(_: Request) -> Response:
        if not has_page(static):
            return PlainTextResponse(NO_PAGE, 503)
        return FileResponse(static / "index.html", headers={"Cache-Control": "no-cache"})

    routes: list[BaseRoute] = [Route("/", show_page), Route("/join/{code}", show_page), Route("/r/{code}", show_page)]
    if static.is_dir():
        routes.append(Mount("/", Assets(directory=static)))
    return routes


class Assets(StaticFiles):
    """Files of the built page. Those with a hash in their name never change, the others are asked for again."""

    def file_response(
        self, full_path: Any, stat_result: Any, scope: MutableMapping[str, Any], status_code: int = 200
    ) -> Response:
        """The file, with how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        hashed = "/assets/" in Path(full_path).as_posix()
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


def _guarded_metrics(token: str) -> Callable[[Request], Awaitable[Response]]:
    async def show_metrics(request: Request) -> Response:
        given = request.headers.get("Authorization", "")
        if not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
            return PlainTextResponse("a bearer token opens this", 401, {"WWW-Authenticate": "Bearer"})
        return _metrics()

    return show_metrics


def _metrics() -> Response:
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
