"""What can go wrong in a shot: a bad input, named by its field, or a budget that ran out. Never a silent stop."""

from __future__ import annotations


class PhysicsError(Exception):
    """Anything the physics refuses or fails at."""


class BadInput(PhysicsError):
    """An input that no shot can start from: the field and why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class BadLayout(BadInput):
    """Balls that overlap, lie outside the table or are not numbers."""


class BadStroke(BadInput):
    """A stroke or a starting motion that no cue can give."""


class BadConstants(BadInput):
    """A physical constant or a table dimension out of its range."""


class BudgetSpent(PhysicsError):
    """The shot did not end within its budget: `events`, `time` (simulated) or `wall`."""

    def __init__(self, what: str) -> None:
        super().__init__(f"budget of {what} spent before the balls came to rest")
        self.what = what


class BrokenPhysics(PhysicsError):
    """A self-check failed: `overlap`, `energy`, `outside` or `number`. A fault of the engine, never hidden."""

    def __init__(self, what: str, time: float) -> None:
        super().__init__(f"self-check of {what} failed at t = {time!r} s")
        self.what = what
        self.time = time
