"""What the database holds, read past the bot, and what has to hold after every trouble."""

import asyncio
import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bot.front.discord.markdown import post_number
from bot.model.fold import fold
from bot.model.records import MatchId, MessageId, PersonId
from bot.store.auditing import audit_ratings
from bot.store.rows import recorded_from
from tests.discord.fake.records import DIRECT, Message
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, Try
from tests.postgres import connected

Rows = list[tuple[Any, ...]]
Plies = dict[int, list[tuple[int, str]]]
"""The moves of every match, as person and text."""

EVENTS = (
    "SELECT match_id, seq, kind, CAST(payload AS text), {at} FROM events ORDER BY match_id, seq"
)
OVER = "SELECT id FROM matches WHERE status = 'ended'"
WAITING = "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL"
UNSETTLED = "SELECT count(*) FROM contests WHERE due_at IS NOT NULL"
RULINGS = "SELECT count(DISTINCT match_id), count(*) FROM events WHERE kind = 'rated'"
DOUBLED = {
    # One that is settled again, because an earlier one came late, is told of if that changed it.
    "the same ruling": """SELECT match_id FROM events WHERE kind = 'rated'
        GROUP BY match_id, CAST(payload AS text)""",
    "an end": "SELECT match_id FROM events WHERE kind = 'ended' GROUP BY match_id",
    "a post": """SELECT match_id FROM outbox
        GROUP BY match_id, seq, kind, person, direct, CAST(about AS text)""",
}
"""What a match has once at most, by name."""
DELIVERED = "SELECT id FROM outbox WHERE message IS NOT NULL ORDER BY id"
GIVEN_UP = "SELECT id FROM outbox WHERE message IS NULL AND retry_at IS NULL ORDER BY id"


async def rows(database: str, statement: str) -> Rows:
    """What a statement finds, in a file or in a PostgreSQL database."""
    if "://" not in database:
        return await asyncio.to_thread(_rows_of_file, database, statement)
    async with connected(database) as connection:
        return [tuple(row) for row in await connection.fetch(statement)]


def _rows_of_file(database: str, statement: str) -> Rows:
    # No file is made where there is none.
    address = f"{Path(database).absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=60)) as connection:
        return connection.execute(statement).fetchall()


async def undelivered(database: str) -> int:
    ((count,),) = await rows(database, WAITING)
    return int(count)


async def delivered(database: str) -> list[int]:
    return [int(post) for (post,) in await rows(database, DELIVERED)]


async def given_up(database: str) -> list[int]:
    """The posts that were never said and never will be."""
    return [int(post) for (post,) in await rows(database, GIVEN_UP)]


async def plies_of(database: str) -> Plies:
    """The moves of every match, which is played through on the way."""
    at = "at" if "://" not in database else "to_json(at) #>> '{}'"
    events: dict[int, list[Any]] = {}
    for match, seq, kind, payload, time in await rows(database, EVENTS.format(at=at)):
        text = json.dumps(json.loads(payload))
        events.setdefault(match, []).append(recorded_from(match, seq, kind, text, time))
    folded = [fold(recorded, MatchId(match)) for match, recorded in events.items()]
    return {
        match.id: [(match.person(ply.seat).id, ply.text) for ply in match.plies] for match in folded
    }


async def all_is_settled(database: str) -> None:
    """Wait until every contest is settled, some seconds after its end, and all is said of that."""
    while (await rows(database, UNSETTLED))[0][0]:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await all_is_said(database)


async def all_is_said(database: str) -> None:
    """Wait until no post waits to be said. Another process says them, so it is asked again."""
    while await undelivered(database):  # noqa: ASYNC110
        await asyncio.sleep(0.05)


MATCH = re.compile(r"^-# .*?match (\d+)\b", re.MULTILINE | re.IGNORECASE)
"""The match in the small print below a post, which what is for one person leaves out."""

CALL = "it is your turn"


@dataclass(frozen=True, slots=True)
class Stamped:
    """A version of a message that is a post."""

    match: int
    """Nothing if the small print names none."""

    post: int
    message: MessageId
    version: int
    lane: int
    """Nothing for what all see, else the direct messages that it stands in."""

    pinged: tuple[PersonId, ...]


def posts(fake: FakeDiscord) -> list[Stamped]:
    """Every post that ever stood in public or in direct messages, the oldest first."""
    return [each for message in fake.messages for each in posts_of(fake, message)]


def posts_of(fake: FakeDiscord, message: Message) -> Iterator[Stamped]:
    if message.is_private:
        return
    direct = fake.channels[message.channel].type == DIRECT
    lane = message.channel if direct else 0
    for version in message.versions:
        if stamp := stamp_of(version.content):
            yield Stamped(*stamp, MessageId(message.id), version.number, lane, version.pinged)


@cache
def stamp_of(content: str) -> tuple[int, int] | None:
    """The match and the number of the post that a message is, if it is one."""
    post, match = post_number(content), MATCH.search(content)
    return (int(match[1]) if match else 0, post) if post else None


def posted_twice(fake: FakeDiscord) -> list[str]:
    where: dict[int, set[int]] = defaultdict(set)
    for each in posts(fake):
        where[each.post].add(each.message)
    return [f"post {post} stands {len(m)} times" for post, m in where.items() if len(m) > 1]


def out_of_order(fake: FakeDiscord) -> list[str]:
    """Posts of a match in a channel that stand above earlier ones."""
    last: dict[tuple[int, int], int] = {}
    found = []
    for each in posts(fake):
        if each.version or not each.match:
            continue
        lane = (each.match, each.lane)
        if each.post < last.get(lane, 0):
            found.append(f"match {each.match}: post {each.post} below post {last[lane]}")
        last[lane] = max(each.post, last.get(lane, 0))
    return found


def called_twice(fake: FakeDiscord) -> list[str]:
    calls = Counter((each.post, person) for each in posts(fake) for person in each.pinged)
    return [f"post {post} calls {who} {n} times" for (post, who), n in calls.items() if n > 1]


def missing_posts(fake: FakeDiscord, written: Iterable[int]) -> list[str]:
    """Posts that the database counts as delivered and that stand nowhere."""
    seen = {each.post for each in posts(fake)}
    return [f"post {post} stands nowhere" for post in written if post not in seen]


def acknowledged_of(tries: Iterable[Try]) -> Counter[tuple[int, int, str]]:
    """The moves that people were told are played; one sent again and told of twice, once."""
    moves = {id(each.first or each): each for each in tries if each.is_acknowledged}
    return Counter((each.match, each.user, each.text) for each in moves.values())


def wrong_moves(tries: Iterable[Try], plies: Mapping[int, Iterable[tuple[int, str]]]) -> list[str]:
    """Moves acknowledged and not played, played more often than sent, or sent by nobody.

    `plies` are the moves of each match, as person and text.
    """
    tries = list(tries)
    sent = Counter((each.match, each.user, each.text) for each in tries)
    acknowledged = acknowledged_of(tries)
    played = Counter((match, who, text) for match, made in plies.items() for who, text in made)
    lost = acknowledged - played
    more = played - sent
    return [
        *(f"acknowledged and lost: {move} {count} times" for move, count in lost.items()),
        *(f"played and never sent: {move} {count} times" for move, count in more.items()),
    ]


def troubles(fake: FakeDiscord) -> list[str]:
    """All that the channels show to be wrong."""
    unknown = [f"the fake can't {request}" for request in sorted(fake.unknown)]
    return [*posted_twice(fake), *out_of_order(fake), *called_twice(fake), *unknown]


async def wrong_rows(database: str) -> list[str]:
    """What the database holds twice, and ratings that are not what all events come to."""
    doubled = [
        f"match {match} has {name} twice"
        for name, statement in DOUBLED.items()
        for (match,) in await rows(database, f"{statement} HAVING count(*) > 1")
    ]
    checked = await audit_ratings(database if "://" in database else Path(database))
    differs = [f"ratings differ by {checked.difference}"] if checked.difference else []
    return [*doubled, *differs, *checked.faults]


async def wrong(players: Players, database: str) -> list[str]:
    """All that was lost, doubled or out of order, once all is said."""
    await all_is_said(database)
    await all_is_settled(database)
    return [
        *await wrong_rows(database),
        *wrong_moves(players.tries, await plies_of(database)),
        *troubles(players.fake),
        *missing_posts(players.fake, await delivered(database)),
        *(f"post {post} was given up" for post in await given_up(database)),
    ]


def most_in_a_second(times: list[float]) -> int:
    first, most = 0, 0
    for last, at in enumerate(times):
        while times[first] < at - 1:
            first += 1
        most = max(most, last - first + 1)
    return most


async def require_whole(fake: FakeDiscord, database: str, players: Players, moves: int) -> None:
    """Nothing lost, doubled or out of order, and as many moves as were made."""
    assert await wrong(players, database) == []
    assert sum(map(len, (await plies_of(database)).values())) == moves
    assert missing_posts(fake, range(1, moves + 3)) == []
