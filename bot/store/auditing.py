"""Reads a whole database while a bot may be using it: the events of a match, and all ratings folded
again from the events, to compare with the stored ones."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.model.events import Recorded
from bot.model.fold import fold
from bot.model.ports import Store
from bot.model.projection import summary_of
from bot.model.ratings.contests import Leg, contests_of, leg_of
from bot.model.ratings.folding import RatingCheck, check_ratings
from bot.model.records import MatchId, MatchSummary
from bot.model.refusals import BrokenMatch, NoSuchMatch
from bot.store.database import Read
from bot.store.maintenance import differing_columns, progress
from bot.store.matches import EVENTS
from bot.store.opening import Kept, open_store, require_postgres
from bot.store.ratings import IS_GONE, IS_SETTLED, WHOLE, contests_from
from bot.store.rows import SUMMARIES, recorded_from, summary_from
from bot.store.schema import POINTS
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
ALL_POINTS = f"SELECT {POINTS.listed} FROM rating_points"


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


ROWS = f"SELECT {SUMMARIES.listed} FROM matches ORDER BY id"
OPEN_ROWS = f"""SELECT {SUMMARIES.listed} FROM matches
WHERE status IN ('invited', 'running') ORDER BY id"""
SEATS = "SELECT person, channel, status FROM seats WHERE match_id = ? ORDER BY person"


@dataclass(frozen=True, slots=True)
class Derived:
    """A match whose rows are not what its events say: what differs, and what they should be."""

    summary: MatchSummary
    differing: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is wrong, in words."""
        what = ", ".join(self.differing)
        return f"match {self.summary.match}: what is stored for lists and clocks differs ({what})"


async def compare_derived(kept: Kept, *, every: bool = False) -> list[Derived]:
    """Compare the row and the seats of each open match with its events; with `every` of the ended
    ones too. A match that can't be read is left out. Raises StoreTrouble."""
    found = list[Derived]()
    async with open_snapshot(kept) as read:
        rows = await read(ROWS if every else OPEN_ROWS)
        with progress("comparing", len(rows), " matches") as move:
            for row in rows:
                number = row[0]
                events, seats = await read(EVENTS, number), await read(SEATS, number)
                found += await asyncio.to_thread(_derived, row, events, seats)
                move(1)
    return found


def _derived(row: Any, events: Any, seats: Any) -> list[Derived]:
    number = MatchId(row[0])
    try:
        match = fold([recorded_from(number, *each) for each in events], number)
        stored = summary_from(*row)
    except (BrokenMatch, KeyError, TypeError, ValueError):
        return []
    match = replace(match, edition=stored.edition).timed((), stored.updated)
    summary = summary_of(match)
    differing = differing_columns(summary, stored)
    if stored.seq != summary.seq:
        differing.append("seq")
    # When it is due depends on calendars too; that it is, does not.
    if stored.due is None and summary.due is not None:
        differing.append("due")
    people = {person.id for person in summary.people}
    if [tuple(each) for each in seats] != [
        (person, summary.channel, summary.status) for person in sorted(people)
    ]:
        differing.append("seats")
    return [Derived(summary, tuple(differing))] if differing else []


async def mend_derived(kept: Kept, found: Sequence[Derived]) -> int:
    """Write what follows from the events for these matches; returns for how many. A file must not
    be in use. Raises StoreTrouble."""
    store: Any = await open_store(kept)
    try:
        return sum([await store.mend(each.summary) for each in found])
    finally:
        await store.close()


async def audit_ratings(kept: Kept) -> RatingCheck:
    """Fold all ratings again, and compare them with the stored ones.

    A match that can't be read is named, and its contest taken as stored. Raises StoreTrouble for a
    database that can't be read or is of another version.
    """
    async with open_snapshot(kept) as read:
        legs, unread = await _legs(read)
        gone = contests_from(await read(GONE))
        for number in unread:
            gone += contests_from(await read(UNREAD, number))
        points = [POINTS.of(*row) for row in await read(ALL_POINTS)]
    contests = [*contests_of(legs), *gone]
    with progress("folding", len(contests), " contests") as move:
        checked = await asyncio.to_thread(check_ratings, contests, points, move)
    checked.faults += unread.values()
    return checked


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
