"""The tables brought to this version, after a copy of what was there."""

from __future__ import annotations

from pathlib import Path

import structlog
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from lobby.stores import StoreFailed
from server.storage.database import Database
from server.storage.failures import told_as_failure

log = structlog.get_logger()

REVISION = "0002"
"""The newest migration. Kept here so that a start with tables of this version need not import Alembic."""


async def upgrade(database: Database, connection: AsyncConnection) -> None:
    """Bring the tables to this version, all steps or none; does nothing where they are. Raises StoreFailed."""
    with told_as_failure():
        found = await connection.run_sync(_found_revision)
        await connection.rollback()
        if found == REVISION:
            return
        if found is not None:
            copy = await database.keep_copy(found)
            log.info("the tables are brought up to date", before=found, after=REVISION, copy=str(copy))
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver begins none for changes of tables
        await connection.run_sync(run_migrations)
        await connection.commit()


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


def _found_revision(connection: Connection) -> str | None:
    """The version of the tables; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
