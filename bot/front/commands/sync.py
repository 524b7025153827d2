"""Registers the commands with Discord, only if they have changed."""

import logging
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import discord

from bot.front.discord import private_api
from bot.front.discord.context import Client
from bot.model.records import GuildId
from bot.telemetry.outages import ALWAYS_WRITTEN

log = logging.getLogger(__name__)

NOT_TAKEN = "Discord did not take the commands, so people see the old ones: %s"

APPLICATION = "/oauth2/applications/@me"  # Where Discord describes the application of the bot.

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

SERVERS, PEOPLE = 0, 1
"""How an application can be installed: in a server, or by a person for themselves. Discord's
numbers."""

ANYHOW = frozenset({SERVERS, PEOPLE})

BETWEEN_PEOPLE = 2  # The context of direct messages without the bot.

INSTALLATION = "https://discord.com/developers/applications (your application, Installation)"

LACKING = {
    SERVERS: "The application is for people alone, so no server can add the bot, and it does not "
    f"offer its commands for servers. To change that, switch on Guild Install: {INSTALLATION}.",
    PEOPLE: "The application is for servers alone, so nobody can use the bot elsewhere. To let "
    f"people add it for themselves, switch on User Install: {INSTALLATION}.",
}
"""What the owner hears if the application can't be installed so."""

OTHERWISE_INSTALLED = (
    "Discord says that the application can't be installed as the commands are. Switch on Guild "
    f"Install or User Install and save: {INSTALLATION}. The bot offers them again within an hour."
)

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
        installs = await installs_of(client, guild)
        ours = sent_commands(client.tree, client.tree.get_commands(), guild, installs)
        if client.is_first and not same_commands(registered, ours):
            # Without such a command Discord takes none of the others.
            kept = [_sent_back(each, installs) for each in registered if _is_kept(each)]
            registered = await private_api.offer_commands(client, guild, [*ours, *kept])
            log.info(
                "%s commands offered %s", len(ours), f"in server {guild}" if guild else "everywhere"
            )
            for lacking in sorted(ANYHOW - installs):
                log.info("%s", LACKING[lacking])
        return Offered({c["name"]: int(c["id"]) for c in registered if not _is_kept(c)})
    except discord.HTTPException as error:
        why = f"{error}. {OTHERWISE_INSTALLED}" if "integration_types" in str(error) else str(error)
        log.error(NOT_TAKEN, why, extra=ALWAYS_WRITTEN)
        return Offered({}, why)


async def installs_of(client: discord.Client, guild: GuildId | None) -> frozenset[int]:
    """How the application can be installed, as its owner has set it; in both ways if Discord does
    not say, and for commands of one server, which do not depend on that. Raises
    discord.HTTPException."""
    if guild:
        return ANYHOW
    found = await private_api.answer_at(client, APPLICATION)
    return frozenset(map(int, found.get("integration_types_config") or ())) or ANYHOW


def sent_commands(
    tree: discord.app_commands.CommandTree[Any],
    commands: Iterable[Any],
    guild: GuildId | None,
    installs: Collection[int],
) -> list[Any]:
    """The commands as they are sent to Discord, for everywhere or for one server: of an application
    that can be installed so, as otherwise Discord takes none of them."""
    sent = [each.to_dict(tree) for each in commands]
    if guild:
        return [{k: v for k, v in each.items() if k not in EVERYWHERE_ONLY} for each in sent]
    fitted = (_as_installed(each, installs) for each in sent)
    return [each for each in fitted if each["integration_types"]]


def _sent_back(command: dict[str, Any], installs: Collection[int]) -> dict[str, Any]:
    kept = {name: value for name, value in command.items() if name in KEPT}
    return _as_installed(kept, installs) if kept.get("integration_types") else kept


def _as_installed(command: dict[str, Any], installs: Collection[int]) -> dict[str, Any]:
    types = [each for each in command["integration_types"] if each in installs]
    contexts = command.get("contexts")  # None stands for all, where Discord takes no empty list.
    if contexts and PEOPLE not in types:
        contexts = [each for each in contexts if each != BETWEEN_PEOPLE]
    return command | {"integration_types": types, "contexts": contexts}


def _is_kept(command: Any) -> bool:
    return bool(command["type"] == ENTRY_POINT)


def same_commands(registered: list[Any], ours: list[Any]) -> bool:
    """Whether Discord has these commands, ignoring its own additions."""
    registered = [command for command in registered if not _is_kept(command)]
    by_name = [{c["name"]: _bare(c) for c in commands} for commands in (registered, ours)]
    return by_name[0] == by_name[1]


def _bare(part: Any) -> Any:
    # The comparison of all commands is a good part of each start, so it calls itself only for what
    # has parts.
    if isinstance(part, list):
        return [_bare(item) if isinstance(item, dict) else item for item in part]
    kept = {
        k: _bare(v) if isinstance(v, (dict, list)) else v
        for k, v in part.items()
        if k in FIELDS and v not in (None, False, "", [])
    }
    if "default_member_permissions" in kept:
        # Sent as a number, this comes back as a text.
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    return kept
