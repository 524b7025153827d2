"""The image's bot at the fake Discord: welcome, well as its health check says, and stopped as an
engine stops a container."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from tests.discord.processes import free_port
from tests.discord.world import FakeDiscord, running
from tests.image.conftest import FINAL, Container
from tests.image.dockerfile import command
from tests.image.engine import HANGS

pytestmark = pytest.mark.long


@pytest_asyncio.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with running(FakeDiscord()) as made:
        yield made


async def test_it_is_welcome_healthy_and_stops_when_asked(
    fake: FakeDiscord, container: Container, tmp_path: Path
) -> None:
    variables = {
        "DISCORD_TOKEN": "fake.a",
        "BUMPBOT_DISCORD_BASE": fake.base,
        "BUMPBOT_METRICS": f"127.0.0.1:{free_port()}",
    }
    entrypoint = command(FINAL.last("ENTRYPOINT"))
    with (tmp_path / "log").open("wb") as log:
        bot = await asyncio.create_subprocess_exec(
            *container.entering(*entrypoint, **variables), stdout=log, stderr=log
        )
    try:
        async with asyncio.timeout(HANGS):
            assert await healthy(bot, container, variables), (tmp_path / "log").read_text()
            assert fake.gateway.sessions
            assert (container.volume / "bumpbot.sqlite3").is_file()
            os.kill(first_process(bot.pid), signal.Signals[FINAL.last("STOPSIGNAL")])
            assert await bot.wait() == 0, (tmp_path / "log").read_text()
    finally:
        with suppress(ProcessLookupError):
            bot.kill()
        await bot.wait()


async def healthy(
    bot: asyncio.subprocess.Process, container: Container, variables: dict[str, str]
) -> bool:
    """Whether the health check finds the bot well before it gives up."""
    check = container.entering(*command(FINAL.last("HEALTHCHECK")), **variables)
    while bot.returncode is None:
        asked = await asyncio.to_thread(subprocess.run, check, capture_output=True, check=False)
        if asked.returncode == 0:
            return True
        assert asked.returncode == 1, asked.stderr
        await asyncio.sleep(0.2)
    return False


def first_process(outside: int) -> int:
    """The first process of the container, by its number out here."""
    children = Path(f"/proc/{outside}/task/{outside}/children").read_text("utf-8").split()
    return int(children[0])
