"""A process of the bot with the next one ready behind it, and a line to its database."""

import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tests.discord.processes import BotProcess


@dataclass
class WarmBot(BotProcess):
    """One process of the bot. The next one has imported what it needs before it is wanted."""

    module: str = "tests.faults.child"
    spare: Process | None = None

    @property
    def process(self) -> Process:
        """The process that runs."""
        assert self.running is not None
        return self.running

    async def start(self) -> None:
        """Start it, and make the next one ready."""
        await super().start()
        self.spare = self.spare or await self._spare()

    async def start_once(self) -> bool:
        """Whether it starts, tried once."""
        return await self._started()

    async def _launched(self) -> Process:
        ready, self.spare = self.spare or await self._spare(), None
        await _tell(ready, "begin")
        return ready

    async def _spare(self) -> Process:
        return await self._spawned(stdin=PIPE, stdout=PIPE)

    async def run(self, statement: str) -> None:
        """Run a statement on the connection that writes. Nothing where the process is gone."""
        if await _tell(self.process, statement):
            assert self.process.stdout is not None
            await self.process.stdout.readline()

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Nothing of the process runs until the end of the block."""
        number = self.process.pid
        os.kill(number, signal.SIGSTOP)
        os.waitid(os.P_PID, number, os.WSTOPPED)
        try:
            yield
        finally:
            os.kill(number, signal.SIGCONT)

    async def end(self) -> None:
        """kill -9 for whatever is left of it."""
        await self.kill()
        if self.spare is not None:
            with suppress(ProcessLookupError):
                self.spare.kill()
            await self.spare.wait()
            self.spare = None


async def _tell(process: Process, line: str) -> bool:
    assert process.stdin is not None
    with suppress(ConnectionError):
        process.stdin.write(f"{line}\n".encode())
        await process.stdin.drain()
        return True
    return False
