"""An index by which guests are found in the order in which they came."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let the sweep of guests find the oldest without reading all."""
    op.create_index("ix_people_created", "people", ["created"])


def downgrade() -> None:
    """Go without it."""
    op.drop_index("ix_people_created", "people")
