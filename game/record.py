"""The record of a match: JSON lines with a running SHA-256 chain. Folding them gives the match back, without physics.

Line 1 holds the settings, every further line one entry with its ruling. An upgrade of the physics in the middle shows
in the entry that resumes the match and in every shot after it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.actions import RefereeAct
from game.attempts import attempt_of
from game.case_fields import Field
from game.dart_record import Json
from game.entries import Entry
from game.errors import BadCase, IllegalAction
from game.match import Match, ShotOrder, apply, begin, planned, shot_entry
from game.record_values import action_json, facts_json, read_action, read_facts, read_stroke, stroke_json
from game.rulings import Ruling
from game.setup import MatchSetup
from game.shot_facts import Facts, ShotFacts
from game.vocabulary import GameKind, Pace, Seat, Touch
from physics.trajectories import Trace

FORMAT = 1
NO_RULING = Ruling()
START = "0" * 64
"""What the first line is chained to."""


class BrokenRecord(ValueError):
    """A record that cannot be read: the line (from 1) and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Line:
    """A line of a record, without its line end, and the hash that the next one is chained to."""

    text: str
    hash: str


@dataclass(frozen=True)
class Recorded:
    """An entry as it was recorded, with the ruling that was told."""

    entry: Entry
    ruling: Json


def header(setup: MatchSetup, begun: float) -> Line:
    """The first line: settings and the time the match began, s."""
    return _chained(START, {"format": FORMAT, "begun": begun, "setup": _setup_json(setup)})


def entry_line(previous: str, entry: Entry, ruling: Ruling) -> Line:
    """The line of an accepted entry. `previous`: hash of the line before."""
    return _chained(
        previous,
        {
            "at": entry.at,
            "turn": entry.turn,
            "seat": entry.seat,
            "action": action_json(entry.action),
            "strokes": [stroke_json(stroke) for stroke in entry.strokes],
            "facts": facts_json(entry.facts),
            "engine": entry.engine,
            "ruling": ruling_json(ruling),
        },
    )


def fold(lines: Iterable[str]) -> Match:
    """The match that a record leads to. Raises BrokenRecord."""
    match: Match | None = None
    for step in steps(lines):
        match = step.after
    if match is None:
        raise BrokenRecord(1, "an empty record")
    return match


def match_at(lines: Sequence[str], entries: int) -> Match:
    """The match as it stood after so many entries. Raises BrokenRecord."""
    if not 0 <= entries < len(lines):
        raise BrokenRecord(len(lines), f"there are no {entries} entries")
    return fold(lines[: entries + 1])


def resume(lines: Iterable[str]) -> tuple[Match, tuple[Entry, ...]]:
    """The match that a record leads to, and the entries that led there. Raises BrokenRecord."""
    told = list(steps(lines))
    if not told:
        raise BrokenRecord(1, "an empty record")
    return told[-1].after, tuple(step.recorded.entry for step in told if step.recorded is not None)


def last_hash(lines: Sequence[str]) -> str:
    """The hash that the next line of a record is chained to."""
    return str(json.loads(lines[-1])["hash"]) if lines else START


class DifferenceKind(StrEnum):
    """What a verification found; `not_simulated` is no fault."""

    BROKEN = "broken"
    REFUSED = "refused"
    STROKE = "stroke"
    FACTS = "facts"
    RULING = "ruling"
    NOT_SIMULATED = "not_simulated"


@dataclass(frozen=True)
class Difference:
    """Where a record and its verification part: the line (from 1), what, and a sentence."""

    line: int
    kind: DifferenceKind
    text: str

    @property
    def is_fault(self) -> bool:
        """Whether the record does not hold."""
        return self.kind is not DifferenceKind.NOT_SIMULATED


def verify(lines: Iterable[str], simulate: Callable[[ShotOrder], Trace], engine: str) -> list[Difference]:
    """Play a record again and name every difference; shots of another engine version are named, not simulated."""
    found: list[Difference] = []
    is_empty = True
    try:
        for step in steps(lines):
            is_empty = False
            if step.before is not None and step.recorded is not None:
                found += _compare(step, step.before, step.recorded, simulate, engine)
    except BrokenRecord as broken:
        found.append(Difference(broken.line, DifferenceKind.BROKEN, broken.reason))
    if is_empty and not found:
        found.append(Difference(1, DifferenceKind.BROKEN, "an empty record"))
    return found


def _compare(
    step: RecordStep,
    before: Match,
    recorded: Recorded,
    simulate: Callable[[ShotOrder], Trace],
    engine: str,
) -> Iterator[Difference]:
    entry, number = recorded.entry, step.number
    ruling = ruling_json(step.ruling)
    if ruling != recorded.ruling:
        yield Difference(number, DifferenceKind.RULING, f"the rules now answer {ruling}")
    if entry.facts is None or entry.seat is None:
        return
    try:
        plan = planned(before, Entry(entry.at, entry.turn, entry.seat, entry.action), entry.seat)
    except IllegalAction as refusal:
        yield Difference(number, DifferenceKind.REFUSED, f"the action would be refused: {refusal.code}")
        return
    if isinstance(plan, Entry):
        if plan.facts != entry.facts:
            yield Difference(number, DifferenceKind.FACTS, "the draw gives other facts")
        return
    if plan.strokes != entry.strokes:
        yield Difference(number, DifferenceKind.STROKE, "the draw gives another executed stroke")
        return
    if entry.engine != engine:
        text = f"the shot was made by engine {entry.engine} and was not simulated by {engine}"
        yield Difference(number, DifferenceKind.NOT_SIMULATED, text)
        return
    if _seen_again(before, plan, entry, simulate) != entry.facts:
        yield Difference(number, DifferenceKind.FACTS, "the simulation gives other facts")


def _seen_again(before: Match, plan: ShotOrder, entry: Entry, simulate: Callable[[ShotOrder], Trace]) -> Facts | None:
    """The facts of a shot out of its simulation; the replays are made again where the record tells of them."""
    trace, told = simulate(plan), entry.facts
    has_attempt = isinstance(told, ShotFacts) and told.attempt is not None
    attempt = attempt_of(before, plan, trace, simulate) if has_attempt else None
    return shot_entry(before, plan, trace, entry.at, attempt).facts


@dataclass(frozen=True)
class RecordStep:
    """A line of a record as it is folded: its number (from 1), the match around it, what it holds, the ruling.

    The first line has no `before` and holds nothing.
    """

    number: int
    after: Match
    before: Match | None = None
    recorded: Recorded | None = None
    ruling: Ruling = NO_RULING


def steps(lines: Iterable[str]) -> Iterator[RecordStep]:
    """Every line with the match around it. Raises BrokenRecord."""
    matches: list[Match] = []
    previous = START
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            field, previous = _checked(text, previous)
            step = _applied(number, _recorded(field), matches) if matches else RecordStep(number, _begun(field))
        except (BadCase, IllegalAction, AssertionError, ValueError) as error:
            raise BrokenRecord(number, str(error) or type(error).__name__) from error
        matches.append(step.after)
        yield step


def _applied(number: int, recorded: Recorded, matches: Sequence[Match]) -> RecordStep:
    match, entry = matches[-1], recorded.entry
    if entry.turn != match.turn:
        raise ValueError(f"answers turn {entry.turn}, but turn {match.turn} was to be played")
    back = entry.action.entry if isinstance(entry.action, RefereeAct) else None
    earlier = matches[back] if back is not None and 0 <= back < len(matches) else None
    step = apply(match, entry, earlier)
    return RecordStep(number, step.match, match, recorded, step.ruling)


def _checked(text: str, previous: str) -> tuple[Field, str]:
    """The values of a line and its hash, which must continue the chain."""
    members = json.loads(text)
    if not isinstance(members, dict) or "hash" not in members:
        raise BadCase("hash", "is missing")
    told = members.pop("hash")
    line = _chained(previous, members)
    if line.hash != told:
        raise BadCase("hash", "does not continue the chain")
    return Field(members), line.hash


def _chained(previous: str, members: Json) -> Line:
    body = json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    digest = hashlib.sha256(f"{previous}{body}".encode()).hexdigest()
    return Line(f'{body[:-1]},"hash":"{digest}"}}', digest)


def _begun(field: Field) -> Match:
    if field.need("format").whole() != FORMAT:
        raise BadCase("format", "is not one that this version reads")
    return begin(_read_setup(field.need("setup")), field.need("begun").number())


def _recorded(field: Field) -> Recorded:
    seat, engine = field.need("seat"), field.need("engine")
    entry = Entry(
        at=field.need("at").number(),
        turn=field.need("turn").whole(),
        seat=None if seat.value is None else Seat(seat.whole()),
        action=read_action(field.need("action")),
        strokes=tuple(read_stroke(item) for item in field.need("strokes").items()),
        facts=read_facts(field.need("facts")),
        engine=None if engine.value is None else engine.text(),
    )
    ruling = field.need("ruling").value
    assert isinstance(ruling, dict)
    return Recorded(entry, ruling)


def ruling_json(ruling: Ruling) -> Json:
    """A ruling as a JSON object."""
    return {
        "rules": list(ruling.rules),
        "fouls": [foul.value for foul in ruling.fouls],
        "points": ruling.points,
        "continues": ruling.continues,
        "outcome": None if ruling.outcome is None else ruling.outcome.value,
        "winner": list(ruling.winner),
        "games": ruling.games,
        "spotted": {ball: list(at) for ball, at in ruling.spotted.items()},
        "evidence": [[item.token, item.time, item.margin_mm, item.margin_ms] for item in ruling.evidence],
        "text": ruling.text,
        "erased": ruling.erased,
        "bust": ruling.bust,
        **({} if ruling.corrected is None else {"corrected": list(ruling.corrected)}),
    }


def _setup_json(setup: MatchSetup) -> Json:
    return {
        "match_id": setup.match_id,
        "game": setup.game.value,
        "key": setup.key.hex(),
        "sides": list(setup.sides),
        "preset": setup.preset,
        "options": dict(setup.options),
        "table": setup.table,
        "race_to": setup.race_to,
        "sets": setup.sets,
        "shot_clock": setup.shot_clock,
        "extension": setup.extension,
        "touch": setup.touch.value,
        "pace": setup.pace.value,
        "engine": setup.engine,
        "began": setup.began,
        "perfect_rack": setup.perfect_rack,
        "constants": dict(setup.constants),
        "rules_hash": setup.rules_hash,
        "accepted": list(setup.accepted),
    }


def _read_setup(field: Field) -> MatchSetup:
    clock, accepted = field.need("shot_clock"), field.at("accepted")  # records of earlier halls have no such line
    setup = MatchSetup(
        match_id=field.need("match_id").text(),
        game=GameKind(field.need("game").text()),
        key=bytes.fromhex(field.need("key").text()),
        sides=tuple(item.text() for item in field.need("sides").items()),
        preset=field.need("preset").text(),
        options={name: value.option() for name, value in field.need("options").members()},
        table=field.need("table").text(),
        race_to=field.need("race_to").whole(),
        sets=field.need("sets").whole(),
        shot_clock=None if clock.value is None else clock.number(),
        extension=field.need("extension").number(),
        touch=Touch(field.need("touch").text()),
        pace=Pace(field.need("pace").text()),
        engine=field.need("engine").text(),
        began=field.need("began").number(),
        perfect_rack=field.need("perfect_rack").flag(),
        constants={name: value.number() for name, value in field.need("constants").members()},
        accepted=() if accepted is None else tuple(item.whole() for item in accepted.items()),
    )
    if field.need("rules_hash").text() != setup.rules_hash:
        raise BadCase("setup.rules_hash", "is not that of these settings")
    return setup
