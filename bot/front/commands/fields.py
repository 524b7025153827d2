"""Commands whose options are rows of a table."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.catalog import catalog
from bot.front.competitions.asked_terms import OTHER_OPTIONS
from bot.front.discord.context import Interaction
from bot.front.discord.markdown import clip

REQUIRED = Parameter.empty


@dataclass(frozen=True, slots=True)
class Field:
    """An option of a command: its name, its type for Discord, what it says, and what holds where it
    is left out. `offer` finds what is suggested while somebody types."""

    name: str
    kind: Any
    description: str
    choices: Sequence[Choice[Any]] = ()
    offer: Any = None
    default: Any = None


def command_of(
    name: str, description: str, fields: Iterable[Field], act: Callable[..., Awaitable[None]]
) -> app_commands.Command[Any, ..., Any]:
    """A command that does that with what its options are given, by their names."""

    async def run(interaction: Interaction, **given: Any) -> None:
        await act(interaction, **given)

    fields = list(fields)
    asking = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    run.__signature__ = Signature([asking, *map(_parameter, fields)])  # type: ignore[attr-defined]
    app_commands.describe(**{f.name: clip(f.description, 100) for f in fields})(run)
    app_commands.choices(**{f.name: list(f.choices) for f in fields if f.choices})(run)
    app_commands.autocomplete(**{f.name: f.offer for f in fields if f.offer})(run)
    return app_commands.Command(name=name, description=clip(description, 100), callback=run)


def _parameter(field: Field) -> Parameter:
    kind = field.kind | None if field.default is None else field.kind
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=kind)


def to_change(fields: Iterable[Field]) -> Iterator[Field]:
    """The same options where something is changed: what is left out stays, usual or not."""
    for each in fields:
        about = OTHER_OPTIONS if each.name == "options" else each.description
        yield replace(each, description=re.sub(r"(;| \()\s*usually.*", "", about), default=None)


def game_field(description: str, default: Any = None) -> Field:
    """The option that names one of all games."""
    games = tuple(Choice(name=game.name, value=game.key) for game in catalog().values())
    return Field("game", str, description, games, default=default)
