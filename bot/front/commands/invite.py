"""Finding somebody to play with, and not being found: challenges, the lobby, blocks.

`/challenge` has a subcommand for each game, built from the options its data file names.
"""

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.catalog import Entry, Option, catalog
from bot.front import ids
from bot.front.commands.options import REQUIRED, Command, Field, command_of, group_of
from bot.front.discord.context import Interaction, person_of, reply_private
from bot.front.discord.markdown import bold
from bot.front.invitations import challenging
from bot.front.invitations.challenge_form import open_challenge_form
from bot.front.invitations.challenging import ENDINGS, FIRST, TIMES, USUAL_TIME, small_lines
from bot.front.invitations.lobby import IS_POSTED, post_lobby, show_lobby
from bot.front.people.blocks import show_blocked
from bot.front.ui.choices import to_choose
from bot.model.clock.units import HOUR
from bot.model.terms import ANSWERS, FINISHES, finishes_text, pace_text
from bot.service.invitations.levels import DEEP, offered_levels


async def _show_lobby(interaction: Interaction, post: bool) -> None:
    if post:
        await post_lobby(interaction)
        await reply_private(interaction, IS_POSTED)
    else:
        await show_lobby(interaction)


async def _block(interaction: Interaction, person: discord.User | None) -> None:
    done = ""
    if person:
        other = person_of(person)
        await interaction.client.service.welcome.block(ids.user(interaction), other)
        done = f"{bold(other)} is blocked."
    await show_blocked(interaction, done)


async def _unblock(interaction: Interaction, person: discord.User) -> None:
    other = person_of(person)
    await interaction.client.service.welcome.unblock(ids.user(interaction), other)
    await show_blocked(interaction, f"{bold(other)} may challenge you again.")


KEPT = "For managers: post the list in the channel, kept up to date"
LISTED = "The challenges of this channel that anybody may take"
lobby = command_of("lobby", LISTED, [Field("post", bool, KEPT, default=False)], _show_lobby)

UNWANTED = "Whom you don't want to play; leave it out to see your list"
BLOCKS = "Keep somebody from challenging you; see your list"
block = command_of("block", BLOCKS, [Field("person", discord.User, UNWANTED)], _block)

AGAIN = Field("person", discord.User, "Who may challenge you again", default=REQUIRED)
unblock = command_of("unblock", "Let somebody challenge you again", [AGAIN], _unblock)


def challenge_menu() -> app_commands.ContextMenu:
    """“Challenge to a game”, in the menu of a person."""

    async def run(interaction: Interaction, person: discord.Member | discord.User) -> None:
        await open_challenge_form(interaction, person)

    callback: Any = run
    return app_commands.ContextMenu(name="Challenge to a game", callback=callback)


SHARES = {finishes_text(share): share for share in FINISHES}
PACES = {pace_text(hours * HOUR): hours for hours in ANSWERS}


def challenge() -> app_commands.Group:
    about = "Challenge a friend, anyone who likes, or me to a game"
    return group_of("challenge", about, *map(challenge_to, catalog().values()))


def challenge_to(game: Entry) -> Command:
    async def run(interaction: Interaction, **given: Any) -> None:
        await challenging.challenge(interaction, game, given, small_lines)

    return command_of(game.key, f"{game.name}. {game.blurb}", fields_of(game), run)


def fields_of(game: Entry) -> Iterator[Field]:
    """Everything that can be agreed on in a challenge."""
    yield Field("opponent", discord.User, "Left out, anyone may accept")
    most = game.players.stop - 1
    for seat in range(3, most + 1):
        yield Field(f"opponent{seat - 1}", discord.User, "Another opponent")
    if most > 2:
        seats = app_commands.Range[int, game.players.start, most]
        about = "How many play; anyone may take the seats you name nobody for"
        yield Field("players", seats, about)
    yield from bot_fields()
    yield Field("first", str, "Who begins (usually chance)", FIRST)
    yield Field("time", str, f"To think (usually {USUAL_TIME})", TIMES)
    endings = [(label, ending) for ending, label in ENDINGS.items()]
    yield Field("ending", str, "When time runs out (usually the opponent may claim)", endings)
    yield Field("claims", bool, "A proven win may be claimed")
    yield Field("rated", bool, "For ratings")
    yield Field("pair", bool, "Two matches, seats swapped")
    yield from wanted_fields()
    for option in game.options:
        yield from KINDS[option.kind](option)


def bot_fields() -> Iterator[Field]:
    """What can be asked of the bot if it plays."""
    numbers = app_commands.Range[int, 1, DEEP]
    yield Field("level", numbers, "How strong I play", offer=levels_offered)
    yield Field("ladder", bool, "Against me, on the ladder")


async def levels_offered(_: Interaction, typed: str) -> list[Choice[int]]:
    """The levels with that in their name or number: choices would count towards the size of the
    command, which has to be short for all games together."""
    levels = offered_levels().items()
    return to_choose([(f"{words.name}: {words.line}", number) for number, words in levels], typed)


def wanted_fields() -> Iterator[Field]:
    """What can be asked of the person who takes an open seat."""
    yield Field("finishes", int, "Matches a taker has finished", SHARES.items())
    yield Field("answers", int, "How fast a taker answers", PACES.items())
    yield Field("standing", bool, "Ask again when taken, for 30 days")


def _choice(option: Option) -> Iterator[Field]:
    yield Field(option.name, str, option.description, [label for label, _ in option.choices])


def _integer(option: Option) -> Iterator[Field]:
    yield Field(option.name, _range(option), option.description)


def _per_seat(option: Option) -> Iterator[Field]:
    yield Field(f"your_{option.name}", _range(option), f"Yours: {option.description}")
    yield Field(f"their_{option.name}", _range(option), f"Theirs: {option.description}")


def _drawn(option: Option) -> Iterator[Field]:
    yield from ()


def _range(option: Option) -> Any:
    return app_commands.Range[int, option.minimum, option.maximum]


KINDS = {"choice": _choice, "integer": _integer, "per_seat": _per_seat, "drawn": _drawn}
