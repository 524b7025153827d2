"""Backing up, restoring, migrating and looking over a database."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.events import Recorded
from bot.model.fold import fold
from bot.model.records import MatchId, Status
from bot.model.refusals import BrokenMatch, StoreTrouble
from bot.store.maintenance import COUNTS, POST_COUNTS
from bot.store.sqlite import SqliteStore, maintenance
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.copying import copy_database
from bot.store.sqlite.maintenance import backup, doctor, restore
from bot.store.sqlite.maintenance import migrate as migrate_file
from bot.store.sqlite.migrator import connect, migrate, migrations
from tests.helpers.versions import copy_file
from tests.store.contract import new_match, play
from tests.store.test_errors import ROOT, damage
from tests.store.test_migrator import SECOND


def no_replay(recorded: Sequence[Recorded], match: MatchId) -> None:
    """Finds every match in order."""


def scramble(path: Path) -> None:
    path.write_bytes(b"scrambled" * 1000)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def matches_in(path: Path) -> int:
    store = await SqliteStore.open(path)
    found = await store.summaries(limit=10_000)
    await store.close()
    return len(found)


async def test_a_backup_holds_everything(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    match = await new_match(store, says=["challenge"])
    await play(store, match, 1)

    (line,) = backup(path, tmp_path / "kept" / "copy.sqlite3")

    copy = await SqliteStore.open(tmp_path / "kept" / "copy.sqlite3")
    assert "Backed up" in line
    assert await copy.events(match) == await store.events(match)
    assert await copy.summary(match) == await store.summary(match)
    await copy.close()


def rights(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


@pytest.mark.skipif(os.name != "posix", reason="rights are others there")
async def test_new_files_are_their_owner_s_alone_and_copies_like_what_they_are_of(
    tmp_path: Path,
) -> None:
    before = os.umask(0)
    try:
        path, copy, other = (tmp_path / name for name in ("a.sqlite3", "b.sqlite3", "c.sqlite3"))
        store = await SqliteStore.open(path)
        await new_match(store)
        assert {rights(tmp_path / name) for name in names(tmp_path)} == {"0o600"}
        backup(path, copy)
        await store.close()
        restore(copy, other)
        assert [rights(copy), rights(other)] == ["0o600", "0o600"]
        path.chmod(0o640)
        await (await SqliteStore.open(path)).close()
        backup(path, tmp_path / "d.sqlite3")
        assert [rights(path), rights(tmp_path / "d.sqlite3")] == ["0o640", "0o640"]
    finally:
        os.umask(before)


async def test_a_backup_taken_while_the_bot_writes_is_of_one_instant(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    match = await new_match(store)
    stop = asyncio.Event()

    async def keep_playing() -> int:
        seq = 1
        while not stop.is_set():
            await play(store, match, seq, says="turn")
            seq += 1
        return seq

    playing = asyncio.create_task(keep_playing())
    for number in range(5):
        copy = tmp_path / f"{number}.sqlite3"
        await asyncio.to_thread(backup, path, copy)
        report = doctor(copy, no_replay)
        assert report.healthy, report.lines
    stop.set()

    assert await playing > 1


async def test_two_copies_under_way_to_one_name_do_not_disturb_each_other(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await new_match(store)
    target = tmp_path / "copy.sqlite3"
    copying = (asyncio.to_thread(copy_database, path, target) for _ in range(8))
    await asyncio.gather(*copying)

    assert doctor(target, no_replay).healthy
    assert names(tmp_path).count("copy.sqlite3") == 1
    assert not [name for name in names(tmp_path) if "partial" in name]


async def test_a_backup_never_overwrites(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    target.write_text("precious")

    with pytest.raises(StoreTrouble, match="is there already"):
        backup(path, target)

    assert target.read_text() == "precious"


def test_a_database_that_is_not_there_is_not_made(path: Path, tmp_path: Path) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: backup(path, tmp_path / "copy"),
        lambda: restore(path, tmp_path / "copy"),
        lambda: migrate_file(path),
    ]
    for attempt in attempts:
        with pytest.raises(StoreTrouble, match="is not there"):
            attempt()

    assert not doctor(path, no_replay).healthy
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_database(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(StoreTrouble, match="is a folder"):
        backup(folder, tmp_path / "copy")
    assert any("is a folder" in line for line in doctor(folder, no_replay).lines)


def test_an_empty_file_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    report = doctor(tmp_path / "empty", no_replay)
    assert not report.healthy
    assert any("it is empty; a start of the bot" in line for line in report.lines)


def test_what_can_not_be_backed_up_is_named_and_not_its_copy(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"scrambled" * 1000)
    with pytest.raises(StoreTrouble) as refused:
        backup(source, tmp_path / "copy")
    assert str(refused.value).startswith(f"{source}: ")


WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""What lets root be a user like others."""


needs_rights_to_give_up = pytest.mark.skipif(
    shutil.which("setpriv") is None or os.getuid() != 0, reason="nobody here can give up rights"
)


def by_somebody_without_rights(path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*WITHOUT_RIGHTS, sys.executable, "-m", "bot", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "BUMPBOT_DATABASE": str(path)},
        check=False,
    )


@needs_rights_to_give_up
def test_somebody_without_rights_is_told_whose_they_are(store: SqliteStore, path: Path) -> None:
    os.chown(path.parent, 65534, 65534)
    path.parent.chmod(0o700)
    for command in (["doctor"], ["backup", str(path.with_name("copy"))], ["migrate"]):
        done = by_somebody_without_rights(path, *command)
        assert done.returncode in (1, 2)
        assert "this user may not read or write there" in done.stdout + done.stderr


@needs_rights_to_give_up
def test_the_doctor_says_where_nothing_may_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    file = folder / "matches.sqlite3"
    missing = folder / "below" / "missing.sqlite3"
    prepare(file)
    for path in (file, folder):
        os.chown(path, 65534, 65534)
    folder.chmod(0o755)
    file.chmod(0o644)

    done = by_somebody_without_rights(file, "doctor")
    assert done.returncode == 1
    assert f"TROUBLE: who asks now may not write to {file}. The bot has to" in done.stdout
    assert f"TROUBLE: who asks now may not write to {folder}. The bot has to" in done.stdout
    done = by_somebody_without_rights(missing, "doctor")
    assert f"TROUBLE: {missing} is not there. A start of the bot makes it" in done.stdout
    assert f"may not write to {folder}, so {missing} can't be made." in done.stdout


async def test_a_backup_is_restored_where_nothing_is(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await new_match(store)
    backup(path, tmp_path / "copy")

    restore(tmp_path / "copy", tmp_path / "new" / "matches.sqlite3")

    assert await matches_in(tmp_path / "new" / "matches.sqlite3") == 1


async def test_a_database_is_only_replaced_when_told_to_and_kept_beside(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    backup(path, tmp_path / "copy")
    await new_match(store)
    await store.close()

    with pytest.raises(StoreTrouble, match="is there already"):
        restore(tmp_path / "copy", path)
    assert await matches_in(path) == 1

    lines = restore(tmp_path / "copy", path, overwrite=True)

    assert await matches_in(path) == 0
    assert "replaced-1" in lines[0]
    assert await matches_in(tmp_path / f"{path.name}.replaced-1") == 1


async def test_a_database_in_use_is_not_replaced(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await new_match(store)
    backup(path, tmp_path / "copy")

    with pytest.raises(StoreTrouble, match="Stop the bot first"):
        restore(tmp_path / "copy", path, overwrite=True)

    assert await new_match(store) == 2
    assert not any("restoring" in name for name in names(tmp_path))


async def test_a_damaged_database_is_replaced_and_kept_beside(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await new_match(store)
    backup(path, tmp_path / "copy")
    await store.close()
    scramble(path)

    restore(tmp_path / "copy", path, overwrite=True)

    assert await matches_in(path) == 1
    assert (tmp_path / f"{path.name}.replaced-1").read_bytes().startswith(b"scrambled")


async def test_a_damaged_or_foreign_backup_replaces_nothing(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await new_match(store)
    await store.close()
    scrambled, empty, foreign = (tmp_path / name for name in ("scrambled", "empty", "foreign"))
    scramble(scrambled)
    empty.touch()
    with closing(connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (text TEXT)")

    for source in (scrambled, empty, foreign):
        with pytest.raises(StoreTrouble, match=source.name):
            restore(source, path, overwrite=True)

    assert await matches_in(path) == 1


def test_a_backup_of_postgresql_is_sent_to_its_own_kind(path: Path, tmp_path: Path) -> None:
    (dump := tmp_path / "dump").write_bytes(b"PGDMP and so on")
    with pytest.raises(StoreTrouble, match=r"postgresql:// address"):
        restore(dump, path)
    assert not path.exists()


async def test_migrating_a_file_says_what_was_done(store: SqliteStore, path: Path) -> None:
    assert migrate_file(path) == [f"{path} is at schema {migrations()[-1].number}."]


def test_migrating_a_file_names_each_step(path: Path) -> None:
    path.touch()

    lines = migrate_file(path)

    assert lines[0] == "Applied 0001_first."


async def test_the_doctor_counts_and_is_content(store: SqliteStore, path: Path) -> None:
    match = await new_match(store, says=["challenge"])
    await play(store, match, 1, says="turn")
    await new_match(store, status=Status.ENDED)

    report = doctor(path, no_replay)

    assert report.healthy
    assert {
        f"schema: {migrations()[-1].number}",
        "matches: 2",
        "of them open: 1",
        "events: 3",
        "posts waiting: 2",
        "posts given up: 0",
        "open matches played through: 1",
        "All is well.",
    } <= set(report.lines)


async def test_the_doctor_names_an_open_match_that_can_not_be_played_through(
    store: SqliteStore, path: Path
) -> None:
    await new_match(store)
    await new_match(store)

    def refuse_the_second(recorded: Sequence[Recorded], match: MatchId) -> None:
        if match == 2:
            raise BrokenMatch(f"Match {match} is broken.")

    report = doctor(path, refuse_the_second)

    assert not report.healthy
    assert report.lines[-2:] == ("TROUBLE: Match 2 is broken.", "1 to look at.")


async def test_the_doctor_finds_a_missing_event(store: SqliteStore, path: Path) -> None:
    match = await new_match(store)
    await play(store, match, 1)
    with connect(path) as tampering:
        tampering.execute("DELETE FROM events WHERE seq = 1")
    tampering.close()

    report = doctor(path, no_replay)

    assert "TROUBLE: match 1 should end with event 2 but has 1 up to 2" in report.lines


async def test_the_doctor_survives_any_damage(path: Path, tmp_path: Path) -> None:
    store = await SqliteStore.open(path)
    for _ in range(200):
        await new_match(store)
    await store.close()
    damage(path, "events")
    scrambled = tmp_path / "scrambled"
    scramble(scrambled)

    for damaged in (path, scrambled):
        report = doctor(damaged, no_replay)
        assert not report.healthy
        assert any(line.startswith("TROUBLE: ") for line in report.lines)


def test_the_doctor_tells_a_newer_database(path: Path) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, path, [*migrations(), SECOND])

    report = doctor(path, no_replay)

    assert "newer version" in report.lines[-2]


def test_the_doctor_reads_an_older_database_as_it_is(tmp_path: Path) -> None:
    report = doctor(copy_file("version-0.1", tmp_path / "old.sqlite3"), fold)

    assert report.healthy, report.lines
    assert "`bumpbot migrate`" in report.lines[1]
    assert "open matches played through: 6" in report.lines


async def test_the_doctor_looks_at_ended_matches_when_asked_for_all(
    store: SqliteStore, path: Path
) -> None:
    await new_match(store)
    ended = await new_match(store, status=Status.ENDED)

    def refuse_the_ended(recorded: Sequence[Recorded], match: MatchId) -> None:
        if match == ended:
            raise BrokenMatch(f"Match {match} is broken.")

    assert doctor(path, refuse_the_ended).healthy
    report = doctor(path, refuse_the_ended, every=True)

    assert "matches played through: 2" in report.lines
    assert report.lines[-2:] == ("TROUBLE: Match 2 is broken.", "1 to look at.")


async def test_the_doctor_finds_what_points_nowhere_when_asked_for_all(
    store: SqliteStore, path: Path
) -> None:
    await new_match(store)
    with closing(connect(path)) as tampering:
        tampering.execute("INSERT INTO visits (person, match_id, seq) VALUES (1, 77, 1)")

    report = doctor(path, no_replay, every=True)

    assert any("points to a missing matches row" in line for line in report.lines)


async def test_the_doctor_asks_indexes_for_what_is_open_or_waits(store: SqliteStore) -> None:
    asked = [maintenance.OPEN_MATCHES, COUNTS["of them open"]]
    asked += [POST_COUNTS["posts waiting"], POST_COUNTS["posts given up"]]
    for sql in asked:
        plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}")
        assert all("USING" in step and "INDEX" in step for *_, step in plan), sql


def test_a_backup_to_a_name_that_is_no_utf8_is_answered_in_words(path: Path) -> None:
    with pytest.raises(StoreTrouble, match="no name in UTF-8"):
        backup(path, path.with_name("copy\udcff"))
