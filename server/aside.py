"""What is done beside the play, between the rules' words and the wire's: protests, time-outs, acts of officials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from client_protocol import requests, values
from game import actions
from game.entries import Entry
from game.rulings import Ruling

ASIDE = (
    actions.RefereeAct,
    actions.Protest,
    actions.TakeTimeOut,
    actions.EndTimeOut,
    actions.AgreeToGoOn,
)
"""What the audit trail shows."""

CAUSES: Mapping[type[actions.Action], str] = {
    actions.RefereeAct: "referee",
    actions.Protest: "protest",
    actions.TakeTimeOut: "time_out",
    actions.EndTimeOut: "time_out_over",
    actions.AgreeToGoOn: "agreed",
}
"""How the notice of each is called."""

BARE: Mapping[type[requests.Action], Callable[[], actions.Action]] = {
    requests.PassDarts: actions.PassDarts,
    requests.AskExtension: actions.AskExtension,
    requests.SkipPlayback: actions.SkipPlayback,
    requests.TakeTimeOut: actions.TakeTimeOut,
    requests.EndTimeOut: actions.EndTimeOut,
    requests.AgreeToGoOn: actions.AgreeToGoOn,
    requests.Concede: actions.Concede,
}
"""Requests that say no more than what they are."""


def official_act(number: int, entry: Entry, ruling: Ruling, sides: Sequence[str]) -> values.OfficialAct:
    """A line of the audit trail. `number`: how many entries the record had with it."""
    what, seat = entry.action, entry.seat
    if isinstance(what, actions.RefereeAct):
        by, act, player, kind = what.by or "Cuehall", what.do, what.player, what.kind
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
