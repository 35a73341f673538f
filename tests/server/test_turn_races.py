"""Things that happen to one turn in the same moment: one outcome, in the record once, told to everybody alike."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import structs

from client_protocol import notices, requests
from client_protocol.notices import AnyMessage
from client_protocol.values import Role, Stroke
from game.clock import MAX_CREDIT
from lobby.stores import MatchId
from server.app import App
from tests.server.halls import Match, Wire, begin_match, guest, let_pass, open_hall

ROUNDS = 40
FAST: dict[str, object] = {"lobby_rate": 1e5, "action_rate": 1e5, "officiate_rate": 1e5, "create_rate": 1e5}


class Table:
    """A match with a referee and a spectator, in which every round is one turn that several want to answer."""

    def __init__(self, app: App, match: Match, referee: Wire, watcher: Wire) -> None:
        self.app = app
        self.match = match
        self.referee = referee
        self.watcher = watcher
        self.chance = random.Random(5)

    def answer(self, wire: Wire) -> requests.Action:
        """What the side to act would do now, said by somebody."""
        state = self.match.state
        if state.options_offered and "take_shot" not in state.legal:
            option = self.chance.choice(state.options_offered)
            return requests.ChooseOption(id=wire.next_id(), room=self.match.room, turn=state.turn, option=option)
        stroke = self.match.over_what_lies_behind(Stroke(ball="c", aim=self.chance.uniform(0.0, 6.28), speed=2.0))
        return self.match.shot(wire, stroke=stroke)

    def again(self, wire: Wire, ask: requests.Action) -> requests.Action:
        """The same request once more, or said by somebody else."""
        return structs.replace(ask, id=wire.next_id())

    def act(self, do: str) -> requests.Officiate:
        """An act of the referee that answers this turn."""
        turn = self.match.state.turn
        return requests.Officiate(id=self.referee.next_id(), room=self.match.room, turn=turn, do=do)

    async def at_once(self, *asks: tuple[Wire, requests.Action]) -> list[AnyMessage]:
        """The replies to requests that were all on their way before any was answered, in any order."""
        mixed = list(asks)
        self.chance.shuffle(mixed)
        for wire, ask in mixed:
            await wire.send(ask)  # type: ignore[arg-type]
        return [await wire.reply(ask.id) for wire, ask in asks]


async def expiry(table: Table) -> None:
    """The answer comes within some milliseconds of the end of the clock, or of what latency may be credited."""
    clock, wire, turn = table.match.state.clock, table.match.to_act, table.match.state.turn
    assert clock is not None
    assert clock.ends_at is not None
    at = clock.ends_at + table.chance.choice((0.0, MAX_CREDIT)) + table.chance.uniform(-0.004, 0.002)
    let_pass(table.app, at - table.app.hall._clock.now())
    ask = table.answer(wire)
    (reply,) = await table.at_once((wire, ask))
    if isinstance(reply, notices.Refused):
        assert reply.code in ("not_now", "stale_turn")
        let_pass(table.app, MAX_CREDIT)
        told = await table.watcher.until(lambda message: _turn_of(message) == turn + 1)
        assert isinstance(told, notices.RoomChanged)
        assert told.cause == "clock_expired"


async def resent(table: Table) -> None:
    """The answer is sent three times: it is done once, and all three hear of the same notice."""
    wire = table.match.to_act
    ask = table.answer(wire)
    replies = await table.at_once((wire, ask), (wire, table.again(wire, ask)), (wire, table.again(wire, ask)))
    numbers = {reply.n for reply in replies if isinstance(reply, notices.Done)}
    assert len(numbers) == 1, replies
    assert all(isinstance(reply, notices.Done) for reply in replies)


async def wrong_player(table: Table) -> None:
    """The side that is not to act answers, too."""
    wire, other = table.match.to_act, table.match.waiting
    ask = table.answer(wire)
    right, wrong = await table.at_once((wire, ask), (other, table.again(other, ask)))
    assert isinstance(right, notices.Done), right
    assert isinstance(wrong, notices.Refused)
    assert wrong.code in ("not_your_turn", "stale_turn")


async def referee_between(table: Table) -> None:
    """The referee acts on the same turn as the side to act, and as the other side's protest."""
    wire, other, turn = table.match.to_act, table.match.waiting, table.match.state.turn
    protest = requests.Protest(id=other.next_id(), room=table.match.room, turn=turn, against=max(0, turn - 1))
    do = table.chance.choice(("warn", "replay_game", "call_time"))
    act = structs.replace(table.act(do), player=0, kind="slow_play")
    replies = await table.at_once((wire, table.answer(wire)), (table.referee, act), (other, protest))
    assert sum(isinstance(reply, notices.Done) for reply in replies) <= 1
    for reply in replies:
        assert isinstance(reply, notices.Done | notices.Refused)
        assert getattr(reply, "code", "ok") in ("ok", "stale_turn", "not_now", "too_late", "suspended", "out_of_range")
    state = await table.match.refresh()
    if state.stopped:
        ruling = table.act("rule_protest")
        await table.referee.expect(notices.Done, ruling)


async def suspended_between(table: Table) -> None:
    """Play is stopped at the moment of the answer: it comes before or after, and is played or refused."""
    wire = table.match.to_act
    answered, stopped = await table.at_once((wire, table.answer(wire)), (table.referee, table.act("suspend")))
    assert isinstance(stopped, notices.Done)
    assert isinstance(answered, notices.Done) or getattr(answered, "code", "") in ("stale_turn", "suspended")
    await table.match.refresh()
    await table.referee.expect(notices.Done, table.act("resume"))


def _turn_of(message: AnyMessage) -> int | None:
    turn = message.delta.turn if isinstance(message, notices.RoomChanged | notices.ShotPlayed) else None
    return turn if isinstance(turn, int) else None


@pytest.mark.parametrize("race", [expiry, resent, wrong_player, referee_between, suspended_between])
async def test_one_turn_has_one_outcome_and_all_are_told_the_same(
    tmp_path: Path, race: Callable[[Table], Awaitable[None]]
) -> None:
    async with open_hall(tmp_path, **FAST) as app:
        match = await begin_match(app, race_to=100, referee=True, shot_clock=30.0)
        joined = next(message for message in match.players[0].heard if isinstance(message, notices.Joined))
        async with await guest(app, "Ann") as referee, await guest(app) as watcher:
            await referee.join(joined.referee_invite or "", role=Role.REFEREE)
            await watcher.join(match.invite, role=Role.SPECTATOR)
            start = (await watcher.notice(notices.Snapshot)).n
            table = Table(app, match, referee, watcher)
            for _ in range(ROUNDS):
                before = (await match.refresh()).turn
                await race(table)
                assert (await match.refresh()).turn > before
            end = await match.refresh()
            joined = await watcher.resume(match.room)
            last = (await watcher.notice(notices.Snapshot, watcher.heard.index(joined))).n
            await asyncio.gather(*(wire.until(lambda told: getattr(told, "n", 0) == last) for wire in match.players))
            heard = [
                [
                    told
                    for told in wire.notices_of(match.room)
                    if start < told.n and not isinstance(told, notices.Snapshot)
                ]
                for wire in (*match.players, referee, watcher)
            ]
            assert all(told == heard[0] for told in heard)
            lines = await app.hall._store.lines(MatchId(f"{match.room}-1"))
            turns = [json.loads(line.text)["turn"] for line in lines[1:]]
            assert turns == list(range(end.turn))
        for wire in match.players:
            await wire.close()
