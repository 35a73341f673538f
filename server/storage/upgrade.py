"""The tables brought to this version, after a copy of what was there."""

from __future__ import annotations

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import Database
from server.storage.failures import told_as_failure
from server.storage.revisions import REVISION, found_revision, run_migrations

log = structlog.get_logger()


async def upgrade(database: Database, connection: AsyncConnection) -> None:
    """Bring the tables to this version, all steps or none; does nothing where they are. Raises StoreFailed."""
    with told_as_failure():
        found = await connection.run_sync(found_revision)
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
