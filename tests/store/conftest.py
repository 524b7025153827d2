"""An empty database on disk, closed behind every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.sqlite import SqliteStore
from tests.store.memory import empty_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def empty(path: Path) -> Path:
    """The file as it is once it is up to date; to bring it there has tests of its own."""
    path.write_bytes(empty_database())
    return path


@pytest_asyncio.fixture
async def store(empty: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(empty)
    yield opened
    await opened.close()
