"""Tournaments, found only if the person who asks can read their channel, and what commands and
buttons do to them."""

from collections.abc import Callable, Collection, Sequence

from discord.app_commands import Choice

from bot.catalog import entry
from bot.front.competitions.items import TOURNAMENT, competition_buttons
from bot.front.competitions.words import season_title
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    person_of,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import clip, full_time, one_line
from bot.front.ui.base import message_view
from bot.front.ui.choices import Completion, to_choose
from bot.games.phrases import counted
from bot.model.competitions.competition import Competition, Format, Phase, Presence
from bot.service.competitions.changing import CompetitionView, NoSuchCompetition

IN_SERVERS = (
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

Fits = Callable[[Competition], bool]


def has_not_ended(of: Competition) -> bool:
    return of.is_open


def can_be_entered(of: Competition) -> bool:
    return of.phase is Phase.SIGN_UP


async def tournament_of(interaction: Interaction, number: int, *, own: bool = False) -> Competition:
    """That tournament of this server. Raises NoSuchCompetition also if the person can't read its
    channel, except for their `own`, and PrivateReply for a season."""
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
    # Entrants can leave even if the channel is gone or they can't read it any more.
    if await permissions.may_know(interaction, of.channel):
        return True
    return own and of.number in await own_numbers(interaction)


async def tournaments_here(
    interaction: Interaction, *, open_only: bool = True, own: bool = False
) -> Sequence[Competition]:
    """Those of the server whose channel the person can read, with their `own` if asked for, newest
    first."""
    guild = permissions.server_of(interaction, IN_SERVERS)
    book = interaction.client.service.competitions
    found = await book.tournaments_of(guild, open_only=open_only)
    return [each for each in found if await _may_know(interaction, each, own=own)]


def tournaments_offered(*, open_only: bool = True, own: bool = False) -> Completion:
    """Autocomplete for `tournament`, with those of `tournaments_here`."""

    async def offered(interaction: Interaction, typed: str) -> list[Choice[int]]:
        if interaction.guild_id is None or permissions.may_only_answer(interaction):
            return []
        found = await tournaments_here(interaction, open_only=open_only, own=own)
        return to_choose([(_label(each), each.number) for each in found], typed)

    return offered


def _label(of: Competition) -> str:
    about = f"{one_line(of.name)} · {entry(of.terms.game).name} · {PHASES[of.phase]}"
    return f"{of.number} · {about}"


ENTERED = (
    "You are in: {name} begins {begins}. Your first match then starts automatically, in "
    "<#{channel}>, and you are called when it is your turn."
)
IN_ALREADY = "You are in {name} already. It begins {begins}."
LEFT = "You have withdrawn from {name}. Until it begins you can enter again."
RESIGNED = (
    "You have withdrawn from {name}. Your matches of it are resigned, and what you have not begun "
    "is forfeited."
)
NOT_IN = "You don't take part in {name}."
ASK_RESIGN = (
    "Withdraw from {name}? It has begun: you resign your matches of it that run, forfeit the rest, "
    "and come last in its table. That can't be undone."
)
ASK_CALL_OFF = (
    "Call {name} off, with {players} in it? It ends without a result; running matches go on like "
    "any others. That can't be undone."
)
OVER = "{name} is over already. `/tournament show` has its table."
BEGUN = "{name} begins with {players}. The first matches are on their way."
CALLED_OFF = "{name} is called off."


async def enter_tournament(interaction: Interaction, number: int) -> None:
    of = await tournament_of(interaction, number)
    book, user = interaction.client.service.competitions, interaction.user
    before = await book.view(number)
    was_in = any(each.person == user.id for each in before.entrants)
    await book.enter(number, person_of(user))
    text = IN_ALREADY if was_in else ENTERED
    answer = text.format(name=season_title(of), begins=full_time(of.begins), channel=of.channel)
    await reply_private(interaction, answer)


async def leave_tournament(interaction: Interaction, number: int) -> None:
    """Withdraw before it begins; ask first if that gives up matches."""
    of = await tournament_of(interaction, number, own=True)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), interaction.user.id)
    if of.phase is Phase.RUNNING:
        view = message_view(competition_buttons(TOURNAMENT, number, "resign", "keep"))
        await reply_private(interaction, ASK_RESIGN.format(name=season_title(of)), view=view)
        return
    await book.take_entry_back(number, interaction.user.id)
    await reply_private(interaction, LEFT.format(name=season_title(of)))


def _require_in(view: CompetitionView, person: int) -> None:
    of = view.competition
    if not of.is_open:
        raise PrivateReply(OVER.format(name=season_title(of)))
    found = next((each for each in view.entrants if each.person == person), None)
    if found is None or found.presence is not Presence.IN:
        raise PrivateReply(NOT_IN.format(name=season_title(of)))


async def _managed(interaction: Interaction, number: int, *, is_open: bool = False) -> Competition:
    # The tournament, for its managers alone, and perhaps only one that is not over.
    of = await tournament_of(interaction, number)
    permissions.require_host(interaction, of.channel)
    if is_open and not of.is_open:
        raise PrivateReply(OVER.format(name=season_title(of)))
    return of


async def begin_tournament(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number)
    book = interaction.client.service.competitions
    await book.begin(number)
    players = counted(len((await book.view(number)).entrants), "player")
    await reply_private(interaction, BEGUN.format(name=season_title(of), players=players))


async def ask_to_end(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number, is_open=True)
    entrants = (await interaction.client.service.competitions.view(number)).entrants
    question = ASK_CALL_OFF.format(name=season_title(of), players=counted(len(entrants), "player"))
    view = message_view(competition_buttons(TOURNAMENT, number, "calloff", "keep"))
    await reply_private(interaction, question, view=view)


async def resign_tournament(interaction: Interaction, number: int) -> None:
    of = await tournament_of(interaction, number, own=True)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), interaction.user.id)
    await book.leave(number, interaction.user.id)
    await replace_private(interaction, RESIGNED.format(name=season_title(of)))


async def call_tournament_off(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number, is_open=True)
    await interaction.client.service.competitions.call_off(number)
    await replace_private(interaction, CALLED_OFF.format(name=season_title(of)))
