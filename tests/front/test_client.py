"""The client's own life, and what belongs to a server that it has left."""

import asyncio
import gc
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.front.board import pictures
from bot.front.client import Bumpbot
from bot.front.discord.ending import end_within
from bot.model.commands import Play
from bot.model.events import Person
from bot.model.ports import Store
from bot.model.privacy.records import KnownServer
from bot.model.records import ChannelId, GuildId, MatchId
from bot.model.refusals import NoSuchMatch, StoreTrouble
from bot.store.sqlite import SqliteStore
from tests.front.conftest import World, in_memory, labels, patience, said
from tests.front.snapshot import snapshot
from tests.helpers.thinking import InThreads
from tests.store.memory import Connection


async def test_a_bot_that_never_started_closes_quietly(tmp_path: Path) -> None:
    await Bumpbot(partial(SqliteStore.open, tmp_path / "x.sqlite3")).close()


@pytest.mark.parametrize("turns", [0, 3, 30])
async def test_a_stopping_bot_says_all_once_before_or_after(world: World, turns: int) -> None:
    await world.start()
    with world.env.time_context():
        await world.client.matches.do(MatchId(1), Play(world.ada.id, "1"))
        for _ in range(turns):
            await asyncio.sleep(0)
        await world.client.close()
    assert world.client.is_closed()
    await world.env.restart_bot(world.make())
    assert len(world.public()) == 3
    snapshot(world.last.content)


async def test_closed_by_two_at_once_it_closes_once(short: World) -> None:
    async with asyncio.timeout(300):
        await asyncio.gather(short.client.close(), short.client.close())
    assert short.client.is_closed()
    with pytest.raises(StoreTrouble):
        await short.client.store.summary(MatchId(1))
    await short.env.restart_bot(short.make())


async def test_work_in_the_background_that_fails_is_logged_and_stops_nothing(world: World) -> None:
    async def fail(_: Store) -> None:
        raise RuntimeError("beside")

    await world.client.close()
    made = world.make()
    made._beside = [fail]
    await world.env.restart_bot(made)
    (record,) = [each for each in world.log.records if each.levelname == "CRITICAL"]
    snapshot(record.getMessage())
    assert "games of push" in await world.ask(world.ada, "help")


async def test_a_late_task_is_named_without_typed_words(caplog: pytest.LogCaptureFixture) -> None:
    name = "discord-ui-dynamic-item-TypeMoveButton-typed:1:move:secret"
    await end_within(0.0, [asyncio.create_task(asyncio.sleep(60), name=name)])
    assert caplog.messages == ["discord-ui- did not stop in time"]


async def test_what_stays_for_good_is_spared_the_garbage_collector_once_boards_are_drawn() -> None:
    await pictures.warm_up()
    assert gc.get_freeze_count() > 100_000


async def test_commands_can_be_kept_to_one_server(world: World) -> None:
    # It asks for no privileged intent, and mentions nobody by itself.
    assert {name for name, wanted in world.client.intents if wanted} == {"guilds"}
    assert world.client.allowed_mentions is not None
    assert dict(world.client.allowed_mentions.to_dict()) == {"parse": []}
    world.env.backend.commands.clear()
    world.env.http_requests.clear()
    for _ in range(2):
        await world.restart(guild=world.guild.id)
        assert set(world.env.backend.commands) == {world.guild.id}
        assert "games of push" in await world.ask(world.ada, "help")
    [offered] = [r.json for r in world.env.http_requests if r.method == "PUT"]
    # Those belong to commands for everywhere.
    assert not [each for each in offered or () if {"contexts", "integration_types"} & each.keys()]


async def test_whatever_watches_for_ever_survives_something_odd(world: World) -> None:
    idle, failed = patience({"env": world.env}), set[asyncio.Task[None]]()

    async def odd_once(wake: asyncio.Event, seconds: float | None) -> None:
        task = asyncio.current_task()
        assert task is not None
        if task not in failed:
            failed.add(task)
            raise KeyError("session_start_limit")
        await idle(wake, seconds)

    await world.client.store.close()
    assert isinstance(world.connection, Connection)
    bot = Bumpbot(
        partial(in_memory, world.connection),
        None,
        pause=odd_once,
        thinking=InThreads(),
        marked=True,
        beat=timedelta(seconds=60),
        heeds=timedelta(seconds=60),
    )
    await world.env.restart_bot(bot)
    await world.env.settle()
    over = [each for each in bot._workers if each.done()]
    assert not [each for each in over if each.exception()]
    assert len(failed & {*bot._workers}) >= 6
    assert not failed & {*over}


async def test_a_board_that_was_lost_holds_nothing_up_and_is_posted_again(begun: World) -> None:
    with begun.env.time_context():
        await begun.client.outbox.restate(MatchId(1))
    assert len(begun.public()) == 3
    snapshot(said(await begun.move(begun.ada, "1")))
    assert labels(begun.public()[2]) == []
    begun.env.backend.delete_message(begun.channel.id, begun.last.id)
    await begun.env.settle()
    snapshot(said(await begun.move(begun.grace, "1")))
    assert labels(begun.last) == ["Move", "My view", "Study", "Replay", "More…"]


async def test_buttons_that_can_not_be_taken_off_hold_nothing_up(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    world.env.inject_error("PATCH", "*", status=500, times=2)
    await world.grace.click(world.last, label="Decline")
    snapshot(world.last.content)
    assert "pressed message not edited" in world.log.text
    assert "old buttons not removed" in world.log.text
    snapshot(await world.tap(world.grace, "Accept", world.public()[0]))


async def test_an_outbox_that_can_not_be_read_is_tried_again(short: World) -> None:
    short.sql("ALTER TABLE outbox RENAME TO hidden")
    short.client.service.queue.wake()
    await short.env.settle()
    assert "queue: cannot read what is due; retrying" in short.log.text
    short.sql("ALTER TABLE hidden RENAME TO outbox")
    await short.env.advance_time(15 * 60 + 1)
    await short.move(short.ada, "1")
    snapshot(short.last.content)


async def test_nothing_is_posted_again_before_it_was_posted(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=403, times=None)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    with world.env.time_context():
        await world.client.outbox.restate(MatchId(1))
    assert world.public() == []
    assert "`/board`" in await world.client.board_link(MatchId(1))


MONTH = timedelta(days=30).total_seconds()
DAY = timedelta(days=1).total_seconds()


async def is_there(world: World, match: int = 1) -> bool:
    try:
        await world.client.matches.summary(MatchId(match))
    except NoSuchMatch:
        return False
    return True


async def put_out(world: World) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()
    assert world.client.get_guild(world.guild.id) is None


async def known(world: World) -> dict[int, bool]:
    """The servers that are known, and whether the bot is there."""
    found = await world.client.store.find(KnownServer)
    return {each.guild: each.left is None for each in found}


async def test_what_belongs_to_a_server_goes_a_month_after_the_bot(short: World) -> None:
    await short.manager.slash(short.channel, "lobby", post=True)
    await short.server_wishes(theme="dark")
    assert await known(short) == {short.guild.id: True}
    await put_out(short)
    assert await known(short) == {short.guild.id: False}
    await short.env.advance_time(MONTH - DAY)
    assert await is_there(short)
    await short.env.advance_time(2 * DAY)
    await short.env.settle()
    assert not await is_there(short)
    assert await known(short) == {}
    assert str(short.guild.id) not in short.everything


async def test_at_the_start_servers_of_its_own_shards_are_missed_alone(world: World) -> None:
    elsewhere = (1 << 22) * 3 + 1
    now = world.env.now()
    await world.client.store.note_servers(
        [GuildId(4), GuildId(5), GuildId(elsewhere)], [GuildId(5)], now, now
    )
    await world.restart(shards=((0,), 2))
    await world.env.settle()
    assert await known(world) == {world.guild.id: True, 4: False, elsewhere: True}
    # An outage is no leaving.
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    assert (await known(world))[world.guild.id]
    await world.client.on_ready()
    assert (await known(world))[world.guild.id]


async def test_a_server_that_never_had_the_bot_is_not_touched(world: World) -> None:
    ada, robot = Person(world.ada.id, "Ada"), Person(world.robot.id, "Bumpbot")
    await world.client.matches.challenge(
        game="bump", options={}, host=ada, invited=(robot,), channel=ChannelId(9), guild=GuildId(99)
    )
    await world.env.advance_time(2 * MONTH)
    await world.env.settle()
    assert await is_there(world)
    assert 99 not in await known(world)


async def test_let_in_again_everything_stays(short: World) -> None:
    await put_out(short)
    await short.env.advance_time(MONTH - DAY)
    guild = short.guild.id
    await short.client.service.servers.joined(guild)
    await short.env.advance_time(2 * MONTH)
    await short.env.settle()
    assert await is_there(short)
    assert await known(short) == {guild: True}
