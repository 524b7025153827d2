"""The open challenges of a channel, page by page: those in which anybody may take a seat."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.model.events import Recorded
from bot.model.fold import fold
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import MatchId, Status

READ = 300
"""Challenges of a channel that are read at most, the newest; some ask for people by name."""

ON_PAGE = 10
"""Challenges on a page of the list."""


class OpenChallenge(NamedTuple):
    """A challenge with a seat for anyone. `until` is when a standing one is no more made anew."""

    match: Match
    until: datetime | None


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Some of the open challenges of a channel: the page `number`, from 0, of `pages` in which
    there are `total` in all."""

    number: int
    total: int
    shown: Sequence[OpenChallenge]

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // ON_PAGE))

    @property
    def behind(self) -> int:
        return max(0, self.total - (self.number + 1) * ON_PAGE)


@dataclass(frozen=True, slots=True, eq=False)
class Lobby:
    """Reads open challenges off the store."""

    _store: Store

    async def page(self, channel: int, number: int = 0) -> LobbyPage:
        """That page of the channel's list, or the last one where there are fewer."""
        found = await self._open(channel)
        last = max(0, (len(found) - 1) // ON_PAGE)
        return await self._page(found, min(number, last))

    async def page_around(self, channel: int, match: MatchId) -> LobbyPage:
        """The page on which that challenge stands, or stood before it was taken."""
        found = await self._open(channel)
        newer = sum(each.id > match for each in found)
        return await self._page(found, min(newer, max(0, len(found) - 1)) // ON_PAGE)

    async def _page(self, found: Sequence[Match], number: int) -> LobbyPage:
        shown = found[number * ON_PAGE : (number + 1) * ON_PAGE]
        standing = await self._store.standing([each.id for each in shown]) if shown else {}
        challenges = [OpenChallenge(each, standing.get(each.id)) for each in shown]
        return LobbyPage(number, len(found), challenges)

    async def _open(self, channel: int) -> list[Match]:
        rows = await self._store.summaries(channel=channel, statuses=[Status.INVITED], limit=READ)
        numbers = [each.match for each in rows]
        if not numbers:
            return []
        histories = await self._store.histories(numbers, 0)
        return await asyncio.to_thread(_folded, [(n, histories.get(n, ())) for n in numbers])


def _folded(histories: Sequence[tuple[MatchId, Sequence[Recorded]]]) -> list[Match]:
    # The challenges with a seat for anyone. One that was answered meanwhile is none any more.
    matches = [fold(recorded, number) for number, recorded in histories if recorded]
    return [each for each in matches if each.status is Status.INVITED and None in each.invited]
