"""The one async door to the matches: load, decide, append."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.commands import (
    Accept,
    AskReplacement,
    Claim,
    Command,
    NoteMember,
    SayReady,
    TakeBack,
    Tick,
)
from bot.model.decide import Moment, decide
from bot.model.decide.challenge import challenge_event, rematch_event, repeated
from bot.model.decide.muster import with_robot
from bot.model.decide.requirements import require_current
from bot.model.events import Challenged, Event, Person
from bot.model.invitations import StandingTerm
from bot.model.match import OPEN, Match
from bot.model.ports import Store
from bot.model.projection import urgency
from bot.model.records import ChannelId, GuildId, MatchId, MatchSummary, PersonId, Seq, Status
from bot.model.refusals import Refused, StaleCalendar, StaleMatch
from bot.model.terms import Terms, Wanted
from bot.opponents.levels import BEFORE_LEVELS, USUAL
from bot.service.folded import FoldedMatches, MayAnswer
from bot.service.invitations.levels import level_after, require_levels, with_level
from bot.service.invitations.open_challenges import Admission, StandingChallengeBook, standing_event
from bot.service.invitations.pairs import PairBook
from bot.service.locks import Locks
from bot.service.personal.premoves import PreparedAnswers
from bot.service.personal.recap import is_takeback_free
from bot.service.places import StretchBook
from bot.service.writing import Writing

log = logging.getLogger(__name__)

T = TypeVar("T")

WEEK = days_a_move(7)
"""The time for a turn, unless another is asked for."""


HasLeft = Callable[[GuildId, PersonId], Awaitable[bool]]
"""Whether a person has left a server for certain; not if that can't be found out."""


async def nobody_left(_: GuildId, __: PersonId) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class AfterWrite:
    """What is done elsewhere once a match is written, each part only if the match concerns it.

    What a crash prevents is done later; none of it undoes what was written.
    """

    _pairs: PairBook
    _prepared: PreparedAnswers
    _standing: StandingChallengeBook
    _stretches: StretchBook

    async def made(self, match: Match) -> None:
        await self._pairs.begin_second(match)

    async def changed(self, before: Match, after: Match, *, has_premoves: bool) -> Match:
        """After a match has gone on, while its lock is held: the match with the prepared answer, if
        any."""
        await self._pairs.begin_second(after)
        return await self._prepared.answer(before, after, has_premoves=has_premoves)

    async def released(self, match: Match) -> None:
        """After the lock of a match that has gone on is released."""
        if not match.plies:
            await self._standing.renew(match)
        if match.successions:
            await self._stretches.end_handed_over(match)


@dataclass(eq=False)
class Matches:
    """All matches of a store. `robot` is the person whose moves the clock makes.

    `match` is the current match, `at` the match after an event, `summary` what lists show of it;
    all raise NoSuchMatch. `listed` is the match of a summary that was just read, `earlier` a match
    just read as it was after an event, `for_posts` a match with what its posts depend on. `wake` is
    called after every commit.
    """

    _store: Store
    _folded: FoldedMatches
    _writing: Writing
    _admission: Admission
    _pairs: PairBook
    _after_write: AfterWrite
    _lock: Locks[MatchId]
    _clock: Callable[[], datetime]
    _chance: random.Random
    _robot_id: PersonId
    _wake: Callable[[], None]
    _has_left: HasLeft = nobody_left
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.match, self.at, self.summary = self._folded.match, self._folded.at, self._store.summary
        self.listed, self.earlier = self._folded.listed, self._folded.earlier
        self.for_posts = self._folded.for_posts

    async def challenge(
        self,
        *,
        game: str,
        options: Mapping[str, Any],
        host: Person,
        invited: tuple[Person | None, ...],
        channel: ChannelId,
        guild: GuildId | None,
        first: str = "random",
        control: TimeControl | None = WEEK,
        wanted: Wanted | None = None,
        terms: Terms | None = None,
        standing: bool = False,
    ) -> Match:
        """A new challenge. Options per seat are in the order host, then invited.

        A `standing` one is renewed whenever it is taken.
        """
        now = self._clock()
        asked = challenge_event(
            game, options, host, invited, channel, guild, first, control, now, wanted, terms
        )
        require_levels(asked, self._robot_id)
        asked = with_level(asked, self._robot_id, USUAL)
        if standing:
            asked = standing_event(asked, now)
        return await self._uninterrupted(
            self._challenge(asked, now, StandingTerm(asked.expires) if standing else None)
        )

    async def arrange(self, asked: Challenged, once: str) -> Match:
        """A match that begins at once, since all players agreed before.

        Idempotent by its name: the second call returns the match that exists.
        """
        asked = with_level(asked, self._robot_id, USUAL)
        return await self._uninterrupted(self._arrange(asked, once))

    async def do(
        self, match: MatchId | Match, command: Command, *, seq: Seq | None = None
    ) -> Match:
        """The match after the command. Raises PlayerError with a sentence.

        A match that was just read is not read again; StaleMatch if it has gone on since. `seq` is
        the event whose board the caller saw: StaleMatch if the board has changed since.
        """
        return await self._uninterrupted(self._do_and_release(match, command, seq))

    async def has_mover_left(self, match: Match) -> bool:
        """Whether the player to move has left the server of the match; Discord is asked."""
        mover = match.turn_person
        if mover is None or mover.id == self._robot_id or match.guild is None:
            return False
        return await self._has_left(match.guild, mover.id)

    async def note_gone(self, match: Match) -> Match:
        """The match once it is noted that the player to move has left its server."""
        mover = match.turn_person
        assert mover is not None, "somebody is to move"
        return await self.do(match.id, NoteMember(mover.id, found=False), seq=match.board_seq)

    async def of_person(
        self, person_id: PersonId, *, channel: ChannelId | None = None, open_only: bool = True
    ) -> list[MatchSummary]:
        """A person's matches: those that wait for them first, then by deadline."""
        statuses = OPEN if open_only else None
        found = await self._store.summaries(
            person=person_id, channel=channel, statuses=statuses, limit=500
        )
        return sorted(found, key=lambda each: urgency(each, person_id))

    async def of_channel(
        self, channel_id: ChannelId, *, open_only: bool = True
    ) -> list[MatchSummary]:
        """A channel's matches, newest first."""
        return await self._store.summaries(channel=channel_id, statuses=OPEN if open_only else None)

    async def of_guild(self, guild: GuildId) -> list[MatchSummary]:
        """The running matches of a server, newest first."""
        return await self._store.summaries(guild=guild, statuses=[Status.RUNNING], limit=500)

    async def rematch(self, match_id: MatchId, person: Person) -> Match:
        """A challenge to the same match with seats swapped, or the other side's challenge accepted.

        Returns the rematch if it has begun: no second one begins while it runs.
        """
        return await self._uninterrupted(self._rematch(match_id, person))

    async def _uninterrupted(self, work: Coroutine[Any, Any, T]) -> T:
        # Finish the work even if the caller is cancelled.
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _challenge(
        self, asked: Challenged, now: datetime, standing: StandingTerm | None = None
    ) -> Match:
        async with self._admission.challenging(asked, standing=standing is not None) as allowed:
            match = await self._writing.create(allowed, now, standing)
            await self._after_write.made(match)
            return match

    async def _arrange(self, asked: Challenged, once: str) -> Match:
        match = await self._writing.arrange(asked, self._clock(), once)
        await self._after_write.made(match)
        return match

    async def _do_and_release(
        self, match: MatchId | Match, command: Command, seq: Seq | None
    ) -> Match:
        after = await self._do(match, command, seq)
        await self._after_write.released(after)
        return after

    async def _do(self, known: MatchId | Match, command: Command, seq: Seq | None) -> Match:
        match_id = known.id if isinstance(known, Match) else known
        async with self._lock(match_id):
            if isinstance(known, Match):
                match = self._folded.newest(known)
            else:
                match = await self.match(match_id)
            if seq is not None:
                require_current(match, seq)
            async with self._admission.seating(match, command):
                return await self._written(match, command, seq)

    async def _written(self, match: Match, command: Command, seq: Seq | None) -> Match:
        for tries_left in (2, 1, 0):
            try:
                after, has_premoves = await self._decided(match, command)
                break
            except (StaleCalendar, StaleMatch):
                if not tries_left:
                    raise
            # Another process has written meanwhile, or the player to move has changed their
            # calendar, or both: try again on the current match.
            match = await self.match(match.id)
            if seq is not None:
                require_current(match, seq)
        try:
            return await self._after_write.changed(match, after, has_premoves=has_premoves)
        finally:
            # Not earlier: nobody is called to a turn that a prepared answer has taken.
            self._wake()

    async def _decided(self, match: Match, command: Command) -> MayAnswer:
        command, now = await self._completed(match, command), self._clock()
        # A move is computed off the event loop.
        events = await asyncio.to_thread(self._decide, match, command, now)
        if isinstance(command, AskReplacement):
            await self._admission.count_calls(match, command, events)
        if not events and isinstance(command, Tick):
            # Nothing was due: write when it will be, or it would be due again at once.
            return await self._writing.write(match, events, now)
        return await self._writing.append(match, events, now)

    def _decide(self, match: Match, command: Command, now: datetime) -> list[Event]:
        events = decide(match, command, now, self._chance, match.history)
        return with_robot(match, events, self._robot_id, Moment(now, self._chance))

    async def _completed(self, match: Match, command: Command) -> Command:
        # Add what only the store or the service knows: whether anybody has seen the move that is
        # taken back, whether who had left is back, and that the robot agrees to a replacement.
        match command:
            case TakeBack(person_id):
                free = await is_takeback_free(self._store, match, person_id, self._robot_id)
                return replace(command, free=free)
            case Claim() if match.claimable_from and match.claimable_from <= self._clock():
                return replace(command, is_back=not await self.has_mover_left(match))
            case AskReplacement():
                level = level_after(command, self._robot_id)
                command = replace(command, agreeing=frozenset({self._robot_id}), level=level)
                # A person who may not ask at all learns nothing about the successor.
                decide(match, command, self._clock(), self._chance)
                await self._admission.require_successor(match, command)
        return command

    async def _rematch(self, match_id: MatchId, person: Person) -> Match:
        async with self._lock(match_id):
            match = await self.match(match_id)
            now = self._clock()
            again = rematch_event(match, person.id, now)
            await self._pairs.require_over(match)
            challenge = with_level(again, self._robot_id, BEFORE_LEVELS)
            asked = await self._asked_since(match, person.id)
            if asked is None:
                require_levels(challenge, self._robot_id)
                return await self._challenge(challenge, now)
            if asked.status is Status.RUNNING:
                return asked
            if person.id in {awaited.id for awaited in asked.awaited}:
                return await self._do(asked.id, SayReady(person.id), None)
            if asked.host.id == person.id:
                raise Refused(
                    f"You have asked for a rematch already: match {asked.id}. Wait for the answer."
                )
            return await self._do(asked.id, Accept(person), None)

    async def _asked_since(self, match: Match, person: PersonId) -> Match | None:
        # The running rematch, else the open challenge among the same people in the same place, made
        # since the match.
        rows = await self._store.summaries(person=person, channel=match.channel, statuses=OPEN)
        people = {p.id for p in match.seats}
        for each in rows:
            if each.match < match.id or each.game != match.game:
                continue
            asked = await self.match(each.match)
            if asked.status is Status.RUNNING and asked.rematch_of != repeated(match):
                continue
            # Somebody may have declined it already.
            if {p.id for p in (*asked.people, *asked.declined)} == people:
                return asked
        return None
