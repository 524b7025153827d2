"""Which league or tournament of the server is meant: one whose channel the person can read, or
their own."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import TypeVar

from discord.app_commands import Choice

from bot.catalog import entry
from bot.front import ids
from bot.front.competitions.league_words import NO_LEAGUES
from bot.front.competitions.words import season_title
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.home import here
from bot.front.discord.markdown import clip, inline_code
from bot.front.meant import the_one
from bot.front.ui.choices import Choosable, Completion, to_choose
from bot.games.names import skeleton
from bot.model.competitions.competition import Competition, Format, League, Phase, Presence
from bot.model.records import GuildId
from bot.service.competitions.changing import NoSuchCompetition
from bot.service.competitions.leagues import NoSuchLeague

IN_SERVERS = (
    "A league belongs to a server. Use this in a channel of the server that you mean, where I am a "
    "member."
)
NOT_FOUND = "There is no league {text} here. `/league list` shows those that there are."
SEVERAL = "There are several leagues here. Name one with the option `league`; `/league list` helps."
PLAYED_IN_SERVERS = (
    "Tournaments are played in the channels of a server. Use this in one where I am a member."
)
SEASON = "That is the season of a league, not a tournament. `/league` is for those."
NONE_OPEN = (
    "No tournament here can be meant now. `/tournament list` shows those that can be entered or "
    "run, with `ended` those that are over, too."
)
WHICH = "There are several: {known}. Say which in `tournament`."

PHASES = {
    Phase.SIGN_UP: "can be entered",
    Phase.RUNNING: "runs",
    Phase.ENDED: "has ended",
    Phase.CALLED_OFF: "called off",
}

AnyOf = TypeVar("AnyOf", League, Competition)
T = TypeVar("T")


async def _known(
    interaction: Interaction, found: Sequence[AnyOf], own: Collection[int]
) -> list[AnyOf]:
    # People can leave theirs even if the channel is gone or they can't read it any more.
    return [
        each
        for each in found
        if each.number in own or await permissions.may_know(interaction, each.channel)
    ]


def _offered(
    find: Callable[[Interaction], Awaitable[Sequence[T]]], choice: Callable[[T], Choosable]
) -> Completion:
    async def offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
        if interaction.guild_id is None or permissions.may_only_answer(interaction):
            return []
        return to_choose(map(choice, await find(interaction)), typed)

    return offered


# Leagues


def league_server(interaction: Interaction) -> GuildId:
    return permissions.server_of(interaction, IN_SERVERS)


async def leagues_here(interaction: Interaction, *, own: bool = False) -> list[League]:
    """Those of the server, oldest first; also the person's `own` that they can't read any more."""
    book = interaction.client.service.leagues
    found = await book.of_guild(league_server(interaction))
    joined = {e.league for e in await book.memberships(ids.user(interaction))} if own else set()
    return await _known(interaction, found, joined)


def leagues_offered(*, own: bool = False) -> Completion:
    """Autocomplete for `league`."""
    return _offered(
        partial(leagues_here, own=own), lambda of: (f"{of.number}: {of.name}", str(of.number))
    )


async def find_league(interaction: Interaction, typed: str | None, *, own: bool = False) -> League:
    """The league of that number or name; if none is given, the one of this channel, or the only one
    here. Raises PrivateReply."""
    found = await leagues_here(interaction, own=own)
    if typed is not None and found:
        return _named(found, typed.strip())
    channel = (await here(interaction)).channel
    of_channel = [each for each in found if each.channel == channel]
    return the_one((of_channel, found), NO_LEAGUES, lambda _: PrivateReply(SEVERAL))


def _named(leagues: Sequence[League], typed: str) -> League:
    by_name = {skeleton(each.name): each for each in leagues}
    found = {str(each.number): each for each in leagues}.get(typed) or by_name.get(skeleton(typed))
    if found is not None:
        return found
    raise PrivateReply(NOT_FOUND.format(text=inline_code(typed[:60])))


async def find_managed_league(interaction: Interaction, typed: str | None) -> League:
    """The same league as `find_league`, for its managers alone."""
    league = await find_league(interaction, typed)
    permissions.require_host(interaction, league.channel)
    return league


async def league_here(interaction: Interaction, number: int, *, own: bool = False) -> League:
    """That league of the server. Raises NoSuchLeague."""
    for each in await leagues_here(interaction, own=own):
        if each.number == number:
            return each
    raise NoSuchLeague(number)


# Tournaments

Fits = Callable[[Competition], bool]


def has_not_ended(of: Competition) -> bool:
    return of.is_open


def can_be_entered(of: Competition) -> bool:
    return of.phase is Phase.SIGN_UP


async def own_numbers(interaction: Interaction) -> Collection[int]:
    """The numbers of the seasons and tournaments that the person is in."""
    entries = await interaction.client.service.competitions.entries(ids.user(interaction))
    return {each.competition for each in entries if each.presence is Presence.IN}


async def tournaments_here(
    interaction: Interaction, *, open_only: bool = True, own: bool = False
) -> list[Competition]:
    """Those of the server, newest first; also the person's `own` that they can't read any more."""
    guild = permissions.server_of(interaction, PLAYED_IN_SERVERS)
    book = interaction.client.service.competitions
    found = await book.tournaments_of(guild, open_only=open_only)
    return await _known(interaction, found, await own_numbers(interaction) if own else ())


def tournaments_offered(*, open_only: bool = True, own: bool = False) -> Completion:
    """Autocomplete for `tournament`."""
    return _offered(
        partial(tournaments_here, open_only=open_only, own=own), lambda of: (_label(of), of.number)
    )


def _label(of: Competition) -> str:
    about = f"{of.name} · {entry(of.terms.game).name} · {PHASES[of.phase]}"
    return f"{of.number} · {about}"


async def find_tournament(
    interaction: Interaction, number: int | None, fits: Fits, *, own: bool = False
) -> Competition:
    """The one of that number, or else the only one here that fits, or of several the only one that
    is the person's `own`. Raises PrivateReply."""
    if number is not None:
        return await tournament_here(interaction, number, own=own)
    found = [each for each in await tournaments_here(interaction, own=own) if fits(each)]
    numbers = await own_numbers(interaction) if own else ()
    mine = [each for each in found if each.number in numbers]
    return the_one((mine, found), NONE_OPEN, _several)


def _several(found: Sequence[Competition]) -> PrivateReply:
    known = ", ".join(f"{season_title(each)} ({each.number})" for each in found)
    return PrivateReply(clip(WHICH.format(known=known)))


async def tournament_here(
    interaction: Interaction, number: int, *, own: bool = False
) -> Competition:
    """That tournament of this server. Raises NoSuchCompetition also if the person can't read its
    channel, except for their `own`, and PrivateReply for a season."""
    guild = permissions.server_of(interaction, PLAYED_IN_SERVERS)
    found = await interaction.client.service.competitions.competition(number)
    numbers = await own_numbers(interaction) if own else ()
    if found.guild != guild or not await _known(interaction, [found], numbers):
        raise NoSuchCompetition(number)
    if found.format is Format.SEASON:
        raise PrivateReply(SEASON)
    return found
