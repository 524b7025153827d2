"""What commands and buttons do with tournaments: enter, withdraw, begin, call off."""

from bot.front.competitions.finding import tournament_here
from bot.front.competitions.items import TOURNAMENT, competition_action, competition_buttons
from bot.front.competitions.words import season_title
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    person_of,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import full_time
from bot.front.ui.base import GREEN, RED, message_view
from bot.games.phrases import counted
from bot.model.competitions.competition import Competition, Phase, Presence
from bot.service.competitions.changing import CompetitionView

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


@competition_action(TOURNAMENT, "enter", "Enter", GREEN)
async def enter_tournament(interaction: Interaction, number: int) -> None:
    of = await tournament_here(interaction, number)
    book, user = interaction.client.service.competitions, interaction.user
    before = await book.view(number)
    was_in = any(each.person == user.id for each in before.entrants)
    await book.enter(number, person_of(user))
    text = IN_ALREADY if was_in else ENTERED
    answer = text.format(name=season_title(of), begins=full_time(of.begins), channel=of.channel)
    await reply_private(interaction, answer)


@competition_action(TOURNAMENT, "leave", "Withdraw")
async def leave_tournament(interaction: Interaction, number: int) -> None:
    """Withdraw before it begins; ask first if that gives up matches."""
    of = await tournament_here(interaction, number, own=True)
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
    of = await tournament_here(interaction, number)
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


@competition_action(TOURNAMENT, "resign", "Yes, withdraw", RED)
async def resign_tournament(interaction: Interaction, number: int) -> None:
    of = await tournament_here(interaction, number, own=True)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), interaction.user.id)
    await book.leave(number, interaction.user.id)
    await replace_private(interaction, RESIGNED.format(name=season_title(of)))


@competition_action(TOURNAMENT, "calloff", "Yes, call it off", RED)
async def call_tournament_off(interaction: Interaction, number: int) -> None:
    of = await _managed(interaction, number, is_open=True)
    await interaction.client.service.competitions.call_off(number)
    await replace_private(interaction, CALLED_OFF.format(name=season_title(of)))
