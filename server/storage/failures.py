"""What goes wrong in a database, in the one word that the hall has for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from lobby.stores import StoreFailed


@contextmanager
def told_as_failure() -> Iterator[None]:
    """What goes wrong in the database, as one sentence of StoreFailed."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailed(sentence(error)) from error


def sentence(error: BaseException) -> str:
    """What a database says of an error, without the statement that met it."""
    return str(getattr(error, "orig", None) or error) or type(error).__name__
