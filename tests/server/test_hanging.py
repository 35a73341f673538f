"""A ball that hangs over a pocket falls by itself in a room, and everybody is told the same. Source: R18 to R23."""

from __future__ import annotations

from pathlib import Path

from client_protocol import notices, requests
from client_protocol.notices import AnyMessage
from client_protocol.values import Pace, Role, Stroke, Touch
from physics.placement import pocket_holes
from physics.tables import TABLES
from server.app import App
from tests.server.halls import Match, Wire, begin_match, guest, let_pass, open_hall

ROOM: dict[str, object] = {
    "game": "combined_pyramid",
    "options": {"first_shot": "fixed", "hang_model": "random"},
    "touch": Touch.EXACT,
    "pace": Pace.INSTANT,
    "referee": True,
}
LONGEST_WAIT = 61.0
"""s after which a ball that still hangs stays there."""
MOST_ROUNDS = 40


def over_the_edge(table: str) -> tuple[float, float]:
    """A place on the axis of the left foot pocket, half a millimetre from falling."""
    (x, y), radius = pocket_holes(TABLES[table])["FL"]
    reach = (radius + 0.0005) / 2.0**0.5
    return (x - reach, y - reach if y > 0 else y + reach)


async def hang(app: App, match: Match, referee: Wire) -> tuple[str, tuple[float, float]]:
    """A stroke after which a ball hangs that the referee has laid there; which one, and where."""
    while (await match.refresh()).options_offered:
        await match.choose()
    at = over_the_edge(match.state.table)
    assert match.state.cue is not None
    ball = max((name for name in match.state.cue.balls if name != "c"), key=int)
    lay = requests.Officiate(
        id=referee.next_id(), room=match.room, turn=match.state.turn, do="set_ball", positions={ball: at}
    )
    await referee.expect(notices.Done, lay)
    await match.refresh()
    softly = match.over_what_lies_behind(Stroke(ball=match.state.cue.strikes[0], aim=3.14159, speed=0.4))
    await match.to_act.expect(notices.Done, match.shot(match.to_act, stroke=softly))
    state = await match.refresh()
    assert state.cue is not None
    assert state.cue.details["hanging"] == ball
    return ball, at


async def test_r18_r21_a_hanging_ball_falls_or_is_put_back_and_all_are_told_the_same(tmp_path: Path) -> None:
    async with open_hall(tmp_path, officiate_rate=1e5, action_rate=1e5, lobby_rate=1e5) as app:
        match = await begin_match(app, **ROOM)
        joined = next(message for message in match.players[0].heard if isinstance(message, notices.Joined))
        async with await guest(app) as referee, await guest(app) as watcher:
            await referee.join(joined.referee_invite or "", role=Role.REFEREE)
            await watcher.join(match.invite, role=Role.SPECTATOR)
            seen: set[str] = set()
            for _ in range(MOST_ROUNDS):
                ball, at = await hang(app, match, referee)
                turn = match.state.turn
                await watcher.until(lambda told, turn=turn: _turn_of(told) == turn)  # type: ignore[misc]
                start = len(watcher.heard)
                let_pass(app, LONGEST_WAIT)
                told = await watcher.notice(notices.RoomChanged, start)
                assert told.ruling is not None
                rule = told.ruling.rules[0]
                state = await match.refresh()
                assert state.cue is not None
                assert state.turn > turn
                assert state.cue.details["hanging"] == ""
                if rule == "R21":  # soon after the stroke, which potted it; this one was a foul, so it comes back
                    assert told.ruling.fouls
                    assert ball in told.ruling.spotted
                    assert tuple(state.cue.balls[ball]) == told.ruling.spotted[ball] != at
                else:
                    assert told.ruling.rules == ("R18", "R19")
                    assert tuple(state.cue.balls[ball]) == at
                seen.add(rule)
                if seen == {"R18", "R21"}:
                    break
            assert seen == {"R18", "R21"}


def _turn_of(message: AnyMessage) -> object:
    return message.delta.turn if isinstance(message, notices.RoomChanged | notices.ShotPlayed) else None
