"""People of the hall. Today everybody is a guest: a name and a session, no password."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import NewType

from lobby.errors import LobbyError

PersonId = NewType("PersonId", str)

MAX_NAME = 24
"""Longest shown name, in characters."""


@dataclass(frozen=True)
class Person:
    """Somebody who said hello: a stable id, the shown name, whether a program plays, and whether it is the house's."""

    id: PersonId
    name: str
    bot: bool = False
    house: bool = False


def clean_name(raw: str) -> str:
    """The name as it is shown: NFC, runs of spaces made one, nothing invisible in it.

    Raises LobbyError `bad_name` where nothing visible is left or a character could disguise the name
    (controls, direction marks, private use).
    """
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not name or len(name) > MAX_NAME:
        raise LobbyError("bad_name", f"a name has 1 to {MAX_NAME} visible characters", "name")
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Co", "Cs", "Cn"} for letter in name):
        raise LobbyError("bad_name", "a name has visible characters only", "name")
    return name
