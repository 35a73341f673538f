"""A player in front of a simulated board: throws what a script says, or as well as a level of play does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from client_protocol.client import Hall
from game.boards.reports import ReportKind
from game.boards.sightings import Sighting
from game.darts.notation import BadDart, parse_dart
from game.darts.vocabulary import Landing, dart_in
from physics.darts.board import STEEL, Ring, Segment, centre_of, rounded, segment_at
from server.boards.device import Device, DeviceSettings

WORDS = {"next": ReportKind.BUTTON_NEXT, "BO": ReportKind.BOUNCE_OUT}
RINGS = {Landing.SINGLE: Ring.OUTER_SINGLE, Landing.DOUBLE: Ring.DOUBLE, Landing.TRIPLE: Ring.TRIPLE}


class BadScript(ValueError):
    """A script that cannot be thrown."""


@dataclass(frozen=True)
class SimSettings:
    """What `cuehall board-sim` was told; `visits` None: throw with a spread of `spread` mm."""

    broker: str
    board: str
    key: Path
    code: str | None
    hall: str | None
    game: str
    visits: tuple[tuple[Sighting, ...], ...] | None
    spread: float
    seconds: float


def read_script(text: str) -> tuple[tuple[Sighting, ...], ...]:
    """The visits of a script, one a line; `#` begins a remark. Raises BadScript."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return tuple(tuple(_sighting(word) for word in words) for words in lines if words)


def _sighting(word: str) -> Sighting:
    if word in WORDS:
        return Sighting(WORDS[word])
    try:
        dart = parse_dart(word)
    except BadDart as error:
        raise BadScript(str(error)) from error
    return Sighting(ReportKind.THROW, dart.name, dart.zone)


def board_key(path: Path) -> Ed25519PrivateKey:
    """The key of the board: made at its first start, and never leaving it. Raises OSError."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(Ed25519PrivateKey.generate().private_bytes_raw())
    data = path.read_bytes()
    if len(data) != 32:
        raise BadScript(f"{path}: no key of 32 bytes")
    return Ed25519PrivateKey.from_private_bytes(data)


async def simulate_board(settings: SimSettings) -> None:
    """Be a board until the script is over, the match is, or somebody presses Ctrl-C."""
    async with contextlib.AsyncExitStack() as stack:
        owner = None if settings.hall is None else await stack.enter_async_context(Hall(settings.hall, "Board player"))
        code = settings.code if owner is None else await owner.pair_board(settings.board)
        device = Device(DeviceSettings(settings.broker, settings.board, board_key(settings.key), code=code))
        running = asyncio.create_task(device.run())
        try:
            if code is not None:
                await device.until(lambda: bool(device.pairing))
                print(json.dumps({"board": settings.board, "pairing": device.pairing}), flush=True)
            if owner is None:
                await play(device, settings)
                return
            room = await owner.create_room(settings.game, options={"board_seats": "0"})
            await room.use_board(settings.board)
            print(json.dumps({"invite": room.state.invite, "room": room.room}), flush=True)
            playing = asyncio.create_task(play(device, settings))
            try:
                await room.wait_until(lambda: room.state.result is not None, 86400.0)
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            print(json.dumps({"score": [side.score for side in room.state.sides]}), flush=True)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def play(device: Device, settings: SimSettings) -> None:
    """Throw a visit whenever the board is armed for another turn, and take the darts out after it."""
    visits = None if settings.visits is None else iter(settings.visits)
    done = ""
    while True:
        await device.until(lambda done=done: device.armed not in ("", done))  # type: ignore[misc]
        done = device.armed
        visit: Sequence[Sighting | None] = (None, None, None)
        if visits is not None:
            found = next(visits, None)
            if found is None:
                return
            visit = found
        for planned in visit:
            if device.armed != done:
                break
            await device.say(planned or aimed(device, settings.spread))
            await asyncio.sleep(settings.seconds)
        await device.say(Sighting(ReportKind.TAKEOUT_START))
        await asyncio.sleep(settings.seconds)
        await device.say(Sighting(ReportKind.TAKEOUT_END))


def aimed(device: Device, spread: float) -> Sighting:
    """A dart at what the score tells to aim at, with a spread of so many mm."""
    x, y = centre_of(STEEL, _target(device))
    point = rounded((random.gauss(x, spread), random.gauss(y, spread)))
    dart = dart_in(segment_at(STEEL, point))
    return Sighting(ReportKind.THROW, dart.name, dart.zone, point)


def _target(device: Device) -> Segment:
    """The next dart of a checkout, the number that counts, or the triple twenty."""
    score = next((one.get("score") for one in reversed(device.heard) if one.get("type") == "score"), None)
    shown = score if isinstance(score, dict) else {}
    active = shown.get("active")
    words = [str(shown.get("hint") or "").partition(" ")[0]]
    words += [str(word) for word in active] if isinstance(active, list) else []
    for word in words:
        if word.isdigit() and 1 <= int(word) <= 20:
            return Segment(Ring.TRIPLE, int(word))
        with contextlib.suppress(BadDart):
            dart = parse_dart(word)
            if dart.landing in RINGS:
                return Segment(RINGS[dart.landing], dart.number)
            if dart.number:
                return Segment(Ring.INNER_BULL, dart.number)
    return Segment(Ring.TRIPLE, 20)
