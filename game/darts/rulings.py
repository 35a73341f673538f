"""What people are told about a dart: its points, what it did, and the rule it rests on."""

from __future__ import annotations

from game.actions import Action, ClockExpired, Concede, Throw
from game.darts.turns import Leg, Stage
from game.darts.vocabulary import Effect, Thrown
from game.rulings import Ruling
from game.vocabulary import GameKind, Outcome, Seat

RULES = {
    GameKind.X01: "darts C.1",
    GameKind.SOLO: "darts C.2",
    GameKind.PUB_GAME: "darts C.3",
    GameKind.SUPER_100: "darts C.4",
    GameKind.BASEBALL: "darts C.5",
    GameKind.HIGH_SCORE: "darts C.6",
    GameKind.LOW_SCORE: "darts C.7",
    GameKind.SUPER_SCORE: "darts C.8",
    GameKind.CRICKET: "darts C.9",
    GameKind.SCRAM: "darts C.10",
    GameKind.SHANGHAI: "darts C.11",
    GameKind.ROULETTE: "darts C.12",
}
TIE_RULE = "darts B.7"

_SENTENCES = {
    Effect.COUNTED: "{dart} counts {points}.",
    Effect.MISSED: "{dart} misses.",
    Effect.NOT_THROWN: "A dart was not thrown.",
    Effect.NOT_OPEN: "{dart} does not open.",
    Effect.BUST: "{dart} is a bust.",
    Effect.FINISHED: "{dart} finishes.",
    Effect.PENALTY: "{dart} costs {points}.",
    Effect.IGNORED: "{dart} does not count here.",
    Effect.LIT: "{dart} hits the light and takes {points}.",
    Effect.VOID: "{dart} came too late.",
    Effect.MARKED: "{dart} makes {marks} of the marks.",
    Effect.CLOSED: "{dart} closes the number.",
    Effect.SCORED: "{dart} scores {points}.",
    Effect.DEAD: "{dart} is on a dead number.",
    Effect.STOPPED: "{dart} stops the number.",
    Effect.SHANGHAI: "{dart}: SHANGHAI!",
    Effect.TIE_BREAK: "{dart} in the tie-break.",
}


def rule_on(game: GameKind, seats: tuple[Seat, ...], before: Leg, after: Leg, action: Action) -> Ruling:
    """The ruling on an action that led from one state of the leg to the next."""
    over = after.stage is Stage.DONE
    winner = tuple(seats[player] for player in after.winners) if over else ()
    acting = seats[before.turn.player]
    thrown = after.last if isinstance(action, Throw) else None
    rule = TIE_RULE if before.stage is Stage.TIE_BREAK else RULES[game]
    return Ruling(
        rules=(rule,),
        points=0 if thrown is None else thrown.points,
        continues=not over and after.turn.number == before.turn.number,
        outcome=_outcome(winner, acting) if over else None,
        winner=winner,
        text=_text(action, thrown),
        bust=thrown is not None and thrown.effect is Effect.BUST,
    )


def _outcome(winner: tuple[Seat, ...], acting: Seat) -> Outcome:
    if len(winner) != 1:
        return Outcome.DRAW
    return Outcome.WIN if acting in winner else Outcome.LOSS


def _text(action: Action, thrown: Thrown | None) -> str:
    if thrown is not None:
        sentence = _SENTENCES[thrown.effect]
        if thrown.effect is Effect.CLOSED and thrown.points:
            sentence = "{dart} closes the number and scores {points}."
        return sentence.format(dart=thrown.dart.name, points=thrown.points, marks=thrown.marks)
    match action:
        case ClockExpired():
            return "The clock ran out: the darts left are not thrown."
        case Concede():
            return "A player gives up."
    return "The darts left are not thrown."
