"""Settled contests, ratings (all points, and the newest of each), and leader roles."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from bot.model.ratings.port import CurrentRating, DueContest, RankedRating, Settled
from bot.model.ratings.rated import certain_until
from bot.model.ratings.rating import Contest, Eligibility, Rating, RatingPoint, Ruling
from bot.model.records import DueKind, GuildId, MatchId, PersonId
from bot.store.database import Database, Found, in_one_transaction
from bot.store.personal.preferences import preferences_from
from bot.store.rows import column_of, legible, time_from, time_text
from bot.store.schema import CONTESTS, CURRENT, DUE, POINTS, TABLE

PUT_ASIDE = "UPDATE contests SET due_at = ?3 WHERE number = ?1 AND due_at = ?2"
FORGET = "UPDATE contests SET due_at = NULL, eligibility = NULL WHERE number = ?1 AND due_at = ?2"
WHOLE = """SELECT contests.number, pool, guild, at, eligibility, person, rank, late, rating, weight,
    moved_at
FROM contests JOIN contest_people ON contest_people.number = contests.number"""
IS_SETTLED = "eligibility IS NOT NULL AND due_at IS NULL"
# One that was settled, perhaps is to be again, and has lost its match with the server.
IS_GONE = """eligibility IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM matches WHERE matches.id = contests.number
)"""
SECOND = "SELECT second FROM contests WHERE number = ? AND second IS NOT NULL"
SETTLED = f"""{WHOLE}
WHERE contests.number = ? AND {IS_SETTLED} ORDER BY contests.number, seat"""
GONE = f"""{WHOLE}
WHERE contests.number = ? AND {IS_GONE} ORDER BY contests.number, seat"""
SETTLED_AFTER = f"""SELECT 1 FROM contests WHERE at > ? AND {IS_SETTLED}
ORDER BY at DESC LIMIT 1"""
COUNTED = f"""{WHOLE}
WHERE contests.number IN (
    SELECT own.number FROM contest_people AS own JOIN contests AS theirs
        ON theirs.number = own.number
    WHERE own.person = ?1 AND theirs.at > ?2 AND theirs.eligibility = 'counted'
        AND theirs.due_at IS NULL
) ORDER BY contests.number, seat"""
LAST_POINT = f"""SELECT {POINTS.listed} FROM rating_points
WHERE person = ?1 AND pool = ?2 AND (at < ?3 OR (at = ?3 AND number < ?4))
ORDER BY at DESC, number DESC LIMIT 1"""

VERSION = "SELECT value FROM counters WHERE name = 'ratings'"
CHANGE = """INSERT INTO counters (name, value) VALUES ('ratings', ?1/*::bigint*/ + 1)
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value = ?1/*::bigint*/
RETURNING value"""
EDITION = "SELECT id FROM matches WHERE id = ? AND edition = ?"
# Contests that ended later were settled without this one.
REOPEN = f"""UPDATE contests SET due_at = at
WHERE at >= ?1 AND (at, number) > (?1, ?2) AND {IS_SETTLED}"""
SETTLE = """UPDATE contests SET pool = ?2, guild = ?3/*::bigint*/, at = ?4, eligibility = ?5,
    due_at = NULL
WHERE number = ?1"""
BEFORE = "SELECT 1 FROM contest_people WHERE number = ? LIMIT 1"
DROP_PEOPLE = TABLE["contest_people"].drop("number")
PUT_PERSON = TABLE["contest_people"].put
PUT_POINT = TABLE["rating_points"].put
DROP_POINT = TABLE["rating_points"].drop("person", "pool", "number")
PUT_CURRENT = TABLE["ratings"].put
DROP_CURRENT = TABLE["ratings"].drop("person", "pool")
AGAIN = f"UPDATE contests SET due_at = at WHERE number = ? AND {IS_SETTLED}"
CALLED = "SELECT called FROM ratings WHERE person = ? AND pool = ?"
LATEST_TIME = time_text(datetime.max.replace(tzinfo=UTC))
RATED_IN = """INSERT INTO rated_guilds (person, guild, pool, at) VALUES (?, ?, ?, ?)
ON CONFLICT (person, guild, pool) DO UPDATE SET at = excluded.at
WHERE rated_guilds.at < excluded.at"""
IN_SERVERS = """UPDATE rated_guilds SET points = ?, certain_until = ?
WHERE person = ? AND pool = ?"""

BESIDE_OTHERS = (Eligibility.COUNTED, Eligibility.TIMED_OUT_BEFORE, Eligibility.TOO_OFTEN)
"""Eligibilities that depend on other contests; all others depend on the contest alone."""

OF_CURRENT = ", ".join(f"ratings.{column}" for column in CURRENT.columns)
SETTINGS = """LEFT JOIN preferences ON preferences.scope = 'person'
    AND preferences.owner = ratings.person"""
# A page is read off the end of an index that has all it asks for, and only then is looked up who
# is on it.
PAGE = """(SELECT person, pool FROM {table} WHERE pool = ?1 AND certain_until > ?2 AND at >= ?3
    AND points <= ?4 AND (points < ?4 OR person > ?5) {inside}
    ORDER BY points DESC, person LIMIT ?6) AS wanted"""
RANKED, RANKED_IN = (
    f"""SELECT {OF_CURRENT}, settings FROM {PAGE.format(table=table, inside=inside)}
JOIN ratings ON ratings.person = wanted.person AND ratings.pool = wanted.pool {SETTINGS}"""
    for table, inside in (("ratings", ""), ("rated_guilds", "AND guild = ?7"))
)
MOST_POINTS = 2**62
"""More than anybody has."""


class RatingTables(Database):
    """Contests and ratings. A contest is settled with all its effects, or not at all."""

    async def put_aside(self, contest: DueContest, until: datetime | None = None) -> None:
        values = (contest.number, time_text(contest.due))
        if until is None:
            await self._write_alone(FORGET, values)
        else:
            await self._write_alone(PUT_ASIDE, (*values, time_text(until)))

    async def second_of_pair(self, first: MatchId) -> MatchId | None:
        second: MatchId | None = await self._value(SECOND, (first,))
        return second

    async def settled_contest(self, number: MatchId) -> Contest | None:
        return next(iter(contests_from(await self._read(SETTLED, (number,)))), None)

    async def contest_of_deleted(self, number: MatchId) -> Contest | None:
        return next(iter(contests_from(await self._read(GONE, (number,)))), None)

    async def unsettled(self, to: datetime, limit: int) -> list[DueContest]:
        return await self._all_of(CONTESTS, DUE[DueKind.CONTEST], (time_text(to), limit))

    async def settled_after(self, at: datetime) -> bool:
        return bool(await self._read(SETTLED_AFTER, (time_text(at),)))

    async def counted_contests(self, people: Sequence[PersonId], since: datetime) -> list[Contest]:
        read = [await self._read(COUNTED, (each, time_text(since))) for each in people]
        found = {each.number: each for rows in read for each in contests_from(rows)}
        return [found[number] for number in sorted(found)]

    async def last_points(self, contest: Contest) -> list[RatingPoint]:
        before = (contest.pool, time_text(contest.at), contest.number)
        people = [person for person in contest.people if person > 0]
        found = [await self._read(LAST_POINT, (each, *before)) for each in people]
        return [POINTS.of(*row) for rows in found for row in rows]

    async def ratings_version(self) -> int:
        return sum(value for (value,) in await self._read(VERSION))

    async def ranked(
        self,
        pool: str,
        now: datetime,
        guild: GuildId | None,
        since: datetime,
        limit: int,
        after: CurrentRating | None = None,
    ) -> list[RankedRating]:
        behind = (after.points, after.person) if after else (MOST_POINTS, 0)
        values: list[Any] = [pool, time_text(now), time_text(since), *behind, limit]
        if guild is None:
            found = await self._read(RANKED, values)
        else:
            found = await self._read(RANKED_IN, [*values, guild])
        ranked = [_ranked(*each) for each in found]
        return sorted(ranked, key=lambda each: (-each.current.points, each.current.person))

    @in_one_transaction
    async def settle(self, settled: Settled) -> bool:
        await self._hold([match for match, _ in settled.editions])
        for edition in settled.editions:
            if not await self._write(EDITION, edition):
                return False
        if not await self._write(CHANGE, (settled.version,)):
            return False
        await self._settle(settled)
        return True

    @in_one_transaction
    async def settle_again(
        self, contests: Iterable[MatchId], strays: Iterable[tuple[PersonId, str, MatchId]]
    ) -> None:
        """Make these contests due to be settled again, and drop the points `strays`, by person and
        pool, which belong to no contest. What is settled meanwhile is settled after that."""
        version = sum(value for (value,) in await self._write(VERSION))
        await self._write(CHANGE, (version,))
        for number in contests:
            await self._write(AGAIN, (number,))
        for person, pool, number in strays:
            await self._write(DROP_POINT, (person, pool, number))
            last = [
                POINTS.of(*r) for r in await self._write(LAST_POINT, (person, pool, LATEST_TIME, 0))
            ]
            if last:
                await self._write(AGAIN, (last[0].number,))
            else:
                await self._drop_current(person, pool)

    async def _settle(self, settled: Settled) -> None:
        contest = settled.contest
        assert contest.ruling, "what is settled has a ruling"
        order = (time_text(contest.at), contest.number)
        # One that never counted is in nobody's points, and later points were made without it.
        changes = _counts(contest.ruling) or bool(await self._write(BEFORE, (contest.number,)))
        if changes:
            await self._write(REOPEN, order)
        kept = (contest.number, contest.pool, contest.guild, order[0])
        await self._write(SETTLE, (*kept, contest.ruling.eligibility.value))
        await self._write(DROP_PEOPLE, (contest.number,))
        for row in _people_rows(contest):
            await self._write(PUT_PERSON, row)
        for person, called in zip(contest.people, settled.called, strict=True):
            if person > 0:
                await self._write(DROP_POINT, (person, contest.pool, contest.number))
                await self._keep_current(contest, settled.point_of(person), person, called)

    async def _keep_current(
        self, contest: Contest, new: RatingPoint | None, person: PersonId, called: str
    ) -> None:
        if new:
            await self._write(PUT_POINT, POINTS.values(new))
        newest = (person, contest.pool, LATEST_TIME, 0)
        last = [POINTS.of(*row) for row in await self._write(LAST_POINT, newest)]
        if not last:
            await self._drop_current(person, contest.pool)
            return
        known = await self._write(CALLED, (person, contest.pool))
        [point] = last
        current = CurrentRating(
            person=person,
            pool=point.pool,
            number=point.number,
            at=point.at,
            rating=point.rating,
            contests=point.contests,
            best=point.best,
            called=called or next((name for (name,) in known), ""),
            certain_until=certain_until(point),
            points=round(point.listed.rating * 1_000_000),
        )
        await self._write(PUT_CURRENT, CURRENT.values(current))
        if contest.guild and new:
            values = (person, contest.guild, contest.pool, time_text(contest.at))
            await self._write(RATED_IN, values)
        listed = (current.points, time_text(current.certain_until))
        await self._write(IN_SERVERS, (*listed, person, contest.pool))

    async def _drop_current(self, person: PersonId, pool: str) -> None:
        await self._write(DROP_CURRENT, (person, pool))
        await self._write(IN_SERVERS, (None, None, person, pool))


def _counts(ruling: Ruling) -> bool:
    return ruling.eligibility is Eligibility.COUNTED


def _people_rows(contest: Contest) -> list[tuple[Any, ...]]:
    assert contest.ruling
    ruling, unknown = contest.ruling, (None,) * len(contest.people)
    rows = zip(
        *(contest.people, contest.ranks, ruling.before),
        *(ruling.weights or unknown, contest.moved or unknown),
        strict=True,
    )
    return [
        (
            *(contest.number, seat, person, rank, int(person in contest.timed_out)),
            *(column_of(before), column_of(weight), time_text(moved)),
        )
        for seat, (person, rank, before, weight, moved) in enumerate(rows, 1)
    ]


@legible("a contest")
def contests_from(found: Found) -> list[Contest]:
    """The contests from rows of their people, with their rulings."""
    rows = [tuple(row) for row in found]
    return [_contest(list(group)) for _, group in groupby(rows, lambda row: row[0])]


def _contest(rows: Sequence[tuple[Any, ...]]) -> Contest:
    number, pool, guild, at, eligibility, *_ = rows[0]
    people = tuple(row[5] for row in rows)
    before = tuple(Rating(*json.loads(row[8])) for row in rows)
    weights = tuple(float(row[9]) for row in rows if row[9] is not None)
    return Contest(
        *(MatchId(number), pool, guild, datetime.fromisoformat(at), people),
        ranks=tuple(row[6] for row in rows),
        timed_out=frozenset(row[5] for row in rows if row[7]),
        barred=None if eligibility in BESIDE_OTHERS else Eligibility(eligibility),
        ruling=Ruling(Eligibility(eligibility), before, weights),
        moved=tuple(time_from(row[10]) for row in rows),
    )


def _ranked(*row: Any) -> RankedRating:
    *columns, settings = row
    listed = preferences_from(settings or "{}").get("listed") is not False
    return RankedRating(CURRENT.of(*columns), listed)


# Counted, so that a process that has just looked up who led until now looks again.
LOOK = """UPDATE leader_roles SET due_at = MIN(due_at, ?3), changes = changes + 1
WHERE guild = ?1 AND game = ?2 AND due_at IS NOT NULL"""


class LeaderRoleTable(Database):
    """The table of the roles for leaders."""

    async def look_at_leader(self, guild: GuildId, game: str, at: datetime) -> None:
        await self._write_alone(LOOK, (guild, game, time_text(at)))
