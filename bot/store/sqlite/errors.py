"""What SQLite's errors mean, and what to do about them."""

import sqlite3

from bot.store.trouble import Troubles

PRIMARY = 0xFF
"""The part of an error's code that says of which kind it is."""

ADVICE = {
    "SQLITE_NOTADB": "it is not a database, or it is damaged; restore a backup",
    "SQLITE_CORRUPT": "it is damaged; restore a backup",
    "SQLITE_READONLY": "it can't be written; check who may write the file and its folder",
    "SQLITE_CANTOPEN": "it can't be opened; check that its folder is there and may be written",
    "SQLITE_FULL": "the disk is full; make room",
    "SQLITE_IOERR": "the disk fails, or is full; check it",
    "SQLITE_BUSY": "another program holds it; stop that first",
    "SQLITE_LOCKED": "another program holds it; stop that first",
}
"""What to do about an error of SQLite, by the first two words of its name."""


NO_RIGHT = (
    "this user may not read or write there; run it as the user of the bot, or give the folder to "
    "that user"
)


def describe_error(error: BaseException) -> str:
    """What went wrong and what the operator can do about it."""
    if isinstance(error, PermissionError):
        return f"{NO_RIGHT} ({error.filename}: {error.strerror})"
    name = getattr(error, "sqlite_errorname", None) or ""
    advice = ADVICE.get("_".join(name.split("_")[:2]))
    return f"{advice} ({error})" if advice else str(error)


def is_held(error: sqlite3.OperationalError) -> bool:
    """Whether another program holds the file, for longer than a statement waits."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & PRIMARY in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


FILE_TROUBLES = Troubles((sqlite3.Error,), (sqlite3.Error, OSError), describe_error)
"""The errors of a file."""
