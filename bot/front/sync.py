"""Telling Discord which commands there are, only when that has changed."""

import logging
from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from bot.front.client import Bumpbot

log = logging.getLogger(__name__)

FIELDS = {
    *("name", "description", "type", "options", "nsfw"),
    *("choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("default_member_permissions", "contexts", "integration_types"),
}
"""What makes a command what it is. Discord adds ids, versions and nulls of its own."""


async def sync(client: "Bumpbot", guild: int | None) -> None:
    """Offer the commands everywhere, or in one server only. Discord's own list is what they are
    compared with, so a lost or foreign list mends itself."""
    place = discord.Object(guild) if guild else None
    if place:
        client.tree.copy_global_to(guild=place)
    try:
        standing = await _standing(client, guild)
        ours = [command.to_dict(client.tree) for command in client.tree.get_commands(guild=place)]
        if _same(standing, ours):
            client.command_ids = {command["name"]: int(command["id"]) for command in standing}
            return
        made = await client.tree.sync(guild=place)
        client.command_ids = {command.name: command.id for command in made}
        log.info(
            "%s commands offered %s", len(made), f"in server {guild}" if guild else "everywhere"
        )
    except discord.HTTPException as error:
        log.error("Discord did not take the commands, so people see the old ones: %s", error)


async def _standing(client: "Bumpbot", guild: int | None) -> list[Any]:
    me = client.application_id or 0
    if guild:
        return list(await client.http.get_guild_commands(me, guild))
    return list(await client.http.get_global_commands(me))


def _same(standing: list[Any], ours: list[Any]) -> bool:
    return bool(_bare(standing) == _bare(ours))


def _bare(part: Any) -> Any:
    """A command's description without what Discord adds, in an order of its own."""
    if isinstance(part, dict):
        kept = {k: _bare(v) for k, v in part.items() if k in FIELDS and v not in (None, False, [])}
        # Discord's default kind of command is a slash command, which need not be said.
        return {k: str(v) if k == "default_member_permissions" else v for k, v in kept.items()}
    if isinstance(part, list):
        bare = [_bare(item) for item in part]
        named = all(
            isinstance(item, dict) and "type" in item and "value" not in item for item in bare
        )
        return sorted(bare, key=lambda item: (item["type"], item["name"])) if named else bare
    return part
