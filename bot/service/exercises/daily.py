"""The puzzles of the day of servers: when they are due, what they show, and their results."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import NamedTuple, Protocol

from bot.exercises.exercise import ExerciseId
from bot.exercises.puzzles import Puzzle
from bot.model.events import Person
from bot.model.exercises.daily import Dailies, Daily, DayEnd, DayEntry, day_due, day_end, next_due
from bot.model.places import LivingKind, LivingPosts, PostState
from bot.model.records import ChannelId, GuildId, counting_changes
from bot.service.exercises.library import Library
from bot.service.locks import change


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


class DailyStore(Dailies, LivingPosts, Protocol):
    """What of a store is needed for them."""


@dataclass(frozen=True, slots=True, eq=False)
class DailyBook:
    """One puzzle of the day for each server. `wake` is called when one may be due earlier."""

    _store: DailyStore
    _library: Library
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]

    async def of(self, guild: GuildId) -> Daily | None:
        daily = await self._store.find_one(Daily, guild=guild)
        post = await self._post(guild) if daily else None
        return replace(daily, due=post.due) if daily and post else daily

    async def _post(self, guild: GuildId) -> PostState | None:
        # None if it is off.
        return await self._store.find_one(PostState, kind=LivingKind.DAILY, subject=guild)

    async def games(self) -> tuple[str, ...]:
        return await asyncio.to_thread(self._library.games)

    async def switch_on(self, guild: GuildId, channel: ChannelId, hour: int, game: str) -> Daily:
        """Post in that channel at that hour, from its next occurrence on. Switching on again moves
        it."""

        post = await self._post(guild)

        def on(before: Daily) -> Daily:
            moved = replace(before, channel=channel, hour=hour, game=game)
            return replace(moved, trouble="", streak=before.streak if post else 0)

        daily = await self._change(Daily(guild, ChannelId(0), hour), on)
        due = next_due(guild, hour, self._clock(), daily.day)
        posted = post.posted if post else ""
        state = PostState(LivingKind.DAILY, guild, guild, channel, due, posted=posted)
        await self._store.put_post(state)
        self._wake()
        return replace(daily, due=due)

    async def switch_off(self, guild: GuildId, trouble: str = "") -> None:
        """Post no more, because a manager says so or because of that trouble."""
        if post := await self._post(guild):
            await self._store.drop_post(post)
        if await self.of(guild):
            await self.note_trouble(guild, trouble)
            await self._store.drop(DayEntry, guild=guild)

    async def issue(self, guild: GuildId) -> Issue | None:
        """What is to be posted now; None if no game has a puzzle, or if it is off."""
        daily = await self.of(guild)
        if daily is None or daily.due is None:
            return None
        day = day_due(daily.due, self._clock())
        puzzle = await asyncio.to_thread(self._library.of_day, daily.game or None, day)
        if puzzle is None:
            return None
        results = await self._store.day_results(guild, daily.day) if daily.day else []
        before = day_end(results, daily.streak) if daily.day else None
        return Issue(daily, day, puzzle, before)

    async def posted(self, issue: Issue) -> datetime:
        """Record that it is posted; when the next one is due. Doing it twice changes nothing."""
        day = str(issue.day)

        def done(daily: Daily) -> Daily:
            if daily.day == day:
                return daily
            shown = {"day": day, "puzzle": str(issue.puzzle.id), "streak": issue.streak}
            return replace(daily, trouble="", **shown)  # type: ignore[arg-type]

        daily = await self._change(issue.daily, done)
        known = await self._store.find(DayEntry, guild=daily.guild)
        for old in {each.day for each in known if each.day < day}:
            await self._store.drop(DayEntry, guild=daily.guild, day=old)
        return next_due(daily.guild, daily.hour, self._clock(), day)

    async def put_off(self, post: PostState, trouble: str) -> datetime:
        """The next day on which it is due, as there was that trouble today."""
        daily = await self.note_trouble(GuildId(post.subject), trouble)
        today = str(day_due(post.due, self._clock()))
        return next_due(daily.guild, daily.hour, self._clock(), today)

    async def note_trouble(self, guild: GuildId, trouble: str) -> Daily:
        return await self._change(
            Daily(guild, ChannelId(0), 0), lambda now: replace(now, trouble=trouble)
        )

    async def enter(self, guild: GuildId, exercise: ExerciseId, person: Person) -> None:
        """Record that a person opens the puzzle of a day in a server, until the next one is
        posted."""
        post, daily = await self._post(guild), await self.of(guild)
        if post is None or daily is None or not post.posted:
            return
        day = post.posted.rstrip("?")
        if str(exercise) == await self._puzzle(daily, day):
            entry = DayEntry(guild, day, person.id, person.name, exercise.game, exercise.name)
            # Later, the name that they had then stays.
            await self._store.add(entry)

    async def _puzzle(self, daily: Daily, day: str) -> str:
        # The id of the exercise that is posted, also before it is recorded as such.
        if daily.day == day:
            return daily.puzzle
        of_day = self._library.of_day
        found = await asyncio.to_thread(of_day, daily.game or None, date.fromisoformat(day))
        return str(found.id) if found else ""

    async def _change(self, known: Daily, step: Callable[[Daily], Daily]) -> Daily:
        async def current() -> Daily:
            return await self._store.find_one(Daily, guild=known.guild) or known

        return await change(
            current, counting_changes(step), lambda after, _: self._store.save_next(after)
        )
