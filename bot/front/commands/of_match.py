"""Commands about a match: the option that names it, and finding the one that is meant."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import update_wrapper
from inspect import signature
from typing import Any, TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Command, Group, Range

from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import clip
from bot.front.find_match import find_running, open_matches
from bot.games.core import PlayerError
from bot.model.match import Match

WHICH = "Which match, when you have more than one here"
WHICH_TO_VIEW = "Which match, when there is more than one here"

Find: TypeAlias = Callable[[Interaction, int | None], Awaitable[Match]]
Offer: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[int]]]]


def of_match(
    name: str,
    description: str,
    find: Find = find_running,
    offer: Offer = open_matches,
    *,
    which: str = WHICH,
    group: Group | None = None,
) -> Callable[[Callable[..., Awaitable[None]]], Command[Any, ..., None]]:
    """Make a command of what is done with a match.

    Where the function takes its `match`, Discord has an option for the number of it, completed by
    `offer`; `find` says which match is meant, or refuses.
    """

    def made(act: Callable[..., Awaitable[None]]) -> Command[Any, ..., None]:
        async def run(interaction: Interaction, match: int | None = None, **given: Any) -> None:
            await act(interaction, match=await find(interaction, match), **given)

        # With all that was said of the options, which stands on the function.
        callback: Any = update_wrapper(run, act)
        callback.__signature__ = _with_number(act)
        app_commands.describe(match=which)(callback)
        command = Command[Any, ..., None](name=name, description=description, callback=callback)
        command.autocomplete("match")(offer)
        if group:
            group.add_command(command)
        return command

    return made


def _with_number(act: Callable[..., Awaitable[None]]) -> Any:
    """How Discord sees it: a number, which may be left out, stands for the match."""
    asked = signature(act)
    number: Any = Range[int, 1] | None
    parameters = [
        each.replace(annotation=number, default=None) if each.name == "match" else each
        for each in asked.parameters.values()
    ]
    return asked.replace(parameters=parameters)


async def completions(typed: str, texts: Awaitable[list[str]]) -> list[Choice[str]]:
    """The moves to choose from, or why there are none. What is too long for Discord has to be
    typed."""
    try:
        return [Choice(name=text, value=text) for text in await texts if len(text) <= 100]
    except (PlayerError, PrivateReply) as error:
        # A line that only informs: choosing it leaves what was typed.
        reason = clip(str(error).replace("`", ""), 100)
        return [Choice(name=reason, value=clip(typed, 100) or "?")]
