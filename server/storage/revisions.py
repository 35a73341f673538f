"""The versions that the tables have had, and the steps from one to the next."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from lobby.stores import StoreFailed

REVISION = "0003"
"""The newest migration. Kept here so that a start with tables of this version need not import Alembic."""


def found_revision(connection: Connection) -> str | None:
    """The version of the tables; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def run_migrations(connection: Connection, target: str = "head") -> None:
    """Run the steps up to a revision. Raises StoreFailed where the tables are of a version unknown here."""
    from alembic import command  # only where there is something to do: importing it takes a while
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, target)
    except CommandError as error:
        raise StoreFailed(f"the tables are of another version than this hall knows: {error}") from error
