"""What buttons and commands do with leagues: show, sign up, withdraw, give up, close."""

from discord import ui

from bot.front.competitions import league_words as words
from bot.front.competitions.finding import league_here, league_server, leagues_here
from bot.front.competitions.hosting import channel_trouble
from bot.front.competitions.items import (
    LEAGUE,
    competition_action,
    competition_button,
    competition_buttons,
)
from bot.front.competitions.showing import show_tables, tables_button
from bot.front.competitions.words import league_text, season_title
from bot.front.discord import permissions
from bot.front.discord.context import (
    Client,
    Interaction,
    PrivateReply,
    person_of,
    remove_buttons,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import lines_in_messages
from bot.front.living import state_of
from bot.front.posting.at_discord import leave_note
from bot.front.ui.base import GREEN, RED, message_view
from bot.games.phrases import comma_list
from bot.model.competitions.competition import Competition, League, Phase, Presence
from bot.model.places import LivingKind
from bot.service.competitions.changing import NoSuchCompetition


def post_buttons(league: League) -> ui.View:
    """The buttons below the post of a league."""
    own = competition_buttons(LEAGUE, league.number, "join", "leave")
    return message_view([*own, *([tables_button(league.current)] if league.current else [])])


async def sign_up_for(interaction: Interaction, league: League) -> None:
    """Sign a person up, or say that they are already, and tell them what comes next."""
    book, person = interaction.client.service.leagues, person_of(interaction.user)
    before = await book.members(league.number)
    if any(each.person == person.id for each in before):
        await reply_private(interaction, words.in_already_text(league, len(before)))
        return
    member = await book.sign_up(league.number, person)
    # A season may have begun meanwhile.
    league, members = await book.league(league.number), await book.members(league.number)
    is_new = member.order is None and await _season_played(interaction, league) is None
    await reply_private(interaction, words.joined_text(league, len(members), is_new=is_new))


async def withdraw_from(interaction: Interaction, league: League) -> None:
    """Sign a person out from the next season on, and let them give up the running one."""
    book, person = interaction.client.service.leagues, interaction.user.id
    was_in = await book.withdraw(league.number, person)
    # Read after it: a season may just have begun with them.
    league = await book.league(league.number)
    season = await _season_played(interaction, league)
    text = words.withdrawn_text(league, season, was_in=was_in)
    view = message_view([competition_button(LEAGUE, "giveup", season.number)]) if season else None
    await reply_private(interaction, text, view=view)


async def running_season(client: Client, league: League) -> Competition | None:
    """The running season of the league, if any."""
    if league.current is None:
        return None
    season = await client.service.competitions.competition(league.current)
    return season if season.phase is Phase.RUNNING else None


async def _season_played(interaction: Interaction, league: League) -> Competition | None:
    # The same if the person plays in it.
    entries = await interaction.client.service.competitions.entries(interaction.user.id)
    is_in = any(e.competition == league.current and e.presence is Presence.IN for e in entries)
    return await running_season(interaction.client, league) if is_in else None


@competition_action(LEAGUE, "giveup", "Give up the season", RED)
async def give_up_season(interaction: Interaction, number: int) -> None:
    guild, book = league_server(interaction), interaction.client.service.competitions
    season = await book.competition(number)
    if season.guild != guild:
        raise NoSuchCompetition(number)
    done = await book.leave(number, interaction.user.id)
    text = words.GIVEN_UP if done else words.NOT_PLAYING
    await remove_buttons(interaction)
    await reply_private(interaction, text.format(season=season_title(season)))


@competition_action(LEAGUE, "join", "Sign up", GREEN)
async def join_league(interaction: Interaction, number: int) -> None:
    await sign_up_for(interaction, await league_here(interaction, number))


@competition_action(LEAGUE, "leave", "Withdraw")
async def leave_league(interaction: Interaction, number: int) -> None:
    await withdraw_from(interaction, await league_here(interaction, number, own=True))


async def ask_to_close(interaction: Interaction, league: League) -> None:
    """Say what is lost with a league, and ask whether to close it."""
    members = await interaction.client.service.leagues.members(league.number)
    is_running = await running_season(interaction.client, league) is not None
    text = words.close_question(league, len(members), is_running=is_running)
    view = message_view(competition_buttons(LEAGUE, league.number, "close", "keep"))
    await reply_private(interaction, text, view=view)


@competition_action(LEAGUE, "close", "Yes, close it", RED)
async def close_league(interaction: Interaction, number: int) -> None:
    league = await league_here(interaction, number)
    permissions.require_host(interaction, league.channel)
    post = await state_of(interaction.client, LivingKind.LEAGUE, number)
    await interaction.client.service.leagues.close(number)
    name = words.name_of(league)
    await replace_private(interaction, words.CLOSED.format(name=name))
    note = words.CLOSED_POST.format(name=name)
    await leave_note(interaction.client, league.channel, post.message if post else None, note)


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


async def show_league(interaction: Interaction, league: League) -> None:
    """Who is signed up and when the next season begins, and the tables of the last season."""
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
    """A line with the leagues of the server that a person is signed up for; empty if there are
    none."""
    if not interaction.guild_id or permissions.may_only_answer(interaction):
        return ""
    memberships = await interaction.client.service.leagues.memberships(person)
    if not memberships:
        return ""
    numbers = {each.league for each in memberships}
    names = [words.name_of(e) for e in await leagues_here(interaction) if e.number in numbers]
    return words.PLAYS_IN.format(names=comma_list(names)) if names else ""
