"""The choices of a command's option, and of a menu."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from discord.app_commands import Choice

from bot.front.discord.context import Interaction
from bot.front.discord.markdown import clip

# The most that Discord shows below an option or in a menu, and takes as one value of an option.
OFFERED, LONGEST = 25, 100

Choosable = str | tuple[str, Any]
"""What is shown, and its value if that is another."""

Completion = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]
"""Finds what can be chosen while somebody types."""


def to_choose(found: Iterable[Choosable], typed: str = "") -> list[Choice[Any]]:
    """Those with that in what is shown, or at the beginning of their value, as many as fit."""
    wanted = typed.strip().casefold()
    pairs = ((each, each) if isinstance(each, str) else each for each in found)
    fitting = (
        Choice(name=clip(shown, LONGEST), value=value)
        for shown, value in pairs
        if wanted in shown.casefold() or str(value).startswith(wanted)
    )
    return list(fitting)[:OFFERED]
