"""Requests that wait until all processes together may make them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot.front.discord import request_budget
from bot.front.discord.request_budget import (
    LAST_INVALID,
    MOST,
    MOST_INVALID,
    OWN_ACCOUNT,
    TOKEN_REFUSED,
    WINDOW,
    HeldBack,
    InvalidRequests,
    RequestBudget,
    TokenRefused,
)
from bot.model.refusals import StoreTrouble
from bot.telemetry.interactions import current_id, handling


@pytest.fixture(autouse=True)
def _it_is_asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_budget, "ASK_AGAIN", 0.0)


class Ledger:
    """What was taken of the budget; places come when the test says so."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.during: list[str | None] = []
        self.put_off_for: list[float] = []
        self.free = asyncio.Event()
        self.trouble = False
        self.shared = True

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        self.taken.append(count)
        self.during.append(current_id())
        await self.free.wait()
        if self.trouble:
            raise StoreTrouble("the database is away")
        return 0.0 if self.shared else None

    async def put_off(self, budget: str, seconds: float) -> None:
        self.put_off_for.append(seconds)


def budget_on(ledger: Any) -> RequestBudget:
    return RequestBudget(shared=lambda: ledger)


async def idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_requests_wait_for_places_which_they_take_together() -> None:
    ledger = Ledger()
    budget = budget_on(ledger)
    with handling("button"):
        asked = [asyncio.create_task(budget.wait())]
        await idle()
        asked += [asyncio.create_task(budget.wait()) for _ in range(3 * MOST)]
        await idle()
    assert ledger.taken == [1]
    assert not any(each.done() for each in asked)
    # One that is given up holds up no other.
    asked.pop(0).cancel()
    ledger.free.set()
    await asyncio.gather(*asked)
    assert len(ledger.taken) < len(asked) / 2
    assert max(ledger.taken) <= MOST
    # What is logged about many requests is no part of what the first of them is about.
    assert set(ledger.during) == {None}


async def test_where_nobody_shares_nobody_is_asked_again_nor_waited_for_in_trouble() -> None:
    ledger = Ledger()
    ledger.shared = False
    ledger.free.set()
    budget = budget_on(ledger)
    for _ in range(5):
        await budget.wait()
    assert ledger.taken == [1]
    # Without the database requests go on.
    ledger.trouble = True
    await budget_on(ledger).wait()


@asynccontextmanager
async def answering(status: int, **headers: str) -> AsyncIterator[list[str]]:
    """Discord, which answers everything alike, and the paths that it is asked."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path.removeprefix("/api/v10"))
        return web.Response(status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", answer)
    async with TestServer(app) as server:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
            yield asked


async def ask(budget: RequestBudget, *paths: str) -> None:
    async with aiohttp.ClientSession(trace_configs=[budget.trace()]) as session:
        for path in paths:
            async with session.get(f"{Route.BASE}{path}"):
                pass


POSTING, ANSWERING = "/channels/1/messages", "/interactions/1/token/callback"


@pytest.mark.parametrize(
    ("path", "taken"), [(POSTING, 1), (ANSWERING, 0), ("/webhooks/1/token", 0)]
)
async def test_what_discord_counts_waits_and_all_hear_of_too_many(path: str, taken: int) -> None:
    ledger = Ledger()
    ledger.free.set()
    headers = {"X-RateLimit-Global": "true", "Retry-After": "7"}
    async with answering(429, **headers) as asked:
        await ask(budget_on(ledger), path, "/../../attachments/1.png")
    assert asked == [path, "/attachments/1.png"]
    assert len(ledger.taken) == taken
    assert ledger.put_off_for == [7] * taken


# Requests that Discord finds invalid


class FakeNow:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_invalid_requests_are_counted_for_ten_minutes_each() -> None:
    now = FakeNow()
    invalid = InvalidRequests(now)
    for _ in range(5):
        invalid.note()
        now.seconds += 60
    assert len(invalid) == 5
    now.seconds += WINDOW - 5 * 60
    assert len(invalid) == 4
    now.seconds += WINDOW
    assert len(invalid) == 0


def test_too_many_hold_requests_until_half_are_old(caplog: pytest.LogCaptureFixture) -> None:
    now = FakeNow()
    invalid = InvalidRequests(now)
    for _ in range(MOST_INVALID - 1):
        invalid.note()
        now.seconds += 0.1
    assert invalid.seconds_held() == 0
    assert not caplog.records
    for _ in range(3):
        invalid.note()
    assert caplog.text.count("would shut its address out") == 1
    assert caplog.records[0].levelname == "CRITICAL"
    wait = invalid.seconds_held()
    assert WINDOW / 2 < wait < WINDOW
    now.seconds += wait - 1
    assert 0 < invalid.seconds_held() <= 1
    assert len(invalid) > MOST_INVALID / 2
    now.seconds += 1
    assert invalid.seconds_held() == 0
    assert len(invalid) == MOST_INVALID / 2
    for _ in range(MOST_INVALID // 2):
        invalid.note()
    assert caplog.text.count("would shut its address out") == 2


@pytest.mark.parametrize(
    ("status", "headers", "counted"),
    [
        (401, {}, True),
        (403, {}, True),
        (429, {}, True),
        (429, {"X-RateLimit-Scope": "user"}, True),
        (429, {"X-RateLimit-Scope": "global"}, True),
        (429, {"X-RateLimit-Scope": "shared"}, False),
        (200, {}, False),
        (400, {}, False),
        (404, {}, False),
        (500, {}, False),
    ],
)
async def test_only_answers_that_discord_counts_are_invalid(
    status: int, headers: dict[str, str], counted: bool
) -> None:
    budget = RequestBudget()
    async with answering(status, **headers):
        await ask(budget, ANSWERING, POSTING)
        assert budget.invalid_requests == 2 * counted
        await ask(budget, *[ANSWERING] * 3)
    assert budget.invalid_requests == 5 * counted


async def test_behind_too_many_only_answers_to_interactions_are_sent() -> None:
    now = FakeNow()
    budget = RequestBudget(now)
    async with answering(200) as asked:
        for _ in range(MOST_INVALID):
            budget.invalid.note()
        with pytest.raises(HeldBack) as held:
            await ask(budget, POSTING)
        assert held.value.seconds == WINDOW
        await ask(budget, ANSWERING)
        assert asked == [ANSWERING]
        for _ in range(LAST_INVALID - MOST_INVALID):
            budget.invalid.note()
        with pytest.raises(HeldBack):
            await ask(budget, ANSWERING)
        assert asked == [ANSWERING]
        now.seconds += WINDOW
        await ask(budget, POSTING, ANSWERING)
    assert asked == [ANSWERING, POSTING, ANSWERING]


def test_four_processes_together_stay_well_below_what_discord_takes() -> None:
    assert 4 * LAST_INVALID < 10_000
    assert 4 * MOST_INVALID <= 8_000


class Answer:
    """As much of Discord's answer as its error needs."""

    def __init__(self, status: int) -> None:
        self.status, self.reason = status, "Unauthorized"


def asking_again(on_refused: Callable[[], None] = lambda: None) -> RequestBudget:
    """A budget that asks again by a request which it sees as well, as the bot does."""

    async def ask_again() -> None:
        async with (
            aiohttp.ClientSession(trace_configs=[budget.trace()]) as session,
            session.get(f"{Route.BASE}{OWN_ACCOUNT}") as answer,
        ):
            if answer.status == 401:
                raise discord.HTTPException(answer, "")

    budget = RequestBudget(on_refused=on_refused, ask_again=ask_again)
    return budget


@pytest.mark.parametrize("again", [200, 500, None])
async def test_one_refusal_that_is_not_confirmed_stops_nothing(again: int | None) -> None:
    asked: list[str] = []

    async def ask_again() -> None:
        asked.append("again")
        if again is None:
            raise aiohttp.ServerDisconnectedError
        if again != 200:
            raise discord.HTTPException(Answer(again), "")  # type: ignore[arg-type]

    budget = RequestBudget(ask_again=ask_again)
    async with answering(401):
        await ask(budget, POSTING)
    # It waits until that is settled.
    async with answering(200):
        await ask(budget, POSTING)
    assert asked == ["again"]
    assert not budget.is_refused
    assert budget.invalid_requests == 1


async def test_while_it_is_asked_once_more_nothing_else_is_asked() -> None:
    answer = asyncio.Event()

    async def ask_again() -> None:
        await answer.wait()

    budget = RequestBudget(ask_again=ask_again)
    async with answering(401):
        await ask(budget, POSTING)
    async with answering(200) as asked:
        waiting = asyncio.create_task(ask(budget, POSTING))
        await ask(budget, ANSWERING)
        assert asked == [ANSWERING]
        answer.set()
        await waiting
    assert asked == [ANSWERING, POSTING]


async def test_behind_a_refused_token_nothing_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    stopped: list[int] = []
    budget = asking_again(lambda: stopped.append(1))
    async with answering(401) as asked:
        # The token of an interaction says nothing about the bot's.
        await ask(budget, ANSWERING)
        assert not budget.is_refused
        await ask(budget, POSTING)
        assert await budget.confirm_refusal()
        assert budget.is_refused
        for _ in range(3):
            with pytest.raises(TokenRefused):
                await ask(budget, POSTING)
        await ask(budget, ANSWERING)
    assert asked == [ANSWERING, POSTING, OWN_ACCOUNT, ANSWERING]
    assert stopped == [1]
    assert [each.levelname for each in caplog.records] == ["CRITICAL"]
    assert caplog.records[0].getMessage() == TOKEN_REFUSED


async def test_requests_that_wait_when_the_token_is_refused_are_not_made() -> None:
    ledger = Ledger()
    budget = budget_on(ledger)
    async with answering(200) as asked:
        waiting = asyncio.create_task(ask(budget, POSTING))
        while not ledger.taken:  # noqa: ASYNC110
            await asyncio.sleep(0)
        budget.refuse_token()
        ledger.free.set()
        with pytest.raises(TokenRefused):
            await waiting
    assert asked == []
