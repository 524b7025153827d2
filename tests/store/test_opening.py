"""What the matches are kept in is chosen by a path or an address."""

# ruff: noqa: ASYNC110 - the log tells nobody

import asyncio
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from bot.model.refusals import StoreTrouble
from bot.store.opening import open_patiently, open_store
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests.store.postgres.proxy import Proxy


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


async def test_a_server_that_comes_up_beside_the_bot_is_waited_for(
    postgres_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    proxy = await Proxy(postgres_address).start()
    await proxy.stop()
    opening = asyncio.create_task(open_patiently(proxy.address, [0.02] * 10_000))
    while not caplog.messages:
        await asyncio.sleep(0.01)
    await proxy.start()
    store = await opening
    await store.close()
    await proxy.stop()
    assert "the server can't be reached" in caplog.messages[0]
    assert caplog.messages[0].endswith("; trying again in 0.02 s")


async def test_a_server_that_does_not_come_up_is_named_in_the_end(
    unused_tcp_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreTrouble, match="can't be reached"):
        await open_patiently(f"postgresql://127.0.0.1:{unused_tcp_port}/bump", [0.01, 0.01])
    assert len(caplog.messages) == 2


async def test_what_waiting_does_not_mend_is_said_at_once(
    postgres_address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(StoreTrouble, match="no such database"):
        await open_patiently(postgres_address.replace("/postgres?", "/nowhere?"))
    with pytest.raises(StoreTrouble):
        await open_patiently(tmp_path / "taken" / "m.sqlite3")
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


def test_without_its_package_it_is_said_what_to_install() -> None:
    opening = """
import asyncio, sys
sys.modules["asyncpg"] = None
from bot.model.refusals import StoreTrouble
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
