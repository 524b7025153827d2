"""What its owner may do to a running bot: start it twice, take its file away, have it back up."""

# ruff: noqa: ASYNC110, ASYNC240 - the process tells nobody

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import EXIT_REFUSED
from bot.store.sqlite.verifying import contents_of, require_whole
from tests.discord.players import Players, Table, table_of
from tests.discord.processes import BotProcess
from tests.discord.world import FakeDiscord


async def challenge(fake: FakeDiscord, table: Table) -> str:
    """The answer to a challenge."""
    ada, grace = table.people
    asked = fake.command(ada, table.channel, "challenge bounce", opponent=grace, first="me")
    await Players(fake).send(asked)
    return asked.text


@pytest.mark.long
async def test_a_second_bot_on_the_same_file_is_refused(fake: FakeDiscord, bot: BotProcess) -> None:
    table = table_of(fake)
    await bot.start()
    assert bot.running
    second = replace(bot, name="b", log=bot.log.with_name("second.txt"), running=None)
    assert not await second._started()
    assert second.running
    assert await second.running.wait() == EXIT_REFUSED
    said = second.log.read_text()
    assert f"is in use by process {bot.running.pid} on " in said
    assert "Traceback" not in said
    assert "match 1" in (await challenge(fake, table)).lower()


async def test_a_file_that_is_taken_away_is_told_to_players_and_used_again_when_it_is_back(
    fake: FakeDiscord, bot: BotProcess
) -> None:
    table = table_of(fake)
    await bot.start()
    file = Path(bot.database)
    file.rename(file.with_name("aside"))
    assert "was taken away" in await challenge(fake, table)
    assert not file.exists()
    file.with_name("aside").rename(file)
    assert "match 1" in (await challenge(fake, table)).lower()
    assert bot.log.read_text().count("Put the same file back") == 1


@pytest.mark.long
async def test_while_it_runs_there_is_a_backup_of_last_night(
    fake: FakeDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    bot.environment = {"BUMPBOT_BACKUPS": str(folder)}
    await bot.start()
    while not (found := list(folder.glob("*.sqlite3"))):
        await asyncio.sleep(0.05)
    require_whole(found[0])
    assert contents_of(found[0]).matches == 0
    while "and checked" not in bot.log.read_text():
        await asyncio.sleep(0.05)
    assert sys.executable not in bot.log.read_text()
