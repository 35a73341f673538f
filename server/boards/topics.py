"""The topic trees: `darts/v1/<board>/…` for boards, `cuehall/v1/…` for everybody who shows scores (docs/mqtt.md)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from game.boards.reports import BOARD_ID
from lobby.boards import BoardId
from lobby.codes import RoomId

BOARDS: Final = "darts/v1"
HALL: Final = "cuehall/v1"

HALL_STATUS: Final = f"{HALL}/status"
"""`online` or, by the hall's will, `offline`; retained."""


class BoardTopic(StrEnum):
    """The topics of a board; it publishes on the first three and hears the last one."""

    EVENT = "event"
    STATUS = "status"
    PAIR = "pair"
    COMMAND = "cmd"


HEARD: Final = tuple(f"{BOARDS}/+/{leaf}" for leaf in (BoardTopic.EVENT, BoardTopic.STATUS, BoardTopic.PAIR))
"""What the hall subscribes to."""


def board_topic(board: BoardId | str, leaf: BoardTopic) -> str:
    """A topic of a board."""
    return f"{BOARDS}/{board}/{leaf}"


def scoreboard_topic(room: RoomId | str) -> str:
    """Where the state of a room is retained."""
    return f"{HALL}/rooms/{room}/scoreboard"


def read_board_topic(topic: str) -> tuple[BoardId, BoardTopic] | None:
    """Board and leaf of a topic that the hall hears; None where it is none."""
    words = topic.removeprefix(f"{BOARDS}/").split("/")
    if len(words) != 2 or BOARD_ID.fullmatch(words[0]) is None or words[1] not in set(BoardTopic):
        return None
    return BoardId(words[0]), BoardTopic(words[1])
