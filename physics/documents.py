"""Shots as documents: the JSON that `cuehall simulate` reads and writes, as plain dicts. Degrees at this edge only."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from physics.balls import (
    CONSTANT_NAMES,
    BallSpec,
    Constants,
    FrictionLaw,
    PlainRestitution,
    RestitutionLaw,
    constants_for,
    overridden,
)
from physics.clearance import least_elevation
from physics.conditions import BALL_SETS, CLOTHS, CUES, with_cloth, with_cue
from physics.errors import BadConstants, BadInput, BadLayout, BadStroke
from physics.tables import TABLES, PocketSpec, TableSpec
from physics.trajectories import DEFAULT_BUDGET, Ball, Budget, ContactKind, CueFact, Layout, Mode, Motion, Stroke, Trace

Document = Mapping[str, Any]

BALL_NAME = re.compile(r"c|[1-9]|1[0-5]|[WYRB]")
LAWS: Mapping[str, tuple[type, ...]] = {
    "ball_ball_friction": (FrictionLaw,),
    "cushion_restitution": (RestitutionLaw, PlainRestitution),
}
_LAW_KEYS: Mapping[type, tuple[str, ...]] = {
    FrictionLaw: ("floor", "swing", "rate"),
    RestitutionLaw: ("high", "slope", "low", "compliance"),
    PlainRestitution: ("value",),
}
_POCKET_KEYS = ("mouth", "throat", "facing_angle", "shelf", "drop_radius", "depth")
_KEYS = frozenset(
    {"table", "game", "balls", "stroke", "motion", "options", "specs", "budget", "cloth", "cue", "ball_set"}
)


@dataclass(frozen=True)
class ShotDocument:
    """Everything one document asks for."""

    table: TableSpec
    constants: Constants
    layout: Layout
    strokes: tuple[Stroke, ...]
    motions: Mapping[Ball, Motion]
    budget: Budget


def read_shot(document: object) -> ShotDocument:
    """The values of a shot document; raises `BadInput` naming the field."""
    shot = _object(document, "document")
    for key in shot:
        if key not in _KEYS:
            raise BadInput(key, "unknown field")
    if "game" in shot and not isinstance(shot["game"], str):
        raise BadInput("game", "must be a name")
    table, preset = read_table(shot.get("table"))
    constants = _constants(_conditions(table, preset, shot), _object(shot.get("options", {}), "options"))
    constants = replace(constants, balls=_specs(_object(shot.get("specs", {}), "specs")))
    layout = _layout(_object(shot.get("balls"), "balls"))
    if ("stroke" in shot) == ("motion" in shot):
        raise BadStroke("stroke", "exactly one of stroke and motion is needed")
    strokes = (_stroke(_object(shot["stroke"], "stroke")),) if "stroke" in shot else ()
    motions = _motions(_object(shot["motion"], "motion")) if "motion" in shot else {}
    return ShotDocument(table, constants, layout, strokes, motions, _budget(_object(shot.get("budget", {}), "budget")))


def read_table(value: object) -> tuple[TableSpec, str]:
    """A table by name or in full, and the name of the preset its constants start from."""
    if isinstance(value, str):
        if value not in TABLES:
            raise BadConstants("table", f"unknown table {value!r}; known: {', '.join(TABLES)}")
        return TABLES[value], value
    full = _object(value, "table")
    for key in full:
        if key not in {"name", "length", "width", "cushion_height", "corner", "side", "rail_width"}:
            raise BadConstants(f"table.{key}", "unknown field")
    corner, side = _pocket(full.get("corner"), "table.corner"), _pocket(full.get("side"), "table.side")
    name = full.get("name", "custom")
    if not isinstance(name, str):
        raise BadConstants("table.name", "must be a name")
    table = TableSpec(
        name,
        _size(full, "table.length", 0.3, 20.0),
        _size(full, "table.width", 0.3, 20.0),
        _size(full, "table.cushion_height", 0.001, 0.4),
        corner,
        side,
        _size(full, "table.rail_width", 0.0, 2.0) if "rail_width" in full else 0.125,
    )
    _check_mouths(table)
    return table, name if name in TABLES else ("pool_9ft" if table.has_pockets else "carom_10ft")


def _check_mouths(table: TableSpec) -> None:
    cut = table.corner.mouth * math.sqrt(0.5) if table.corner else 0.0
    half_side = table.side.mouth / 2 if table.side else 0.0
    if cut + half_side >= table.length / 2 or 2 * cut >= table.width:
        raise BadConstants("table.corner.mouth" if table.corner else "table.side.mouth", "leaves no cushion")


def _pocket(value: object, field: str) -> PocketSpec | None:
    if value is None:
        return None
    full = _object(value, field)
    for key in full:
        if key not in _POCKET_KEYS:
            raise BadConstants(f"{field}.{key}", "unknown field")
    angle = _size(full, f"{field}.facing_angle", 0.0, 45.0)
    mouth = _size(full, f"{field}.mouth", 0.01, 1.0)
    return PocketSpec(
        mouth,
        _size(full, f"{field}.throat", 0.001, mouth),
        math.radians(angle),
        _size(full, f"{field}.shelf", 0.0, 0.5),
        _size(full, f"{field}.drop_radius", 0.001, 0.5),
        _size(full, f"{field}.depth", 0.001, 1.0),
    )


def _size(full: Document, field: str, low: float, high: float) -> float:
    value = _number(full.get(field.rpartition(".")[2]), field)
    if not low <= value <= high:
        raise BadConstants(field, f"must be between {low:g} and {high:g}")
    return value


def _conditions(table: TableSpec, preset: str, shot: Document) -> Constants:
    """The preset with the set of balls, the state of the cloth and the kind of cue that a document names."""
    balls = BALL_SETS[_choice(shot, "ball_set", BALL_SETS, "standard")]
    if balls and not preset.startswith("pyramid"):
        raise BadConstants("ball_set", "only Russian pyramid has two sets of balls")
    constants = constants_for(preset, {"cushion_height": table.cushion_height, **balls})
    constants = with_cloth(constants, CLOTHS[_choice(shot, "cloth", CLOTHS, "average")])
    return with_cue(constants, CUES[_choice(shot, "cue", CUES, "playing")]) if "cue" in shot else constants


def _choice(shot: Document, field: str, known: Mapping[str, object], default: str) -> str:
    name = shot.get(field, default)
    if not isinstance(name, str) or name not in known:
        raise BadConstants(field, f"must be one of {', '.join(known)}")
    return name


def _constants(start: Constants, options: Document) -> Constants:
    laws = {name: _law(name, value) for name, value in options.items() if name in LAWS and isinstance(value, Mapping)}
    numbers = {name: value for name, value in options.items() if name not in laws}
    try:
        constants = overridden(start, numbers)
    except BadConstants as error:
        raise BadConstants(f"options.{error.field}", error.reason) from error
    return replace(constants, **laws)


def _law(name: str, value: Document) -> Any:
    laws = {frozenset(_LAW_KEYS[law]): law for law in LAWS[name]}
    law = laws.get(frozenset(value))
    if law is None:
        choices = " or ".join(", ".join(_LAW_KEYS[law]) for law in LAWS[name])
        raise BadConstants(f"options.{name}", f"a law has exactly {choices}")
    keys = _LAW_KEYS[law]
    numbers = [_number(value[key], f"options.{name}.{key}") for key in keys]
    if min(numbers) < 0.0 or max(numbers) > 10.0:
        raise BadConstants(f"options.{name}", "every number of a law lies between 0 and 10")
    return law(*numbers)


def _specs(value: Document) -> dict[Ball, BallSpec]:
    specs = {}
    for name, spec in value.items():
        field = f"specs.{name}"
        full = _object(spec, field)
        mass, radius = _number(full.get("mass"), f"{field}.mass"), _number(full.get("radius"), f"{field}.radius")
        if not (0.0 < mass <= 5.0 and 0.0 < radius <= 0.2):
            raise BadLayout(field, "mass and radius must be more than 0 and at most 5 kg and 0.2 m")
        specs[Ball(name)] = BallSpec(mass, radius)
    return specs


def _layout(value: Document) -> Layout:
    positions = {}
    for name, at in value.items():
        if not BALL_NAME.fullmatch(name):
            raise BadLayout(f"balls.{name}", "not a ball: c, 1 to 15, W, Y, R or B")
        x, y = _numbers(at, 2, f"balls.{name}")
        positions[Ball(name)] = (x, y)
    return Layout(positions)


def _stroke(value: Document) -> Stroke:
    for key in value:
        if key not in {"ball", "aim", "speed", "elevation", "tip"}:
            raise BadStroke(f"stroke.{key}", "unknown field")
    ball = value.get("ball")
    if not isinstance(ball, str):
        raise BadStroke("stroke.ball", "must name the struck ball")
    side, up = _numbers(value.get("tip", [0.0, 0.0]), 2, "stroke.tip")
    return Stroke(
        Ball(ball),
        math.radians(_number(value.get("aim"), "stroke.aim")),
        _number(value.get("speed"), "stroke.speed"),
        math.radians(_number(value.get("elevation", 0.0), "stroke.elevation")),
        (side, up),
    )


def _motions(value: Document) -> dict[Ball, Motion]:
    motions = {}
    for name, motion in value.items():
        full = _object(motion, f"motion.{name}")
        v = _numbers(full.get("v", [0.0, 0.0, 0.0]), 3, f"motion.{name}.v")
        w = _numbers(full.get("w", [0.0, 0.0, 0.0]), 3, f"motion.{name}.w")
        motions[Ball(name)] = Motion((v[0], v[1], v[2]), (w[0], w[1], w[2]))
    return motions


def _budget(value: Document) -> Budget:
    limits = {}
    for name, limit in value.items():
        if name not in {"events", "time", "wall"}:
            raise BadInput(f"budget.{name}", "unknown field")
        number = _number(limit, f"budget.{name}")
        if not 0.0 <= number <= 1e9:
            raise BadInput(f"budget.{name}", "must be between 0 and 1e9")
        limits[name] = number
    return Budget(
        int(limits.get("events", DEFAULT_BUDGET.events)),
        limits.get("time", DEFAULT_BUDGET.time),
        limits.get("wall", DEFAULT_BUDGET.wall),
    )


def _object(value: object, field: str) -> Document:
    if not isinstance(value, Mapping):
        raise BadInput(field, "missing" if value is None else "must be an object")
    return value


def _number(value: object, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(field, "missing" if value is None else "must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise BadInput(field, "must be a finite number")
    return number


def _numbers(value: object, count: int, field: str) -> list[float]:
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != count:
        raise BadInput(field, f"must be {count} numbers")
    return [_number(number, f"{field}[{index}]") for index, number in enumerate(value)]


def write_trace(trace: Trace, log: str) -> dict[str, Any]:
    """The answer of `cuehall simulate`: rest, contacts, segments, energy, all in SI units."""
    return {
        "rest": {ball: list(trace.rest[ball]) if ball in trace.rest else None for ball in trace.balls},
        "duration": trace.duration,
        "log": log,
        "contacts": [
            {
                "t": contact.time,
                "kind": ContactKind(contact.kind).name.lower(),
                "a": contact.ball,
                "b": contact.other,
                "at": list(contact.at),
                "impulse": contact.impulse,
            }
            for contact in trace.contacts
        ],
        "cue": [_cue_fact(fact) for fact in trace.cue],
        "segments": {ball: [_row(row) for row in trace.rows_of(ball)] for ball in trace.balls},
        "energy": {"start": trace.energy[0], "end": trace.energy[1]},
        "max_overlap": trace.max_overlap,
    }


def write_clearance(shot: ShotDocument) -> dict[str, float | None]:
    """The least elevation of a stroke, degrees: over the rails, over the other balls, over both; None: none is free."""
    if not shot.strokes:
        raise BadStroke("stroke", "only a stroke has a cue")
    stroke = shot.strokes[0]
    if stroke.ball not in shot.layout.positions:
        raise BadStroke("stroke.ball", "not on the table")
    if math.hypot(*stroke.tip) > 1.0:
        raise BadStroke("stroke.tip", "beyond the edge of the ball")
    alone = Layout({stroke.ball: shot.layout.positions[stroke.ball]})
    ways = {"rails": (shot.table, alone), "balls": (None, shot.layout), "least_elevation": (shot.table, shot.layout)}
    found = {name: least_elevation(table, shot.constants, layout, stroke) for name, (table, layout) in ways.items()}
    return {name: None if least is None else math.degrees(least) for name, least in found.items()}


def _cue_fact(fact: CueFact) -> dict[str, Any]:
    return {"kind": fact.kind, "margin_mm": fact.margin_mm, "margin_ms": fact.margin_ms}


def _row(row: Any) -> list[Any]:
    vectors = (row[name].tolist() for name in ("pos", "vel", "spin", "acc"))
    return [float(row["t"]), Mode(int(row["mode"])).name.lower(), *vectors]


def write_table(table: TableSpec) -> dict[str, Any]:
    """A table in full, as `read_table` reads it."""
    full: dict[str, Any] = {
        "name": table.name,
        "length": table.length,
        "width": table.width,
        "cushion_height": table.cushion_height,
        "rail_width": table.rail_width,
    }
    for kind, pocket in (("corner", table.corner), ("side", table.side)):
        full[kind] = None if pocket is None else _pocket_out(pocket)
    return full


def _pocket_out(pocket: PocketSpec) -> dict[str, float]:
    values = {key: getattr(pocket, key) for key in _POCKET_KEYS}
    return {**values, "facing_angle": round(math.degrees(pocket.facing_angle), 12)}


def write_constants(constants: Constants) -> dict[str, Any]:
    """The sixteen constants by name, a law as its numbers: `options` as `read_shot` reads them."""
    values: dict[str, Any] = {}
    for name in CONSTANT_NAMES:
        value = getattr(constants, name)
        law = type(value)
        values[name] = {key: getattr(value, key) for key in _LAW_KEYS[law]} if law in _LAW_KEYS else value
    return values
