"""The example session of docs/protocol.md: real messages, written by the codec itself."""

from __future__ import annotations

import hashlib
import json
from typing import Final

import msgspec
import numpy as np

from client_protocol.codec import encode
from client_protocol.notices import (
    AnyMessage,
    Done,
    Joined,
    Refused,
    RoomChanged,
    RoomDelta,
    RoomState,
    ShotPlayed,
    Snapshot,
    Welcome,
)
from client_protocol.packing import pack
from client_protocol.refusals import MEANINGS, Refusal
from client_protocol.requests import AnyRequest, CreateRoom, Hello, PlaceBall, ResumeRoom, TakeShot
from client_protocol.trace_layout import Columns, ContactColumns, Motion
from client_protocol.values import (
    CueTable,
    MatchResult,
    Pace,
    PersonInRoom,
    Phase,
    Role,
    Ruling,
    SideState,
    Stroke,
    Touch,
)
from client_protocol.version import PROTOCOL, Encoding

_KEY: Final = bytes(range(32))
_ROOM: Final = "kitchen42"
_INVITE: Final = "Qm7tZr2x"

_STATE: Final = RoomState(
    room=_ROOM,
    invite=_INVITE,
    game="nine_ball",
    preset="standard",
    options={},
    table="pool_9ft",
    touch=Touch.CLUB,
    pace=Pace.NORMAL,
    race_to=1,
    rules_hash="5f0c",
    commitment=hashlib.sha256(_KEY).hexdigest(),
    people=(PersonInRoom(name="Ada", role=Role.PLAYER, seat=0), PersonInRoom(name="Bo", role=Role.PLAYER, seat=1)),
    sides=(SideState(name="Ada"), SideState(name="Bo")),
    phase=Phase.BREAK,
    turn=2,
    to_act=0,
    legal=("take_shot", "place_ball", "concede"),
    cue=CueTable(balls={"1": (0.635, 0.0), "9": (0.73398, 0.0)}, cue_ball="in_hand_kitchen", strikes=("c",)),
)

_STILL: Final = np.zeros((1, 3))
_NONE: Final = np.zeros(0, np.uint8)
_TRACE: Final = pack(
    [("c", 0.028575)],
    Columns(
        ball=np.zeros(1, np.uint8),
        mode=np.full(1, Motion.REST, np.uint8),
        t=np.zeros(1),
        pos=np.array([[-0.7, 0.1, 0.028575]]),
        vel=_STILL,
        spin=_STILL,
        acc=_STILL,
    ),
    0.0,
    ContactColumns(np.zeros(0), _NONE, _NONE, _NONE, np.zeros(0)),
)

_BREAK: Final = Stroke(ball="c", aim=-0.0749, speed=8.5, tip=(0.0, 0.1))

_STEPS: Final[tuple[tuple[str, AnyRequest | AnyMessage], ...]] = (
    ("The first request on a connection says who comes: a name, or later the token.", Hello(1, PROTOCOL, name="Ada")),
    (
        "",
        Welcome(
            id=1,
            protocol=PROTOCOL,
            server="0.1.0",
            engine="1",
            person="p-17",
            name="Ada",
            token="sKq2pX0vN7dLr3Tt9Wc1yAhE",
            time=1790000000.25,
        ),
    ),
    ("Open a room and sit down on its first seat.", CreateRoom(2, game="nine_ball", race_to=1)),
    ("", Joined(id=2, room=_ROOM, invite=_INVITE, role=Role.PLAYER, seat=0)),
    (
        "A snapshot follows; here the one after the second player came and the break was won.",
        Snapshot(_ROOM, 4, _STATE, 1790000031.5),
    ),
    ("The cue ball is in hand: lay it down.", PlaceBall(3, room=_ROOM, turn=2, ball="c", at=(-0.7, 0.1))),
    ("", Done(id=3, n=5)),
    (
        "",
        RoomChanged(
            _ROOM,
            5,
            cause="placed",
            seat=0,
            time=1790000035.0,
            delta=RoomDelta(
                turn=3,
                cue=CueTable(
                    balls={"1": (0.635, 0.0), "9": (0.73398, 0.0), "c": (-0.7, 0.1)},
                    cue_ball="in_hand_kitchen",
                    strikes=("c",),
                ),
            ),
        ),
    ),
    (
        "Break. What is sent is an intent; the notice carries the executed stroke too.",
        TakeShot(4, room=_ROOM, turn=3, stroke=_BREAK),
    ),
    ("", Done(id=4, n=6)),
    (
        "Everybody in the room gets the shot with its trace, its ruling and what changed. This one won the match.",
        ShotPlayed(
            _ROOM,
            6,
            seat=0,
            intent=_BREAK,
            stroke=msgspec.structs.replace(_BREAK, aim=-0.0742, speed=8.46),
            trace=_TRACE,
            rest={"1": (0.21, -0.33), "c": (-0.12, 0.4)},
            log="c>1 1>9 9@FR 1#L c#L",
            ruling=Ruling(rules=("5.4",), outcome="win", winner=(0,), text="The nine fell on a legal break."),
            delta=RoomDelta(
                turn=4,
                phase=Phase.OVER,
                to_act=None,
                legal=(),
                sides=(SideState(name="Ada", games=1, score=1), SideState(name="Bo")),
                cue=CueTable(balls={"1": (0.21, -0.33), "c": (-0.12, 0.4)}, cue_ball="as_lies", strikes=("c",)),
                result=MatchResult(winners=(0,), reason="race", scores={"Ada": 1, "Bo": 0}),
                key=_KEY.hex(),
            ),
            time=1790000041.0,
            duration=7.92,
        ),
    ),
    ("The same action again, as after a cut: it counted once.", TakeShot(4, room=_ROOM, turn=3, stroke=_BREAK)),
    ("", Refused(code=Refusal.STALE_TURN, text=MEANINGS[Refusal.STALE_TURN], id=4, turn=4)),
    (
        "After a cut: `hello` with the token, then the room, with the last notice seen.",
        ResumeRoom(6, room=_ROOM, seen=5),
    ),
)


def write_examples() -> str:
    """The session as Markdown: requests after `→`, what the server says after `←`."""
    blocks = []
    for text, message in _STEPS:
        content = json.dumps(json.loads(encode(message, Encoding.JSON)), ensure_ascii=False)
        arrow = "→" if isinstance(message, AnyRequest) else "←"
        blocks.append((f"{text}\n\n" if text else "") + f"```text\n{arrow} {content}\n```\n")
    return "\n".join(blocks)
