"""What every store must do for puzzles of the day. A store's own test file subclasses this."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.model.exercises.attempt import Attempt
from bot.model.exercises.daily import Daily, DayEntry, DayResult
from bot.model.ports import Store
from bot.model.records import DueKind
from tests.store.contract import ADA, GRACE, LINUS, NOW

HOUR = timedelta(hours=1)
DAILY = Daily(70, 7, 9, due=NOW + HOUR, changes=1)
DAY = "2026-03-01"


def entry(person: int, called: str, guild: int = 70, day: str = DAY) -> DayEntry:
    return DayEntry(guild, day, person, called, "bump", f"{day}-1")


def attempt(person: int, **more: Any) -> Attempt:
    if more.get("done"):
        more["done"] = NOW
    return Attempt(person, "day", "bump", f"{DAY}-1", NOW, NOW, **{"changes": 1, **more})


class DailiesContract:
    async def test_a_puzzle_of_the_day_is_read_as_it_was_written(self, store: Store) -> None:
        assert await store.daily(70) is None
        posted = replace(
            DAILY,
            changes=2,
            day=DAY,
            puzzle="day.bump.x",
            streak=3,
            tried=DAY,
            trouble="é",
            game="b",
        )
        for daily in (DAILY, posted, replace(posted, due=None, changes=3)):
            assert await store.save_daily(daily)
            assert await store.daily(70) == daily
        assert await store.daily(71) is None

    async def test_of_two_changes_of_a_puzzle_of_the_day_one_is_refused(self, store: Store) -> None:
        both = [replace(DAILY, hour=hour) for hour in (1, 2)]
        assert sorted(await asyncio.gather(*map(store.save_daily, both))) == [False, True]
        assert not await store.save_daily(replace(DAILY, changes=3))
        assert await store.save_daily(replace(DAILY, changes=2))

    async def test_it_is_due_at_its_time_until_that_is_put_off(self, store: Store) -> None:
        for guild, due in ((70, NOW + HOUR), (71, NOW), (72, None), (73, NOW + 2 * HOUR)):
            await store.save_daily(replace(DAILY, guild=guild, due=due))
        assert (await store.upcoming(NOW))[DueKind.DAILY] == NOW
        found = await store.due_dailies(NOW + HOUR, 5)
        assert [each.guild for each in found] == [71, 70]
        await store.save_daily(replace(DAILY, guild=71, due=NOW + 3 * HOUR, changes=2))
        await store.save_daily(replace(DAILY, due=None, changes=2))
        assert (await store.upcoming(NOW))[DueKind.DAILY] == NOW + 2 * HOUR
        assert await store.due_dailies(NOW + HOUR, 5) == []

    async def test_who_took_part_is_told_with_what_came_of_it(self, store: Store) -> None:
        await store.save_attempt(attempt(ADA.id, tries=2, done=True))
        await store.save_attempt(attempt(GRACE.id, solution_shown=True))
        await store.save_attempt(attempt(LINUS.id, done=True, helped=True))
        await store.change_preferences("person", LINUS.id, lambda _: {"listed": False})
        await store.change_preferences("person", ADA.id, lambda _: {"listed": True, "text": True})
        for person, called in (
            (ADA.id, "Ada"),
            (ADA.id, "Later"),
            (GRACE.id, "G"),
            (LINUS.id, "L"),
        ):
            await store.enter(entry(person, called))
        await store.enter(entry(9, "Nine"))
        await store.enter(entry(ADA.id, "Ada", guild=71))
        await store.enter(entry(ADA.id, "Ada", day="2026-03-02"))

        assert sorted(await store.day_results(70, DAY)) == [
            DayResult("Ada", 2, helped=False, reached=True, given_up=False),
            DayResult("G", 0, helped=False, reached=False, given_up=True),
            DayResult("L", 0, helped=True, reached=True, given_up=False, listed=False),
        ]
        assert len(await store.day_results(71, DAY)) == 1

    async def test_days_of_one_server_are_forgotten(self, store: Store) -> None:
        await store.save_attempt(attempt(ADA.id, done=True))
        for guild in (70, 71):
            await store.enter(entry(ADA.id, "Ada", guild))
        await store.forget_days(70, DAY)
        assert len(await store.day_results(70, DAY)) == 1
        await store.forget_days(70, "2026-03-02")
        assert await store.day_results(70, DAY) == []
        assert len(await store.day_results(71, DAY)) == 1

    async def test_with_a_server_its_puzzle_of_the_day_goes(self, store: Store) -> None:
        await store.save_attempt(attempt(ADA.id, done=True))
        await store.note_servers([], [70], NOW, NOW)
        for guild in (70, 71):
            await store.save_daily(replace(DAILY, guild=guild))
            await store.enter(entry(ADA.id, "Ada", guild))
            await store.forget_server(guild, NOW)
        assert (await store.daily(70), await store.day_results(70, DAY)) == (None, [])
        assert await store.daily(71) is not None
        assert len(await store.day_results(71, DAY)) == 1
