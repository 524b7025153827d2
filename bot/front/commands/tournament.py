"""`/tournament`: announced and begun by those who manage its channel, entered by everybody."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front.competitions import entering, hosting
from bot.front.competitions.asked_terms import (
    GAME,
    OPTIONS,
    PAIRS,
    RATED,
    games_for_two,
    options_offered,
    times_to_think,
)
from bot.front.competitions.hosting import AskedTournament
from bot.front.competitions.tournament_times import rounds_offered, times_offered
from bot.front.competitions.tournaments import (
    Fits,
    all_offered,
    can_be_entered,
    chosen_tournament,
    has_not_ended,
    open_offered,
    own_offered,
)
from bot.front.discord.context import Interaction
from bot.model.competitions.competition import Format
from bot.service.competitions.allowed import LONGEST_NAME
from bot.service.competitions.book import ROUNDS

Act = Callable[[Interaction, int], Awaitable[None]]
Offered = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]

FORMATS = [
    Choice(name="round robin: everybody meets everybody", value=Format.ROUND_ROBIN.value),
    Choice(name="Swiss: a few rounds, those who stand alike meet", value=Format.SWISS.value),
]

_ABOUT_ONE: tuple[tuple[Any, ...], ...] = (
    ("begin", "For managers: begin a tournament now", entering.begin_tournament, can_be_entered),
    ("call-off", "For managers: end one without a result", entering.ask_to_end),
    (
        "enter",
        "Take part in a tournament that has not begun",
        entering.enter_tournament,
        can_be_entered,
    ),
    (
        "leave",
        "Withdraw from a tournament; I ask once it runs",
        entering.leave_tournament,
        has_not_ended,
        own_offered,
    ),
    (
        "show",
        "How one stands: who is in, tables, matches",
        hosting.show_tournament,
        has_not_ended,
        all_offered,
    ),
)
"""The commands about one: name, description, what is done, which fits, what is suggested."""


def tournament() -> app_commands.Group:
    group = app_commands.Group(
        name="tournament", description="Tournaments of this server, for an evening or a month"
    )
    group.add_command(_announce())
    group.add_command(_change())
    for command in _ABOUT_ONE:
        group.add_command(_about_one(*command))
    group.add_command(list_)
    return group


def _announce() -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="announce", description="For managers: a new tournament")
    @app_commands.rename(form="format")
    @app_commands.describe(
        name="What it is called",
        game=GAME,
        begins="When: in 2 hours, or 24 Dec 18:00 by your clock",
        form="Who meets whom (usually round robin)",
        options=OPTIONS,
        time="Time to think; who runs out of it loses (usually what suits the rounds)",
        round="How long a round lasts at most (usually 7 days)",
        rounds="Of a Swiss one; usually as many as it takes to find a winner",
        pairs=PAIRS,
        rated=RATED,
        channel="Where it is posted and played; usually here",
    )
    @app_commands.choices(game=games_for_two(), time=times_to_think(), form=FORMATS)
    @app_commands.autocomplete(options=options_offered, begins=times_offered, round=rounds_offered)
    async def announce(
        interaction: Interaction,
        name: Range[str, 1, LONGEST_NAME],
        game: str,
        begins: Range[str, 1, 40],
        form: str = Format.ROUND_ROBIN.value,
        options: Range[str, 1, 100] | None = None,
        time: str | None = None,
        round: Range[str, 1, 40] | None = None,  # noqa: A002
        rounds: Range[int, ROUNDS[0], ROUNDS[-1]] | None = None,
        pairs: bool = True,
        rated: bool = True,
        channel: discord.TextChannel | None = None,
    ) -> None:
        where = channel.id if channel else None
        asked = (name, game, begins, Format(form), options, time, round, rounds, pairs, rated)
        await hosting.announce_tournament(interaction, AskedTournament(*asked, channel=where))

    return announce


def _change() -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="change",
        description="For managers: change one until it begins",
    )
    @app_commands.rename(form="format")
    @app_commands.describe(
        tournament="Which one; usually the only one there is",
        name="What it is called",
        game=GAME,
        begins="When: in 2 hours, or 24 Dec 18:00 by your clock",
        form="Who meets whom",
        options="Options of the game, like size: 8 by 8; all others are as usual then",
        time="Time to think; who runs out of it loses",
        round="How long a round lasts at most",
        rounds="Of a Swiss one",
        pairs="Pairs of matches with seats swapped, one result",
        rated="Counts for ratings",
        channel="Where it is posted and played",
    )
    @app_commands.choices(game=games_for_two(), time=times_to_think(), form=FORMATS)
    @app_commands.autocomplete(
        tournament=open_offered,
        options=options_offered,
        begins=times_offered,
        round=rounds_offered,
    )
    async def change(
        interaction: Interaction,
        tournament: Range[int, 1] | None = None,
        name: Range[str, 1, LONGEST_NAME] | None = None,
        game: str | None = None,
        begins: Range[str, 1, 40] | None = None,
        form: str | None = None,
        options: Range[str, 1, 100] | None = None,
        time: str | None = None,
        round: Range[str, 1, 40] | None = None,  # noqa: A002
        rounds: Range[int, ROUNDS[0], ROUNDS[-1]] | None = None,
        pairs: bool | None = None,
        rated: bool | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        given = {
            "name": name,
            "game": game,
            "form": Format(form) if form else None,
            "options": options,
            "time": time,
            "round": round,
            "rounds": rounds,
            "pairs": pairs,
            "rated": rated,
        }
        found = await chosen_tournament(interaction, tournament, has_not_ended)
        where = channel.id if channel else None
        await hosting.change_tournament(
            interaction, found.number, given, channel=where, begins=begins
        )

    return change


def _about_one(
    name: str,
    description: str,
    act: Act,
    fits: Fits = has_not_ended,
    offered: Offered = open_offered,
) -> app_commands.Command[Any, ..., Any]:
    # A command about a tournament that is chosen by its number, or is the only one that fits.
    async def run(interaction: Interaction, tournament: Range[int, 1] | None = None) -> None:
        own = act is entering.leave_tournament
        found = await chosen_tournament(interaction, tournament, fits, own=own)
        await act(interaction, found.number)

    app_commands.describe(tournament="Which one; usually the only one there is")(run)
    app_commands.autocomplete(tournament=offered)(run)
    return app_commands.Command(name=name, description=description, callback=run)


@app_commands.command(name="list", description="The tournaments of this server")
@app_commands.describe(ended="With those that are over")
async def list_(interaction: Interaction, ended: bool = False) -> None:
    await hosting.list_tournaments(interaction, ended=ended)
