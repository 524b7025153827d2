"""Ratings that were computed week by week are computed again, contest by contest."""

import asyncio
from contextlib import closing
from pathlib import Path

from bot.model.events import Rated
from bot.model.ratings.port import CurrentRating
from bot.model.records import DueKind, MatchId
from bot.store.auditing import audit_ratings
from bot.store.opening import Kept, open_store
from bot.store.postgres import PostgresStore
from bot.store.schema import OF_MATCH
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect
from tests.helpers.people import ADA, GRACE, LINUS
from tests.helpers.stores import opened
from tests.postgres import connected
from tests.service.conftest import Club
from tests.service.results.seasons import FAR, kept, season
from tests.store.memory import empty_database

GONE = 3
"""A match that was deleted with its server."""

OLD = '{"eligibility":"counted","before":[[1500.0,350.0,0.06],[1500.0,350.0,0.06]]}'
TOO_OFTEN = OLD.replace("counted", "too_often")

# What a database of the version before this one has: the steps of the migration, taken back.
EARLIER = (
    f"UPDATE events SET payload = '{OLD}' WHERE kind = 'rated'",
    f"UPDATE events SET payload = '{TOO_OFTEN}' WHERE kind = 'rated' AND match_id % 5 = 0",
    "UPDATE contests SET eligibility = 'too_often' WHERE number % 5 = 0",
    "UPDATE contest_people SET rating = '[1500.0, 350.0, 0.06]'",
    "ALTER TABLE contest_people DROP COLUMN weight",
    "ALTER TABLE contest_people DROP COLUMN moved_at",
    "DROP TABLE rating_points",
    """CREATE TABLE rating_points (person bigint NOT NULL, pool text NOT NULL, period text NOT NULL,
    rating text NOT NULL, contests integer NOT NULL, PRIMARY KEY (person, pool, period))""",
    "INSERT INTO rating_points VALUES (1, 'pile', '2026-03-02', '[1800.0, 90.0, 0.06]', 9)",
    "ALTER TABLE ratings DROP COLUMN number",
    "ALTER TABLE ratings DROP COLUMN best",
    "ALTER TABLE ratings ADD COLUMN period text NOT NULL DEFAULT '2026-03-02'",
    "UPDATE ratings SET rating = '[1800.0, 90.0, 0.06]'",
    "DROP INDEX contests_by_end",
    """CREATE INDEX contests_by_end ON contests (at, number) WHERE eligibility IS NOT NULL""",
    *(f"DELETE FROM {table} WHERE match_id = {GONE}" for table in OF_MATCH),
    f"DELETE FROM matches WHERE id = {GONE}",
    "DROP TABLE studies",
    "DROP TABLE replies",
    "DROP TABLE exclusions",
    "DROP TABLE announcements",
    "DROP INDEX rated_guilds_by_points",
    "ALTER TABLE rated_guilds DROP COLUMN points",
    "ALTER TABLE rated_guilds DROP COLUMN certain_until",
    "CREATE INDEX rated_guilds_by_pool ON rated_guilds (guild, pool, at, person)",
    *("ALTER TABLE events DROP COLUMN digest", "ALTER TABLE matches DROP COLUMN digest"),
    *("ALTER TABLE matches DROP COLUMN sealed", "DELETE FROM counters WHERE name = 'undigested'"),
    """DELETE FROM migrations WHERE number >= (
    SELECT number FROM migrations WHERE name LIKE '%_ratings_by_contest')""",
)


async def played(kept_in: Kept) -> Club:
    """A season, after which Grace was deleted; as the version before this one left it."""
    async with opened(open_store(kept_in)) as store:
        club = Club(store)
        await season(club, 16)
        await club.later(seconds=10)
        await club.service.privacy.request_deletion(GRACE.id)
        for _ in range(4):
            await club.later(minutes=2)
    if isinstance(kept_in, Path):
        with closing(connect(kept_in)) as connection:
            for sql in EARLIER:
                connection.execute(sql)
            connection.commit()
    else:
        async with connected(kept_in) as server:
            for sql in EARLIER:
                await server.execute(sql)
    return club


async def require_right(kept_in: Kept, club: Club, *others: Club) -> None:
    """All is settled again by those who come first, and told of once."""
    old = await club.store.find(CurrentRating, person=ADA.id)
    assert [round(each.rating.rating) for each in old] == [1800]
    assert (await audit_ratings(kept_in)).difference == 0.0
    for _ in range(40):
        await asyncio.gather(*(each.tick() for each in (club, *others)))
        club.pass_by(seconds=1)
    assert await club.store.due(DueKind.CONTEST, FAR, 9) == []
    checked = await audit_ratings(kept_in)
    assert (checked.settled, checked.waiting, checked.difference) == (16, 0, 0.0)
    points = await kept(club)
    assert {each.person for each in points} == {ADA.id, LINUS.id}
    assert GONE in [each.number for each in points]
    for person in (ADA, LINUS):
        newest = await club.store.find(CurrentRating, person=person.id)
        last = [each for each in points if each.person == person.id][-1]
        assert [(each.rating, each.called) for each in newest] == [(last.rating, person.name)]
    for number in range(1, 17):
        if number != GONE:
            events = [each.event for each in await club.store.events(MatchId(number))]
            first, second = [each for each in events if isinstance(each, Rated)]
            assert (first.weights, len(second.weights or ())) == (None, 2)


async def test_on_a_file_all_is_computed_again(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())
    before = await played(path)
    async with opened(SqliteStore.open(path)) as store:
        await require_right(path, Club(store, before.clock))


async def test_on_a_server_two_processes_compute_it_again(postgres_address: str) -> None:
    before = await played(postgres_address)
    async with (
        opened(PostgresStore.open(postgres_address)) as one,
        opened(PostgresStore.open(postgres_address)) as two,
    ):
        clubs = [Club(each, before.clock) for each in (one, two)]
        await require_right(postgres_address, *clubs)
