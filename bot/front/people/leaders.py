"""The roles of those who lead a game in a server: who gives and takes them, and the page of
`/settings` on which managers choose them.

A role may be given twice after a crash, which changes nothing.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any

import discord
from discord import ui

from bot.catalog import catalog
from bot.front import ids
from bot.front.clock import utcnow
from bot.front.discord import permissions
from bot.front.discord.context import DROPPED, Client, Interaction, Message, PrivateReply, person_of
from bot.front.discord.markdown import mention
from bot.front.discord.other_shards import guild_of
from bot.front.posting.at_discord import AtDiscord, post_silently
from bot.front.ui.base import CustomId, chosen_value, menu, panel_action
from bot.front.ui.settings import GONE as NO_SETTING
from bot.front.ui.settings import effective, page_view, require_scope, reset_button, settings_page
from bot.model.ratings.port import LeaderRole
from bot.model.records import DueKind, GuildId, PersonId
from bot.service.personal.preferences import Preferences
from bot.service.queue import REST, About
from bot.service.results.leader_roles import LeaderRoleBook

log = logging.getLogger(__name__)

# Discord's code for a role that no longer exists.
NO_ROLE = 10011

# What the store holds for a role that the bot may not give, and for one that is gone.
FORBIDDEN, GONE = "forbidden", "gone"

# Seconds after which one is given up for now.
PATIENCE = 30.0

WHY = {
    FORBIDDEN: (
        "⚠️ I could not move <@&{role}>, the role for the leader of {game} here: I need **Manage "
        "Roles**, and my own role has to be above it. I try again by myself; managers choose "
        "another role in `/settings` with `server`."
    ),
    GONE: (
        "⚠️ The role for the leader of {game} here is gone. Managers choose another one in "
        "`/settings` with `server`."
    ),
}


class LeaderGameId(CustomId, written="panel:{scope}:leader"):
    """The menu of the game whose leader's role is shown."""

    scope: str


class LeaderRoleId(CustomId, written="leader:{game}"):
    """The menu of the role for the leader of a game."""

    game: str


class RoleWorker(AtDiscord[LeaderRole]):
    """Looks up who leads, one role of each server and game at a time."""

    kind = DueKind.LEADER_ROLE
    key = attrgetter("role")
    about = About(server="guild", role="role")
    most = 2

    @property
    def _book(self) -> LeaderRoleBook:
        return self._client.service.leader_roles

    async def do(self, item: LeaderRole) -> datetime | None:
        if not item.ends and await self._client.service.ratings.is_behind():
            # Otherwise a role would go round while all ratings are computed again.
            return utcnow() + REST
        try:
            async with asyncio.timeout(PATIENCE):
                await self._do(item)
        except discord.Forbidden:
            await self._note(item, FORBIDDEN)
        except discord.NotFound as error:
            if error.code != NO_ROLE:
                raise
            await self._note(item, GONE)
        except TimeoutError:
            log.info("server %s: leader's role not changed in time", item.guild)
            return utcnow() + REST
        return None

    async def _do(self, item: LeaderRole) -> None:
        server = await guild_of(self._client, item.guild)
        if server is None:
            await self._book.settled(item, item.holder, item.trouble)
            return
        leader = None if item.ends else await self._leader(item)
        if item.holder is not None and (leader is None or leader.id != item.holder):
            await take_role(self._client, item)
        if item.ends:
            await self._book.ended(item)
            return
        if leader is not None and leader.get_role(item.role) is None:
            if (given := await self._book.giving(item, person_of(leader).id)) is None:
                return
            item = given
            await leader.add_roles(discord.Object(item.role))
        await self._book.settled(item, person_of(leader).id if leader else None)

    async def _leader(self, item: LeaderRole) -> discord.Member | None:
        # The first of the leaders who is a member of the server.
        for person in await self._book.leaders(item):
            if member := await permissions.fetch_member(self._client, item.guild, person):
                return member
        return None

    async def _note(self, item: LeaderRole, trouble: str) -> None:
        # The server's manager is notified once. A role that is not wanted is forgotten.
        if item.ends:
            await self._book.ended(item)
            return
        if not await self._book.is_current(item):
            # It is looked at again, with who was to get it recorded by now.
            return
        if trouble != item.trouble:
            await self._tell(item, trouble)
        holder = await holder_of(self._client, item)
        known = person_of(holder).id if holder else None
        await self._book.settled(item, known, trouble, final=trouble == GONE)

    async def _tell(self, item: LeaderRole, trouble: str) -> None:
        text, nonce = trouble_text(item, trouble), f"{item.role:x}.{item.changes:x}"
        try:
            await post_silently(self._client, item.channel, content=text, nonce=nonce)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("server %s: trouble with a role not reported: %s", item.guild, error)


def trouble_text(item: LeaderRole, trouble: str) -> str:
    """Why the role is not up to date, and what managers can do."""
    game = catalog().get(item.game)
    return WHY[trouble].format(role=item.role, game=game.name if game else item.game)


async def take_roles(client: Client, person: PersonId) -> None:
    """Take all such roles from a person who is about to be forgotten, as far as Discord allows."""
    for item in await client.service.leader_roles.held_by(person):
        try:
            await take_role(client, item)
        except (discord.HTTPException, *DROPPED) as error:
            log.info("server %s: leader's role not removed: %s", item.guild, error)


async def take_role(client: Client, item: LeaderRole) -> None:
    """Take a role from its holder, if they are a member and have it."""
    if member := await holder_of(client, item):
        await member.remove_roles(discord.Object(item.role))


async def holder_of(client: Client, item: LeaderRole) -> discord.Member | None:
    """The recorded holder of a role; None unless they are a member and have it."""
    member = await permissions.fetch_member(client, item.guild, item.holder or PersonId(0))
    return member if member and member.get_role(item.role) else None


WHAT = (
    "**Ratings in this server.** A rated match changes the ratings of those who play it. A "
    "challenger can say `rated` for each match; here you choose what applies when they don't. "
    "Challenges already made stay as they are."
)
ROLES = (
    "**A role for the leader.** The leader of a game's leaderboard here gets the role you choose "
    "for it, and loses it to the next leader. Choose the game first."
)
NOT_YOURS = (
    "You can't hand out {role}: that takes **Manage Roles**, and one of your roles above it. "
    "Choose another role, or ask somebody who may."
)
NOT_MINE = (
    "I can't hand out {role}: I need **Manage Roles**, and my own role has to be above it in "
    "the server's list of roles. Change that, then choose it again."
)
POWERFUL = (
    "{role} lets its members manage things here, and nobody should win that by playing. Choose a "
    "role without such permissions."
)


@panel_action(LeaderGameId)
async def choose_game(interaction: Interaction, _: LeaderGameId) -> Message:
    require_scope(interaction, "server")
    game = _known_game(chosen_value(interaction) or "")
    return await ratings_page(interaction, game=game)


@panel_action(LeaderRoleId)
async def choose_role(interaction: Interaction, at: LeaderRoleId) -> Message:
    require_scope(interaction, "server")
    game, chosen = _known_game(at.game), chosen_value(interaction)
    role = require_giveable(interaction, chosen).id if chosen else None
    book = interaction.client.service.leader_roles
    here = ids.channel(interaction)
    await book.choose(GuildId(interaction.guild_id or 0), game, role, here)
    return await ratings_page(interaction, game=game)


def _known_game(key: str) -> str:
    if key not in catalog():
        raise PrivateReply(NO_SETTING)
    return key


def require_giveable(interaction: Interaction, chosen: str) -> discord.Role:
    """The role with that number. Refuses what the person who asks could not give by themselves,
    what the bot can't give, and what nobody should win."""
    guild, user = interaction.guild, interaction.user
    role = guild.get_role(int(chosen)) if guild and chosen.isdecimal() else None
    if guild is None or role is None or not isinstance(user, discord.Member):
        raise PrivateReply(NO_SETTING)
    is_above = guild.owner_id == user.id or user.top_role > role
    if not (user.guild_permissions.manage_roles and is_above):
        raise PrivateReply(NOT_YOURS.format(role=role.mention))
    if not (guild.me.guild_permissions.manage_roles and role.is_assignable()):
        raise PrivateReply(NOT_MINE.format(role=role.mention))
    if role.permissions.value & discord.Permissions.elevated().value:
        raise PrivateReply(POWERFUL.format(role=role.mention))
    return role


@settings_page("server", "ratings")
async def ratings_page(
    interaction: Interaction, stored: Preferences | None = None, game: str = ""
) -> Message:
    """The page, with the menu of the role for that game's leader, or of the first that has one."""
    chosen = await effective(interaction, "server", stored)
    roles = await interaction.client.service.leader_roles.of(GuildId(interaction.guild_id or 0))
    shown = game or next((key for key in catalog() if key in roles), next(iter(catalog())))
    menus = [_games_menu(shown), _roles_menu(shown, roles.get(shown))]
    view = page_view("server", "ratings", chosen, then=[*menus, reset_button("server", "ratings")])
    return "\n".join([WHAT, "", ROLES, *_lines(roles)]), [], view


def _lines(roles: Mapping[str, LeaderRole]) -> Iterator[str]:
    for key, game in catalog().items():
        if role := roles.get(key):
            holder = mention(role.holder) if role.holder else "nobody yet"
            yield f"- {game.name}: <@&{role.role}>, held by {holder}"
            if role.trouble:
                yield trouble_text(role, role.trouble)


def _games_menu(shown: str) -> ui.Select[Any]:
    labels = {key: f"Leader of {game.name}" for key, game in [*catalog().items()][:25]}
    return menu(LeaderGameId("server"), labels, (shown,))


def _roles_menu(game: str, role: LeaderRole | None) -> ui.RoleSelect[Any]:
    return ui.RoleSelect(
        custom_id=str(LeaderRoleId(game)),
        placeholder="No role for the leader",
        min_values=0,
        max_values=1,
        default_values=[discord.Object(role.role)] if role else [],
    )
