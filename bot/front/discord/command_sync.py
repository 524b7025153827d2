"""Registers the commands with Discord, only if they have changed."""

import logging
from collections.abc import Iterable
from typing import Any, NamedTuple

import discord

from bot.front.discord import private_api
from bot.front.discord.context import Client
from bot.model.records import GuildId
from bot.telemetry.outages import ALWAYS_WRITTEN

log = logging.getLogger(__name__)

NOT_TAKEN = "Discord did not take the commands, so people see the old ones: %s"

AGAIN = 3600.0  # Seconds until commands that Discord refused are offered again.

ENTRY_POINT = 4  # The type of the command by which Discord opens the activity of an application.

# The compared fields of a command. Discord adds its own ids, versions and nulls.
FIELDS = {
    *("name", "description", "type", "options", "nsfw"),
    *("name_localizations", "description_localizations"),
    *("choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("default_member_permissions", "contexts", "integration_types"),
}

# The fields that commands have which are offered everywhere; those of one server have none of them.
EVERYWHERE_ONLY = {"contexts", "integration_types", "dm_permission"}

# The fields with which a command of Discord's own is sent back.
KEPT = (FIELDS - {"nsfw"}) | {"id", "handler"}


class Offered(NamedTuple):
    """Discord's ids of the commands by name, as far as they are known, and why it refused those of
    this version, None if it did not."""

    ids: dict[str, int]
    refused: str | None = None


async def sync_commands(client: Client, guild: GuildId | None) -> Offered:
    """Offer the commands everywhere, or in one server only. They are compared with Discord's own
    list, so one that was lost or changed elsewhere is restored; one that Discord itself has made
    stays. Of several processes the one with the first shard does that; all others read the ids."""
    if guild:
        client.tree.copy_global_to(guild=discord.Object(guild))
    try:
        registered = await private_api.commands_known(client, guild)
        ours = sent_commands(client.tree, client.tree.get_commands(), guild)
        if client.is_first and not same_commands(registered, ours):
            # Without such a command Discord takes none of the others.
            kept = [{k: v for k, v in c.items() if k in KEPT} for c in registered if _is_kept(c)]
            registered = await private_api.offer_commands(client, guild, [*ours, *kept])
            log.info(
                "%s commands offered %s", len(ours), f"in server {guild}" if guild else "everywhere"
            )
        return Offered({c["name"]: int(c["id"]) for c in registered if not _is_kept(c)})
    except discord.HTTPException as error:
        log.error(NOT_TAKEN, error, extra=ALWAYS_WRITTEN)
        return Offered({}, str(error))


def sent_commands(
    tree: discord.app_commands.CommandTree[Any], commands: Iterable[Any], guild: GuildId | None
) -> list[Any]:
    """The commands as they are sent to Discord, for everywhere or for one server."""
    left_out = EVERYWHERE_ONLY if guild else ()
    return [
        {name: value for name, value in each.to_dict(tree).items() if name not in left_out}
        for each in commands
    ]


def _is_kept(command: Any) -> bool:
    return bool(command["type"] == ENTRY_POINT)


def same_commands(registered: list[Any], ours: list[Any]) -> bool:
    """Whether Discord has these commands, ignoring its own additions."""
    registered = [command for command in registered if not _is_kept(command)]
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
