"""The simulated Discord in real time. These tests notice when simcord's inner parts change."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.utils import utcnow
from simcord.env import Env

from bot.front.discord import layouts
from bot.table.env import Ledger, Room, TableEnv, WallClock, furnish
from tests.table.window import PATIENCE, until

REPLACED = (
    *("_begin_operation", "_end_operation", "_capture_errors", "_record_error"),
    *("_notify_dispatch_observers", "_settle_internal", "_schedule_timer"),
)

Answer = Callable[[discord.Interaction[Any]], Awaitable[None]]


class Parrot(discord.Client):
    """A bot with one command, `/say`, that does what the test wants."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="say something")
        async def say(talk: discord.Interaction[Any]) -> None:
            await answer(talk)

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def hello(talk: discord.Interaction[Any]) -> None:
    await talk.response.send_message("hello")


class Company:
    """People with a bot whose answer a test may change."""

    def __init__(self) -> None:
        self.answer: Answer = hello
        self.bot = Parrot(lambda talk: self.answer(talk))
        self.env = TableEnv(self.bot)
        self.room: Room = furnish(self.env)

    async def say(self, person: int = 0) -> Any:
        return await self.room.people[person].slash(self.room.channel, "say")


@pytest.fixture
async def company() -> AsyncIterator[Company]:
    company = Company()
    await company.env.start()
    yield company
    await company.bot.close()
    await company.env.shutdown()


def test_simcord_still_has_what_the_table_replaces() -> None:
    assert [name for name in REPLACED if name not in vars(Env)] == []


async def test_the_bot_lives_in_real_time_with_its_timers(company: Company) -> None:
    seen: list[tuple[datetime, float]] = []
    rung = asyncio.Event()

    def now() -> tuple[datetime, float]:
        return datetime.now(UTC), asyncio.get_running_loop().time()

    async def note(talk: discord.Interaction[Any]) -> None:
        seen.append((utcnow(), time.monotonic()))
        asyncio.get_running_loop().call_later(0.05, rung.set)
        try:
            async with asyncio.timeout(0.05):
                await asyncio.Event().wait()
        except TimeoutError:
            await hello(talk)

    company.answer = note
    before = now()
    assert (await company.say()).response.content == "hello"
    after, [noted] = now(), seen
    assert before[0] <= noted[0] <= after[0]
    assert before[1] <= noted[1] <= after[1]
    async with asyncio.timeout(PATIENCE):
        await rung.wait()


def test_at_the_table_a_clock_that_is_set_back_delays_nothing() -> None:
    set_to = [datetime(2026, 1, 1, hour, tzinfo=UTC) for hour in (12, 11, 13)]
    walls = iter(set_to)
    clock = WallClock(lambda: next(walls))
    assert set_to[0] <= clock.now() < set_to[0] + timedelta(minutes=1)
    assert clock.now() == set_to[2]


async def test_a_message_that_is_laid_out_has_no_files_for_the_bot(company: Company) -> None:
    told = list[int]()

    async def show(talk: discord.Interaction[Any]) -> None:
        file = discord.File(BytesIO(b"0"), "board.png")
        page = layouts.unboxed([file], None)
        await talk.response.send_message(view=page, file=file)
        told.append(len((await talk.original_response()).attachments))
        told.append(len((await talk.followup.send(file=file, wait=True)).attachments))

    company.answer = show
    await company.say()
    assert told == [0, 1]


async def test_timers_that_nobody_waits_for_and_old_records_are_let_go(company: Company) -> None:
    async def set_and_cancel(talk: discord.Interaction[Any]) -> None:
        for _ in range(100):
            asyncio.get_running_loop().call_later(86400, print).cancel()
        await hello(talk)

    company.answer = set_and_cancel
    for _ in range(60):
        await company.say()
    assert len(company.env._work.callbacks) < 10
    backend = company.env.backend
    assert 0 < len(backend.transcript) <= 100
    assert 0 < len(backend.http_requests) <= 100


async def test_a_person_waits_for_their_own_answer_only(company: Company) -> None:
    asked, slow = asyncio.Event(), asyncio.Event()

    async def answer(talk: discord.Interaction[Any]) -> None:
        if talk.user.name == "ada":
            asked.set()
            await slow.wait()
        await hello(talk)

    company.answer = answer
    ada = asyncio.create_task(company.say(0))
    await asked.wait()
    assert (await company.say(1)).response.content == "hello"
    assert not ada.done()
    slow.set()
    assert (await ada).response.content == "hello"


async def test_a_bot_that_never_answers_is_given_up_on(
    company: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.table.env.PATIENCE", 0.05)

    async def nothing(talk: discord.Interaction[Any]) -> None:
        """Say nothing."""

    company.answer = nothing
    assert (await company.say()).response is None
    assert "did not answer" in caplog.text


async def test_what_fails_in_the_background_is_logged(
    company: Company, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise RuntimeError("the lamp went out")

    async def begin(talk: discord.Interaction[Any]) -> None:
        task = asyncio.create_task(fail())
        await hello(talk)
        await asyncio.wait([task])

    company.answer = begin
    with caplog.at_level(logging.ERROR):
        await company.say()
        await until(lambda: "the lamp went out" in caplog.text)


async def test_news_wake_everybody_who_waits() -> None:
    ledger = Ledger(keep=2)
    waiting = [asyncio.create_task(ledger.news()) for _ in range(3)]
    await asyncio.sleep(0)
    for entry in "abc":
        ledger.append(entry)
    await asyncio.gather(*waiting)
    assert list(ledger) == ["b", "c"]
