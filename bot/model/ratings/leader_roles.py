"""The roles that servers give to whoever leads a game's leaderboard in them. Plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class LeaderRole:
    """A role of a server for the leader of a game; `channel` is where a manager chose it.

    `holder` has been given it, None where nobody has. With `ends` it is no longer wanted: taken
    from its holder, and forgotten. `due` is when it is next looked who leads; None where that would
    help nothing. `trouble` is why the role was not given last. `changes` counts what was done to
    it.
    """

    role: int
    guild: int
    game: str
    channel: int
    holder: int | None = None
    ends: bool = False
    due: datetime | None = None
    trouble: str = ""
    changes: int = 0


class LeaderRoles(Protocol):
    """The roles for leaders of all servers."""

    async def leader_roles(self, guild: int) -> list[LeaderRole]:
        """Those of a server."""

    async def roles_held(self, person: int) -> list[LeaderRole]:
        """Those that somebody has been given."""

    async def save_leader_role(self, role: LeaderRole) -> bool:
        """Put it in the place of the one with a change less; False when another came first."""

    async def drop_leader_role(self, role: LeaderRole) -> bool:
        """Forget it as it is; False when it has changed since."""

    async def due_leader_roles(self, now: datetime, limit: int) -> Sequence[LeaderRole]:
        """Those of which it is to be looked who leads, longest due first."""

    async def look_at_leader(self, guild: int, game: str, at: datetime) -> None:
        """Look at that time who leads the game in the server, where that would be later."""
