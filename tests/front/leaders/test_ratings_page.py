"""The page of `/settings` about the ratings of a server."""

from tests.front.conftest import World, pressed
from tests.front.leaders.panel import chosen, opened


async def test_a_manager_says_whether_challenges_are_usually_rated(world: World) -> None:
    book = world.client.service.preferences
    shown = await opened(world)
    assert chosen(shown) == ["Challenges: rated only where they say so", "Leader of Bump"]
    assert (await book.of_server(world.guild.id)).rated is False
    shown = await pressed(world.manager, shown, "on")
    assert chosen(shown) == ["Challenges: rated unless they say otherwise", "Leader of Bump"]
    assert (await book.of_server(world.guild.id)).rated is True
    shown = await pressed(world.manager, shown, "Reset")
    assert chosen(shown) == ["Challenges: rated only where they say so", "Leader of Bump"]
    assert (await book.of_server(world.guild.id)).rated is False
