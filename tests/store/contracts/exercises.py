"""What every store must do for exercises. A store's own test file subclasses this."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.model.clock.units import DAY
from bot.model.events import Ended, Person, Played, Started
from bot.model.exercises.attempt import Attempt, Newcomer, SolvedAt, Trial
from bot.model.exercises.daily import Daily, DayEntry, DayResult
from bot.model.ports import Store
from bot.model.records import GuildId, PersonId, Status
from tests.helpers.people import CHANNEL, FIRST, GUILD, MARGARET
from tests.store.contracts.matches import ADA, ASKED, GRACE, LINUS, NOW, append, new_match

PUZZLE = ("puzzle", "bump", "a1")


def begun(
    person: PersonId = ADA.id, name: str = "a1", kind: str = "puzzle", **more: Any
) -> Attempt:
    plain: dict[str, Any] = {"begun": NOW, "at": NOW, "changes": 1}
    return Attempt(person, kind, "bump", name, **plain | more)


async def started(store: Store, days: float, *people: Person) -> None:
    """A match of these people that was asked for at once, began so many days later and is over."""
    match = await new_match(store, status=Status.INVITED, people=people)
    events = (Started(people, {}), Played(FIRST, "a"))
    await append(store, match, 1, *events, at=NOW + days * DAY, people=people)
    end, at = Ended((FIRST,), "given up"), NOW + 99 * DAY
    await append(store, match, 3, end, at=at, people=people, status=Status.ENDED)


async def attempt_of(store: Store, person: PersonId) -> Attempt | None:
    kind, game, name = PUZZLE
    return await store.find_one(Attempt, person=person, kind=kind, game=game, name=name)


class AttemptsContract:
    async def test_an_attempt_is_read_as_it_was_written(self, store: Store) -> None:
        assert await attempt_of(store, ADA.id) is None
        first = begun(line=("01,03", "05"), keys=("01", "é"), move="x", offers=("a", "b"))
        rest: dict[str, Any] = {"wrong": ("05", "06"), "reason": "reply", "tries": 2, "hints": 1}
        last = replace(
            first, changes=2, helped=True, reached=True, solution_shown=True, done=NOW + DAY, **rest
        )
        for attempt in (first, last):
            assert await store.save_next(attempt)
            assert await attempt_of(store, ADA.id) == attempt
        assert await attempt_of(store, GRACE.id) is None
        assert (
            await store.find_one(Attempt, person=ADA.id, kind="own", game="bump", name="a1") is None
        )

    async def test_of_two_changes_of_the_same_attempt_one_is_refused(self, store: Store) -> None:
        both = [begun(tries=1), begun(tries=2)]
        assert sorted(await asyncio.gather(*map(store.save_next, both))) == [False, True]
        found = await attempt_of(store, ADA.id)
        assert found in both
        for changes, is_next in ((1, False), (3, False), (2, True), (2, False)):
            assert await store.save_next(begun(changes=changes, tries=5)) is is_next
        assert await attempt_of(store, ADA.id) == begun(changes=2, tries=5)

    async def test_attempts_of_a_kind_and_game_are_listed_by_name(self, store: Store) -> None:
        of_others = [begun(GRACE.id, kind="stage"), begun(), begun(name="c", kind="own")]
        stages = [begun(name=name, kind="stage") for name in ("b", "a", "c")]
        other_game = replace(begun(kind="stage"), game="clump")
        for attempt in (*of_others, *stages, other_game):
            assert await store.save_next(attempt)
        found = await store.find(Attempt, person=ADA.id, kind="stage", game="bump")
        assert [each.name for each in found] == ["a", "b", "c"]
        assert await store.find(Attempt, person=ADA.id, kind="stage", game="clump") == [other_game]

    async def test_the_tries_of_a_year_are_told_in_their_order(self, store: Store) -> None:
        for days, name, more in (
            (3, "b", {"done": NOW, "tries": 2, "helped": True}),
            (1, "c", {"solution_shown": True}),
            (0, "a", {}),
            (2, "d", {"done": NOW}),
        ):
            assert await store.save_next(begun(name=name, at=NOW + days * DAY, **more))
        assert await store.save_next(begun(GRACE.id, at=NOW + DAY))
        assert await store.trials(ADA.id, NOW) == [
            Trial("puzzle", "bump", "c", NOW + DAY, 0, False, True, False),
            Trial("puzzle", "bump", "d", NOW + 2 * DAY, 0, False, False, True),
            Trial("puzzle", "bump", "b", NOW + 3 * DAY, 2, True, False, True),
        ]

    async def test_it_finds_when_puzzles_were_solved_unaided(self, store: Store) -> None:
        for name, more in (
            ("a", {"done": NOW}),
            ("b", {"done": NOW + DAY, "kind": "day"}),
            ("c", {"done": NOW, "solution_shown": True}),
            ("d", {"done": NOW, "kind": "stage"}),
            ("e", {}),
        ):
            assert await store.save_next(begun(name=name, at=NOW, **more))
        assert sorted(await store.solved(ADA.id)) == [SolvedAt(NOW), SolvedAt(NOW + DAY)]
        assert await store.solved(GRACE.id) == []

    async def test_the_store_says_when_learners_first_play(self, store: Store) -> None:
        def stage(person: PersonId, days: float, name: str = "a") -> Attempt:
            return begun(person, name, "stage", begun=NOW + days * DAY)

        many = (
            # Both stages of Ada are begun in these days, and Linus began to learn before them.
            *(stage(ADA.id, 2), stage(ADA.id, 1, "z"), stage(GRACE.id, 3)),
            *(stage(LINUS.id, 2), stage(LINUS.id, 0, "b")),
            *(
                stage(MARGARET.id, 1.5),
                stage(PersonId(6), 4),
                begun(PersonId(7), begun=NOW + 2 * DAY),
            ),
        )
        for attempt in many:
            assert await store.save_next(attempt)
        await started(store, 3, GRACE, LINUS)
        await started(store, 20, ADA, GRACE)
        await started(store, 9, ADA, LINUS)
        await new_match(
            store, [ASKED], status=Status.INVITED, people=(Person(MARGARET.id, "Eve"), ADA)
        )
        found = await store.newcomers(NOW + DAY, NOW + 4 * DAY)
        assert sorted(found) == [
            Newcomer(NOW + DAY, NOW + 9 * DAY),
            Newcomer(NOW + 1.5 * DAY, None),
            Newcomer(NOW + 3 * DAY, NOW + 3 * DAY),
        ]


DAILY = Daily(GUILD, CHANNEL, 9, changes=1)
TODAY = "2026-03-01"


def entry(person: PersonId, called: str, guild: GuildId = GUILD, day: str = TODAY) -> DayEntry:
    return DayEntry(guild, day, person, called, "bump", f"{day}-1")


def attempt(person: PersonId, **more: Any) -> Attempt:
    if more.get("done"):
        more["done"] = NOW
    return Attempt(person, "day", "bump", f"{TODAY}-1", NOW, NOW, **{"changes": 1, **more})


class DailiesContract:
    async def test_a_puzzle_of_the_day_is_read_as_it_was_written(self, store: Store) -> None:
        assert await store.find_one(Daily, guild=70) is None
        posted = replace(
            DAILY,
            changes=2,
            day=TODAY,
            puzzle="day.bump.x",
            streak=3,
            trouble="é",
            game="b",
        )
        for daily in (DAILY, posted, replace(posted, hour=10, changes=3)):
            assert await store.save_next(daily)
            assert await store.find_one(Daily, guild=70) == daily
        assert await store.find_one(Daily, guild=71) is None

    async def test_of_two_changes_of_a_puzzle_of_the_day_one_is_refused(self, store: Store) -> None:
        both = [replace(DAILY, hour=hour) for hour in (1, 2)]
        assert sorted(await asyncio.gather(*map(store.save_next, both))) == [False, True]
        assert not await store.save_next(replace(DAILY, changes=3))
        assert await store.save_next(replace(DAILY, changes=2))

    async def test_who_took_part_is_told_with_what_came_of_it(self, store: Store) -> None:
        await store.save_next(attempt(ADA.id, tries=2, done=True))
        await store.save_next(attempt(GRACE.id, solution_shown=True))
        await store.save_next(attempt(LINUS.id, done=True, helped=True))
        await store.change_preferences("person", LINUS.id, lambda _: {"listed": False})
        await store.change_preferences("person", ADA.id, lambda _: {"listed": True, "text": True})
        for person, called in (
            (ADA.id, "Ada"),
            (ADA.id, "Later"),
            (GRACE.id, "G"),
            (LINUS.id, "L"),
        ):
            await store.add(entry(person, called))
        await store.add(entry(PersonId(9), "Nine"))
        await store.add(entry(ADA.id, "Ada", guild=GuildId(71)))
        await store.add(entry(ADA.id, "Ada", day="2026-03-02"))

        assert sorted(await store.day_results(GUILD, TODAY)) == [
            DayResult("Ada", 2, helped=False, reached=True, given_up=False),
            DayResult("G", 0, helped=False, reached=False, given_up=True),
            DayResult("L", 0, helped=True, reached=True, given_up=False, listed=False),
        ]
        assert len(await store.day_results(GuildId(71), TODAY)) == 1

    async def test_days_of_one_server_are_forgotten(self, store: Store) -> None:
        await store.save_next(attempt(ADA.id, done=True))
        for guild in (70, 71):
            await store.add(entry(ADA.id, "Ada", GuildId(guild)))
        assert await store.drop(DayEntry, guild=70, day="2026-03-02") == []
        assert len(await store.day_results(GUILD, TODAY)) == 1
        assert await store.drop(DayEntry, guild=70, day=TODAY) == [entry(ADA.id, "Ada", GUILD)]
        assert await store.day_results(GUILD, TODAY) == []
        assert len(await store.day_results(GuildId(71), TODAY)) == 1

    async def test_with_a_server_its_puzzle_of_the_day_goes(self, store: Store) -> None:
        await store.save_next(attempt(ADA.id, done=True))
        await store.note_servers([], [GUILD], NOW, NOW)
        for guild in (70, 71):
            await store.save_next(replace(DAILY, guild=GuildId(guild)))
            await store.add(entry(ADA.id, "Ada", GuildId(guild)))
            await store.forget_server(GuildId(guild), NOW)
        assert (await store.find_one(Daily, guild=70), await store.day_results(GUILD, TODAY)) == (
            None,
            [],
        )
        assert await store.find_one(Daily, guild=71) is not None
        assert len(await store.day_results(GuildId(71), TODAY)) == 1
