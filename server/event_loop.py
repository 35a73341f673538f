"""The event loop of the hall: uvloop where it exists, the standard one elsewhere."""

from __future__ import annotations

import asyncio
import sys


def new_event_loop() -> asyncio.AbstractEventLoop:
    """A fresh loop, the fastest to be had."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()
