"""The real bot in its own process at the fake Discord, on a file: a match, kills, faults, stops,
and a channel that Discord answers slowly, which holds up no other."""

import asyncio
import random
import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from discord.utils import utcnow

from bot.model.events import Person
from bot.model.records import PersonId
from bot.store.sqlite import SqliteStore
from tests.discord import checks
from tests.discord.checks import all_is_said, delivered, plies_of
from tests.discord.fake.faults import EVER, PASSING, Fault, sends
from tests.discord.fake.records import Channel, User
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, Table, begun, tables_of
from tests.discord.processes import BotProcess, expected
from tests.helpers.stores import opened
from tests.service.conftest import Club


@pytest.mark.long
async def test_kills_lose_and_double_nothing(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = await begun(fake, bot)
    for number in range(6):
        moving = asyncio.create_task(players.move(table))
        if number % 2:
            # Killed as soon as anything of the move has reached Discord.
            changed = fake.changed
            await changed.wait()
            await bot.kill()
            await bot.start()
        await moving
    plies = await plies_of(bot.database)
    await checks.require_whole(fake, bot.database, players, len(plies[1]))
    assert len(plies[1]) >= 6


@pytest.mark.long
async def test_faults_and_cuts_lose_and_double_nothing(fake: FakeDiscord, bot: BotProcess) -> None:
    # In Bump a pass is legal in every turn.
    table, players = await begun(fake, bot, "bump")
    for fault in PASSING:
        await all_is_said(bot.database)
        fake.faults.plan(fault, sends)
        await players.move(table)
        await all_is_said(bot.database)
        assert fake.faults.counts[fault] == 1
    for end in (fake.gateway.cut, fake.gateway.ask_to_reconnect, fake.gateway.invalidate):
        (session,) = fake.gateway.live
        await end(session)
        await players.move(table)
    moves = len(PASSING) + 3
    await checks.require_whole(fake, bot.database, players, moves)

    ada, grace = (table.people[(moves + n) % 2] for n in range(2))
    twice = players.move_of(table, ada, "pass")
    await asyncio.gather(*(fake.deliver(twice.interaction) for _ in range(2)))
    await twice.interaction.done.wait()
    await players.try_move(table, grace, "pass")
    await fake.deliver(twice.interaction)
    # By then it would have been played.
    for _ in range(5):
        await players.send(fake.command(grace, table.channel, "describe", match=table.match))
    await checks.require_whole(fake, bot.database, players, moves + 2)


# Asked to end


def files_of(bot: BotProcess) -> list[str]:
    return [each.name for each in Path(bot.database).parent.iterdir()]


@pytest.mark.long
async def test_ended_again_and_again_it_loses_and_doubles_nothing(
    fake: FakeDiscord, bot: BotProcess
) -> None:
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

    assert await checks.wrong(players, bot.database) == []
    assert "did not stop in time" not in bot.log.read_text()


async def test_a_post_on_its_way_still_arrives(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = await begun(fake, bot)
    await all_is_said(bot.database)
    fake.faults.plan(Fault.LIMITED, sends, times=2)
    mover, texts = await players.offered(table)
    tried = await players.try_move(table, mover, players.dice.choice(texts))
    assert tried.is_acknowledged
    async with expected("a post is turned away"):
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
        async with expected("it begins to start"):
            while bot.running is None:  # noqa: ASYNC110 - the process tells nobody
                await asyncio.sleep(0.01)
        await asyncio.sleep(milliseconds / 1000)
        process = bot.running
        process.send_signal(signal.SIGTERM)
        status = await process.wait()
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        # Before Python has begun there is nobody to hear it.
        assert status in (0, -signal.SIGTERM)


# A slow channel


SLOW = 60
"""Matches that wait in the slow channel, which is more than are read together."""


async def fill_channels(
    database: Path, slow: Channel, other: Channel, people: tuple[User, User]
) -> None:
    """Matches that have begun while no bot was there: many in a channel, then one in another."""
    host, guest = (Person(PersonId(each.id), each.name) for each in people)
    async with opened(SqliteStore.open(database)) as store:
        club = Club(store)
        for number in range(SLOW + 1):
            # Nobody may call so many at once.
            club.clock.now = utcnow() - timedelta(minutes=5 * (SLOW - number))
            place = other if number == SLOW else slow
            terms: dict[str, Any] = {"game": "bounce", "channel": place.id, "guild": place.guild}
            await club.begin(guest, host=host, first="random", **terms)


@pytest.mark.long
@pytest.mark.parametrize("fault", [Fault.STUCK, Fault.LIMITED])
async def test_sixty_matches_in_a_slow_channel_keep_no_other_waiting(
    fake: FakeDiscord, bot: BotProcess, fault: Fault
) -> None:
    slow, other = fake.guild("Harbor", 2).channels.values()
    people = fake.person("Ada"), fake.person("Grace")
    await fill_channels(Path(bot.database), slow, other, people)

    def is_slow(request: web.Request) -> bool:
        return sends(request) and f"/{slow.id}/" in request.path

    fake.faults.plan(fault, is_slow, times=EVER)
    await bot.start()
    async with expected("the other channel has its posts"):
        while len(other.messages) < 2:
            await fake.changed.wait()
    assert not slow.messages
    assert fake.faults.counts[fault] >= 1
    # What waits for the slow channel waits without a picture, and without asking.
    assert fault is not Fault.STUCK or fake.faults.counts[fault] <= 2
