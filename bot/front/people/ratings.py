"""A person's ratings and results, for `/profile` and `/leaderboard`, and their curve."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

import discord

from bot.catalog import Entry, catalog, entry
from bot.front import ids
from bot.front.board import preferences
from bot.front.board.pictures import Picture
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply, reply_private
from bot.front.discord.markdown import bold, message_link
from bot.front.meant import find_visible
from bot.front.text.ratings import game_line, ranked_lines, rating_text, tally_text
from bot.games.core import PlayerError
from bot.games.phrases import counted
from bot.model.events import Person
from bot.model.ratings.rating import PROVISIONAL, Rating, RatingPoint, pool_of
from bot.model.records import PersonId
from bot.model.results import Feat, Tally
from bot.service.results.ratings import LeaderboardRow
from renderers import CurvePoint, draw_curve

# Of `/profile`

OPPONENTS = 5
"""Those who are named: the most frequent."""

SEVERAL = 3

NOTHING = "-# No match of {game} has ended yet."
MORE = "-# `game` shows opponents, the longest chain and the most captures of one game."
UNSURE = (
    "-# Behind ± is what a rating may be off by. It is provisional, and on no leaderboard, until "
    f"that is less than {2 * PROVISIONAL:.0f}: after some fifteen results, against several players."
)


async def all_games(interaction: Interaction, person: PersonId) -> str:
    """A line for each game that a person has played or is rated in; empty if there is none."""
    service = interaction.client.service
    tallies, points = await asyncio.gather(
        service.results.by_game(person), service.ratings.of(person)
    )
    lines = [line for game in catalog().values() for line in _lines(game, tallies, points)]
    note = [UNSURE] if points else []
    return "\n".join(["**Ratings and results**", *lines, *note, MORE]) if lines else ""


def _lines(
    game: Entry, tallies: Mapping[str, Tally], points: Mapping[str, RatingPoint]
) -> Iterator[str]:
    two, several = (points.get(pool_of(game.key, players)) for players in (2, SEVERAL))
    tally = tallies.get(game.key)
    if tally or two:
        yield _line(game.name, tally, two)
    if several:
        yield _line(f"{game.name}, three and more", None, several)


def _line(name: str, tally: Tally | None, point: RatingPoint | None) -> str:
    line = game_line(name, tally, point.rating if point else None, point.contests if point else 0)
    return f"- {line}"


async def one_game(interaction: Interaction, person: PersonId, game: Entry) -> str:
    """Everything about a person's matches of a game. Whom they played is only for them; others see
    their own results against them."""
    service = interaction.client.service
    tallies, points, feats = await asyncio.gather(
        service.results.by_game(person),
        service.ratings.of(person),
        service.results.feats(person, game.key),
    )
    lines = [*_lines(game, tallies, points)]
    if not lines:
        return NOTHING.format(game=game.name)
    lines += await _feat(interaction, "Longest chain", feats.chain, "link")
    lines += await _feat(interaction, "Most captures in a match", feats.captures, "piece")
    lines += await _opponents(interaction, person, game)
    return "\n".join(lines)


async def _feat(interaction: Interaction, what: str, feat: Feat | None, unit: str) -> list[str]:
    if feat is None or not feat.amount:
        return []
    return [f"- {what}: {counted(feat.amount, unit)}{await _match_link(interaction, feat)}"]


async def _match_link(interaction: Interaction, feat: Feat) -> str:
    # Of matches that the reader can't see only the results count.
    try:
        match = await find_visible(interaction, feat.match)
        board = await interaction.client.service.posts.last_board(feat.match)
    except (PlayerError, PrivateReply):
        return ""
    if board is None:
        return f" (match {feat.match})"
    link = message_link(match.guild, board.channel, board.message)
    return f" ([match {feat.match}]({link}))"


async def _opponents(interaction: Interaction, person: PersonId, game: Entry) -> list[str]:
    service, reader = interaction.client.service, ids.user(interaction)
    if person == reader:
        found = await service.profiles.opponents(person, game.key, OPPONENTS)
        return [f"- Against {bold(other)}: {tally_text(tally)}" for other, tally in found]
    tally, _ = await service.results.against(reader, game.key, person)
    return [f"- You against them: {tally_text(tally)}"] if tally.matches else []


# The curve below it

FEWEST = 2
"""Days that make a curve: a single point says no more than the words."""

SURE = 2
"""Deviations to either side within which the true strength lies with a probability of 95 %."""


async def curve_files(interaction: Interaction, person: Person, game: Entry) -> list[discord.File]:
    """The curve of the person's rating between two players; empty if it is too short."""
    points = await interaction.client.service.ratings.curve(person.id, pool_of(game.key, 2))
    days = _by_day(points)
    if len(days) < FEWEST:
        return []
    view = await preferences.private_view_of(interaction)
    title = f"{person.name} · {game.name}"
    png = await lanes.EXTRAS.run(draw_curve, title, _drawn(days), view)
    return [Picture(png, _in_words(days, game)).file("rating.png")]


def _by_day(points: Sequence[RatingPoint]) -> Mapping[date, Rating]:
    # The last one of each day.
    return {each.at.date(): each.listed for each in points}


def _drawn(days: Mapping[date, Rating]) -> list[CurvePoint]:
    return [CurvePoint(day, each.rating, SURE * each.deviation) for day, each in days.items()]


def _in_words(days: Mapping[date, Rating], game: Entry) -> str:
    (first, began), *_, (last, now) = days.items()
    highest = max(each.rating for each in days.values())
    return (
        f"Rating in {game.name}, day by day: {began.rating:.0f} on {first}, {now.rating:.0f} on "
        f"{last}, {highest:.0f} at most."
    )


# Of `/leaderboard`

SHOWN = 20
MONTH = timedelta(days=30.44)

EMPTY = (
    "Nobody is ranked yet. Ratings come from rated matches, and somebody is ranked once their own "
    "is sure enough: after some fifteen results, against several players."
)
NOTE = (
    "-# Behind ± is what a rating may be off by. From "
    f"±{2 * PROVISIONAL:.0f} on it is provisional, and not listed, nor is anyone who chose so in "
    "`/settings`."
)

# Why the person who asks is not on it, after their rating.
UNRATED = (
    "You are not on it yet: none of your rated matches has counted. `/challenge` with `rated` is "
    "one."
)
UNNAMED = "You: {rating}. You chose in `/settings` not to be named in lists."
NOT_SURE = (
    "You: {rating}, so not ranked yet. It takes some fifteen results, against several players."
)
BEHIND = "You: {rating}, behind these {shown}."
NOT_HERE = (
    "You: {rating}. None of your rated matches counted {where} within {months}, so you are not on "
    "it."
)


async def show_leaderboard(
    interaction: Interaction, game: str, months: int, *, several: bool, everywhere: bool
) -> None:
    """Those for whom a contest counted within that many months, best first."""
    guild = None if everywhere else ids.guild(interaction)
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
    # The person who asks looks for themselves first.
    reader, service = ids.user(interaction), interaction.client.service
    if reader in {row.person for row in rows}:
        return ""
    point = (await service.ratings.of(reader)).get(pool)
    chosen = await service.preferences.of_person(reader, ids.guild(interaction))
    listed = chosen.listed is not False
    last = rows[-1].rating if len(rows) == SHOWN else None
    return reader_line(point, listed=listed, last=last, where=where, months=months)


def reader_line(
    point: RatingPoint | None, *, listed: bool, last: Rating | None, where: str, months: str
) -> str:
    """Why a person is not on a leaderboard, of which `last` is the last rating if it is full."""
    if point is None:
        return UNRATED
    rating = rating_text(point.rating)
    if point.rating.is_provisional:
        return NOT_SURE.format(rating=rating)
    if not listed:
        return UNNAMED.format(rating=rating)
    if last and point.rating.rating <= last.rating:
        return BEHIND.format(rating=rating, shown=SHOWN)
    return NOT_HERE.format(rating=rating, where=where, months=months)
