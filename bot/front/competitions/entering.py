"""What is done to a tournament by command and button, and the buttons of its announcement."""

from collections.abc import Awaitable, Callable, Mapping

from discord import ui

from bot.front.competitions.announcement import is_announced
from bot.front.competitions.tournaments import tournament_of
from bot.front.competitions.words import season_title
from bot.front.discord import permissions
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    defer_private,
    defer_update,
    person_of,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import full_time
from bot.front.ui.base import BLUE, GRAY, GREEN, RED, UNKNOWN, CustomId, GuardedItem, message_view
from bot.games.phrases import counted
from bot.model.competitions.competition import Competition, Phase, Presence
from bot.service.competitions.views import CompetitionView

ENTERED = (
    "You are in: {name} begins {begins}. Your first match comes by itself then, in <#{channel}>, "
    "and you are called when it is your turn."
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
    "Call {name} off, with {players} in it? It ends without a result; matches that run go on as "
    "any other. That can't be undone."
)
OVER = "{name} is over already. `/tournament show` has its table."
BEGUN = "{name} begins with {players}. The first matches are on their way."
CALLED_OFF = "{name} is called off."
KEPT = "Nothing has changed."


class TournamentId(CustomId, written="tournament:{name}:{number}"):
    """What somebody does with a tournament, by its number."""

    name: str
    number: int


class TournamentButton(GuardedItem[TournamentId], kind=TournamentId):
    """Answers privately; below a question in the place of it."""

    async def press(self, interaction: Interaction) -> None:
        name, number = self.parsed.name, self.parsed.number
        if name in ANSWERS:
            await defer_update(interaction)
            text = await ANSWERS[name](interaction, number)
            await replace_private(interaction, text)
            return
        await defer_private(interaction)
        if name not in DEEDS:
            raise PrivateReply(UNKNOWN)
        await DEEDS[name](interaction, number)


FACES = {
    "enter": ("Enter", GREEN),
    "leave": ("Withdraw", GRAY),
    "resign": ("Yes, withdraw", RED),
    "calloff": ("Yes, call it off", RED),
    "keep": ("No, leave it", BLUE),
}


def tournament_button(name: str, number: int) -> TournamentButton:
    label, style = FACES[name]
    return TournamentButton(ui.Button(label=label, style=style), TournamentId(name, number))


def announcement_buttons(of: Competition) -> list[TournamentButton]:
    """Those below the announcement; none once nobody can enter any more."""
    names = ("enter", "leave") if is_announced(of) else ()
    return [tournament_button(name, of.number) for name in names]


async def enter_tournament(interaction: Interaction, number: int) -> None:
    of = await tournament_of(interaction, number)
    book, user = interaction.client.service.competitions, interaction.user
    before = await book.view(number)
    was_in = any(each.person == user.id for each in before.entrants)
    await book.enter(number, person_of(user))
    text = IN_ALREADY if was_in else ENTERED
    told = text.format(name=season_title(of), begins=full_time(of.begins), channel=of.channel)
    await reply_private(interaction, told)


async def leave_tournament(interaction: Interaction, number: int) -> None:
    """Withdraw before it begins; ask first where that gives up matches."""
    of = await tournament_of(interaction, number)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), interaction.user.id)
    if of.phase is Phase.RUNNING:
        view = message_view([tournament_button(name, number) for name in ("resign", "keep")])
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


async def begin_tournament(interaction: Interaction, number: int) -> None:
    of = await tournament_of(interaction, number)
    permissions.require_host(interaction, of.channel)
    book = interaction.client.service.competitions
    await book.begin(number)
    players = counted(len((await book.view(number)).entrants), "player")
    await reply_private(interaction, BEGUN.format(name=season_title(of), players=players))


async def ask_to_end(interaction: Interaction, number: int) -> None:
    of = await tournament_of(interaction, number)
    permissions.require_host(interaction, of.channel)
    _require_open(of)
    entrants = (await interaction.client.service.competitions.view(number)).entrants
    question = ASK_CALL_OFF.format(name=season_title(of), players=counted(len(entrants), "player"))
    view = message_view([tournament_button(name, number) for name in ("calloff", "keep")])
    await reply_private(interaction, question, view=view)


def _require_open(of: Competition) -> None:
    if not of.is_open:
        raise PrivateReply(OVER.format(name=season_title(of)))


async def _resign(interaction: Interaction, number: int) -> str:
    of = await tournament_of(interaction, number)
    book = interaction.client.service.competitions
    _require_in(await book.view(number), interaction.user.id)
    await book.leave(number, interaction.user.id)
    return RESIGNED.format(name=season_title(of))


async def _call_off(interaction: Interaction, number: int) -> str:
    of = await tournament_of(interaction, number)
    permissions.require_host(interaction, of.channel)
    _require_open(of)
    await interaction.client.service.competitions.call_off(number)
    return CALLED_OFF.format(name=season_title(of))


async def _keep(_: Interaction, __: int) -> str:
    return KEPT


DEEDS: Mapping[str, Callable[[Interaction, int], Awaitable[None]]] = {
    "enter": enter_tournament,
    "leave": leave_tournament,
}

ANSWERS: Mapping[str, Callable[[Interaction, int], Awaitable[str]]] = {
    "resign": _resign,
    "calloff": _call_off,
    "keep": _keep,
}
"""What answers a question that was put in private."""
