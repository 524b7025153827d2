"""What the matches are kept in is chosen by a path or an address."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.matches.refusals import StoreTrouble
from bot.store.opening import open_store
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore


async def test_a_path_is_a_file(path: Path) -> None:
    store = await open_store(path)
    assert isinstance(store, SqliteStore)
    await store.close()


async def test_an_address_is_a_server(postgres_address: str) -> None:
    store = await open_store(postgres_address)
    assert isinstance(store, PostgresStore)
    await store.close()


async def test_a_server_that_is_away_is_named_without_its_password() -> None:
    with pytest.raises(StoreTrouble) as refused:
        await open_store("postgresql://bump:secret@127.0.0.1:9/bump")
    assert "127.0.0.1:9/bump" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_without_its_package_it_is_said_what_to_install() -> None:
    opening = """
import asyncio, sys
sys.modules["asyncpg"] = None
from bot.matches.refusals import StoreTrouble
from bot.store.opening import open_store
try:
    asyncio.run(open_store("postgresql://127.0.0.1:9/bump"))
except StoreTrouble as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", opening], capture_output=True, text=True, check=False
    )
    assert "pip install 'bumpbot[postgres]'" in done.stdout, done.stderr
