"""The number of those who come to play is asked of the store rarely, and harms nothing."""

import asyncio
from collections.abc import Mapping

import aiohttp
import pytest
from aiohttp.test_utils import TestServer

from bot.model.refusals import StoreTrouble
from bot.telemetry import newcomers
from bot.telemetry.condition import Gateway, Monitor, Sources
from bot.telemetry.metrics import REGISTRY
from bot.telemetry.newcomers import Newcomers
from bot.telemetry.server import application


def told(kind: str) -> float | None:
    return REGISTRY.get_sample_value("bumpbot_newcomers", {"first_match": kind})


class Asked:
    """Answers with these counts, one after another, or raises them."""

    def __init__(self, *answers: int | Exception) -> None:
        self.answers = [*answers]

    async def __call__(self) -> Mapping[str, int]:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return {"before": answer}


async def test_scrapes_ask_once_and_health_never() -> None:
    asked = Asked(5, 6)
    sources = Sources(Gateway(), list, lambda: None, newcomers=asked)
    async with (
        TestServer(application(Monitor(sources))) as server,
        aiohttp.ClientSession() as session,
    ):
        await session.get(server.make_url("/health"))
        assert len(asked.answers) == 2
        for _ in range(3):
            answer = await session.get(server.make_url("/metrics"))
            assert 'bumpbot_newcomers{first_match="before"} 5.0' in await answer.text()
    assert asked.answers == [6]


async def test_where_the_store_fails_the_number_before_stands() -> None:
    often = Newcomers(Asked(3, StoreTrouble("away"), 4), every=0)
    for expected in (3, 3, 4):
        await often.tell()
        assert told("before") == expected


async def test_nobody_waits_for_a_store_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck() -> Mapping[str, int]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(newcomers, "PATIENCE", 0.0)
    await Newcomers(stuck).tell()


async def test_before_a_store_is_open_nothing_is_lost() -> None:
    asked = Asked(8)
    is_open = [False, True]
    seldom = Newcomers(lambda: asked() if is_open.pop(0) else None)
    await seldom.tell()
    await seldom.tell()
    assert told("before") == 8
