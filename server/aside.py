"""What is done beside the play, between the rules' words and the wire's: protests, time-outs, acts of officials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from client_protocol import values
from game import actions
from game.entries import Entry
from game.rulings import Ruling

CAUSES: Mapping[type[actions.Action], str] = {
    actions.RefereeAct: "referee",
    actions.Protest: "protest",
    actions.TakeTimeOut: "time_out",
    actions.EndTimeOut: "time_out_over",
    actions.AgreeToGoOn: "agreed",
    actions.CorrectDart: "corrected",
    actions.DeleteDart: "deleted",
    actions.InsertDart: "inserted",
    actions.RefuseCorrection: "refused",
}
"""How the notice of each is called."""

ASIDE = tuple(CAUSES)
"""What the audit trail shows."""

HALL: Final = "Cuehall"
"""How the hall signs what it does as the referee."""


def official_act(number: int, entry: Entry, ruling: Ruling, sides: Sequence[str]) -> values.OfficialAct:
    """A line of the audit trail. `number`: how many entries the record had with it."""
    what, seat = entry.action, entry.seat
    if isinstance(what, actions.RefereeAct):
        by, act, player, kind = what.by or HALL, what.do, what.player, what.kind
    else:
        by, act, player, kind = "" if seat is None else sides[seat], CAUSES[type(what)], seat, ""
    return values.OfficialAct(
        entry=number,
        at=entry.at,
        by=by,
        act=act,
        player=player,
        kind=kind,
        reason=what.reason if isinstance(what, actions.RefereeAct | actions.Protest) else "",
        rules=ruling.rules,
        text=ruling.text,
    )
