"""Bots in processes of their own, started, killed and started again."""

import asyncio
import json
import os
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from tests.discord.world import FakeDiscord

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port of this machine that nobody has."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def bumpbot_health(**environment: str) -> tuple[int | None, str]:
    """The command, as a process: its exit status and what it says."""
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "health"),
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asked.communicate()
    return asked.returncode, said.decode()


STARTS = 20
"""How often a process is started that gives up."""


class Stopped(AssertionError):
    """The bot's process ends by itself, however often it is started."""


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

    running: asyncio.subprocess.Process | None = None

    @property
    def token(self) -> str:
        """By this the fake knows the process."""
        return f"fake.{self.name}"

    async def start(self) -> None:
        """Start it, and wait until the gateway has welcomed every shard of it. One that gives up,
        because the database begins anew, is started again, as whatever keeps a service up does."""
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

    async def _launched(self) -> asyncio.subprocess.Process:
        """A process that has just begun."""
        return await self._spawned(stdin=asyncio.subprocess.DEVNULL)

    async def _spawned(self, **pipes: int) -> asyncio.subprocess.Process:
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.token,
            "BUMPBOT_DATABASE": self.database,
            "BUMPBOT_DISCORD_BASE" if self.through_proxy else "FAKE_BASE": self.fake.base,
            "BUMPBOT_SHARDS": self.shards,
            **self.environment,
        }
        with self.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self.module, "serve"),
                cwd=ROOT,
                env=environment,
                **{"stdout": log, "stderr": log, **pipes},  # type: ignore[arg-type]
            )

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
        with suppress(ProcessLookupError):
            self.running.send_signal(how)
        status = await self.running.wait()
        self.running = None
        return status
