"""Registers the commands with Discord, only when they have changed."""

import logging
from typing import Any

import discord

from bot.front.discord import private_api
from bot.front.discord.context import Client
from bot.telemetry.gathering import ALWAYS_WRITTEN

log = logging.getLogger(__name__)

NOT_TAKEN = "Discord did not take the commands, so people see the old ones: %s"

# What makes a command what it is. Discord adds ids, versions and nulls of its own.
FIELDS = {
    *("name", "description", "type", "options", "nsfw"),
    *("choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("default_member_permissions", "contexts", "integration_types"),
}


async def sync_commands(client: Client, guild: int | None) -> dict[str, int]:
    """Offer the commands everywhere, or in one server only; their ids by name, none where Discord
    fails. They are compared with Discord's own list, so one that was lost or changed elsewhere is
    put right. Of several processes the one with the first shard does that; all others read how the
    commands are known."""
    place = discord.Object(guild) if guild else None
    if place:
        client.tree.copy_global_to(guild=place)
    try:
        registered = await private_api.commands_known(client, guild)
        ours = [command.to_dict(client.tree) for command in client.tree.get_commands(guild=place)]
        if same_commands(registered, ours) or not client.is_first:
            return {command["name"]: int(command["id"]) for command in registered}
        made = await client.tree.sync(guild=place)
        where = f"in server {guild}" if guild else "everywhere"
        log.info("%s commands offered %s", len(made), where)
        return {command.name: command.id for command in made}
    except discord.HTTPException as error:
        log.error(NOT_TAKEN, error, extra=ALWAYS_WRITTEN)
        return {}


def same_commands(registered: list[Any], ours: list[Any]) -> bool:
    by_name = [{c["name"]: _bare(c) for c in commands} for commands in (registered, ours)]
    return by_name[0] == by_name[1]


def _bare(part: Any) -> Any:
    if isinstance(part, list):
        return [_bare(item) for item in part]
    if not isinstance(part, dict):
        return part
    kept = {k: _bare(v) for k, v in part.items() if k in FIELDS and v not in (None, False, "", [])}
    if "default_member_permissions" in kept:
        # Sent as a number, this comes back as a text.
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    return kept
