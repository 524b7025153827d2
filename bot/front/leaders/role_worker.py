"""The worker that gives servers' roles to those who lead a game there, and takes them back.

It may do so twice after a crash, which changes nothing: whoever has the role is not given it again.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

import discord
from discord.utils import utcnow

from bot.catalog import catalog
from bot.front.discord import permissions
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.elsewhere import guild_of
from bot.front.discord.markdown import mention
from bot.front.posting.at_discord import AtDiscord
from bot.model.ratings.leader_roles import LeaderRole
from bot.model.records import DueKind
from bot.service.queue import REST
from bot.service.results.leader_roles import LeaderRoleBook

log = logging.getLogger(__name__)

# Discord's code for a role that there is no more.
NO_ROLE = 10011

# What stands in the store of a role that the bot may not give, and of one that is gone.
FORBIDDEN, GONE = "forbidden", "gone"

# Seconds after which one is given up for now.
PATIENCE = 30.0

WHY = {
    FORBIDDEN: (
        "⚠️ I could not move <@&{role}>, the role of whoever leads {game} here: I need **Manage "
        "Roles**, and my own role has to stand above it. I try again by myself; managers choose "
        "another role in `/settings` with `server`."
    ),
    GONE: (
        "⚠️ The role of whoever leads {game} here is gone. Managers choose another one in "
        "`/settings` with `server`."
    ),
}


class RoleWorker(AtDiscord[LeaderRole]):
    """Looks who leads, one role of each server and game."""

    kind = DueKind.LEADER_ROLE
    most = 2

    @property
    def _book(self) -> LeaderRoleBook:
        return self._client.service.leader_roles

    async def due(self, now: datetime, limit: int) -> Sequence[LeaderRole]:
        return await self._book.due(now, limit)

    def key(self, item: LeaderRole) -> int:
        return item.role

    def about(self, item: LeaderRole) -> dict[str, object]:
        return {"server": item.guild, "role": item.role}

    async def do(self, item: LeaderRole) -> datetime | None:
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
            log.info("server %s: role of a leader has to wait", item.guild)
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
            await leader.add_roles(discord.Object(item.role))
        await self._book.settled(item, leader.id if leader else None)

    async def _leader(self, item: LeaderRole) -> discord.Member | None:
        # The first of those who lead that is a member of the server.
        for person in await self._book.leaders(item):
            if member := await permissions.fetch_member(self._client, item.guild, person):
                return member
        return None

    async def _note(self, item: LeaderRole, trouble: str) -> None:
        # Whoever manages the server is told once. A role that is not wanted is forgotten.
        if item.ends:
            await self._book.ended(item)
            return
        if trouble != item.trouble:
            await self._tell(item, trouble)
        await self._book.settled(item, item.holder, trouble, final=trouble == GONE)

    async def _tell(self, item: LeaderRole, trouble: str) -> None:
        text, nonce = trouble_text(item, trouble), f"{item.role:x}.{item.changes:x}"
        try:
            await self.post_silently(item.channel, content=text, nonce=nonce)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("server %s: trouble with a role not told: %s", item.guild, error)


def trouble_text(item: LeaderRole, trouble: str) -> str:
    """Why the role is not where it should be, and what managers can do."""
    game = catalog().get(item.game)
    return WHY[trouble].format(role=item.role, game=game.name if game else item.game)


async def take_roles(client: Client, person: int) -> None:
    """Take all such roles from somebody who is about to be forgotten, as far as Discord lets."""
    for item in await client.service.leader_roles.held_by(person):
        try:
            await take_role(client, item)
        except (discord.HTTPException, *DROPPED) as error:
            log.info("server %s: role of a leader not taken: %s", item.guild, error)


async def take_role(client: Client, item: LeaderRole) -> None:
    """Take a role from its holder, where they are a member and have it."""
    member = await permissions.fetch_member(client, item.guild, item.holder or 0)
    if member is not None and member.get_role(item.role) is not None:
        await member.remove_roles(discord.Object(item.role))


def holder_text(item: LeaderRole) -> str:
    """Who has the role."""
    return mention(item.holder) if item.holder else "nobody yet"
