"""Commands as tables: a row for each option, and the match that one is about."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import Choice, Range

from bot.catalog import catalog
from bot.front import ids
from bot.front.competitions.asked_terms import OPTIONS
from bot.front.discord.context import Interaction, PrivateReply, defer_private, reply_private
from bot.front.discord.markdown import clip
from bot.front.discord.permissions import fetch_member
from bot.front.meant import RUNNING, MatchOption, SeveralMatches, match_label
from bot.front.ui.base import UNKNOWN, CustomId, action, button, message_view
from bot.front.ui.choices import LONGEST, OFFERED, Choosable, Completion, to_choose
from bot.games.core import PlayerError
from bot.model.records import MatchId, PersonId


async def completions(moves: Awaitable[Sequence[Choosable]]) -> list[Choice[str]]:
    """The moves to choose from; none where there is nothing to move. Moves too long for Discord
    have to be typed."""
    try:
        return [each for each in to_choose(await moves) if len(each.value) <= LONGEST]
    except (PlayerError, PrivateReply):
        # A line that says why could be taken for a move. The command itself says so.
        return []


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
        try:
            given[field.name] = await find(interaction, given[field.name])
        except SeveralMatches as several:
            usual = {each.name: each.default for each in fields}
            said = {name: value for name, value in given.items() if value != usual[name]}
            await ask_which(interaction, several, said)
        else:
            await act(interaction, **given)

    fields = (*before, field, *behind)
    return command_of(name, description, fields, run)


class CommandId(CustomId, written="which:{match}:/{text}"):
    """A command for that match: its name and the options given, as JSON."""

    match: MatchId
    text: str


WHICH = "There are several matches here. Which one do you mean?"
LONGEST_TEXT = 70
CALLED = re.compile(r"([a-z -]+) ({.*})")
NAMED = re.compile(r"`(\w+)`: <@([0-9]{1,20})>")
"""A person given for an option, in the question which match is meant."""


async def ask_which(
    interaction: Interaction, several: SeveralMatches, said: Mapping[str, Any]
) -> None:
    """Ask which match is meant: a button for each gives the command again. The question names the
    people given, since no custom id does. Raises `several` for options too long for a button, which
    have to be typed again."""
    people = {name: who for name, who in said.items() if isinstance(who, discord.abc.User)}
    plain = {name: value for name, value in said.items() if name not in people}
    if interaction.command is None or not all(isinstance(v, str | int) for v in plain.values()):
        raise several
    options = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    text = f"{interaction.command.qualified_name} {options}"
    if len(text) > LONGEST_TEXT:
        raise several
    reader = ids.user(interaction)
    buttons = (
        button(CommandId(row.match, text), clip(match_label(row, reader), 80))
        for row in several.rows[:OFFERED]
    )
    named = " \N{MIDDLE DOT} ".join(f"`{name}`: {who.mention}" for name, who in people.items())
    question = f"{WHICH}\n-# {named}" if named else WHICH
    await reply_private(interaction, question, view=message_view(buttons))


@action(CommandId, "", acknowledge=defer_private)
async def do_for_match(interaction: Interaction, at: CommandId) -> None:
    """Do the command for the match that was chosen."""
    found = CALLED.fullmatch(at.text)
    known = {each.qualified_name: each for each in interaction.client.tree.walk_commands()}
    command: Any = found and known.get(found[1])
    try:
        said = {**json.loads(found[2] if found else ""), "match": at.match}
    except ValueError:
        raise PrivateReply(UNKNOWN) from None
    options = {each.name: each for each in getattr(command, "parameters", ())}
    people = {name for name, each in options.items() if each.type is AppCommandOptionType.user}
    named = _people_named(interaction)
    if not said.keys() <= options.keys() - people or not people <= named.keys():
        raise PrivateReply(UNKNOWN)
    said |= {name: await _user(interaction, named[name]) for name in people}
    await command.callback(interaction, **{n: e.default for n, e in options.items()} | said)


def _people_named(interaction: Interaction) -> dict[str, PersonId]:
    text = interaction.message.content if interaction.message else ""
    return {name: PersonId(int(person)) for name, person in NAMED.findall(text)}


async def _user(interaction: Interaction, person: PersonId) -> discord.User | discord.Member:
    # As Discord hands them to a command: as members, if they are.
    client, server = interaction.client, ids.guild(interaction)
    member = await fetch_member(client, server, person) if server else None
    return member or await client.fetch_user(person)


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
