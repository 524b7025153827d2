"""A channel that Discord answers slowly, or not at all, holds up no other."""

import random
from pathlib import Path

import pytest
from aiohttp import web
from discord.utils import utcnow

from bot.model.commands import Accept
from bot.model.events import Person
from bot.service.build import Service
from bot.store.sqlite import SqliteStore
from tests.discord.faults import Fault, sends
from tests.discord.processes import BotProcess
from tests.discord.records import Channel, User
from tests.discord.world import FakeDiscord

SLOW = 60
"""Matches that wait in the slow channel, which is more than are read together."""


async def fill(database: Path, slow: Channel, other: Channel, people: tuple[User, User]) -> None:
    """Matches that have begun while no bot was there: many in a channel, then one in another."""
    store = await SqliteStore.open(database)
    matches = Service(store, clock=utcnow, chance=random.Random(1)).matches
    for number in range(SLOW + 1):
        channel = other if number == SLOW else slow
        host, guest = (Person(each.id, each.name) for each in people)
        asked = await matches.challenge(
            game="bounce",
            options={},
            host=host,
            invited=(guest,),
            channel=channel.id,
            guild=channel.guild,
        )
        await matches.do(asked.id, Accept(guest))
    await store.close()


@pytest.mark.long
@pytest.mark.parametrize("fault", [Fault.STUCK, Fault.LIMITED])
async def test_sixty_matches_in_a_slow_channel_keep_no_other_waiting(
    fake: FakeDiscord, bot: BotProcess, fault: Fault
) -> None:
    slow, other = fake.guild("Harbor", 2).channels.values()
    people = fake.person("Ada"), fake.person("Grace")
    await fill(Path(bot.database), slow, other, people)

    def is_slow(request: web.Request) -> bool:
        return sends(request) and f"/{slow.id}/" in request.path

    fake.faults.plan(fault, is_slow, times=1_000_000)
    await bot.start()
    # The test ends only when the other channel has its posts.
    while len(other.messages) < 2:
        await fake.changed.wait()
    assert not slow.messages
    assert fake.faults.counts[fault] >= 1
    # What waits for the slow channel waits without a picture, and without asking.
    assert fault is not Fault.STUCK or fake.faults.counts[fault] <= 2
