"""Which boards people have seen."""

from bot.matches import recap
from bot.matches.match import Match
from bot.matches.store import People


class Visits:
    """The newest board of each match that each person has seen."""

    def __init__(self, store: People) -> None:
        self._store = store

    async def last_seen(self, match: Match, person: int) -> int:
        """The event whose board the person saw last, 0 for no board at all."""
        return recap.last_seen(match, person, await self._store.visited(person, match.id))

    async def record(self, match: Match, person: int) -> None:
        """The person sees the board as it stands."""
        await self._store.visit(person, match.id, match.seq)
