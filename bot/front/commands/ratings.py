"""The commands about how good and how reliable people are."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.catalog import entry
from bot.front.commands.options import REQUIRED, Field, command_of, game_field
from bot.front.discord.context import Interaction, PrivateReply, person_of, reply_private
from bot.front.discord.markdown import bold, lines_in_messages
from bot.front.leagues.deeds import leagues_of_person
from bot.front.ratings import all_games, curve_files, one_game, show_leaderboard
from bot.front.text.profiles import profile_page
from bot.model.records import Status

CURVE = "-# The line is the rating, week by week; the band is what it may be off by."
ROBOT = "That is me. I answer at once, finish every match, and have no clock to keep."


def profile_command() -> app_commands.Command[Any, ..., Any]:
    about = "How somebody plays: ratings, results, how fast they answer"
    fields = (
        Field("person", discord.User, "Whom you ask about; leave it out for yourself"),
        game_field("Results of one game: opponents, longest chain, most captures"),
    )
    return command_of("profile", about, fields, _show_profile)


def leaderboard_command() -> app_commands.Command[Any, ..., Any]:
    about = "Who leads a game, in this server or everywhere"
    rated = "Of those who were rated within so many months; 12 unless you say"
    several = "Matches of three and more players, which have ratings of their own"
    fields = (
        game_field("Which game", REQUIRED),
        Field("months", Range[int, 1, 36], rated, default=12),
        Field("several", bool, several, default=False),
        Field("everywhere", bool, "All servers, not only this one", default=False),
    )
    return command_of("leaderboard", about, fields, show_leaderboard)


async def _show_profile(
    interaction: Interaction, person: discord.User | None, game: str | None
) -> None:
    user = person or interaction.user
    if user == interaction.client.user:
        raise PrivateReply(ROBOT)
    if user.bot:
        raise PrivateReply(f"{bold(person_of(user))} is a bot and can't play. I can: challenge me.")
    files: list[discord.File] = []
    if game is not None:
        about = await one_game(interaction, user.id, entry(game))
        files = await curve_files(interaction, person_of(user), entry(game))
        text = "\n".join([bold(person_of(user)), about, *([CURVE] if files else [])])
    else:
        text = await _known_as(interaction, user)
    *parts, last = lines_in_messages(text.split("\n"))
    for part in parts:
        await reply_private(interaction, part)
    await reply_private(interaction, last, files)


async def _known_as(interaction: Interaction, user: discord.User | discord.Member) -> str:
    found = await interaction.client.service.profiles.profile(user.id)
    here = await running_here(interaction, user.id)
    rungs = await interaction.client.service.profiles.rungs(user.id)
    own = user.id == interaction.user.id
    text = profile_page(person_of(user), found, here, rungs, own=own)
    games = await all_games(interaction, user.id)
    return "\n".join(filter(None, [text, games, await leagues_of_person(interaction, user.id)]))


async def running_here(interaction: Interaction, person: int) -> int:
    """The person's running matches in this server, or outside of servers in this channel."""
    rows = await interaction.client.matches.of_person(person)
    running = (row for row in rows if row.status is Status.RUNNING)
    if interaction.guild_id:
        return sum(row.guild == interaction.guild_id for row in running)
    return sum(row.channel == interaction.channel_id for row in running)
