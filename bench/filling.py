"""Databases of any size: matches, events and posts written directly, not by the store, from a fixed
seed."""

import json
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from bench.timing import scratch
from bot.catalog import entry
from bot.model.commands import Accept
from bot.model.decide.challenge import challenge_event
from bot.model.events import Event, Person, Played, Started
from bot.model.fold import fold, record_events
from bot.model.ports import Appended, Store
from bot.model.post_kinds import PostKind
from bot.model.projection import posts_for, summary_of
from bot.model.records import MatchId, MatchSummary, Post
from bot.service.matches import WEEK, Matches
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ADA, GRACE = Person(1, "Ada"), Person(2, "Grace")
SEED = 7
TURNS = 25
"""Turns of a random game."""

GAMES = 100
"""Different random games in a database that has many matches."""

# What the program writes with a match that it makes.
SEATS = """INSERT OR IGNORE INTO seats (person, match_id, channel, status)
SELECT json_extract(each.value, '$.id'), matches.id, channel, status
FROM matches CROSS JOIN json_each(people) AS each"""
NOTICES = """INSERT OR IGNORE INTO notices (match_id, seq, person, began)
SELECT id, seq, turn, updated FROM matches WHERE status = 'running' AND turn IS NOT NULL"""


def random_game(seed: int, turns: int = TURNS) -> list[Event]:
    """A game of Bump between random players, not yet at its end."""
    game = entry("bump").game
    dice = random.Random(seed)
    while True:
        position, texts = game.start({}), list[str]()
        while game.outcome(position) is None and len(texts) < turns:
            move = dice.choice(list(game.moves(position)))
            texts.append(game.format(position, move))
            position = game.play(position, move).position
        if len(texts) == turns and game.outcome(position) is None:
            break
    asked = challenge_event("bump", {}, ADA, (GRACE,), 7, 70, "host", WEEK, NOW)
    moves = (Played(1 + ply % 2, text) for ply, text in enumerate(texts))
    return [asked, Started((ADA, GRACE), {}), *moves]


def random_texts(seed: int) -> list[str]:
    return [each.text for each in random_game(seed) if isinstance(each, Played)]


@cache
def random_rows() -> list[tuple[int, int, str, str]]:
    """The events of all random games: the game's number, then the event's number and content."""
    return [
        (number, seq, each.kind, each.payload())
        for number in range(GAMES)
        for seq, each in enumerate(random_game(SEED + number), 1)
    ]


def summary(events: Sequence[Event]) -> Callable[[MatchId], tuple[MatchSummary, list[Post]]]:
    """What is written with the events of a new match."""

    def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
        match = fold(record_events(events, 0, NOW), number)
        return summary_of(match), posts_for(None, match, events)

    return summarize


async def begun(
    matches: Matches,
    people: tuple[Person, Person],
    place: tuple[int, int],
    *,
    game: str = "bump",
    options: Mapping[str, Any] | None = None,
) -> MatchId:
    """A match in a channel of a server that the second of the people has just accepted."""
    host, guest = people
    channel, guild = place
    asked = await matches.challenge(
        game=game,
        options=options or {},
        host=host,
        invited=(guest,),
        channel=channel,
        guild=guild,
        first="host",
    )
    await matches.do(asked.id, Accept(guest))
    return asked.id


async def append_move(store: Store, row: MatchSummary, at: datetime) -> MatchSummary:
    """Write an undecided move, with its post, after the summary; returns the summary after it."""
    seq = row.seq + 1
    turn = (ADA, GRACE)[seq % 2].id
    after = replace(row, seq=seq, turn=turn, turn_seq=seq, updated=at)
    event, post = Played(1 + seq % 2, "03,05-1"), Post(row.match, seq, PostKind.TURN)
    await store.append(Appended(row, [event], at, after, [post]))
    return after


@contextmanager
def filled(path: Path) -> Iterator[sqlite3.Connection]:
    """A new database to be filled, with the seats and the turns of its matches in the end."""
    prepare(path)
    with closing(connect(path)) as connection, at_one_go(connection):
        yield connection
        connection.execute(SEATS)
        connection.execute(NOTICES)


@asynccontextmanager
async def stored(fill: Callable[[Path], object] = prepare) -> AsyncIterator[SqliteStore]:
    """The store over a database in a temporary folder, which was filled so."""
    with scratch() as path:
        fill(path)
        store = await SqliteStore.open(path)
        try:
            yield store
        finally:
            await store.close()


@contextmanager
def at_one_go(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything in one transaction without waiting for the disk, and nothing left in the log."""
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    yield
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def insert_match(
    connection: sqlite3.Connection, people: Sequence[int], columns: dict[str, object]
) -> None:
    """The row of a running match of Bump between people, by their ids, with these columns."""
    seated = json.dumps([{"id": each, "name": f"p{each}"} for each in people])
    usual = {"game": "bump", "status": "running", "channel": 7, "guild": 70, "people": seated}
    values = usual | columns
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO matches ({', '.join(values)}) VALUES ({marks})"
    connection.execute(sql, [*values.values()])


def insert_history(
    connection: sqlite3.Connection, match: int, events: Iterable[Event], at: datetime
) -> None:
    """The events of a match, and a delivered post of each move."""
    rows = [
        (match, seq, each.kind, each.payload(), time_text(at)) for seq, each in enumerate(events, 1)
    ]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
    connection.execute(
        "INSERT INTO outbox (match_id, seq, kind, channel, message)"
        " SELECT match_id, seq, 'turn', 7, match_id * 100 + seq FROM events"
        " WHERE match_id = ? AND kind = 'played'",
        (match,),
    )
