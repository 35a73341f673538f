"""Real dart boards, and which seats throw at them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of boards."""
    op.create_table(
        "boards",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
        sa.Column("paired", sa.Float(53), nullable=False),
        sa.Column("boot", sa.String(32), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("newest", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name="fk_boards_owner"),
    )
    op.create_index("ix_boards_owner", "boards", ["owner"])
    op.create_table(
        "board_uses",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("room", "seat", name="pk_board_uses"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_board_uses_room"),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name="fk_board_uses_board"),
    )
    op.create_index("ix_board_uses_board", "board_uses", ["board"])


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("board_uses")
    op.drop_table("boards")
