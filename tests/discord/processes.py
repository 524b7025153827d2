"""Bots in processes of their own, started, killed and started again."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TextIO

import aiohttp

from tests.discord.fake.world import FakeDiscord
from tests.helpers.commands import begin, run


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def bumpbot_health(**environment: str) -> tuple[int, str]:
    """The command, as a process: its exit status and what it says."""
    done = await asyncio.to_thread(run, "bot", ["health"], {"PATH": "/usr/bin:/bin", **environment})
    return done.returncode, done.stdout + done.stderr


PATIENCE = 300
"""Seconds after which what a process is to do does not come late, but never."""


@asynccontextmanager
async def expected(what: str) -> AsyncIterator[None]:
    """Fail with these words where the block, which asks again and again, finds no end."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError as error:
        raise AssertionError(f"not so within {PATIENCE} s: {what}") from error


STARTS = 20
"""How often a process is started that gives up."""


class Stopped(AssertionError):
    """The bot's process ends by itself, however often it is started."""


class Forked:
    """A process that was forked off one that has imported the bot already."""

    def __init__(self, pid: int, told: TextIO) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ending = asyncio.create_task(self._end(told))

    async def _end(self, told: TextIO) -> int:
        with told:
            self.returncode = int(await asyncio.to_thread(told.readline))
        return self.returncode

    async def wait(self) -> int:
        return await asyncio.shield(self._ending)

    def send_signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)


@dataclass
class BotProcess:
    """One process of the bot. Its log is kept in a file."""

    fake: FakeDiscord
    name: str
    database: str
    log: Path
    shards: str = "1"
    environment: dict[str, str] = field(default_factory=dict)
    through_proxy: bool = True
    """Whether somebody else keeps Discord's limits. Else the processes do so together."""

    module: str = "tests.discord.child"
    """What is run: the bot, with what is changed about it."""

    gave_up: int = 0
    """How often it has ended by itself while it started."""

    running: Forked | None = None

    @property
    def token(self) -> str:
        """By this the fake knows the process."""
        return f"fake.{self.name}"

    async def start(self) -> None:
        """Start it, and wait until the gateway has welcomed every shard. One that gives up while
        the database restarts is started again, as a service manager would do."""
        for _ in range(STARTS):
            if await self._started():
                return
            self.gave_up += 1
            await asyncio.sleep(0.5)
        raise Stopped(f"{self.name} does not start:\n{self.log.read_text()[-4000:]}")

    async def _started(self) -> bool:
        known = set(self.fake.gateway.sessions)
        self.running = await self._launched()
        while not self._is_welcome(known):
            if self.running.returncode is not None:
                return False
            await asyncio.sleep(0.02)
        return True

    async def _launched(self) -> Forked:
        with Path(os.devnull).open() as nothing:  # noqa: ASYNC230 - opened at once
            return await self._forked(nothing, None)

    async def _forked(self, stdin: IO[Any], stdout: IO[Any] | None) -> Forked:
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.token,
            "BUMPBOT_DATABASE": self.database,
            "BUMPBOT_DISCORD_BASE" if self.through_proxy else "FAKE_BASE": self.fake.base,
            "BUMPBOT_SHARDS": self.shards,
            "BUMPBOT_BACKUPS": "off",
            **self.environment,
        }
        with self.log.open("ab") as log:
            streams = (each.fileno() for each in (stdin, stdout or log, log))
            told = begin(self.module, ["serve"], environment, *streams)
        return Forked(int(await asyncio.to_thread(told.readline)), told)

    def _is_welcome(self, known: set[str]) -> bool:
        first, _, count = self.shards.rpartition("/")
        low, _, high = (first or f"0-{int(count) - 1}").partition("-")
        wanted = int(high or low) - int(low) + 1
        new = [each for key, each in self.fake.gateway.sessions.items() if key not in known]
        return sum(each.token == self.token for each in new) >= wanted

    def told(self) -> list[dict[str, Any]]:
        """Its log; a line that is no JSON fails. The last may just be written."""
        whole, _, _ = self.log.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    async def asked(self, path: str) -> tuple[int, str]:
        """What it answers where it tells how it is."""
        address = f"http://127.0.0.1:{self.environment['BUMPBOT_METRICS']}{path}"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            return answer.status, await answer.text()

    async def kill(self) -> None:
        """kill -9: it can do nothing about it."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end, and wait until it has. Its exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        if self.running is None:
            return 0
        self.running.send_signal(how)
        status = await self.running.wait()
        self.running = None
        return status


def kill_backend(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
