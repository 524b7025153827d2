"""A server that fails or is away: a log line for the operator, a sentence for the player."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import asyncpg

from bot.matches.refusals import StoreTrouble
from bot.store.database import NEXT

log = logging.getLogger(__name__)

TROUBLES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""What a server that fails or can't be reached raises."""

ADVICE = {
    "28": "the server refuses that name or password; look at the address",
    "3D": "there is no such database on the server; make it first",
    "42501": "that name may not write there; grant it the rights on the schema",
    "53100": "the server's disk is full; make room",
    "53300": "the server has no connection left; raise max_connections, or run fewer processes",
    "57": "the server stops or is just starting",
}
"""What to do about an error of PostgreSQL, by its code or the first two letters of it."""


def describe_error(error: BaseException) -> str:
    """What went wrong and what the operator can do about it."""
    code = getattr(error, "sqlstate", None) or ""
    advice = ADVICE.get(code) or ADVICE.get(code[:2])
    said = str(error) or type(error).__name__
    if advice is None and isinstance(error, OSError | TimeoutError):
        advice = "the server can't be reached; look whether it runs, and at the address"
    return f"{advice} ({said})" if advice else said


def without_password(address: str) -> str:
    """The address as it may stand in a log."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


@contextmanager
def trouble_for_player(address: str, sentence: str) -> Iterator[None]:
    """Turn an error of the server into StoreTrouble for the player; log where and why."""
    try:
        yield
    except TROUBLES as error:
        log.error("%s: %s", without_password(address), describe_error(error))
        raise StoreTrouble(f"{sentence} {NEXT}") from error


@contextmanager
def trouble_for_operator(address: str) -> Iterator[None]:
    """Turn an error while opening or keeping a database into StoreTrouble that names it."""
    try:
        yield
    except (*TROUBLES, ValueError) as error:
        raise StoreTrouble(f"{without_password(address)}: {describe_error(error)}") from error
