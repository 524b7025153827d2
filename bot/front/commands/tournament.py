"""`/tournament`: announced and begun by managers of its channel, entered by everybody."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.front.commands.options import REQUIRED, Command, Field, command_of, group_of, to_change
from bot.front.competitions import asked_terms, tournaments
from bot.front.competitions.finding import (
    Fits,
    can_be_entered,
    find_tournament,
    has_not_ended,
    tournaments_offered,
)
from bot.front.discord.context import Interaction
from bot.front.ui.choices import LONGEST
from bot.model.competitions.competition import LONGEST_NAME, Format
from bot.service.competitions.book import ROUNDS

Act = Callable[[Interaction, int], Awaitable[None]]

FORMATS = [
    ("round robin: everybody meets everybody", Format.ROUND_ROBIN.value),
    ("Swiss: a few rounds between people on equal points", Format.SWISS.value),
]

ROUND = "How long a round lasts at most (usually what suits the game)"


def tournament() -> app_commands.Group:
    new, change = "For managers: a new tournament", "For managers: change one until it begins"
    begin, enter = (
        "For managers: begin a tournament now",
        "Take part in a tournament that has not begun",
    )
    leave = "Withdraw from a tournament; I ask once it runs"
    show = "One tournament: who is in, tables, matches"
    fields = [_which(), *to_change(_fields())]
    ended = Field("ended", bool, "With those that are over", default=False)
    return group_of(
        "tournament",
        "Tournaments of this server, for an evening or a month",
        command_of("announce", new, _fields(), tournaments.announce_tournament),
        command_of("change", change, fields, tournaments.change_tournament),
        _about_one("begin", begin, tournaments.begin_tournament, can_be_entered),
        _about_one("call-off", "For managers: end one without a result", tournaments.ask_to_end),
        _about_one("enter", enter, tournaments.enter_tournament, can_be_entered),
        _about_one("leave", leave, tournaments.leave_tournament, own=True),
        _about_one("show", show, tournaments.show_tournament, open_only=False, own=True),
        command_of("list", "The tournaments of this server", [ended], tournaments.list_tournaments),
    )


def _fields() -> tuple[Field, ...]:
    # The options of announcing one.
    typed = Range[str, 1, 40]
    rounds = Range[int, ROUNDS[0], ROUNDS[-1]]
    robin = Format.ROUND_ROBIN.value
    when = "When: in 2 hours, or 24 Dec 18:00 by your clock"
    many = "Of a Swiss one; usually as many as it takes to find a winner"
    where = "Where it is posted and played; usually here"
    return (
        Field("name", Range[str, 1, LONGEST_NAME], "What it is called", default=REQUIRED),
        Field("game", str, asked_terms.GAME, asked_terms.games_for_two(), default=REQUIRED),
        Field("begins", typed, when, offer=asked_terms.times_offered, default=REQUIRED),
        Field("format", str, "Who meets whom (usually round robin)", FORMATS, default=robin),
        Field(
            "options",
            Range[str, 1, LONGEST],
            asked_terms.OPTIONS,
            offer=asked_terms.options_offered,
        ),
        Field("round", typed, ROUND, offer=asked_terms.rounds_offered),
        Field("rounds", rounds, many),
        Field("pairs", bool, asked_terms.PAIRS, default=True),
        Field("rated", bool, asked_terms.RATED, default=True),
        Field("preparing", bool, asked_terms.PREPARING, default=True),
        Field("channel", discord.TextChannel, where),
    )


def _about_one(
    name: str,
    description: str,
    act: Act,
    fits: Fits = has_not_ended,
    *,
    open_only: bool = True,
    own: bool = False,
) -> Command:
    # A command about a tournament that is chosen by its number, or is the only one that fits.
    async def run(interaction: Interaction, tournament: int | None) -> None:
        found = await find_tournament(interaction, tournament, fits, own=own)
        await act(interaction, found.number)

    return command_of(name, description, [_which(open_only=open_only, own=own)], run)


def _which(*, open_only: bool = True, own: bool = False) -> Field:
    about, offer = (
        "Which one; usually the only one there is",
        tournaments_offered(open_only=open_only, own=own),
    )
    return Field("tournament", Range[int, 1], about, offer=offer)
