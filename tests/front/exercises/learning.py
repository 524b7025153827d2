"""How somebody in the simulated server learns: what they open, type and press."""

from typing import Any

from tests.front.conftest import World, labels, pressed


async def opened(world: World, command: str = "learn", **options: Any) -> Any:
    """Ada's message after the command."""
    answer = await world.ada.slash(world.channel, command, **options)
    return answer.followups[-1] if answer.followups else answer.response


async def begun(world: World, game: str = "bump") -> Any:
    return await pressed(world.ada, await opened(world, game=game), "Begin")


async def typed(world: World, message: Any, move: str) -> Any:
    """The message after a move was typed into the form behind its button, and tried."""
    form = await world.ada.click(message, label="Type it…")
    answer = await world.ada.submit_modal(form, {"move": move})
    shown = answer.response or answer.followups[-1]
    return await pressed(world.ada, shown, trying(shown))


def trying(message: Any) -> str:
    """The button of a message that tries the move, which may say what it costs."""
    return next(label for label in labels(message) if label.startswith("Try it"))
