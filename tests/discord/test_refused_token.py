"""The real bot in its own process whose token Discord takes no longer: it stops, and says why."""

import asyncio
from urllib.request import urlopen

import pytest
from aiohttp import web

from bot.front.discord.request_budget import TOKEN_REFUSED
from tests.discord import checks
from tests.discord.checks import all_is_said, given_up, undelivered
from tests.discord.fake.faults import EVER, Fault, sends
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import begun
from tests.discord.processes import BotProcess, free_port


@pytest.fixture
def environment() -> dict[str, str]:
    return {"FAKE_RETRY": "0.2", "FAKE_CALM": "0.5"}


def with_token(request: web.Request) -> bool:
    """Whether a request goes out with the bot's token, and not with that of an interaction."""
    ours = request.path.startswith("/api/")
    return ours and not any(part in request.path for part in ("/interactions/", "/webhooks/"))


async def has_ended(bot: BotProcess) -> None:
    """The process ends with status 2, and says why once in its log and once as its last words."""
    assert bot.running is not None
    assert await bot.running.wait() == 2
    bot.running = None
    log = bot.log.read_text("utf-8")
    assert log.count("[critical") == 1
    assert log.splitlines()[-1] == TOKEN_REFUSED
    assert "Traceback" not in log


@pytest.mark.long
async def test_a_token_refused_midway_loses_nothing(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = await begun(fake, bot)
    for _ in range(2):
        await players.move(table)
    await all_is_said(bot.database)
    mover, texts = await players.offered(table)
    fake.faults.plan(Fault.UNAUTHORIZED, with_token, EVER)
    await players.try_move(table, mover, texts[0])

    await has_ended(bot)
    # One request has told it, and one more that was made to be sure; the few that were on their
    # way already could not be stopped.
    assert 2 <= fake.faults.counts[Fault.UNAUTHORIZED] < 10
    assert await undelivered(bot.database) == 1
    assert await given_up(bot.database) == []

    fake.faults.planned.clear()
    await bot.start()
    assert await checks.wrong(players, bot.database) == []
    assert checks.missing_posts(fake, range(1, 6)) == []


async def test_a_token_refused_at_the_start_ends_it(fake: FakeDiscord, bot: BotProcess) -> None:
    fake.guild("Harbor")
    fake.faults.plan(Fault.UNAUTHORIZED, with_token, EVER)
    starting = asyncio.create_task(bot._started())
    assert not await starting
    await has_ended(bot)
    assert fake.faults.counts[Fault.UNAUTHORIZED] == 2


@pytest.mark.long
async def test_a_token_refused_once_is_a_fluke(fake: FakeDiscord, bot: BotProcess) -> None:
    port = free_port()
    bot.environment["BUMPBOT_METRICS"] = str(port)
    fake.faults.plan(Fault.UNAUTHORIZED, lambda request: request.path.endswith("/users/@me"))
    table, players = await begun(fake, bot)
    assert (bot.gave_up, fake.faults.counts[Fault.UNAUTHORIZED]) == (0, 1)
    await all_is_said(bot.database)
    fake.faults.plan(Fault.UNAUTHORIZED, sends)
    mover, texts = await players.offered(table)
    await players.try_move(table, mover, texts[0])
    await all_is_said(bot.database)
    assert fake.faults.counts[Fault.UNAUTHORIZED] == 2
    told = await asyncio.to_thread(urlopen, f"http://127.0.0.1:{port}/metrics")
    assert b"bumpbot_discord_invalid_requests 1.0" in told.read()
    assert await bot.stop() == 0
    assert await checks.wrong(players, bot.database) == []
    assert "is tried again" in bot.log.read_text("utf-8")
    assert TOKEN_REFUSED not in bot.log.read_text("utf-8")
    assert "Unclosed" not in bot.log.read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("begins", [True, False], ids=["at the start", "at a reconnect"])
async def test_a_token_refused_by_the_gateway_ends_it(
    fake: FakeDiscord, bot: BotProcess, begins: bool
) -> None:
    fake.guild("Harbor")
    if begins:
        fake.gateway.refused_tokens.add(bot.token)
        assert not await bot._started()
    else:
        await bot.start()
        fake.gateway.refused_tokens.add(bot.token)
        for session in list(fake.gateway.live):
            await fake.gateway.invalidate(session)
    await has_ended(bot)
