"""What carom reads from a shot: balls hit in order, cushions that count, balls off the table (carom C.0.3)."""

from __future__ import annotations

from dataclasses import dataclass

from game.cue_state import CueState, PlayedShot
from game.findings import Finding
from game.shot_facts import AnyEvent, BallHit, CushionHit, LeftTable, TiedHit, TouchedWood
from game.vocabulary import Ball, Foul

SAME_TIME = 1e-6
"""s: a ball and a cushion met within it are a tie (carom C.0.2)."""


@dataclass(frozen=True)
class CaromContact:
    """A contact of the cue ball: the object ball it met (None: a cushion), whether it counts, the event."""

    ball: Ball | None
    counts: bool
    event: AnyEvent


@dataclass(frozen=True)
class CaromReading:
    """A carom shot as the rules read it.

    contacts  of the struck ball, in order
    hits      different object balls in order of their first contact, with how many counted cushions came before
    off       balls that left the table (or touched the wood, where that counts)
    """

    struck: Ball
    contacts: tuple[CaromContact, ...]
    hits: tuple[tuple[Ball, int], ...]
    off: tuple[AnyEvent, ...]

    @property
    def first(self) -> Ball | None:
        """The first ball hit."""
        return self.hits[0][0] if self.hits else None

    @property
    def balls_off(self) -> frozenset[Ball]:
        """Names of the balls off the table."""
        return frozenset(event.ball for event in self.off)

    def contact_with(self, ball: Ball) -> AnyEvent:
        """The first contact with a ball that was hit."""
        return next(contact.event for contact in self.contacts if contact.ball == ball)


def read(state: CueState, shot: PlayedShot) -> CaromReading:
    """What happened, as far as the rules ask."""
    struck = shot.facts.struck
    own_counts = state.setting.flag("frozen_cushion_counts")
    contacts = tuple(contact for event in shot.facts.events for contact in _contacts(event, struck, own_counts))
    if state.setting.word("tie_favours") == "cushion":
        contacts = _cushions_first(contacts)
    hits: dict[Ball, int] = {}
    cushions = 0
    for contact in contacts:
        if contact.ball is None:
            cushions += contact.counts
        else:
            hits.setdefault(contact.ball, cushions)
    gone = [*shot.facts.of(LeftTable)]
    wood = [*shot.facts.of(TouchedWood)] if state.setting.flag("wood_is_off") else []
    return CaromReading(struck, contacts, tuple(hits.items()), (*gone, *wood))


def _cushions_first(contacts: tuple[CaromContact, ...]) -> tuple[CaromContact, ...]:
    """The contacts with cushions before balls that were met at the same time (E-39)."""
    ordered: list[CaromContact] = []
    for contact in contacts:
        place = len(ordered)
        if contact.ball is None:
            while place and _is_tied(ordered[place - 1], contact):
                place -= 1
        ordered.insert(place, contact)
    return tuple(ordered)


def _is_tied(one: CaromContact, two: CaromContact) -> bool:
    return one.ball is not None and two.event.time - one.event.time <= SAME_TIME


def _contacts(event: AnyEvent, struck: Ball, own_counts: bool) -> tuple[CaromContact, ...]:
    """A contact counts whichever ball was moving; one with the cushion it was frozen to does not (R81)."""
    match event:
        case BallHit(ball=one, other=two) if struck in (one, two):
            return (CaromContact(two if one == struck else one, True, event),)
        case TiedHit(ball=ball, others=others) if ball == struck:
            return tuple(CaromContact(other, True, event) for other in others)
        case CushionHit(ball=ball, own=own) if ball == struck:
            return (CaromContact(None, own_counts or not own, event),)
        case _:
            return ()


def direct_frozen(state: CueState, reading: CaromReading) -> AnyEvent | None:
    """The contact by which a ball frozen to the cue ball was played at directly (T27, T28, R78)."""
    touching = state.frozen.to_ball(reading.struck)
    if not reading.contacts or reading.contacts[0].ball not in touching:
        return None
    return reading.contacts[0].event


def cue_fouls(state: CueState, shot: PlayedShot) -> list[Finding]:
    """Double hit and push (T3, R3, R4), where the hall asks for them."""
    if state.setting.word("cue_fouls") == "off":
        return []
    known = {"double_hit": Foul.DOUBLE_HIT, "push": Foul.PUSH}
    rules = {"double_hit": "T3", "push": "R3"}
    facts = {fact.kind: fact for fact in shot.facts.tip if fact.kind in known}
    return [Finding(known[kind], rules[kind], tip=fact) for kind, fact in facts.items()]
