"""Steps and looks of the tests of posts, calls and places: what is posted, where and to whom."""

import itertools
import re
from collections import Counter
from typing import Any

import discord
from simcord import ChannelHandle
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.front.discord.layouts import words_of
from bot.model.notices.notice_settings import NoticeSettings
from bot.model.places import Place, PostState
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.service.notices.book import NOTICES
from bot.telemetry.metrics import STORE_CALLS
from tests.front.conftest import World, labels, said
from tests.helpers import commands

HOUR, DAY = 3600.0, 24 * 3600.0
NIGHT = {"quiet_from": 22, "quiet_to": 8}

FIRST = MatchId(1)
USUAL = ["Move", "My view", "Study", "Replay", "More…"]
"""The buttons of a board."""

POSTS = "/channels/*/messages"
EDITS = "/channels/*/messages/*"
MAKING = "/channels/*/messages/*/threads"


# What people do


async def move_alone(world: World, who: Any, **options: Any) -> Any:
    """Move in direct messages with the bot, as a person does who finds no board elsewhere."""
    asked = await who.user.slash("move", **{"move": "1", "match": 1} | options)
    if "Confirm" in labels(asked.response):
        return await who.user.click(asked.response, label="Confirm")
    return asked


async def resign(world: World, who: Any, channel: Any = None) -> None:
    asked = await who.slash(channel or world.channel, "resign", match=1)
    await who.click(asked.response, label="Yes, resign")


async def follow(world: World, who: Any, **given: Any) -> str:
    return said(await who.slash(world.channel, "follow", **given))


async def play_to_followers(world: World, who: Any, **given: Any) -> None:
    """Make a move, and let the pause go by after which followers are told."""
    await world.move(who, "1", **given)
    await world.env.advance_time(61)


# Who is called


def mentioned(message: discord.Message) -> list[int]:
    """The people whom a message mentions, in order; a board those whom it calls to their turn."""
    return [int(person) for person in re.findall(r"<@(\d+)>", words_of(message))]


async def choose(world: World, who: Any, **wish: Any) -> None:
    # As the book does it, by the clock of the simulated server.
    store = world.client.store
    await store.change_preferences(NOTICES, who.id, lambda _: NoticeSettings(**wish).values())
    await store.replan(who.id, world.env.now())
    world.client.service.queue.wake()
    await world.env.settle()


def direct(who: Any) -> list[discord.Message]:
    """The direct messages to a person, the oldest first."""
    return list(who.user.dm_channel.history())


def close_direct(world: World, who: Any) -> None:
    """Nobody can write to them directly any more."""
    path = f"/channels/{who.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=None)


def calls(world: World, who: Any) -> list[str]:
    """All messages that pinged the person in the channel, and their direct messages."""
    pinged = [words_of(m) for m in world.public() if f"<@{who.id}>" in words_of(m)]
    return [*pinged, *(words_of(m) for m in direct(who))]


def reminders(world: World) -> list[discord.Message]:
    return [m for m in world.public() if "your move is awaited" in m.content]


async def until(world: World, hour: int) -> None:
    """Let time pass until that hour in UTC."""
    now = world.env.now()
    passed = now.hour * HOUR + now.minute * 60 + now.second
    await world.env.advance_time((hour * HOUR - passed) % DAY or DAY)


# Where a match is posted


async def start_in_thread(world: World, **options: Any) -> ChannelHandle:
    """A match that is played in a thread from its first board on; that thread."""
    await world.server_wishes(posting="thread")
    await world.start(**options)
    return thread_of(world)


def spoken(world: World, channel: Any = None) -> list[discord.Message]:
    """What the bot and people wrote, without Discord's own lines."""
    return [m for m in world.public(channel) if m.type is discord.MessageType.default]


def thread_of(world: World) -> ChannelHandle:
    """The only thread of the channel."""
    (thread,) = world.channel.threads
    assert isinstance(thread, ChannelHandle)
    return thread


def meta(thread: Any) -> Any:
    return thread._channel.thread_metadata


def archive(world: World, thread: Any) -> None:
    """Put a thread away, as Discord does where nobody writes for a while."""
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})


async def place(world: World) -> Place:
    return await world.client.service.places.of(FIRST)


def makings(world: World) -> int:
    return sum(r.method == "POST" and r.path.endswith("/threads") for r in world.env.http_requests)


# What goes wrong


def forbid(world: World, **rights: bool) -> None:
    """Change what everybody, the bot included, may do in the channel."""
    allow, deny = discord.PermissionOverwrite(**rights).pair()
    _overwrite(
        world, Overwrite(world.guild.default_role.id, OverwriteType.ROLE, allow.value, deny.value)
    )


def lock(world: World, *people: Any) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False).pair()[1].value
    _overwrite(world, *(Overwrite(who.id, OverwriteType.MEMBER, 0, hidden) for who in people))


def _overwrite(world: World, *overwrites: Overwrite) -> None:
    channel = world.channel._channel
    channel.overwrites[:] = overwrites
    payload = serializers.channel_payload(world.env.backend, channel)
    world.env.backend.emit("CHANNEL_UPDATE", dict(payload))


def refuse_here(world: World, channel: Any = None, **error: Any) -> None:
    """Discord refuses posts in that channel; where nothing else is given, always."""
    here = f"/channels/{(channel or world.channel).id}/messages"
    world.env.inject_error("POST", here, **{"status": 403, "code": 50013, "times": None} | error)


def dying(world: World) -> None:
    """From now on nothing that is posted can be marked, as if the process were killed between."""

    async def dead(*_: Any, **__: Any) -> None:
        raise StoreTrouble("killed")

    world.client.store.delivered = dead  # type: ignore[method-assign, assignment]


def kill_at_note(world: World, notes: int, *, behind: bool) -> None:
    """At that note of a living post, or just behind it, the process does no more."""
    noted, made = world.client.store.note_post, itertools.count(1)

    async def mortal(before: PostState, after: PostState) -> None:
        number = next(made)
        if number < notes or (number == notes and behind):
            await noted(before, after)
        if number >= notes:
            raise StoreTrouble("killed")

    world.client.store.note_post = mortal  # type: ignore[method-assign]


async def restart_unmarked(world: World, which: str) -> None:
    """Start again as if the last process had died before it marked those posts."""
    await world.client.store.close()
    world.sql(
        "UPDATE outbox SET message = NULL, channel = NULL, retry_at = "
        f"(SELECT updated FROM matches WHERE id = match_id) WHERE {which}"
    )
    await world.env.restart_bot(world.make())


def killed_at(world: World, *words: object) -> int:
    """The exit status of a process that takes a step and is killed before anything is posted."""
    ((_, _, file),) = world.sql("PRAGMA database_list")
    given = [file, world.env.now().isoformat(), *map(str, words)]
    return commands.run("tests.front.child", given, {}).returncode


def store_calls() -> Counter[str]:
    """How often each call of the store was made by its name, by all stores of this process."""
    found = (sample for each in STORE_CALLS.collect() for sample in each.samples)
    return Counter(
        {each.labels["call"]: int(each.value) for each in found if each.name.endswith("_count")}
    )
