"""What pyramid keeps of each side: its shelf, its debts, the figures of the game. Source: carom C.6.5, C.6.9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.averages import average
from game.case_fields import Field, Players
from game.cue_state import CueState, LastShot, Own, Setting, seconds_a_stroke, set_at
from game.errors import BadCase
from game.play import Detail
from game.pyramid.balls import in_order, is_classic, is_free
from game.values import replace
from game.vocabulary import CUE, Ball, Foul, Phase, Seat


@dataclass(frozen=True)
class Book:
    """One side's own.

    shelf     balls it has taken; debt: balls it owes, the shelf being empty at a foul
    longest   most balls (classic: points) of one turn
    own_balls, other_balls  struck balls that fell off another one, and the others it made
    given, received         penalties paid and gained
    safeties, bad_safeties  legal ones and fouls
    fouls     how many of each kind
    """

    shelf: tuple[Ball, ...] = ()
    debt: int = 0
    longest: int = 0
    own_balls: int = 0
    other_balls: int = 0
    given: int = 0
    received: int = 0
    safeties: int = 0
    bad_safeties: int = 0
    fouls: Mapping[Foul, int] | None = None


@dataclass(frozen=True)
class Pending:
    """A ball that is to be taken off the table: for whose shelf, whether as a penalty, the phase that follows."""

    taker: Seat
    is_penalty: bool
    phase: Phase = Phase.PLAY


@dataclass(frozen=True)
class Pyramid(Own):
    """What pyramid games keep.

    safeties   legal safeties in a row without a ball
    asked      a dead position was proposed in this turn; proposer: who waits for the answer
    opener     who had opened the game, while the stroke after a dead position is being decided
    bars_cue   the next stroke may not make the cue ball (dynamic pyramid)
    closed     the end of the game has closed the turn at the table
    """

    books: tuple[Book, ...]
    safeties: int = 0
    last: LastShot | None = None
    pending: Pending | None = None
    asked: bool = False
    proposer: Seat | None = None
    opener: Seat | None = None
    bars_cue: bool = False
    closed: bool = False


def own_of(state: CueState) -> Pyramid:
    """The pyramid part of a state."""
    return state.own_as(Pyramid)


def book_of(state: CueState, seat: Seat) -> Book:
    """The book of a side."""
    return own_of(state).books[seat]


def with_book(state: CueState, seat: Seat, book: Book) -> CueState:
    """The state with this book of a side."""
    own = own_of(state)
    return replace(state, own=replace(own, books=set_at(own.books, seat, book)))


def with_points(state: CueState, seat: Seat, points: int) -> CueState:
    """Points won or lost; those of the side at the table belong to its run."""
    return replace(state, scores=set_at(state.scores, seat, state.scores[seat] + points))


def closed(state: CueState) -> CueState:
    """The turn that the end of the game has cut short is a whole inning (C.0.5)."""
    seat = state.shooter
    return replace(
        state,
        innings=set_at(state.innings, seat, state.innings[seat] + 1),
        own=replace(own_of(state), closed=True),
    )


def with_ball_returned(state: CueState, seat: Seat) -> tuple[CueState, tuple[Ball, ...]]:
    """One ball less for an offender, and the ball that comes back; with nothing on the shelf he owes one (C.6.5)."""
    book = book_of(state, seat)
    paid = replace(book, given=book.given + 1)
    if state.scores[seat] <= 0:
        return with_book(state, seat, replace(paid, debt=book.debt + 1)), ()
    returned = book.shelf[:1]
    after = with_book(state, seat, replace(paid, shelf=book.shelf[1:]))
    return with_points(after, seat, -1), returned


def noted_fouls(state: CueState, seat: Seat, fouls: tuple[Foul, ...]) -> CueState:
    """The fouls in the figures of a side."""
    book = book_of(state, seat)
    counts = dict(book.fouls or {})
    for foul in fouls:
        counts[foul] = counts.get(foul, 0) + 1
    bad = book.bad_safeties + (Foul.BAD_SAFETY in fouls)
    return with_book(state, seat, replace(book, fouls=counts, bad_safeties=bad))


def shelved(book: Book, balls: tuple[Ball, ...]) -> Book:
    """A book with these balls on the shelf, in ascending number."""
    return replace(book, shelf=in_order((*book.shelf, *balls)))


def fresh(setting: Setting) -> Own:
    """Empty shelves."""
    return Pyramid((Book(),) * setting.seats)


def read_own(state: CueState, field: Field, players: Players) -> Own:
    """Shelves and debts of a case; balls that are gone and not told of lie on the shelves as the scores say."""
    told, debts = players.values(field.at("shelves")), players.wholes(field.at("debts"))
    whole = {*map(Ball, map(str, range(1, 16))), *((CUE,) if is_free(state) else ())}
    gone = list(in_order(whole - state.balls))
    if state.target < 1:
        raise BadCase("state.target", "must be 1 or more")
    books = []
    for place in range(state.setting.seats):
        seat = Seat(place)
        count = 0 if is_classic(state) else max(0, state.scores[seat])
        shelf = tuple(Ball(item.text()) for item in told[seat].items()) if seat in told else tuple(gone[:count])
        gone = [ball for ball in gone if ball not in shelf]
        books.append(Book(shelf=shelf, debt=debts[seat]))
    return Pyramid(tuple(books))


def show_own(state: CueState, players: Players) -> Mapping[str, object]:
    """Shelves and debts by player."""
    books = own_of(state).books
    return {
        "shelves": players.by_name(tuple(list(book.shelf) for book in books)),
        "debts": players.by_name(tuple(book.debt for book in books)),
    }


def statistics(state: CueState, seat: Seat) -> Mapping[str, Detail]:
    """The figures of a side (C.6.9); the average is points per turn, cut to three decimals; one with balls counts."""
    book, innings = book_of(state, seat), state.innings
    is_open = seat == state.shooter and state.run > 0 and not own_of(state).closed
    turns = innings[seat] + is_open
    return {
        "shelf": " ".join(book.shelf),
        "debt": book.debt,
        "innings": innings[seat],
        "average": average(state.scores[seat], turns),
        "longest_run": book.longest,
        "run_out": sum(innings) == innings[seat] <= 1 and 0 < state.target <= state.scores[seat],
        "own_balls": book.own_balls,
        "other_balls": book.other_balls,
        "penalties_given": book.given,
        "penalties_received": book.received,
        "safeties": book.safeties,
        "bad_safeties": book.bad_safeties,
        "stroke_seconds": seconds_a_stroke(state, seat),
        "slow_turns": state.slow[seat],
        "fouls": " ".join(f"{foul.value}:{count}" for foul, count in (book.fouls or {}).items()),
    }
