"""Leagues of the simulated server."""

from typing import Any

from tests.front.conftest import World, said

GIVEN: dict[str, Any] = {"game": "heap", "name": "Winter", "time": "1 day a move"}


async def found(world: World, who: Any = None, **other: Any) -> str:
    """Found a league of the small game; what is answered."""
    return said(await (who or world.manager).slash(world.channel, "league found", **GIVEN | other))
