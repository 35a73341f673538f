"""The break of eight-ball, with every answer that follows it. Source: Slovak pool rules 4.6 to 4.9, 4.15, 4.18."""

from __future__ import annotations

from game.cue_state import CueState, Offer, PlayedShot, Ruled, pass_turn
from game.findings import Finding
from game.pool.awards import lose_game
from game.pool.breaks import ACCEPT, ACCEPT_KITCHEN, RERACK_OTHER, RERACK_SELF, is_open_break
from game.pool.common import Reading, find_fouls, read
from game.pool.counting import noted
from game.pool.groups import EIGHT
from game.pool.shots import after_shot, foul_ruling, shown_of
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import CueBall, Foul, Phase, Seat

SPOT8_CONTINUE, SPOT8_KITCHEN = "SPOT8_CONTINUE", "SPOT8_KITCHEN"
RULES = {Foul.SCRATCH: "4.7", Foul.BALL_OFF: "4.8"}


def judge_break(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on a break: any ball may be hit first, and four balls to cushions stand for the usual one (4.6, 4.12)."""
    reading = read(state, shot)
    findings = find_fouls(state, shot, reading, None, rules=RULES, waived=frozenset({Foul.NO_RAIL}))
    is_legal = is_open_break(reading, shot)
    if not is_legal:
        findings = (*findings, Finding(Foul.ILLEGAL_BREAK, "4.6", tuple(shot.facts.events[-1:])))
    table = noted(after_shot(state, shot), fouls=bool(findings))
    if EIGHT in reading.balls_off:
        ruling = foul_ruling(findings, "4.18", "4.20.3")
        return lose_game(table, table.shooter, replace(ruling, text=f"{ruling.text} The eight off the table loses."))
    if EIGHT in reading.balls_made:
        return _eight_made(table, reading, findings)
    if findings:
        return _foul(table, reading, findings, is_legal=is_legal)
    return _clean(table, reading)


def _eight_made(table: CueState, reading: Reading, findings: tuple[Finding, ...]) -> Ruled:
    """The breaker spots the eight and goes on, or racks again; after a foul the other side has the choice (4.9)."""
    if not findings:
        text = "The eight is made on the break: spot it, or rack again."
        ruling = Ruling(rules=("4.9",), continues=True, evidence=shown_of(reading, EIGHT), text=text)
        return Ruled(_offered(table, table.shooter, SPOT8_CONTINUE, RERACK_SELF), ruling)
    after = pass_turn(table)
    spots = (SPOT8_KITCHEN,) if reading.cue_is_gone else (SPOT8_CONTINUE, SPOT8_KITCHEN)
    return Ruled(_offered(after, after.shooter, *spots, RERACK_SELF), foul_ruling(findings, "4.9"))


def _foul(table: CueState, reading: Reading, findings: tuple[Finding, ...], *, is_legal: bool) -> Ruled:
    """The other side goes on from the kitchen, or has a choice; where two rules give one, it has all of them (3.29)."""
    ruling = foul_ruling(findings, "4.15")
    besides = {finding.foul for finding in findings} - {Foul.NO_HIT, Foul.ILLEGAL_BREAK}
    after = pass_turn(table, CueBall.IN_HAND_KITCHEN)
    if is_legal and (reading.cue_is_gone or not reading.off):
        return Ruled(after, ruling)
    takes = [] if reading.cue_is_gone else [ACCEPT]
    takes += [ACCEPT_KITCHEN] if besides else []
    racks = [] if is_legal else [RERACK_SELF, RERACK_OTHER]
    return Ruled(_offered(after, after.shooter, *takes, *racks), ruling)


def _clean(table: CueState, reading: Reading) -> Ruled:
    """Whoever made a ball goes on; the table is open after every break (4.2, 4.10)."""
    shown = shown_of(reading)
    if reading.made:
        text = "A ball is made: play goes on, the table is open."
        return Ruled(table, Ruling(rules=("4.2", "4.6"), continues=True, evidence=shown, text=text))
    text = "Nothing is made: the turn passes, the table is open."
    return Ruled(pass_turn(table), Ruling(rules=("4.6",), evidence=shown, text=text))


def _offered(state: CueState, to: Seat, *options: str) -> CueState:
    return replace(state, phase=Phase.OPTION, shooter=to, offer=Offer(to, options))
