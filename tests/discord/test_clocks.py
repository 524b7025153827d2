"""Clocks that lie by an hour in both directions at kills: no post is doubled, or an hour late."""

import asyncio

import pytest

from tests.discord import checks
from tests.discord.fake.faults import Fault, sends
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, table_of
from tests.discord.processes import BotProcess, bumpbot_health, expected, free_port

HOUR = 3600


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "after"), [(HOUR, 0), (HOUR, -HOUR), (-HOUR, HOUR), (0, -HOUR), (0, HOUR)]
)
async def test_a_post_whose_answer_was_lost_is_found_again(
    fake: FakeDiscord, bot: BotProcess, before: int, after: int
) -> None:
    fake.keeps_nonces = False
    bot.environment = {"FAKE_CLOCK": str(before), "FAKE_RETRY": "3"}
    bot.environment["BUMPBOT_METRICS"] = str(free_port())
    table = table_of(fake)
    await bot.start()
    fake.faults.plan(Fault.LOST, sends)
    ada, grace = table.people
    asked = fake.command(ada, table.channel, "challenge bounce", opponent=grace, first="me")
    sent = asyncio.create_task(Players(fake).send(asked))
    async with expected("the challenge is posted"):
        while not checks.posts(fake):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    await bot.kill()
    sent.cancel()
    bot.environment["FAKE_CLOCK"] = str(after)
    await bot.start()
    async with expected("the post is found, or made again"):
        await checks.all_is_said(bot.database)
    assert checks.posts(fake)
    assert checks.posted_twice(fake) == []
    _, health = await bumpbot_health(**bot.environment)
    wrong = f"clock is {HOUR} s {'ahead of' if after > 0 else 'behind'} Discord's"
    assert (wrong in health) == bool(after)
    assert bot.log.read_text().count("let the system set it") == bool(before) + bool(after)
