"""Recorded streams of the makers' kinds become our reports: lists are compared, never summed. Source: darts B.4."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.boards import autodarts, scolia
from game.boards.reports import BadReport, Json, ReportKind
from game.boards.sightings import Sighting

STREAMS = Path(__file__).parent / "streams"


def lines(name: str) -> list[dict[str, Json]]:
    return [json.loads(line) for line in (STREAMS / name).read_text().splitlines()]


def words(sightings: list[Sighting]) -> list[str]:
    """Sightings as short words: `T20`, `takeout_end`, `correct 2 T20`."""
    said = []
    for number, one in enumerate(sightings, 1):
        kind = "" if one.kind is ReportKind.THROW else one.kind.value
        ref = f"{one.ref}" if one.ref else ""
        said.append(" ".join(word for word in (kind, ref, one.segment + one.zone) if word))
        assert one.ref < number
    return said


def read_autodarts(messages: list[dict[str, Json]]) -> list[Sighting]:
    stream, found = autodarts.AutodartsStream(), list[Sighting]()
    for message in messages:
        stream, more = autodarts.read_state(stream, message)
        found += more
        assert stream.made == len(found)
    return found


def read_scolia(messages: list[dict[str, Json]]) -> list[Sighting]:
    stream, found = scolia.ScoliaStream(), list[Sighting]()
    for message in messages:
        stream, more = scolia.read_message(stream, message)
        found += more
        assert stream.made == len(found)
    return found


def test_a_recorded_evening_of_the_autodarts_kind() -> None:
    assert words(read_autodarts(lines("autodarts.jsonl"))) == [
        "T20", "S20i", "M", "correct 3 D18", "takeout_start", "takeout_end", "OB", "S5o", "IB", "delete 8",
        "takeout_start", "takeout_end",
    ]  # fmt: skip


def test_a_recorded_evening_of_the_scolia_kind() -> None:
    assert words(read_scolia(lines("scolia.jsonl"))) == [
        "T20", "S20i", "M", "takeout_start", "takeout_end", "S5o", "bounceout", "takeout_start", "takeout_end", "IB",
        "correct 10 OB", "delete 6", "takeout_start", "takeout_end",
    ]  # fmt: skip


def throws(*segments: tuple[int, int]) -> dict[str, Json]:
    return {"status": "Throw", "throws": [{"segment": {"number": n, "multiplier": m}} for n, m in segments]}


def test_a_state_that_is_told_again_is_no_dart() -> None:
    state = throws((20, 3), (20, 3))
    assert words(read_autodarts([state, state, state])) == ["T20", "T20"]


def test_two_darts_in_one_message_are_both_thrown_with_time_between() -> None:
    found = read_autodarts([throws((20, 1)), throws((20, 1), (5, 1), (1, 1))])
    assert words(found) == ["S20", "S5", "S1"]
    assert [one.before for one in found] == [0.0, 0.5, 0.0]


def test_a_dart_that_vanishes_from_the_middle_is_taken_back_alone() -> None:
    assert words(read_autodarts([throws((20, 3), (19, 1), (7, 2)), throws((20, 3), (7, 2))]))[3:] == ["delete 2"]


def test_a_dart_beside_the_board_is_a_miss_whatever_number_is_near() -> None:
    assert words(read_autodarts([throws((18, 0))])) == ["M"]


def test_points_are_millimetres() -> None:
    message: dict[str, Json] = {
        "throws": [{"segment": {"number": 20, "multiplier": 2}, "coords": {"x": 0.0, "y": 0.9765}}]
    }
    assert read_autodarts([message])[0].at == (0.0, 166.0)


@pytest.mark.parametrize(
    "message",
    [
        {"throws": "T20"}, {"throws": [5]}, {"throws": [{}]},
        {"throws": [{"segment": {"number": 21, "multiplier": 1}}]},
        {"throws": [{"segment": {"number": 25, "multiplier": 3}}]},
        {"throws": [{"segment": {"number": "20", "multiplier": 1}}]},
    ],
)  # fmt: skip
def test_an_autodarts_message_that_cannot_be_read_is_refused(message: dict[str, Json]) -> None:
    with pytest.raises(BadReport):
        autodarts.read_state(autodarts.AutodartsStream(), message)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "THROW_DETECTED", "payload": {"sector": "T21"}}, {"type": "THROW_DETECTED", "payload": {}},
        {"type": "THROW_DETECTED"}, {"type": "DELETE_THROW", "payload": {"throwIndex": 0}},
        {"type": "THROW_CORRECTED", "payload": {"throwIndex": -1, "sector": "S1"}},
    ],
)  # fmt: skip
def test_a_scolia_message_that_cannot_be_read_is_refused(message: dict[str, Json]) -> None:
    with pytest.raises(BadReport):
        scolia.read_message(scolia.ScoliaStream(), message)


def test_messages_of_other_kinds_say_nothing_about_darts() -> None:
    assert read_scolia([{"type": "SBC_STATUS_CHANGED", "payload": {"status": "Ready"}}]) == []
