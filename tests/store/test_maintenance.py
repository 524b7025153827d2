"""Backing up, restoring, migrating and looking over a database."""

import asyncio
import json
import os
import re
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
from bot.store.maintenance import COUNTS, OPEN_MATCHES, POST_COUNTS
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.copying import copy_database
from bot.store.sqlite.maintenance import backup, doctor, restore
from bot.store.sqlite.maintenance import migrate as migrate_file
from bot.store.sqlite.migrator import connect, migrate, migrations
from tests.helpers.stores import opened
from tests.store.contracts.matches import new_match, play
from tests.store.memory import NEWEST, ROOT, SECOND, damage, rights
from tests.store.versions import copy_file


def no_replay(recorded: Sequence[Recorded], match: MatchId) -> None:
    """Finds every match in order."""


def scramble(path: Path) -> None:
    path.write_bytes(b"scrambled" * 1000)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def matches_in(path: Path) -> int:
    async with opened(SqliteStore.open(path)) as store:
        return len(await store.summaries(limit=10_000))


async def test_a_backup_holds_everything_and_never_overwrites(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    match = await new_match(store, says=["challenge"])
    await play(store, match, 1)
    target = tmp_path / "kept" / "copy.sqlite3"

    (line,) = backup(path, target)

    assert "Backed up" in line
    before = target.read_bytes()
    for name, why in ((target, "is there already"), (tmp_path / "a\udcff", "no name in UTF-8")):
        with pytest.raises(StoreTrouble, match=why):
            backup(path, name)
    assert target.read_bytes() == before
    async with opened(SqliteStore.open(target)) as copy:
        assert await copy.events(match) == await store.events(match)
        assert await copy.summary(match) == await store.summary(match)


@pytest.mark.skipif(os.name != "posix", reason="rights are others there")
async def test_new_files_are_their_owner_s_and_copies_like_what_they_copy(tmp_path: Path) -> None:
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


def test_what_is_no_database_of_this_version_is_named(path: Path, tmp_path: Path) -> None:
    folder, empty, damaged = (tmp_path / name for name in ("folder", "empty", "damaged"))
    folder.mkdir()
    empty.touch()
    scramble(damaged)
    with closing(connect(path)) as connection:
        migrate(connection, path, [*migrations(), SECOND])
    for source, why in (
        (folder, "is a folder"),
        (empty, "it is empty; a start of the bot"),
        (damaged, "it is damaged; restore a backup"),
        (path, "newer version"),
    ):
        report = doctor(source, no_replay)
        assert not report.healthy
        assert why in report.lines[-2]
    for source in (folder, damaged):
        with pytest.raises(StoreTrouble) as refused:
            backup(source, tmp_path / "copy")
        assert str(refused.value).startswith(str(source))


WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""What lets root be a user like others."""


needs_rights_to_give_up = pytest.mark.skipif(
    shutil.which("setpriv") is None or os.getuid() != 0, reason="nobody here can give up rights"
)


COMMANDS = """
import json, os, sys
from bot.__main__ import main
for database, words in json.loads(sys.argv[1]):
    os.environ["BUMPBOT_DATABASE"] = database
    print("ended with", main(words), flush=True)
"""


def by_somebody_without_rights(*commands: tuple[Path, list[str]]) -> list[str]:
    """What each command says of its database, and how it ends: one process for all of them."""
    asked = json.dumps([(str(database), words) for database, words in commands])
    done = subprocess.run(
        [*WITHOUT_RIGHTS, sys.executable, "-c", COMMANDS, asked],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return re.findall(r".*?ended with \d", done.stdout, re.DOTALL)


@needs_rights_to_give_up
@pytest.mark.long
def test_without_permission_the_owner_is_named(tmp_path: Path) -> None:
    folder, closed = tmp_path / "other", tmp_path / "closed"
    file, missing = folder / "matches.sqlite3", folder / "below" / "missing.sqlite3"
    hidden = closed / "matches.sqlite3"
    for each in (file, hidden):
        each.parent.mkdir()
        prepare(each)
    for each in (folder, file, closed):
        os.chown(each, 65534, 65534)
    folder.chmod(0o755)
    file.chmod(0o644)
    closed.chmod(0o700)

    *shut, other, nowhere = by_somebody_without_rights(
        *((hidden, words) for words in (["doctor"], ["backup", f"{hidden}-copy"], ["migrate"])),
        *((each, ["doctor"]) for each in (file, missing)),
    )

    assert [said[-1] in "12" for said in shut] == [True] * 3
    assert all("this user may not read or write there" in said for said in shut)
    assert other.endswith("ended with 1")
    for each in (file, folder):
        assert f"TROUBLE: this user may not write to {each}. The bot has to" in other
    assert f"TROUBLE: {missing} is not there. A start of the bot makes it" in nowhere
    assert f"may not write to {folder}, so {missing} can't be made." in nowhere


async def test_a_database_is_only_replaced_when_told_to_and_kept_under_another_name(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    backup(path, tmp_path / "copy")
    await new_match(store)
    backup(path, tmp_path / "newer")
    await store.close()

    with pytest.raises(StoreTrouble, match="is there already"):
        restore(tmp_path / "copy", path)
    assert await matches_in(path) == 1

    lines = restore(tmp_path / "copy", path, overwrite=True)

    assert await matches_in(path) == 0
    assert "replaced-1" in lines[0]
    assert await matches_in(tmp_path / f"{path.name}.replaced-1") == 1
    # Where nothing is, nobody need be told.
    restore(tmp_path / "newer", tmp_path / "new" / "matches.sqlite3")
    assert await matches_in(tmp_path / "new" / "matches.sqlite3") == 1


async def test_a_database_in_use_is_not_replaced(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await new_match(store)
    backup(path, tmp_path / "copy")

    with pytest.raises(StoreTrouble, match="Stop the bot first"):
        restore(tmp_path / "copy", path, overwrite=True)

    assert await new_match(store) == 2
    assert not any("restoring" in name for name in names(tmp_path))


async def test_a_damaged_database_is_replaced_and_kept_under_another_name(
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


def test_migrating_a_file_names_each_step(path: Path) -> None:
    path.touch()
    first, *_, last = migrate_file(path)
    assert (first, last) == ("Applied 0001_first.", f"{path} is at schema {NEWEST}.")
    assert migrate_file(path) == [last]


async def test_the_doctor_counts_and_is_content(store: SqliteStore, path: Path) -> None:
    match = await new_match(store, says=["challenge"])
    await play(store, match, 1, says="turn")
    await new_match(store, status=Status.ENDED)

    report = doctor(path, no_replay)

    assert report.healthy
    assert {
        f"schema: {NEWEST}",
        "matches: 2",
        "of them open: 1",
        "events: 3",
        "posts waiting: 2",
        "posts given up: 0",
        "open matches played through: 1",
        "All is well.",
    } <= set(report.lines)


async def test_the_doctor_is_content_with_matches_that_go_on_meanwhile(
    store: SqliteStore, path: Path
) -> None:
    first, second = [await new_match(store) for _ in range(2)]
    loop = asyncio.get_running_loop()

    def meanwhile(recorded: Sequence[Recorded], match: MatchId) -> None:
        if match == first:
            asyncio.run_coroutine_threadsafe(play(store, second, 1), loop).result()

    report = await asyncio.to_thread(doctor, path, meanwhile)

    assert report.healthy, report.lines
    assert len(await store.events(second)) == 2


@pytest.mark.parametrize("status", [Status.RUNNING, Status.ENDED])
async def test_the_doctor_names_a_match_that_can_not_be_played_through(
    store: SqliteStore, path: Path, status: Status
) -> None:
    await new_match(store)
    await new_match(store, status=status)

    def refuse_the_second(recorded: Sequence[Recorded], match: MatchId) -> None:
        if match == 2:
            raise BrokenMatch(f"Match {match} is broken.")

    # Those that have ended are looked at when all are asked for.
    assert doctor(path, refuse_the_second).healthy == (status is Status.ENDED)
    report = doctor(path, refuse_the_second, every=True)
    assert "matches played through: 2" in report.lines
    assert report.lines[-2:] == ("TROUBLE: Match 2 is broken.", "1 to look at.")


@pytest.mark.parametrize(
    ("sql", "every", "found"),
    [
        ("DELETE FROM events WHERE seq = 1", False, "match 1 should end with event 2 but has 1 up"),
        ("INSERT INTO visits VALUES (1, 77, 1, NULL)", True, "points to a missing matches row"),
    ],
)
async def test_the_doctor_finds_what_is_missing(
    store: SqliteStore, path: Path, sql: str, every: bool, found: str
) -> None:
    await play(store, await new_match(store), 1)
    with closing(connect(path)) as tampering:
        tampering.execute(sql)

    (trouble,) = [line for line in doctor(path, no_replay, every=every).lines if found in line]
    assert trouble.startswith("TROUBLE: ")


async def test_the_doctor_survives_damage_in_the_middle(store: SqliteStore, path: Path) -> None:
    for _ in range(200):
        await new_match(store)
    await store.close()
    damage(path, "events")

    report = doctor(path, no_replay)
    assert not report.healthy
    assert any(line.startswith("TROUBLE: ") for line in report.lines)


def test_the_doctor_reads_an_older_database_as_it_is(tmp_path: Path) -> None:
    report = doctor(copy_file("version-0.1", tmp_path / "old.sqlite3"), fold)

    assert report.healthy, report.lines
    assert "`bumpbot migrate`" in report.lines[1]
    assert "open matches played through: 6" in report.lines


async def test_the_doctor_asks_indexes_for_what_is_open_or_waits(store: SqliteStore) -> None:
    asked = [OPEN_MATCHES, COUNTS["of them open"]]
    asked += [POST_COUNTS["posts waiting"], POST_COUNTS["posts given up"]]
    for sql in asked:
        plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}")
        assert all("USING" in step and "INDEX" in step for *_, step in plan), sql
