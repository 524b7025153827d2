"""What every store must do for exercises. A store's own test file subclasses this."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.model.events import Ended, Person, Played, Started
from bot.model.exercises.attempt import Attempt, Trial
from bot.model.exercises.newcomers import Newcomer
from bot.model.ports import Store
from bot.model.records import Status
from tests.store.contract import ADA, ASKED, GRACE, LINUS, NOW, append, new_match, row_of

PUZZLE = ("puzzle", "bump", "a1")
DAY = timedelta(days=1)


def begun(person: int = ADA.id, name: str = "a1", kind: str = "puzzle", **more: Any) -> Attempt:
    plain: dict[str, Any] = {"begun": NOW, "at": NOW, "changes": 1}
    return Attempt(person, kind, "bump", name, **plain | more)


async def started(store: Store, days: float, *people: Person) -> None:
    """A match of these people that was asked for at once, began so many days later and is over."""
    match = await new_match(store, status=Status.INVITED, people=people)
    events, row = [Started(people, {}), Played(1, "a")], row_of(match, 3, people=people)
    await append(store, match, 1, events, NOW + days * DAY, row, [])
    over = replace(row, seq=4, status=Status.ENDED)
    await append(store, match, 3, [Ended((1,), "given up")], NOW + 99 * DAY, over, [])


class AttemptsContract:
    async def test_an_attempt_is_read_as_it_was_written(self, store: Store) -> None:
        assert await store.find_attempt(ADA.id, PUZZLE) is None
        first = begun(line=("01,03", "05"), keys=("01", "é"), move="x", offers=("a", "b"))
        rest: dict[str, Any] = {"wrong": ("05", "06"), "reason": "reply", "tries": 2, "hints": 1}
        last = replace(
            first, changes=2, helped=True, reached=True, solution_shown=True, done=NOW + DAY, **rest
        )
        for attempt in (first, last):
            assert await store.save_attempt(attempt)
            assert await store.find_attempt(ADA.id, PUZZLE) == attempt
        assert await store.find_attempt(GRACE.id, PUZZLE) is None
        assert await store.find_attempt(ADA.id, ("own", "bump", "a1")) is None

    async def test_of_two_changes_of_the_same_attempt_one_is_refused(self, store: Store) -> None:
        both = [begun(tries=1), begun(tries=2)]
        assert sorted(await asyncio.gather(*map(store.save_attempt, both))) == [False, True]
        found = await store.find_attempt(ADA.id, PUZZLE)
        assert found in both
        for changes, is_next in ((1, False), (3, False), (2, True), (2, False)):
            assert await store.save_attempt(begun(changes=changes, tries=5)) is is_next
        assert await store.find_attempt(ADA.id, PUZZLE) == begun(changes=2, tries=5)

    async def test_attempts_of_a_kind_and_game_are_listed_by_name(self, store: Store) -> None:
        of_others = [begun(GRACE.id, kind="stage"), begun(), begun(name="c", kind="own")]
        stages = [begun(name=name, kind="stage") for name in ("b", "a", "c")]
        other_game = replace(begun(kind="stage"), game="clump")
        for attempt in (*of_others, *stages, other_game):
            assert await store.save_attempt(attempt)
        found = await store.attempts_of(ADA.id, "stage", "bump")
        assert [each.name for each in found] == ["a", "b", "c"]
        assert await store.attempts_of(ADA.id, "stage", "clump") == [other_game]

    async def test_the_tries_of_a_year_are_told_in_their_order(self, store: Store) -> None:
        for days, name, more in (
            (3, "b", {"done": NOW, "tries": 2, "helped": True}),
            (1, "c", {"solution_shown": True}),
            (0, "a", {}),
            (2, "d", {"done": NOW}),
        ):
            assert await store.save_attempt(begun(name=name, at=NOW + days * DAY, **more))
        assert await store.save_attempt(begun(GRACE.id, at=NOW + DAY))
        assert await store.trials(ADA.id, NOW) == [
            Trial("puzzle", "bump", "c", NOW + DAY, 0, False, True, False),
            Trial("puzzle", "bump", "d", NOW + 2 * DAY, 0, False, False, True),
            Trial("puzzle", "bump", "b", NOW + 3 * DAY, 2, True, False, True),
        ]

    async def test_of_learners_it_is_told_when_they_first_play(self, store: Store) -> None:
        def stage(person: int, days: float, name: str = "a") -> Attempt:
            return begun(person, name, "stage", begun=NOW + days * DAY)

        many = (
            # Both stages of Ada are begun in these days, and Linus began to learn before them.
            *(stage(ADA.id, 2), stage(ADA.id, 1, "z"), stage(GRACE.id, 3)),
            *(stage(LINUS.id, 2), stage(LINUS.id, 0, "b")),
            *(stage(5, 1.5), stage(6, 4), begun(7, begun=NOW + 2 * DAY)),
        )
        for attempt in many:
            assert await store.save_attempt(attempt)
        await started(store, 3, GRACE, LINUS)
        await started(store, 20, ADA, GRACE)
        await started(store, 9, ADA, LINUS)
        await new_match(store, [ASKED], status=Status.INVITED, people=(Person(5, "Eve"), ADA))
        found = await store.newcomers(NOW + DAY, NOW + 4 * DAY)
        assert sorted(found) == [
            Newcomer(NOW + DAY, NOW + 9 * DAY),
            Newcomer(NOW + 1.5 * DAY, None),
            Newcomer(NOW + 3 * DAY, NOW + 3 * DAY),
        ]
