"""One process at a time on a database file, by a lock of the operating system beside it.

The lock is on `bumpbot.sqlite3.lock` and ends with the process that holds it, however that ends.
Reading (`doctor`, `backup`) takes no lock. On a network folder it holds between machines as far as
the folder's own locks do; where the folder knows none, that is said and the file is opened anyway.
"""

import errno
import logging
import os
import socket
import sys
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Self

from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)

IN_USE = "{path} is in use{by}. Stop the bot first: only one process may work on a file."
NO_LOCKS = (
    "%s: the folder of this file knows no locks (%s), so nothing keeps a second process from it. "
    "Put it on a disk of this machine"
)

BEYOND = 1 << 30
"""The byte that is locked on Windows, where a locked one can't be read: far behind the text."""

HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""How a system says that another process has the lock."""

WITHOUT_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""How it says that there are none in that folder."""

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
    """The right to work on a database file. Raises StoreTrouble where another process has it."""

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
            os.close(file)  # An open file can't be taken away there, nor one that another has.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            return
        # While it is held: whoever waits for this very file sees that it has lost its name.
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
        # Whether the file that was locked still has its name: its holder may just have left.
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except OSError:
            return False

    def _say_who(self) -> None:
        # Write who has it, for the words of others. That may fail: the disk may be full.
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
