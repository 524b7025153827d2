"""Every place of the simulated Discord in which people use the bot, to play in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.backend import serializers

from bot.front.discord.layouts import words_of
from tests.front.conftest import World

FOREIGN = {"server": 0, "group": 2, "friends": 2}
"""Places in which the bot may only answer, and Discord's number of such a context."""

TAG = {"moderated": False, "emoji_id": None, "emoji_name": None}


@dataclass
class Spot:
    """Somewhere Ada and Grace play, and Linus looks on."""

    channel: Any
    ada: Any
    grace: Any
    linus: Any


KINDS = pytest.mark.parametrize("kind", FOREIGN)


def at(world: World, channel: Any) -> Spot:
    """That channel of the server in which the bot is a member."""
    return Spot(channel, world.ada, world.grace, world.linus)


def last(world: World, channel: Any) -> Any:
    """The newest message of the channel that says something."""
    return [m for m in world.public(channel) if words_of(m)][-1]


async def begin(world: World, spot: Spot, **given: Any) -> Any:
    """A match of the small game between Ada, who begins, and Grace. What Ada was answered."""
    options = {"opponent": spot.grace, "first": "me", "size": "small", "spare": 9} | given
    sent = await spot.ada.slash(spot.channel, "challenge heap", **options)
    await spot.grace.click(last(world, spot.channel), label="Accept")
    return sent


def gone(world: World, guild: Any, *channels: Any) -> None:
    """The bot is no member of that server any more, and Discord forbids it all there."""
    world.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    for channel in channels:
        for path in ("", "/*"):
            world.env.inject_error(
                "*", f"/channels/{channel.id}{path}", status=403, code=50001, times=None
            )


def let_in(world: World, guild: Any) -> None:
    """The bot is a member again, with all its rights."""
    world.env.backend.faults.clear()
    known = world.env.backend.get_guild(guild.id)
    payload = dict(serializers.guild_create_payload(world.env.backend, known))
    # Only of a server that was there before does Discord say that it is available.
    del payload["unavailable"]
    world.env.backend.emit("GUILD_CREATE", payload)


async def away(world: World, kind: str) -> Spot:
    """A server without the bot, a group of friends, or two friends, with it as their own app."""
    guild = world.env.create_guild("Friends")
    channel = guild.create_text_channel("talk")
    people = [guild.add_member(each.user) for each in (world.ada, world.grace, world.linus)]
    gone(world, guild, channel)
    await world.env.settle()
    as_own_app(world, channel, kind)
    return Spot(channel, *people)


def as_own_app(world: World, channel: Any, kind: str) -> None:
    """What people do in that channel from now on, they do with the bot as their own app."""
    whole = interactions.base_payload

    def payload(backend: Any, **given: Any) -> Any:
        record, made = whole(backend, **given)
        if given["channel_id"] == channel.id:
            made["authorizing_integration_owners"] = {"1": str(given["user_id"])}
            made["context"] = FOREIGN[kind]
            if kind != "server":
                made["user"] = made.pop("member")["user"]
                del made["guild_id"]
                number = 3 if kind == "group" else 1
                made["channel"] = {"id": str(channel.id), "type": number, "recipients": []}
        return record, made

    world.patch.setattr(interactions, "base_payload", payload)


async def begun_away(world: World, kind: str, **given: Any) -> Spot:
    """Such a place with a match in it."""
    spot = await away(world, kind)
    await begin(world, spot, **given)
    return spot


async def forum(
    world: World, *tags: str, needs_tag: bool = False, moderated: bool = False
) -> tuple[Any, Any]:
    """A forum with those tags, and a post in it. One that `needs_tag` refuses further posts."""
    made = world.guild.create_forum_channel("matches")
    backend = world.env.backend
    of_forum = [
        {"id": str(backend.snowflake()), "name": tag, **TAG, "moderated": moderated} for tag in tags
    ]
    backend.edit_channel(made.id, {"available_tags": of_forum})
    backend.create_thread(made.id, "Who plays?", world.ada.id)
    await world.env.settle()
    if needs_tag:
        world.env.inject_error(
            "POST",
            f"/channels/{made.id}/threads",
            status=400,
            code=40067,
            message="A tag is required to create a forum post in this channel",
            times=None,
        )
        known = world.client.get_channel(made.id)
        assert isinstance(known, discord.ForumChannel)
        known._flags |= discord.ChannelFlags(require_tag=True).value
    return made, made.threads[0]


async def _text(world: World) -> Any:
    return world.channel


async def _thread(world: World) -> Any:
    world.env.backend.create_thread(world.channel.id, "talk", world.linus.id)
    await world.env.settle()
    return world.channel.threads[0]


async def _voice(world: World) -> Any:
    made = world.guild.create_voice_channel("lounge")
    await world.env.settle()
    return made


async def _announcements(world: World) -> Any:
    made = world.guild.create_text_channel("news")
    world.env.backend.edit_channel(made.id, {"type": 5})
    await world.env.settle()
    return made


def _post_of_forum(*tags: str, **how: bool) -> Callable[[World], Any]:
    async def post(world: World) -> Any:
        return (await forum(world, *tags, **how))[1]

    return post


OWN: dict[str, Callable[[World], Any]] = {
    "text channel": _text,
    "thread of somebody": _thread,
    "voice channel": _voice,
    "announcement channel": _announcements,
    "forum without tags": _post_of_forum(),
    "forum with tags": _post_of_forum("heap", "Running", "Finished"),
    "forum that needs tags of its managers": _post_of_forum(
        "Staff", needs_tag=True, moderated=True
    ),
    "forum full of tags": _post_of_forum(*(f"tag {number}" for number in range(20))),
}
"""Places of a server in which the bot is a member."""


async def spot_of(world: World, name: str) -> Spot:
    """That place, with Ada and Grace in it."""
    if name in FOREIGN:
        return await away(world, name)
    return at(world, await OWN[name](world))
