"""What a person means: the one they name, or the only one here. Which matches they may see."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from discord.app_commands import Choice

from bot.catalog import entry
from bot.front import ids
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.home import Here, here, known_channel
from bot.front.discord.markdown import bold
from bot.front.ui.choices import OFFERED, Completion, to_choose
from bot.games.phrases import comma_list
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import NOWHERE, ChannelId, MatchId, MatchSummary, PersonId, Status
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


T = TypeVar("T")


def the_one(
    groups: Iterable[Sequence[T]], none: str, several: Callable[[Sequence[T]], PrivateReply]
) -> T:
    """The only one of the first group that has any. Raises PrivateReply if nothing has, and
    `several` of those of which the person has to choose."""
    found = next(filter(None, groups), ())
    if len(found) != 1:
        raise several(found) if found else PrivateReply(none)
    return found[0]


class SeveralMatches(PrivateReply):
    """The person has to say which of several matches they mean."""

    def __init__(self, rows: Sequence[MatchSummary], reader: PersonId) -> None:
        found = [f"{row.match} ({bold_match_label(row, reader)})" for row in rows[:10]]
        which = WHICH if all(map(_includes(reader), rows)) else WHICH_TO_VIEW
        super().__init__(which.format(matches=comma_list(found)))
        self.rows = rows


def _includes(person: PersonId) -> Callable[[MatchSummary], bool]:
    return lambda row: any(each.id == person for each in row.people)


async def find_own(interaction: Interaction, number: int) -> Match:
    """The match of that number, which the person must play in."""
    match = await find_visible(interaction, number)
    if ids.user(interaction) not in {p.id for p in match.participants}:
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
    if ids.user(interaction) in {p.id for p in match.participants}:
        return True
    if match.terms.imported and ids.user(interaction) == match.host.id:
        return True
    channel = await known_channel(interaction.client, match)
    if match.guild is not None and interaction.context.dm_channel:
        client, person = interaction.client, ids.user(interaction)
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


async def find_to_place(interaction: Interaction, number: int) -> Match:
    """The match of that number, which the person plays in, or whose channel they manage."""
    match = await find_visible(interaction, number)
    if ids.user(interaction) not in {p.id for p in match.participants}:
        permissions.require_manager(interaction, await known_channel(interaction.client, match))
    return match


def bold_match_label(row: MatchSummary, reader: PersonId) -> str:
    """A match as its player or an onlooker knows it, for a message."""
    return f"{entry(row.game).name} {_people(row, reader, bold)}"


def match_label(row: MatchSummary, reader: PersonId) -> str:
    """The same for an autocomplete line, which has no styling."""
    state = "a challenge" if row.status is Status.INVITED else "your turn"
    waiting = f" · {state}" if row.status is Status.INVITED or row.turn == reader else ""
    return f"{plain_match_label(row, reader)}{waiting}"


def plain_match_label(row: MatchSummary, reader: PersonId) -> str:
    """The same without what it waits for."""
    people = _people(row, reader, lambda person: person.name)
    return f"{row.match} · {entry(row.game).name} {people}"


def _people(row: MatchSummary, reader: PersonId, name: Callable[[Person], str]) -> str:
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
    return _labeled(interaction, await _of_others(interaction, place), typed)


async def all_matches(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The same with those that are over."""
    return await _match_choices(interaction, typed, open_only=False)


async def _match_choices(
    interaction: Interaction, typed: str, *, open_only: bool
) -> list[Choice[int]]:
    person = ids.user(interaction)
    rows = await interaction.client.matches.of_person(person, open_only=open_only)
    place = await here(interaction)
    rows = sorted(rows, key=lambda row: (row.match != place.match, row.channel != place.channel))
    return _labeled(interaction, rows, typed)


def _labeled(
    interaction: Interaction, rows: Sequence[MatchSummary], typed: str
) -> list[Choice[int]]:
    reader = ids.user(interaction)
    return to_choose([(match_label(row, reader), int(row.match)) for row in rows], typed)


Groups = Iterable[Sequence[MatchSummary]]
"""The matches that may be meant: of the first group that has any."""


@dataclass(frozen=True, slots=True)
class MatchOption:
    """An option of a command for the number of a match: the match meant if it is left out, what is
    said if there is `none`, who may name a match, what completes it, and its description."""

    among: Callable[..., Awaitable[Groups]]
    none: str = HERE_NONE
    named: Callable[[Interaction, int], Awaitable[Match]] = find_visible
    offer: Completion = all_matches
    description: str = "Which match, when there is more than one here"

    async def find(self, interaction: Interaction, number: int | None, *about: int) -> Match:
        """The match named, or the only one meant here. Raises SeveralMatches and Refused."""
        if number is not None:
            return await self.named(interaction, number)
        place = await here(interaction)
        # Where any match can be named, a thread stands for its own.
        if place.match is not None and self.named is find_visible:
            return await interaction.client.matches.match(place.match)
        groups, reader = await self.among(interaction, place, *about), ids.user(interaction)
        row = the_one(groups, self.none, lambda rows: SeveralMatches(rows, reader))
        return await interaction.client.matches.listed(row)


async def _own_running(interaction: Interaction, place: Here) -> list[MatchSummary]:
    # Those waiting for the person first; in the thread of their match, only that one. If none runs
    # here, those for practice; in direct messages with the bot all of theirs.
    running = await _running_in(interaction, place.channel)
    if not running:
        anywhere = interaction.context.dm_channel
        running = await _running_in(interaction, None if anywhere else NOWHERE)
    return [row for row in running if row.match == place.match] or running


async def _running_in(interaction: Interaction, channel: ChannelId | None) -> list[MatchSummary]:
    rows = await interaction.client.matches.of_person(ids.user(interaction), channel=channel)
    return [row for row in rows if row.status is Status.RUNNING]


async def _running(interaction: Interaction, place: Here) -> Groups:
    return [await _own_running(interaction, place)]


async def _to_move(interaction: Interaction, place: Here) -> Groups:
    rows = await _own_running(interaction, place)
    waiting = [row for row in rows if row.turn == ids.user(interaction)]
    if len(rows) > 1 and not waiting:
        raise PrivateReply(NOT_YOUR_TURN.format(count=len(rows)))
    return waiting, rows


async def _to_answer(interaction: Interaction, place: Here) -> Groups:
    rows = await _own_running(interaction, place)
    return [row for row in rows if row.turn != ids.user(interaction)], rows


async def _to_view(interaction: Interaction, place: Here) -> Groups:
    matches = interaction.client.matches
    mine = await matches.of_person(ids.user(interaction), channel=place.channel)
    return [mine or await matches.of_channel(place.channel)]


async def _to_follow(interaction: Interaction, place: Here) -> Groups:
    return [await _of_others(interaction, place)]


async def _of_others(interaction: Interaction, place: Here) -> list[MatchSummary]:
    is_own = _includes(ids.user(interaction))
    rows = await interaction.client.matches.of_channel(place.channel)
    return [row for row in rows if not is_own(row)]


async def _to_replace(interaction: Interaction, place: Here, leaving: PersonId) -> Groups:
    rows = await interaction.client.matches.of_person(leaving, channel=place.channel)
    running = [row for row in rows if row.status is Status.RUNNING]
    return list(filter(_includes(ids.user(interaction)), running)), running


async def _to_replay(interaction: Interaction, place: Here) -> Groups:
    rows = await interaction.client.matches.of_channel(place.channel, open_only=False)
    if any(row.status is Status.RUNNING for row in rows):
        return await _to_view(interaction, place)
    return [[row for row in rows if row.status is Status.ENDED][:1]]


async def _to_review(interaction: Interaction, place: Here) -> Groups:
    rows = await interaction.client.matches.of_channel(place.channel, open_only=False)
    ended = [row for row in rows if row.status is Status.ENDED]
    return list(filter(_includes(ids.user(interaction)), ended))[:1], ended[:1]


YOURS = "Which match, when you have more than one here"
LAST = "Which match; usually the last here"
LEFT = "Which match, when the player has more than one here"

RUNNING = MatchOption(_running, HERE_NONE, find_own, open_matches, YOURS)
TO_MOVE = MatchOption(_to_move, HERE_NONE, find_own, open_matches, YOURS)
TO_ANSWER = MatchOption(_to_answer, HERE_NONE, find_own, open_matches, YOURS)
TO_PLACE = MatchOption(_running, HERE_NONE, find_to_place, visible_matches, YOURS)
TO_VIEW = MatchOption(_to_view, NONE_TO_VIEW, offer=visible_matches)
TO_LOOK = MatchOption(_to_view, NONE_TO_VIEW, find_visible, visible_matches, YOURS)
TO_FOLLOW = MatchOption(_to_follow, NONE_TO_FOLLOW, offer=matches_of_others)
TO_REPLACE = MatchOption(_to_replace, NONE_TO_REPLACE, find_visible, visible_matches, LEFT)
TO_REPLAY = MatchOption(_to_replay, NONE_TO_VIEW)
TO_REVIEW = MatchOption(_to_review, NONE_TO_REVIEW, description=LAST)
