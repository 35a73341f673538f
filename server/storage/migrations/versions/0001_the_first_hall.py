"""People, rooms, seats, matches and the lines of their records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of the first version."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("token", name="uq_people_token"),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("invite", sa.String(24), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("match_key", sa.LargeBinary(32), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("notice_base", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Float(53)),
        sa.Column("close_reason", sa.String(40)),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("invite", name="uq_rooms_invite"),
    )
    op.create_index("ix_rooms_closed", "rooms", ["closed"])
    op.create_table(
        "seats",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.PrimaryKeyConstraint("room", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_seats_room"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("began", sa.Float(53), nullable=False),
        sa.Column("ended", sa.Float(53)),
        sa.Column("result", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_matches_room"),
    )
    op.create_index("ix_matches_room", "matches", ["room"])
    op.create_table(
        "lines",
        sa.Column("match", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("notice", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_lines"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them again, newest first."""
    for name in ("lines", "matches", "seats", "rooms", "people"):
        op.drop_table(name)
