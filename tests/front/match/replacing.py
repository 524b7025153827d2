"""Replacements as people ask for them and agree to them."""

from typing import Any

from tests.front.conftest import World


async def seats(world: World) -> list[str]:
    return [person.name for person in (await world.match()).seats]


async def ask(world: World, who: Any, **given: Any) -> Any:
    """Propose that Linus plays on for Ada, unless somebody else is named."""
    people = {"player": world.ada, "by": world.linus} | given
    return await who.slash(world.channel, "replace", **people)


async def hand_over(world: World) -> None:
    await ask(world, world.manager)
    await world.linus.click(world.last, label="Take over")
    assert await seats(world) == ["Linus", "Grace"]
