"""The open challenges of a channel, page by page, and standing ones, which are renewed whenever one
is taken.

The transaction of the answer records that one was taken, and the transaction of the next challenge
that it was renewed. What a crash leaves between the two is done later.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.games.phrases import comma_list
from bot.model.commands import Accept, AnswerRequest, AskReplacement, Command
from bot.model.events import Challenged, Event, Person, Recorded
from bot.model.fold import fold
from bot.model.invitations import StandingChallenge, StandingTerm
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import ChannelId, GuildId, MatchId, PersonId, Status, WaitingNote
from bot.model.refusals import Reason, Refused, StaleMatch
from bot.service.invitations.calls import Calls
from bot.service.invitations.seating import Seating, Welcome
from bot.service.limits import require_challenge
from bot.service.locks import Locks
from bot.service.queue import LeftOver

READ = 300
"""Most challenges of a channel that are read, the newest; some ask for people by name."""

ON_PAGE = 10
"""Challenges on a page of the list."""


class OpenChallenge(NamedTuple):
    """A challenge with a seat for anyone. `until` is when a standing one is no longer renewed."""

    match: Match
    until: datetime | None


class LobbyPage(NamedTuple):
    """Some of the open challenges of a channel: page `number`, from 0, of `pages`, with `total`
    challenges in all."""

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
    """Reads open challenges from the store."""

    _store: Store

    async def page(self, channel: ChannelId, number: int = 0) -> LobbyPage:
        """That page of the channel's list, or the last one if there are fewer."""
        found = await self._open(channel)
        last = max(0, (len(found) - 1) // ON_PAGE)
        return await self._page(found, min(number, last))

    async def page_around(self, channel: ChannelId, match: MatchId) -> LobbyPage:
        """The page on which that challenge is, or was before it was taken."""
        found = await self._open(channel)
        newer = sum(each.id > match for each in found)
        return await self._page(found, min(newer, max(0, len(found) - 1)) // ON_PAGE)

    async def _page(self, found: Sequence[Match], number: int) -> LobbyPage:
        shown = found[number * ON_PAGE : (number + 1) * ON_PAGE]
        numbers = [each.id for each in shown]
        found_standing = await self._store.find(StandingChallenge, match=numbers) if shown else []
        until = {each.match: each.until for each in found_standing}
        challenges = [OpenChallenge(each, until.get(each.id)) for each in shown]
        return LobbyPage(number, len(found), challenges)

    async def _open(self, channel: ChannelId) -> list[Match]:
        rows = await self._store.summaries(channel=channel, statuses=[Status.INVITED], limit=READ)
        numbers = [each.match for each in rows]
        if not numbers:
            return []
        histories = await self._store.histories(numbers, 0)
        return await asyncio.to_thread(_folded, [(n, histories.get(n, ())) for n in numbers])


def _folded(histories: Sequence[tuple[MatchId, Sequence[Recorded]]]) -> list[Match]:
    # The challenges with a seat for anyone. One that was answered meanwhile is left out.
    matches = [fold(recorded, number) for number, recorded in histories if recorded]
    return [each for each in matches if each.status is Status.INVITED and None in each.invited]


log = logging.getLogger(__name__)

STANDING_TIME = timedelta(days=30)
"""How long a challenge is renewed, counted from the first one."""

MOST_STANDING = 3
"""Standing challenges of one person in one channel."""

Create = Callable[[Challenged, datetime, StandingTerm], Awaitable[Match]]
"""Makes a challenge that was checked."""


def standing_event(asked: Challenged, now: datetime) -> Challenged:
    """The challenge as a standing one. Raises Refused if it asks for a person by name."""
    named = [person.name for person in asked.invited if person]
    if named:
        raise Refused(
            f"A standing challenge is open to anyone, and this one asks for {named[0]}. Leave the "
            "opponent out, or ask for one that is not standing."
        )
    return replace(asked, expires=now + STANDING_TIME)


RequirePlace = Callable[[ChannelId, GuildId | None], Awaitable[None]]
"""Refuses a channel in which matches may no longer begin."""


async def anywhere(channel: ChannelId, guild: GuildId | None) -> None:
    """Refuses no channel."""


@dataclass(slots=True, eq=False)
class StandingChallengeBook:
    """Renews standing challenges. `create` and `seating` are those of all challenges.

    `left_over` are those that a crash or trouble kept from being renewed.
    """

    _store: Store
    _seating: Seating
    _create: Create
    _clock: Callable[[], datetime]
    _require_place: RequirePlace
    left_over: LeftOver[MatchId] = field(init=False)

    def __post_init__(self) -> None:
        self.left_over = LeftOver("standing", self._taken, self._renew)

    async def _taken(self) -> list[MatchId]:
        return [each.match for each in await self._store.find(StandingChallenge, taken=True)]

    async def until(self, match: MatchId) -> datetime | None:
        """Until when that challenge is renewed; None if it is not."""
        found = await self._store.find_one(StandingChallenge, match=match)
        return found and found.until

    async def require_few(self, host: Person, channel: ChannelId) -> None:
        """Refuse another standing challenge to a person who has as many as allowed."""
        found = await self._store.find(StandingChallenge, host=host.id, channel=channel)
        if len(found) >= MOST_STANDING:
            numbers = comma_list([str(each.match) for each in found])
            raise Refused(
                f"{MOST_STANDING} standing challenges of yours are in this channel already: "
                f"matches {numbers}. Take one back first, or make one that is taken once.",
                Reason.MANY_STANDING,
            )

    async def renew(self, match: Match) -> None:
        """Renew the challenge that has just become this match, if it is a standing one."""
        has_begun = match.status in (Status.RUNNING, Status.ENDED)
        if not (match.open and has_begun) or match.plies:
            return
        try:
            await self._renew(match.id)
        except Exception:
            # The match itself has begun, and the taker has been answered.
            log.exception("match %s: standing challenge not renewed; retrying", match.id)
            self.left_over.look_again()

    async def _renew(self, match: MatchId) -> None:
        until, now = await self.until(match), self._clock()
        if until is None:
            return
        if until <= now:
            await self._store.drop(StandingChallenge, match=match)
            return
        first = (await self._store.events(match))[0].event
        assert isinstance(first, Challenged)
        try:
            await self._seating.require_host(first, await self._seating.for_host(first))
            await self._require_place(first.channel, first.guild)
            await self._create(first, now, StandingTerm(until, match))
        except StaleMatch:
            log.info("match %s: standing challenge renewed already", match)
        except Refused as refused:
            if not await self._store.drop(StandingChallenge, match=match):
                # Another process has just renewed it, which may be what makes it one too many.
                return
            note = f"Your challenge is not renewed after match {match}. {refused}"
            await self._store.put(WaitingNote(first.host.id, match, note))


@dataclass(frozen=True, slots=True, eq=False)
class Admission:
    """Refuses those who may not challenge or take a seat. `lock` is the one of each person: it is
    taken after that of a match, never before it."""

    _welcome: Welcome
    _seating: Seating
    _standing: StandingChallengeBook
    _lock: Locks[PersonId]
    _calls: Calls

    @asynccontextmanager
    async def challenging(self, asked: Challenged, *, standing: bool) -> AsyncIterator[Challenged]:
        """Held while a person makes a challenge: one at a time, if they may. Gives it with those
        whom it does not call."""
        async with self._lock(asked.host.id):
            found = await self._seating.for_host(asked)
            require_challenge(found.counts)
            guests = [p for p in asked.invited if p]
            await self._welcome.require_guests(asked.host.id, guests, found)
            if standing:
                await self._standing.require_few(asked.host, asked.channel)
            await self._seating.require_host(asked, found)
            yield await self._calls.counted(asked)

    @asynccontextmanager
    async def seating(self, match: Match, command: Command) -> AsyncIterator[None]:
        """Held while the command is done, if it takes a seat: refuses those who may not."""
        if not isinstance(command, Accept | AnswerRequest):
            yield
            return
        async with self._seating.letting_in(match, command):
            yield

    async def require_successor(self, match: Match, asked: AskReplacement) -> None:
        await self._welcome.require_successor(match, asked)

    async def count_calls(
        self, match: Match, asked: AskReplacement, events: Sequence[Event]
    ) -> None:
        """Take what the request needs of the asker's allowance. Raises Refused."""
        await self._calls.count_requests(match, asked.by.id, events)
