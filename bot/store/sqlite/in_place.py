"""Whether the files that a process has open still stand under their names.

A file that was deleted or replaced can still be written to by whoever has it open, and nobody ever
reads that again. So nothing is read or written from then on, until the same file is put back.
"""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TypeAlias

from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)

Identity: TypeAlias = tuple[int, int]

TAKEN_AWAY = (
    "%s: this file was deleted or replaced while the bot has it open, so nothing more is read or "
    "written. Put the same file back, and the bot goes on by itself; or stop the bot, put the "
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
    "{doing} The file of the matches was taken away. Trying again will not help: tell whoever "
    "runs the bot."
)


class InPlace:
    """What stood under the names of a database and of its log when they were opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._logs = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
        self._opened = {path: identity(path)}
        self.missing: Path | None = None
        self._ended, self._one_looks = Event(), Lock()

    def watch(self, seconds: float, on_log_lost: Callable[[], object]) -> None:
        """Look every so many seconds, in a thread of its own: a disk that hangs holds up nobody.
        `on_log_lost` is called there once the log is gone and the database is not."""

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
        """The file that is not what it was; None while all are. Says in the log when it changes."""
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
        """Say that the log is gone, and whether what it held is in the database now."""
        log.critical(
            LOG_TAKEN_AWAY, self.missing or self._path, "yes" if saved else "NO, restore a backup"
        )

    def check(self, doing: str) -> None:
        """Refuse while a file is missing, with what was to be done. Raises StoreTrouble, whose
        cause has the words for the operator."""
        # Looked for anew, so that nobody waits once it is back.
        if self.missing and self.look():
            gone = sqlite3.OperationalError(GONE.format(path=self.missing))
            raise StoreTrouble(PLAYER.format(doing=doing)) from gone


def identity(path: Path) -> Identity | None:
    """Which file stands under that name, None for none: its device and its number there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
