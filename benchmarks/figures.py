"""What a benchmark yields."""

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured number, beside what it is compared with.

    `against` is the limit or the peer's number in the same unit, `peer` says whose it is. `more_is_better` tells rates
    from times. `must` makes missing it a failure of the run, for promises; a peer that is slower today may be faster
    tomorrow, and fails nothing.
    """

    name: str
    value: float
    unit: str
    against: float | None = None
    peer: str = ""
    more_is_better: bool = False
    must: bool = False

    @property
    def ratio(self) -> float | None:
        """Return how many times better than the limit or peer this is; below 1 it is worse."""
        if not self.against or not self.value:
            return None
        return self.value / self.against if self.more_is_better else self.against / self.value
