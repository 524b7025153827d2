"""What commands and buttons do with leagues: show, sign up, withdraw, give up; found, change, rest,
close."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front import ids
from bot.front.clock import utcnow
from bot.front.competitions import asked_terms
from bot.front.competitions import league_words as words
from bot.front.competitions.asked_terms import (
    channel_trouble,
    require_channel,
    typed_beginning,
    usual_beginning,
)
from bot.front.competitions.finding import (
    find_managed_league,
    league_here,
    league_server,
    leagues_here,
)
from bot.front.competitions.items import (
    LEAGUE,
    competition_action,
    competition_button,
    competition_buttons,
)
from bot.front.competitions.length_words import season_pace
from bot.front.competitions.showing import show_tables, tables_button
from bot.front.competitions.tournaments import moved_text
from bot.front.competitions.words import first_seat_note, league_text, next_season, season_title
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
from bot.front.discord.home import lasting_channel
from bot.front.discord.markdown import (
    bold,
    inline_code,
    join_lines,
    lines_in_messages,
)
from bot.front.living import leave_where_it_was, state_of
from bot.front.posting.at_discord import leave_note
from bot.front.ui.base import GREEN, RED, message_view
from bot.front.ui.choices import to_choose
from bot.games.core import PlayerError
from bot.games.phrases import comma_list
from bot.model.competitions.competition import Competition, League, Phase, Presence
from bot.model.competitions.lengths import season_weeks
from bot.model.events import Person
from bot.model.places import LONG_AGO, LivingKind, PostState
from bot.model.records import ChannelId, PersonId
from bot.service.competitions.changing import NoSuchCompetition
from bot.service.competitions.leagues import WEEKS


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
    book, person = interaction.client.service.leagues, ids.user(interaction)
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
    entries = await interaction.client.service.competitions.entries(ids.user(interaction))
    is_in = any(e.competition == league.current and e.presence is Presence.IN for e in entries)
    return await running_season(interaction.client, league) if is_in else None


@competition_action(LEAGUE, "giveup", "Give up the season", RED)
async def give_up_season(interaction: Interaction, number: int) -> None:
    guild, book = league_server(interaction), interaction.client.service.competitions
    season = await book.competition(number)
    if season.guild != guild:
        raise NoSuchCompetition(number)
    done = await book.leave(number, ids.user(interaction))
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
        for each, line in zip(leagues, words.list_lines(found, ids.user(interaction)), strict=True)
    ]
    for text in lines_in_messages(lines):
        await reply_private(interaction, text)


async def show_league(interaction: Interaction, league: League) -> None:
    """Who is signed up and when the next season begins, and the tables of the last season."""
    members = await interaction.client.service.leagues.members(league.number)
    is_in = any(each.person == ids.user(interaction) for each in members)
    name = "leave" if is_in else "join"
    view = message_view([competition_button(LEAGUE, name, league.number)])
    lines = [league_text(league, members, await running_season(interaction.client, league))]
    if trouble := channel_trouble(interaction, league.channel, words.CHANGE):
        lines.append(trouble)
    await reply_private(interaction, "\n".join(lines), view=view)
    if league.current is not None:
        await show_tables(interaction, league.current)


async def leagues_of_person(interaction: Interaction, person: PersonId) -> str:
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


# What managers do. The caller has checked that they may.

# One that is to be tried again within this time is just being made.
SOON = timedelta(minutes=2)


async def found_league(
    interaction: Interaction,
    *,
    name: str,
    channel: discord.TextChannel | None,
    weeks: int | None,
    divisions: int,
    begins: str | None,
    **asked: Any,
) -> None:
    """Found a league; its terms are made from `asked`."""
    terms, guild = asked_terms.terms_of(**asked), league_server(interaction)
    place = ChannelId(channel.id) if channel else lasting_channel(interaction)
    await require_channel(interaction, place)
    first, host = typed_beginning(begins) if begins else usual_beginning(), ids.user(interaction)
    weeks = weeks or season_weeks(terms, WEEKS)
    new = League(0, guild, place, name, terms, weeks, divisions, host, first)
    league = await interaction.client.service.leagues.found(new)
    answer = words.FOUNDED.format(
        number=league.number,
        name=words.name_of(league),
        channel=place,
        next=next_season(league, 0),
    )
    answer = join_lines(filter(None, [answer, season_pace(terms, weeks)]))
    await reply_private(interaction, answer + first_seat_note(terms, words.PAIRS_HELP))


async def change_league(
    interaction: Interaction,
    league: str | None,
    *,
    channel: discord.TextChannel | None,
    begins: str | None,
    **given: Any,
) -> None:
    """Change what is given of a league; `given` also has what terms are made from."""
    before = await find_managed_league(interaction, league)
    post = await state_of(interaction.client, LivingKind.LEAGUE, before.number)
    if channel:
        await require_channel(interaction, ChannelId(channel.id))
    wish = {"name": given["name"], "weeks": given["weeks"], "size": given["divisions"]}
    wish |= {"channel": channel and channel.id, "begins": begins and typed_beginning(begins)}
    wish = {name: value for name, value in wish.items() if value is not None}

    def changed(league: League) -> League:
        return replace(league, **wish, terms=asked_terms.changed_terms(given, league.terms))

    after = await interaction.client.service.leagues.change(before.number, changed)
    await _show_change(interaction.client, after, post)
    is_running = await running_season(interaction.client, after) is not None
    members = await interaction.client.service.leagues.members(after.number)
    text = words.changed_text(after, len(members), is_running=is_running)
    await reply_private(interaction, text)


async def _show_change(client: Client, league: League, post: PostState | None) -> None:
    # The worker edits the post, or makes another one if the league has moved.
    note = words.MOVED.format(name=words.name_of(league), channel=league.channel)
    if await leave_where_it_was(client, post, league.channel, note):
        await _move_season(client, league)
    else:
        await _ask_for_post(client, league)


async def _ask_for_post(client: Client, league: League) -> None:
    """A post that was deleted, or that could not be made, is made again."""
    post = await state_of(client, LivingKind.LEAGUE, league.number)
    if post and post.message is None and post.due > utcnow() + SOON:
        await client.service.living_posts.note_post(post, replace(post, due=LONG_AGO))
        client.service.queue.wake()


async def _move_season(client: Client, league: League) -> None:
    # One whose channel is gone moves along; any other stays where its matches are.
    season = await running_season(client, league)
    if season and permissions.permissions_in(client, season.channel) is None:
        post = await state_of(client, LivingKind.COMPETITION, season.number)
        there = partial(replace, channel=league.channel)
        after = await client.service.competitions.change(season.number, there)
        await leave_where_it_was(client, post, after.channel, moved_text(after))


async def sign_out(interaction: Interaction, league: League, member: str) -> None:
    """Sign another person out, such as one who has left the server."""
    book = interaction.client.service.leagues
    members = await book.members(league.number)
    found = next((m for m in members if member in (str(m.person), m.called)), None)
    if found is None:
        text = inline_code(member[:60])
        raise PrivateReply(words.NO_MEMBER.format(text=text, name=words.name_of(league)))
    await book.withdraw(league.number, found.person)
    who = bold(Person(found.person, found.called))
    answer = words.SIGNED_SOMEBODY_OUT.format(who=who, name=words.name_of(league))
    await reply_private(interaction, answer)


async def members_offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete for members of the league, for its managers."""
    chosen = getattr(interaction.namespace, "league", None)
    try:
        league = await find_managed_league(interaction, chosen)
    except (PlayerError, PrivateReply):
        return []
    members = await interaction.client.service.leagues.members(league.number)
    return to_choose([(m.called, str(m.person)) for m in members], typed)


async def rest_league(interaction: Interaction, league: League) -> None:
    after = await interaction.client.service.leagues.rest(league.number)
    await _ask_for_post(interaction.client, after)
    season = await running_season(interaction.client, after)
    ends = words.SEASON_ENDS if season else ""
    await reply_private(interaction, words.RESTING.format(name=words.name_of(after), season=ends))


async def resume_league(interaction: Interaction, league: League) -> None:
    after = await interaction.client.service.leagues.resume(league.number)
    await _ask_for_post(interaction.client, after)
    members = await interaction.client.service.leagues.members(after.number)
    following = next_season(after, len(members))
    await reply_private(
        interaction, words.RESUMED.format(name=words.name_of(after), next=following)
    )
