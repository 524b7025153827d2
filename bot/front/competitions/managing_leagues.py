"""What managers do with leagues. The caller has checked that they may."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord.app_commands import Choice
from discord.utils import utcnow

from bot.front.competitions import asked_terms
from bot.front.competitions import league_words as words
from bot.front.competitions.asked_terms import typed_beginning, usual_beginning
from bot.front.competitions.finding import find_managed_league, league_server
from bot.front.competitions.hosting import leave_moved_note, require_channel
from bot.front.competitions.leagues import running_season
from bot.front.competitions.words import first_seat_note, next_season
from bot.front.discord import permissions
from bot.front.discord.context import Client, Interaction, PrivateReply, reply_private
from bot.front.discord.home import lasting_channel
from bot.front.discord.markdown import bold, inline_code
from bot.front.living import state_of
from bot.front.posting.at_discord import leave_note
from bot.front.ui.choices import to_choose
from bot.games.core import PlayerError
from bot.model.competitions.competition import League
from bot.model.events import Person
from bot.model.places import LONG_AGO, LivingKind, PostState

# One that is to be tried again within this time is just being made.
SOON = timedelta(minutes=2)


async def found_league(
    interaction: Interaction,
    *,
    name: str,
    channel: discord.TextChannel | None,
    weeks: int,
    divisions: int,
    begins: str | None,
    **asked: Any,
) -> None:
    """Found a league; its terms are made from `asked`."""
    terms, guild = asked_terms.terms_of(**asked), league_server(interaction)
    place = channel.id if channel else lasting_channel(interaction)
    await require_channel(interaction, place)
    first, host = typed_beginning(begins) if begins else usual_beginning(), interaction.user.id
    new = League(0, guild, place, name, terms, weeks, divisions, host, first)
    league = await interaction.client.service.leagues.found(new)
    answer = words.FOUNDED.format(
        number=league.number,
        name=words.name_of(league),
        channel=place,
        next=next_season(league, 0),
    )
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
        await require_channel(interaction, channel.id)
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
    if post is None or post.channel == league.channel:
        await _ask_for_post(client, league)
        return
    note = words.MOVED.format(name=words.name_of(league), channel=league.channel)
    await leave_note(client, post.channel, post.message, note)
    await _move_season(client, league)


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
        await leave_moved_note(client, post, after)


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
