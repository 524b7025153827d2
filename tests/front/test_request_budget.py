"""Requests that wait until all processes together may make them."""

import asyncio
from collections.abc import Sequence

import aiohttp
import pytest
from aiohttp import web
from discord.http import Route

from bot.front.request_budget import MOST, RequestBudget
from bot.matches.refusals import StoreTrouble


class Ledger:
    """What was taken of the budget; places come when the test says so."""

    def __init__(self, waits: Sequence[float | None] = ()) -> None:
        self.taken: list[int] = []
        self.put_off_for: list[float] = []
        self.free = asyncio.Event()
        self.trouble = False
        self.shared = True

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        self.taken.append(count)
        await self.free.wait()
        if self.trouble:
            raise StoreTrouble("the database is away")
        return 0.0 if self.shared else None

    async def put_off(self, budget: str, seconds: float) -> None:
        self.put_off_for.append(seconds)


def budget_on(ledger: Ledger) -> RequestBudget:
    budget = RequestBudget()
    budget.share(ledger.reserve, ledger.put_off)
    return budget


async def idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_request_waits_for_its_place() -> None:
    ledger = Ledger()
    asked = asyncio.create_task(budget_on(ledger).wait())
    await idle()
    assert not asked.done()
    ledger.free.set()
    await asked
    assert ledger.taken == [1]


async def test_requests_that_wait_take_their_places_together() -> None:
    ledger = Ledger()
    budget = budget_on(ledger)
    asked = [asyncio.create_task(budget.wait()) for _ in range(1 + 3 * MOST)]
    await idle()
    ledger.free.set()
    await asyncio.gather(*asked)
    assert len(ledger.taken) < len(asked) / 2
    assert max(ledger.taken) <= MOST


async def test_without_the_database_requests_go_on() -> None:
    ledger = Ledger()
    ledger.trouble = True
    ledger.free.set()
    await budget_on(ledger).wait()


async def test_where_nobody_shares_nobody_is_asked_again() -> None:
    ledger = Ledger()
    ledger.shared = False
    ledger.free.set()
    budget = budget_on(ledger)
    for _ in range(5):
        await budget.wait()
    assert ledger.taken == [1]


async def test_a_request_that_is_given_up_holds_up_no_other() -> None:
    ledger = Ledger()
    budget = budget_on(ledger)
    first, second = asyncio.create_task(budget.wait()), asyncio.create_task(budget.wait())
    await idle()
    first.cancel()
    ledger.free.set()
    await second


@pytest.fixture
async def _discord(monkeypatch: pytest.MonkeyPatch) -> object:
    """Discord's own words for too many requests, over HTTP."""

    async def refuse(_: web.Request) -> web.Response:
        return web.Response(status=429, headers={"X-RateLimit-Global": "true", "Retry-After": "7"})

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(Route, "BASE", f"http://{host}:{port}/api/v10")
    yield
    await runner.cleanup()


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("/channels/1/messages", 1),
        ("/interactions/1/token/callback", 0),
        ("/webhooks/1/token", 0),
    ],
)
@pytest.mark.usefixtures("_discord")
async def test_what_discord_counts_waits_and_too_many_are_told_to_all(
    path: str, taken: int
) -> None:
    ledger = Ledger()
    ledger.free.set()
    async with aiohttp.ClientSession(trace_configs=[budget_on(ledger).trace()]) as session:
        async with session.get(f"{Route.BASE}{path}"):
            pass
        async with session.get(Route.BASE.removesuffix("/api/v10") + "/attachments/1.png"):
            pass
    assert len(ledger.taken) == taken
    assert ledger.put_off_for == [7] * taken
