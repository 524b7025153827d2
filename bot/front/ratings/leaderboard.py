"""`/leaderboard`: the best of a game, of a server or of all."""

from datetime import timedelta

from discord.utils import utcnow

from bot.catalog import Entry
from bot.front.discord.context import Interaction, reply_private
from bot.front.discord.markdown import bold
from bot.front.ratings.words import ranked_lines
from bot.games.phrases import counted
from bot.model.events import Person
from bot.model.ratings.rating import pool_of

SHOWN = 20
MONTH = timedelta(days=30.44)
SEVERAL = 3

EMPTY = (
    "Nobody is ranked yet. Ratings come from rated matches, and somebody is ranked once their own "
    "is no longer provisional: after some ten results."
)
NOTE = (
    "-# The number behind ± is what the rating may be off by. Provisional ratings, and people who "
    "chose in `/settings` not to be named, are not listed. `/profile` shows yours."
)


async def show_leaderboard(
    interaction: Interaction, game: Entry, months: int, *, several: bool, everywhere: bool
) -> None:
    """Those for whom a contest counted within so many months, best first."""
    guild = None if everywhere else interaction.guild_id
    pool = pool_of(game.key, SEVERAL if several else 2)
    since = utcnow() - months * MONTH
    rows = await interaction.client.service.ratings.leaderboard(pool, guild, since, SHOWN)
    named = [(bold(Person(row.person, row.name)), row.rating, row.contests) for row in rows]
    where = "in this server" if guild else "everywhere"
    among = ", three and more players" if several else ""
    head = f"**{game.name}{among}: who leads {where}**"
    small = f"-# Rated here within {counted(months, 'month')}." if guild else ""
    lines = [head, small, *(ranked_lines(named) if named else [EMPTY]), NOTE]
    await reply_private(interaction, "\n".join(filter(None, lines)))
