"""What everybody can look at: the leagues of a server, and one of them with its tables."""

from bot.front.competitions.hosting import channel_trouble
from bot.front.competitions.items import LEAGUE, competition_button
from bot.front.competitions.showing import show_tables
from bot.front.competitions.words import league_text
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply, reply_private
from bot.front.discord.markdown import lines_in_messages
from bot.front.leagues import words
from bot.front.leagues.deeds import running_season
from bot.front.leagues.finding import find_league, leagues_here
from bot.front.ui.base import message_view
from bot.games.phrases import comma_list


async def list_leagues(interaction: Interaction) -> None:
    """A line for each league of the server that the person may know of."""
    leagues = await leagues_here(interaction)
    if not leagues:
        raise PrivateReply(words.NO_LEAGUES)
    book = interaction.client.service.leagues
    found = [(each, await book.members(each.number)) for each in leagues]
    lines = [
        " ".join(filter(None, [line, channel_trouble(interaction, each.channel, words.CHANGE)]))
        for each, line in zip(leagues, words.list_lines(found, interaction.user.id), strict=True)
    ]
    for text in lines_in_messages(lines):
        await reply_private(interaction, text)


async def show_league(interaction: Interaction, typed: str | None) -> None:
    """Who is signed up and when the next season begins, and the tables of the last season."""
    league = await find_league(interaction, typed)
    members = await interaction.client.service.leagues.members(league.number)
    is_in = any(each.person == interaction.user.id for each in members)
    name = "leave" if is_in else "join"
    view = message_view([competition_button(LEAGUE, name, league.number)])
    lines = [league_text(league, members, await running_season(interaction.client, league))]
    if trouble := channel_trouble(interaction, league.channel, words.CHANGE):
        lines.append(trouble)
    await reply_private(interaction, "\n".join(lines), view=view)
    if league.current is not None:
        await show_tables(interaction, league.current)


async def leagues_of_person(interaction: Interaction, person: int) -> str:
    """A line with the leagues of the server that somebody is signed up for; nothing where there are
    none."""
    if not interaction.guild_id or permissions.may_only_answer(interaction):
        return ""
    memberships = await interaction.client.service.leagues.memberships(person)
    if not memberships:
        return ""
    numbers = {each.league for each in memberships}
    names = [words.name_of(e) for e in await leagues_here(interaction) if e.number in numbers]
    return words.PLAYS_IN.format(names=comma_list(names)) if names else ""
