"""However reports arrive, the darts that count are those that were thrown, once each and in their order."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from game.boards.effects import Effect, SendAgain
from game.boards.ingest import Ingest, armed, due, ingest, tick
from game.boards.reports import Report, ReportKind
from tests.game.boards.boards import NOON, fresh, hits, incoming, report

SEGMENTS = st.sampled_from(["T20", "S1", "D7", "OB", "IB", "M", "S19"])


@dataclass(frozen=True)
class Delivery:
    """One copy of a report under way: when it arrives, and as the how manieth."""

    at: float
    order: int
    report: Report


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[Report], list[Delivery]]:
    """Reports of some turns at one board, and their copies: repeated, mixed up, late; some arrive in no copy."""
    made: list[Report] = []
    for _turn in range(draw(st.integers(1, 3))):
        for _ in range(draw(st.integers(1, 3))):
            made.append(report(len(made) + 1, draw(SEGMENTS), at=0.5 * len(made), arm="t1"))
        made.append(report(len(made) + 1, kind=ReportKind.TAKEOUT_END, at=0.5 * len(made), arm=""))
    copies: list[Delivery] = []
    for one in made:
        delays = draw(st.lists(st.floats(0.0, 8.0), min_size=0, max_size=3))
        copies += [Delivery(one.ts / 1000.0 + delay, len(copies), one) for delay in delays]
    return made, sorted(copies, key=lambda copy: (copy.at, copy.order))


def play(made: list[Report], copies: list[Delivery]) -> tuple[Ingest, list[Effect]]:
    """Deliver everything to a board whose turn has room for all darts; it answers what it is asked."""
    state, effects, now = fresh(), list[Effect](), NOON
    state, _ = armed(state, "t1", left=len(made) + 1)
    under_way = list(copies)
    status = report(len(made), at=made[-1].ts / 1000.0 - NOON)
    under_way.append(Delivery(NOON + 60.0, 10**6, status))
    while under_way or due(state) is not None:
        clock = due(state)
        if under_way and (clock is None or under_way[0].at <= clock):
            copy = under_way.pop(0)
            now = max(now, copy.at)
            state, more = ingest(state, incoming(copy.report), now)
        else:
            assert clock is not None
            now = max(now, clock)
            state, more = tick(state, now)
        effects += more
        for effect in more:
            if isinstance(effect, SendAgain):
                again = [one for one in made if one.seq >= effect.first and one.ts / 1000.0 <= now]
                under_way = [Delivery(now, 0, one) for one in again] + under_way
    return state, effects


@given(evenings())
def test_repeated_mixed_up_late_and_lost_deliveries_never_change_the_darts(
    evening: tuple[list[Report], list[Delivery]],
) -> None:
    made, copies = evening
    state, effects = play(made, copies)
    assert hits(effects) == [one.segment for one in made if one.kind is ReportKind.THROW]
    assert state.hold is None


@given(evenings())
def test_no_report_counts_twice_and_each_that_does_not_count_has_its_reason(
    evening: tuple[list[Report], list[Delivery]],
) -> None:
    made, copies = evening
    state, effects = play(made, copies + copies)
    assert len(hits(effects)) == sum(one.kind is ReportKind.THROW for one in made)
    assert state.last == len(made)
