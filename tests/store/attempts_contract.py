"""What every store must do for exercises. A store's own test file subclasses this."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.model.exercises.attempt import Attempt, Trial
from bot.model.ports import Store
from tests.store.contract import ADA, GRACE, NOW

PUZZLE = ("puzzle", "bump", "a1")
DAY = timedelta(days=1)


def begun(person: int = ADA.id, name: str = "a1", kind: str = "puzzle", **more: Any) -> Attempt:
    """An attempt at a puzzle of Bump, nothing of it done."""
    return Attempt(person, kind, "bump", name, NOW, **{"at": NOW, "changes": 1, **more})


class AttemptsContract:
    """The tests. They need a fixture `store`, empty at first."""

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
