"""The page of `/settings` about the ratings of a server."""

from typing import Any

from simcord.components import walk_components

from tests.front.conftest import World, pressed


async def opened(world: World) -> Any:
    """The page, as a manager has it before them."""
    shown = await world.manager.slash(world.channel, "settings", server=True)
    return await pressed(world.manager, shown.response, "ratings")


def chosen(message: Any) -> list[str]:
    """What stands chosen in its menus, from the second on."""
    parts = walk_components(message.components)
    options = [each for part in parts for each in part.get("options", ()) if each.get("default")]
    return [each["label"] for each in options[1:]]


async def test_a_manager_says_whether_challenges_are_usually_rated(world: World) -> None:
    book = world.client.service.preferences
    shown = await opened(world)
    assert chosen(shown) == ["Challenges: rated only where they say so"]
    assert (await book.of_server(world.guild.id)).rated is False
    shown = await pressed(world.manager, shown, "on")
    assert chosen(shown) == ["Challenges: rated unless they say otherwise"]
    assert (await book.of_server(world.guild.id)).rated is True
    shown = await pressed(world.manager, shown, "Reset")
    assert chosen(shown) == ["Challenges: rated only where they say so"]
    assert (await book.of_server(world.guild.id)).rated is False
