"""One id for everything that is said in the log while one thing is handled.

The id lives in a context variable, so that tasks which are begun meanwhile have it too.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from structlog.contextvars import bound_contextvars, get_contextvars

ID = "correlation_id"
"""The field of a log line that has the id."""


def new_id() -> str:
    """A fresh id, short enough to be read out."""
    return secrets.token_hex(4)


def current_id() -> str | None:
    """The id of what is being handled; None outside of anything."""
    found: str | None = get_contextvars().get(ID)
    return found


@contextmanager
def handling(kind: str, **fields: object) -> Iterator[None]:
    """Everything said inside has a fresh id, the kind of what is handled, and these fields."""
    known = {name: value for name, value in fields.items() if value is not None}
    with bound_contextvars(**{ID: new_id(), "handling": kind, **known}):
        yield
