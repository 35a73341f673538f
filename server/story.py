"""A record told to a person: one line an entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.actions import Choose, Place, Shot, Throw
from game.entries import Entry
from game.match import Match
from game.notation import format_log
from game.record import fold, steps
from game.shot_facts import HitFacts, ShotFacts


def tell_match(lines: Sequence[str]) -> Iterator[str]:
    """The match line by line. Raises BrokenRecord."""
    match = fold(lines[:1])
    setup = match.setup
    yield f"{setup.game.value} ({setup.preset}) {' - '.join(setup.sides)}, race to {setup.race_to}, touch {setup.touch}"
    for step in steps(lines):
        if step.recorded is None:
            continue
        entry, match = step.recorded.entry, step.after
        yield f"turn {entry.turn}: {_who(match, entry)} {_what(entry)}. {step.ruling.text} [{_scores(match)}]"
    if match.result is None:
        yield "the match goes on"
    else:
        winners = [setup.sides[seat] for seat in match.result.winners]
        yield f"over ({match.result.reason}): {' and '.join(winners) or 'nobody'} won"


def _who(match: Match, entry: Entry) -> str:
    return "the hall" if entry.seat is None else match.setup.sides[entry.seat]


def _what(entry: Entry) -> str:
    match entry.action, entry.facts:
        case Shot() as shot, ShotFacts() as facts:
            aim, speed = shot.stroke.aim, shot.stroke.speed
            return f"shoots {shot.stroke.ball} (aim {aim:.4f} rad, {speed:.2f} m/s): {format_log(facts.events) or '-'}"
        case Throw() as throw, HitFacts() as hit:
            return f"throws dart {throw.dart}: {hit.segment}"
        case Choose(option), _:
            return f"chooses {option}"
        case Place(ball, at), _:
            return f"places {ball} at ({at[0]:.4f}, {at[1]:.4f})"
    return type(entry.action).__name__


def _scores(match: Match) -> str:
    return " ".join(f"{side.games}/{side.score}" for side in match.play.sides())
