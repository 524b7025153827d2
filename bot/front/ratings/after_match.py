"""What the end of a match says of ratings."""

import logging

from bot.front.discord.context import Client
from bot.front.discord.markdown import bold
from bot.front.ratings.words import rated_line
from bot.games.core import PlayerError
from bot.model.match import Match

log = logging.getLogger(__name__)

PAIR_RUNS = "Rated together with the other match of the pair, once that is over."


async def about_rated(client: Client, match: Match) -> str:
    """What came of a rated match for its people; nothing of one that is not, and where it can't be
    had."""
    if not match.terms.rated:
        return ""
    try:
        rated = await client.service.ratings.rated(match.id)
    except PlayerError as error:
        log.warning("match %s: rating not read: %s", match.id, error)
        return ""
    if rated is None:
        return PAIR_RUNS if match.terms.pair else ""
    names = {person.id: bold(person) for person in match.seats}
    return rated_line(rated, names, pair=match.terms.pair)
