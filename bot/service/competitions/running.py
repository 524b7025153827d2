"""What falls due in competitions, and what ended matches change: seasons begin; rounds, results,
the end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from operator import attrgetter

from bot.model.competitions.competition import Competition, Fixture, Format, League, Phase
from bot.model.competitions.divisions import FEWEST, new_orders, season_entrants
from bot.model.competitions.lineup import (
    Lineup,
    called_off,
    competition_ended,
    entrant_left,
    next_swiss_round,
    put_off_until_due,
    round_begun,
    tournament_begun,
    without_deleted,
)
from bot.model.competitions.phases import (
    Duty,
    begun_late,
    duty_of,
    next_monday,
    season_after,
    season_end,
)
from bot.model.competitions.rounds import season_fixtures
from bot.model.competitions.swiss import SwissRound
from bot.model.places import LivingKind, PostState
from bot.model.ports import Store
from bot.model.records import DueKind, PersonId
from bot.opponents.workers import SearchFailed
from bot.service.competitions.changing import (
    NoSuchCompetition,
    is_put_out,
    lineup_of,
    members_of,
    save_lineup,
    silent_people,
)
from bot.service.competitions.meetings import Meetings
from bot.service.queue import REST, About, DueSource
from bot.service.thinking import Thinking

log = logging.getLogger(__name__)

LATE = timedelta(hours=1)
"""How long after its date a season can end without the bot having been down."""

POSTING = timedelta(minutes=10)
"""How long a season that begins late waits until the end of the last one is posted."""

PAIRING = 20.0
"""Seconds for pairing a round by the rules of FIDE, which takes one of CPU at most as far as is
known; the process is killed after that, and the round paired by a matching alone."""

AGAIN = timedelta(hours=1)
"""How long until the next try to begin a match."""


@dataclass(eq=False)
class CompetitionSteps(DueSource[Competition]):
    """Takes each competition on by a step at a time. Every step first looks at everything, so one
    that was interrupted, or done by another process, does no harm."""

    kind = DueKind.COMPETITION
    key = attrgetter("number")
    about = About(competition="number")

    _store: Store
    _meetings: Meetings
    _thinking: Thinking
    _back_since: Callable[[], Awaitable[datetime]]
    _clock: Callable[[], datetime]

    async def do(self, item: Competition) -> None:
        try:
            before = await lineup_of(self._store, item.number)
        except NoSuchCompetition:
            return
        after = await self._step(without_deleted(before))
        gone = await self._meetings.absent(after) if after.competition.round else []
        for each in gone:
            after = self._due_now(entrant_left(after, each.person))
        orders, silent = await asyncio.to_thread(_orders, after), list[PersonId]()
        # While the bot was down nobody could be called to move.
        if orders and self._clock() - after.competition.ends < LATE:
            silent = await silent_people(self._store, after.competition)
        out = {*silent, *(each.person for each in gone)}
        # If something came meanwhile it is due again, and looked at again.
        await save_lineup(
            self._store, before, after, orders=orders, silent=sorted(out), notified=gone
        )

    async def _step(self, lineup: Lineup) -> Lineup:
        now = self._clock()
        match duty_of(lineup.competition, lineup.fixtures, now):
            case Duty.BEGIN:
                return await self._begun(lineup, now)
            case Duty.NEXT_ROUND:
                # After an absence: first it is posted what has ended, for which a minute is enough.
                posted = await self._back_since() + REST
                if now < posted:
                    return replace(lineup, competition=replace(lineup.competition, due=posted))
                return await self._next_round(lineup, now)
            case Duty.END:
                return competition_ended(lineup)
            case Duty.PLAY | Duty.FINISH | Duty.CLOSE as duty:
                after = await self._meetings.looked_after(lineup, duty)
                # What has a result now may be the last that was waited for.
                is_done = duty is Duty.CLOSE or not after.unsettled
                return after if is_done else _put_off(after, now)
            case Duty.WAIT:
                return put_off_until_due(lineup, now)

    def _due_now(self, lineup: Lineup) -> Lineup:
        if lineup.competition.phase is not Phase.RUNNING:
            return lineup
        return replace(lineup, competition=replace(lineup.competition, due=self._clock()))

    async def _next_round(self, lineup: Lineup, now: datetime) -> Lineup:
        is_swiss = lineup.competition.format is Format.SWISS
        drawn = await self._drawn(next_swiss_round(lineup)) if is_swiss else ()
        return round_begun(lineup, now, drawn)

    async def _drawn(self, question: SwissRound) -> tuple[Fixture, ...]:
        try:
            return await self._thinking.ask(question, person=PersonId(0), within=PAIRING)
        except SearchFailed:
            log.warning("round %d is paired without the rules of FIDE", question.number)
            plain = replace(question, by_fide=False)
            return await self._thinking.ask(plain, person=PersonId(0))

    async def _begun(self, lineup: Lineup, now: datetime) -> Lineup:
        if await is_put_out(self._store, lineup.competition.guild):
            return called_off(lineup)
        return await asyncio.to_thread(tournament_begun, lineup, now)


def _orders(after: Lineup) -> Mapping[PersonId, int]:
    # The people for the next season, once one has ended.
    season = after.competition
    if season.league is None or season.phase is not Phase.ENDED:
        return {}
    return new_orders(after.entrants, after.fixtures)


def _put_off(lineup: Lineup, now: datetime) -> Lineup:
    # Matches that could not begin because their server has removed the bot are tried again.
    after = put_off_until_due(lineup, now)
    if all(each.match for each in after.unsettled) or after.competition.due is None:
        return after
    again = min(after.competition.due, now + AGAIN)
    return replace(after, competition=replace(after.competition, due=again))


@dataclass(eq=False)
class SeasonStarts(DueSource[League]):
    """Begins the season of each league when it is time."""

    kind = DueKind.LEAGUE
    key = attrgetter("number")
    about = About(league="number")

    _store: Store
    _clock: Callable[[], datetime]
    _waiting: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """Since when the season of that number of a league waits for the post about the last one."""

    async def do(self, item: League) -> datetime | None:
        now, league = self._clock(), await self._store.find_one(League, number=item.number)
        if league is None or league.begins is None or league.begins > now:
            return None
        if await self._is_running(league):
            # The bot was down at its end, or the last of its matches still has time.
            return now + REST
        if league.begins + REST < now and await self._is_end_unsaid(league, now):
            # After an absence: first it is posted what has ended.
            return now + REST
        # Read after the league: members coming or going count as a change of it.
        members = await members_of(self._store, league.number)
        if len(members) < FEWEST or await is_put_out(self._store, league.guild):
            later = replace(league, begins=next_monday(now), changes=league.changes + 1)
            await self._store.save_league(later)
            return None
        begins = begun_late(league.begins, now)
        entrants = season_entrants(members, league.size)
        follows = season_after(begins, league.weeks)
        after = replace(
            league, season=league.season + 1, begins=follows, changes=league.changes + 1
        )
        season = _season(after, begins, now)
        lineup = Lineup(season, entrants, season_fixtures(entrants))
        await self._store.begin_season(after, lineup)
        return None

    async def _is_end_unsaid(self, league: League, now: datetime) -> bool:
        # Not for long: a post that is refused delays no season.
        post = await self._store.find_one(
            PostState, kind=LivingKind.COMPETITION, subject=league.current
        )
        since = self._waiting.setdefault((league.number, league.season), now)
        return post is not None and not post.is_current and now < since + POSTING

    async def _is_running(self, league: League) -> bool:
        if league.current is None:
            return False
        season = await self._store.find_one(Competition, number=league.current)
        return season is not None and season.phase is Phase.RUNNING


def _season(league: League, begins: datetime, now: datetime) -> Competition:
    ends = season_end(begins, league.weeks)
    return Competition(
        number=0,
        format=Format.SEASON,
        guild=league.guild,
        channel=league.channel,
        name=league.name,
        # Whatever the league was founded with.
        terms=replace(league.terms, control=None, banks=True),
        host=league.host,
        phase=Phase.RUNNING,
        begins=begins,
        ends=ends,
        league=league.number,
        season=league.season,
        round=1,
        # If the bot was away until now the date stays, and each bank is half of what is left.
        round_time=ends - max(begins, now),
        round_ends=ends,
        due=now,
    )
