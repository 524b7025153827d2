"""Nothing in any table of any database tells of somebody who was deleted."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.model.events.base import DELETED
from bot.model.records import Status
from bot.service.build import Service
from bot.store.postgres import PostgresStore
from bot.store.schema import SHOWN
from bot.store.sqlite import SqliteStore
from tests.helpers.rounds import do_once
from tests.helpers.stores import opened
from tests.postgres import schema
from tests.service.conftest import Clock
from tests.store.privacy.life import GRACE, LINUS, ME, ROBOT, begun, live, moved, served
from tests.store.privacy.rows import IMPERSONAL, all_rows, columns, naming

SETTLED = timedelta(seconds=61)


@pytest_asyncio.fixture(params=["file", "server"])
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


async def deleted(service: Service, clock: Clock, *people: int) -> None:
    for person in people:
        await service.privacy.request_deletion(person)
    clock.now += SETTLED
    while await service.privacy.under_way():
        await do_once(service.privacy, clock.now)


def untouched(column: str) -> bool:
    table, _, name = column.partition(".")
    return name in IMPERSONAL.get(table, "").split()


async def test_after_a_life_no_column_keeps_the_person(store: SqliteStore | PostgresStore) -> None:
    clock = Clock()
    service = served(store, clock)
    await live(store, service)
    before = await all_rows(store)
    named = set(naming(before, str(ME.id), ME.name))
    personal = {each for each in await columns(store) if not untouched(each)}
    # Only while somebody is deleted, or told of something, does anything stand here.
    personal -= {"deletions.person", "claims.id"}
    # A column that is new: either it names people, and `live` has to fill it, or it does not.
    assert personal - named == set()
    assert named - personal == set()

    await deleted(service, clock, ME.id)

    after = await all_rows(store)
    assert sorted(naming(after, str(ME.id), ME.name)) == []
    others = Counter(naming(after, str(GRACE.id)))
    assert others["preferences.owner"] == 0
    assert others["private_notes.person"] == 1
    assert others["outbox.person"] >= 1
    assert others["visits.person"] == 1
    assert others["followers.person"] == 0


async def test_a_person_is_given_all_of_theirs_alone(store: SqliteStore | PostgresStore) -> None:
    service = served(store, Clock())
    await live(store, service)
    files = await service.privacy.export(ME.id)
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
    clock = Clock()
    service = served(store, clock)
    three = await begun(service.matches, ME, GRACE, LINUS, game="urchins")
    two = await begun(service.matches, ME, GRACE)
    await deleted(service, clock, ME.id)
    running = await service.matches.match(three.id)
    assert running.status is Status.RUNNING
    assert running.seats[0].name == DELETED
    assert running.playing == (2, 3)
    ended = await service.matches.match(two.id)
    assert ended.status is Status.ENDED
    assert ended.outcome
    assert ended.outcome.winners == (2,)
    running = await moved(service.matches, running)
    assert str(ME.id) not in json.dumps(list(naming(await all_rows(store), str(ME.id))))
    await deleted(service, clock, GRACE.id)
    after = await service.matches.match(three.id)
    assert [each.id for each in after.seats] == [-1, -2, LINUS.id]
    assert {each.match for each in await service.matches.of_person(LINUS.id, open_only=False)} == {
        three.id
    }
    assert two.id not in {row["id"] for row in (await all_rows(store))["matches"]}


async def test_another_process_keeps_no_name_in_memory(store: SqliteStore | PostgresStore) -> None:
    clock = Clock()
    here, there = served(store, clock), served(store, clock)
    three = await begun(here.matches, ME, GRACE, LINUS, game="urchins")
    assert (await there.matches.match(three.id)).seats[0] == ME
    await deleted(here, clock, ME.id)
    assert (await there.matches.match(three.id)).seats[0].name == DELETED
    seen = await there.matches.match(three.id)
    await deleted(here, clock, GRACE.id)
    # What the other process decides on what it has read before is decided anew.
    there.matches._folded._kept[three.id] = seen
    assert seen.turn_person
    known = await there.matches.match(three.id)
    assert GRACE.name not in [each.name for each in known.seats]


async def test_the_same_person_begins_anew(store: SqliteStore | PostgresStore) -> None:
    clock = Clock()
    service = served(store, clock)
    await live(store, service)
    await deleted(service, clock, ME.id)
    assert (await service.profiles.profile(ME.id)).is_newcomer
    again = await begun(service.matches, ME, GRACE)
    assert (await moved(service.matches, again)).seq == again.seq + 1
    assert [each.match for each in await service.matches.of_person(ME.id)] == [again.id]
