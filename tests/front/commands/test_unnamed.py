"""A person who has their data deleted is named no more in anything that is sent from then on."""

import json
from collections.abc import AsyncIterator

import pytest

from bot.model.events.base import DELETED
from bot.model.ports import Store
from bot.model.records import MatchId, MatchSummary
from bot.store.postgres import PostgresStore
from tests.front.conftest import World, opened
from tests.front.panels import ask_deletion, until_deleted
from tests.helpers.long_runs import mostly_long
from tests.helpers.posting import forbid
from tests.helpers.stretches import played, quick
from tests.postgres import schema
from tests.store.memory import Connection, MemoryStore

NAME = "Zaphodina"
ON_EITHER = pytest.mark.parametrize(
    "store", ["memory", pytest.param("server", marks=pytest.mark.long)], indirect=True
)


@pytest.fixture
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    async with schema(request.getfixturevalue("postgres_server")) as address:
        yield await PostgresStore.open(address)


@pytest.fixture
async def world(store: Store, caplog: pytest.LogCaptureFixture) -> AsyncIterator[World]:
    """A server in which Ada goes by a name that is part of no word."""

    # Open already: simcord would wait for what the store does by itself.
    async def ready() -> Store:
        return store

    async with opened(ready, Connection(), caplog, NAME) as made:
        yield made


def newest(rows: list[MatchSummary]) -> MatchId:
    return max(row.match for row in rows)


async def life(world: World) -> None:
    """Matches, challenges and requests of every kind that Ada has to leave."""
    await world.start()
    await world.move(world.ada, "1")
    await world.begin("clump")
    await world.ada.slash(world.channel, "challenge heap", opponent=world.robot, first="me")
    await world.begin_three(world.grace, world.linus)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.linus)
    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    await world.ada.slash(world.channel, "challenge bounce")
    await world.grace.slash(world.channel, "challenge bump", opponent=world.linus, first="me")
    await world.linus.click(world.last, label="Accept")
    number = newest(await world.client.matches.of_person(world.linus.id))
    asked = {"match": number, "player": world.grace, "by": world.ada}
    await world.grace.slash(world.channel, "replace", **asked)


def sent(world: World) -> list[str]:
    """All that was sent to Discord; who is written to directly is told for that."""
    requests = world.env.http_requests
    return [
        f"{each.method} {each.path} {json.dumps(each.json, ensure_ascii=False, default=str)}"
        for each in requests
        if not each.path.endswith("/users/@me/channels")
    ]


def naming(world: World, before: int) -> list[str]:
    # Nobody has a number below 0: a mention of it would show as it is written.
    traces = NAME, str(world.ada.id), "<@-"
    return [each for each in sent(world)[before:] if any(trace in each for trace in traces)]


@pytest.mark.parametrize(
    ("store", "posting"),
    [
        *(("memory", posting) for posting in ("posts", "thread", "living")),
        pytest.param("server", "thread", marks=pytest.mark.long),
    ],
    indirect=["store"],
)
async def test_nothing_names_somebody_who_is_deleted(world: World, posting: str) -> None:
    await world.server_wishes(posting=posting)
    await world.manager.slash(world.channel, "lobby", post=True)
    await life(world)
    assert any(NAME in each for each in sent(world))
    before = len(sent(world))
    await ask_deletion(world, world.ada)
    for command in ("games", "board", "replay", "profile"):
        number = {} if command in ("games", "profile") else {"match": 1}
        await world.grace.slash(world.channel, command, **number)
    await until_deleted(world)
    reply = sent(world)[before:]
    assert any(f"**{DELETED}** resigned" in each for each in reply)
    assert any(f"{DELETED}" in each and "PATCH" in each for each in reply)
    assert naming(world, before) == []


@pytest.mark.parametrize("store", mostly_long(["memory", "server"], "memory"), indirect=True)
async def test_posts_that_wait_name_nobody_who_is_deleted(world: World) -> None:
    await world.start()
    forbid(world, send_messages=False)
    await world.env.settle()
    await world.move(world.ada, "1")
    before = len(sent(world))
    await ask_deletion(world, world.ada)
    forbid(world, send_messages=True)
    await world.env.settle()
    assert any(f"**{DELETED}** resigned" in each for each in sent(world)[before:])
    await until_deleted(world)
    assert naming(world, before) == []


@ON_EITHER
async def test_a_fast_stretch_that_ends_so_names_nobody(world: World) -> None:
    board = await quick(world)
    await world.grace.click(board, label="Play on now")
    await played(world, 2)
    before = len(sent(world))
    await ask_deletion(world, world.ada)
    await until_deleted(world)
    assert any(f"**{DELETED}** resigned" in each for each in sent(world)[before:])
    assert naming(world, before) == []
