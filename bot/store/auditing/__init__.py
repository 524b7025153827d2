"""Reads a whole database while a bot may be using it: the events of a match, and all ratings folded
again from the events, to compare with the stored ones."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import fields
from pathlib import Path
from typing import Any

from bot.model.events import Recorded
from bot.model.ports import Store
from bot.model.ratings.contests import Leg, contests_of, leg_of
from bot.model.ratings.folding import RatingCheck, check_ratings
from bot.model.ratings.port import CurrentRating
from bot.model.ratings.rating import RatingPoint
from bot.model.records import MatchId, PersonId
from bot.model.refusals import BrokenMatch, NoSuchMatch
from bot.store.auditing.beside import (
    OLDER,
    Beside,
    Derived,
    Known,
    compare,
    expectation,
    read_beside,
)
from bot.store.database import Read
from bot.store.maintenance import progress
from bot.store.matches import EVENTS
from bot.store.opening import Kept, require_postgres
from bot.store.ratings import IS_GONE, IS_SETTLED, WHOLE, contests_from
from bot.store.rows import SUMMARIES, recorded_from
from bot.store.schema import CURRENT, POINTS
from bot.store.sqlite.maintenance import file_reader

MAYBE_RATED = """SELECT matches.id
FROM matches CROSS JOIN events ON events.match_id = matches.id AND events.seq = 1
WHERE matches.status = 'ended' AND CAST(payload AS TEXT) LIKE '%"rated"%' ORDER BY matches.id"""
"""The ended matches whose first event has to be read to know whether they are rated."""

# A server's matches are deleted with it, but what they have done to ratings stays.
GONE = f"""{WHOLE}
WHERE {IS_SETTLED} AND {IS_GONE} ORDER BY contests.number, seat"""
# One that can't be read any more counts as it was found when it was settled.
UNREAD = f"""{WHOLE}
WHERE {IS_SETTLED} AND ? IN (contests.number, contests.second)
ORDER BY contests.number, seat"""
DUE = "SELECT number FROM contests WHERE due_at IS NOT NULL"
ALL_POINTS = f"SELECT {POINTS.listed} FROM rating_points"
ALL_CURRENT = f"SELECT {CURRENT.listed} FROM ratings"


def open_snapshot(kept: Kept) -> AbstractAsyncContextManager[Read]:
    """Opens a reader of the database as of one moment. Raises StoreTrouble if it can't be read or
    is of another version."""
    if isinstance(kept, Path):
        return file_reader(kept)
    reader: AbstractAsyncContextManager[Read] = require_postgres().server_reader(kept)
    return reader


async def open_beside(kept: Kept) -> Store:
    """Open the file or database of a bot that may be running. It is not brought up to date: raises
    StoreTrouble if it is missing or of another version."""
    async with open_snapshot(kept):
        pass
    if isinstance(kept, Path):
        from bot.store.sqlite import SqliteStore

        return await SqliteStore.open(kept)
    require_postgres()
    from bot.store.postgres import PostgresStore

    return await PostgresStore.open(kept)


async def events_in(kept: Kept, match: MatchId) -> list[Recorded]:
    """The events of a match. Raises NoSuchMatch, StoreTrouble, and BrokenMatch."""
    async with open_snapshot(kept) as read:
        found = await read(EVENTS, match)
    if not found:
        raise NoSuchMatch(f"There is no match {match} in this database.")
    return [recorded_from(match, *row) for row in found]


ROWS = f"SELECT {SUMMARIES.listed} FROM matches WHERE id > ? ORDER BY id LIMIT ?"
OPEN_ROWS = ROWS.replace("WHERE", "WHERE status IN ('invited', 'running') AND")
COUNT = "SELECT count(*) FROM matches"
COUNT_OPEN = f"{COUNT} WHERE status IN ('invited', 'running')"
ROW_OF = f"SELECT {SUMMARIES.listed} FROM matches WHERE id = ?"

BATCH = 100
"""Matches that are read together. Memory does not grow with the number of all."""

TRIES = 3
"""How often a match that goes on meanwhile is read again to be mended."""


async def compare_derived(
    kept: Kept, *, every: bool = False, robot: PersonId | None = None
) -> list[Derived]:
    """Play each open match through, with `every` the ended ones too, and compare what is stored
    beside its events with what they say. Returns those that differ, or can't be read. Where the
    `robot` plays, less is known without its id. Raises StoreTrouble."""
    found, last = list[Derived](), 0
    async with open_snapshot(kept) as read:
        ((count,),) = await read(COUNT if every else COUNT_OPEN)
        known = await _known(read, robot)
        with progress("comparing", count, " matches") as move:
            while rows := await read(ROWS if every else OPEN_ROWS, last, BATCH):
                last = rows[-1][0]
                beside = await read_beside(read, [row[0] for row in rows])
                found += await asyncio.to_thread(_compared, rows, beside, known)
                move(len(rows))
    return found


async def _known(read: Read, robot: PersonId | None) -> Known:
    older = {name: value for name, value in await read(OLDER)}  # noqa: C416
    return Known(robot, older.get("older_results", 0), older.get("undigested", 0))


def _compared(rows: Any, beside: dict[int, Beside], known: Known) -> list[Derived]:
    found = (compare(row, beside[row[0]], known) for row in rows)
    return [each for each in found if each]


async def mend_derived(
    kept: Kept, found: Sequence[Derived], *, robot: PersonId | None = None
) -> int:
    """Write what follows from the events for these matches; returns how many are right then. A bot
    may be at work beside: each match is read again, and written only if it has not gone on since.
    Raises StoreTrouble."""
    store: Any = await open_beside(kept)
    try:
        return sum(
            [await _mended(kept, store, each.match, robot) for each in found if not each.fault]
        )
    finally:
        await store.close()


async def _mended(kept: Kept, store: Any, number: MatchId, robot: PersonId | None) -> bool:
    for _ in range(TRIES):
        async with open_snapshot(kept) as read:
            rows = await read(ROW_OF, number)
            beside = await read_beside(read, [number])
            known = await _known(read, robot)
        differs = _compared(rows, beside, known)
        if not differs:
            return True
        should = await asyncio.to_thread(expectation, rows[0], beside[number], robot)
        if await store.mend(
            should.mending(rows[0]), should.end, should.named, differs[0].differing
        ):
            return True
    return False


async def audit_ratings(kept: Kept) -> RatingCheck:
    """Fold all ratings again, and compare them with the stored ones.

    A match that can't be read is named, and its contest taken as stored; what has yet to be settled
    is left out, with all that depends on it. Raises StoreTrouble for a
    database that can't be read or is of another version.
    """
    async with open_snapshot(kept) as read:
        legs, unread = await _legs(read)
        gone = contests_from(await read(GONE))
        for number in unread:
            gone += contests_from(await read(UNREAD, number))
        points = [POINTS.of(*row) for row in await read(ALL_POINTS)]
        due = {number for (number,) in await read(DUE)}
        current = [CURRENT.of(*row) for row in await read(ALL_CURRENT)]
    contests = [*contests_of(legs), *gone]
    with progress("folding", len(contests), " contests") as move:
        checked = await asyncio.to_thread(check_ratings, contests, points, move, due)
    checked.faults += unread.values()
    _compare_current(checked, points, current)
    return checked


def _compare_current(
    checked: RatingCheck, points: Sequence[RatingPoint], current: Sequence[CurrentRating]
) -> None:
    shown = {(each.person, each.pool): _as_point(each) for each in current}
    last = {(each.person, each.pool): each for each in sorted(points, key=lambda p: p.order)}
    for key, point in last.items():
        checked.add_current(point, shown.get(key))


def _as_point(current: CurrentRating) -> RatingPoint:
    return RatingPoint(*(getattr(current, each.name) for each in fields(RatingPoint)))


async def mend_ratings(kept: Kept, checked: RatingCheck) -> None:
    """Let the bot settle the contests again of which something else is stored than the events say,
    as after a late one, at once or when it starts. Raises StoreTrouble."""
    store: Any = await open_beside(kept)
    try:
        await store.settle_again(checked.wrong, checked.strays)
    finally:
        await store.close()


async def _legs(read: Read) -> tuple[list[Leg], dict[MatchId, str]]:
    # Those that can be read, and what is wrong with each of the others.
    numbers = [MatchId(number) for (number,) in await read(MAYBE_RATED)]
    legs, unread = list[Leg](), dict[MatchId, str]()
    with progress("reading matches", len(numbers), " matches") as move:
        for number in numbers:
            found = await read(EVENTS, number)
            try:
                leg = leg_of(number, (recorded_from(number, *row) for row in found))
                legs += [leg] if leg else []
            except BrokenMatch as error:
                unread[number] = str(error)
            move(1)
    return legs, unread
