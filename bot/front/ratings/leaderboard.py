"""`/leaderboard`: the best of a game, of a server or of all."""

from collections.abc import Sequence
from datetime import timedelta

from discord.utils import utcnow

from bot.catalog import entry
from bot.front.discord.context import Interaction, reply_private
from bot.front.discord.markdown import bold
from bot.front.ratings.words import ranked_lines, rating_text
from bot.games.phrases import counted
from bot.model.events import Person
from bot.model.ratings.rating import PROVISIONAL, Rating, RatingPoint, pool_of
from bot.service.results.ratings import LeaderboardRow

SHOWN = 20
MONTH = timedelta(days=30.44)
SEVERAL = 3

EMPTY = (
    "Nobody is ranked yet. Ratings come from rated matches, and somebody is ranked once their own "
    "is sure enough: after some ten results."
)
NOTE = (
    "-# Behind ± is what a rating may be off by. From "
    f"±{2 * PROVISIONAL:.0f} on it is provisional, and not listed, nor is whoever chose so in "
    "`/settings`."
)

# Why whoever asks is not on it, behind their rating.
UNRATED = (
    "You are not on it yet: no rated match of yours has counted. `/challenge` with `rated` is one."
)
UNNAMED = "You: {rating}. You chose in `/settings` not to be named in lists."
UNSURE = "You: {rating}, so not ranked yet. It takes some ten results."
BEHIND = "You: {rating}, behind these {shown}."
NOT_HERE = "You: {rating}. Nothing of yours counted {where} within {months}, so you are not on it."


async def show_leaderboard(
    interaction: Interaction, game: str, months: int, *, several: bool, everywhere: bool
) -> None:
    """Those for whom a contest counted within so many months, best first."""
    guild = None if everywhere else interaction.guild_id
    pool = pool_of(game, SEVERAL if several else 2)
    since = utcnow() - months * MONTH
    rows = await interaction.client.service.ratings.leaderboard(pool, guild, since, SHOWN)
    named = [(bold(Person(row.person, row.name)), row.rating, row.contests) for row in rows]
    where = "in this server" if guild else "everywhere"
    among = ", three and more players" if several else ""
    head = f"**{entry(game).name}{among}: who leads {where}**"
    small = f"-# Rated here within {counted(months, 'month')}." if guild else ""
    own = await _about_reader(interaction, pool, rows, where, counted(months, "month"))
    lines = [head, small, *(ranked_lines(named) if named else [EMPTY]), own, NOTE]
    await reply_private(interaction, "\n".join(filter(None, lines)))


async def _about_reader(
    interaction: Interaction, pool: str, rows: Sequence[LeaderboardRow], where: str, months: str
) -> str:
    # Whoever asks looks for themselves first.
    reader, service = interaction.user.id, interaction.client.service
    if reader in {row.person for row in rows}:
        return ""
    point = (await service.ratings.of(reader)).get(pool)
    chosen = await service.preferences.of_person(reader, interaction.guild_id)
    listed = chosen.listed is not False
    last = rows[-1].rating if len(rows) == SHOWN else None
    return reader_line(point, listed=listed, last=last, where=where, months=months)


def reader_line(
    point: RatingPoint | None, *, listed: bool, last: Rating | None, where: str, months: str
) -> str:
    """Why somebody is not on a leaderboard, of which `last` is the last rating if it is full."""
    if point is None:
        return UNRATED
    rating = rating_text(point.rating)
    if point.rating.is_provisional:
        return UNSURE.format(rating=rating)
    if not listed:
        return UNNAMED.format(rating=rating)
    if last and point.rating.rating <= last.rating:
        return BEHIND.format(rating=rating, shown=SHOWN)
    return NOT_HERE.format(rating=rating, where=where, months=months)
