"""Options that commands share: the match one is about, and rows of a table."""

import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any, NamedTuple, TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Command, Group, Range

from bot.catalog import catalog
from bot.front.competitions.asked_terms import OTHER_OPTIONS
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import clip
from bot.front.find_match import (
    SeveralMatches,
    find_running,
    find_to_answer,
    find_to_move,
    find_to_view,
    open_matches,
    visible_matches,
)
from bot.games.core import PlayerError
from bot.model.match import Match

WHICH = "Which match, when you have more than one here"
SEVERAL = "You have several matches here. Name one with the option match first."
WHICH_TO_VIEW = "Which match, when there is more than one here"


class Meant(NamedTuple):
    """How the match that is meant is found, what completes its number, and what the option says."""

    find: Callable[[Interaction, int | None], Awaitable[Match]]
    offer: Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[int]]]] = open_matches
    which: str = WHICH


Suggested: TypeAlias = str | tuple[str, str]
"""A move to choose, and how it is shown where that is different."""

OWN, TO_MOVE, TO_ANSWER = Meant(find_running), Meant(find_to_move), Meant(find_to_answer)
TO_VIEW = Meant(find_to_view, visible_matches, WHICH_TO_VIEW)


def of_match(
    name: str, description: str, meant: Meant = OWN, *, group: Group | None = None
) -> Callable[[Callable[..., Awaitable[None]]], Command[Any, ..., None]]:
    """Make a command of what is done with a match.

    Where the function takes its `match`, Discord has an option for the number of it.
    """

    def made(act: Callable[..., Awaitable[None]]) -> Command[Any, ..., None]:
        async def run(interaction: Interaction, match: int | None = None, **given: Any) -> None:
            await act(interaction, match=await meant.find(interaction, match), **given)

        # With all that was said of the options, which stands on the function.
        callback: Any = update_wrapper(run, act)
        callback.__signature__ = _with_number(act)
        app_commands.describe(match=meant.which)(callback)
        command = Command[Any, ..., None](name=name, description=description, callback=callback)
        command.autocomplete("match")(meant.offer)
        if group:
            group.add_command(command)
        return command

    return made


def _with_number(act: Callable[..., Awaitable[None]]) -> Any:
    # How Discord sees it: a number, which may be left out, stands for the match.
    asked = signature(act)
    number: Any = Range[int, 1] | None
    parameters = [
        each.replace(annotation=number, default=None) if each.name == "match" else each
        for each in asked.parameters.values()
    ]
    return asked.replace(parameters=parameters)


async def completions(typed: str, texts: Awaitable[Sequence[Suggested]]) -> list[Choice[str]]:
    """The moves to choose from, or why there are none. What is too long for Discord has to be
    typed."""
    try:
        pairs = [(each, each) if isinstance(each, str) else each for each in await texts]
        return [
            Choice(name=clip(name, 100), value=text) for text, name in pairs if len(text) <= 100
        ]
    except (PlayerError, PrivateReply) as error:
        # A line that only informs: choosing it leaves what was typed.
        sentence = SEVERAL if isinstance(error, SeveralMatches) else str(error)
        reason = clip(sentence.replace("`", ""), 100)
        return [Choice(name=reason, value=clip(typed, 100) or "?")]


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
