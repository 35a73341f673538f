"""What the lobby answers when somebody may not do what they ask for."""

from __future__ import annotations


class LobbyError(Exception):
    """A request that the lobby does not grant: a code for programs, a sentence for people, the field it is about."""

    def __init__(self, code: str, text: str, path: str | None = None) -> None:
        super().__init__(code, text, path)
        self.code = code
        self.text = text
        self.path = path
