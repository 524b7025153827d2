"""Deletes people's data step by step, and later the data of servers that removed the bot. Progress
is in the store, so that any process can continue."""

import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from bot.model.events import Person
from bot.model.ports import Agenda
from bot.model.privacy.export import Exporter, ExportFile
from bot.model.privacy.leaving import leaving_command
from bot.model.privacy.records import Deletion, KnownServer, Privacy, ServerLeft, Servers
from bot.model.records import DueKind, GuildId, MatchId, PersonId
from bot.model.refusals import StoreTrouble
from bot.service.matches import Matches
from bot.service.queue import REST, DueSource, LeftOver

log = logging.getLogger(__name__)

SETTLING = timedelta(minutes=1)
"""How long actions begun before the request have to finish. Only then are their matches gone
through for the last time, so that nothing about them is written afterwards."""

MATCHES_AT_ONCE = 50
"""Matches per transaction: others write in between."""

ROWS_AT_ONCE = 2000
"""Rows of each kind that are deleted per transaction."""

TRIES = 3
"""How often leaving a match by the rules is tried. A damaged match can't be left."""

LOOK_AGAIN = timedelta(seconds=15)
"""How long until the next look at work that another process has taken on."""


Tell = Callable[[PersonId], Awaitable[None]]
"""Notifies a person of something."""


async def tell_nobody(person: PersonId) -> None:
    """Notifies nobody."""


async def _once() -> tuple[None]:
    # Left over after every start.
    return (None,)


class PrivacyBook(DueSource[Deletion]):
    """Exports and deletes what is stored about people.

    `on_request` is called when there is something to do; `on_deleted` notifies the person that
    everything is deleted, just before the request itself is forgotten.
    """

    kind = DueKind.DELETION
    key = attrgetter("person")
    most = 1

    def __init__(
        self,
        matches: Matches,
        store: Privacy,
        clock: Callable[[], datetime],
        robot: Person,
        on_request: Callable[[], None],
        on_deleted: Tell,
    ) -> None:
        self._matches, self._store, self._clock = matches, store, clock
        self._robot, self._on_request, self._on_deleted = robot.id, on_request, on_deleted
        self._tries: Counter[tuple[PersonId, MatchId]] = Counter()
        # The match up to which they were removed. Another process starts over, and finds it done.
        self._unnamed: defaultdict[PersonId, int] = defaultdict(int)
        self._look_at = clock()
        self.leaving = frozenset[PersonId]()
        """The people who are being deleted, as far as this process has heard."""
        # A killed process may have left old pages in the write-ahead log.
        self.wiping = LeftOver("wipe", _once, self._wipe)

    async def export(self, person: PersonId) -> list[ExportFile]:
        exporter = Exporter(person, self._clock(), await self._store.rows_about(person))
        after = 0
        while matches := await self._store.matches_naming(person, after, MATCHES_AT_ONCE):
            await exporter.add(await self._store.events_of(matches))
            after = matches[-1]
        return await exporter.finish()

    async def request_deletion(self, person: PersonId) -> bool:
        """Begin to delete everything about the person; False if that was begun before."""
        is_new = await self._store.add(Deletion(person, self._clock()))
        self.leaving |= {person}
        self._look_at = self._clock()
        self._on_request()
        return is_new

    async def under_way(self) -> frozenset[PersonId]:
        return frozenset(each.person for each in await self._store.find(Deletion))

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """When to go on. If nobody is being deleted, everybody who waits is notified."""
        if at is None:
            self.leaving = frozenset()
            return None
        return max(at, self._look_at)

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> Sequence[Deletion]:
        """Pending deletions that no other process works on, oldest request first."""
        self.leaving = await self.under_way()
        found = await super().find(agenda, now, limit)
        self._look_at = now if found else now + LOOK_AGAIN
        return found

    async def do(self, item: Deletion) -> datetime | None:
        now = self._clock()
        try:
            return await self._go_on(item, now)
        except Exception as error:
            # The message of the error names people.
            log.error("queue: deletion failed (%s); retrying in %s", error_kinds(error), REST)
            return now + REST

    async def _wipe(self, _: None) -> datetime | None:
        # Make sure that deleted data can't be read; until when that has to wait.
        return None if await self._store.wipe() else self._clock() + REST

    async def _go_on(self, deletion: Deletion, now: datetime) -> datetime | None:
        # One step for one person. Returns when the next is due, None when they are forgotten. They
        # are taken out of their open matches before they leave them, and out of all others: from
        # then on no text about any match names them.
        person = deletion.person
        settled = deletion.asked + SETTLING
        if now < settled:
            # First, so that no standing challenge of theirs is renewed.
            is_bare = await self._store.forget(person, ROWS_AT_ONCE)
            has_more = not is_bare or await self._left(person) or await self._take_out(person)
            return now if has_more else settled
        if await self._left(person):
            return now
        if matches := await self._store.matches_naming(person, 0, MATCHES_AT_ONCE):
            await self._store.anonymize(person, matches, self._robot)
            return now
        if not await self._store.forget(person, ROWS_AT_ONCE):
            return now
        return await self._finish(person, now)

    async def _finish(self, person: PersonId, now: datetime) -> datetime | None:
        if not await self._store.wipe(rewrite=True):
            return now + REST
        await self._on_deleted(person)
        await self._store.finish_deletion(person)
        self._tries.clear()
        self._unnamed.pop(person, None)
        # The request itself is in the log.
        self.wiping.look_again()
        return None

    async def _left(self, person: PersonId) -> int:
        # Leave some of the person's open matches, which no longer name them. Returns in how many
        # something was left to do.
        found = [each.match for each in await self._matches.of_person(person)]
        found += await self._store.open_matches_naming(person)
        for start in range(0, len(found), MATCHES_AT_ONCE):
            some = found[start : start + MATCHES_AT_ONCE]
            await self._store.anonymize(person, some, self._robot, leaving=True)
            if left := sum([await self._leave(person, match) for match in some]):
                return left
        return 0

    async def _take_out(self, person: PersonId) -> bool:
        # Remove the person from some more of their matches; whether there were any.
        after = self._unnamed[person]
        matches = await self._store.matches_naming(person, after, MATCHES_AT_ONCE)
        if matches:
            await self._store.anonymize(person, matches, self._robot, leaving=True)
            self._unnamed[person] = matches[-1]
        return bool(matches)

    async def _leave(self, person: PersonId, match_id: MatchId) -> bool:
        # One more step towards leaving the match; whether there was one.
        if self._tries[person, match_id] >= TRIES:
            return False
        try:
            match = await self._matches.match(match_id)
            command = leaving_command(match, self._clock())
            if command is None:
                return False
            await self._matches.do(match_id, command)
        except StoreTrouble:
            raise
        except Exception as error:
            self._tries[person, match_id] += 1
            log.warning("match %s: leaving failed (%s)", match_id, error_kinds(error))
        return True


def error_kinds(error: Exception) -> str:
    """The types of an error and of its causes: their texts may name people."""
    kinds = (error, error.__cause__) if error.__cause__ else (error,)
    return " of ".join(type(each).__name__ for each in kinds)


KEPT = timedelta(days=30)
"""How long a server's data is kept after the bot left, and a match after its last turn."""

AGAIN = timedelta(days=1)
"""How long until the next look at matches in which people have gone on since."""


@dataclass(frozen=True, slots=True, eq=False)
class ServerBook(DueSource[ServerLeft]):
    """Records which servers have the bot, and deletes the data of the others in time."""

    kind = DueKind.SERVER
    most = 1

    _store: Servers
    _clock: Callable[[], datetime]

    async def joined(self, guild: GuildId) -> None:
        """The server has the bot, whatever was recorded before."""
        await self._note([guild], [])

    async def left(self, guild: GuildId) -> None:
        """The server has removed the bot."""
        await self._note([], [guild])

    async def seen(self, present: Collection[GuildId], is_known: Callable[[GuildId], bool]) -> None:
        """These servers have the bot; of those for which `is_known` holds, no others do."""
        before = {each.guild: each.left for each in await self._store.find(KnownServer)}
        here = set(present)
        fresh = [guild for guild in here if before.get(guild, self._clock()) is not None]
        gone = [g for g, left in before.items() if left is None and g not in here and is_known(g)]
        if fresh or gone:
            await self._note(fresh, gone)

    async def has_left(self, guild: GuildId) -> bool:
        """Whether the server had the bot, and has removed it."""
        return any(each.left for each in await self._store.find(KnownServer, guild=guild))

    async def _note(self, present: Collection[GuildId], left: Collection[GuildId]) -> None:
        now = self._clock()
        await self._store.note_servers(present, left, now, now + KEPT)

    async def do(self, item: ServerLeft) -> None:
        now = self._clock()
        if not await self._store.delete_matches_of(item.guild, now - KEPT, MATCHES_AT_ONCE):
            await self._store.forget_server(item.guild, now + AGAIN)
