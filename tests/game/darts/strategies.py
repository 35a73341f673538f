"""Hypothesis strategies: darts, and legs of every game before their first dart."""

from __future__ import annotations

from hypothesis import strategies as st

from game.darts.legs import LegPlan, begin_leg
from game.darts.options import OWN, players_of, specs_of
from game.darts.turns import Leg
from game.vocabulary import GameKind, OptionValue

_NUMBERS = st.integers(1, 20)
_SCORING = st.builds(lambda ring, number: f"{ring}{number}", st.sampled_from("SDT"), _NUMBERS)
_LOW = st.builds(lambda ring, number: f"{ring}{number}", st.sampled_from("SDT"), st.integers(1, 5))
_TIMES = st.sampled_from(["", "@500", "@1000", "@4999", "@9999", "@10000"])

any_dart = st.builds(
    lambda name, time: name + time,
    st.one_of(_SCORING, _LOW, st.sampled_from(["OB", "IB", "M", "BO", "NT", "T20", "S20", "S1"])),
    _TIMES,
)
"""A dart in writing, with a time."""


def plan_for(
    kind: GameKind, players: int, key: bytes = bytes(32), pack: str = "seed", **options: OptionValue
) -> LegPlan:
    """What a leg of this game is begun with: its defaults, and what is given."""
    resolved = {spec.name: spec.default for spec in specs_of(kind)} | options
    return LegPlan(kind, pack, resolved, players, key, "g1")


@st.composite
def any_leg(draw: st.DrawFn, kinds: tuple[GameKind, ...] = tuple(OWN)) -> Leg:
    """A leg of any game with any number of players and some of its options turned."""
    kind = draw(st.sampled_from(kinds))
    players = draw(st.sampled_from([number for number in players_of(kind) if number <= 4]))
    options: dict[str, OptionValue] = {}
    for spec in specs_of(kind):
        if isinstance(spec.default, bool):
            options[spec.name] = draw(st.booleans())
        elif spec.choices:
            options[spec.name] = draw(st.sampled_from(spec.choices))
    if kind not in (GameKind.SOLO, GameKind.PUB_GAME, GameKind.SCRAM):
        options["rounds"] = draw(st.integers(1, 3))
    return begin_leg(plan_for(kind, players, draw(st.binary(min_size=32, max_size=32)), "seed", **options))
