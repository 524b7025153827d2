"""The seasons of leagues, which begin by themselves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.model.competitions.competition import Competition, Format, League, Phase
from bot.model.competitions.dates import begun_late, next_monday, season_after, season_end
from bot.model.competitions.divisions import FEWEST, season_entrants
from bot.model.competitions.rounds import season_fixtures
from bot.model.ports import Store
from bot.model.records import DueKind
from bot.service.queue import REST, DueSource


@dataclass(eq=False)
class SeasonStarts(DueSource[League]):
    """Begins the season of each league when it is time."""

    kind = DueKind.LEAGUE

    _store: Store
    _clock: Callable[[], datetime]

    async def due(self, now: datetime, limit: int) -> Sequence[League]:
        return await self._store.due_leagues(now, limit)

    def key(self, item: League) -> int:
        return item.number

    def about(self, item: League) -> dict[str, object]:
        return {"league": item.number}

    async def do(self, item: League) -> datetime | None:
        now, league = self._clock(), await self._store.league(item.number)
        if league is None or league.begins is None or league.begins > now:
            return None
        if await self._is_running(league):
            # The bot was away over its end, or is still adjudicating.
            return now + REST
        # Read behind the league, of which whoever comes or goes is a change.
        members = await self._store.members(league.number)
        if len(members) < FEWEST or await self._is_away(league):
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
        await self._store.begin_season(after, season, entrants, season_fixtures(entrants))
        return None

    async def _is_running(self, league: League) -> bool:
        if league.current is None:
            return False
        season = await self._store.competition(league.current)
        return season is not None and season.phase is Phase.RUNNING

    async def _is_away(self, league: League) -> bool:
        return (await self._store.servers()).get(league.guild) is not None


def _season(league: League, begins: datetime, now: datetime) -> Competition:
    ends = season_end(begins, league.weeks)
    return Competition(
        *(0, Format.SEASON, league.guild, league.channel, league.name, league.terms, league.host),
        *(Phase.RUNNING, begins, ends),
        league=league.number,
        season=league.season,
        round=1,
        round_ends=ends,
        due=now,
    )
