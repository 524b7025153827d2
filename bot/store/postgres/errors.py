"""What the errors of a PostgreSQL server mean, and what to do about them."""

from urllib.parse import urlsplit

import asyncpg

from bot.addresses import hosts_in
from bot.store.database import Troubles

TROUBLES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""What a server that fails or can't be reached raises."""

UNREACHABLE = "the server can't be reached; check that it runs, and the address"

READ_ONLY = "the server takes no changes; check whether it is a standby, or set to read-only"

ADVICE = {
    "28": "the server refuses that name or password; look at the address, PGPASSWORD and ~/.pgpass",
    "3D": "there is no such database on the server; make it first",
    "3F": "there is no schema to make tables in; make one, or grant the rights on it",
    "25006": READ_ONLY,
    "42501": "that name may not write there; grant it the rights on the schema",
    "53100": "the server's disk is full; make room",
    "53300": "the server has no connection left; raise max_connections, or run fewer processes",
    "08": UNREACHABLE,
    "57": "the server can't be reached; it stops or is just starting, so try again in a minute",
}
"""What to do about an error of PostgreSQL, by its code or the first two letters of it."""

HIDDEN = "postgresql://…"
NO_ADDRESS = (
    "this is no address of a PostgreSQL database; write postgresql://name:password@host:port/name, "
    "with %40 for an @ in the password, %2F for a / and so on"
)


def describe_server_error(error: BaseException) -> str:
    """What went wrong and what the operator can do about it. Never shows a password."""
    if isinstance(error, ValueError):
        # Its text may be a piece of the password.
        return NO_ADDRESS
    code = getattr(error, "sqlstate", None) or ""
    advice = ADVICE.get(code) or ADVICE.get(code[:2])
    # After the first line the server shows rows, and with a value that does not fit the value.
    name = type(error).__name__
    detail = name if isinstance(error, asyncpg.DataError) else str(error).partition("\n")[0] or name
    if advice is None and isinstance(error, OSError | TimeoutError):
        advice = UNREACHABLE
    return f"{advice} ({detail})" if advice else detail


def without_password(address: object) -> str:
    """The address as a log may show it; nothing of it if a password may be anywhere."""
    try:
        parts = urlsplit(str(address))
        hosts_in(parts.netloc)
    except ValueError:
        return HIDDEN
    hosts = parts.netloc.rpartition("@")[2]
    behind = f"{parts.path}{parts.query}{parts.fragment}"
    if "@" in behind:
        return HIDDEN
    return f"{parts.scheme}://{hosts}{parts.path}"


SERVER_TROUBLES = Troubles(
    TROUBLES, (*TROUBLES, ValueError), describe_server_error, without_password
)
"""The errors of a server."""
