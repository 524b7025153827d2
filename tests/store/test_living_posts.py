"""The posts that leagues, competitions, days and lists of challenges had rows of their own for."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.model.clock.units import MINUTE
from bot.model.competitions.competition import Competition, League
from bot.model.exercises.daily import Daily
from bot.model.places import LONG_AGO, LivingKind, PostState
from bot.model.ports import Store
from bot.model.records import ChannelId
from bot.store.maintenance import Migration
from bot.store.postgres import PostgresStore
from bot.store.postgres import migrator as postgres_migrator
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect, migrate, migrations
from tests.helpers.people import GUILD
from tests.helpers.playing import known
from tests.helpers.stores import opened
from tests.postgres import connected

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
NOW = "2026-03-01T12:00:00.000000+00:00"
LONG_BEFORE = "2000-01-01T00:00:00.000000+00:00"
LEAGUE = "INSERT INTO leagues VALUES ({id}, 70, 7, 'L', '{{\"game\":\"bump\"}}', 4, 4, NULL, NULL, "
COMPETITION = (
    "INSERT INTO competitions (id, format, guild, channel, name, terms, phase, begins, ends, season"
    ", rounds, round, changes, message, shown, shows, told) VALUES ({id}, 'season', 70, 8, 'S', "
    "'{{\"game\":\"bump\"}}', 'running', '" + NOW + "', '" + NOW + "', 1, 1, 1, "
)
DAILY = (
    "INSERT INTO dailies VALUES ({id}, 9, 12, '', {due}, '2026-02-28', 'p', 2, '{begun}', '', 5)"
)
BEFORE = (
    # Posted; being made; not begun yet.
    LEAGUE.format(id=1) + f"0, NULL, 3, 99, 2, '{NOW}')",
    LEAGUE.format(id=2) + f"0, NULL, 0, NULL, -1, '{NOW}')",
    LEAGUE.format(id=3) + f"0, NULL, 0, NULL, -1, '{LONG_BEFORE}')",
    COMPETITION.format(id=1) + f"4, 98, 4, '{NOW}', 'begun')",
    COMPETITION.format(id=2) + f"4, NULL, -1, '{NOW}', 'begun?')",
    # On, and posted today; being posted; off.
    DAILY.format(id=70, due=f"'{NOW}'", begun="2026-02-28"),
    DAILY.format(id=71, due=f"'{NOW}'", begun="2026-03-01"),
    DAILY.format(id=72, due="NULL", begun="2026-02-28"),
    "INSERT INTO lobbies VALUES (7, 70, 97, 5, 4)",
)


def before(steps: tuple[Migration, ...]) -> tuple[Migration, ...]:
    at = next(n for n, step in enumerate(steps) if step.name.endswith("_living_posts"))
    return steps[:at]


async def check(store: Store) -> None:
    found = {(each.kind, each.subject): each for each in await store.find(PostState)}
    assert len(found) == len(BEFORE) - 1, "no post of one that is off"

    def state(kind: LivingKind, subject: int) -> tuple[object, ...]:
        post = found.pop((kind, subject))
        return post.channel, post.message, post.posted, post.due, post.shown, post.changes

    assert state(LivingKind.LEAGUE, 1) == (7, 99, "posted", AT, 2, 3)
    assert state(LivingKind.LEAGUE, 2) == (7, None, "posted?", AT, -1, 0)
    assert state(LivingKind.LEAGUE, 3) == (7, None, "", LONG_AGO, -1, 0)
    assert state(LivingKind.COMPETITION, 1) == (8, 98, "begun", AT, 4, 4)
    assert state(LivingKind.COMPETITION, 2) == (8, None, "begun?", AT, -1, 4)
    assert state(LivingKind.DAILY, 70) == (9, None, "2026-02-28", AT, -1, 0)
    assert state(LivingKind.DAILY, 71) == (9, None, "2026-03-01?", AT, -1, 0)
    assert state(LivingKind.LOBBY, 7) == (7, 97, "posted", LONG_AGO, 4, 5)
    assert known(await store.find_one(League, number=1)).name == "L"
    assert known(await store.find_one(Competition, number=2)).name == "S"
    assert known(await store.find_one(Daily, guild=72)).streak == 2
    # New ones get numbers of their own.
    await store.put_post(PostState(LivingKind.LOBBY, 8, GUILD, ChannelId(8), AT + MINUTE))
    assert len(await store.find(PostState)) == len(BEFORE)


async def test_they_are_moved_on_a_file(path: Path) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, path, before(migrations()))
        for sql in BEFORE:
            connection.execute(sql)
        migrate(connection, path)
    async with opened(SqliteStore.open(path)) as store:
        await check(store)


async def test_they_are_moved_on_a_server(postgres_address: str) -> None:
    await postgres_migrator.migrate(postgres_address, before(postgres_migrator.schema_steps()))
    async with connected(postgres_address) as connection:
        for sql in BEFORE:
            await connection.execute(sql)
    async with opened(PostgresStore.open(postgres_address)) as store:
        await check(store)
