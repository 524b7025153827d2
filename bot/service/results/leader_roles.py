"""The roles for leaders: which are wanted, when the leader is looked up, and who has them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.model.ratings.port import LeaderRole, LeaderRoles
from bot.model.ratings.rating import pool_of
from bot.model.records import ChannelId, GuildId, PersonId, counting_changes
from bot.service.locks import change
from bot.service.results.ratings import RatingBook

AGAIN = timedelta(hours=1)
"""Time between two looks at who leads."""

Ranking = Callable[[GuildId, str], Awaitable[Sequence[PersonId]]]
"""Those who lead a game in a server, best first."""


RANKED = 10
"""Leaders who are looked at: some are no members of the server."""


def ranking_by(ratings: RatingBook) -> Ranking:
    """The top of a game's leaderboard in a server."""

    async def ranking(guild: GuildId, game: str) -> Sequence[PersonId]:
        rows = await ratings.leaderboard(pool_of(game, 2), guild, limit=RANKED)
        return [row.person for row in rows]

    return ranking


@dataclass(frozen=True, slots=True, eq=False)
class LeaderRoleBook:
    """The roles of all servers. `wake` is called when one may be due earlier."""

    _store: LeaderRoles
    _ranking: Ranking
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]

    async def of(self, guild: GuildId) -> dict[str, LeaderRole]:
        """The roles wanted in a server, by game."""
        found = await self._store.find(LeaderRole, guild=guild)
        return {each.game: each for each in found if not each.ends}

    async def held_by(self, person: PersonId) -> list[LeaderRole]:
        return await self._store.find(LeaderRole, holder=person)

    async def choose(self, guild: GuildId, game: str, role: int | None, channel: ChannelId) -> None:
        """Give that role to the leader of the game in the server, or None to give none."""
        for each in await self._store.find(LeaderRole, guild=guild):
            if each.game == game and each.role != role:
                await self._change(each, lambda old: replace(old, ends=True))
        if role is not None:
            wanted = LeaderRole(role, guild, game, channel)
            await self._change(
                wanted, lambda old: replace(wanted, holder=old.holder, changes=old.changes)
            )
        self._wake()

    async def look(self, guild: GuildId, game: str) -> None:
        """The leader of the game in the server may have changed."""
        await self._store.look_at_leader(guild, game, self._clock())
        self._wake()

    async def leaders(self, role: LeaderRole) -> Sequence[PersonId]:
        return await self._ranking(role.guild, role.game)

    async def giving(self, role: LeaderRole, holder: PersonId) -> LeaderRole | None:
        """Record who is about to get the role, so that it can be taken from them whatever happens
        next. None if it was changed meanwhile: it is looked at again."""
        if holder == role.holder:
            return role
        given = replace(role, holder=holder, changes=role.changes + 1)
        return given if await self._store.save_next(given) else None

    async def is_current(self, role: LeaderRole) -> bool:
        """Whether it was not changed since it was read."""
        found = await self._store.find_one(LeaderRole, role=role.role)
        return found is not None and found.changes == role.changes

    async def settled(
        self, role: LeaderRole, holder: PersonId | None, trouble: str = "", *, final: bool = False
    ) -> None:
        """Record who has the role now, and why that may be wrong. After `final` trouble it is not
        looked at again automatically. What was changed meanwhile is looked at again."""
        due = None if final else self._clock() + AGAIN
        await self._store.save_next(
            replace(role, holder=holder, trouble=trouble, due=due, changes=role.changes + 1)
        )

    async def ended(self, role: LeaderRole) -> None:
        """Nobody has the role any more, and it is not wanted."""
        await self._store.drop(LeaderRole, role=role.role, changes=role.changes)

    async def _change(self, known: LeaderRole, step: Callable[[LeaderRole], LeaderRole]) -> None:
        async def current() -> LeaderRole:
            return await self._store.find_one(LeaderRole, role=known.role) or known

        def due_at_once(before: LeaderRole) -> LeaderRole:
            return replace(step(before), due=self._clock())

        save = self._store.save_next
        await change(current, counting_changes(due_at_once), lambda after, _: save(after))
