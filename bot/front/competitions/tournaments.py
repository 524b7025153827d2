"""Tournaments as people mean them in commands and buttons: found, and only where they can read."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from discord.app_commands import Choice

from bot.catalog import entry
from bot.front.competitions.words import season_title
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import clip, one_line
from bot.model.competitions.competition import Competition, Format, Phase, Presence
from bot.service.competitions.changing import NoSuchCompetition

IN_SERVERS = (
    "Tournaments are played in the channels of a server. Use this in one where I am a member."
)
SEASON = "That is the season of a league, not a tournament. `/league` is for those."
NONE_OPEN = "There is no such tournament here now. `/tournament list` shows all of this server."
WHICH = "There are several: {known}. Say which in `tournament`."

# Competitions that Discord shows below an option.
OFFERED = 25

PHASES = {
    Phase.SIGN_UP: "can be entered",
    Phase.RUNNING: "runs",
    Phase.ENDED: "has ended",
    Phase.CALLED_OFF: "called off",
}

Fits = Callable[[Competition], bool]


def has_not_ended(of: Competition) -> bool:
    return of.is_open


def can_be_entered(of: Competition) -> bool:
    return of.phase is Phase.SIGN_UP


async def tournament_of(interaction: Interaction, number: int, *, own: bool = False) -> Competition:
    """That tournament of this server. Raises NoSuchCompetition also where the person can't read
    its channel, but for their `own`, and PrivateReply for a season."""
    guild = permissions.server_of(interaction, IN_SERVERS)
    found = await interaction.client.service.competitions.competition(number)
    if found.guild != guild or not await _may_know(interaction, found, own=own):
        raise NoSuchCompetition(number)
    if found.format is Format.SEASON:
        raise PrivateReply(SEASON)
    return found


async def chosen_tournament(
    interaction: Interaction, number: int | None, fits: Fits, *, own: bool = False
) -> Competition:
    """The one of that number, or else the only one here that fits, or of several the only one that
    is the person's `own`. Raises PrivateReply."""
    if number is not None:
        return await tournament_of(interaction, number, own=own)
    found = [each for each in await tournaments_here(interaction, own=own) if fits(each)]
    if own and len(found) > 1:
        numbers = await own_numbers(interaction)
        found = [each for each in found if each.number in numbers] or found
    if len(found) > 1:
        known = ", ".join(f"{season_title(each)} ({each.number})" for each in found)
        raise PrivateReply(clip(WHICH.format(known=known)))
    if not found:
        raise PrivateReply(NONE_OPEN)
    return found[0]


async def own_numbers(interaction: Interaction) -> Collection[int]:
    """The numbers of the seasons and tournaments that the person is in."""
    entries = await interaction.client.service.competitions.entries(interaction.user.id)
    return {each.competition for each in entries if each.presence is Presence.IN}


async def _may_know(interaction: Interaction, of: Competition, *, own: bool) -> bool:
    # Whoever is in can leave, also where the channel is gone or they can't read it any more.
    if await permissions.may_know(interaction, of.channel):
        return True
    return own and of.number in await own_numbers(interaction)


async def tournaments_here(
    interaction: Interaction, *, open_only: bool = True, own: bool = False
) -> Sequence[Competition]:
    """Those of the server whose channel the person can read, and their `own` if that is said, the
    newest first."""
    guild = permissions.server_of(interaction, IN_SERVERS)
    book = interaction.client.service.competitions
    found = await book.tournaments_of(guild, open_only=open_only)
    return [each for each in found if await _may_know(interaction, each, own=own)]


async def open_offered(interaction: Interaction, typed: str) -> list[Choice[Any]]:
    """The tournaments of the server that have not ended."""
    return await _offered(interaction, typed, open_only=True)


async def own_offered(interaction: Interaction, typed: str) -> list[Choice[Any]]:
    """The same with those that the person is in where they can't read the channel."""
    return await _offered(interaction, typed, open_only=True, own=True)


async def all_offered(interaction: Interaction, typed: str) -> list[Choice[Any]]:
    """The same with those that are over."""
    return await _offered(interaction, typed, open_only=False)


async def _offered(
    interaction: Interaction, typed: str, *, open_only: bool, own: bool = False
) -> list[Choice[Any]]:
    if interaction.guild_id is None or permissions.may_only_answer(interaction):
        return []
    found = await tournaments_here(interaction, open_only=open_only, own=own)
    labels = [(_label(each), each.number) for each in found]
    wanted = typed.casefold()
    return [Choice(name=name, value=n) for name, n in labels if wanted in name.casefold()][:OFFERED]


def _label(of: Competition) -> str:
    about = f"{one_line(of.name)} · {entry(of.terms.game).name} · {PHASES[of.phase]}"
    return clip(f"{of.number} · {about}", 100)
