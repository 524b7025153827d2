"""Records of matches: written for those who may see the match, and read from files."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from bot.games.core import Outcome
from bot.model.competitions.competition import Competition, Fixture
from bot.model.events import Challenged, Event, Person, Started
from bot.model.game_records.archive import RecordArchive, read_record
from bot.model.game_records.making import event_names, imported_events, outcome_of, record_of
from bot.model.game_records.record import BadRecord, Deed, GameRecord, RecordItem
from bot.model.limits import IMPORTS
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import ChannelId, GuildId, MatchId, MatchSummary, PersonId
from bot.model.refusals import BrokenMatch, Refused
from bot.model.studies.files import study_of_record
from bot.model.studies.study import Study
from bot.opponents.replays import Misfit, Replayed, ReplayQuestion, ReplayStep
from bot.service.limits import LimitBook
from bot.service.thinking import Thinking, answer_to
from bot.service.writing import Writing

log = logging.getLogger(__name__)

MOST_BYTES = 512 * 1024
"""Largest file that can be imported: a match of 2,000 moves takes half of it as JSON."""

MOST_ITEMS = 2000
"""Most deeds of an imported record: several times the longest match between people."""

SECONDS = 4.0
"""Seconds that replaying a record may take. The matches of these games take less than one."""

PLAYED = (Deed.MOVE, Deed.TAKEBACK, Deed.RESIGN, Deed.LATE)
"""The deeds that change the board or who plays."""


MOST_PACKED = 10_000
"""Most matches that one export of a server looks at: some minutes of work in the background."""

AT_ONCE = 25
"""Matches that are packed at once before other work gets its turn."""

LISTED = 10
"""Most imports that are listed of a person."""

LOOKED_AT = 100
"""Matches that are searched for them: people are also named in imports of others."""

CanRead = Callable[[ChannelId], Awaitable[bool]]
"""Whether the person who asks may read a channel."""


@dataclass(slots=True, eq=False)
class ServerExport:
    """How far the export of a server is: the `last` match looked at, the matches left out because
    they are `hidden` from the person who asks or `broken`, and whether there is `more`."""

    guild: GuildId
    last: MatchId
    hidden: int = 0
    broken: int = 0
    more: bool = False

    def looked_at(self, rows: Sequence[MatchSummary], hidden: int) -> None:
        """Continue after these matches, of which that many are hidden."""
        self.hidden += hidden
        self.last = rows[-1].match if rows else self.last

    def leave_out(self) -> None:
        """Count a match that is broken."""
        self.broken += 1

    def stop(self) -> None:
        """Stop here, although there are more."""
        self.more = True


class Import(NamedTuple):
    """A match that was made of a record, with those who play in it."""

    match: MatchId
    game: str
    people: tuple[Person, ...]


class TakenIn(NamedTuple):
    """The match made from a record, and whether the record is of a `study`, whose variations and
    notes no match can hold, and was `changed` after it was written."""

    match: Match
    study: bool
    changed: bool


OWN_POSITION = (
    "This is a study that begins in the middle of a game, and a match can only begin at its start. "
    "On a computer “bumpbot study” shows it."
)


@dataclass(frozen=True, slots=True, eq=False)
class RecordBook:
    """Records of the matches of a store. `robot` is the bot's id."""

    _store: Store
    _writing: Writing
    _thinking: Thinking
    _clock: Callable[[], datetime]
    _robot: PersonId
    _limits: LimitBook
    _exporting: set[GuildId] = field(default_factory=set)

    async def record(self, match: MatchId) -> GameRecord:
        """The record of the current match. Raises Refused for one that has not begun."""
        events = await self._store.events(match)
        played_in = await self._played_in(match, events[0].event)
        now, robot = self._clock(), self._robot
        return await asyncio.to_thread(record_of, match, events, now, robot, played_in)

    async def _played_in(self, match: MatchId, asked: Event) -> tuple[str, str]:
        # The event and round of the competition that made the match, while it is known.
        terms = asked.terms if isinstance(asked, Challenged) else None
        if terms is None or terms.competition is None:
            return "", ""
        competition = await self._store.find_one(Competition, number=terms.competition)
        if competition is None:
            return "", ""
        fixtures = await self._store.find(Fixture, competition=terms.competition)
        return event_names(competition, fixtures, MatchId(terms.pair_of or match))

    async def import_record(
        self, content: bytes, host: Person, channel: ChannelId, guild: GuildId | None
    ) -> TakenIn:
        """The match made from the record in a file that `host` brought to a channel.

        Raises BadRecord with the line, and Refused if the file is too large, a study of a position
        of its own, or one too many: what is refused is not counted.
        """
        record = await self._read(content)
        if record.position:
            raise Refused(OWN_POSITION)
        played, outcome = await self._played(record, host.id)
        await self._limits.take(IMPORTS.name, host.id, guild)
        now = self._clock()
        events = imported_events(record, played.texts, outcome, host, channel, guild, now)
        match = await self._writing.import_record(events, now)
        return TakenIn(match, record.study is not None, record.changed)

    async def read_study(self, content: bytes, person: PersonId) -> Study:
        """The study in a file that the person brought, or the record as one, with its variations.

        Raises BadRecord with the line, and Refused if the file is too large.
        """
        record = await self._read(content)
        await self._played(record, person)
        return await asyncio.to_thread(study_of_record, record)

    async def _read(self, content: bytes) -> GameRecord:
        require_small(len(content))
        record = await asyncio.to_thread(read_record, content)
        if len(record.items) > MOST_ITEMS:
            raise Refused(
                f"I import records of {MOST_ITEMS} moves and other deeds at most, and this one has "
                f"{len(record.items)}. On a computer `bumpbot replay` plays it."
            )
        return record

    async def _played(self, record: GameRecord, person: PersonId) -> tuple[Replayed, Outcome]:
        question = replay_question(record, SECONDS)
        return checked(record, await answer_to(self._thinking, question, person, background=True))

    async def imports(self, person: PersonId) -> list[Import]:
        """The newest matches made from records that the person brought, newest first."""
        rows = await self._store.involvements(person, LOOKED_AT)
        histories = await self._store.histories([row.match for row in rows], 1)
        played = [(row.match, histories.get(row.match, [])) for row in rows]
        found = (_import(match, person, [e.event for e in events]) for match, events in played)
        return [each for each in found if each][:LISTED]

    async def archives(
        self, export: ServerExport, can_read: CanRead
    ) -> AsyncGenerator[RecordArchive]:
        """The records of a server's matches after the last one looked at, in archives.

        Raises Refused while another export of that server is being made.
        """
        if export.guild in self._exporting:
            raise Refused(
                "The records of this server are being packed already. Wait until that is done."
            )
        self._exporting.add(export.guild)
        try:
            archive = RecordArchive()
            async for records in self._readable(export, can_read):
                await asyncio.to_thread(archive.add, records)
                if archive.is_full:
                    yield archive
                    archive = RecordArchive()
            if archive.count:
                yield archive
        finally:
            self._exporting.discard(export.guild)

    async def _readable(
        self, export: ServerExport, can_read: CanRead
    ) -> AsyncIterator[list[GameRecord]]:
        readable: dict[ChannelId, bool] = {}
        for _ in range(0, MOST_PACKED, AT_ONCE):
            rows = await self._store.begun_in(export.guild, export.last, AT_ONCE)
            for row in rows:
                if row.channel not in readable:
                    readable[row.channel] = await can_read(row.channel)
            seen = [row.match for row in rows if readable[row.channel]]
            yield [
                record for match in seen if (record := await self._unless_damaged(match, export))
            ]
            export.looked_at(rows, len(rows) - len(seen))
            if len(rows) < AT_ONCE:
                return
        export.stop()

    async def _unless_damaged(self, match: MatchId, export: ServerExport) -> GameRecord | None:
        # The record of a match. A damaged match is left out and does not stop the export.
        try:
            return await self.record(match)
        except (BrokenMatch, Refused) as error:
            log.warning("match %s: not recorded (%s)", match, type(error).__name__)
            export.leave_out()
            return None


def require_small(size: int) -> None:
    """Refuse a file of more bytes than allowed."""
    if size > MOST_BYTES:
        raise Refused(
            f"A record that I import has {MOST_BYTES // 1024} KB at most, and this file has "
            f"{size // 1024} KB."
        )


def played_items(record: GameRecord) -> list[RecordItem]:
    return [item for item in record.items if item.deed in PLAYED]


def replay_question(record: GameRecord, seconds: float = float("inf")) -> ReplayQuestion:
    """Whether the record obeys the rules; its steps are those of `played_items`."""
    steps = [
        ReplayStep(item.seat, item.text if item.deed is Deed.MOVE else None, item.count)
        for item in played_items(record)
    ]
    players = len(record.players)
    return ReplayQuestion(
        record.game, record.options, players, steps, seconds, position=record.position
    )


def checked(record: GameRecord, found: Replayed | Misfit) -> tuple[Replayed, Outcome]:
    """What was played, and the end of the record. Raises BadRecord if they don't fit."""
    if isinstance(found, Misfit):
        line = 1 if found.step is None else played_items(record)[found.step].line or 1
        raise BadRecord(line, found.why)
    return found, outcome_of(record, found.outcome, found.playing)


def _import(match: MatchId, host: PersonId, events: Sequence[Event]) -> Import | None:
    """Their import; None if the match is not one."""
    asked = next((each for each in events if isinstance(each, Challenged)), None)
    begun = next((each for each in events if isinstance(each, Started)), None)
    if asked is None or begun is None or asked.terms is None or not asked.terms.imported:
        return None
    return Import(match, asked.game, begun.seats) if asked.host.id == host else None
