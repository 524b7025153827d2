"""Which match a person means when they name none, and which ones they may see."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from discord.app_commands import Choice

from bot.catalog import entry
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.home import here, known_channel
from bot.front.discord.markdown import bold
from bot.front.ui.choices import OFFERED, to_choose
from bot.games.phrases import comma_list
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import MatchId, MatchSummary, Status
from bot.model.refusals import NoSuchMatch

HERE_NONE = (
    "You have no match running here. `/challenge` begins one, and `/games` lists all of yours."
)
NOT_YOURS = "You don't play in match {number}. `/games` lists your matches."
WHICH = "You have several matches here: {matches}. Name one with the option `match`."
NOT_YOUR_TURN = (
    "It is not your turn in any of your {count} matches here. `/games` says whose it is."
)
NONE_TO_VIEW = (
    "No match is going on here. `/challenge` begins one, and `/games` lists all of yours."
)
NONE_TO_REVIEW = (
    "No match has ended here yet, and only matches that are over are reviewed. Name one that ended "
    "elsewhere with the option `match`: **Finished** in the menu of `/games` lists yours."
)
WHICH_TO_VIEW = "Several matches are going on here: {matches}. Name one with the option `match`."
NONE_TO_REPLACE = (
    "They have no match running here. Name the match with the option `match`; its number is "
    "below every board."
)
NONE_TO_FOLLOW = (
    "No match of others is going on here. You are called to your own turns anyway; to "
    "follow a match elsewhere, name it with the option `match`."
)


class SeveralMatches(PrivateReply):
    """The person has to say which of several matches they mean."""

    def __init__(self, text: str, rows: Sequence[MatchSummary]) -> None:
        super().__init__(text)
        self.rows = rows


async def find_to_move(interaction: Interaction, number: int | None) -> Match:
    """The match a move is meant for: the one named, or the only one here waiting for the person."""
    if number is not None:
        return await find_own(interaction, number)
    rows = await matches_here(interaction)
    waiting = [row for row in rows if row.turn == interaction.user.id]
    if len(rows) > 1 and not waiting:
        raise PrivateReply(NOT_YOUR_TURN.format(count=len(rows)))
    return await _only(interaction, waiting or rows)


async def find_to_answer(interaction: Interaction, number: int | None) -> Match:
    """The match for a premove: the one named, or the only one here in which another is to move."""
    if number is not None:
        return await find_own(interaction, number)
    rows = await matches_here(interaction)
    theirs = [row for row in rows if row.turn != interaction.user.id]
    return await _only(interaction, theirs or rows)


async def find_running(interaction: Interaction, number: int | None) -> Match:
    """The running match named, or the only one the person has here."""
    if number is not None:
        return await find_own(interaction, number)
    return await _only(interaction, await matches_here(interaction))


async def find_own(interaction: Interaction, number: int) -> Match:
    """The match of that number, which the person must play in."""
    match = await find_visible(interaction, number)
    if interaction.user.id not in {p.id for p in match.participants}:
        raise PrivateReply(NOT_YOURS.format(number=number))
    return match


async def find_visible(interaction: Interaction, number: int) -> Match:
    """The match of that number, if the person plays in it, or can read the channel it is in."""
    match = await interaction.client.matches.match(MatchId(number))
    if await _can_see(interaction, match):
        return match
    raise NoSuchMatch(f"There is no match {number} here.")


async def _can_see(interaction: Interaction, match: Match) -> bool:
    # Whether the person may see a match. Discord is asked only about private threads, and about
    # onlookers in direct messages.
    if match.channel == (await here(interaction)).channel:
        return True
    if interaction.user.id in {p.id for p in match.participants}:
        return True
    if match.terms.imported and interaction.user.id == match.host.id:
        return True
    channel = await known_channel(interaction.client, match)
    if match.guild is not None and interaction.context.dm_channel:
        client, person = interaction.client, interaction.user.id
        return await permissions.can_member_read(client, match.guild, channel, person)
    in_server = match.guild is not None and match.guild == interaction.guild_id
    return in_server and await permissions.can_read(interaction, channel)


async def find_to_manage(interaction: Interaction, number: int) -> Match:
    """The match of that number, if the person manages the channel that it is played in."""
    match = await find_visible(interaction, number)
    if match.guild is None or match.guild != interaction.guild_id:
        raise NoSuchMatch(f"Match {number} is not played in this server.")
    permissions.require_manager(interaction, await known_channel(interaction.client, match))
    return match


def unless_named(look: Callable[..., Awaitable[Match]]) -> Callable[..., Awaitable[Match]]:
    """The match named, or that of this thread, else the result of a search in the channel."""

    async def find(interaction: Interaction, number: int | None, *more: int) -> Match:
        if number is not None:
            return await find_visible(interaction, number)
        place = await here(interaction)
        if place.match is not None:
            return await interaction.client.matches.match(place.match)
        return await look(interaction, place.channel, *more)

    return find


@unless_named
async def find_to_view(interaction: Interaction, channel: int) -> Match:
    """The person's only open match in the channel, or the only open one there is."""
    matches = interaction.client.matches
    if mine := await matches.of_person(interaction.user.id, channel=channel):
        return await _only(interaction, mine)
    return await _only(interaction, await matches.of_channel(channel), NONE_TO_VIEW, WHICH_TO_VIEW)


@unless_named
async def find_to_follow(interaction: Interaction, channel: int) -> Match:
    """The only open match of others in the channel."""
    rows = await _matches_of_others(interaction, channel)
    return await _only(interaction, rows, NONE_TO_FOLLOW, WHICH_TO_VIEW)


async def _matches_of_others(interaction: Interaction, channel: int) -> list[MatchSummary]:
    rows = await interaction.client.matches.of_channel(channel)
    return [row for row in rows if interaction.user.id not in {p.id for p in row.people}]


@unless_named
async def find_to_replace(interaction: Interaction, channel: int, leaving: int) -> Match:
    """The leaver's only match in the channel; prefers the asker's."""
    rows = await interaction.client.matches.of_person(leaving, channel=channel)
    running = [row for row in rows if row.status is Status.RUNNING]
    own = [row for row in running if interaction.user.id in {p.id for p in row.people}]
    return await _only(interaction, own or running, NONE_TO_REPLACE, WHICH_TO_VIEW)


@unless_named
async def find_to_replay(interaction: Interaction, channel: int) -> Match:
    """The match to view here; if none is running, the last one."""
    rows = await interaction.client.matches.of_channel(channel, open_only=False)
    if any(row.status is Status.RUNNING for row in rows):
        return await find_to_view(interaction, None)
    ended = [row for row in rows if row.status is Status.ENDED]
    return await _only(interaction, ended[:1], NONE_TO_VIEW)


@unless_named
async def find_to_review(interaction: Interaction, channel: int) -> Match:
    """The last match that ended in the channel; prefers the person's own."""
    rows = await interaction.client.matches.of_channel(channel, open_only=False)
    ended = [row for row in rows if row.status is Status.ENDED]
    own = [row for row in ended if interaction.user.id in {p.id for p in row.people}]
    return await _only(interaction, (own or ended)[:1], NONE_TO_REVIEW)


async def matches_here(interaction: Interaction) -> list[MatchSummary]:
    """The person's running matches in this channel, those waiting for them first; in the thread of
    their match, only that one. In direct messages with the bot, if there are none, all of
    theirs."""
    place = await here(interaction)
    matches, person = interaction.client.matches, interaction.user.id
    rows = await matches.of_person(person, channel=place.channel)
    if not rows and interaction.context.dm_channel:
        rows = await matches.of_person(person)
    running = [row for row in rows if row.status is Status.RUNNING]
    return [row for row in running if row.match == place.match] or running


async def _only(
    interaction: Interaction,
    rows: Sequence[MatchSummary],
    none: str = HERE_NONE,
    which: str = WHICH,
) -> Match:
    if not rows:
        raise PrivateReply(none)
    if len(rows) > 1:
        found = [f"{row.match} ({bold_match_label(row, interaction.user.id)})" for row in rows[:10]]
        raise SeveralMatches(which.format(matches=comma_list(found)), rows)
    return await interaction.client.matches.listed(rows[0])


def bold_match_label(row: MatchSummary, reader: int) -> str:
    """A match as its player or an onlooker knows it, for a message."""
    return f"{entry(row.game).name} {_people(row, reader, bold)}"


def match_label(row: MatchSummary, reader: int) -> str:
    """The same for an autocomplete line, which has no styling."""
    state = "a challenge" if row.status is Status.INVITED else "your turn"
    waiting = f" · {state}" if row.status is Status.INVITED or row.turn == reader else ""
    return f"{plain_match_label(row, reader)}{waiting}"


def plain_match_label(row: MatchSummary, reader: int) -> str:
    """The same without what it waits for."""
    people = _people(row, reader, lambda person: person.name)
    return f"{row.match} · {entry(row.game).name} {people}"


def _people(row: MatchSummary, reader: int, name: Callable[[Person], str]) -> str:
    names = [name(person) for person in row.people if person.id != reader]
    if len(names) < len(row.people):
        return f"with {comma_list(names) or 'anyone'}"
    return f"between {comma_list(names if len(names) > 1 else [*names, 'anyone'])}"


NAMED = re.compile(r"\s*match\s+(\d{1,9})\s*:\s*(.*)", re.ASCII | re.IGNORECASE | re.DOTALL)


def split_name(text: str) -> tuple[int | None, str]:
    """The match that the typed moves begin with, if any, as in "match 3: 01,02", and the moves."""
    found = NAMED.fullmatch(text)
    return (int(found[1]), found[2]) if found else (None, text)


def with_name(row: MatchSummary, text: str) -> str:
    """The typed moves preceded by their match."""
    return f"match {row.match}: {text}"


def named_number(interaction: Interaction) -> int | None:
    """The match that the half-typed command names so far."""
    number: Any = interaction.namespace.match
    return number if isinstance(number, int) else None


async def open_matches(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Autocomplete for `match`: the person's open matches, those of this channel first."""
    return await _match_choices(interaction, typed, open_only=True)


async def visible_matches(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The same, followed by the matches of others that run in this channel."""
    own = await open_matches(interaction, typed)
    place = await here(interaction)
    channel = await interaction.client.matches.of_channel(place.channel)
    known = {choice.value for choice in own}
    others = [row for row in channel if int(row.match) not in known]
    others.sort(key=lambda row: row.match != place.match)
    return [*own, *_labeled(interaction, others, typed)][:OFFERED]


async def matches_of_others(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The open matches of others in this channel alone."""
    place = await here(interaction)
    return _labeled(interaction, await _matches_of_others(interaction, place.channel), typed)


async def all_matches(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The same with those that are over."""
    return await _match_choices(interaction, typed, open_only=False)


async def _match_choices(
    interaction: Interaction, typed: str, *, open_only: bool
) -> list[Choice[int]]:
    person = interaction.user.id
    rows = await interaction.client.matches.of_person(person, open_only=open_only)
    place = await here(interaction)
    rows = sorted(rows, key=lambda row: (row.match != place.match, row.channel != place.channel))
    return _labeled(interaction, rows, typed)


def _labeled(
    interaction: Interaction, rows: Sequence[MatchSummary], typed: str
) -> list[Choice[int]]:
    reader = interaction.user.id
    return to_choose([(match_label(row, reader), int(row.match)) for row in rows], typed)
