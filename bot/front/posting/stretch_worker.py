"""Ends stretches when they are due, and restores their boards.

The summary of a stretch is a post like any other, written with the end itself.
"""

import logging
from collections.abc import Awaitable, Callable

from bot.front.clock import utcnow
from bot.front.discord.context import Client
from bot.front.discord.refusals import is_refusal, is_unauthorized
from bot.front.posting.at_discord import AtDiscord
from bot.model.match import Match
from bot.model.places import FastStretch, is_news
from bot.model.records import DueKind, MatchId, Status

log = logging.getLogger(__name__)


class StretchWorker(AtDiscord[MatchId]):
    """Ends stretches in parallel. `put_back` turns the board of a match back into a usual one."""

    kind = DueKind.STRETCH

    def __init__(self, client: Client, put_back: Callable[[Match], Awaitable[None]]) -> None:
        super().__init__(client)
        self._put_back = put_back

    def about(self, item: MatchId) -> dict[str, object]:
        return {"match": item}

    async def do(self, item: MatchId) -> None:
        match, found = await self._client.matches.for_posts(item)
        if found.stretch and found.stretch.due and found.stretch.due <= utcnow():
            await self._end(found.stretch, match)

    async def _end(self, stretch: FastStretch, match: Match) -> None:
        if match.status is Status.RUNNING and not is_news(stretch, match):
            # No summary follows that the buttons could move to. Doing it twice changes nothing.
            await self._restore(match)
        await self._client.service.stretches.end(stretch, match)

    async def _restore(self, match: Match) -> None:
        try:
            await self._put_back(match)
        except Exception as error:
            if not is_refusal(error) or is_unauthorized(error):
                raise
            log.info("match %s: board post not edited: %s", match.id, error)
