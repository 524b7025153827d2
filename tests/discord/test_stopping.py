"""SIGTERM in the middle of everything: what was acknowledged stands, and is said once."""

# ruff: noqa: ASYNC110 - the process tells nobody

import asyncio
import random
import signal
from pathlib import Path

import pytest

from tests.discord import checks
from tests.discord.faults import Fault, sends
from tests.discord.players import Players, Table, begun, tables_of
from tests.discord.processes import BotProcess
from tests.discord.truth import all_is_said, delivered, given_up, plies_of
from tests.discord.world import FakeDiscord


def files_of(bot: BotProcess) -> list[str]:
    return [each.name for each in Path(bot.database).parent.iterdir()]


@pytest.mark.long
async def test_ended_again_and_again_it_loses_nothing(fake: FakeDiscord, bot: BotProcess) -> None:
    tables, players, dice = tables_of(fake, 3), Players(fake), random.Random(5)
    await bot.start()
    await asyncio.gather(*(players.begin(table) for table in tables))
    stops = 5

    async def keep_moving(table: Table, stopping: "asyncio.Task[None]") -> None:
        while not stopping.done():
            await players.move(table)

    async def keep_stopping() -> None:
        for _ in range(stops):
            for _ in range(dice.randint(1, 12)):
                await fake.changed.wait()
            assert await bot.stop() == 0
            assert files_of(bot) == ["matches.sqlite3"]
            await bot.start()

    stopping = asyncio.create_task(keep_stopping())
    await asyncio.gather(stopping, *(keep_moving(table, stopping) for table in tables))

    await all_is_said(bot.database)
    plies = await plies_of(bot.database)
    assert checks.wrong_moves(players.tries, plies) == []
    assert checks.troubles(fake) == []
    assert checks.missing_posts(fake, await delivered(bot.database)) == []
    assert await given_up(bot.database) == []
    assert "did not stop in time" not in bot.log.read_text()


async def test_a_post_on_its_way_still_arrives(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = await begun(fake, bot)
    await all_is_said(bot.database)
    fake.faults.plan(Fault.LIMITED, sends, times=2)
    mover, texts = await players.offered(table)
    tried = await players.try_move(table, mover, players.dice.choice(texts))
    assert tried.is_acknowledged
    while not fake.faults.counts[Fault.LIMITED]:
        await fake.changed.wait()

    assert await bot.stop() == 0

    assert len((await plies_of(bot.database))[table.match]) == 1
    assert checks.missing_posts(fake, await delivered(bot.database)) == []
    await all_is_said(bot.database)
    assert fake.gateway.live == []


@pytest.mark.long
async def test_asked_to_end_while_it_starts_it_ends(fake: FakeDiscord, bot: BotProcess) -> None:
    fake.guild("Harbor")
    for milliseconds in range(200, 1400, 150):
        starting = asyncio.create_task(bot.start())
        while bot.running is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(milliseconds / 1000)
        process = bot.running
        process.send_signal(signal.SIGTERM)
        status = await process.wait()
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        # Before Python has begun there is nobody to hear it.
        assert status in (0, -signal.SIGTERM)
