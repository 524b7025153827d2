"""The puzzles of the day of servers: when they are due, what they show, and their results."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import NamedTuple

from bot.exercises.exercise import ExerciseId
from bot.exercises.puzzles import Puzzle
from bot.model.events import Person
from bot.model.exercises.daily import Dailies, Daily, DayEnd, DayEntry, day_due, day_end, next_due
from bot.model.records import counting_changes
from bot.service.exercises.library import Library
from bot.service.locks import change

NEVER = "9999"
"""After all days."""


class Issue(NamedTuple):
    """What a server's post shows: the puzzle of the day, and the result there of the one before,
    None if there was none."""

    daily: Daily
    day: date
    puzzle: Puzzle
    before: DayEnd | None

    @property
    def streak(self) -> int:
        return self.before.streak if self.before else 0


@dataclass(frozen=True, slots=True, eq=False)
class DailyBook:
    """One puzzle of the day for each server. `wake` is called when one may be due earlier."""

    _store: Dailies
    _library: Library
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]

    async def of(self, guild: int) -> Daily | None:
        return await self._store.find_one(Daily, guild=guild)

    async def games(self) -> tuple[str, ...]:
        return await asyncio.to_thread(self._library.games)

    async def switch_on(self, guild: int, channel: int, hour: int, game: str) -> Daily:
        """Post in that channel at that hour, from its next occurrence on. Switching on again moves
        it."""

        def on(before: Daily) -> Daily:
            due = next_due(guild, hour, self._clock(), before.day)
            moved = replace(before, channel=channel, hour=hour, game=game, due=due)
            return replace(moved, trouble="", streak=before.streak if before.due else 0)

        daily = await self._change(Daily(guild, channel, hour), on)
        self._wake()
        return daily

    async def switch_off(self, guild: int, trouble: str = "") -> None:
        """Post no more, because a manager says so or because of that trouble."""
        if await self.of(guild):
            await self._change(Daily(guild, 0, 0), lambda d: replace(d, due=None, trouble=trouble))
            await self._store.forget_days(guild, NEVER)

    async def issue(self, daily: Daily) -> Issue | None:
        """What is to be posted now; None if no game has a puzzle."""
        day = day_due(daily.due or self._clock(), self._clock())
        puzzle = await asyncio.to_thread(self._library.of_day, daily.game or None, day)
        if puzzle is None:
            return None
        results = await self._store.day_results(daily.guild, daily.day) if daily.day else []
        before = day_end(results, daily.streak) if daily.day else None
        return Issue(daily, day, puzzle, before)

    async def begin(self, issue: Issue) -> bool:
        """Record that the post is about to be made; whether it may have been made before."""
        tried = str(issue.day)
        if issue.daily.tried == tried:
            return True
        await self._change(issue.daily, lambda daily: replace(daily, tried=tried))
        return False

    async def posted(self, issue: Issue) -> None:
        """Record that it is posted, and plan the next one. Doing it twice changes nothing."""
        day = str(issue.day)

        def done(daily: Daily) -> Daily:
            if daily.day == day:
                return daily
            due = next_due(daily.guild, daily.hour, self._clock(), day) if daily.due else None
            shown = {"day": day, "puzzle": str(issue.puzzle.id), "streak": issue.streak}
            return replace(daily, due=due, trouble="", **shown)  # type: ignore[arg-type]

        await self._change(issue.daily, done)
        await self._store.forget_days(issue.daily.guild, day)

    async def put_off(self, daily: Daily, trouble: str) -> None:
        """Try again tomorrow, because of that trouble."""

        def rested(now: Daily) -> Daily:
            today = str(day_due(now.due or self._clock(), self._clock()))
            due = next_due(now.guild, now.hour, self._clock(), today) if now.due else None
            return replace(now, due=due, trouble=trouble)

        await self._change(daily, rested)

    async def enter(self, guild: int, exercise: ExerciseId, person: Person) -> None:
        """Record that a person opens the puzzle of a day in a server, until the next one is
        posted."""
        day, daily = exercise.name[:10], await self.of(guild)
        # It may be pressed before it is recorded as posted.
        if daily and daily.due and daily.tried == day:
            entry = DayEntry(guild, day, person.id, person.name, exercise.game, exercise.name)
            await self._store.enter(entry)

    async def _change(self, known: Daily, step: Callable[[Daily], Daily]) -> Daily:
        async def current() -> Daily:
            return await self._store.find_one(Daily, guild=known.guild) or known

        return await change(
            current, counting_changes(step), lambda after, _: self._store.save_next(after)
        )
