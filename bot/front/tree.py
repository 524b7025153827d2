"""The command tree: what is checked before a command runs, and who gets its errors.

Discord checks the options of a command before it sends them, and discord.py takes them as they
come. Discord may know an older or a newer version: with an option that is gone, or a choice that no
longer exists. No command has to handle that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands
from discord.app_commands import CommandSignatureMismatch, Parameter

from bot.front.discord import context, private_api
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.errors import OF_COMPLETIONS, report

SUBCOMMANDS = (Kind.subcommand.value, Kind.subcommand_group.value)

LARGEST = 2**53  # Whole numbers in options are below it.

LONGEST = 6000  # Most characters of a text in an option.

# Where an interaction holds the objects that ids in its options refer to.
LISTS: Mapping[Kind, tuple[str, ...]] = {
    Kind.user: ("users",),
    Kind.channel: ("channels",),
    Kind.role: ("roles",),
    Kind.mentionable: ("users", "roles"),
    Kind.attachment: ("attachments",),
}

NUMBERED = frozenset(kind.value for kind in LISTS)


def require_fitting(interaction: discord.Interaction[Any]) -> None:
    """Raise CommandSignatureMismatch if the options are not those of the command."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return  # discord.py itself refuses unknown commands.
    data: Any = interaction.data
    given, known = given_options(data), {each.display_name: each for each in command.parameters}
    names = [each["name"] for each in given]
    fits = len(set(names)) == len(names) and set(names) <= set(known)
    # Only now every option can be compared.
    if fits and interaction.type is discord.InteractionType.autocomplete:
        focused = [known[each["name"]] for each in given if each.get("focused")]
        fits = len(focused) == 1 and bool(focused[0].autocomplete)
        fits = fits and all(_is_typed(each, known[each["name"]]) for each in given)
    elif fits:
        resolved = data.get("resolved", {})
        fits = all(_is_chosen(each, known[each["name"]], resolved) for each in given)
    if not fits:
        raise CommandSignatureMismatch(command)


def given_options(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The options after the name of the command and those of its subcommands."""
    options: Sequence[Mapping[str, Any]] = data.get("options", [])
    while options and options[0]["type"] in SUBCOMMANDS:
        options = options[0].get("options", [])
    return options


def _is_typed(option: Mapping[str, Any], asked: Parameter) -> bool:
    # Whether that may be what is being typed. The other options may be anything yet, except those
    # that refer to objects: discord.py converts these at once.
    if not option.get("focused"):
        return option["type"] not in NUMBERED or _is_number(option["value"])
    return option["type"] == asked.type.value and isinstance(option["value"], str)


def _is_chosen(option: Mapping[str, Any], asked: Parameter, known: Mapping[str, Any]) -> bool:
    if not _is_kind(option, asked):
        return False
    value = option["value"]
    if asked.choices:
        return value in [choice.value for choice in asked.choices]
    if asked.type in LISTS:
        return any(value in known.get(name, {}) for name in LISTS[asked.type])
    if asked.type not in (Kind.string, Kind.integer, Kind.number):
        return True
    size = len(value) if asked.type is Kind.string else value
    low, high = asked.min_value, asked.max_value
    return bool((low is None or low <= size) and (high is None or size <= high))


def _is_kind(option: Mapping[str, Any], asked: Parameter) -> bool:
    value = option["value"]
    if option["type"] != asked.type.value:
        return False
    match asked.type:
        case Kind.boolean:
            return isinstance(value, bool)
        case Kind.integer:
            return type(value) is int and abs(value) < LARGEST
        case Kind.number:
            return type(value) in (int, float) and abs(value) <= LARGEST
        case Kind.string:
            return isinstance(value, str) and len(value) <= LONGEST
        case _:
            return _is_number(value)


def _is_number(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit()


class Tree(app_commands.CommandTree[context.Client]):
    """The commands. Their errors are reported to the person who typed them; errors of suggestions
    are logged."""

    def __init__(self, client: context.Client) -> None:
        super().__init__(client)
        private_api.tree_log.addFilter(OF_COMPLETIONS)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the person may use commands now, and their version of this one is known.
        Suggestions are simply not made; a command is acknowledged, as all of them are answered in
        private."""
        is_suggesting = interaction.type is discord.InteractionType.autocomplete
        sent: Any = interaction.data
        try:
            context.require_served(interaction)
            require_fitting(interaction)
            if not is_suggesting and sent["type"] == discord.AppCommandType.chat_input.value:
                await context.defer_private(interaction)
        except Exception as error:
            if not is_suggesting:
                await report(interaction, error)
            elif not isinstance(error, PrivateReply | app_commands.CommandSignatureMismatch):
                raise
            return False
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        await report(interaction, error)
