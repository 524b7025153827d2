"""Budgets that several processes share: two stores on one database."""

import asyncio

import pytest

from bot.store.postgres import PostgresStore


@pytest.fixture
def pair(store: PostgresStore, other: PostgresStore) -> tuple[PostgresStore, PostgresStore]:
    return store, other


Pair = tuple[PostgresStore, PostgresStore]


async def test_what_one_process_takes_the_other_waits_for(pair: Pair) -> None:
    assert await pair[0].reserve("requests", 5, 100) == 0
    wait = await pair[1].reserve("requests", 1, 100)
    assert wait is not None
    assert 400 < wait <= 500
    # Those of other names are apart.
    assert await pair[1].reserve("identify 1", 1, 1000) == 0


async def test_no_two_processes_get_the_same_place(pair: Pair) -> None:
    waits = await asyncio.gather(*(pair[n % 2].reserve("requests", 1, 1000) for n in range(20)))
    places = sorted(round(wait or 0.0, -3) for wait in waits)
    assert places == [1000 * n for n in range(20)]


async def test_a_budget_that_is_put_off_is_put_off_for_all_and_never_forward(pair: Pair) -> None:
    await pair[0].put_off("requests", 1000)
    await pair[1].put_off("requests", 1)
    wait = await pair[1].reserve("requests", 1, 1)
    assert wait is not None
    assert 900 < wait <= 1000
