"""A process of the bot with a line to its database, and what can go wrong with its file."""

import asyncio
import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tests.discord.processes import BotProcess, Forked


@dataclass
class TalkingBot(BotProcess):
    """One process of the bot that runs statements on the connection that writes."""

    module: str = "tests.faults.child"
    line: tuple[TextIO, TextIO] | None = None
    """What goes to it, and what comes back."""

    @property
    def process(self) -> Forked:
        """The process that runs."""
        assert self.running is not None
        return self.running

    async def _launched(self) -> Forked:
        self._hang_up()
        its_input, ours = os.pipe()
        answers, its_output = os.pipe()
        self.line = os.fdopen(ours, "w"), os.fdopen(answers)
        with os.fdopen(its_input) as stdin, os.fdopen(its_output, "w") as stdout:
            return await self._forked(stdin, stdout)

    def _hang_up(self) -> None:
        for each in self.line or ():
            with suppress(BrokenPipeError):
                each.close()
        self.line = None

    async def run(self, statement: str) -> None:
        """Run a statement. Nothing if the process is gone."""
        assert self.line
        with suppress(BrokenPipeError):
            print(statement, file=self.line[0], flush=True)
            await asyncio.to_thread(self.line[1].readline)

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Nothing of the process runs until the end of the block."""
        number = self.process.pid
        os.kill(number, signal.SIGSTOP)
        state = Path(f"/proc/{number}/stat")
        while ") T " not in state.read_text("ascii"):
            time.sleep(0.001)
        try:
            yield
        finally:
            os.kill(number, signal.SIGCONT)

    async def end(self) -> None:
        """Kill (-9) what is left of it."""
        await self.kill()
        self._hang_up()


PAGE = 4096
GARBAGE = b"\xa5" * PAGE
"""No page of a database begins like this, so that it is found to be damaged when it is read."""

TREES = frozenset({0x02, 0x05, 0x0A, 0x0D})
"""How a page of a table or an index begins."""

ROOTS = """SELECT rootpage FROM sqlite_schema
WHERE tbl_name IN ('events', 'matches', 'outbox') AND rootpage > 1"""
"""The first pages of the tables that every move reads and writes, and of their indexes."""

LIMIT = getattr(resource, "RLIMIT_FSIZE", 1)


@dataclass
class Disk:
    bot: TalkingBot
    dice: random.Random

    @property
    def path(self) -> Path:
        return Path(self.bot.database)

    @property
    def files(self) -> list[Path]:
        """The database file, and the files that SQLite keeps next to it."""
        found = (Path(f"{self.path}{end}") for end in ("", "-wal", "-shm"))
        return [each for each in found if each.exists()]

    @asynccontextmanager
    async def full(self, *, within: bool = False) -> AsyncIterator[None]:
        """Nothing more goes on the disk; `within` lets a little through, so that it is full in the
        middle of something."""
        number, most = self.bot.process.pid, self._room() if within else 0
        _, hard = resource.prlimit(number, LIMIT)
        resource.prlimit(number, LIMIT, (most, hard))
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                resource.prlimit(number, LIMIT, (hard, hard))

    def _room(self) -> int:
        """Where the log of what was written last ends, and a little more."""
        log = Path(f"{self.path}-wal")
        return self.dice.randrange(PAGE * 6) + (log.stat().st_size if log.exists() else 0)

    @asynccontextmanager
    async def no_pages(self) -> AsyncIterator[None]:
        """The database takes no page more than it has."""
        async with self._set("max_page_count", "1", "1073741823"):
            yield

    @asynccontextmanager
    async def read_only(self) -> AsyncIterator[None]:
        """What writes may not."""
        async with self._set("query_only", "ON", "OFF"):
            yield

    @asynccontextmanager
    async def _set(self, pragma: str, now: str, later: str) -> AsyncIterator[None]:
        await self.bot.run(f"PRAGMA {pragma} = {now}")
        try:
            yield
        finally:
            await self.bot.run(f"PRAGMA {pragma} = {later}")

    @contextmanager
    def no_rights(self) -> Iterator[None]:
        """Neither the file nor its folder may be written; for what opens it in the meantime."""
        changed = [*self.files, self.path.parent]
        rights = [each.stat().st_mode for each in changed]
        for each in changed:
            each.chmod(each.stat().st_mode & ~0o222)
        try:
            yield
        finally:
            for each, mode in zip(reversed(changed), reversed(rights), strict=True):
                if each.exists():
                    each.chmod(mode)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Another program holds the file."""
        holder = await asyncio.to_thread(self._hold)
        try:
            yield
        finally:
            await asyncio.to_thread(_let_go, holder)

    def _hold(self) -> sqlite3.Connection:
        held = self._connected()
        held.execute("BEGIN EXCLUSIVE")
        return held

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=60, isolation_level=None, check_same_thread=False)

    @asynccontextmanager
    async def damaged(self) -> AsyncIterator[None]:
        """A page of the file is garbage. The bot is made to look at the file again."""
        await asyncio.to_thread(self._move_log)
        with self._still():
            page, right = self._damage()
        try:
            await asyncio.to_thread(self._touch)
            yield
        finally:
            with self._still():
                self._mend(page, right)
            await asyncio.to_thread(self._touch)

    @contextmanager
    def _still(self) -> Iterator[None]:
        """Nobody writes to the file by now."""
        if self.bot.running is None or self.bot.running.returncode is not None:
            yield
            return
        with self.bot.halted():
            yield

    def _damage(self) -> tuple[int, bytes]:
        """Which page is damaged now, and what it held."""
        with self.path.open("r+b") as file:
            whole = file.read()
            pages = range(PAGE, len(whole) - PAGE + 1, PAGE)
            trees = [at for at in pages if whole[at] in TREES]
            # What a table or an index begins with is read whenever it is used.
            roots = [at for at in self._roots if at in trees]
            place = self.dice.choice([0, self.dice.choice(roots or trees), self.dice.choice(trees)])
            file.seek(place)
            file.write(GARBAGE)
        return place, whole[place : place + PAGE]

    def _mend(self, place: int, right: bytes) -> None:
        """Put it right, unless a newer version of the page has been written there."""
        with self.path.open("r+b") as file:
            file.seek(place)
            if file.read(PAGE) == GARBAGE:
                file.seek(place)
                file.write(right)

    def _move_log(self) -> None:
        """Move what was written last into the file itself, and look what begins where."""
        with closing(self._connected()) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._roots = [(page - 1) * PAGE for (page,) in connection.execute(ROOTS)]

    def _touch(self) -> None:
        """Write without changing anything, so that a process that remembers pages of the file
        rereads them."""
        with suppress(sqlite3.DatabaseError), closing(self._connected()) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute(f"PRAGMA user_version = {version}")

    @asynccontextmanager
    async def away(self, *, replaced: bool = False) -> AsyncIterator[None]:
        """The file is deleted, or replaced by another one, until it comes back."""
        kept = self.path.with_suffix(".kept")
        os.link(self.path, kept)
        if replaced:
            other = self.path.with_suffix(".other")
            shutil.copyfile(self.path, other)
            other.replace(self.path)
        else:
            self.path.unlink()
        try:
            yield
        finally:
            kept.replace(self.path)


def _let_go(holder: sqlite3.Connection) -> None:
    holder.execute("ROLLBACK")
    holder.close()
