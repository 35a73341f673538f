"""Coming back to a room with a token that changes at every return: a wrong or old one changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from client_protocol import notices, requests
from lobby.people import PersonId
from server.resume_tokens import ResumeTokens
from tests.server.halls import Match, Wire, begin_match, dial, guest, open_hall

ADA, BO = PersonId("ada"), PersonId("bo")


def test_a_token_is_taken_until_a_newer_one_was_used() -> None:
    tokens = ResumeTokens(bytes(32), 5)
    first = tokens.give(ADA)
    second, third = tokens.give(ADA), tokens.give(ADA)
    assert len({first, second, third}) == 3
    assert tokens.accept(ADA, first), "the answer with its successor may be lost"
    assert tokens.accept(ADA, first)
    assert tokens.accept(ADA, third)
    assert not tokens.accept(ADA, second)
    assert not tokens.accept(ADA, first)
    assert tokens.accept(ADA, third)


@pytest.mark.parametrize("wrong", ["", "-", "7", "7-", "-7-abc", "9" * 60 + "-x", "\u0667-abc", "7-\u00e9"])
def test_what_is_no_token_is_refused(wrong: str) -> None:
    tokens = ResumeTokens(bytes(32), 5)
    right = tokens.give(ADA)
    assert not tokens.accept(ADA, wrong)
    assert not tokens.accept(BO, right)
    assert not ResumeTokens(bytes(31) + b"x", 5).accept(ADA, right)
    assert tokens.accept(ADA, right)


def come_back(wire: Wire, match: Match, token: str) -> requests.ResumeRoom:
    return requests.ResumeRoom(id=wire.next_id(), room=match.room, token=token)


def given(wire: Wire) -> str:
    """The token of the last `joined` that this client heard."""
    joined = [told for told in wire.heard if isinstance(told, notices.Joined)][-1]
    assert joined.resume is not None
    return joined.resume


async def test_an_old_window_does_not_take_the_room_from_the_new_one(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        old, other = match.players
        token = given(old)
        async with await dial(app) as new, await dial(app) as again:
            await new.hello(token=old.token)
            joined = await new.expect(notices.Joined, come_back(new, match, token))
            newest = await new.expect(notices.Joined, come_back(new, match, joined.resume or ""))
            assert len({token, joined.resume, newest.resume}) == 3
            await again.hello(token=old.token)
            start = len(other.heard)
            for wrong in (token, "x" * 20, given(other)):
                refused = await again.refused(come_back(again, match, wrong), "unknown_token")
                assert refused.path == "$.token"
            shot = match.shot(match.to_act)
            shooter = new if match.to_act is old else other
            await shooter.expect(notices.Done, shot)
            told = await other.notice(notices.ShotPlayed, start)
            assert told.n == newest_notice(other, start), "nothing but the shot was told"
            await new.notice(notices.ShotPlayed)


def newest_notice(wire: Wire, start: int) -> int:
    return max(told.n for told in wire.heard[start:] if isinstance(told, notices.Notice))


async def test_the_owner_comes_back_in_time_whatever_wrong_tokens_were_tried(tmp_path: Path) -> None:
    async with open_hall(tmp_path, lobby_rate=1e5) as app:
        match = await begin_match(app)
        away, stays = match.players
        token = given(away)
        await away.cut()
        await stays.notice(notices.RoomChanged, cause="away")
        async with await dial(app) as attacker, await guest(app) as stranger, await dial(app) as back:
            await attacker.hello(token=away.token)
            for number in range(50):
                await attacker.refused(come_back(attacker, match, f"{number}-{'A' * 22}"), "unknown_token")
                await stranger.refused(come_back(stranger, match, token), "not_in_room")
            await back.hello(token=away.token)
            assert (await back.expect(notices.Joined, come_back(back, match, token))).seat == 0
            assert (await match_state(back, match)).absences == ()


async def match_state(wire: Wire, match: Match) -> notices.RoomState:
    joined = await wire.resume(match.room)
    return (await wire.notice(notices.Snapshot, wire.heard.index(joined))).state


async def test_a_token_is_good_after_a_restart_and_newer_than_all_before(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as app:
        match = await begin_match(app)
        session, token = match.players[0].token, given(match.players[0])
    async with open_hall(tmp_path) as app, await dial(app) as back:
        await back.hello(token=session)
        await back.expect(notices.Joined, come_back(back, match, token))
        await back.expect(notices.Joined, come_back(back, match, given(back)))
        await back.refused(come_back(back, match, token), "unknown_token")
