"""The fake Discord, and the real bot in a process of its own at it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.fake.world import FakeDiscord, running
from tests.discord.processes import BotProcess


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with running(FakeDiscord()) as made:
        yield made


@pytest.fixture
def environment() -> dict[str, str]:
    """What the bot is told beside its token and its file."""
    return {"FAKE_RETRY": "0.2"}


@pytest.fixture
async def bot(
    fake: FakeDiscord, tmp_path: Path, environment: dict[str, str]
) -> AsyncIterator[BotProcess]:
    file = str(tmp_path / "data" / "matches.sqlite3")
    process = BotProcess(fake, "peculiar", file, tmp_path / "log.txt", environment=environment)
    yield process
    await process.kill()
