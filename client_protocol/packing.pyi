from collections.abc import Sequence

from client_protocol.trace_layout import Columns, ContactColumns

def pack(
    balls: Sequence[tuple[str, float]],
    segments: Columns,
    duration: float,
    contacts: ContactColumns,
    spin_deceleration: float = 10.0,
) -> bytes: ...
