"""A process of the bot with a line to its database."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
        """Run a statement. Nothing where the process is gone."""
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
        """kill -9 for whatever is left of it."""
        await self.kill()
        self._hang_up()
