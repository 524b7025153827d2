"""The file of a database: what its errors mean, who holds it, and whether it is still there.

The lock is on `bumpbot.sqlite3.lock` and ends with the process that holds it, however that ends.
Reading (`doctor`, `backup`) takes no lock. On a network folder it works between machines as far as
the folder's own locks do; if the folder has none, that is logged and the file is opened anyway.

A program that has a deleted or replaced file open can still write to it, and nobody ever reads that
again. So nothing is read or written from then on, until the same file is put back.
"""

import errno
import logging
import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Self

from bot.model.refusals import StoreTrouble
from bot.store.database import Troubles

log = logging.getLogger(__name__)

PRIMARY = 0xFF
"""The part of an error's code that gives its kind."""

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
    is_unreadable = isinstance(error, UnicodeDecodeError)
    name = "SQLITE_CORRUPT" if is_unreadable else getattr(error, "sqlite_errorname", None) or ""
    advice = ADVICE.get("_".join(name.split("_")[:2]))
    return f"{advice} ({error})" if advice else str(error)


def is_held(error: sqlite3.OperationalError) -> bool:
    """Whether another program holds the file, for longer than a statement waits."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & PRIMARY in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What the driver raises. Its error about a damaged name quotes that, which may be no text."""

FILE_TROUBLES = Troubles(UNREADABLE, (*UNREADABLE, OSError), describe_error)
"""The errors of a file."""

IN_USE = "{path} is in use{by}. Stop the bot first: only one process may work on a file."
NO_LOCKS = (
    "%s: the folder of this file knows no locks (%s), so nothing keeps a second process from it. "
    "Put it on a disk of this machine"
)

BEYOND = 1 << 30
"""The byte that is locked on Windows, where a locked one can't be read: far after the text."""

HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""Errors that say that another process has the lock."""

WITHOUT_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""Errors that say that the folder has no locks."""

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> None:
        os.lseek(file, BEYOND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock(AbstractContextManager["FileLock"]):
    """The right to work on a database file. Raises StoreTrouble if another process has it."""

    def __init__(self, database: Path, refusal: str = IN_USE) -> None:
        self._refusal = refusal
        real = database.resolve()
        real.parent.mkdir(parents=True, exist_ok=True)
        self._path = real.with_name(f"{real.name}.lock")
        self._file: int | None = self._taken(database)
        self._say_who()

    def release(self) -> None:
        """Let others have it. Releasing twice is fine."""
        file, self._file = self._file, None
        if file is None:
            return
        if sys.platform == "win32":
            os.close(file)  # An open file can't be deleted there, nor one that another has.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            return
        # While it is held: a process that waits for this very file sees that it has lost its name.
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        os.close(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _taken(self, database: Path) -> int:
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                _try_lock(file)
            except OSError as error:
                if error.errno in WITHOUT_LOCKS:
                    log.warning(NO_LOCKS, database, error.strerror)
                    return file
                os.close(file)
                if error.errno not in HELD:
                    raise
                message = self._refusal.format(path=database, by=_holder(self._path))
                raise StoreTrouble(message) from None
            if self._is_in_place(file):
                return file
            os.close(file)

    def _is_in_place(self, file: int) -> bool:
        # Whether the locked file still has its name: its holder may just have left.
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except OSError:
            return False

    def _say_who(self) -> None:
        # Write who has it, for the refusals of others. That may fail: the disk may be full.
        if self._file is None:
            return
        text = f"{os.getpid()} {socket.gethostname()}\n"
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, text.encode(errors="replace"))


def _holder(path: Path) -> str:
    try:
        process, host = path.read_text("utf-8").split()
    except (OSError, ValueError):
        return ""
    return f" by process {int(process)} on {host}" if process.isdecimal() else ""


Identity = tuple[int, int]

TAKEN_AWAY = (
    "%s: this file was deleted or replaced while the bot has it open, so nothing more is read or "
    "written. Put the same file back, and the bot goes on; or stop the bot, put the "
    "right file in its place (a backup: bumpbot restore), and start again"
)
LOG_TAKEN_AWAY = (
    "%s: this file belongs to the database and was deleted while the bot has it open, so nothing "
    "more is read or written. What it held has been written to the database itself: %s. Stop the "
    "bot and start it again, and leave that file alone while it runs"
)
BACK = "%s: the file is back, and the bot goes on"
GONE = (
    "{path} was deleted or replaced while the bot has it open; put the same file back, or stop the "
    "bot, see to it that the right database is there, and start it again"
)
PLAYER = (
    "{doing} The file of the matches was taken away. Trying again will not help: tell the "
    "person who runs the bot."
)


class InPlace:
    """The files under the names of a database and of its log when they were opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._logs = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
        self._opened = {path: identity(path)}
        self.missing: Path | None = None
        self._ended, self._one_looks = Event(), Lock()

    def watch(self, seconds: float, on_log_lost: Callable[[], object]) -> None:
        """Check periodically, in its own thread: a disk that hangs blocks nobody. `on_log_lost` is
        called there once the log is gone and the database is not."""

        def look_on() -> None:
            was_lost = False
            while not self._ended.wait(seconds):
                lost = self.look() in self._logs
                if lost and not was_lost:
                    # The loop may just have ended.
                    with suppress(RuntimeError):
                        on_log_lost()
                was_lost = lost

        Thread(target=look_on, name="file-watch", daemon=True).start()

    def end_watch(self) -> None:
        self._ended.set()

    def look(self) -> Path | None:
        """The file that was replaced or deleted; None if none was. Logs when it changes."""
        with self._one_looks:
            return self._looked()

    def _looked(self) -> Path | None:
        for each in self._logs:
            # SQLite makes them with the first statement, and keeps them while they are open.
            if each not in self._opened and (found := identity(each)):
                self._opened[each] = found
        gone = (each for each, opened in self._opened.items() if identity(each) != opened)
        before, self.missing = self.missing, next(gone, None)
        if self.missing == self._path != before:
            log.critical(TAKEN_AWAY, self._path)
        elif before and not self.missing:
            log.warning(BACK, before)
        return self.missing

    def say_log_lost(self, *, saved: bool) -> None:
        """Log that the log file is gone, and whether what it held is in the database now."""
        log.critical(
            LOG_TAKEN_AWAY, self.missing or self._path, "yes" if saved else "NO, restore a backup"
        )

    def check(self, doing: str) -> None:
        """Refuse while a file is missing, with what to do. Raises StoreTrouble, whose cause has the
        words for the operator."""
        # Checked again, so that nobody waits once it is back.
        if self.missing and self.look():
            gone = sqlite3.OperationalError(GONE.format(path=self.missing))
            raise StoreTrouble(PLAYER.format(doing=doing)) from gone


def identity(path: Path) -> Identity | None:
    """Which file has that name, None for none: its device and its number there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
