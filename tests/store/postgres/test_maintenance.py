"""Backing up, restoring, migrating and looking over a PostgreSQL database."""

import asyncio
import os
from pathlib import Path

import pytest

from bot.model.fold import fold
from bot.model.records import Status
from bot.model.refusals import StoreTrouble
from bot.store.postgres import PostgresStore
from bot.store.postgres.maintenance import backup, doctor, migrate, restore
from bot.store.postgres.migrator import schema_steps
from bot.store.postgres.tools import without_secret
from tests.helpers.commands import bumpbot
from tests.helpers.stores import filled, opened, run
from tests.store.contracts.matches import new_match, play
from tests.store.memory import rights


@pytest.mark.usefixtures("server_programs")
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


@pytest.mark.usefixtures("server_programs")
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


@pytest.mark.usefixtures("server_programs")
async def test_a_database_in_use_is_not_replaced(postgres_address: str, tmp_path: Path) -> None:
    async with opened(PostgresStore.open(postgres_address)) as store:
        await new_match(store)
        await backup(postgres_address, tmp_path / "copy")
        with pytest.raises(StoreTrouble, match="in use"):
            await restore(tmp_path / "copy", postgres_address, overwrite=True)


async def test_without_the_servers_programs_it_is_said_what_is_missing(
    postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(postgres_address)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreTrouble, match=r"postgresql-client.*--to FILE"):
        await backup(postgres_address, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


async def test_too_old_a_program_is_told_what_to_install(
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


@pytest.mark.parametrize(
    ("address", "plain", "password"),
    [
        ("postgresql://a:b%40c@h:5/d?x=y", "postgresql://a@h:5/d?x=y", "b@c"),
        ("postgresql://h/d?password=p%20q&host=/tmp", "postgresql://h/d?host=/tmp", "p q"),
        ("postgresql://h/d?options=-c%20a%3Db", "postgresql://h/d?options=-c%20a%3Db", None),
        ("postgresql:///d", "postgresql:///d", None),
    ],
)
def test_a_password_goes_next_to_the_address(
    address: str, plain: str, password: str | None
) -> None:
    assert without_secret(address) == (plain, password)


@pytest.mark.usefixtures("server_programs")
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
        done = await asyncio.to_thread(bumpbot, *words, BUMPBOT_DATABASE=address)
        assert "hush" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr, (words, done.stderr)
        refused = (words[-1] == copy and words[0] == "restore") or "://" in words[-1]
        assert done.returncode == (2 if refused else 0), (words, done.stdout, done.stderr)
    back = await asyncio.to_thread(bumpbot, "doctor", BUMPBOT_DATABASE=file)
    assert back.returncode == 0, back.stdout
    kept = (await run(postgres_address, "SELECT current_schema()"))[0][0]
    await run(postgres_address, f"DROP SCHEMA {kept}_replaced_1 CASCADE")
