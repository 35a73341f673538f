"""A client that follows the notices of a room holds the same state as the server."""

import pytest
from hypothesis import given
from msgspec import UNSET, structs
from msgspec import inspect as mi

from client_protocol.notices import RoomClosed, RoomDelta, RoomState, Snapshot
from client_protocol.room_state import apply_delta, find_delta, follow
from tests.client_protocol.messages import values

STATES = values(mi.type_info(RoomState))
FIXED = [name for name in RoomState.__struct_fields__ if name not in RoomDelta.__struct_fields__]


def in_one_room(before: RoomState, after: RoomState) -> RoomState:
    """`after`, with the settings of the room `before` that never change."""
    return structs.replace(after, **{name: getattr(before, name) for name in FIXED})


@given(STATES, STATES)
def test_the_delta_between_two_states_leads_from_one_to_the_other(before: RoomState, after: RoomState) -> None:
    after = in_one_room(before, after)
    assert apply_delta(before, find_delta(before, after)) == after


@given(STATES)
def test_nothing_changed_is_an_empty_delta(state: RoomState) -> None:
    delta = find_delta(state, state)
    assert all(getattr(delta, name) is UNSET for name in delta.__struct_fields__)


@given(STATES)
def test_a_setting_that_never_changes_is_no_delta(state: RoomState) -> None:
    with pytest.raises(ValueError, match="game"):
        find_delta(state, structs.replace(state, game=state.game + "x"))


@given(STATES)
def test_a_snapshot_replaces_whatever_was_known(state: RoomState) -> None:
    snapshot = Snapshot(room=state.room, n=4, state=state, time=0.0)
    assert follow(None, snapshot) == state
    assert follow(state, RoomClosed(room=state.room, n=5, reason="empty")) == state


def test_a_delta_carries_every_field_that_can_change() -> None:
    assert set(RoomDelta.__struct_fields__) <= set(RoomState.__struct_fields__)
    assert [
        *("room", "invite", "game", "preset", "options", "table", "touch", "pace", "race_to"),
        *("rules_hash", "commitment", "ready_check", "officials", "forfeits_at", "delay"),
    ] == FIXED
