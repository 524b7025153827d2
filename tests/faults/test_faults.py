"""The real bot on a file while every kind of fault comes once at least."""

import asyncio
from pathlib import Path

import pytest

from tests.discord.faults import PASSING
from tests.faults.harness import Plan, harness
from tests.faults.kinds import Deck, Said, counts, possible

PATIENCE = 1200
"""Seconds after which it is not slow, but stands still."""

SHORT = Plan(faults=50, at_once=3, moves=6, servers=2, requests=0.2, standstill=600)


@pytest.mark.long
async def test_every_kind_of_fault_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async with harness(SHORT, tmp_path) as made:
        async with asyncio.timeout(PATIENCE):
            await made.run()
        assert made.wrong == {}
        happened = dict(made.faults)
    assert {f"request: {each}" for each in PASSING} | {*Said, *possible()} == happened.keys()
    assert sum(happened.values()) == sum(counts(SHORT.faults).values())
    assert made.troubles.told > 0


def test_the_long_run_has_as_many_faults_as_asked_for() -> None:
    wanted = counts(10_000)
    assert sum(wanted.values()) == 10_000
    assert {*PASSING, *Said, *possible()} == wanted.keys()
    assert wanted["kill -9"] > 100


def test_a_seed_gives_the_same_faults_in_the_same_order() -> None:
    first, same, other = (Deck(counts(500), seed) for seed in (1, 1, 2))
    assert (first.requests, first.troubles) == (same.requests, same.troubles)
    assert first.troubles != other.troubles
    assert sorted(first.troubles) == sorted(other.troubles)
