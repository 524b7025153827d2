"""Settles contests one after the other in the order in which they ended, and reads ratings."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from bot.games.core import PlayerError
from bot.model.clock.units import WEEK
from bot.model.events import Rated, Recorded
from bot.model.ports import Store
from bot.model.ratings.contests import Leg, contest_of, leg_of
from bot.model.ratings.port import CurrentRating, DueContest, Settled
from bot.model.ratings.rating import (
    LATEST,
    Contest,
    Eligibility,
    Rating,
    RatingPoint,
    Ruling,
    eligibility_of,
    looks_back,
)
from bot.model.ratings.weeks import Meeting, period_of, rating_after, rating_at, rating_shown
from bot.model.records import DueKind, GuildId, MatchId, MatchSummary, PersonId, Seq, Status
from bot.model.refusals import DamagedRow, NoSuchMatch, StaleMatch, StoreTrouble
from bot.service.folded import FoldedMatches
from bot.service.locks import Locks
from bot.service.queue import MOMENT, REST, About, DueSource
from bot.service.writing import Writing

log = logging.getLogger(__name__)

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST_REST = timedelta(days=1)
"""Longest time until a contest that could not be settled is tried again."""
SOON = timedelta(minutes=1)
MOST_FORESEEN = 50
"""Contests that are about to be settled within that time and are foreseen before a later one: a bot
that comes back ends many at once."""
UNLISTED_TOO = 20
"""Rows of a leaderboard that are read beyond those asked for: some people do not want to be
named."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A person on a leaderboard, with their current rating from that many contests."""

    person: PersonId
    name: str
    rating: Rating
    contests: int


@dataclass(frozen=True, slots=True)
class _Read:
    """A contest as read from its matches: `last` is the one that ended last, which has the ruling,
    with its people in the order of its own seats if `is_swapped` is False."""

    contest: Contest
    rows: tuple[MatchSummary, ...]
    last: MatchId
    is_swapped: bool

    @property
    def seq(self) -> Seq:
        """The last event of the one with the ruling, as it was read."""
        return next(row.seq for row in self.rows if row.match == self.last)

    @property
    def called(self) -> tuple[str, ...]:
        names = {person.id: person.name for person in self.rows[0].people}
        return tuple(names.get(person, "") for person in self.contest.people)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a contest did: each person's rating before and after it, from all that counted in its
    week until then. A deleted person's is that with which the week began."""

    contest: Contest
    eligibility: Eligibility
    before: tuple[Rating, ...]
    after: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A contest with its ruling, what its people had played before it in the same `week` that
    counts, and their `last` points before that."""

    contest: Contest
    week: Sequence[Contest]
    last: Mapping[PersonId, RatingPoint]

    @property
    def eligibility(self) -> Eligibility:
        assert self.contest.ruling, "it is ruled"
        return self.contest.ruling.eligibility

    def points(self) -> list[RatingPoint]:
        """The points that its people have in its week after it."""
        counts = self.eligibility is Eligibility.COUNTED
        return self._points([*self.week, self.contest] if counts else self.week)

    def change(self) -> RatingChange:
        before, after = self._ratings(self._points(self.week)), self._ratings(self.points())
        return RatingChange(self.contest, self.eligibility, before, after)

    def _points(self, week: Sequence[Contest]) -> list[RatingPoint]:
        people = [person for person in self.contest.people if person > 0]
        points = [_point(person, self.contest, week, self.last) for person in people]
        return [point for point in points if point]

    def _ratings(self, points: Sequence[RatingPoint]) -> tuple[Rating, ...]:
        assert self.contest.ruling, "it is ruled"
        known = {point.person: point.rating for point in points}
        begun = zip(self.contest.people, self.contest.ruling.before, strict=True)
        return tuple(known.get(person, before) for person, before in begun)


@dataclass(frozen=True, slots=True, eq=False)
class RatingBook(DueSource[DueContest]):
    """The ratings of all people. A contest is settled some seconds after its end; until then its
    effect is foreseen."""

    kind = DueKind.CONTEST
    about = About(match="number")
    most = 1

    _store: Store
    _folded: FoldedMatches
    _writing: Writing
    _locks: Locks[MatchId]
    _clock: Callable[[], datetime]

    async def of(self, person: PersonId) -> Mapping[str, RatingPoint]:
        """The person's ratings by pool, as if the running week ended now."""
        now = self._clock()
        found = await self._store.find(CurrentRating, person=person)
        return {each.pool: replace(each, rating=rating_shown(each, now)) for each in found}

    async def curve(self, person: PersonId, pool: str) -> Sequence[RatingPoint]:
        """The person's rating after each week in which a contest of the pool counted."""
        return await self._store.find(RatingPoint, person=person, pool=pool)

    async def rated(self, match: MatchId) -> RatingChange | None:
        """What the contest of the match did to the ratings, or will do once it is settled; None for
        an unrated match, or while it or the other match of its pair runs."""
        read = await self._read(await self._number(match))
        if read is None:
            return None
        contest = await self._store.settled_contest(read.contest.number)
        foreseen = [] if contest else await self._foreseen(read.contest)
        ruled = await self._ruled(contest or read.contest, foreseen)
        return await asyncio.to_thread(ruled.change)

    async def leaderboard(
        self, pool: str, guild: GuildId | None = None, since: datetime = LONG_AGO, limit: int = 20
    ) -> Sequence[LeaderboardRow]:
        """The best of a pool, of those who had a contest counted since then, in the server or
        anywhere. Provisional people and those who do not want to be named are left out."""
        rows, offset, now = list[LeaderboardRow](), 0, self._clock()
        most = limit + UNLISTED_TOO
        while len(rows) < limit:
            asked = range(offset, offset + most)
            found = await self._store.ranked(pool, now, guild, since, asked)
            for each, listed in found:
                shown = (each.person, each.called, rating_shown(each, now), each.contests)
                rows += [LeaderboardRow(*shown)] if listed else []
            offset += most
            if len(found) < most:
                break
        return rows[:limit]

    def key(self, item: DueContest) -> str:
        # Each is settled after all that ended before it.
        return "contest"

    async def do(self, item: DueContest) -> datetime | None:
        try:
            await self._settle(item)
        except StaleMatch:
            return self._clock() + MOMENT
        except Exception as error:
            if isinstance(error, StoreTrouble) and not isinstance(error, DamagedRow):
                raise
            # One that can't be read does not keep other contests waiting.
            until = _next_try(item, self._clock())
            log.warning("match %s: not rated; retrying at %s: %s", item.number, until, error)
            await self._store.put_aside(item, until)
        return None

    async def _settle(self, item: DueContest) -> None:
        version = await self._store.ratings_version()
        read = await self._read(item.number)
        if read is None:
            await self._store.put_aside(item)
            return
        ruled = await self._ruled(await self._in_time(read.contest))
        contest, points = ruled.contest, await asyncio.to_thread(ruled.points)
        # The event first: without it a settled contest would be unknown to those who fold the
        # match.
        await self._tell(read, contest)
        has_point = {point.person for point in points}
        settled = Settled(
            contest,
            tuple((row.match, row.edition) for row in read.rows),
            version,
            tuple(points),
            tuple(p for p in contest.people if p > 0 and p not in has_point),
            read.called,
        )
        # If others were faster it is still due, and done again.
        if await self._store.settle(settled) and contest.guild:
            game = read.rows[0].game
            await self._store.look_at_leader(contest.guild, game, self._clock())

    async def _in_time(self, contest: Contest) -> Contest:
        # Everything that ended since would have to be settled again, and ratings of months ago
        # would change.
        is_late = contest.ruling is None and self._clock() - contest.at > LATEST
        if is_late and await self._store.settled_after(contest.at):
            return replace(contest, barred=contest.barred or Eligibility.TOO_LATE)
        return contest

    async def _number(self, match_id: MatchId) -> MatchId:
        terms = (await self._folded.match(match_id)).terms
        return MatchId(terms.pair_of) if terms.pair_of else match_id

    async def _read(self, number: MatchId) -> _Read | None:
        """# The contest of that number; None if there is none, or not yet."""
        # Nothing is replayed: after a late one thousands may be settled again.
        try:
            rows = [await self._store.summary(number)]
            if rows[0].status is not Status.ENDED:
                return None
            histories = [await self._store.events(number)]
            first = leg_of(number, histories[0])
            if first and first.terms.pair:
                other = await self._store.second_of_pair(number)
                if other is None:
                    return None
                rows.append(await self._store.summary(other))
                histories.append(await self._store.events(other))
        except NoSuchMatch:
            return None
        return await asyncio.to_thread(_contest_read, tuple(rows), histories)

    async def _foreseen(self, contest: Contest) -> list[Contest]:
        """# Contests that ended before it and wait to be settled, as they will be counted."""
        found = list[Contest]()
        for due in await self._store.unsettled(self._clock() + SOON, MOST_FORESEEN):
            if due.at <= contest.at and due.number != contest.number:
                found += await self._foreseen_one(due, found)
        return [each for each in found if each.order < contest.order]

    async def _foreseen_one(self, due: DueContest, before: Sequence[Contest]) -> list[Contest]:
        try:
            read = await self._read(due.number)
        except PlayerError as error:
            log.info("match %s: left out of foreseen ratings: %s", due.number, error)
            return []
        if read is None:
            return []
        ruled = await self._ruled(read.contest, before)
        return [ruled.contest] if ruled.eligibility is Eligibility.COUNTED else []

    async def _ruled(self, contest: Contest, foreseen: Sequence[Contest] = ()) -> _Ruled:
        period = period_of(contest.at)
        monday = datetime.combine(period, time(), UTC)
        people = [person for person in contest.people if person > 0]
        since = min(looks_back(contest), monday)
        counted = await self._store.counted_contests(people, since)
        known = {each.number for each in counted}
        counted += [each for each in foreseen if each.number not in known]
        last = await self._store.last_points(people, contest.pool, (monday - WEEK).date())
        return await asyncio.to_thread(_rule, contest, counted, {p.person: p for p in last})

    async def _tell(self, read: _Read, contest: Contest) -> None:
        ruling = contest.ruling
        if ruling is None or ruling == read.contest.ruling:
            return
        before = [(each.rating, each.deviation, each.volatility) for each in ruling.before]
        if read.is_swapped:
            before.reverse()
        async with self._locks(read.last):
            match = await self._folded.match(read.last)
            if match.seq != read.seq:
                raise StaleMatch(f"Match {match.id} has gone on since its contest was read.")
            event = Rated(ruling.eligibility.value, tuple(before))
            await self._writing.append(match, [event], self._clock())


def _next_try(item: DueContest, now: datetime) -> datetime:
    """# It is left alone each time for as long as it has ended by then, within limits."""
    return now + min(max(now - item.at, REST), LONGEST_REST)


def _contest_read(
    rows: tuple[MatchSummary, ...], histories: Sequence[list[Recorded]]
) -> _Read | None:
    found = [leg_of(row.match, each) for row, each in zip(rows, histories, strict=True)]
    legs = [leg for leg in found if leg is not None]
    if len(legs) < len(found):
        return None
    last: Leg = max(legs, key=lambda leg: (leg.at, leg.match))
    return _Read(contest_of(*legs), rows, last.match, last is not legs[0])


def _rule(
    contest: Contest, counted: Sequence[Contest], last: Mapping[PersonId, RatingPoint]
) -> _Ruled:
    period = period_of(contest.at)
    eligibility = eligibility_of(contest, counted)
    ruled = contest.ruling.before if contest.ruling else (Rating(),) * len(contest.people)
    before = tuple(
        rating_at(last.get(person), period) if person > 0 else known
        for person, known in zip(contest.people, ruled, strict=True)
    )
    week = [
        each
        for each in counted
        if each.pool == contest.pool and period_of(each.at) == period and each.order < contest.order
    ]
    return _Ruled(replace(contest, ruling=Ruling(eligibility, before)), week, last)


def _point(
    person: PersonId,
    contest: Contest,
    week: Sequence[Contest],
    last: Mapping[PersonId, RatingPoint],
) -> RatingPoint | None:
    own = [Meeting(c, c.ruling.before) for c in week if person in c.people and c.ruling]
    if not own:
        return None
    known = last.get(person)
    contests = (known.contests if known else 0) + len(own)
    period = period_of(contest.at)
    return RatingPoint(person, contest.pool, period, rating_after(person, own), contests)
