"""Commands about a match: the option that names it, and finding the one that is meant."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import update_wrapper
from inspect import signature
from typing import Any, NamedTuple, TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Command, Group, Range

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
