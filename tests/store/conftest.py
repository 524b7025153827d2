"""An empty database on disk, closed behind every test."""

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.sqlite import SqliteStore
from tests.helpers.stores import opened
from tests.postgres import connected
from tests.store.memory import empty_database
from tests.store.versions import dump


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def empty(path: Path) -> Path:
    """The file of an up-to-date, empty store. Migrating one has its own tests."""
    path.write_bytes(empty_database())
    return path


@pytest.fixture
async def store(empty: Path) -> AsyncIterator[SqliteStore]:
    async with opened(SqliteStore.open(empty)) as found:
        yield found


@pytest.fixture
async def old_server(postgres_server: str, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A schema as an earlier version left it: that of before the migrations of servers go on."""
    name = f"old_{uuid.uuid4().hex}"
    async with connected(postgres_server) as owner:
        await owner.execute(dump(getattr(request, "param", "schema-18"), name))
        yield f"{postgres_server}&options=-csearch_path%3D{name}"
        await owner.execute(f"DROP SCHEMA {name} CASCADE")
