"""Three consecutive fouls and their warning. Source: Slovak pool rules 2.16, 5.12, 7 (loss), pool B.11."""

from __future__ import annotations

from game.cue_state import CueState, set_of_team
from game.values import replace
from game.vocabulary import Seat


def count_foul(state: CueState, seat: Seat, at: float) -> tuple[CueState, bool]:
    """One foul more in a row; whether it is the third after a valid warning.

    A third foul without one counts as the second (2.16). After the second the server warns at once, but where the
    option `auto_warn` leaves that to the other player.
    """
    count = state.fouls_in_row[seat] + 1
    if count >= 3:
        if is_warned(state, seat, at):
            return _counted(state, seat, count, None), True
        count = 2
    warns = count == 2 and state.setting.options.get("auto_warn", True) is True
    return _counted(state, seat, count, at if warns else None), False


def _counted(state: CueState, seat: Seat, count: int, warned_at: float | None) -> CueState:
    return replace(
        state,
        fouls_in_row=set_of_team(state, state.fouls_in_row, seat, count),
        warned_at=set_of_team(state, state.warned_at, seat, warned_at),
    )


def noted(state: CueState, *, fouls: bool) -> CueState:
    """The shooter's row after a shot where three cost nothing and a row is only a sign of a stalemate (4.21)."""
    row = state.fouls_in_row[state.shooter] + 1 if fouls else 0
    return replace(state, fouls_in_row=set_of_team(state, state.fouls_in_row, state.shooter, row))


def is_warned(state: CueState, seat: Seat, at: float) -> bool:
    """Whether the side was warned early enough before a stroke at this time (2.16)."""
    warned_at = state.warned_at[seat]
    return warned_at is not None and at - warned_at >= state.setting.warn_lead


def clear_fouls(state: CueState, seat: Seat) -> CueState:
    """A completed legal shot ends the row."""
    return _counted(state, seat, 0, None)


def warn(state: CueState, seat: Seat, at: float) -> CueState:
    """The side is told that a third foul costs the game."""
    return replace(state, warned_at=set_of_team(state, state.warned_at, seat, at))
