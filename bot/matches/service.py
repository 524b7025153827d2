"""The one async door to the matches: load, decide, append."""

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.games.core import IllegalMove, NotationError, PlayerError
from bot.matches.challenge import challenge_event, rematch_event
from bot.matches.commands import Accept, Command, Play, Tick
from bot.matches.decide import decide
from bot.matches.events import (
    Challenged,
    Event,
    MatchId,
    MatchSummary,
    Person,
    Premove,
    StaleMatch,
    Status,
)
from bot.matches.fold import evolve, fold, record_events
from bot.matches.match import OPEN, Match
from bot.matches.personal.drafts import DraftBook
from bot.matches.personal.preferences import PreferenceBook
from bot.matches.personal.premoves import (
    MOST,
    fitting_premove,
    is_premove_current,
    prepared_premove,
    unfit_note,
)
from bot.matches.personal.visits import Visits
from bot.matches.projection import posts_for, summary_of, waits_for
from bot.matches.robot import robot_command
from bot.matches.store import Outbox, Store, Summary

log = logging.getLogger(__name__)

KEPT = 128
"""How many folded matches stay in memory."""

AT_ONCE = 50
"""How many due matches one tick deals with."""

REST = timedelta(minutes=1)
"""How long the clock leaves a match alone after something due in it went wrong."""

T = TypeVar("T")


def _nobody() -> None:
    """Nobody listens."""


class Matches:
    """All matches of a store. `robot` is the person whose moves the clock makes by itself.

    `posts`, `drafts`, `preferences` and `visits` are what is kept beside the matches.
    `on_posts` and `on_due` are called after every commit: there may be something to deliver, and
    the clock's next instant may have changed.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        chance: random.Random,
        robot: Person | None = None,
    ) -> None:
        self.on_posts: Callable[[], None] = _nobody
        self.on_due: Callable[[], None] = _nobody
        self.posts: Outbox = store
        self.drafts = DraftBook(store)
        self.preferences = PreferenceBook(store)
        self.visits = Visits(store)
        self._store = store
        self._clock = clock
        self._chance = chance
        self._robot = robot
        self._folded: OrderedDict[MatchId, Match] = OrderedDict()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._resting: dict[MatchId, datetime] = {}
        self._answered_all = False

    async def challenge(
        self,
        *,
        game: str,
        options: Mapping[str, Any],
        host: Person,
        invited: tuple[Person | None, ...],
        channel: int,
        guild: int | None,
        first: str = "random",
        days: int | None = 7,
    ) -> Match:
        """A new match, asked for. Options per seat stand in the order host, then invited."""
        now = self._clock()
        asked = challenge_event(game, options, host, invited, channel, guild, first, days, now)
        return await self._whole(self._create(asked, now))

    async def do(self, match_id: MatchId, command: Command, *, seq: int | None = None) -> Match:
        """Do what is asked, and return the match after it. Raises PlayerError with a sentence.

        `seq` is the event that the caller looked at: StaleMatch when the board has changed since.
        """
        return await self._whole(self._do(match_id, command, seq))

    async def match(self, match_id: MatchId) -> Match:
        """The match as it stands. Raises NoSuchMatch."""
        standing = await self._store.row(match_id)
        folded = self._folded.get(match_id)
        # Another process may have written meanwhile: the disk decides, not the memory.
        if folded is None or folded.seq != standing.seq:
            folded = fold(await self._store.events(match_id), match_id)
        return self._keep(folded)

    async def summary(self, match_id: MatchId) -> MatchSummary:
        """What the lists show of the match. Raises NoSuchMatch."""
        return await self._store.row(match_id)

    async def at(self, match_id: MatchId, seq: int) -> Match:
        """The match as it stood after the event `seq`. Raises NoSuchMatch."""
        match = await self.match(match_id)
        if match.seq <= seq:
            return match
        return fold((await self._store.events(match_id))[:seq], match_id)

    async def of_person(
        self, person_id: int, *, channel: int | None = None, open_only: bool = True
    ) -> list[MatchSummary]:
        """A person's matches: those that wait for them first, then by deadline."""
        statuses = OPEN if open_only else None
        rows = await self._store.rows(
            person=person_id, channel=channel, statuses=statuses, limit=500
        )
        return sorted(rows, key=lambda each: _urgency(each, person_id))

    async def of_channel(self, channel_id: int, *, open_only: bool = True) -> list[MatchSummary]:
        """A channel's matches, the newest first."""
        return await self._store.rows(channel=channel_id, statuses=OPEN if open_only else None)

    async def rematch(self, match_id: MatchId, person: Person) -> Match:
        """The same match asked for again, seats swapped; or the other's asking accepted."""
        return await self._whole(self._rematch(match_id, person))

    async def tick(self) -> datetime | None:
        """Do what is due: expiry, reminder, overdue, the robot's move. Returns the next instant."""
        await self._answer_left_over()
        now = self._clock()
        self._resting = {match: until for match, until in self._resting.items() if until > now}
        due = await self._store.due(now, AT_ONCE + len(self._resting))
        awake = [match for match in due if match not in self._resting]
        for match_id in awake:
            await self._do_due(match_id, now)
        upcoming = await self._store.next_due()
        if upcoming is None or upcoming > now or not self._resting or len(awake) >= AT_ONCE:
            return upcoming
        return min(self._resting.values())

    async def prepare(self, match_id: MatchId, person: int, when: str, then: str) -> Premove:
        """Keep the answer `then` for the other's move `when`. Raises PlayerError."""
        async with self._lock(match_id):
            match = await self.match(match_id)
            premove = prepared_premove(match, person, when, then)
            standing = await self.prepared(match_id, person)
            if len({premove.when, *(p.when for p in standing)}) > MOST:
                raise PlayerError(f"{MOST} prepared answers are the most. Clear them first.")
            if not standing:
                await self._store.drop_premoves(person, match_id)
            await self._store.save_premove(premove)
            return premove

    async def prepared(self, match_id: MatchId, person: int) -> list[Premove]:
        """The answers that the person has prepared for the move that is awaited."""
        match = await self.match(match_id)
        made = await self._store.premoves(person, match_id)
        return [premove for premove in made if premove.plies == len(match.plies)]

    async def unprepare(self, match_id: MatchId, person: int) -> None:
        """Forget the answers that the person has prepared."""
        await self._store.drop_premoves(person, match_id)

    async def take_note(self, match_id: MatchId, person: int) -> str | None:
        """What the person should be told about the match, told only once."""
        return await self._store.take_note(person, match_id)

    def legal_texts(self, match: Match, typed: str, limit: int = 25) -> list[str]:
        """Move texts that continue what was typed; for an empty text, sensible first choices."""
        return self._texts(match, match.rules.complete, typed, limit)

    def nearest_texts(self, match: Match, typed: str, limit: int = 3) -> list[str]:
        """The legal move texts that look most like a refused one."""
        return self._texts(match, match.rules.nearest, typed, limit)

    def _texts(
        self, match: Match, find: Callable[..., Sequence[Any]], typed: str, limit: int
    ) -> list[str]:
        if match.turn is None:
            return []
        found = find(match.position, typed, limit)
        return [match.rules.format(match.position, move) for move in found]

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish the work even if the caller goes away in the middle of it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def _lock(self, match_id: MatchId) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _create(self, asked: Challenged, now: datetime) -> Match:
        events: list[Event] = [asked]
        if self._robot and self._robot.id in {p.id for p in asked.invited if p}:
            unnumbered = fold(record_events(events, 0, now), MatchId(0))
            events += decide(unnumbered, Accept(self._robot), now, self._chance)
        recorded = record_events(events, 0, now)

        def summarize(number: MatchId) -> Summary:
            begun = fold(recorded, number)
            return self._row(begun), posts_for(None, begun, events)

        match_id = await self._store.create(events, now, summarize)
        self._announce()
        return self._keep(fold(recorded, match_id))

    async def _do(self, match_id: MatchId, command: Command, seq: int | None) -> Match:
        async with self._lock(match_id):
            match = await self.match(match_id)
            if seq is not None and seq < match.since:
                raise StaleMatch(
                    f"Match {match_id} has gone on since that post. Look at its newest board."
                )
            now = self._clock()
            after = await self._append(match, decide(match, command, now, self._chance), now)
            try:
                return await self._answered(after) if len(after.plies) > len(match.plies) else after
            except Exception:
                # The move itself is on disk, and whoever made it is told so; the clock tries again.
                log.exception("match %s: a prepared answer has to wait", match_id)
                self._answered_all = False
                return await self.match(match_id)
            finally:
                # Not before: nobody is called to a turn that a prepared answer has taken.
                self._announce()

    async def _answered(self, match: Match) -> Match:
        """The match after the answer that was prepared for the move just made, if one fits."""
        player = match.turn_person
        made = await self._store.premoves(player.id, match.id) if player else []
        current = [premove for premove in made if is_premove_current(match, premove)]
        if player is None or not made:
            return match
        after = await self._play_prepared(match, current) if current else match
        # Dropped only now: an answer that a crash left behind is played at the next start.
        await self._store.drop_premoves(player.id, match.id)
        return after

    async def _answer_left_over(self) -> None:
        """Play the prepared answers that a crash or trouble came before."""
        if self._answered_all:
            return
        self._answered_all = True
        for match_id in await self._store.prepared():
            try:
                await self._answer_again(match_id)
            except Exception:
                log.exception("match %s: a prepared answer could not be played", match_id)

    async def _answer_again(self, match_id: MatchId) -> None:
        """Play what is prepared in a match; where it has ended, forget it."""
        async with self._lock(match_id):
            match = await self.match(match_id)
            if match.status is not Status.RUNNING:
                for player in match.people:
                    await self._store.drop_premoves(player.id, match_id)
            elif match.plies:
                await self._answered(match)
                self._announce()

    async def _play_prepared(self, match: Match, premoves: list[Premove]) -> Match:
        """Play the one that fits; else leave a note about them."""
        now, premove = self._clock(), fitting_premove(match, premoves)
        played: list[Event] = []
        if premove is not None:
            try:
                played = decide(match, Play(premove.person, premove.then), now, self._chance)
            except (NotationError, IllegalMove):
                log.info("match %s: a prepared answer is no legal move", match.id)
        if played:
            return await self._append(match, played, now)
        await self._store.leave_note(premoves[0].person, match.id, unfit_note(match, premoves))
        return match

    async def _append(self, match: Match, events: Sequence[Event], now: datetime) -> Match:
        if not events:
            return match
        after = reduce(evolve, record_events(events, match.seq, now), match)
        said = posts_for(match, after, events)
        await self._store.append(match.id, match.seq, events, now, self._row(after), said)
        return self._keep(after)

    def _announce(self) -> None:
        """Something was written: there may be posts to deliver, and another next instant."""
        self.on_posts()
        self.on_due()

    def _keep(self, match: Match) -> Match:
        self._folded[match.id] = match
        self._folded.move_to_end(match.id)
        if len(self._folded) > KEPT:
            self._folded.popitem(last=False)
        return match

    def _row(self, match: Match) -> MatchSummary:
        return summary_of(match, None if self._robot is None else self._robot.id)

    async def _rematch(self, match_id: MatchId, person: Person) -> Match:
        async with self._lock(match_id):
            match = await self.match(match_id)
            now = self._clock()
            asked = rematch_event(match, person.id, now)
            if other := await self._asked_since(match, person.id):
                return await self._answer_rematch(other, person)
            return await self._create(asked, now)

    async def _asked_since(self, match: Match, person_id: int) -> Match | None:
        """The open challenge among the same people, in the same place, made since the match."""
        rows = await self._store.rows(
            person=person_id, channel=match.channel, statuses=[Status.INVITED]
        )
        people = {p.id for p in match.seats}
        for each in rows:
            if each.match > match.id and each.game == match.game:
                asked = await self.match(each.match)
                # Somebody may have said no to it already.
                if {p.id for p in asked.people} | asked.declined == people:
                    return asked
        return None

    async def _answer_rematch(self, asked: Match, person: Person) -> Match:
        if asked.host.id == person.id:
            raise PlayerError(
                f"You have asked for a rematch already: match {asked.id}. Wait for the answer."
            )
        return await self._do(asked.id, Accept(person), None)

    async def _do_due(self, match_id: MatchId, now: datetime) -> None:
        """What is due in one match. Its trouble is logged, so that no other match waits for it."""
        try:
            match = await self.match(match_id)
            await self.do(match_id, await self._due_command(match), seq=match.since)
        except StaleMatch:
            log.info("match %s went on while the clock looked at it", match_id)
        except Exception:
            log.exception("what is due in match %s failed; trying again in %s", match_id, REST)
            self._resting[match_id] = now + REST

    async def _due_command(self, match: Match) -> Command:
        if self._robot is None or not waits_for(match, self._robot.id):
            return Tick()
        dice = random.Random(self._chance.getrandbits(64))
        return await asyncio.to_thread(robot_command, match, self._robot.id, dice)


def _urgency(each: MatchSummary, person_id: int) -> tuple[bool, bool, bool, bool, float]:
    """Sorts a person's lists: open, my turn, my answer, then the oldest deadline."""
    asked = each.status is Status.INVITED and each.people[0].id != person_id
    deadline = each.deadline.timestamp() if each.deadline else 0.0
    return (
        each.status not in OPEN,
        each.turn != person_id,
        not asked,
        each.deadline is None,
        deadline,
    )
