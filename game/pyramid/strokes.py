"""Ruling on a stroke: what counts, what comes back, who plays on. Source: R4 to R9, carom C.6.2, C.6.3, C.6.7."""

from __future__ import annotations

from game.cue_state import CueState, LastShot, Offer, PlayedShot, Ruled, at_rest, pass_turn
from game.findings import all_evidence, evidence_of, foul_text
from game.pyramid.balls import LAST, NUMBERED, WITH_COLOURED, is_classic, is_free, value
from game.pyramid.books import book_of, closed, own_of, shelved, with_book, with_points
from game.pyramid.fouls import find_fouls
from game.pyramid.penalties import fouled, has_won, to_take, won_by
from game.pyramid.reading import Reading, crossing_balls, objects_of, read
from game.pyramid.spotting import put_back
from game.rulings import Ruling
from game.shot_facts import CushionHit
from game.values import replace
from game.vocabulary import CUE, Ball, CueBall, Outcome, Phase, Pocket, Point, Seat

ACCEPT, RERACK_SELF, RERACK_OTHER = "ACCEPT", "RERACK_SELF", "RERACK_OTHER"
FAR_CORNERS = (Pocket.FL, Pocket.FR)


def judge(state: CueState, shot: PlayedShot) -> Ruled:
    """Rule on one stroke."""
    return ruled_on(state, shot, is_foul_cancelled=False)


def ruled_on(state: CueState, shot: PlayedShot, *, is_foul_cancelled: bool) -> Ruled:
    """Rule on a stroke, by a referee's word as if it had been no foul."""
    reading = read(shot)
    findings = () if is_foul_cancelled else find_fouls(state, shot, reading)
    own = own_of(state)
    before = replace(state, own=replace(own, last=None))
    noted = replace(own, last=LastShot(before, shot), asked=False, proposer=None, bars_cue=False)
    table = at_rest(replace(state, own=noted), shot.facts)
    table = replace(table, shots=state.shots + 1, phase=Phase.PLAY, cue_ball=CueBall.AS_LIES, hand_ball=CUE, offer=None)
    if findings:
        fouls = tuple(finding.foul for finding in findings)
        ruling = Ruling(
            rules=tuple(dict.fromkeys(finding.rule for finding in findings)),
            fouls=fouls,
            evidence=all_evidence(findings),
            text=foul_text(fouls),
        )
        return fouled(table, _lost(state, reading), ruling, _next_cue_ball(state, reading))
    counting = _counting(state, shot, reading)
    if counting:
        return _scored(table, state, reading, counting)
    return _nothing_counted(table, state, shot, reading)


def _lost(state: CueState, reading: Reading) -> tuple[Ball, ...]:
    """Object balls that are no longer on the table."""
    return objects_of(state, tuple(event.ball for event in (*reading.potted, *reading.off)))


def _is_cue_gone(state: CueState, reading: Reading) -> bool:
    """Whether the cue ball of a game that has one has to be placed by hand."""
    return not is_free(state) and any(event.ball == CUE for event in (*reading.potted, *reading.off))


def _next_cue_ball(state: CueState, reading: Reading) -> CueBall:
    return CueBall.IN_HAND_KITCHEN if _is_cue_gone(state, reading) else CueBall.AS_LIES


def _counting(state: CueState, shot: PlayedShot, reading: Reading) -> tuple[Ball, ...]:
    """The balls that a stroke without a foul scores, in the order they fell; the struck one among them."""
    potted = tuple(event.ball for event in reading.potted if event.ball != CUE or not is_classic(state))
    if state.phase is Phase.BREAK:
        is_far = any(event.pocket in FAR_CORNERS for event in reading.potted)
        return potted if is_far or state.setting.word("opening") != "far_corners" else ()
    if not is_classic(state):
        return potted
    call = shot.call
    is_made = call is not None and any((fall.ball, fall.pocket) == (call.ball, call.pocket) for fall in reading.potted)
    return potted if is_made else ()


def _scored(table: CueState, before: CueState, reading: Reading, counting: tuple[Ball, ...]) -> Ruled:
    """Balls on the shelf, less what was owed; the side goes on unless it has won (C.6.3, C.6.5)."""
    seat = table.shooter
    book = book_of(table, seat)
    owed = min(book.debt, len(counting))
    returned, kept = objects_of(before, counting[:owed]), counting[owed:]
    points = _points(before, kept)
    run = table.run + points
    svoi = int(reading.struck in counting)
    book = replace(
        shelved(book, objects_of(before, kept)),
        debt=book.debt - owed,
        longest=max(book.longest, run),
        own_balls=book.own_balls + svoi,
        other_balls=book.other_balls + len(counting) - svoi,
    )
    after = with_points(with_book(replace(table, run=run), seat, book), seat, points)
    after = replace(after, own=replace(own_of(after), safeties=0))
    text = f"{points} to the shooter: play goes on." if points else "A ball that was owed: play goes on."
    shown = evidence_of(reading.potted)
    ruling = Ruling(rules=("C.6.3",), points=points, continues=True, evidence=shown, text=text)
    if has_won(after, seat):
        return won_by(closed(after), seat, ruling)
    jumped = objects_of(before, tuple(event.ball for event in reading.off))
    after, spotted = put_back(after, (*returned, *jumped))
    ruling = replace(ruling, spotted=spotted)
    if len(after.balls) < (2 if is_free(before) else 1):
        return _cleared(after, reading, ruling)
    return Ruled(_going_on(after, reading, is_removal=CUE in kept and not is_free(before)), ruling)


def _points(before: CueState, kept: tuple[Ball, ...]) -> int:
    """A point for each ball; in the classic game their numbers, and ten for the last one on the table (C.6.7)."""
    if not is_classic(before):
        return len(kept)
    is_last = bool(kept) and before.balls <= frozenset(kept)
    return sum(value(ball) for ball in kept) + (LAST if is_last else 0)


def _going_on(state: CueState, reading: Reading, *, is_removal: bool) -> CueState:
    """The same side plays on, from hand where its cue ball fell; for that one a ball is named first (C.6.7)."""
    fallen = next((event for event in reading.potted if event.ball == CUE), None)
    if fallen is None or is_free(state):
        return state
    is_dynamic = state.setting.options.get("dynamic") is True
    after = replace(
        state,
        cue_ball=CueBall.IN_HAND if is_dynamic else CueBall.IN_HAND_KITCHEN,
        own=replace(own_of(state), bars_cue=is_dynamic and state.setting.flag("dynamic_bars_cue")),
    )
    if not is_removal:
        return after
    seat = state.shooter
    chooser = seat if state.setting.word("removal") == "scorer" else Seat(1 - seat)
    return to_take(after, seat, chooser, is_penalty=False, near=pocket_place(state, fallen.pocket))


def pocket_place(state: CueState, pocket: Pocket) -> Point:
    """Where a pocket is, near enough to tell which ball is nearest."""
    cloth = state.setting.cloth
    x = {"H": -cloth.length / 2.0, "S": 0.0, "F": cloth.length / 2.0}[pocket.value[0]]
    return (x, cloth.width / 2.0 if pocket.value[1] == "L" else -cloth.width / 2.0)


def _cleared(state: CueState, reading: Reading, ruling: Ruling) -> Ruled:
    """Nothing is left to play at: the higher score wins; level, the ball made last comes back (C.6.7)."""
    best = max(state.scores)
    leaders = [Seat(seat) for seat, score in enumerate(state.scores) if score == best]
    if len(leaders) == 1:
        return won_by(closed(state), leaders[0], ruling)
    last = objects_of(state, tuple(event.ball for event in reading.potted))[-1]
    book = book_of(state, state.shooter)
    shelf = tuple(ball for ball in book.shelf if ball != last)
    after = with_book(state, state.shooter, replace(book, shelf=shelf))
    after, spotted = put_back(after, (last,))
    after = _going_on(after, reading, is_removal=False)
    return Ruled(after, replace(ruling, spotted={**ruling.spotted, **spotted}))


def _nothing_counted(table: CueState, before: CueState, shot: PlayedShot, reading: Reading) -> Ruled:
    """What fell comes back without a penalty and the turn passes (C.6.2, C.6.3); an opening may be too weak."""
    seat = table.shooter
    is_safety = not reading.potted
    book, own = book_of(table, seat), own_of(table)
    books = with_book(table, seat, replace(book, safeties=book.safeties + is_safety))
    own = replace(own_of(books), safeties=own.safeties + 1 if is_safety else 0)
    back, spotted = put_back(replace(books, own=own), _lost(before, reading))
    after = pass_turn(back, _next_cue_ball(before, reading))
    text = "A safety: the turn passes." if is_safety else "Nothing counts: the turn passes."
    shown = evidence_of(() if reading.contact is None else (reading.contact,))
    ruling = Ruling(rules=("R9" if is_safety else "C.6.3",), spotted=spotted, evidence=shown, text=text)
    if before.phase is Phase.BREAK and not _opens(before, shot, reading):
        offer = Offer(after.shooter, (ACCEPT, RERACK_SELF, RERACK_OTHER))
        text = "The opening was too weak: the other side chooses."
        return Ruled(replace(after, phase=Phase.OPTION, offer=offer), replace(ruling, rules=("C.6.2",), text=text))
    return Ruled(after, ruling)


def _opens(state: CueState, shot: PlayedShot, reading: Reading) -> bool:
    """Whether an opening without a ball does enough: three at cushions, or two and one over the middle (C.6.2)."""
    if state.setting.word("opening") != "three_cushions" or reading.potted:
        return True
    at_cushions = {hit.ball for hit in shot.facts.of(CushionHit) if not hit.own}
    return len(at_cushions) >= 3 or (len(at_cushions) == 2 and bool(crossing_balls(state, shot, reading)))


def opening_answered(state: CueState, option: str) -> Ruled:
    """The other side takes the table, breaks itself, or has the break repeated (C.6.2)."""
    if option == ACCEPT:
        after = replace(state, phase=Phase.PLAY, offer=None)
        return Ruled(after, Ruling(rules=("C.6.2",), text="The table is taken as it lies."))
    breaker = state.shooter if option == RERACK_SELF else Seat(1 - state.shooter)
    text = f"The balls are racked again: side {breaker + 1} opens."
    ruling = Ruling(rules=("C.6.2",), outcome=Outcome.RERACK, text=text)
    return Ruled(racked_for(state, breaker), ruling)


def racked_for(state: CueState, breaker: Seat) -> CueState:
    """A full rack that a side is to open, the coloured ball in hand in the house; scores stay, but no ball on a shelf
    is kept out of the rack."""
    own = own_of(state)
    books = tuple(replace(book, shelf=()) for book in own.books)
    return replace(
        state,
        own=replace(own, books=books, last=None, pending=None),
        balls=frozenset(WITH_COLOURED if is_free(state) else NUMBERED),
        positions={},
        phase=Phase.BREAK,
        breaker=breaker,
        shooter=breaker,
        run=0,
        offer=None,
        cue_ball=CueBall.IN_HAND_KITCHEN,
        hand_ball=CUE,
        rack_due="pyramid",
    )
