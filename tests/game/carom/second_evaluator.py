"""Three-cushion and four-ball counted a second way, from the written rules alone: strings in, points out.

A contact is `c` and a letter for a cushion (`*c…`: the one the ball was frozen to), `W Y R B` for a ball, `=R` for a
ball frozen to the cue ball that was only leaned on. Nothing of the rules under test is used here.
"""

from __future__ import annotations

ERASED = "erased"


def _strip(contacts: list[str]) -> list[str]:
    """Contacts that count for anything: no leaning, no cushion the ball never left."""
    return [contact for contact in contacts if contact[0] not in "*="]


def three_cushion(contacts: list[str]) -> int:
    """1 where the second different ball was met after three cushions or more, else 0."""
    text = "".join("c" if contact[0] == "c" else contact for contact in _strip(contacts))
    balls = text.replace("c", "")
    if not balls:
        return 0
    first = balls[0]
    others = [place for place, letter in enumerate(text) if letter not in ("c", first)]
    return int(bool(others) and text[: others[0]].count("c") >= 3)


def four_ball(contacts: list[str], opponent: str) -> int | str:
    """50, 25, 5, 1, 0, or `erased` where no ball was met at all."""
    counted = _strip(contacts)
    balls = {contact for contact in counted if contact[0] != "c"}
    if not balls:
        return ERASED
    if balls == {"R", "B", opponent}:
        return 50 if counted[0][0] == "c" else 25
    if balls == {"R", "B"}:
        return 5
    return 1 if len(balls) == 2 else 0
