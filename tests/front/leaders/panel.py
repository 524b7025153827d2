"""The page of `/settings` about ratings, as tests open and read it."""

from typing import Any

from simcord.components import walk_components

from tests.front.conftest import World, pressed


async def opened(world: World, who: Any = None) -> Any:
    """The page, as a manager has it before them."""
    who = who or world.manager
    shown = await who.slash(world.channel, "settings", server=True)
    return await pressed(who, shown.response, "ratings")


def chosen(message: Any) -> list[str]:
    """What stands chosen in its menus, from the second on."""
    parts = walk_components(message.components)
    options = [each for part in parts for each in part.get("options", ()) if each.get("default")]
    return [each["label"] for each in options[1:]]
