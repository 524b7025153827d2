"""Backing up, restoring, migrating and looking over a PostgreSQL database, also an older one, which
is brought up to date once, and kept as it was where that can be."""

import asyncio
import os
from datetime import time
from pathlib import Path

import pytest

from bot.model.fold import fold
from bot.model.records import Status
from bot.model.refusals import StoreTrouble
from bot.store.maintenance import make_private
from bot.store.opening import open_store
from bot.store.postgres import PostgresStore, tools
from bot.store.postgres.maintenance import backup, doctor, migrate, restore
from bot.store.postgres.migrator import schema_steps
from bot.upkeep.backups import back_up_tonight
from tests.discord.fake.world import FakeDiscord, running
from tests.discord.processes import BotProcess
from tests.helpers.commands import bumpbot
from tests.helpers.stores import filled, opened, run
from tests.store.contracts.matches import new_match, play
from tests.store.memory import counted, rights
from tests.store.postgres.conftest import until

pytestmark = pytest.mark.usefixtures("server_programs")


async def test_a_backup_brings_back_all_and_keeps_what_was_there(
    postgres_address: str, tmp_path: Path
) -> None:
    await filled(postgres_address)
    before = await run(postgres_address, "SELECT * FROM events ORDER BY match_id, seq")
    copy = tmp_path / "kept" / "copy.dump"
    assert "Backed up" in (await backup(postgres_address, copy))[0]
    assert os.name != "posix" or rights(copy) == "0o600"
    with pytest.raises(StoreTrouble, match="is there already"):
        await backup(postgres_address, copy)
    await filled(postgres_address)

    with pytest.raises(StoreTrouble, match="--overwrite"):
        await restore(copy, postgres_address)
    lines = await restore(copy, postgres_address, overwrite=True)

    assert "_replaced_1" in lines[0]
    assert await run(postgres_address, "SELECT * FROM events ORDER BY match_id, seq") == before
    await filled(postgres_address)
    assert await run(postgres_address, "SELECT count(*) FROM matches") == [(4,)]
    schema = lines[0].split()[-1].rstrip(".")
    await run(postgres_address, f"DROP SCHEMA {schema} CASCADE")


async def test_a_file_that_is_no_backup_replaces_nothing(
    postgres_address: str, tmp_path: Path
) -> None:
    await filled(postgres_address)
    (other := tmp_path / "other").write_text("recipes")
    (file := tmp_path / "file").write_bytes(b"SQLite format 3\0 and so on")
    for source, why in (
        (other, "pg_restore"),
        (tmp_path / "nothing", "is not there"),
        (file, "migrate --to"),
    ):
        with pytest.raises(StoreTrouble, match=why):
            await restore(source, postgres_address, overwrite=True)
    assert await run(postgres_address, "SELECT count(*) FROM matches") == [(2,)]


async def test_a_database_in_use_is_not_replaced(postgres_address: str, tmp_path: Path) -> None:
    async with opened(PostgresStore.open(postgres_address)) as store:
        await new_match(store)
        await backup(postgres_address, tmp_path / "copy")
        with pytest.raises(StoreTrouble, match="in use"):
            await restore(tmp_path / "copy", postgres_address, overwrite=True)


async def test_missing_programs_of_the_server_are_named(
    postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(postgres_address)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreTrouble, match=r"postgresql-client.*--to FILE"):
        await backup(postgres_address, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


async def test_a_program_that_is_too_old_is_named_with_what_to_install(
    postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(postgres_address)
    (program := tmp_path / "pg_dump").write_text(
        "#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreTrouble, match=r"(?s)mismatch.*Install.*--to FILE"):
        await backup(postgres_address, tmp_path / "copy")


async def test_migrating_names_each_step(postgres_address: str) -> None:
    lines = await migrate(postgres_address)
    assert lines[0] == "Applied 0001_first."
    assert lines[-1].endswith(f"is at schema {schema_steps()[-1].number}.")
    assert await migrate(postgres_address) == lines[-1:]


async def test_the_doctor_counts_and_names_who_is_at_work(postgres_address: str) -> None:
    async with opened(PostgresStore.open(postgres_address)) as store:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await new_match(store, status=Status.ENDED)
        report = await doctor(postgres_address, lambda recorded, match: None)
    assert report.healthy, report.lines
    assert {
        "matches: 2",
        "of them open: 1",
        "events: 3",
        "posts waiting: 2",
        "posts given up: 0",
        "processes at work: 1",
        "claims: 0",
        "open matches played through: 1",
        "All is well.",
    } <= set(report.lines)


async def test_the_doctor_finds_what_is_wrong_and_a_frozen_server(postgres_address: str) -> None:
    await filled(postgres_address)
    address = f"{postgres_address}%20-cdefault_transaction_read_only%3Don"
    report = await doctor(address, lambda recorded, match: None)
    (trouble,) = [line for line in report.lines if line.startswith("TROUBLE")]
    assert trouble.startswith("TROUBLE: the server takes no changes; check whether it is a standby")
    await run(postgres_address, "UPDATE matches SET seq = 9 WHERE id = 1")
    await run(postgres_address, "ALTER TABLE matches DISABLE TRIGGER ALL")

    report = await doctor(postgres_address, fold, every=True)

    assert not report.healthy
    assert "TROUBLE: match 1 should end with event 9 but has 2 up to 2" in report.lines
    assert any("is switched off" in line for line in report.lines)
    assert "matches played through: 2" in report.lines


async def test_the_doctor_survives_a_database_that_is_not_there(postgres_address: str) -> None:
    for address in (postgres_address, "postgresql://ada:secret@127.0.0.1:9/games"):
        report = await doctor(address, fold)
        assert not report.healthy
        assert not any("secret" in line for line in report.lines)


async def test_no_command_prints_a_password(postgres_address: str, tmp_path: Path) -> None:
    address = f"{postgres_address}&password=hush"
    copy, file = str(tmp_path / "copy"), str(tmp_path / "games.sqlite3")
    for words in (
        ["migrate"],
        ["doctor"],
        ["backup", copy],
        ["restore", copy],
        ["restore", copy, "--overwrite"],
        ["migrate", "--to", file],
        ["migrate", "--to", address],
        ["migrate", "--to", "mysql://ada:hush@h/d"],
    ):
        own = {"BUMPBOT_DATABASE": address, "BUMPBOT_BACKUPS": "off"}
        done = await asyncio.to_thread(bumpbot, *words, **own)
        assert "hush" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr, (words, done.stderr)
        refused = (words[-1] == copy and words[0] == "restore") or "://" in words[-1]
        assert done.returncode == (2 if refused else 0), (words, done.stdout, done.stderr)
    back = await asyncio.to_thread(bumpbot, "doctor", BUMPBOT_DATABASE=file)
    assert back.returncode == 0, back.stdout
    kept = (await run(postgres_address, "SELECT current_schema()"))[0][0]
    await run(postgres_address, f"DROP SCHEMA {kept}_replaced_1 CASCADE")


# An older database is brought up to date once, and kept as it was where that can be


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
