"""The event loop of the hall (uvloop where it exists, the standard one elsewhere), and when the memory is tidied up."""

from __future__ import annotations

import asyncio
import gc
import sys


def new_event_loop() -> asyncio.AbstractEventLoop:
    """A fresh loop, the fastest to be had."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


def keep_garbage_cheap() -> None:
    """Look for cycles after so many more new objects: a shot makes hundreds and no cycle, the default looks every 700.

    What is loaded by now lives as long as the process and is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
