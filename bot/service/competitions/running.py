"""What time and ended matches bring to competitions: rounds, results, the end."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.model.competitions.competition import Competition, Phase
from bot.model.competitions.divisions import new_orders
from bot.model.competitions.lineup import (
    Lineup,
    called_off,
    competition_ended,
    put_off_until_due,
    round_begun,
    tournament_begun,
    without_deleted,
)
from bot.model.competitions.phases import Duty, duty_of
from bot.model.ports import Store
from bot.model.records import DueKind
from bot.service.competitions.changing import lineup_of, save_lineup
from bot.service.competitions.meetings import Meetings
from bot.service.competitions.silence import silent_people
from bot.service.queue import DueSource

LATE = timedelta(hours=1)
"""How long after its date a season can end without the bot having been away."""

AGAIN = timedelta(hours=1)
"""How long until it is looked again whether a match can begin."""


@dataclass(eq=False)
class CompetitionSteps(DueSource[Competition]):
    """Takes each competition on by a step at a time. Every step looks at all there is first, so
    that one that was broken off, or done by another process, is no harm."""

    kind = DueKind.COMPETITION

    _store: Store
    _meetings: Meetings
    _clock: Callable[[], datetime]

    async def due(self, now: datetime, limit: int) -> Sequence[Competition]:
        return await self._store.due_competitions(now, limit)

    def key(self, item: Competition) -> int:
        return item.number

    def about(self, item: Competition) -> dict[str, object]:
        return {"competition": item.number}

    async def do(self, item: Competition) -> None:
        before = await lineup_of(self._store, item.number)
        if before is None:
            return
        after = await self._step(without_deleted(before))
        orders, silent = await asyncio.to_thread(_orders, after), list[int]()
        # Where the bot was away nobody could be asked to move.
        if orders and self._clock() - after.competition.ends < LATE:
            silent = await silent_people(self._store, after.competition)
        # Where something came meanwhile it is due again, and looked at anew.
        await save_lineup(self._store, before, after, orders, silent)

    async def _step(self, lineup: Lineup) -> Lineup:
        now = self._clock()
        match duty_of(lineup.competition, lineup.fixtures, now):
            case Duty.BEGIN:
                return await self._begun(lineup, now)
            case Duty.NEXT_ROUND:
                return await asyncio.to_thread(round_begun, lineup, now)
            case Duty.END:
                return competition_ended(lineup)
            case Duty.PLAY | Duty.ADJUDICATE as duty:
                is_over = duty is Duty.ADJUDICATE
                after = await self._meetings.looked_after(lineup, is_over=is_over)
                # What has a result now may be the last that was waited for.
                return after if is_over or not after.unsettled else _put_off(after, now)
            case Duty.WAIT:
                return put_off_until_due(lineup)

    async def _begun(self, lineup: Lineup, now: datetime) -> Lineup:
        is_away = (await self._store.servers()).get(lineup.competition.guild) is not None
        return (
            called_off(lineup)
            if is_away
            else await asyncio.to_thread(tournament_begun, lineup, now)
        )


def _orders(after: Lineup) -> Mapping[int, int] | None:
    # Those for the next season, once one has ended.
    season = after.competition
    if season.league is None or season.phase is not Phase.ENDED:
        return None
    return new_orders(after.entrants, after.fixtures)


def _put_off(lineup: Lineup, now: datetime) -> Lineup:
    # What could not begin, because its server has put the bot out, is tried again.
    after = put_off_until_due(lineup)
    if all(each.match for each in after.unsettled) or after.competition.due is None:
        return after
    again = min(after.competition.due, now + AGAIN)
    return replace(after, competition=replace(after.competition, due=again))
