"""Reads a database of whatever kind as it stood at one moment."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol

from bot.model.events import Recorded
from bot.model.records import MatchId
from bot.model.refusals import NoSuchMatch
from bot.store.matches import EVENTS
from bot.store.opening import Kept, require_postgres
from bot.store.rows import recorded_from


class Snapshot(Protocol):
    """Reads with statements of SQLite, while a bot may be at work on the database."""

    async def read(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        """The rows that a statement finds. Raises StoreTrouble."""


def open_snapshot(kept: Kept) -> AbstractAsyncContextManager[Snapshot]:
    """What reads the database, also while a bot is at work on it. Raises StoreTrouble."""
    if isinstance(kept, Path):
        from bot.store.auditing.sqlite import file_reader

        return file_reader(kept)
    require_postgres()
    from bot.store.auditing.postgres import server_reader

    return server_reader(kept)


async def events_in(kept: Kept, match: MatchId) -> list[Recorded]:
    """The events of a match. Raises NoSuchMatch, StoreTrouble, and BrokenMatch."""
    async with open_snapshot(kept) as reader:
        found = await reader.read(EVENTS, match)
    if not found:
        raise NoSuchMatch(f"There is no match {match} in this database.")
    return [recorded_from(match, *row) for row in found]
