"""Traces that tests write by hand, row by row, as bytes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from client_protocol.packing import pack
from client_protocol.trace_layout import CUSHIONS, POCKETS, Columns, ContactColumns, Touched, TracedContact

OTHERS = {Touched.CUSHION: CUSHIONS, Touched.POCKET: POCKETS}


def packed(
    balls: Sequence[tuple[str, float]],
    segments: Sequence[Sequence[Any]],
    duration: float,
    contacts: Sequence[TracedContact] = (),
    spin_deceleration: float = 10.0,
) -> bytes:
    """Seven columns of segments as lists, and contacts by name, as the bytes of a trace."""
    ball, mode, t, pos, vel, spin, acc = segments
    columns = Columns(
        np.array(ball, np.uint8),
        np.array(mode, np.uint8),
        np.array(t, np.float64),
        *(np.array(vectors, np.float64).reshape(-1, 3) for vectors in (pos, vel, spin, acc)),
    )
    return pack(balls, columns, duration, _columns([name for name, _ in balls], contacts), spin_deceleration)


def _columns(names: Sequence[str], contacts: Sequence[TracedContact]) -> ContactColumns:
    others = [
        names.index(hit.other) if hit.kind is Touched.BALL else OTHERS.get(hit.kind, (hit.other,)).index(hit.other)
        for hit in contacts
    ]
    return ContactColumns(
        np.array([hit.time for hit in contacts], np.float64),
        np.array([hit.kind for hit in contacts], np.uint8),
        np.array([names.index(hit.ball) for hit in contacts], np.uint8),
        np.array(others, np.uint8),
        np.array([hit.impulse for hit in contacts], np.float64),
    )
