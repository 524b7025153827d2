"""What a board says of the season or tournament that its match is part of."""

from bot.front.discord.context import Client
from bot.front.discord.markdown import escape, full_time, one_line
from bot.games.core import PlayerError
from bot.model.competitions.competition import Competition, Phase
from bot.model.competitions.phases import round_end
from bot.model.match import Match


async def part_of(client: Client, match: Match) -> str:
    """The season or tournament of the match with the time at which what still runs is
    adjudicated; nothing where there is none, or it is over."""
    if match.terms.competition is None:
        return ""
    try:
        found = await client.service.competitions.competition(match.terms.competition)
    except PlayerError:
        # Its server was left meanwhile.
        return ""
    return _words(found) if found.phase is Phase.RUNNING else ""


def _words(competition: Competition) -> str:
    season = f": season {competition.season}" if competition.season else ""
    name = f"{escape(one_line(competition.name))}{season}"
    return f"{name}, until {full_time(round_end(competition))}"
