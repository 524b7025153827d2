"""Leagues of the simulated server."""

from typing import Any

from bot.model.competitions.competition import League
from tests.front.conftest import World, said

GIVEN: dict[str, Any] = {"game": "heap", "name": "Winter", "time": "1 day a move"}
CALM = 130.0
"""Seconds after which a post is surely changed."""


async def found(world: World, who: Any = None, **other: Any) -> str:
    """Found a league of the small game; what is answered."""
    return said(await (who or world.manager).slash(world.channel, "league found", **GIVEN | other))


async def league_of(world: World, number: int = 1) -> League:
    return await world.client.service.leagues.league(number)


async def members_of(world: World, number: int = 1) -> list[str]:
    return [each.called for each in await world.client.service.leagues.members(number)]


async def sign_up(world: World, post: Any, *people: Any) -> None:
    for who in people:
        assert "You are signed up" in said(await who.click(post, label="Sign up"))


async def to_start(world: World, number: int = 1) -> None:
    """Until the next season has begun, and the post says so."""
    begins = (await league_of(world, number)).begins
    assert begins
    await world.env.advance_time((begins - world.env.now()).total_seconds() + 5)
    await world.env.advance_time(CALM)


def post_of(world: World, name: str = "Winter", channel: Any = None) -> Any:
    """The post of the league, of which there is one."""
    shown = [m for m in world.public(channel) if m.content.startswith(f"**League: {name}**")]
    assert len(shown) == 1, [m.content for m in world.public(channel)]
    return shown[0]


async def season_of(world: World, **other: Any) -> Any:
    """A season of Ada, Grace and Linus that has begun; the post of its league."""
    await found(world, **other)
    await sign_up(world, post_of(world), world.ada, world.grace, world.linus)
    await to_start(world)
    return post_of(world)
