"""Of who was deleted nothing is left in any database, also where the deletion is killed."""

import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.model.events import Accepted, Event, Person, Started
from bot.model.events.base import DELETED
from bot.model.privacy.owner import Excluded
from bot.model.records import MatchId, PersonId, PrivateNote, Seq, Status
from bot.store.postgres import PostgresStore
from bot.store.schema import SHOWN
from bot.store.sqlite import SqliteStore, connection
from bot.store.sqlite.migrator import connect
from tests.helpers.commands import Program
from tests.helpers.rounds import do_once
from tests.helpers.stores import opened
from tests.postgres import schema
from tests.service.conftest import START, Club
from tests.store.contracts.matches import new_match, play
from tests.store.contracts.privacy import asked
from tests.store.memory import empty_database
from tests.store.personal.life import (
    GRACE,
    IMPERSONAL,
    LINUS,
    ME,
    ROBOT,
    all_rows,
    columns,
    live,
    naming,
)


@pytest.fixture(params=["file", "server"])
async def store(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[SqliteStore | PostgresStore]:
    if request.param == "file":
        async with opened(SqliteStore.open(tmp_path / "matches.sqlite3")) as file:
            yield file
        return
    async with (
        schema(request.getfixturevalue("postgres_server")) as address,
        opened(PostgresStore.open(address)) as server,
    ):
        yield server


def club_of(store: SqliteStore | PostgresStore) -> Club:
    return Club(store, robot=ROBOT)


async def step(club: Club) -> None:
    await do_once(club.store, club.service.privacy, club.clock.now)


async def done(club: Club, **after: float) -> None:
    """The deletion of those who have asked for it, so much later."""
    club.pass_by(**after)
    while await club.service.privacy.under_way():
        await step(club)


async def deleted(club: Club, person: PersonId) -> None:
    # An exclusion stays until the owner ends it: nobody ends their own by being deleted.
    await club.service.owner.readmit(Excluded.PERSON, person)
    await club.service.privacy.request_deletion(person)
    await done(club, seconds=61)


def untouched(column: str) -> bool:
    table, _, name = column.partition(".")
    return name in IMPERSONAL.get(table, "").split()


async def test_after_a_life_no_column_keeps_the_person(store: SqliteStore | PostgresStore) -> None:
    club = club_of(store)
    await live(club)
    before = await all_rows(store)
    named = set(naming(before, str(ME.id), ME.name))
    personal = {each for each in await columns(store) if not untouched(each)}
    # Only while somebody is deleted, or told of something, does anything stand here.
    personal -= {"deletions.person", "claims.id"}
    # A column that is new: either it names people, and `live` has to fill it, or it does not.
    assert personal - named == set()
    assert named - personal == set()

    await deleted(club, ME.id)

    after = await all_rows(store)
    assert sorted(naming(after, str(ME.id), ME.name)) == []
    others = Counter(naming(after, str(GRACE.id)))
    assert others["preferences.owner"] == 0
    assert others["private_notes.person"] == 1
    assert others["studies.person"] == 2
    assert others["outbox.person"] >= 1
    assert others["visits.person"] == 1
    assert others["followers.person"] == 0


async def test_a_person_is_given_all_of_theirs_and_nobody_elses_number(
    store: SqliteStore | PostgresStore,
) -> None:
    club = club_of(store)
    await live(club)
    files = await club.service.privacy.export(ME.id)
    assert [each.name for each in files] == ["about-you.json", "about-you.md"]
    notified = json.loads(files[0].content)
    about = Counter(naming(await all_rows(store), str(ME.id)))
    # The matches are handed out event by event.
    tables = {column.partition(".")[0] for column in about} - {"matches", "events", "seats"}
    assert tables - set(notified["tables"]) == set()
    for table in SHOWN:
        assert len(notified["tables"][table.name]) == about[f"{table.name}.{table.owner}"], (
            table.name
        )
    events = [e for match in notified["matches"] for e in match["events"]]
    naming_me = [e for e in events if '"you": true' in json.dumps(e)]
    assert len(naming_me) == about["events.payload"]
    for other in (GRACE, LINUS, ROBOT):
        for file in files:
            assert str(other.id) not in file.content.decode()
        assert other.name in files[1].content.decode()


async def test_others_play_on_and_what_both_leave_goes(store: SqliteStore | PostgresStore) -> None:
    club = club_of(store)
    three = await club.begin(GRACE, LINUS, host=ME, game="urchins")
    two = await club.begin(GRACE, host=ME, game="bump")
    await deleted(club, ME.id)
    running = await club.match(three.id)
    assert running.status is Status.RUNNING
    assert running.seats[0].name == DELETED
    assert running.playing == (2, 3)
    ended = await club.match(two.id)
    assert ended.status is Status.ENDED
    assert ended.outcome
    assert ended.outcome.winners == (2,)
    running = await club.moved(running)
    assert str(ME.id) not in json.dumps(list(naming(await all_rows(store), str(ME.id))))
    await deleted(club, GRACE.id)
    after = await club.match(three.id)
    assert [each.id for each in after.seats] == [-1, -2, LINUS.id]
    assert {each.match for each in await club.matches.of_person(LINUS.id, open_only=False)} == {
        three.id
    }
    assert two.id not in {row["id"] for row in (await all_rows(store))["matches"]}


async def test_another_process_keeps_no_name_in_memory(store: SqliteStore | PostgresStore) -> None:
    here = club_of(store)
    there = here.restarted()
    three = await here.begin(GRACE, LINUS, host=ME, game="urchins")
    assert (await there.match(three.id)).seats[0] == ME
    await deleted(here, ME.id)
    assert (await there.match(three.id)).seats[0].name == DELETED
    seen = await there.match(three.id)
    await deleted(here, GRACE.id)
    # What the other process decides on what it has read before is decided again.
    there.matches._folded._kept[three.id] = seen
    assert seen.turn_person
    known = await there.match(three.id)
    assert GRACE.name not in [each.name for each in known.seats]


async def test_the_same_person_begins_again(store: SqliteStore | PostgresStore) -> None:
    club = club_of(store)
    await live(club)
    await deleted(club, ME.id)
    assert (await club.service.profiles.profile(ME.id)).is_newcomer
    again = await club.begin(GRACE, host=ME, game="bump")
    assert (await club.moved(again)).seq == again.seq + 1
    assert [each.match for each in await club.matches.of_person(ME.id)] == [again.id]


MANY = 400


async def many(store: SqliteStore | PostgresStore, count: int = MANY) -> None:
    events: list[Event] = [asked(ME, GRACE), Accepted(GRACE), Started((ME, GRACE), {})]
    for number in range(count):
        match = await new_match(
            store, events, says=["end"], people=(ME, GRACE), status=Status.ENDED, turn=None
        )
        await store.visit(ME.id, match, Seq(3), START)
        if number % 10 == 0:
            await store.put(PrivateNote(ME.id, match, f"{ME.name} {number}"))


async def filled(store: SqliteStore | PostgresStore) -> None:
    """A whole life, and many matches; all of it is to be deleted."""
    club = club_of(store)
    await live(club)
    await many(store)
    await club.service.owner.readmit(Excluded.PERSON, ME.id)
    await club.service.privacy.request_deletion(ME.id)


def kill_until_done(place: str, kills: int) -> int:
    """Kill the program so often, each time after some steps; how many steps it has told of."""
    dice, steps = random.Random(11), 0
    for _ in range(kills):
        process = Program("tests.store.personal.killed", place)
        for _ in range(dice.randint(1, 4)):
            steps += process.stdout.readline() == "step\n"
        time.sleep(dice.uniform(0, 0.02))
        steps += process.kill().count("step\n")
    status, rest = Program("tests.store.personal.killed", place).end()
    assert status == 0
    return steps + rest.count("step\n")


def raw(path: Path) -> bytes:
    """All bytes of a database and of what stands beside it."""
    return b"".join(part.read_bytes() for part in path.parent.glob(f"{path.name}*"))


TRACES = (str(ME.id).encode(), ME.name.encode(), ME.id.to_bytes(8, "big"))


async def test_killed_again_and_again_nothing_is_left_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = await SqliteStore.open(path)
    await filled(store)
    await store.close()
    assert all(trace in raw(path) for trace in TRACES)
    assert kill_until_done(str(path), kills=4) > MANY / 50
    store = await SqliteStore.open(path)
    assert sorted(naming(await all_rows(store), str(ME.id), ME.name)) == []
    assert len(await store.summaries(person=GRACE.id, limit=2 * MANY)) >= MANY
    await store.close()
    assert [trace for trace in TRACES if trace in raw(path)] == []


async def test_nothing_is_left_in_the_log_of_a_file_that_is_open(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    async with opened(SqliteStore.open(path)) as store:
        await filled(store)
        await done(club_of(store), days=365)
        assert [trace for trace in TRACES if trace in raw(path)] == []
        assert GRACE.name.encode() in raw(path)


def scattered_notes(path: Path) -> None:
    """So many notes, of ME and of others, that SQLite has moved rows of them between pages."""
    dice = random.Random(3)
    people = [ME.id, *(dice.getrandbits(59) + 2**59 for _ in range(20))]
    notes = [(person, match, "-" * dice.randrange(90)) for person in people for match in range(200)]
    dice.shuffle(notes)
    with closing(connect(path)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("BEGIN")
        database.executemany("INSERT INTO private_notes VALUES (?, ?, ?)", notes)
        database.execute("COMMIT")


async def test_a_number_that_a_moved_row_left_is_gone_with_the_deletion(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    number = ME.id.to_bytes(8, "big")
    path.write_bytes(empty_database())
    scattered_notes(path)
    async with opened(SqliteStore.open(path)) as store:
        await store.forget(ME.id, 10_000)
        assert await store.wipe()
        assert number in raw(path)
        await deleted(club_of(store), ME.id)
        assert number not in raw(path)


async def test_a_large_file_and_one_that_can_not_be_rewritten_are_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())
    scattered_notes(path)
    async with opened(SqliteStore.open(path)) as store:
        await store.forget(ME.id, 10_000)
        monkeypatch.setattr(connection, "REWRITTEN", 1000)
        await deleted(club_of(store), ME.id)
        assert ME.id.to_bytes(8, "big") in raw(path)
        assert caplog.messages == []
        monkeypatch.setattr(connection, "REWRITTEN", 2**40)
        await store.writer.execute_fetchall("PRAGMA query_only = ON")
        assert await store.wipe(rewrite=True)
        [line] = caplog.messages
        assert line.startswith("file not rewritten (")


@asynccontextmanager
async def on_server(server: str) -> AsyncIterator[tuple[PostgresStore, str]]:
    async with schema(server) as address, opened(PostgresStore.open(address)) as store:
        yield store, address


@pytest.mark.long
async def test_killed_again_and_again_nothing_is_left_on_a_server(postgres_server: str) -> None:
    async with on_server(postgres_server) as (store, address):
        await filled(store)
        kill_until_done(address, kills=2)
        assert sorted(naming(await all_rows(store), str(ME.id), ME.name)) == []


@pytest.mark.parametrize("gone", [ME, GRACE])
async def test_what_has_gone_on_meanwhile_is_found(tmp_path: Path, gone: Person) -> None:
    """Somebody plays, and looks, while they are being deleted."""
    async with opened(SqliteStore.open(tmp_path / "matches.sqlite3")) as store:
        club = club_of(store)
        await club.service.privacy.request_deletion(gone.id)
        await step(club)
        late = await new_match(store, [asked(ME, GRACE)], people=(ME, GRACE), turn=None)
        await play(store, late, 1)
        club.pass_by(days=365)
        await step(club)
        await store.visit(gone.id, MatchId(late), Seq(1), START)
        await done(club)
        assert sorted(naming(await all_rows(store), str(gone.id))) == []
