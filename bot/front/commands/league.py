"""`/league`: what managers do with leagues, and what everybody does in them."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.catalog import catalog
from bot.front.competitions.asked_terms import (
    GAME,
    LONGEST,
    OPTIONS,
    PAIRS,
    RATED,
    TIME,
    completions,
    games_for_two,
    options_offered,
    terms_of,
    times_to_think,
)
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.leagues import deeds, managing, showing
from bot.front.leagues.finding import (
    beginnings_offered,
    find_league,
    find_managed_league,
    leagues_offered,
    left_offered,
)
from bot.games.core import PlayerError
from bot.service.competitions.allowed import LONGEST_NAME
from bot.service.competitions.leagues import SIZES, WEEKS

Text = Range[str, 1, LONGEST]
Name = Range[str, 1, LONGEST_NAME]

LEAGUE = "Which league; its number or name"
OTHER_OPTIONS = "Options of the game, like `size: 8 by 8`; all others are as usual then"


def league_command() -> app_commands.Group:
    group = app_commands.Group(
        name="league", description="Seasons in small divisions, one after the other: sign up once"
    )
    show = "What is played, who is signed up, and the tables of the season"
    for command in (
        _of_league("show", show, showing.show_league),
        _list(),
        _of_league("join", "Sign up, until you withdraw", _join),
        _leave(),
        _found(),
        _change(),
        _of_league("rest", "For managers: begin no more seasons for now", managing.rest_league),
        _of_league("resume", "For managers: begin seasons again", managing.resume_league),
        _of_league("close", "For managers: end a league for good; I ask first", _close),
    ):
        group.add_command(command)
    return group


def _of_league(
    name: str, description: str, act: Callable[[Interaction, str | None], Awaitable[None]]
) -> app_commands.Command[Any, ..., Any]:
    # A command that does that with the league that is meant.
    async def run(interaction: Interaction, league: Text | None = None) -> None:
        await act(interaction, league)

    app_commands.describe(league=LEAGUE)(run)
    app_commands.autocomplete(league=leagues_offered)(run)
    return app_commands.Command(name=name, description=description, callback=run)


def _list() -> app_commands.Command[Any, ..., Any]:
    async def run(interaction: Interaction) -> None:
        await showing.list_leagues(interaction)

    about = "The leagues of this server"
    return app_commands.Command(name="list", description=about, callback=run)


async def _join(interaction: Interaction, league: str | None) -> None:
    await deeds.sign_up_for(interaction, await find_league(interaction, league))


def _leave() -> app_commands.Command[Any, ..., Any]:
    async def run(
        interaction: Interaction, league: Text | None = None, member: Text | None = None
    ) -> None:
        if member is not None:
            await managing.sign_out(interaction, league, member)
        else:
            await deeds.withdraw_from(interaction, await find_league(interaction, league, own=True))

    app_commands.describe(league=LEAGUE, member="For managers: whom you sign out")(run)
    app_commands.autocomplete(league=left_offered, member=managing.members_offered)(run)
    about = "Withdraw: no season begins with you any more"
    return app_commands.Command(name="leave", description=about, callback=run)


async def _close(interaction: Interaction, league: str | None) -> None:
    await deeds.ask_to_close(interaction, await find_managed_league(interaction, league))


def _found() -> app_commands.Command[Any, ..., Any]:
    async def run(
        interaction: Interaction,
        game: str,
        name: Name,
        options: Text | None = None,
        time: str | None = None,
        pairs: bool = True,
        rated: bool = True,
        weeks: int = WEEKS[0],
        divisions: int = SIZES[0],
        channel: discord.TextChannel | None = None,
        begins: Text | None = None,
    ) -> None:
        terms = terms_of(game, options, time, pairs=pairs, rated=rated)
        await managing.found_league(
            *(interaction, terms),
            name=name,
            channel=channel,
            weeks=weeks,
            size=divisions,
            begins=begins,
        )

    _describe(run, OPTIONS)
    app_commands.autocomplete(options=options_offered, begins=beginnings_offered)(run)
    about = "For managers: a new league, whose seasons begin by themselves"
    return app_commands.Command(name="found", description=about, callback=run)


def _change() -> app_commands.Command[Any, ..., Any]:
    async def run(
        interaction: Interaction,
        league: Text | None = None,
        name: Name | None = None,
        game: str | None = None,
        options: Text | None = None,
        time: str | None = None,
        pairs: bool | None = None,
        rated: bool | None = None,
        weeks: int | None = None,
        divisions: int | None = None,
        channel: discord.TextChannel | None = None,
        begins: Text | None = None,
    ) -> None:
        given: dict[str, Any] = {
            "name": name,
            "game": game,
            "options": options,
            "time": time,
            "pairs": pairs,
        }
        given |= {"rated": rated, "weeks": weeks, "size": divisions}
        await managing.change_league(interaction, league, given, channel=channel, begins=begins)

    _describe(run, OTHER_OPTIONS)
    app_commands.describe(league=LEAGUE)(run)
    app_commands.autocomplete(
        league=leagues_offered, options=_options_of_league, begins=beginnings_offered
    )(run)
    about = "For managers: change a league from its next season on"
    return app_commands.Command(name="change", description=about, callback=run)


def _describe(run: Callable[..., Coroutine[Any, Any, None]], options: str) -> None:
    app_commands.describe(
        game=GAME,
        name="What the league is called",
        options=options,
        time=TIME,
        pairs=PAIRS,
        rated=RATED,
        weeks="How long a season lasts (usually four weeks)",
        divisions="How many people a division has (usually four)",
        channel="Where it is posted and played (usually here)",
        begins="A Monday on which its first or next season begins",
    )(run)
    app_commands.choices(game=games_for_two(), time=times_to_think())(run)
    app_commands.choices(
        weeks=[Choice(name=f"{weeks} weeks", value=weeks) for weeks in WEEKS],
        divisions=[Choice(name=f"divisions of {size}", value=size) for size in SIZES],
    )(run)


async def _options_of_league(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What can be said of the game that is chosen, or else of that of the league."""
    chosen, typed_league = (getattr(interaction.namespace, each, None) for each in FROM)
    if chosen is None:
        try:
            chosen = (await find_league(interaction, typed_league)).terms.game
        except (PlayerError, PrivateReply):
            return []
    game = catalog().get(chosen)
    return [Choice(name=text, value=text) for text in completions(game, typed)] if game else []


FROM = ("game", "league")
