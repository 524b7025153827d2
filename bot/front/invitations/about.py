"""What a challenge tells beside its terms: how its host plays, and how long it stands."""

import logging
from datetime import datetime

from bot.front.context import Client
from bot.front.text.markdown import relative_time
from bot.front.text.profiles import told_of
from bot.games.core import PlayerError
from bot.matches.match import Match

log = logging.getLogger(__name__)


async def told_of_challenge(client: Client, match: Match) -> str:
    """The lines about a challenge; without what can't be had."""
    lines = [await told_of(client, match.host), await _told_how_long(client, match)]
    return "\n".join(filter(None, lines))


async def _told_how_long(client: Client, match: Match) -> str:
    try:
        until = await client.matches.standing.until(match.id)
    except PlayerError as error:
        log.warning("match %s: how long it stands can't be told: %s", match.id, error)
        return ""
    return renewal_line(until) if until else ""


def renewal_line(until: datetime) -> str:
    """How long a standing challenge is made anew."""
    return f"Stands again whenever somebody has taken it; ends {relative_time(until)}."
