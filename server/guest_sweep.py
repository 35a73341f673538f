"""Forgets guests who never sat down: without it, every visit would leave a row for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set

import structlog

from lobby.people import PersonId
from lobby.stores import Store, StoreFailed
from server.clock import Clock

log = structlog.get_logger()

SWEEP_SECONDS = 600.0

AT_ONCE = 500
"""People forgotten in one transaction."""


async def sweep_guests(store: Store, before: float, present: Set[PersonId]) -> int:
    """Forget who came before a time, never sat anywhere and is not here; how many. Raises StoreFailed."""
    gone = 0
    while True:
        found = await store.idle_people(before, AT_ONCE + len(present))
        idle = [person for person in found if person not in present][:AT_ONCE]
        if not idle:
            return gone
        await store.forget_people(idle)
        gone += len(idle)


async def keep_sweeping(store: Store, clock: Clock, keep: float, present: Callable[[], Set[PersonId]]) -> None:
    """Sweep at the start and then again and again; keep: s that a guest stays known."""
    while True:
        try:
            gone = await sweep_guests(store, clock.now() - keep, present())
        except StoreFailed as error:
            log.error("guests could not be swept", error=str(error))
        else:
            if gone:
                log.info("guests forgotten", count=gone)
        await asyncio.sleep(SWEEP_SECONDS)
