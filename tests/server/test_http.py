"""The HTTP side: page, health, metrics, headers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from server.app import App, running
from server.config import Settings
from server.data_folder import locked
from tests.server.halls import begin_match, open_hall

TOKEN = "a-token-of-enough-length"


async def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers (names in lower case) and body of a GET."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", "Host: hall", "Connection: close", *(f"{k}: {v}" for k, v in headers.items())]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *rest = head.decode().split("\r\n")
    return int(status.split()[1]), {k.lower(): v for k, v in (line.split(": ", 1) for line in rest)}, body


def build_page(folder: Path) -> Path:
    """What a build of the page leaves."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Cuehall</title>")
    (folder / "assets" / "index-abc123.js").write_text("export {}")
    (folder / "favicon.svg").write_text("<svg/>")
    return folder


async def test_health_tells_that_the_hall_is_open_and_that_it_closes(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        status, headers, body = await get(app.port, "/health")
        assert status == 200
        assert json.loads(body)["ready"] is True
        assert headers["cache-control"] == "no-store"
        await app.hall.drain(1.0)
        status, _, body = await get(app.port, "/health")
        assert (status, json.loads(body)["ready"]) == (503, False)


async def test_without_a_page_it_is_said_what_to_run(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        status, _, body = await get(app.port, "/")
        assert status == 503
        assert b"dev.py" in body


async def test_the_page_and_its_assets_are_served_with_careful_headers(tmp_path: Path) -> None:
    page = build_page(tmp_path / "page")
    async with open_hall(tmp_path / "data", static=page) as app:
        for path in ("/", "/join/abcdef2345", "/r/abcdef2345"):
            status, headers, body = await get(app.port, path)
            assert (status, headers["cache-control"]) == (200, "no-cache")
            assert b"Cuehall" in body
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
        status, headers, _ = await get(app.port, "/assets/index-abc123.js")
        assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert headers["content-type"].startswith("text/javascript")
        status, headers, _ = await get(app.port, "/favicon.svg")
        assert (status, headers["cache-control"]) == (200, "no-cache")
        status, _, _ = await get(app.port, "/favicon.svg", **{"If-None-Match": headers["etag"]})
        assert status == 304
        for path in ("/nothing", "/../hall.db", "/assets/%2e%2e/%2e%2e/data/hall.db", "/metrics"):
            assert (await get(app.port, path))[0] == 404


async def test_metrics_need_the_token_and_count(tmp_path: Path) -> None:
    async with open_hall(tmp_path, metrics_token=TOKEN) as app:
        match = await begin_match(app)
        assert (await get(app.port, "/metrics"))[0] == 401
        assert (await get(app.port, "/metrics", Authorization="Bearer wrong"))[0] == 401
        status, _, body = await get(app.port, "/metrics", Authorization=f"Bearer {TOKEN}")
        assert status == 200
        assert b"cuehall_rooms 1.0" in body
        assert b'cuehall_requests_total{type="create_room"}' in body
        assert not any(wire.token.encode() in body for wire in match.players)


async def test_metrics_may_have_a_bind_of_their_own(tmp_path: Path, unused_tcp_port: int) -> None:
    async with open_hall(tmp_path, metrics_port=unused_tcp_port) as app:
        assert (await get(app.port, "/metrics"))[0] == 404
        status, _, body = await get(unused_tcp_port, "/metrics")
        assert (status, b"cuehall_connections" in body) == (200, True)


async def test_two_halls_cannot_share_a_folder(tmp_path: Path) -> None:
    from server.config import BadSettings

    async with open_hall(tmp_path):
        with pytest.raises(BadSettings, match="another hall runs on"):
            async with open_hall(tmp_path):
                pass


async def test_a_port_in_use_is_said_and_nothing_stays_open(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "one") as app:
        with pytest.raises(OSError, match=f"cannot listen on 127.0.0.1 port {app.port}"):
            await _open_at(tmp_path / "two", app.port)


async def _open_at(data: Path, port: int) -> App:
    settings = Settings.model_validate({"data": data, "port": port})
    with locked(data):
        async with running(settings) as app:
            return app
