"""A database as it stood at one moment, of whatever kind it is."""

from collections.abc import Sequence
from typing import Any, Protocol


class Snapshot(Protocol):
    """Reads with statements of SQLite, while a bot may be at work on the database."""

    async def read(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        """The rows that a statement finds. Raises StoreTrouble."""
