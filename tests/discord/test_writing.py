"""The real bot whose database can be read and not written: it says that it is not well, and why."""

# ruff: noqa: ASYNC110 - the process tells nobody

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.discord.checks import all_is_said
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, table_of
from tests.discord.processes import bumpbot_health, expected, free_port
from tests.faults.process import Disk, TalkingBot

TROUBLES: dict[str, tuple[Callable[[Disk], AbstractAsyncContextManager[None]], str]] = {
    "disk full": (Disk.full, "the disk"),
    "read-only": (Disk.read_only, "it can't be written; check who may write"),
    "taken away": (Disk.away, "put the same file back"),
}


@pytest.fixture
async def bot(fake: FakeDiscord, tmp_path: Path) -> AsyncIterator[TalkingBot]:
    environment = {"BUMPBOT_METRICS": str(free_port())}
    place = str(tmp_path / "matches.sqlite3")
    process = TalkingBot(fake, "a", place, tmp_path / "log.txt", environment=environment)
    yield process
    await process.end()


async def health_of(bot: TalkingBot) -> dict[str, Any]:
    status, text = await bot.asked("/health")
    told: dict[str, Any] = json.loads(text)
    assert (status == 200) == (told["status"] == "ok")
    return told


async def until(bot: TalkingBot, status: str) -> dict[str, Any]:
    """What it says once it is so; nobody does anything meanwhile but ask."""
    async with expected(f"health is {status}"):
        while (told := await health_of(bot))["status"] != status:
            await asyncio.sleep(0.2)
    return told


@pytest.mark.long
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_move_that_can_not_be_saved_makes_the_bot_fail_until_one_is(
    fake: FakeDiscord, bot: TalkingBot, trouble: str
) -> None:
    begin, words = TROUBLES[trouble]
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.play(table, 2)
    await all_is_said(bot.database)
    assert (await until(bot, "ok"))["reason"] is None
    mover, (text, *_) = await players.offered(table)
    async with begin(Disk(bot, random.Random(1))):
        tried = await players.try_move(table, mover, text)
        assert not tried.is_acknowledged
        # What was refused while it was read is found when the store is asked next.
        told = await (until(bot, "failing") if trouble == "taken away" else health_of(bot))
        assert (told["status"], told["store"]) == ("failing", "failing")
        assert words in told["reason"]
        code, said = await bumpbot_health(BUMPBOT_METRICS=bot.environment["BUMPBOT_METRICS"])
        assert code == 1
        assert words in said
        _, numbers = await bot.asked("/metrics")
        assert "bumpbot_store_up 0.0" in numbers
    await players.move(table)
    assert (await until(bot, "ok"))["reason"] is None


@pytest.mark.long
async def test_a_full_disk_is_found_while_nobody_plays(fake: FakeDiscord, bot: TalkingBot) -> None:
    fake.guild("Harbor")
    await bot.start()
    await until(bot, "ok")
    async with Disk(bot, random.Random(1)).full():
        told = await until(bot, "failing")
        assert told["reason"].startswith("it can't be written: the disk")
    assert (await until(bot, "ok"))["reason"] is None
