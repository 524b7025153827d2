"""The curve of somebody's rating, drawn below what `/profile` says of a game."""

from collections.abc import Sequence

import discord

from bot.catalog import Entry
from bot.front import preferences
from bot.front.board.pictures import picture_file
from bot.front.discord import lanes
from bot.front.discord.context import Interaction
from bot.model.events import Person
from bot.model.ratings.rating import RatingPoint, pool_of
from renderers import CurvePoint, draw_curve

FEWEST = 2
"""Weeks that make a curve: a single point says no more than the words."""

SURE = 2
"""Deviations to either side within which the true strength lies with a probability of 95 %."""


async def curve_files(interaction: Interaction, person: Person, game: Entry) -> list[discord.File]:
    """The curve of the person's rating between two players; nothing where it is too short."""
    points = await interaction.client.service.ratings.curve(person.id, pool_of(game.key, 2))
    if len(points) < FEWEST:
        return []
    view = await preferences.private_view_of(interaction)
    title = f"{person.name} · {game.name}"
    png = await lanes.EXTRAS.run(draw_curve, title, _drawn(points), view)
    return [picture_file(png, "rating.png", _in_words(points, game))]


def _drawn(points: Sequence[RatingPoint]) -> list[CurvePoint]:
    return [
        CurvePoint(each.period, each.rating.rating, SURE * each.rating.deviation) for each in points
    ]


def _in_words(points: Sequence[RatingPoint], game: Entry) -> str:
    first, last = points[0], points[-1]
    highest = max(each.rating.rating for each in points)
    return (
        f"Rating in {game.name}, week by week: {first.rating.rating:.0f} in the week of "
        f"{first.period}, {last.rating.rating:.0f} in that of {last.period}, {highest:.0f} at most."
    )
