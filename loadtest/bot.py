"""A bot: opens a room or joins one, plays to the end, prints what came of it. `python -m loadtest.bot --help`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
from dataclasses import dataclass, field

from client_protocol.client import Hall
from client_protocol.client_errors import ClientError, RefusedError
from client_protocol.client_room import Room
from client_protocol.notices import RoomState
from client_protocol.refusals import Refusal
from client_protocol.values import OptionValue, Pace, Phase, Role, Touch
from client_protocol.version import Encoding
from loadtest.players.choice import brain_for
from loadtest.players.darts import LEVELS, steadied
from loadtest.players.decisions import Brain, Choose, Concede, Decision, Lag, LayDown, PassDarts, Shoot, Throw
from loadtest.players.lag import lag_stroke
from loadtest.referee import Referee, Restore, protest_once
from loadtest.tally import Tally

TOKEN_VARIABLE = "CUEHALL_BOT_TOKEN"
"""Environment variable with the token of the session to play in; without it the bot comes as a new guest."""

PATIENCE = 12
"""Refused decisions of one turn after which the match is conceded."""
COME_BACK = frozenset({Refusal.BUSY, Refusal.TOO_FAST, Refusal.STORAGE_AWAY, Refusal.BALLS_MOVING})
"""Refusals after which the same decision is right a moment later."""
OVERTAKEN = frozenset(
    {Refusal.SUSPENDED, Refusal.STALE_TURN, Refusal.NOT_YOUR_TURN, Refusal.MATCH_OVER, Refusal.ROOM_CLOSED}
)
"""Refusals that say that the match has gone on."""


@dataclass(frozen=True)
class BotOptions:
    """What a bot is told: where it plays, which game it opens or which room it joins, and how it shows itself."""

    url: str
    game: str | None = None
    join: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    preset: str | None = None
    table: str | None = None
    sides: int = 2
    race_to: int = 1
    touch: Touch = Touch.CLUB
    pace: Pace = Pace.NORMAL
    shot_clock: float | None = None
    name: str = "Bot"
    token: str | None = None
    seat: int | None = None
    seed: int | None = None
    spectate: bool = False
    officiated: bool = False
    referee: bool = False
    restore_at: int | None = None
    protest_at: int | None = None
    listed: bool = True
    encoding: Encoding = Encoding.MSGPACK
    patience: float = 60.0
    level: str | None = None

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            raise ValueError(f"level: one of {', '.join(LEVELS)}, not {self.level}")


async def run_bot(ask: BotOptions) -> dict[str, object]:
    """Play (or watch) one match to its end; the result as it is printed. Raises ClientError, TimeoutError."""
    seed = random.randrange(2**32) if ask.seed is None else ask.seed
    async with Hall(
        ask.url,
        ask.name,
        token=ask.token,
        bot=True,
        encoding=ask.encoding,
        patience=ask.patience,
        deadline=ask.patience,
    ) as hall:
        room = await _enter(hall, ask)
        entered: dict[str, object] = {"invite": room.invite, "room": room.room, "seat": room.seat}
        _say(entered | {role.value: code for role, code in room.official_invites.items()})
        tally = Tally()
        async with asyncio.TaskGroup() as group:
            group.create_task(_watch(room, tally))
            if room.seat is not None:
                group.create_task(play_match(room, seed, ask.level))
                group.create_task(end_stops(room))
                if ask.protest_at is not None:
                    group.create_task(protest_once(room, ask.protest_at))
            if ask.referee:
                restores = [] if ask.restore_at is None else [Restore(ask.restore_at)]
                group.create_task(Referee(restores).serve(room))
        state = room.state
        names = [side.name for side in state.sides]
        winners = [names[seat] for seat in state.result.winners] if state.result else []
        return {
            "winner": winners[0] if len(winners) == 1 else winners or None,
            "winner_seats": list(state.result.winners) if state.result else [],
            "scores": dict(state.result.scores) if state.result else {},
            "reason": state.result.reason if state.result else room.closed,
            "game": state.game,
            "room": room.room,
            "seat": room.seat,
            **tally.summary(),
            "reconnects": hall.reconnects,
            "commitment_holds": room.commitment_holds(),
        }


async def _enter(hall: Hall, ask: BotOptions) -> Room:
    """Open a room, or join one by its invitation."""
    if ask.join is not None:
        role = Role.REFEREE if ask.referee else Role.SPECTATOR if ask.spectate else Role.PLAYER
        return await hall.join_room(ask.join, role=role, seat=ask.seat)
    return await hall.create_room(
        ask.game or "nine_ball",
        preset=ask.preset,
        options=ask.options,
        table=ask.table,
        sides=ask.sides,
        race_to=ask.race_to,
        shot_clock=ask.shot_clock,
        touch=ask.touch,
        pace=ask.pace,
        listed=ask.listed,
        referee=ask.officiated,
        seat=None if ask.spectate else (ask.seat or 0),
    )


async def _watch(room: Room, tally: Tally) -> None:
    """Count every notice until the match is over; tell a person how it goes."""
    async for notice in room.notices():
        tally.add(notice)
        state = room.state
        score = " ".join(f"{side.name} {side.games}/{side.score}" for side in state.sides)
        print(f"n={notice.n} {type(notice).__name__} {state.phase} {score}", file=sys.stderr)
        if tally.is_over:
            return


async def play_match(room: Room, seed: int, level: str | None = None) -> None:
    """Answer every turn of this seat until the match is over; `level`: of a dart player."""
    brain: Brain | None = None
    chance = random.Random(seed)
    turn, refusals = -1, 0
    async for state in room.turns():
        brain = brain or brain_for(state, seed, level)
        if state.turn != turn:
            turn, refusals = state.turn, 0
        assert room.seat is not None
        decision = Concede() if refusals >= PATIENCE else think(brain, state, room.seat, chance)
        try:
            await perform(room, decision)
        except RefusedError as error:
            code = error.refused.code
            if code in COME_BACK:
                await asyncio.sleep(0.1)
            elif code not in OVERTAKEN:
                print(f"refused: {decision}: {error}", file=sys.stderr)
                refusals += 1
                brain.refused(decision, code)


async def end_stops(room: Room) -> None:
    """Do what a side can so that play goes on: end its own time-out, agree to go on without a referee who left."""
    while True:
        await room.wait_until(lambda: room.is_over or _may_end_stop(room))
        if room.is_over:
            return
        try:
            await (room.end_time_out() if room.state.stopped == "time_out" else room.agree_to_go_on())
        except RefusedError as error:
            if error.refused.code in COME_BACK:
                await asyncio.sleep(0.1)


def _may_end_stop(room: Room) -> bool:
    state = room.state
    if state.stopped == "time_out":
        return state.stopped_by == room.seat
    return state.stopped == "referee_left" and room.seat not in state.agreed


def think(brain: Brain, state: RoomState, seat: int, chance: random.Random) -> Decision:
    """What a brain decides; the lag of the cue games is the same for all."""
    lags = state.phase is Phase.LAG and state.cue is not None
    return lag_stroke(state, seat, chance) if lags else brain.decide(state, seat)


async def perform(room: Room, decision: Decision) -> None:
    """Send a decision. Raises RefusedError."""
    match decision:
        case Shoot():
            await room.shoot(decision.stroke, decision.call, safety=decision.safety, push_out=decision.push_out)
        case Lag():
            await room.play_lag(decision.stroke)
        case LayDown():
            await room.place(decision.ball, decision.at)
        case Choose():
            await room.choose(decision.option)
        case Throw():
            assert room.state.darts is not None
            await room.throw(steadied(decision.aim, room.state.darts, room.hall.now()))
        case PassDarts():
            await room.pass_darts()
        case Concede():
            await room.concede()


def _say(line: dict[str, object]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


def read_option(text: str) -> tuple[str, OptionValue]:
    """`name=value`, the value as JSON where it is one, else as a word. Raises ValueError without `=`."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ValueError(f"{text!r} is not name=value")
    try:
        read = json.loads(value)
    except json.JSONDecodeError:
        return name, value
    return name, read if isinstance(read, bool | int | float | str) else value


def play(ask: BotOptions) -> int:
    """Run a bot and print its lines; gives the exit status: 0 for a match that ended, 1 otherwise."""
    result: dict[str, object] = {}
    try:
        result = asyncio.run(run_bot(ask))
    except* (ClientError, TimeoutError) as group:
        print(f"bot: {group.exceptions[0]}", file=sys.stderr)
    if not result:
        return 1
    _say(result)
    return 0 if result["winner_seats"] or result["reason"] == "draw" else 1


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.bot", description=__doc__)
    parser.add_argument("url", help="ws://127.0.0.1:8800/ws")
    parser.add_argument("--game", default="nine_ball")
    parser.add_argument("--join", metavar="CODE", help="join a room by its invitation")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", type=read_option)
    parser.add_argument("--preset")
    parser.add_argument("--table")
    parser.add_argument("--sides", type=int, default=2)
    parser.add_argument("--race-to", type=int, default=1)
    parser.add_argument("--touch", type=Touch, choices=list(Touch), default=Touch.CLUB)
    parser.add_argument("--pace", type=Pace, choices=list(Pace), default=Pace.NORMAL)
    parser.add_argument("--shot-clock", type=float, metavar="SECONDS")
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--spectate", action="store_true", help="watch and count only")
    parser.add_argument("--officiated", action="store_true", help="open a room with a seat for a referee")
    parser.add_argument("--referee", action="store_true", help="with --join: be the referee, by that invitation")
    parser.add_argument("--restore-at", type=int, metavar="TURN", help="as referee: put an earlier position up again")
    parser.add_argument("--protest-at", type=int, metavar="TURN", help="protest once, from this turn on")
    parser.add_argument("--unlisted", dest="listed", action="store_false", help="enter by invitation only")
    parser.add_argument("--json", dest="encoding", action="store_const", const=Encoding.JSON, default=Encoding.MSGPACK)
    parser.add_argument("--patience", type=float, default=60.0, metavar="SECONDS", help="for a server that is away")
    read = vars(parser.parse_args(arguments))
    options = dict(read.pop("option"))
    return play(BotOptions(options=options, token=os.environ.get(TOKEN_VARIABLE), **read))


if __name__ == "__main__":
    sys.exit(main())
