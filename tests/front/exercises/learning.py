"""How somebody in the simulated server learns: what they open, type and press."""

from datetime import timedelta
from typing import Any

from bot.model.exercises.daily import Daily
from tests.front.conftest import World, labels, pressed
from tests.helpers.playing import known


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


# The puzzle of the day


OURS = "panel:server:pages"


async def page(world: World, who: Any = None) -> Any:
    who = who or world.manager
    shown = (await who.slash(world.channel, "settings", server=True)).response
    return (await who.select(shown, ["daily"], custom_id=OURS)).response


async def switch_on(world: World, game: str = "bump") -> Any:
    """Posted in the channel from the next hour on; the page."""
    hour = (world.env.now() + timedelta(hours=1)).hour
    shown = await page(world)
    shown = (await world.manager.select(shown, [str(hour)], custom_id="daily:hour")).response
    return (await world.manager.select(shown, [game], custom_id="daily:game")).response


async def to_next(world: World) -> None:
    """Until the post of today or tomorrow must have gone out."""
    daily = await kept(world)
    await world.env.advance_time((known(daily.due) - world.env.now()).total_seconds() + 5)


async def kept(world: World) -> Daily:
    return known(await world.client.service.daily.of(world.guild.id))
