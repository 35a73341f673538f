"""Called shots: what counts as called, with words or without. Source: Slovak pool rules 2.8, 3.4, 4.2, pool B.12."""

from __future__ import annotations

from game.actions import Call, Shot
from game.cue_state import PlayedShot
from game.pool.common import Reading
from game.shot_facts import AnyEvent, BallHit, CushionHit, Potted, TiedHit
from game.vocabulary import CUE, Ball


def declared_call(shot: Shot) -> Call | None:
    """What was called with words; a safety calls nothing (4.13, 6.7.4)."""
    return None if shot.safety else shot.call


def made_as_called(call: Call | None, reading: Reading) -> Potted | None:
    """The called ball in its pocket, if it went there."""
    if call is None:
        return None
    return next((event for event in reading.made if event.ball == call.ball and event.pocket is call.pocket), None)


def obvious_call(shot: PlayedShot, reading: Reading, own: frozenset[Ball]) -> Call | None:
    """The call that a shot makes by itself: one own ball, hit first and directly, went straight in (4.2).

    Banks, combinations and kicks are not obvious; nor is a shot that met two such balls at once.
    """
    contact = reading.contact
    if contact is None or shot.action.safety:
        return None
    events = shot.facts.events
    place = events.index(contact)
    if any(isinstance(event, CushionHit) and event.ball == CUE for event in events[:place]):
        return None
    met = contact.others if isinstance(contact, TiedHit) else (reading.first,)
    straight = [
        event
        for event in reading.made
        if event.ball in own
        and event.ball in met
        and not any(_disturbs(other, event.ball) for other in events[place + 1 :])
    ]
    return Call(straight[0].ball, straight[0].pocket) if len(straight) == 1 else None


def _disturbs(event: AnyEvent, ball: Ball) -> bool:
    """Whether an event after the first contact takes a ball's straight way to the pocket from it."""
    if isinstance(event, BallHit):
        return ball in (event.ball, event.other)
    return isinstance(event, CushionHit) and event.ball == ball
