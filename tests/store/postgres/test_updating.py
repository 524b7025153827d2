"""An older database on a server: brought up to date once, and kept as it was where that can be."""

import asyncio
import os
from datetime import time
from pathlib import Path

import pytest

from bot.model.fold import fold
from bot.model.refusals import StoreTrouble
from bot.store.maintenance import make_private
from bot.store.opening import open_store
from bot.store.postgres import tools
from bot.store.postgres.maintenance import doctor, migrate, restore
from bot.store.postgres.migrator import schema_steps
from bot.upkeep.backups import back_up_tonight
from tests.discord.fake.world import FakeDiscord, running
from tests.discord.processes import BotProcess
from tests.helpers.commands import bumpbot
from tests.helpers.stores import filled, run
from tests.store.memory import counted, rights
from tests.store.postgres.conftest import until

pytestmark = pytest.mark.usefixtures("server_programs")

COPY = "bumpbot-schema-3-before-update-1.dump"
NEWEST = schema_steps()[-1].number
VERSION = "SELECT max(number) FROM migrations"
WARNED = "brought up to date"


async def start(address: str, copies: Path | None) -> None:
    await (await open_store(address, copies)).close()


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """A folder for backups, not made yet."""
    return tmp_path / "backups"


async def test_processes_that_start_at_once_on_an_older_database_keep_one_copy_of_it(
    old_server: str, copies: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = await counted(old_server)

    await asyncio.gather(*(start(old_server, copies) for _ in range(6)))

    assert names(copies) == [COPY]
    kept = copies / COPY
    assert os.name != "posix" or rights(kept) == "0o600"
    assert caplog.text.count(str(kept)) == 1
    assert "restore --overwrite" in caplog.text
    assert await run(old_server, VERSION) == [(NEWEST,)]
    assert await counted(old_server) == before
    assert (await doctor(old_server, fold, every=True)).healthy


async def test_real_bots_that_start_at_once_keep_one_copy_in_the_folder_of_the_backups(
    old_server: str, copies: Path, tmp_path: Path
) -> None:
    fake, folder = FakeDiscord(), {"BUMPBOT_BACKUPS": str(copies)}
    async with running(fake):
        bots = [
            BotProcess(fake, name, old_server, tmp_path / name, shards=f"{n}/2", environment=folder)
            for n, name in enumerate(("a", "b"))
        ]
        await asyncio.gather(*(bot.start() for bot in bots))
        assert [await bot.stop() for bot in bots] == [0, 0]
    said = "".join(bot.log.read_text("utf-8") for bot in bots)
    assert said.count(str(copies / COPY)) == 1
    assert (copies / COPY).exists()


async def test_the_way_back_is_to_restore_the_copy(old_server: str, copies: Path) -> None:
    before = await counted(old_server)
    lines = await migrate(old_server, copies)
    kept = copies / COPY
    assert lines[-1] == f"As it was it is kept as {kept}."
    assert await migrate(old_server, copies) == lines[-2:-1]
    await run(old_server, "DELETE FROM outbox")

    lines = await restore(kept, old_server, overwrite=True)

    assert await run(old_server, VERSION) == [(3,)]
    assert await counted(old_server) == before
    # And up again: nothing that was kept before is written over.
    await start(old_server, copies)
    assert names(copies) == [COPY, COPY.replace("1.dump", "2.dump")]
    schema = lines[0].split()[-1].rstrip(".")
    await run(old_server, f"DROP SCHEMA {schema} CASCADE")


async def test_the_command_keeps_the_copy_with_the_backups_too(
    old_server: str, copies: Path
) -> None:
    environment = {"BUMPBOT_DATABASE": old_server, "BUMPBOT_BACKUPS": str(copies)}
    done = await asyncio.to_thread(bumpbot, "migrate", **environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"As it was it is kept as {copies / COPY}."
    assert names(copies) == [COPY]


async def test_nightly_backups_leave_the_copy_alone(old_server: str, copies: Path) -> None:
    await start(old_server, copies)
    for day in range(1, 29):
        make_private(copies / f"bumpbot-2020-02-{day:02}.dump")

    await asyncio.to_thread(back_up_tonight, old_server, copies, time(3))

    assert COPY in names(copies)
    assert len(names(copies)) < 16


async def test_without_a_folder_the_update_is_made_and_the_log_says_what_to_do(
    old_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    await asyncio.gather(*(start(old_server, None) for _ in range(3)))
    assert await run(old_server, VERSION) == [(NEWEST,)]
    (line,) = [each for each in caplog.messages if WARNED in each]
    assert line.endswith("For a copy before the next update: Set BUMPBOT_BACKUPS to a folder.")


async def test_without_pg_dump_the_update_is_made_and_the_log_says_what_to_do(
    old_server: str, copies: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(copies))
    await start(old_server, copies)
    assert await run(old_server, VERSION) == [(NEWEST,)]
    (line,) = [each for each in caplog.messages if WARNED in each]
    assert "postgresql-client" in line
    assert names(copies) == []


@pytest.mark.parametrize("name", ["a file", "a" * 300])
async def test_a_folder_that_can_not_be_made_holds_no_update_up(
    old_server: str, tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    make_private(tmp_path / "a file")
    await start(old_server, tmp_path / name)
    assert await run(old_server, VERSION) == [(NEWEST,)]
    assert len([each for each in caplog.messages if WARNED in each]) == 1


async def test_a_failed_update_changes_and_leaves_nothing(old_server: str, copies: Path) -> None:
    # In the way of the last step only.
    await run(old_server, "CREATE TABLE deletions (a int)")
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="already exists"):
            await start(old_server, copies)
        assert names(copies) == []
        assert await run(old_server, VERSION) == [(3,)]


async def test_a_new_database_is_neither_copied_nor_spoken_of(
    postgres_address: str, copies: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await start(postgres_address, copies)
    await start(postgres_address, None)
    assert names(copies.parent) == []
    assert WARNED not in caplog.text


async def test_two_dumps_to_one_name_do_not_disturb_each_other(
    postgres_address: str, copies: Path
) -> None:
    await filled(postgres_address)
    ((schema,),) = await run(postgres_address, "SELECT current_schema()")
    target = copies / "copy.dump"

    await asyncio.gather(*(tools.dump(postgres_address, schema, target) for _ in range(4)))

    assert names(copies) == ["copy.dump"]
    assert await tools.schema_of(postgres_address, target) == schema


@pytest.mark.skipif(os.name != "posix", reason="the program is a script of a shell")
async def test_a_dump_that_is_called_off_ends_its_program_and_leaves_nothing(
    postgres_address: str, copies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, said = tmp_path / "pg_dump", tmp_path / "number"
    program.write_text(f"#!/bin/sh\necho $$ > {said}; exec sleep 600")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    async def runs() -> bool:
        return said.exists() and bool(said.read_text())

    dumping = asyncio.create_task(tools.dump(postgres_address, "public", copies / "copy"))
    await until(runs)
    dumping.cancel()
    await asyncio.gather(dumping, return_exceptions=True)

    with pytest.raises(ProcessLookupError):
        os.kill(int(said.read_text()), 0)
    assert names(copies) == []
