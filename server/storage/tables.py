"""All tables of the hall. A change here needs a migration; a test holds the two together."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("house", Boolean, nullable=False),
    Column("token", LargeBinary(32), nullable=False, unique=True),
    Column("created", Float(53), nullable=False),
    Index("ix_people_created", "created"),
)

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("invite", String(24), nullable=False, unique=True),
    Column("settings", Text, nullable=False),
    Column("match_key", LargeBinary(32), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("notice_base", BigInteger, nullable=False),
    Column("closed", Float(53)),
    Column("close_reason", String(40)),
    Index("ix_rooms_closed", "closed"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id")),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("room", ForeignKey("rooms.id"), nullable=False, index=True),
    Column("began", Float(53), nullable=False),
    Column("ended", Float(53)),
    Column("result", Text),
)

LINES = Table(
    "lines",
    METADATA,
    Column("match", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("notice", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

BOARDS = Table(
    "boards",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("owner", ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(24), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("key", LargeBinary(32), nullable=False),
    Column("paired", Float(53), nullable=False),
    Column("boot", String(32), nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("newest", Float(53), nullable=False),
)

BOARD_USES = Table(
    "board_uses",
    METADATA,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("board", ForeignKey("boards.id"), nullable=False, index=True),
)
