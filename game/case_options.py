"""Rule options as written cases tell them: by the words of the rule pages, also those that nothing depends on here."""

from __future__ import annotations

from collections.abc import Mapping

from game.case_fields import Field
from game.options import OptionSpec
from game.vocabulary import GameKind, OptionValue

OF_A_ROOM = frozenset({"shot_clock", "slow_limit_turns", "hang_model", "reach_model"})
"""Options that a case may name though its game has none of that name: in a case time runs out, and balls drop, when an
action says so, and every ball can be reached (E-28)."""

SETTLED = {(GameKind.STRAIGHT_POOL, "call_mode"): ("strict", "obvious")}
"""Options that a case may set for a game in which they make no difference: every shot of straight pool is called, and
no shot is obvious there (pool B.12)."""

SWITCH = {"on": True, "off": False}


def read_options(kind: GameKind, specs: tuple[OptionSpec, ...], told: Mapping[str, Field]) -> dict[str, OptionValue]:
    """The options of a case: `on` and `off` mean yes and no, and no is a choice that is called `off`."""
    known = {spec.name: spec for spec in specs}
    given: dict[str, OptionValue] = {}
    for name, field in told.items():
        if (kind, name) in SETTLED:
            field.word_of(SETTLED[kind, name])
            continue
        value = field.option()
        spec = known.get(name)
        if spec is None and name in OF_A_ROOM:
            continue
        if spec is not None and isinstance(spec.default, bool) and isinstance(value, str):
            value = SWITCH.get(value, value)
        if spec is not None and "bridge" in spec.choices and value in (True, "on"):
            value = "bridge"
        if name == "shot_clock" and value in (False, "off"):
            value = 0.0
        if spec is not None and value is False and "off" in spec.choices:
            value = "off"
        given[name] = value
    return given
