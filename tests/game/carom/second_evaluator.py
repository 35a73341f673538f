"""Three-cushion and four-ball counted a second way, from the written rules alone: strings in, points out.

A contact is `c` and a letter for a cushion (`*c…`: the one the ball was frozen to, before it left it), `W Y R B` for a
ball; balls frozen to the cue ball are told apart. Nothing of the rules under test is used here.
"""

from __future__ import annotations

ERASED = "erased"
FOUL = "frozen_ball"


def _is_direct(contacts: list[str], frozen: str) -> bool:
    """A ball frozen to the cue ball was the very first thing that was met: not even the own cushion came before."""
    return bool(contacts) and contacts[0] in set(frozen)


def three_cushion(contacts: list[str], frozen: str = "") -> int | str:
    """1 where the second different ball was met after three cushions or more, else 0; a foul where a frozen one was
    met at once."""
    if _is_direct(contacts, frozen):
        return FOUL
    text = "".join("c" if contact[0] == "c" else contact for contact in contacts if contact[0] != "*")
    balls = text.replace("c", "")
    if not balls:
        return 0
    first = balls[0]
    others = [place for place, letter in enumerate(text) if letter not in ("c", first)]
    return int(bool(others) and text[: others[0]].count("c") >= 3)


def four_ball(contacts: list[str], opponent: str, frozen: str = "") -> int | str:
    """50, 25, 5, 1, 0, or `erased` where no ball was met at all; a frozen ball met at once: foul."""
    if _is_direct(contacts, frozen):
        return FOUL
    counted = [contact for contact in contacts if contact[0] != "*"]
    balls = {contact for contact in counted if contact[0] != "c"}
    if not balls:
        return ERASED
    if balls == {"R", "B", opponent}:
        return 50 if counted[0][0] == "c" else 25
    if balls == {"R", "B"}:
        return 5
    return 1 if len(balls) == 2 else 0
