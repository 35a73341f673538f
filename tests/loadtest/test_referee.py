"""The referee that follows a script: whatever comes between, a position it puts up is played on from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from client_protocol.client_errors import RefusedError
from client_protocol.client_room import Room
from client_protocol.notices import Refused
from loadtest.referee import Referee, Restore


@dataclass
class Seen:
    """What a referee sees of a room."""

    turn: int = 9
    entries: int = 9
    stopped: str = ""


@dataclass
class Table:
    """A room that refuses the acts it is told to refuse, once each, and is over when the script is done."""

    refuse: list[str]
    state: Seen = field(default_factory=Seen)
    is_over: bool = False
    acts: int = 0

    async def wait_until(self, holds: Any) -> None:
        """Play goes on by itself: once nothing is due, the match is over."""
        self.is_over = not holds()

    async def officiate(self, do: str, **_: object) -> None:
        """An act, refused the first time where that is wanted."""
        self.acts += 1
        assert self.acts < 50, "it never ends"
        if do in self.refuse:
            self.refuse.remove(do)
            raise RefusedError(Refused(code="stale_turn", text="late"))
        self.state.stopped = {"suspend": "suspended", "resume": ""}.get(do, self.state.stopped)
        self.state.entries += 1


@pytest.mark.parametrize("refuse", [[], ["suspend"], ["restore"], ["resume"], ["suspend", "restore", "resume"]])
async def test_a_refused_step_is_repeated_and_play_goes_on_in_the_end(refuse: list[str]) -> None:
    referee, table = Referee([Restore(at=1), Restore(at=2)]), Table(list(refuse))
    await referee.serve(cast(Room, table))
    assert referee.did == ["suspend", "restore", "resume"] * 2
    assert table.state.stopped == ""
