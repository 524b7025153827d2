"""Whom the owner has excluded and what is announced: written by the command line, beside the
running bot, which looks for it now and then."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol, Self

from bot.model.places import LivingKind, PostState
from bot.model.ports import People
from bot.model.privacy.owner import Announcement, Excluded, Exclusion, OwnerDecisions
from bot.model.records import GuildId, PersonId
from bot.service.personal.calendars import CalendarBook

LOOK = 10.0
"""Seconds between two looks: an exclusion takes effect within them."""


class BesideStore(OwnerDecisions, People, Protocol):
    """What is written of an exclusion: the decision, and the calendar of the person."""


class OwnerBook:
    """What the owner has decided, as this process has last read it."""

    def __init__(
        self, store: OwnerDecisions, calendars: CalendarBook, clock: Callable[[], datetime]
    ) -> None:
        self._store, self._calendars, self._clock = store, calendars, clock
        self._excluded: Mapping[tuple[str, int], Exclusion] = {}
        self._stopped = frozenset[PersonId]()
        self._announced: datetime | None = None

    @classmethod
    def beside(cls, store: BesideStore, clock: Callable[[], datetime]) -> Self:
        """The book of a process beside the bot, which looks for what is due by itself."""
        return cls(store, CalendarBook(store, clock, lambda: None), clock)

    async def look(self) -> bool:
        """Read it; whether there is an announcement that this process did not know of."""
        found = await self._store.find(Exclusion)
        self._excluded = {(each.scope, each.owner): each for each in found}
        newest = await self.announcement()
        before, self._announced = self._announced, newest and newest.at
        return self._announced != before

    def exclusion(self, person: PersonId, guild: GuildId | None) -> Exclusion | None:
        """Why the person, or everybody in the server, is not served; None if they are."""
        server = self._excluded.get((Excluded.SERVER, guild)) if guild else None
        return self._excluded.get((Excluded.PERSON, person)) or server

    def is_excluded(self, scope: Excluded, number: int) -> bool:
        return (scope, number) in self._excluded

    async def heed_clocks(self) -> None:
        """Let the calendars of people agree with whether they are excluded, as last read, and have
        what is due by them looked at: whoever decided it may have been killed before, or is another
        process, which wakes nobody."""
        people = {PersonId(o) for scope, o in self._excluded if scope == Excluded.PERSON}
        for person in sorted(people ^ self._stopped):
            await self._calendars.set_excluded(person, person in people)
            self._stopped ^= {person}

    async def exclude(self, scope: Excluded, number: int, reason: str) -> None:
        """Serve the person or server no longer. Neither vacation nor grace keeps those waiting who
        play against the person; their time runs on as it was."""
        await self._store.put(Exclusion(scope, number, reason, self._clock()))
        if scope is Excluded.PERSON:
            await self._calendars.set_excluded(PersonId(number), True)

    async def readmit(self, scope: Excluded, number: int) -> bool:
        """Serve them again; whether they were excluded."""
        was_excluded = bool(await self._store.drop(Exclusion, scope=scope, owner=number))
        if scope is Excluded.PERSON:
            # Even if they were not: a process may have been killed between the two.
            await self._calendars.set_excluded(PersonId(number), False)
        return was_excluded

    async def announcement(self) -> Announcement | None:
        return await self._store.find_one(Announcement, number=1)

    async def announce(self, text: str) -> int:
        """Post it once in each server in which matches run, where the newest of them is played.
        Returns in how many."""
        await self._store.put(Announcement(1, text, self._clock()))
        places = await self._store.channels_in_use()
        for guild, channel in places:
            await self._store.put_post(PostState(LivingKind.ANNOUNCEMENT, guild, guild, channel))
        return len(places)

    async def withdraw(self) -> bool:
        """Post the announcement nowhere any more; whether there was one."""
        return bool(await self._store.drop(Announcement, number=1))
