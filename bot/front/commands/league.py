"""`/league`: what managers do with leagues, and what everybody does in them."""

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.catalog import catalog
from bot.front.commands.options import REQUIRED, Field, about_one, command_of, group_of, to_change
from bot.front.competitions import asked_terms, leagues
from bot.front.competitions.finding import find_league, find_managed_league, leagues_offered
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.ui.choices import LONGEST, Completion, to_choose
from bot.games.core import PlayerError
from bot.model.competitions.competition import LONGEST_NAME
from bot.service.competitions.leagues import SIZES, WEEKS

Text = Range[str, 1, LONGEST]


def league_command() -> app_commands.Group:
    about = "Seasons in small divisions, one after the other: sign up once"
    show = "What is played, who is signed up, and the tables of the season"
    leave = "Withdraw: no further season will include you"
    whom = "For managers: whom you sign out"
    member = Field("member", Text, whom, offer=leagues.members_offered)
    found = "For managers: a new league, whose seasons begin automatically"
    change = "For managers: change a league from its next season on"
    rest = "For managers: begin no more seasons for now"
    resume = "For managers: begin seasons again"
    close = "For managers: end a league for good; I ask first"
    which = _which()
    changed = to_change(_fields(_options_of_league))
    return group_of(
        "league",
        about,
        about_one(
            "show",
            show,
            leagues.show_league,
            _which(leagues_offered(own=True)),
            partial(find_league, own=True),
        ),
        command_of("list", "The leagues of this server", (), leagues.list_leagues),
        about_one("join", "Sign up, until you withdraw", leagues.sign_up_for, which, find_league),
        command_of("leave", leave, (_which(leagues_offered(own=True)), member), _leave),
        command_of("found", found, _fields(asked_terms.options_offered), leagues.found_league),
        command_of("change", change, (which, *changed), leagues.change_league),
        about_one("rest", rest, leagues.rest_league, which, find_managed_league),
        about_one("resume", resume, leagues.resume_league, which, find_managed_league),
        about_one("close", close, leagues.ask_to_close, which, find_managed_league),
    )


def _which(offered: Completion | None = None) -> Field:
    about = "Which league; its number or name"
    return Field("league", Text, about, offer=offered or leagues_offered())


async def _leave(interaction: Interaction, league: str | None, member: str | None) -> None:
    if member is not None:
        found = await find_managed_league(interaction, league)
        await leagues.sign_out(interaction, found, member)
    else:
        await leagues.withdraw_from(interaction, await find_league(interaction, league, own=True))


def _fields(offered: Completion) -> tuple[Field, ...]:
    # The options of founding one; `offered` suggests options of the game.
    weeks = [(f"{weeks} weeks", weeks) for weeks in WEEKS]
    sizes = [(f"divisions of {size}", size) for size in SIZES]
    lasts, people = "How long a season lasts", "How many people a division has"
    begins = "A Monday on which its first or next season begins"
    where = "Where it is posted and played (usually here)"
    return (
        Field("game", str, asked_terms.GAME, asked_terms.games_for_two(), default=REQUIRED),
        Field("name", Range[str, 1, LONGEST_NAME], "What the league is called", default=REQUIRED),
        Field("options", Text, asked_terms.OPTIONS, offer=offered),
        Field("pairs", bool, asked_terms.PAIRS, default=True),
        Field("rated", bool, asked_terms.RATED, default=True),
        Field("preparing", bool, asked_terms.PREPARING, default=True),
        Field("weeks", int, f"{lasts} (usually what suits the game)", weeks),
        Field("divisions", int, f"{people} (usually four)", sizes, default=SIZES[0]),
        Field("channel", discord.TextChannel, where),
        Field("begins", Text, begins, offer=asked_terms.beginnings_offered),
    )


async def _options_of_league(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The options of the chosen game, else of that of the league."""
    chosen, typed_league = (getattr(interaction.namespace, each, None) for each in FROM)
    if chosen is None:
        try:
            chosen = (await find_league(interaction, typed_league)).terms.game
        except (PlayerError, PrivateReply):
            return []
    return to_choose(asked_terms.completions(catalog().get(chosen), typed))


FROM = ("game", "league")
