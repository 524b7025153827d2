"""A match in a server of another process's shard: this one posts, makes threads and asks all the
same."""

from collections.abc import Sequence

import pytest

from bot.front.client import Shards
from bot.front.discord.other_shards import is_member, spot_of
from bot.front.ui.answers_only import answers_only
from bot.model.places import State
from bot.model.records import ChannelId, GuildId
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.posting import (
    FIRST,
    HOUR,
    direct,
    follow,
    lock,
    makings,
    move_alone,
    place,
    refuse_here,
    spoken,
)

ANSWERS = ("/messages", "/interactions/", "/webhooks/")
BOTH: Shards = ((0, 1), 2)
ONLY_FIRST: Shards = ((0,), 2)


@pytest.fixture
async def far(world: World) -> World:
    """The world on the second of two shards, while the bot has both."""
    await world.restart(shards=BOTH)
    guild = world.env.create_guild("Far", shard_id=1)
    world.guild, world.channel = guild, guild.create_text_channel("games")
    people = (world.ada, world.grace, world.linus)
    world.ada, world.grace, world.linus = (guild.add_member(each.user) for each in people)
    await world.env.settle()
    return world


async def leave(world: World) -> None:
    """From now on another process has the second shard."""
    await world.restart(shards=ONLY_FIRST)
    assert world.client.get_guild(world.guild.id) is None
    assert world.client.is_elsewhere(world.guild.id)


def asked(world: World, since: int) -> Sequence[str]:
    """What Discord was asked besides messages and answers."""
    sent = (f"{each.method} {each.path}" for each in world.env.http_requests[since:])
    return [each for each in sent if not any(part in each for part in ANSWERS)]


async def test_a_turn_asks_once_whether_the_server_is_ours(far: World) -> None:
    await far.start(spare=9)
    await leave(far)
    before = len(far.env.http_requests)
    await move_alone(far, far.ada)
    assert "Move" in labels(far.last)
    assert far.last.attachments
    await move_alone(far, far.grace)
    await move_alone(far, far.ada)
    assert len(spoken(far)) == 5
    assert asked(far, before) == [f"GET /guilds/{far.guild.id}"]
    refuse_here(far)
    await move_alone(far, far.grace)
    snapshot(said(await far.ada.user.slash("board", match=1)))


async def test_a_thread_is_made_and_closed(far: World) -> None:
    await far.start(spare=9)
    await leave(far)
    await far.server_wishes(posting="thread")
    await move_alone(far, far.ada)
    assert makings(far) == 1
    (thread,) = far.channel.threads
    assert {far.ada.id, far.grace.id} <= set(thread._channel.thread_members)
    await move_alone(far, far.grace)
    assert "Move" in labels(spoken(far, thread)[-1])
    sure = await far.ada.user.slash("resign", match=FIRST)
    await far.ada.user.click(sure.response, label="Yes, resign")
    await far.env.advance_time(HOUR)
    assert (await place(far)).state is State.CLOSED
    assert thread._channel.thread_metadata.archived


async def test_who_may_not_see_a_channel_sees_its_match_nowhere(far: World) -> None:
    await far.start(spare=9)
    await follow(far, far.linus)
    await leave(far)
    assert "**Ada**" in said(await far.linus.user.slash("board", match=1))
    await move_alone(far, far.ada)
    await far.env.advance_time(61)
    assert len(direct(far.linus)) == 1
    lock(far, far.linus)
    await far.env.advance_time(HOUR)
    await move_alone(far, far.grace)
    await far.env.advance_time(61)
    assert len(direct(far.linus)) == 1
    snapshot(said(await far.linus.user.slash("board", match=1)))

    far.env.inject_error("GET", f"/guilds/{far.guild.id}", status=500, code=0, times=None)
    assert not await answers_only(far.client, await far.match())
    far.env.backend.faults.clear()
    stranger = far.env.create_guild("Stranger", shard_id=1)
    far.env.inject_error("GET", f"/guilds/{stranger.id}", status=404, code=10004, times=None)
    assert await is_member(far.client, far.guild.id)
    assert not await is_member(far.client, GuildId(stranger.id))
    assert await spot_of(far.client, GuildId(stranger.id), ChannelId(5)) is None


@pytest.mark.parametrize(("shards", "mine"), [(((0,), 2), [0, 2]), (((1, 2), 3), [1, 2])])
async def test_servers_are_dealt_to_shards_by_their_number(
    world: World, shards: Shards, mine: list[int]
) -> None:
    client = world.make(shards=shards)
    assert [n for n in range(3) if not client.is_elsewhere(GuildId(n << 22))] == mine
    assert client.is_first == (0 in shards[0])
    assert not client.has_all_servers
