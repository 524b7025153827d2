"""The boards of a league's matches say what they are part of."""

from typing import Any

from tests.front.conftest import World
from tests.front.leagues.founding import found, league_of, post_of, sign_up, to_start


def boards(world: World) -> list[Any]:
    return [each for each in world.public() if " · turn " in each.content]


async def test_a_board_says_of_which_season_it_is_and_when_that_ends(world: World) -> None:
    await found(world, pairs=False)
    await sign_up(world, post_of(world), world.ada, world.grace, world.linus)
    await to_start(world)
    current = (await league_of(world)).current
    assert current
    season = await world.client.service.competitions.competition(current)
    ends = f"<t:{int(season.ends.timestamp())}:f>"
    assert len(boards(world)) == 3
    assert all(f" · Winter: season 1, until {ends}" in each.content for each in boards(world))


async def test_a_board_of_a_league_that_was_closed_says_nothing_of_it(world: World) -> None:
    await found(world, pairs=False)
    await sign_up(world, post_of(world), world.ada, world.grace, world.linus)
    await to_start(world)
    await world.client.service.leagues.close(1)
    match = await world.match(1)
    mover = next(p for p in (world.ada, world.grace, world.linus) if p.id == match.turn_person.id)  # type: ignore[union-attr]
    await world.move(mover, "1", match=1)
    assert "Winter" not in boards(world)[-1].content
