"""What the hall tells a board, as JSON under its `cmd` topic."""

from __future__ import annotations

from game.boards.reports import Json
from lobby.boards import BoardId
from server.boards.outbox import Outbox
from server.boards.topics import BoardTopic, board_topic

VERSION = 1


class Commands:
    """Tells boards; of what replaces itself (arm and disarm, score, lights) only the latest waits."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox

    def arm(self, board: BoardId, nonce: str, turn: int, darts: int, name: str) -> None:
        """Darts of this turn count from now on."""
        self._tell(board, "turn", {"type": "arm", "nonce": nonce, "turn": turn, "darts": darts, "player": name})

    def disarm(self, board: BoardId) -> None:
        """No dart counts from now on."""
        self._tell(board, "turn", {"type": "disarm"})

    def send_again(self, board: BoardId, boot: str, first: int) -> None:
        """Say your reports again from this number on."""
        self._tell(board, "again", {"type": "send_again", "boot": boot, "from": first})

    def hello(self, board: BoardId) -> None:
        """Say your status."""
        self._tell(board, "hello", {"type": "hello"})

    def score(self, board: BoardId, score: dict[str, Json]) -> None:
        """What the board's own screen shows: the state message of the game."""
        self._tell(board, "score", {"type": "score", "score": score})

    def lights(self, board: BoardId, lights: dict[str, Json]) -> None:
        """What lights up."""
        self._tell(board, "lights", {"type": "lights", "lights": lights})

    def sound(self, board: BoardId, name: str) -> None:
        """What is heard once."""
        self._tell(board, "sound", {"type": "sound", "name": name})

    def paired(self, board: BoardId, name: str) -> None:
        """You are paired under this name."""
        self._tell(board, "pair", {"type": "paired", "name": name})

    def refused(self, board: BoardId, reason: str) -> None:
        """You are not paired, and why."""
        self._tell(board, "pair", {"type": "refused", "reason": reason})

    def revoked(self, board: BoardId) -> None:
        """Your key is worth nothing any more."""
        self._tell(board, "pair", {"type": "revoked"})

    def _tell(self, board: BoardId, kind: str, body: dict[str, Json]) -> None:
        self._outbox.put(board_topic(board, BoardTopic.COMMAND), {"v": VERSION, **body}, kind)
