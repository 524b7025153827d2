"""The open challenges of a channel: those in which anybody may take a seat."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.matches.fold import fold
from bot.matches.match import Match
from bot.matches.records import MatchId, Recorded, Status
from bot.matches.store import Store

READ = 100
"""Challenges of a channel that are read at most; some of them ask for people by name."""


class OpenChallenge(NamedTuple):
    """A challenge with a seat for anyone. `until` is when a standing one is no more made anew."""

    match: Match
    until: datetime | None


class Lobby:
    """Reads open challenges off the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open_challenges(self, channel: int) -> list[OpenChallenge]:
        """The challenges of a channel that anybody may take, the newest first."""
        rows = await self._store.summaries(channel=channel, statuses=[Status.INVITED], limit=READ)
        numbers = [each.match for each in rows]
        if not numbers:
            return []
        histories = await self._store.histories(numbers, 0)
        found = await asyncio.to_thread(_folded, [(n, histories.get(n, ())) for n in numbers])
        standing = await self._store.standing([each.id for each in found])
        return [OpenChallenge(each, standing.get(each.id)) for each in found]


def _folded(histories: Sequence[tuple[MatchId, Sequence[Recorded]]]) -> list[Match]:
    """The challenges with a seat for anyone. One that was answered meanwhile is none any more."""
    matches = [fold(recorded, number) for number, recorded in histories if recorded]
    return [each for each in matches if each.status is Status.INVITED and None in each.invited]
