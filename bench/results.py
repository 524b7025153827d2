"""The cost of lists, profiles, leaderboards and studies with very many ended matches, on both
stores.

The rows are written directly, always the same: a hundred thousand people on either side, one of
whom has sat in every twentieth match; everybody is rated in one game, in one server all of them
and in another ten thousand. The busy one has a hundred studies of five hundred moves each.
Milliseconds of wall time, the median of 21, asked of the unchanged store, except for steps in a
study.

    python -m bench.results [--matches N]
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from bench.scale.processes import POSTGRES, SQLITE, AnyStore, empty, opened
from bench.timing import Table, asked, middle, scratch
from bot.model.limits import MOST_STUDIES
from bot.model.places import LONG_AGO
from bot.model.ratings.rating import RatingPoint
from bot.model.records import GuildId, PersonId, Status
from bot.model.studies.kept import FIRST_OF_NO_MATCH, StoredStudy
from bot.model.studies.study import MOST_NODES, Study, StudyStart
from bot.service.build import Service
from tests import postgres

NOW = datetime(2026, 3, 2, tzinfo=UTC)
BUSY, CALM, PEOPLE, IN_SERVER = 1, 200, 100_000, 10_000
AT = "'2026-03-01T00:00:00.000000+00:00'/*::timestamptz*/"
NUMBERS = """(WITH RECURSIVE counted (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {count}
) SELECT n FROM counted) AS numbers"""
ONE = f"(CASE WHEN n % 20 = 0 THEN {BUSY} ELSE 2 + n % {PEOPLE} END)"
OTHER = f"({PEOPLE + 2} + (n / 20) % {PEOPLE})"
GAMES = "(CASE n / 20 % 3 WHEN 0 THEN 'bump' WHEN 1 THEN 'clump' ELSE 'bounce' END)"
PLAYERS = f"""('[{{"id":' || {ONE} || ',"name":"a"}},{{"id":' || {OTHER} || ',"name":"b"}}]')"""
MATCHES = f"""INSERT INTO matches (id, seq, game, status, channel, guild, people, updated)
SELECT n, 30, {GAMES}, 'ended', n % 500, n % 100, {PLAYERS}/*::jsonb*/, {AT} FROM {NUMBERS}"""
SEATS = f"""INSERT INTO seats (person, match_id, channel, status)
SELECT {{person}}, n, n % 500, 'ended' FROM {NUMBERS}"""
RESULTS = f"""INSERT INTO results (person, match_id, game, guild, at, seat, players, points,
    opponent, ending, plies, chain, captures, rated)
SELECT {{person}}, n, {GAMES}, n % 100, {AT}, {{seat}}, 2, n / 7 % 3, {{other}}, 'last', 30, n % 11,
    n % 13, 1 FROM {NUMBERS}"""
POINTS = f"""INSERT INTO rating_points (person, pool, number, at, rating, contests, best)
SELECT n % {PEOPLE} + 1, 'bump', n, {AT}, '[1600.0, 80.0, 0.06]'/*::jsonb*/, 9, '1500'/*::jsonb*/
FROM {NUMBERS}"""
RATINGS = f"""INSERT INTO ratings (person, pool, called, number, rating, contests, at,
    certain_until, points, best)
SELECT n, 'bump', 'a', n, '[1600.0, 80.0, 0.06]'/*::jsonb*/, 9, {AT},
    (CASE WHEN n % 2 = 0 THEN '2027-03-01T00:00:00.000000+00:00'
        ELSE '2026-03-01T00:00:00.000000+00:00' END)/*::timestamptz*/, n * 7919 % 2000000,
    '1500'/*::jsonb*/
FROM {NUMBERS}"""
IN_GUILDS = """INSERT INTO rated_guilds (person, guild, pool, at, points, certain_until)
SELECT person, {guild}, pool, at, points, certain_until FROM ratings"""
IN_ONE = f"CASE WHEN person <= {IN_SERVER} THEN 70 ELSE 100 + person % 900 END"
HALL = 71
"""A server in which everybody is rated."""

PAGE, DEEP = 40, 49_000
"""People on a page of a leaderboard, and how many of the 50,000 who are ranked are before a late
one."""


async def fill(store: AnyStore, matches: int) -> None:
    """All rows, in one transaction."""
    both = ((ONE, OTHER, 1), (OTHER, ONE, 2))
    per_match = [
        MATCHES,
        *(SEATS.replace("{person}", one) for one, _, _ in both),
        *(
            RESULTS.replace("{person}", one).replace("{other}", other).replace("{seat}", str(seat))
            for one, other, seat in both
        ),
        POINTS,
    ]

    async def work() -> None:
        for sql in per_match:
            await store._write(sql.replace("{count}", str(matches)))
        await store._write(RATINGS.replace("{count}", str(PEOPLE)))
        for guild in (IN_ONE, str(HALL)):
            await store._write(IN_GUILDS.replace("{guild}", guild))

    await store._transaction(work)


async def of_studies(
    store: AnyStore, service: Service
) -> dict[str, Callable[[], Awaitable[object]]]:
    """What studies cost a person who has as many as anybody may."""
    tree = Study(StudyStart("bump", {}, 2))
    for number in range(MOST_NODES):
        tree = tree.play(f"{number:02},{number + 2:02}", number // 2)
    for number in range(FIRST_OF_NO_MATCH, FIRST_OF_NO_MATCH + MOST_STUDIES):
        await store.add(StoredStudy(PersonId(BUSY), number, None, "a", NOW, tree, changes=1))
    books, steps = service.studies, count(1)
    return {
        "list of studies": partial(books.all, PersonId(BUSY)),
        "open a study": partial(books.find, PersonId(BUSY), FIRST_OF_NO_MATCH),
        "a step in it": lambda: books.change(
            PersonId(BUSY), FIRST_OF_NO_MATCH, lambda found: found.go(next(steps) % MOST_NODES)
        ),
    }


def questions(store: AnyStore) -> dict[str, Callable[[], Awaitable[object]]]:
    ended, people = [Status.ENDED], {"many matches": BUSY, "a few": CALM}
    found: dict[str, Callable[[], Awaitable[object]]] = {}
    for who, person in people.items():
        found |= {
            f"list, {who}": partial(store.summaries, person=PersonId(person), statuses=ended),
            f"by game, {who}": partial(store.by_game, PersonId(person)),
            f"by opponent, {who}": partial(store.by_opponent, PersonId(person), "bump", 10),
            f"chain and captures, {who}": partial(store.feats, PersonId(person), "bump"),
            f"curve, {who}": partial(store.find, RatingPoint, person=person, pool="bump"),
        }
    return found


async def of_leaderboards(store: AnyStore) -> dict[str, Callable[[], Awaitable[object]]]:
    """The first page of each, and a late one."""
    found: dict[str, Callable[[], Awaitable[object]]] = {}
    for what, guild in {
        "leaderboard": None,
        "leaderboard of a server": GuildId(70),
        "leaderboard of all in one server": GuildId(HALL),
    }.items():
        page = partial(store.ranked, "bump", NOW, guild, LONG_AGO)
        before = await page(DEEP)
        found |= {
            what: partial(page, PAGE),
            f"{what}, late": partial(page, PAGE, before[-PAGE].current),
        }
    return found


async def measure(kind: str, folder: Path, server: str, matches: int) -> None:
    """Print what each question costs on that kind of database."""
    async with empty(kind, folder, server) as address, opened(address) as store:
        await fill(store, matches)
        if kind == POSTGRES:
            await store._write_alone("ANALYZE")
        table = Table(f"{kind}, {matches:,} matches", "ms")
        service = Service(store, clock=lambda: NOW, chance=Random(1))
        boards, studies = await of_leaderboards(store), await of_studies(store, service)
        for what, ask in (questions(store) | boards | studies).items():
            table.row(what, await middle(ask))


async def main(matches: int) -> None:
    with scratch("server") as path, postgres.server(path) as running:
        for kind in (SQLITE, POSTGRES):
            await measure(kind, path.parent, running.get_uri(), matches)


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, matches=20_000).matches))
