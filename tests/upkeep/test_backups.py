"""Backups every night: made by a process of its own, checked, made up for, and claimed."""

# ruff: noqa: ASYNC110, ASYNC220, ASYNC240 - the process tells nobody

import asyncio
import logging
import math
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.clock.units import DAY
from bot.model.refusals import StoreTrouble
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore, copying
from bot.store.sqlite.maintenance import backup
from bot.upkeep.backups import (
    FAILED,
    LEASE,
    LOOK,
    NightlyBackups,
    back_up_tonight,
    last_night,
    next_start,
    nights_in,
    require_usable,
)
from tests.helpers.commands import output_of
from tests.helpers.stores import opened
from tests.store.contracts.matches import new_match, play
from tests.store.memory import damage

ROOT = Path(__file__).parents[2]
AT = time(3)


def tonight() -> date:
    return last_night(datetime.now(UTC), AT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with opened(SqliteStore.open(tmp_path / "matches.sqlite3")) as made:
        await play(made, await new_match(made), 1)
        yield made


@pytest.fixture
def environment(store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process for the backup reads."""
    monkeypatch.setenv("BUMPBOT_DATABASE", str(store.path))
    monkeypatch.setenv("BUMPBOT_BACKUPS", str(folder))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def good_ones(store: SqliteStore, folder: Path, nights: int = 39) -> None:
    """A backup of each of so many nights before this one."""
    for days in range(1, nights + 1):
        path = folder / f"bumpbot-{tonight() - days * DAY}.sqlite3"
        if days == 1:
            backup(store.path, path)
            whole = path.read_bytes()
        path.write_bytes(whole)


async def until_there(folder: Path, name: str) -> None:
    while not (folder / name).exists():
        await asyncio.sleep(0.05)


async def end(*work: asyncio.Task[None]) -> None:
    """Stop it, and wait until the process that it has begun is gone."""
    for each in work:
        each.cancel()
    await asyncio.gather(*work, return_exceptions=True)


async def test_a_backup_is_checked_and_named_by_its_night(store: SqliteStore, folder: Path) -> None:
    back_up_tonight(store.path, folder, AT)
    assert names(folder) == [f"bumpbot-{tonight()}.sqlite3"]
    async with opened(SqliteStore.open(folder / names(folder)[0])) as copy:
        assert len(await copy.events((await copy.summaries(limit=1))[0].match)) == 2
    assert "there already" in back_up_tonight(store.path, folder, AT)[0]


async def test_what_is_wrong_in_the_database_is_said_and_kept_all_the_same(
    store: SqliteStore, folder: Path
) -> None:
    with closing(sqlite3.connect(store.path)) as tampering, tampering:
        tampering.execute("UPDATE events SET payload = '{}' WHERE seq = 2")
        tampering.execute("INSERT INTO visits (person, match_id, seq) VALUES (1, 99, 1)")
    done, *faults = back_up_tonight(store.path, folder, AT)
    assert done.endswith("restored for a trial.")
    assert [each.partition(":")[0] for each in faults] == ["TROUBLE"] * 3
    assert "points to a missing matches row" in faults[0]
    assert "match 1: its digest disagrees at event 2" in faults[1]
    assert "Match 1 can't be read" in faults[2]
    assert faults[2].endswith("newer version. Restore a backup from before that.")
    assert names(folder) == [f"bumpbot-{tonight()}.sqlite3"]


async def test_a_folder_that_can_not_be_used_is_refused_before_anything_begins(
    folder: Path,
) -> None:
    require_usable(folder / "deep")
    assert names(folder) == ["deep"]
    assert names(folder / "deep") == []
    (folder / "file").touch()
    for unusable in (folder / "file", folder / "file" / "below", Path("/proc/none")):
        with pytest.raises(StoreTrouble, match="Set BUMPBOT_BACKUPS to a folder that the bot may"):
            require_usable(unusable)
    # Next to a database that can't be made either: that is what has to be said.
    require_usable(Path("/none/none"), asked_for=False)


async def test_the_age_is_that_of_the_newest(store: SqliteStore, folder: Path) -> None:
    backups = NightlyBackups(folder, AT)
    assert backups.state() == (math.inf, None)
    good_ones(store, folder, 2)
    for days in (1, 2):
        path = folder / f"bumpbot-{tonight() - days * DAY}.sqlite3"
        os.utime(path, (0, datetime.now(UTC).timestamp() - 1000 * days))
    assert 1000 <= backups.state().age < 1100
    # Why the last one failed may be written by another user, and not for this one.
    (folder / FAILED).mkdir()
    assert 1000 <= backups.state().age < 1100


async def test_old_ones_go_only_behind_a_good_new_one(store: SqliteStore, folder: Path) -> None:
    good_ones(store, folder)
    (folder / "holiday.jpg").touch()
    (folder / "bumpbot-2026-13-45.sqlite3").touch()

    back_up_tonight(store.path, folder, AT)

    assert 8 <= len(nights_in(folder)) <= 11
    assert max(nights_in(folder).values()) == tonight()
    assert {"holiday.jpg", "bumpbot-2026-13-45.sqlite3"} <= set(names(folder))


async def test_a_failed_one_is_said_and_lets_none_go(store: SqliteStore, folder: Path) -> None:
    good_ones(store, folder)
    before = names(folder)
    for _ in range(300):
        await new_match(store)
    await store.close()
    damage(store.path, "events")

    with pytest.raises(StoreTrouble):
        back_up_tonight(store.path, folder, AT)

    assert names(folder) == sorted([*before, FAILED])
    assert NightlyBackups(folder, AT).state().failed == (folder / FAILED).read_text().strip()
    at, utc, _ = (folder / FAILED).read_text().partition(" UTC: ")
    assert utc
    assert datetime.now(UTC) - datetime.fromisoformat(at).replace(tzinfo=UTC) < DAY


async def test_a_success_takes_a_failures_word_away(store: SqliteStore, folder: Path) -> None:
    with pytest.raises(StoreTrouble, match="is not there"):
        back_up_tonight(folder / "none", folder, AT)
    assert names(folder) == [FAILED]
    back_up_tonight(store.path, folder, AT)
    assert FAILED not in names(folder)


async def test_what_a_killed_one_left_is_swept(store: SqliteStore, folder: Path) -> None:
    folder.mkdir()
    night = tonight()
    for ending in ("sqlite3.new", "sqlite3.new.partial-1", "sqlite3.new.partial-1-journal"):
        (folder / f"bumpbot-{night}.{ending}").write_bytes(b"half")
    back_up_tonight(store.path, folder, AT)
    assert names(folder) == [f"bumpbot-{night}.sqlite3"]


@pytest.mark.long
async def test_killed_at_any_moment_the_next_one_is_good(
    store: SqliteStore, folder: Path, environment: None
) -> None:
    for _ in range(400):
        await new_match(store)
    for milliseconds in range(100, 700, 60):
        process = subprocess.Popen([sys.executable, "-m", "bot", "backup", "--nightly"], cwd=ROOT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(milliseconds / 1000)
        process.kill()
        process.wait()
        for path in nights_in(folder) if folder.exists() else ():
            copying.require_undamaged(path)
            path.unlink()
    back_up_tonight(store.path, folder, AT)
    assert names(folder) == [f"bumpbot-{tonight()}.sqlite3"]


async def test_a_copy_that_is_damaged_or_lacks_matches_is_refused(
    store: SqliteStore, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    backup(store.path, copy)
    before = copying.contents_of(store.path)
    copying.verify(copy, before, before)
    for name, many in (("matches", 1000), ("events", 1000), ("schema", 1)):
        more = before._replace(**{name: many})
        with pytest.raises(StoreTrouble, match="copy"):
            copying.verify(copy, more, more)


def test_a_full_disk_is_reported_in_words(
    store: SqliteStore, folder: Path, environment: None
) -> None:
    good_ones(store, folder, 2)
    before = names(folder)

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    done = output_of(
        [sys.executable, "-m", "bot", "backup", "--nightly"], cwd=ROOT, preexec_fn=no_room
    )
    assert done.returncode == 2
    assert "disk" in done.stderr
    assert "Traceback" not in done.stderr
    assert names(folder) == sorted([*before, FAILED])
    # Where there is no room for a word either, there still is for its name.
    os.truncate(folder / FAILED, 0)
    assert "is full; make room" in str(NightlyBackups(folder, AT).state().failed)


async def test_what_was_missed_is_made_up_at_the_start(
    store: SqliteStore, folder: Path, environment: None, caplog: pytest.LogCaptureFixture
) -> None:
    good_ones(store, folder, 1)
    caplog.set_level(logging.INFO)
    work = asyncio.create_task(NightlyBackups(folder, AT).run(store))
    await until_there(folder, f"bumpbot-{tonight()}.sqlite3")
    while "restored for a trial" not in caplog.text:
        await asyncio.sleep(0.05)
    await end(work)


async def test_a_failure_is_logged_as_an_error(
    store: SqliteStore,
    folder: Path,
    environment: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("BUMPBOT_DATABASE", str(folder / "none.sqlite3"))
    work = asyncio.create_task(NightlyBackups(folder, AT).run(store))
    while not (errors := [each for each in caplog.records if each.levelno == logging.ERROR]):
        await asyncio.sleep(0.05)
    await end(work)
    assert "nightly backup failed: " in errors[0].getMessage()
    assert "none.sqlite3 is not there" in errors[0].getMessage()


class Noting(SqliteStore):
    """Notes for how many seconds the claim on the backup is put off."""

    def __init__(self, *opened: Any) -> None:
        super().__init__(*opened)
        self.put_offs: list[float] = []

    async def put_off(self, budget: str, seconds: float) -> None:
        self.put_offs.append(seconds)


@pytest.mark.parametrize("fails", [False, True])
async def test_nobody_makes_another_before_the_next_night_unless_it_failed(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    # An hour ago, so that there is most of a day until the next night.
    at = (datetime.now(UTC).astimezone() - timedelta(hours=1)).time()
    store = await Noting.open(tmp_path / "matches.sqlite3")
    monkeypatch.setenv("BUMPBOT_DATABASE", str(tmp_path / "none" if fails else store.path))
    monkeypatch.setenv("BUMPBOT_BACKUPS", str(folder))
    backups = NightlyBackups(folder, at)
    before = (next_start(datetime.now(UTC), at) - datetime.now(UTC)).total_seconds()
    wait = await backups._attend(store)
    await store.close()
    later = [seconds for seconds in store.put_offs if seconds > LEASE]
    assert wait == (LEASE if fails else LOOK)
    # An hour less than the night is away, for clocks that are ahead.
    assert [before - LEASE - 300 < seconds <= before - LEASE for seconds in later] == (
        [] if fails else [True]
    )


async def test_a_stop_stops_the_backup(store: SqliteStore, folder: Path, environment: None) -> None:
    work = asyncio.create_task(NightlyBackups(folder, AT).run(store))
    await asyncio.sleep(0.1)
    await end(work)
    back_up_tonight(store.path, folder, AT)
    with closing(sqlite3.connect(folder / names(folder)[0])) as copy:
        assert copy.execute("SELECT count(*) FROM matches").fetchone() == (1,)


async def test_of_two_processes_one_makes_it(postgres_address: str) -> None:
    async with (
        opened(PostgresStore.open(postgres_address)) as first,
        opened(PostgresStore.open(postgres_address)) as second,
    ):
        claims = await asyncio.gather(*(each.claim("backup", 60) for each in (first, second)))
        assert sorted(claims) == [False, True]
        assert await first.claim("other", 0.0)
        # What nobody has finished is anybody's once its time is over.
        assert await second.claim("other", 60)
        await second.put_off("other", 7200)
        assert not await first.claim("other", 60)


@pytest.mark.usefixtures("server_programs")
async def test_a_server_is_backed_up_and_the_file_read_back(
    postgres_address: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUMPBOT_DATABASE", postgres_address)
    monkeypatch.setenv("BUMPBOT_BACKUPS", str(folder))
    async with opened(PostgresStore.open(postgres_address)) as store:
        await play(store, await new_match(store), 1)
        work = [asyncio.create_task(NightlyBackups(folder, AT).run(store)) for _ in range(2)]
        await until_there(folder, f"bumpbot-{tonight()}.dump")
        await end(*work)
    assert (folder / f"bumpbot-{tonight()}.dump").read_bytes().startswith(b"PGDMP")


@pytest.mark.usefixtures("server_programs")
async def test_a_dump_without_its_rows_is_refused(
    postgres_address: str, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As where pg_dump is told elsewhere to leave something out."""
    await (await PostgresStore.open(postgres_address)).close()
    programs = Path(next(p for p in os.environ["PATH"].split(os.pathsep) if "pginstall" in p))
    (tmp_path / "bin").mkdir()
    wrapper = tmp_path / "bin" / "pg_dump"
    wrapper.write_text(f'#!/bin/sh\nexec "{programs}/pg_dump" --exclude-table-data="*.events" "$@"')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(StoreTrouble, match="lacks events"):
        await asyncio.to_thread(back_up_tonight, postgres_address, folder, AT)
    assert names(folder) == [FAILED]
