"""What follows a break: whether it drove enough, and the answers that the rules offer. Source: Slovak pool rules 4.6.

Option codes are those of the rules: ACCEPT plays on from where the cue ball lies, ACCEPT_KITCHEN from behind the head
string; RERACK_SELF and RERACK_OTHER rack again, and the chooser or the other side breaks.
"""

from __future__ import annotations

from collections.abc import Callable

from game.cue_state import CueState, PlayedShot, Ruled
from game.pool.common import Reading, cushioned_balls
from game.rulings import Ruling
from game.values import replace
from game.vocabulary import CueBall, Outcome, Phase, Seat

ACCEPT, ACCEPT_KITCHEN = "ACCEPT", "ACCEPT_KITCHEN"
RERACK_SELF, RERACK_OTHER = "RERACK_SELF", "RERACK_OTHER"


def is_open_break(reading: Reading, shot: PlayedShot) -> bool:
    """Whether a break drove enough: a ball made, or four object balls to cushions (4.6, 5.3)."""
    return bool(reading.made) or len(cushioned_balls(shot)) >= 4


def accepted(state: CueState, cue_ball: CueBall, rule: str) -> Ruled:
    """The one who chose plays on."""
    text = "The table is taken as it lies." if cue_ball is CueBall.AS_LIES else "Play goes on from the kitchen."
    after = replace(state, phase=Phase.PLAY, cue_ball=cue_ball, offer=None)
    return Ruled(after, Ruling(rules=(rule,), text=text))


def racked_again(set_up: Callable[[CueState], CueState], state: CueState, breaker: Seat, rule: str) -> Ruled:
    """The balls are racked again; the game goes on, and what was counted in it stays."""
    after = set_up(replace(state, breaker=breaker, offer=None))
    return Ruled(after, Ruling(rules=(rule,), outcome=Outcome.RERACK, text="The balls are racked again."))
