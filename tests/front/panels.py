"""What people open in private, and what is read off it."""

from typing import Any

import discord
from simcord.components import walk_components

from bot.front.people.privacy import BEGUN
from tests.front.conftest import World, said

SECTION = 9


def parts(message: Any, kind: int | None = None) -> list[dict[str, Any]]:
    """Every component of a message, or those of a kind, however deep."""
    found = [each if isinstance(each, dict) else each.to_dict() for each in message.components]
    return [part for part in walk_components(found) if kind in (None, part["type"])]


def menus(message: Any) -> list[dict[str, Any]]:
    return [item for row in message.components for item in row["components"] if "options" in item]


def chosen(message: Any) -> list[str]:
    """What stands chosen in the last menu of a private message."""
    return [option["label"] for option in menus(message)[-1]["options"] if option.get("default")]


async def pixels(message: Any) -> bytes:
    data: bytes = await message.attachments[0].read()
    return data


async def adjust(world: World, who: Any, *buttons: str, theme: str = "", **options: Any) -> Any:
    """Open the settings, press those buttons, choose that theme; the panel after it."""
    shown = await who.slash(world.channel, "settings", **options)
    for label in buttons:
        shown = await who.click(shown.response, label=label)
    if theme:
        shown = await who.select(
            shown.response, [theme], custom_id=menus(shown.response)[1]["custom_id"]
        )
    return shown


def rows(message: Any) -> list[str]:
    """The two lines of each match on a page."""
    return [section["components"][0]["content"] for section in parts(message, SECTION)]


async def games(world: World, who: Any, channel: Any = None, **options: Any) -> Any:
    """The inbox of somebody, who asks for it in a channel."""
    asked = await who.slash(channel or world.channel, "games", **options)
    assert asked.response.ephemeral
    return asked.response


def text_of(message: Any) -> str:
    return "\n".join(p["content"] for p in parts(message) if "content" in p)


def lists(world: World) -> list[discord.Message]:
    """The lobby posts that stand in the channel."""
    return [m for m in world.public() if m.flags.components_v2]


SETTLED = 61.0
"""Seconds until what somebody had begun is over."""


async def ask_deletion(world: World, who: Any) -> None:
    """Ask for the deletion of all that is about somebody, and confirm it."""
    asked = await who.slash(world.channel, "privacy delete")
    form = await who.click(asked.response, label="Delete my data…")
    assert BEGUN in said(await who.submit_modal(form, {"word": "Delete "}))


async def until_deleted(world: World) -> None:
    await world.env.advance_time(SETTLED)
    await world.env.settle()
    assert await world.client.service.privacy.under_way() == frozenset()


async def delete(world: World, who: Any) -> None:
    """Go all the way, and wait until it is done."""
    await ask_deletion(world, who)
    await until_deleted(world)
