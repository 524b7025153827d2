"""What the fake Discord remembers: people, places, messages in all versions, interactions."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

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
    guild: int | None = None
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
    pinged: tuple[int, ...] = ()


@dataclass(eq=False)
class Message:
    """A message as Discord gives it, with every version that ever stood."""

    id: int
    channel: int
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
