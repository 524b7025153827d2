"""Settles contests one after the other in the order in which they ended, and reads ratings."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.games.core import PlayerError
from bot.model.events import Rated, Recorded
from bot.model.places import LONG_AGO
from bot.model.ports import Store
from bot.model.ratings.contests import Leg, contest_of, leg_of
from bot.model.ratings.counting import LATEST
from bot.model.ratings.port import CurrentRating, DueContest, Settled
from bot.model.ratings.rated import looks_back, rate, rating_shown
from bot.model.ratings.rating import Contest, Eligibility, RatedContest, Rating, RatingPoint
from bot.model.records import DueKind, GuildId, MatchId, MatchSummary, PersonId, Seq, Status
from bot.model.refusals import DamagedRow, NoSuchMatch, StaleMatch, StoreTrouble
from bot.service.folded import FoldedMatches
from bot.service.locks import Locks
from bot.service.queue import MOMENT, REST, About, DueSource
from bot.service.writing import Writing

log = logging.getLogger(__name__)

LONGEST_REST = timedelta(days=1)
"""Longest time until a contest that could not be settled is tried again."""
SOON = timedelta(minutes=1)
MOST_FORESEEN = 50
"""So many contests that wait to be settled, or will within that time, are too many to be foreseen
before a later one: a bot that comes back ends many at once."""
UNLISTED_TOO = 20
"""Rows of a leaderboard that are read beyond those asked for: some people do not want to be
named."""


class ManyUnsettled(PlayerError):
    """What a contest will do can't be foreseen: too many that ended before it are not settled."""


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
        """The person's ratings by pool, as people are shown them now."""
        now = self._clock()
        found = await self._store.find(CurrentRating, person=person)
        return {each.pool: replace(each, rating=rating_shown(each, now)) for each in found}

    async def curve(self, person: PersonId, pool: str) -> Sequence[RatingPoint]:
        """The person's rating after each contest of the pool that counted for them, by time."""
        found = await self._store.find(RatingPoint, person=person, pool=pool)
        return sorted(found, key=lambda each: each.order)

    async def rated(self, match: MatchId) -> RatedContest | None:
        """What the contest of the match did to the ratings, or will do once it is settled; None for
        an unrated match, or while it or the other match of its pair runs. Raises ManyUnsettled."""
        read = await self._read(await self._number(match))
        if read is None:
            return None
        contest = await self._store.settled_contest(read.contest.number)
        if contest:
            return await self._rated(contest)
        return await self._rated(read.contest, await self._foreseen(read.contest))

    async def leaderboard(
        self, pool: str, guild: GuildId | None = None, since: datetime = LONG_AGO, limit: int = 20
    ) -> Sequence[LeaderboardRow]:
        """The best of a pool, of those who had a contest counted since then, in the server or
        anywhere. Provisional people and those who do not want to be named are left out."""
        rows, last, now = dict[PersonId, LeaderboardRow](), None, self._clock()
        most = limit + UNLISTED_TOO
        while len(rows) < limit:
            found = await self._store.ranked(pool, now, guild, since, most, last)
            for each, listed in found:
                shown = (each.person, each.called, rating_shown(each, now), each.contests)
                # Whose rating has fallen since the page before is on this one again.
                if listed:
                    rows.setdefault(each.person, LeaderboardRow(*shown))
            if len(found) < most:
                break
            last = found[-1].current
        return [*rows.values()][:limit]

    async def is_behind(self) -> bool:
        """Whether contests are due to be settled, so that leaderboards are about to change."""
        return bool(await self._store.unsettled(self._clock(), 1))

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
            await self._settle_deleted(item, version)
            return
        rated = await self._rated(await self._in_time(read.contest))
        # The event first: without it a settled contest would be unknown to those who fold the
        # match.
        await self._tell(read, rated.contest)
        editions = tuple((row.match, row.edition) for row in read.rows)
        settled = Settled(rated.contest, editions, version, tuple(rated.points), read.called)
        # If others were faster it is still due, and done again.
        if await self._store.settle(settled) and rated.contest.guild:
            game = read.rows[0].game
            await self._store.look_at_leader(rated.contest.guild, game, self._clock())

    async def _settle_deleted(self, item: DueContest, version: int) -> None:
        # A server's matches are deleted with it, but what they have done to ratings stays.
        contest = await self._store.contest_of_deleted(item.number)
        if contest is None:
            await self._store.put_aside(item)
            return
        rated = await self._rated(contest)
        nameless = ("",) * len(contest.people)
        await self._store.settle(Settled(rated.contest, (), version, tuple(rated.points), nameless))

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
        """The contest of that number; None if there is none, or not yet."""
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

    async def _foreseen(self, contest: Contest) -> list[RatedContest]:
        """Contests that ended before it and wait to be settled, as they will be."""
        found = list[RatedContest]()
        waiting = await self._store.unsettled(self._clock() + SOON, MOST_FORESEEN)
        if len(waiting) == MOST_FORESEEN:
            raise ManyUnsettled("Many results have yet to be rated before this one.")
        for due in sorted(waiting, key=lambda each: (each.at, each.number)):
            if due.at <= contest.at and due.number != contest.number:
                found += await self._foreseen_one(due, found)
        return found

    async def _foreseen_one(
        self, due: DueContest, before: Sequence[RatedContest]
    ) -> list[RatedContest]:
        try:
            read = await self._read(due.number)
        except PlayerError as error:
            log.info("match %s: left out of foreseen ratings: %s", due.number, error)
            return []
        return [await self._rated(read.contest, before)] if read else []

    async def _rated(self, contest: Contest, foreseen: Sequence[RatedContest] = ()) -> RatedContest:
        people = [person for person in contest.people if person > 0]
        counted = await self._store.counted_contests(people, looks_back(contest))
        points = await self._store.last_points(contest)
        known = {each.number: each for each in counted}
        for each in foreseen:
            if each.eligibility is Eligibility.COUNTED:
                known.setdefault(each.contest.number, each.contest)
            points += each.points
        return await asyncio.to_thread(rate, contest, known.values(), points)

    async def _tell(self, read: _Read, contest: Contest) -> None:
        ruling = contest.ruling
        if ruling is None or ruling == read.contest.ruling:
            return
        by_seat = slice(None, None, -1) if read.is_swapped else slice(None)
        before = tuple((each.rating, each.deviation, each.volatility) for each in ruling.before)
        async with self._locks(read.last):
            match = await self._folded.match(read.last)
            if match.seq != read.seq:
                raise StaleMatch(f"Match {match.id} has gone on since its contest was read.")
            values = (before[by_seat], ruling.weights[by_seat])
            event = Rated(ruling.eligibility.value, *values)
            await self._writing.append(match, [event], self._clock())


def _next_try(item: DueContest, now: datetime) -> datetime:
    """It is left alone each time for as long as it has ended by then, within limits."""
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
