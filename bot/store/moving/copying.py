"""Copies one database to another: table by table in batches, continued where it stopped."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from bot.model.events.digests import Sealed, StoredEvent
from bot.model.fold import fold
from bot.model.projection import summary_of
from bot.model.records import MatchId, MatchSummary
from bot.model.refusals import BrokenMatch, StoreTrouble, for_owner
from bot.store.digests import disagreement
from bot.store.maintenance import differing_columns, progress
from bot.store.rows import ColumnKind, recorded_from, summary_from
from bot.store.schema import MATCHES, MOVED, Table

BATCH = 10_000
"""Rows per transaction: the most that a kill in the middle loses."""

Row = tuple[Any, ...]

OTHER_VERSION = "{name} was half copied by another version of Bumpbot. Delete that and start over."
OTHER_ROWS = "{name} is damaged: its events are not where they belong. Restore a backup."
ONLY_EMPTY = "Only an empty database is copied to: name a new file, or an empty database."


class End(ABC):
    """One of the two databases, opened for a move. Nobody else writes to it meanwhile."""

    name: str
    """As it may be printed: without a password."""

    @abstractmethod
    async def count(self, table: Table) -> int:
        """How many rows the table has."""

    @abstractmethod
    def rows(self, table: Table, skip: int = 0) -> AsyncGenerator[list[Row], None]:
        """The rows by their key, `BATCH` at a time, after the first `skip` of them."""

    @abstractmethod
    async def last_numbers(self) -> dict[str, int]:
        """The last number given in each table that numbers its rows."""


class Target(End):
    """The target database. It is marked as half copied until everything is there."""

    is_resumed: bool
    """Whether a copy was begun there before."""

    @abstractmethod
    async def write(self, table: Table, rows: Sequence[Row], faults: Sequence[str] = ()) -> None:
        """Add the rows unchanged and remember what is wrong with them: all of it or nothing."""

    @abstractmethod
    async def faults(self) -> list[str]:
        """What was found wrong, in all runs of this copy."""

    @abstractmethod
    async def clear(self) -> None:
        """Remove what was copied."""

    @abstractmethod
    async def finish(self, last_numbers: Mapping[str, int]) -> None:
        """Make it a database like any other."""


def refuse_rows(name: str, table: str) -> StoreTrouble:
    """Why a database that is not empty is not copied to."""
    return StoreTrouble(f"{name} is not empty (its table {table} has rows). {ONLY_EMPTY}")


Resumed = dict[str, tuple[int, int]]
"""How many rows of each table are in the target already, and the key of the last one."""

NOTHING = (0, 0)

CHANGED = "The source has changed since that copy was begun, so it starts over."


@dataclass(slots=True)
class Copied:
    """The outcome of a move."""

    rows: int = 0
    matches: int = 0
    faults: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


async def copy_all(source: End, target: Target) -> Copied:
    """Copy everything, and make the target ready for use. Raises StoreTrouble."""
    copied = Copied()
    totals = {table.name: await source.count(table) for table in MOVED}
    with progress("moving", sum(totals.values()), " rows") as bar:
        resumed = await _resumed(source, target, copied, bar)
        for table in MOVED:
            count, last = resumed.get(table.name, NOTHING)
            checked = Checked(source, last) if table.name == "events" else None
            await _copy(source, target, table, count, checked, bar)
    await _compare_counts(target, totals)
    copied.faults = await target.faults()
    await target.finish(await source.last_numbers())
    copied.rows, copied.matches = sum(totals.values()), totals["matches"]
    return copied


async def _resumed(
    source: End, target: Target, copied: Copied, bar: Callable[[float], object]
) -> Resumed:
    # What an earlier run has copied; all of it is discarded if the source differs now.
    resumed: Resumed = {}
    if not target.is_resumed:
        return resumed
    for table in MOVED:
        found = await _same_rows(source, target, table)
        if found is None:
            copied.lines.append(CHANGED)
            await target.clear()
            return {}
        resumed[table.name] = found
    count = sum(rows for rows, _ in resumed.values())
    copied.lines.append(f"Taken up again behind {count:,} rows.")
    bar(count)
    return resumed


async def _same_rows(source: End, target: Target, table: Table) -> tuple[int, int] | None:
    there, same, last = source.rows(table), 0, 0
    async with aclosing(target.rows(table)) as batches:
        async for batch in batches:
            wanted: list[Row] = await anext(there, [])
            if _plain(batch, table) != _plain(wanted[: len(batch)], table):
                return None
            same, last = same + len(batch), batch[-1][0]
    return same, last


def _plain(rows: Iterable[Row], table: Table) -> list[Row]:
    # The two kinds of database write the same JSON, and the same instant, in different texts.
    readers = [PLAIN.get(kind) for kind in table.columns.values()]
    return [
        tuple(
            read(value) if read and value is not None else value
            for read, value in zip(readers, row, strict=True)
        )
        for row in rows
    ]


PLAIN: dict[ColumnKind, Callable[[str], Any]] = {
    ColumnKind.JSON: json.loads,
    ColumnKind.TIME: datetime.fromisoformat,
}


async def _copy(
    source: End,
    target: Target,
    table: Table,
    skip: int,
    checked: "Checked | None",
    bar: Callable[[float], object],
) -> None:
    batches = source.rows(table, skip)
    async for batch in whole_matches(batches) if checked else batches:
        found = await checked.faults(batch) if checked else []
        await target.write(table, batch, found)
        bar(len(batch))
    if checked:
        await target.write(table, [], await checked.rest())


class Checked:
    """Compares the matches with their events, which come a few hundred matches at a time."""

    def __init__(self, source: End, behind: int) -> None:
        """`behind` is the last match that was checked before."""
        self._name, self._batches = source.name, source.rows(MATCHES)
        self._behind = behind
        self._ahead: list[Row] = []

    async def faults(self, events: Sequence[Row]) -> list[str]:
        """What is wrong with the matches up to the last one of these events."""
        last = events[-1][0]
        if not isinstance(last, int):
            raise StoreTrouble(OTHER_ROWS.format(name=self._name))
        while not self._ahead or self._ahead[-1][0] < last:
            if not await self._read():
                break
        here = [row for row in self._ahead if row[0] <= last]
        self._ahead = self._ahead[len(here) :]
        return await asyncio.to_thread(faults, here, events)

    async def rest(self) -> list[str]:
        """What is wrong with the matches after the last event: they have none."""
        while await self._read():
            pass
        return faults(self._ahead, [])

    async def _read(self) -> bool:
        found: list[Row] = await anext(self._batches, [])
        self._ahead += (row for row in found if row[0] > self._behind)
        return bool(found)


async def _compare_counts(target: Target, totals: dict[str, int]) -> None:
    for table in MOVED:
        found = await target.count(table)
        if found != totals[table.name]:
            raise StoreTrouble(
                f"{target.name} has {found:,} rows in {table.name}, and not the "
                f"{totals[table.name]:,} of the source. Empty it and start over."
            )


async def whole_matches(batches: AsyncIterator[list[Row]]) -> AsyncIterator[list[Row]]:
    """The same events, with all of a match in one batch. The number of the match comes first."""
    kept: list[Row] = []
    async for batch in batches:
        last = batch[-1][0]
        at = next(at for at, row in enumerate(batch) if row[0] == last)
        if at or (kept and kept[-1][0] != last):
            yield [*kept, *batch[:at]]
            kept = []
        kept += batch[at:]
    if kept:
        yield kept


def faults(summaries: Sequence[Row], events: Sequence[Row]) -> list[str]:
    """What is wrong with these matches, from their rows and all events of them, by number."""
    of_match = {number: list(each) for number, each in groupby(events, lambda row: row[0])}
    return [fault for row in summaries for fault in _faults(row, of_match.get(row[0], []))]


def _faults(row: Row, events: list[Row]) -> Iterator[str]:
    match, seq = MatchId(row[0]), row[1]
    if [event[1] for event in events] != list(range(1, seq + 1)):
        yield f"match {match} should have the events 1 to {seq} but has {len(events)}"
        return
    try:
        played = summary_of(fold([recorded_from(match, *each[1:5]) for each in events], match))
        stored = summary_from(*row)
        yield from _differences(played, stored)
        seal = Sealed(stored.digest, stored.sealed, stored.edition)
        if found := disagreement(match, seal, [StoredEvent(*each[1:]) for each in events]):
            yield found
    except BrokenMatch as error:
        yield for_owner(str(error))
    except (KeyError, TypeError, ValueError) as error:
        yield f"match {match}: its row is damaged ({error!r})"


def _differences(played: MatchSummary, row: MatchSummary) -> Iterator[str]:
    if differing := differing_columns(played, row):
        yield f"match {row.match}: its row and its events differ ({', '.join(differing)})"
