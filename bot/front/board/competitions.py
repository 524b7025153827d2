"""What boards and lists say of the season or tournament that a match is part of."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.front.discord.context import Client
from bot.front.discord.markdown import escape, full_time
from bot.front.text.parts import competition_name
from bot.games.core import PlayerError
from bot.model.competitions.competition import Competition, Phase
from bot.model.competitions.phases import round_end
from bot.model.match import Match
from bot.model.records import MatchId, MatchSummary, Status


async def part_of(client: Client, match: Match) -> str:
    """The season or tournament of the match with the time at which what still runs is
    adjudicated; nothing where there is none, or it is over."""
    number = match.terms.competition
    found = await _running(client, number) if number is not None else None
    return _words(found) if found else ""


async def round_ends(client: Client, rows: Iterable[MatchSummary]) -> Mapping[MatchId, datetime]:
    """When what still runs is adjudicated, of running matches without a deadline of their own."""
    unlimited = [r for r in rows if r.status is Status.RUNNING and r.deadline is None]
    numbers = {row.competition for row in unlimited if row.competition is not None}
    found = {number: await _running(client, number) for number in numbers}
    part = {row.match: found.get(row.competition or 0) for row in unlimited}
    return {match: round_end(competition) for match, competition in part.items() if competition}


async def _running(client: Client, number: int) -> Competition | None:
    try:
        found = await client.service.competitions.competition(number)
    except PlayerError:
        # Its server was left meanwhile.
        return None
    return found if found.phase is Phase.RUNNING else None


def _words(competition: Competition) -> str:
    name = escape(competition_name(competition))
    return f"{name}, until {full_time(round_end(competition))}"
