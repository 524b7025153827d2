"""Which league is meant, and who may see and manage it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from discord.app_commands import Choice
from discord.utils import utcnow

from bot.front.competitions.league_words import NO_LEAGUES
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.home import here
from bot.front.discord.markdown import inline_code
from bot.front.ui.choices import Completion, to_choose
from bot.model.clock.units import WEEK
from bot.model.competitions.competition import League
from bot.model.competitions.phases import HOUR_OF_SEASONS, next_monday
from bot.service.competitions.leagues import NoSuchLeague

IN_SERVERS = (
    "A league belongs to a server. Use this in a channel of the server that you mean, where I am a "
    "member."
)
NOT_FOUND = "There is no league {text} here. `/league list` shows those that there are."
SEVERAL = "There are several leagues here. Name one with the option `league`; `/league list` helps."
NO_DAY = (
    "I can't read {text} as a day. Pick one of those that Discord offers while you type, or write "
    "it like `2026-12-28`."
)

MONDAYS = 12
"""Beginnings that are offered."""

TO_SIGN_UP = timedelta(days=3)
"""How long people have at least to sign up for the first season, unless its day is chosen."""


def league_server(interaction: Interaction) -> int:
    return permissions.server_of(interaction, IN_SERVERS)


async def leagues_here(interaction: Interaction, *, own: bool = False) -> list[League]:
    """The leagues of the server of which the person may know, oldest first; with their `own`, even
    if the channel is gone or they can't read it any more."""
    book = interaction.client.service.leagues
    found = await book.of_guild(league_server(interaction))
    joined = {e.league for e in await book.memberships(interaction.user.id)} if own else set()
    return [
        each
        for each in found
        if each.number in joined or await permissions.may_know(interaction, each.channel)
    ]


async def find_league(interaction: Interaction, typed: str | None, *, own: bool = False) -> League:
    """The league of that number or name; if none is given, the one of this channel, or the only one
    here. Raises PrivateReply."""
    found = await leagues_here(interaction, own=own)
    if not found:
        raise PrivateReply(NO_LEAGUES)
    if typed is not None:
        return _named(found, typed.strip())
    channel = (await here(interaction)).channel
    of_channel = [each for each in found if each.channel == channel]
    for few in (of_channel, found):
        if len(few) == 1:
            return few[0]
    raise PrivateReply(SEVERAL)


def _named(leagues: Sequence[League], typed: str) -> League:
    by_name = {each.name.casefold(): each for each in leagues}
    found = {str(each.number): each for each in leagues}.get(typed) or by_name.get(typed.casefold())
    if found is not None:
        return found
    raise PrivateReply(NOT_FOUND.format(text=inline_code(typed[:60])))


async def league_here(interaction: Interaction, number: int, *, own: bool = False) -> League:
    """That league of the server. Raises NoSuchLeague."""
    for each in await leagues_here(interaction, own=own):
        if each.number == number:
            return each
    raise NoSuchLeague(number)


def leagues_offered(*, own: bool = False) -> Completion:
    """Autocomplete for `league`."""

    async def offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
        if interaction.guild_id is None or permissions.may_only_answer(interaction):
            return []
        found = {str(of.number): of.name for of in await leagues_here(interaction, own=own)}
        return to_choose([(f"{number}: {name}", number) for number, name in found.items()], typed)

    return offered


async def beginnings_offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete for the day on which a season begins."""
    first = next_monday(utcnow())
    mondays = [first + number * WEEK for number in range(MONDAYS)]
    labels = [f"Monday {each.day} {each:%B %Y, %H:%M} UTC" for each in mondays]
    days = [f"{each:%Y-%m-%d}" for each in mondays]
    return to_choose(zip(labels, days, strict=True), typed)


def usual_beginning() -> datetime:
    """When the first season of a new league begins."""
    return next_monday(utcnow() + TO_SIGN_UP)


def typed_beginning(text: str) -> datetime:
    """The beginning of a season on that day, which may be no Monday. Raises PrivateReply."""
    try:
        return datetime.combine(date.fromisoformat(text.strip()), HOUR_OF_SEASONS, UTC)
    except ValueError:
        raise PrivateReply(NO_DAY.format(text=inline_code(text[:40]))) from None


async def find_managed_league(interaction: Interaction, typed: str | None) -> League:
    """The same league as `find_league`, for its managers alone."""
    league = await find_league(interaction, typed)
    permissions.require_host(interaction, league.channel)
    return league
