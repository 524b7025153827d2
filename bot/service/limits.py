"""Refuses what would be too much for everybody else, and says what to do or when to try again.

Counts are read from the store without a lock, so two simultaneous requests may exceed a limit by
one; no limit is so tight that this matters.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from math import ceil

from bot.games.phrases import counted
from bot.model.limits import (
    MOST_CHALLENGES,
    MOST_DRAFTS,
    MOST_MATCHES,
    MOST_SERVER_CHALLENGES,
    MOST_SERVER_MATCHES,
    RATES,
    Allowance,
    Charge,
    Limits,
    OpenCounts,
    Rate,
)
from bot.model.records import GuildId, PersonId
from bot.model.refusals import Reason, Refused, StoreTrouble

log = logging.getLogger(__name__)

KEPT = timedelta(minutes=1)
"""How long a process keeps the allowance that it took in advance."""

SWEPT_EVERY = timedelta(hours=1)
"""How often full allowances are forgotten."""

Asker = tuple[str, int, int | None]
"""What was asked for, the person, and the server."""


def require_challenge(found: OpenCounts) -> None:
    """Refuse another challenge to a person or server with too many waiting."""
    if found.challenges >= MOST_CHALLENGES:
        raise Refused(
            f"{MOST_CHALLENGES} challenges of yours wait for an answer already. Wait until "
            "one is answered, or take one back.",
            Reason.MANY_CHALLENGES,
        )
    if found.server_challenges >= MOST_SERVER_CHALLENGES:
        raise Refused(
            f"{MOST_SERVER_CHALLENGES} challenges wait for an answer in this server already, "
            "and it takes no more. Accept one of them, or try again when some are answered.",
            Reason.FULL_SERVER,
        )


def require_few_matches(found: OpenCounts, more: int = 1) -> None:
    """Refuse `more` matches to a person or server with too many running."""
    if found.matches + more > MOST_MATCHES:
        another = "another" if more == 1 else "a pair"
        raise Refused(
            f"You play {found.matches} matches at the moment, and nobody may begin {another} "
            f"with {MOST_MATCHES - more + 1} or more. Play one to its end, then try again.",
            Reason.MANY_MATCHES,
        )
    if found.server_matches + more > MOST_SERVER_MATCHES:
        none = "no more begin" if more == 1 else "no pair begins"
        raise Refused(
            f"{found.server_matches} matches run in the server of this one already, and {none} "
            "there. Try again when one has ended, or play in another server or in direct "
            "messages.",
            Reason.FULL_SERVER,
        )


class LimitBook:
    """Drafts and rates."""

    def __init__(self, store: Limits, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._left: dict[Asker, tuple[int, datetime]] = {}
        self._refused: dict[Asker, datetime] = {}
        self._sweep_at = clock() + SWEPT_EVERY

    async def require_draft(self, person: PersonId) -> None:
        """Refuse to begin a draft to a person who has very many."""
        if await self._store.drafts_held(person) >= MOST_DRAFTS:
            raise Refused(
                f"You are in the middle of {MOST_DRAFTS} moves already. Make or cancel one of "
                "them, then begin this one.",
                Reason.MANY_DRAFTS,
            )

    async def take(
        self, name: str, person: PersonId, guild: GuildId | None, count: int = 1
    ) -> None:
        """Take that much of the rate that `RATES` names. Raises Refused, with when to try again;
        then nothing is counted. `guild` is the server of the request, even if the bot is not a
        member of it."""
        rate, asker, now = RATES[name], (name, person, guild), self._clock()
        left, until = self._left.get(asker, (0, now))
        if left >= count and now < until:
            self._left[asker] = left - count, until
            return
        if (again := self._refused.get(asker)) and now < again:
            raise _too_often(rate, again - now)
        try:
            refused_until = await self._take_some(rate, asker, now, count)
            await self._sweep(now)
        except StoreTrouble as error:
            # The board can be read even while nothing can be written.
            log.warning("%s not counted: %s", rate.name, error)
            return
        if refused_until:
            self._refused[asker] = refused_until
            raise _too_often(rate, refused_until - now)

    async def _take_some(
        self, rate: Rate, asker: Asker, now: datetime, count: int
    ) -> datetime | None:
        # Take what a process takes at once, of both allowances; None, or when to ask again.
        name, person, guild = asker
        number = max(count, rate.at_once)
        charges = [_charge("person", person, rate.person, number)]
        if guild is not None:
            charges.append(_charge("guild", guild, rate.server, number))
        again = await self._store.take_allowance(name, charges, now)
        if again is None and number > count:
            # What another request took meanwhile is not lost.
            left, until = self._left.get(asker, (0, now))
            self._left[asker] = (left if now < until else 0) + number - count, now + KEPT
        return again

    async def _sweep(self, now: datetime) -> None:
        # Now and then forget full allowances, here and in the store.
        if now < self._sweep_at:
            return
        self._sweep_at = now + SWEPT_EVERY
        self._left = {asker: left for asker, left in self._left.items() if left[1] > now}
        self._refused = {asker: at for asker, at in self._refused.items() if at > now}
        await self._store.sweep_allowances(now)


def _charge(scope: str, owner: int, allowance: Allowance, count: int) -> Charge:
    interval = allowance.interval
    return Charge(scope, owner, count * interval, allowance.burst * interval)


def _too_often(rate: Rate, wait: timedelta) -> Refused:
    seconds = max(1, ceil(wait.total_seconds()))
    later = counted(seconds, "second") if seconds < 120 else counted(ceil(seconds / 60), "minute")
    return Refused(
        f"There were very many {rate.things} in a short time, so this one is not made. Try again "
        f"in {later}.",
        Reason.TOO_OFTEN,
    )
