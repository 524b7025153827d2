"""What the fake Discord remembers: people, places, messages, interactions; and its JSON."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bot.model.records import ChannelId, GuildId, PersonId

EPOCH = 1420070400000
"""Milliseconds of Unix time at which Discord's ids begin."""

TEXT, DIRECT, THREAD = 0, 1, 11
"""Types of channels."""

COMMAND, PRESS, COMPLETION, FORM = 2, 3, 4, 5
"""Types of interactions."""

EPHEMERAL = 64
"""The flag of a message that one person sees."""

LAID_OUT = 1 << 15
"""The flag of a message that is laid out by components: it has no text of its own, and no file but
those that they name."""

_made = [0]


def snowflake() -> int:
    """A new id: the time now, and a number that keeps those of one millisecond in order."""
    now = (time.time_ns() // 1_000_000 - EPOCH) << 22
    _made[0] = max(now, _made[0] + 1)
    return _made[0]


@dataclass(eq=False)
class User:
    """A person, or the bot."""

    id: int
    name: str
    bot: bool = False


@dataclass(eq=False)
class Channel:
    """A channel of a server, a thread in one, or the direct messages with somebody."""

    id: int
    type: int
    name: str
    guild: GuildId | None = None
    parent: int | None = None
    person: User | None = None
    owner: int = 0
    denied: int = 0
    """The rights that everybody lacks in it."""

    messages: "dict[int, Message]" = field(default_factory=dict)


@dataclass(eq=False)
class Guild:
    """A server with everybody who was ever seen in it."""

    id: int
    name: str
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, User] = field(default_factory=dict)


@dataclass(frozen=True)
class Version:
    """A message as it stood for a while. `pinged` are those whom it called: an edit calls none."""

    number: int
    content: str
    pinged: tuple[PersonId, ...] = ()


@dataclass(eq=False)
class Message:
    """A message as Discord gives it, with every version that ever stood."""

    id: int
    channel: ChannelId
    body: dict[str, Any]
    versions: list[Version] = field(default_factory=list)
    deleted: bool = False

    @property
    def content(self) -> str:
        """Its text now, in either form."""
        return str(self.body["content"]) or "\n".join(texts(self.body["components"]))

    @property
    def is_private(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.body["flags"] & EPHEMERAL)

    def buttons(self) -> list[dict[str, Any]]:
        """Its buttons and menus, however deep they stand."""
        return list(_items(self.body["components"]))


def texts(components: list[dict[str, Any]]) -> Iterator[str]:
    """What components say, however deep they stand."""
    for each in components:
        if each.get("content"):
            yield str(each["content"])
        yield from texts(each.get("components", []))


def _items(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for each in components:
        found += [each] if "custom_id" in each else []
        inner = [each["accessory"]] if each.get("accessory") else []
        found += _items([*each.get("components", []), *inner])
    return found


@dataclass(eq=False)
class Interaction:
    """A command, a press or a form, with all that the bot answered to it."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    body: dict[str, Any]
    first: int | None = None
    """The type of the first answer; None before it came."""

    original: Message | None = None
    texts: list[str] = field(default_factory=list)
    choices: list[dict[str, Any]] | None = None
    form: dict[str, Any] | None = None
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with the first answer that says something."""

    lost: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it reached nobody, or the process that got it has gone."""

    @property
    def text(self) -> str:
        """All that was answered, the oldest first."""
        return "\n".join(self.texts)

    async def settled(self, patience: float) -> bool:
        """Whether it was answered. Gives up when the process has gone, or after that many seconds,
        as people do."""
        waits = [asyncio.create_task(each.wait()) for each in (self.done, self.lost)]
        try:
            await asyncio.wait(waits, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        return self.done.is_set()


ALL_RIGHTS = str((1 << 51) - 1 & ~(1 << 3))
"""Every permission but that of an administrator."""


def now_text() -> str:
    """The time as Discord writes it."""
    return datetime.now(UTC).isoformat()


def user_body(user: User) -> dict[str, Any]:
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": user.name,
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member_body(user: User, *, with_user: bool = True) -> dict[str, Any]:
    body: dict[str, Any] = {
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": ALL_RIGHTS,
    }
    return body | ({"user": user_body(user)} if with_user else {})


def channel_body(channel: Channel) -> dict[str, Any]:
    body: dict[str, Any] = {"id": str(channel.id), "type": channel.type, "flags": 0}
    body["last_message_id"] = str(max(channel.messages, default=0)) if channel.messages else None
    if channel.type == DIRECT and channel.person:
        return body | {"recipients": [user_body(channel.person)]}
    body |= {"name": channel.name, "guild_id": str(channel.guild), "nsfw": False}
    if channel.type == TEXT:
        return body | {
            "position": 0,
            "permission_overwrites": [
                {"id": str(channel.guild), "type": 0, "allow": "0", "deny": str(channel.denied)}
            ],
            "parent_id": None,
            "topic": None,
            "rate_limit_per_user": 0,
        }
    return body | {
        "parent_id": str(channel.parent),
        "owner_id": str(channel.owner),
        "message_count": len(channel.messages),
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 10080,
            "archive_timestamp": now_text(),
            "locked": False,
            "create_timestamp": now_text(),
        },
    }


def guild_body(guild: Guild, bot: User) -> dict[str, Any]:
    everyone = {
        "id": str(guild.id),
        "name": "@everyone",
        "permissions": ALL_RIGHTS,
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    of_type = {
        kind: [channel_body(each) for each in guild.channels.values() if each.type == kind]
        for kind in (TEXT, THREAD)
    }
    empty = ("emojis", "stickers", "features", "presences", "voice_states", "stage_instances")
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": "1",
        "roles": [everyone],
        "channels": of_type[TEXT],
        "threads": of_type[THREAD],
        "members": [member_body(bot)],
        "member_count": len(guild.members) + 1,
        "joined_at": "2024-01-01T00:00:00+00:00",
        "preferred_locale": "en-US",
        **{name: [] for name in (*empty, "guild_scheduled_events", "soundboard_sounds")},
        **dict.fromkeys(("large", "unavailable", "premium_progress_bar_enabled"), False),
        **dict.fromkeys(("afk_timeout", "verification_level", "mfa_level", "nsfw_level"), 0),
        **dict.fromkeys(("default_message_notifications", "explicit_content_filter"), 0),
        **dict.fromkeys(("system_channel_flags", "premium_tier"), 0),
    }


def message_body(
    identity: int, channel: Channel, author: User, sent: dict[str, Any]
) -> dict[str, Any]:
    body: dict[str, Any] = {
        "id": str(identity),
        "channel_id": str(channel.id),
        "author": user_body(author),
        "content": sent.get("content") or "",
        "timestamp": now_text(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": sent.get("attachments") or [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": sent.get("flags") or 0,
        "components": sent.get("components") or [],
    }
    return body | ({"nonce": sent["nonce"]} if sent.get("nonce") else {})


def interaction_body(
    made: dict[str, Any],
    application: User,
    user: User,
    channel: Channel,
    message: Message | None = None,
) -> dict[str, Any]:
    """What the gateway sends of an interaction. `made` has its id, token, type and data."""
    guild = channel.guild
    body: dict[str, Any] = {
        **made,
        "application_id": str(application.id),
        "version": 1,
        "channel_id": str(channel.id),
        "channel": channel_body(channel) | {"permissions": ALL_RIGHTS},
        "locale": "en-US",
        "app_permissions": ALL_RIGHTS,
        "entitlements": [],
        "attachment_size_limit": 10 << 20,
        "authorizing_integration_owners": {"0": str(guild or 0)},
        "context": 0 if guild else 1,
    }
    if guild is None:
        body["user"] = user_body(user)
    else:
        body |= {"guild_id": str(guild), "guild_locale": "en-US", "member": member_body(user)}
        body["guild"] = {"id": str(guild), "locale": "en-US", "features": []}
    return body | ({"message": message.body} if message else {})


def command_data(
    command: str, path: str, options: dict[str, Any], people: dict[int, User], focused: str = ""
) -> dict[str, Any]:
    """The data of a slash command with its words, such as `challenge bump`. A person among the
    options goes by id and is named beside."""
    first, *rest = path.split()
    users = {each.id: each for each in options.values() if isinstance(each, User)}
    inner: list[dict[str, Any]] = [
        _option(name, value) | ({"focused": True} if name == focused else {})
        for name, value in options.items()
    ]
    for word in reversed(rest):
        inner = [{"type": 1, "name": word, "options": inner}]
    resolved = {
        "users": {str(k): user_body(u) for k, u in users.items()},
        "members": {
            str(k): member_body(u, with_user=False) for k, u in users.items() if k in people
        },
    }
    data: dict[str, Any] = {"id": command, "name": first, "type": 1, "options": inner}
    return data | ({"resolved": resolved} if users else {})


def _option(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, User):
        return {"type": 6, "name": name, "value": str(value.id)}
    kinds = {bool: 5, int: 4, str: 3}
    return {"type": kinds[type(value)], "name": name, "value": value}
