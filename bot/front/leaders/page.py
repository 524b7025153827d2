"""The page of `/settings` on which managers say what ratings mean in their server."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.catalog import catalog
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_update,
    replace_private,
)
from bot.front.leaders.role_worker import holder_text, trouble_text
from bot.front.ui.base import CustomId, GuardedItem, chosen_value, menu, message_view
from bot.front.ui.settings_items import SCOPES, pages_menu, setting_button, setting_menu
from bot.front.ui.settings_values import GONE
from bot.model.ratings.leader_roles import LeaderRole
from bot.service.personal.preferences import Preferences

WHAT = (
    "**Ratings in this server.** A rated match changes the ratings of those who play it. Whoever "
    "challenges may say `rated` for each match; here you choose what holds where they say nothing. "
    "Challenges that stand already stay as they are."
)
ROLES = (
    "**A role for the leader.** Whoever leads a game's leaderboard here gets the role that you "
    "choose for it, and loses it to the next. Choose the game first."
)
NOT_YOURS = (
    "You can't hand out {role}: that takes **Manage Roles**, and a role of yours above it. Choose "
    "another role, or ask somebody who may."
)
NOT_MINE = (
    "I can't hand out {role}: I need **Manage Roles**, and my own role has to stand above it in "
    "the server's list of roles. Change that, then choose it again."
)
POWERFUL = (
    "{role} lets its members manage things here, and nobody should win that by playing. Choose a "
    "role without such permissions."
)


class LeaderGameId(CustomId, written="panel:{scope}:leader"):
    """The menu of the game whose leader's role is shown."""

    scope: str


class LeaderRoleId(CustomId, written="leader:{game}"):
    """The menu of the role for the leader of a game."""

    game: str


class LeaderGameMenu(GuardedItem[LeaderGameId], kind=LeaderGameId):
    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        SCOPES["server"].require(interaction)
        game = _known_game(chosen_value(interaction) or "")
        await replace_private(interaction, *await ratings_page(interaction, game=game))


class LeaderRoleMenu(GuardedItem[LeaderRoleId], kind=LeaderRoleId):
    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        SCOPES["server"].require(interaction)
        game, chosen = _known_game(self.parsed.game), chosen_value(interaction)
        role = require_giveable(interaction, chosen).id if chosen else None
        book = interaction.client.service.leader_roles
        here = interaction.channel_id or 0
        await book.choose(interaction.guild_id or 0, game, role, here)
        await replace_private(interaction, *await ratings_page(interaction, game=game))


def _known_game(key: str) -> str:
    if key not in catalog():
        raise PrivateReply(GONE)
    return key


def require_giveable(interaction: Interaction, chosen: str) -> discord.Role:
    """The role with that number. Refuses what whoever asks could not give by themselves, what the
    bot can't give, and what nobody should win."""
    guild, user = interaction.guild, interaction.user
    role = guild.get_role(int(chosen)) if guild and chosen.isdecimal() else None
    if guild is None or role is None or not isinstance(user, discord.Member):
        raise PrivateReply(GONE)
    is_above = guild.owner_id == user.id or user.top_role > role
    if not (user.guild_permissions.manage_roles and is_above):
        raise PrivateReply(NOT_YOURS.format(role=role.mention))
    if not (guild.me.guild_permissions.manage_roles and role.is_assignable()):
        raise PrivateReply(NOT_MINE.format(role=role.mention))
    if role.permissions.value & discord.Permissions.elevated().value:
        raise PrivateReply(POWERFUL.format(role=role.mention))
    return role


async def ratings_page(
    interaction: Interaction, stored: Preferences | None = None, game: str = ""
) -> Message:
    """The page, with the menu of the role for that game's leader, or of the first that has one."""
    chosen = await SCOPES["server"].holds(interaction, stored)
    roles = await interaction.client.service.leader_roles.of(interaction.guild_id or 0)
    shown = game or next((key for key in catalog() if key in roles), next(iter(catalog())))
    parts: list[GuardedItem[Any]] = [
        pages_menu("server", "ratings"),
        setting_menu("server", "rated", chosen),
        _games_menu(shown),
        _roles_menu(shown, roles.get(shown)),
        setting_button("server", "reset", "ratings", "Reset"),
    ]
    return "\n".join([WHAT, "", ROLES, *_lines(roles)]), [], message_view(parts)


def _lines(roles: Mapping[str, LeaderRole]) -> Iterator[str]:
    for key, game in catalog().items():
        if role := roles.get(key):
            yield f"- {game.name}: <@&{role.role}>, held by {holder_text(role)}"
            if role.trouble:
                yield trouble_text(role, role.trouble)


def _games_menu(shown: str) -> LeaderGameMenu:
    labels = {key: f"Leader of {game.name}" for key, game in [*catalog().items()][:25]}
    return LeaderGameMenu(menu(labels, (shown,)), LeaderGameId("server"))


def _roles_menu(game: str, role: LeaderRole | None) -> LeaderRoleMenu:
    select: ui.RoleSelect[Any] = ui.RoleSelect(
        placeholder="No role for the leader",
        min_values=0,
        max_values=1,
        default_values=[discord.Object(role.role)] if role else [],
    )
    return LeaderRoleMenu(select, LeaderRoleId(game))
