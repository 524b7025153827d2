"""A database as moving sees it: rows by table and key, out of one and into the other."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, TypeAlias

from bot.model.refusals import StoreTrouble
from bot.store.schema import Table

BATCH = 10_000
"""Rows of a transaction: what a kill in the middle loses at most."""

Row: TypeAlias = tuple[Any, ...]

OLDER = (
    "{name} is at schema {found}, and this version of Bumpbot at {newest}. "
    "Say `bumpbot migrate` for it first."
)
OTHER_VERSION = (
    "{name} was half copied by another version of Bumpbot. Take that away and begin anew."
)
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
        """The rows by their key, `BATCH` at a time, behind the first `skip` of them."""

    @abstractmethod
    async def last_numbers(self) -> dict[str, int]:
        """The last number given in each table that numbers its rows."""


class Target(End):
    """The database that is copied to. It is marked as half copied until all is there."""

    is_resumed: bool
    """Whether a copy was begun there before."""

    @abstractmethod
    async def write(self, table: Table, rows: Sequence[Row], faults: Sequence[str] = ()) -> None:
        """Add the rows as they are and remember what is wrong with them: all of it or nothing."""

    @abstractmethod
    async def faults(self) -> list[str]:
        """What was found to be wrong, in all runs of this copy."""

    @abstractmethod
    async def clear(self) -> None:
        """Take out again what was copied."""

    @abstractmethod
    async def finish(self, last_numbers: Mapping[str, int]) -> None:
        """Make it a database like any other."""


def refuse_rows(name: str, table: str) -> StoreTrouble:
    """Why a database that holds something already is not copied to."""
    return StoreTrouble(f"{name} is not empty (its table {table} has rows). {ONLY_EMPTY}")
