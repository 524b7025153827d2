"""The roles for leaders of servers, one row for each."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.ratings.leader_roles import LeaderRole
from bot.store.database import Database
from bot.store.rows import time_text
from bot.store.schema import LEADER_ROLES, TABLE

OF_GUILD = TABLE["leader_roles"].find("guild")
HELD = TABLE["leader_roles"].find("holder")
SAVE_LEADER_ROLE = f"""{TABLE["leader_roles"].put}
WHERE excluded.changes = leader_roles.changes + 1
RETURNING role"""
DROP = "DELETE FROM leader_roles WHERE role = ? AND changes = ? RETURNING role"
DUE = f"SELECT {LEADER_ROLES.listed} FROM leader_roles WHERE due_at <= ? ORDER BY due_at LIMIT ?"
LOOK = "UPDATE leader_roles SET due_at = ?3 WHERE guild = ?1 AND game = ?2 AND due_at > ?3"


class LeaderRoleTable(Database):
    """The table of them."""

    async def leader_roles(self, guild: int) -> list[LeaderRole]:
        return await self._all_of(LEADER_ROLES, OF_GUILD, (guild,))

    async def roles_held(self, person: int) -> list[LeaderRole]:
        return await self._all_of(LEADER_ROLES, HELD, (person,))

    async def save_leader_role(self, role: LeaderRole) -> bool:
        return bool(await self._write_alone(SAVE_LEADER_ROLE, LEADER_ROLES.values(role)))

    async def drop_leader_role(self, role: LeaderRole) -> bool:
        return bool(await self._write_alone(DROP, (role.role, role.changes)))

    async def due_leader_roles(self, now: datetime, limit: int) -> Sequence[LeaderRole]:
        return await self._due_of(LEADER_ROLES, DUE, now, limit)

    async def look_at_leader(self, guild: int, game: str, at: datetime) -> None:
        await self._write_alone(LOOK, (guild, game, time_text(at)))
