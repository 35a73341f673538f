"""What every cue match has around its games: lag, choice of the break, races and sets, the end.

Sources: Slovak pool rules 3.5, 3.6, 3.35, pool B.13, B.18; carom C.0.1, C.8.
"""

from __future__ import annotations

from game.cue_rules import CueRules
from game.cue_state import CueState, Offer, Ruled, next_seat
from game.lag import judge_lag
from game.play import MatchResult
from game.rulings import Ruling
from game.shot_facts import LagFacts
from game.values import replace
from game.vocabulary import Family, Outcome, Phase, Seat

BREAK, PASS = "BREAK", "PASS"
START, HAND_OVER = "start", "hand_over"
FLOW_OPTIONS = (BREAK, PASS, START, HAND_OVER)
"""Options that belong to the flow of a match, not to a game."""


def opening_options(family: Family) -> tuple[str, str]:
    """What the one entitled to open may choose: open himself, or hand it over (3.6, R49)."""
    return (BREAK, PASS) if family is Family.POOL else (START, HAND_OVER)


def offered_opening(state: CueState, seat: Seat) -> CueState:
    """The side is asked whether it opens the next game."""
    offer = Offer(seat, opening_options(state.setting.family))
    return replace(state, phase=Phase.OPTION, shooter=seat, offer=offer, lags={})


def choose_opening(rules: CueRules, state: CueState, option: str) -> Ruled:
    """The game is set up for whoever opens it."""
    chooser = state.shooter
    opener = chooser if option in (BREAK, START) else next_seat(state, chooser)
    number = "3.6" if state.setting.family is Family.POOL else "R49"
    text = "The break is taken." if opener == chooser else "The break is handed over."
    if state.resumed:
        kept = replace(state, breaker=opener, shooter=opener, offer=None, lags={}, resumed=False)
        return Ruled(rules.set_up(kept), Ruling(rules=(number, "3.34"), text=text))
    return Ruled(new_game(rules, state, opener), Ruling(rules=(number,), text=text))


def new_game(rules: CueRules, state: CueState, opener: Seat) -> CueState:
    """A game about to be opened by a side: everything that belongs to one game starts afresh."""
    seats = state.setting.seats
    cleared = replace(
        state,
        own=rules.fresh(state.setting),
        breaker=opener,
        shooter=opener,
        offer=None,
        scores=(0,) * seats,
        run=0,
        fouls_in_row=(0,) * seats,
        warned_at=(None,) * seats,
        innings=(0,) * seats,
        shots=0,
        strokes=(0,) * seats,
        used=(0.0,) * seats,
        misplaced=False,
        resumed=False,
        lags={},
    )
    return rules.set_up(cleared)


def lag_ruled(state: CueState, facts: LagFacts) -> Ruled:
    """Who won the lag chooses; an undecided one is played again (3.5, R48)."""
    verdict = judge_lag(state.setting, facts)
    order = verdict.order if state.setting.lags_alone else ()
    state = replace(state, lag_balls=(), order=order)
    number = "3.5" if state.setting.family is Family.POOL else "R48"
    faults = " ".join(f"Side {seat + 1}: {fault}." for seat, fault in sorted(verdict.faults.items()))
    if verdict.winner is None:
        again = replace(state, phase=Phase.LAG, lags={}, offer=None)
        text = f"{faults} The lag is played again.".strip()
        return Ruled(again, Ruling(rules=(number,), outcome=Outcome.REPLAY, text=text))
    text = f"{faults} Side {verdict.winner + 1} has won the lag.".strip()
    return Ruled(offered_opening(state, verdict.winner), Ruling(rules=(number,), text=text))


def settle(rules: CueRules, ruled: Ruled) -> Ruled:
    """What a finished game leads to: the next one, or the end of the match."""
    ruling = ruled.ruling
    if ruling.outcome in (Outcome.WIN, Outcome.LOSS, Outcome.DRAW):
        state = ruled.state
        for _ in range(ruling.games):
            state = state if state.phase is Phase.OVER else _after_game(rules, state, ruling)
        return replace(ruled, state=state)
    if ruling.outcome is Outcome.STALEMATE and not ruled.state.resumed:
        state = replace(ruled.state, game_number=ruled.state.game_number + 1)
        return replace(ruled, state=new_game(rules, state, state.breaker))
    return ruled


def _after_game(rules: CueRules, state: CueState, ruling: Ruling) -> CueState:
    """The winner has a game more; a set and the match end by the race (B.18). A drawn game ends the match."""
    state = _with_best_games(rules, state)
    if len(ruling.winner) != 1:
        return ended(rules, state, ruling.winner, "draw")
    winner = ruling.winner[0]
    team = state.setting.team_of(winner)
    games = tuple(count + (seat in team) for seat, count in enumerate(state.games))
    sets = state.sets
    if games[winner] >= state.setting.race_to:
        sets = tuple(count + (seat in team) for seat, count in enumerate(state.sets))
        if sets[winner] > state.setting.sets // 2:
            return ended(rules, replace(state, games=games, sets=sets), (winner,), "won")
        games = (0,) * state.setting.seats
    after = replace(state, games=games, sets=sets, game_number=state.game_number + 1)
    return offered_opening(after, next_breaker(after, winner))


def _with_best_games(rules: CueRules, state: CueState) -> CueState:
    """The figures of the game that has ended, where they are the best ones of the match (C.0.5)."""
    if rules.game_figure is None:
        return state
    figures = [rules.game_figure(state, Seat(seat)) for seat in range(state.setting.seats)]
    best = zip(figures, state.best_games, strict=True)
    return replace(state, best_games=tuple(now if last is None else max(now, last) for now, last in best))


def next_breaker(state: CueState, winner: Seat) -> Seat:
    """Who may break the next game (3.35): of two that stand level, the winner."""
    match state.setting.options.get("break_order", "alternate"):
        case "winner":
            return winner
        case "loser":
            return next_seat(state, winner)
        case "alternate":
            return next_seat(state, state.breaker)
        case order:
            lead = state.games[winner] - state.games[next_seat(state, winner)]
            leader = winner if lead >= 0 else next_seat(state, winner)
            trailer = next_seat(state, winner) if lead > 0 else winner
            return leader if order == "leader" else trailer


def ended(rules: CueRules, state: CueState, winners: tuple[Seat, ...], reason: str) -> CueState:
    """The match is over; a team wins it as one."""
    winners = tuple(sorted({mate for seat in winners for mate in state.setting.team_of(seat)}))
    scores = state.games if rules.scores_games else state.scores
    result = MatchResult(winners, reason, scores)
    return replace(state, phase=Phase.OVER, offer=None, result=result, lags={})
