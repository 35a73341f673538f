"""What a referee or director does to a match as a whole; what concerns one game is ruled by the game.

Sources: Slovak pool rules 1.11, 1.12, 1.16, 2.18, 2.26, 2.27, pool B.17; carom C.7.
"""

from __future__ import annotations

from game.actions import RefereeAct
from game.clock import LONGEST_POOL_LIMIT
from game.errors import IllegalAction, Refusal
from game.vocabulary import Family

DIRECTOR_ACTS = frozenset(
    {"lose_match", "award_match", "disqualify", "end_match", "adjudicate_interrupted", "overrule", "forfeit"}
)
"""Acts that need the director (2.28, 1.15)."""

STOPPING = frozenset({"suspend", "pause"})
RESUMING = frozenset({"resume"})
DECIDING = frozenset({"rule_protest", "decide_protest", "overrule"})
REPLAYING = frozenset({"replay_shot", "restore_and_replay"})
CLOCK = frozenset({"set_clock", "set_shot_clock"})
NOTED = frozenset(
    {
        "call_time",
        "correct_call",
        "grant_leave",
        "mute",
        "remove_spectator",
        "eject_spectator",
        "rule_override",
        "seat_referee",
    }
)
"""Acts that only stand in the record: what they order is done by the room."""

POOL_RULES = {
    "call_time": "1.11",
    "correct_call": "2.8",
    "grant_leave": "2.22",
    "mute": "2.24",
    "remove_spectator": "2.24",
    "eject_spectator": "2.24",
    "rule_override": "2.4",
    "seat_referee": "2.1",
}
"""The number of the rule behind each noted act, in pool; elsewhere the tables of acts have none of their own."""

DART_ACTS = frozenset({"correct_dart", "delete_dart", "insert_dart", "insert_dart_before"})
"""Corrections of what a real board reported (darts B.6)."""

MATCH_ACTS = STOPPING | RESUMING | DECIDING | REPLAYING | CLOCK | NOTED | {"forfeit"}
"""Acts that this module answers."""

REMOVING = frozenset({"remove_spectator", "eject_spectator"})

MOST_NOTED = 50
"""Acts between two shots that only stand in the record: without a bound one official could fill a disk with them."""

LONGEST_LIMIT = 3600.0
"""s: no shot clock is longer in any game."""


def check_act(act: RefereeAct, *, is_director: bool) -> None:
    """Refuse a referee what only the director may do, and an earlier position to whatever restores none."""
    if act.do in DIRECTOR_ACTS and not is_director:
        raise IllegalAction(Refusal.NOT_ALLOWED, "do", f"{act.do} is for the director")
    if act.entry is not None and act.do != "restore":
        raise IllegalAction(Refusal.BAD_VALUE, "entry", f"{act.do} restores no position")


def checked_limit(act: RefereeAct, family: Family) -> float:
    """The limit of the shot clock that a referee sets, s. Raises IllegalAction."""
    if act.seconds is None or not act.seconds >= 5.0:
        raise IllegalAction(Refusal.BAD_VALUE, "seconds", f"{act.do} needs a limit of 5 s or more")
    longest = LONGEST_POOL_LIMIT if family is Family.POOL else LONGEST_LIMIT
    if act.seconds > longest:
        raise IllegalAction(Refusal.LIMIT_TOO_LONG, "seconds", f"the limit is at most {longest:g} s")
    return act.seconds


def rule_of(act: RefereeAct, family: Family) -> str:
    """The number of the rule by which an act is noted."""
    if family is Family.POOL:
        return POOL_RULES.get(act.do, "2.15")
    return "B.6" if family is Family.DARTS else "C.7"


def note(act: RefereeAct) -> str:
    """What is told of an act."""
    words = act.do.replace("_", " ").capitalize()
    about = " ".join(part for part in (act.kind, act.reason) if part)
    return f"{words}: {about}." if about else f"{words}."
