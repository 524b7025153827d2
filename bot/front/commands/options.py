"""Commands as tables: a row for each option, and the match that one is about."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.catalog import catalog
from bot.front.competitions.asked_terms import OPTIONS
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import clip
from bot.front.meant import RUNNING, MatchOption, SeveralMatches
from bot.front.ui.choices import LONGEST, Choosable, Completion, to_choose
from bot.games.core import PlayerError

SEVERAL = "You have several matches here. Name one with the option match first."


async def completions(typed: str, moves: Awaitable[Sequence[Choosable]]) -> list[Choice[str]]:
    """The moves to choose from, or why there are none. Moves too long for Discord have to be
    typed."""
    try:
        return [each for each in to_choose(await moves) if len(each.value) <= LONGEST]
    except (PlayerError, PrivateReply) as error:
        # A line that only informs: choosing it leaves what was typed.
        sentence = SEVERAL if isinstance(error, SeveralMatches) else str(error)
        return to_choose([(sentence.replace("`", ""), clip(typed, LONGEST) or "?")])


REQUIRED = Parameter.empty


Act = Callable[..., Awaitable[None]]
"""What a command does. It gets the interaction, and its options by their names."""

Command = app_commands.Command[Any, ..., Any]


@dataclass(frozen=True, slots=True)
class Field:
    """An option of a command: its name, its type for Discord, its description, and its default.
    `offer` finds suggestions while a person types; `called` is its displayed name, if that is no
    name in Python, or says less."""

    name: str
    kind: Any
    description: str
    choices: Iterable[Choosable] = ()
    offer: Completion | None = None
    default: Any = None
    called: str = ""


def command_of(name: str, description: str, fields: Iterable[Field], act: Act) -> Command:
    """A command that does that with its options."""

    async def run(interaction: Interaction, **given: Any) -> None:
        await act(interaction, **given)

    fields = list(fields)
    asking = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    run.__signature__ = Signature([asking, *map(_parameter, fields)])  # type: ignore[attr-defined]
    app_commands.rename(**{f.name: f.called for f in fields if f.called})(run)
    app_commands.describe(**{f.name: clip(f.description, LONGEST) for f in fields})(run)
    app_commands.choices(**{f.name: to_choose(f.choices) for f in fields if f.choices})(run)
    app_commands.autocomplete(**{f.name: f.offer for f in fields if f.offer})(run)
    return app_commands.Command(name=name, description=clip(description, LONGEST), callback=run)


def _parameter(field: Field) -> Parameter:
    kind = field.kind | None if field.default is None else field.kind
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=kind)


def about_one(
    name: str,
    description: str,
    act: Act,
    field: Field,
    find: Callable[[Interaction, Any], Awaitable[Any]],
    before: Iterable[Field] = (),
    behind: Iterable[Field] = (),
) -> Command:
    """A command that does that with what its `field` names, which it finds, too, if that is left
    out. The field is an option between the others."""

    async def run(interaction: Interaction, **given: Any) -> None:
        given[field.name] = await find(interaction, given[field.name])
        await act(interaction, **given)

    return command_of(name, description, (*before, field, *behind), run)


def of_match(
    name: str,
    description: str,
    act: Act,
    option: MatchOption = RUNNING,
    before: Iterable[Field] = (),
    behind: Iterable[Field] = (),
) -> Command:
    """A command that does that with a `match`."""
    return about_one(name, description, act, number_field(option), option.find, before, behind)


def number_field(option: MatchOption) -> Field:
    """The option for the number of a match."""
    return Field("match", Range[int, 1], option.description, offer=option.offer)


def in_servers(command: Command, **needed: bool) -> Command:
    """The command only in servers that have the bot; if a permission is `needed`, Discord shows it
    to nobody else unless the server says so."""
    for restrict in (app_commands.guild_only(), app_commands.guild_install()):
        restrict(command)
    return app_commands.default_permissions(**needed)(command) if needed else command


def group_of(name: str, description: str, *commands: Command) -> app_commands.Group:
    group = app_commands.Group(name=name, description=description)
    for command in commands:
        group.add_command(command)
    return group


def to_change(fields: Iterable[Field]) -> Iterator[Field]:
    """The same options for changing something: omitted ones stay as they are, even those with a
    default."""
    for each in fields:
        about = OPTIONS if each.name == "options" else each.description
        yield replace(each, description=re.sub(r"(;| \()\s*usually.*", "", about), default=None)


def game_field(description: str, default: Any = None) -> Field:
    """The option that names one of all games."""
    games = [(game.name, game.key) for game in catalog().values()]
    return Field("game", str, description, games, default=default)
