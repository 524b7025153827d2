"""The one door to a seat: limits, block lists, wishes, and what a challenge asks for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.model.commands import Accept, AnswerReplacement, AskReplacement, Command
from bot.model.events import Challenged
from bot.model.match import Match
from bot.service.invitations.seating import Seating
from bot.service.invitations.standing_challenges import StandingChallengeBook
from bot.service.invitations.welcome import Welcome
from bot.service.limits import LimitBook
from bot.service.locks import Locks


@dataclass(frozen=True, slots=True, eq=False)
class Admission:
    """Refuses whoever may not challenge or take a seat. `lock` is the one of each person: it is
    taken behind that of a match, never before it."""

    _limits: LimitBook
    _welcome: Welcome
    _seating: Seating
    _standing: StandingChallengeBook
    _lock: Locks[int]

    @asynccontextmanager
    async def challenging(self, asked: Challenged, *, standing: bool) -> AsyncIterator[None]:
        """While somebody makes a challenge: one by one, if they may make it."""
        async with self._lock(asked.host.id):
            await self._limits.require_challenge(asked.host, asked.guild)
            await self._welcome.require_guests(asked.host.id, [p for p in asked.invited if p])
            if standing:
                await self._standing.require_few(asked.host, asked.channel)
            await self._seating.require_host(asked)
            yield

    @asynccontextmanager
    async def seating(self, match: Match, command: Command) -> AsyncIterator[None]:
        """While the command is done: if it takes a seat, by somebody who may."""
        if not isinstance(command, Accept | AnswerReplacement):
            yield
            return
        await self._welcome.require_seat(match, command)
        async with self._seating.letting_in(match, command):
            yield

    async def require_successor(self, match: Match, asked: AskReplacement) -> None:
        await self._welcome.require_successor(match, asked)
