"""Which matches of a server somebody sees from a direct message with the bot."""

import discord

from tests.front.conftest import World, said
from tests.front.discord.test_permissions import HIDDEN, _private_thread
from tests.front.following.test_following import follow, play
from tests.front.posting.test_notices import HOUR, direct


async def test_a_member_of_the_server_sees_a_match_and_follows_it_from_there(world: World) -> None:
    await world.start(spare=9)
    assert "It is **Ada**'s turn." in said(await world.linus.user.slash("board", match=1))
    assert "You follow match 1" in said(await world.linus.user.slash("follow", match=1))
    await play(world, world.ada)
    assert "turn 2" in direct(world.linus)[-1].content


async def test_a_stranger_to_the_server_sees_nothing_of_it(world: World) -> None:
    await world.start(spare=9)
    stranger = world.env.create_user("Edsger")
    for command in ("board", "follow", "note", "replay"):
        assert HIDDEN in said(await stranger.slash(command, match=1))


async def test_a_follower_of_a_private_thread_is_told_while_they_are_in_it(world: World) -> None:
    thread = await _private_thread(world)
    inner = world.client.get_channel(thread.id)
    assert isinstance(inner, discord.Thread)
    assert HIDDEN in await follow(world, world.linus, match=1)
    await inner.add_user(discord.Object(world.linus.id))
    assert "You follow match 1" in await follow(world, world.linus, match=1)
    await play(world, world.grace, channel=thread)
    assert len(direct(world.linus)) == 1
    await inner.remove_user(discord.Object(world.linus.id))
    await world.env.advance_time(HOUR)
    await play(world, world.ada, channel=thread)
    assert len(direct(world.linus)) == 1
