"""What the real bot writes to its log while Discord or its database is away."""

# ruff: noqa: ASYNC110 - the process tells nobody

import asyncio
from typing import Any

import pytest

from tests.discord.checks import all_is_said
from tests.discord.fake.faults import EVER, Fault, sends
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, tables_of
from tests.discord.processes import BotProcess, expected
from tests.postgres import schema, stop_server

QUIET = ("discord.gateway",)
"""Who tells in passing what has nothing to do with the bot's own lines."""


@pytest.fixture
def environment() -> dict[str, str]:
    # Between two tries of a post more time may pass than between answers to those who play.
    return {"FAKE_RETRY": "0.2", "FAKE_CALM": "10", "BUMPBOT_LOG_FORMAT": "json"}


def lines_of(bot: BotProcess) -> list[dict[str, Any]]:
    """What stands in the log that an owner is to read; the last line may just be written."""
    return [each for each in bot.told() if each["level"] != "info" and each["logger"] not in QUIET]


async def said(bot: BotProcess, words: str) -> None:
    async with expected(f"the log says “{words}”"):
        while not any(words in each["event"] for each in lines_of(bot)):
            await asyncio.sleep(0.1)


@pytest.mark.long
async def test_an_outage_of_discord_is_two_lines(fake: FakeDiscord, bot: BotProcess) -> None:
    tables, players = tables_of(fake, 3), Players(fake)
    await bot.start()
    for table in tables:
        await players.play(table, 1)
    await all_is_said(bot.database)
    assert lines_of(bot) == []
    fake.faults.plan(Fault.CUT, sends, EVER)
    for table in tables:
        await players.move(table)
    # The first line tells of a post; a shard that fails before has none.
    await said(bot, "Discord can't be reached, or fails")
    fake.faults.plan(Fault.CUT, lambda _: True, EVER)
    for session in list(fake.gateway.live):
        await fake.gateway.cut(session)
    async with expected("twenty requests are cut"):
        while fake.faults.counts[Fault.CUT] < 20:
            await asyncio.sleep(0.1)
    fake.faults.planned.clear()
    await all_is_said(bot.database)
    await said(bot, "Discord answers again")
    begins, ends = lines_of(bot)
    assert begins["event"].startswith("Discord can't be reached, or fails (")
    assert begins["post"]
    assert "posts waited" in ends["event"]
    assert "post" not in ends


@pytest.mark.long
async def test_an_outage_of_the_database_is_two_lines(
    fake: FakeDiscord, bot: BotProcess, postgres_running: Any
) -> None:
    async with schema(postgres_running.get_uri()) as address:
        bot.database = address
        (table, other), players = tables_of(fake, 2), Players(fake)
        await bot.start()
        await players.play(table, 1)
        await players.begin(other)
        await all_is_said(bot.database)
        assert lines_of(bot) == []
        await asyncio.to_thread(stop_server, postgres_running, "fast")
        try:
            for n in range(4):
                for each in (table, other):
                    who, note = each.people[0], f"note {n}"
                    asked = fake.command(who, each.channel, "note", text=note, match=each.match)
                    await players.send(asked)
                    await asked.done.wait()
                    assert "try again" in asked.text.lower()
        finally:
            await asyncio.to_thread(postgres_running.ensure_postgres_running)
        await players.move(table)
        await all_is_said(bot.database)
        await said(bot, "the database works again")
        begins, ends = lines_of(bot)
        assert begins["event"].startswith("the database fails: the server can't be reached; ")
        assert "it was away for" in ends["event"]
        await bot.kill()
