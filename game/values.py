"""A changed copy of a frozen value. `dataclasses.replace` does the same for any class, ten times slower: it hands every
field to `__init__` again, and a state has forty of them, changed forty times in a shot."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 — told so, mypy checks the fields
else:

    def replace(value, /, **changes):
        """The value with some fields changed. Raises TypeError for a name that is no field."""
        names = _names(type(value))
        if not changes.keys() <= names:
            raise TypeError(f"{type(value).__name__} has no {', '.join(sorted(changes.keys() - names))}")
        held = value.__dict__
        if len(held) > len(names):  # what was worked out and kept beside the fields belongs to the old value
            held = {name: held[name] for name in names}
        changed = object.__new__(type(value))
        object.__setattr__(changed, "__dict__", {**held, **changes})
        return changed


@cache
def _names(kind: type[Any]) -> frozenset[str]:
    """The fields of a class whose `__init__` does nothing but set them; TypeError for any other."""
    is_slotted = any(vars(parent).get("__slots__") for parent in kind.__mro__)
    if is_slotted or hasattr(kind, "__post_init__") or not all(one.init for one in fields(kind)):
        raise TypeError(f"{kind.__name__} cannot be copied field by field")
    return frozenset(one.name for one in fields(kind))
