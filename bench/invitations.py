"""The cost of finding who has played whom, and who looks for a game, in a very large database.

The database is made in the temporary folder (`TMPDIR` moves it), 0.3 kB a match. Milliseconds of
wall time, the median of 21; the naive ways for comparison: all matches of one, looked up one by
one, and all challenges of a channel, opened one by one.

    python -m bench.invitations [--matches N]
"""

import asyncio
from pathlib import Path

from bench.filling import NOW, filled, stored, summary
from bench.timing import Table, asked, middle
from bot.model.events import Challenged, Person
from bot.model.fold import fold
from bot.model.records import MatchId, Status
from bot.service.invitations.open_challenges import Lobby
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore

BUSY = 50_000
"""Matches of each of the two busiest people, who never meet; everybody else has about ten."""

CHANNEL = 7
WAITING = 100
"""Challenges that wait in one channel, half of them for somebody by name."""

# The two take turns with others, so that neither list can be skipped at one go.
MATCHES = """WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
    WHERE n < :count)
INSERT INTO matches (seq, game, status, channel, guild, people, turn, deadline, due, updated)
SELECT 30, 'bump', 'ended', n % 5000, 70,
    json_array(
        json_object('id', CASE WHEN n <= 2 * :busy THEN 1 + n % 2 ELSE 1000 + n % 90000 END,
            'name', 'Ada'),
        json_object('id', 100000 + n * 7919 % 90000, 'name', 'Grace')),
    NULL, NULL, NULL, :at
FROM numbers"""
NAIVE = """SELECT 1 FROM seats AS one CROSS JOIN seats AS other
    ON other.person = ?2 AND other.match_id = one.match_id
WHERE one.person = ?1 AND one.status IN ('running', 'ended') LIMIT 1"""


def fill(path: Path, count: int) -> None:
    """Ended matches."""
    with filled(path) as connection:
        connection.execute(MATCHES, {"count": count, "busy": BUSY, "at": time_text(NOW)})


async def challenge(store: SqliteStore) -> None:
    """Challenges that wait."""
    for number in range(WAITING):
        guest = Person(300_000 + number, "Grace") if number % 2 else None
        host = Person(200_000 + number, "Ada")
        asked = Challenged(
            "bump", {"reserve": [0, 0]}, host, (guest,), CHANNEL, 70, "random", 7, expires=NOW
        )
        await store.create([asked], NOW, summary([asked]))


async def one_by_one(store: SqliteStore) -> list[MatchId]:
    """The open challenges of the channel, each opened separately."""
    rows = await store.summaries(channel=CHANNEL, statuses=[Status.INVITED])
    opened = [fold(await store.events(row.match), row.match) for row in rows]
    return [match.id for match in opened if None in match.invited]


async def main(count: int) -> None:
    async with stored(lambda path: fill(path, count)) as store:
        await challenge(store)
        await measure(store, Table(f"{count:,} matches", "ms", "naive ms", form=",.2f"))


async def measure(store: SqliteStore, table: Table) -> None:
    ended = await store.summaries(person=5_000, limit=1) or await store.summaries(limit=1)
    some, other = (person.id for person in ended[0].people)
    for who, one, two in (
        ("two people who have played each other", some, other),
        ("two people who have not", 5_000, 100_001),
        ("50,000 matches of one, ten of the other", 1, some),
        ("50,000 matches each, never against each other", 1, 2),
    ):
        mine = await middle(lambda a=one, b=two: store.have_played(a, b))  # type: ignore[misc]
        theirs = await middle(lambda a=one, b=two: store._read(NAIVE, (a, b)), 5)  # type: ignore[misc]
        table.row(who, mine, theirs)
    lobby = Lobby(store)
    first = await lobby.page(CHANNEL)
    found = await one_by_one(store)
    assert [each.match.id for each in first.shown] == found[: len(first.shown)]
    assert first.total == len(found)
    mine = await middle(lambda: lobby.page(CHANNEL))
    theirs = await middle(lambda: one_by_one(store))
    table.row(f"{len(found)} open challenges of a channel", mine, theirs)


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, matches=50_000).matches))
