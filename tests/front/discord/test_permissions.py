"""A match is seen where it is played: private threads, hidden channels, and who manages what."""

from typing import Any

import discord

from tests.front.conftest import World, said
from tests.front.snapshot import snapshot
from tests.helpers.posting import HOUR, direct, follow, play_to_followers

HIDDEN = "There is no match 1 here."


async def _private_thread(world: World) -> Any:
    """A private thread in which Ada and Grace play match 1; Linus is no member."""
    channel = world.client.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    made = await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    for member in (world.ada, world.grace):
        await made.add_user(discord.Object(member.id))
    (thread,) = world.channel.threads
    await world.ada.slash(thread, "challenge heap", opponent=world.grace, first="me", spare=9)
    await world.grace.click(world.public(thread)[-1], label="Accept")
    await world.move(world.ada, "1", channel=thread)
    return thread


def _role(world: World, name: str, **held: bool) -> Any:
    role = world.guild.create_role(name, permissions=discord.Permissions(**held))
    return world.guild.add_member(world.env.create_user(name), roles=[role])


LOOKS = [("board", {}), ("describe", {"space": "1"}), ("replay", {}), ("record", {})]


async def test_only_members_and_keepers_see_a_private_thread_from_outside(world: World) -> None:
    thread = await _private_thread(world)
    for command, options in LOOKS:
        outside = await world.linus.slash(world.channel, command, match=1, **options)
        assert said(outside) == f"{HIDDEN} `/games` lists your matches."
    # Nor does a manager outside it end anything in it.
    assert HIDDEN in await world.ask(world.manager, "calloff", match=1)

    keeper = _role(world, "Barbara", manage_threads=True)
    inner = world.client.get_channel(thread.id)
    assert isinstance(inner, discord.Thread)
    assert HIDDEN in await follow(world, world.linus, match=1)
    await inner.add_user(discord.Object(world.linus.id))
    for command, options in LOOKS:
        for who in (keeper, world.linus, world.ada):
            assert HIDDEN not in await world.ask(who, command, match=1, **options)
    snapshot(await follow(world, world.linus, match=1))
    await play_to_followers(world, world.grace, channel=thread)
    assert len(direct(world.linus)) == 1
    await inner.remove_user(discord.Object(world.linus.id))
    await world.env.advance_time(HOUR)
    await play_to_followers(world, world.ada, channel=thread)
    assert len(direct(world.linus)) == 1


FORGED = [
    "view:1:3",
    "more:1:3",
    "record:1:3",
    "since:1:3",
    "replay:1:4",
    "rules:1:3",
    "move:1:4",
    "again:1:4",
    "type:1:4",
    "draw:1:4",
    "claim:1:4",
    "rematch:1:4",
    "accept:1:1",
    "reel:1:1:1:0",
    "look:1:3:point",
    "do:1:4:0:cancel",
    "act:own.heap.1-1:0:board",
]


async def test_no_button_shows_a_match_to_somebody_who_may_not_see_it(world: World) -> None:
    await _private_thread(world)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    for custom_id in FORGED:
        answer = await world.forge(world.linus, custom_id)
        assert HIDDEN in answer
        assert "Ada" not in answer


async def test_rights_in_one_channel_do_not_hold_in_another_or_for_the_server(short: World) -> None:
    role = short.guild.create_role("helpers")
    alan = short.guild.add_member(short.env.create_user("Alan"), roles=[role])
    helping = discord.PermissionOverwrite(manage_messages=True, manage_channels=True)
    own = short.guild.create_text_channel("own", overwrites={role: helping})
    snapshot(said(await alan.slash(own, "calloff", match=1)))
    snapshot(said(await alan.slash(own, "settings", server=True)))


async def test_a_stranger_to_the_server_sees_nothing_of_it(begun: World) -> None:
    stranger = begun.env.create_user("Edsger")
    for command in ("board", "follow", "note", "replay"):
        assert HIDDEN in said(await stranger.slash(command, match=1))
