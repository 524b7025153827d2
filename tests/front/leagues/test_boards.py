"""The boards of a league's matches say what they are part of."""

from typing import Any

from bot.model.records import MatchId
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


async def test_a_pair_one_of_which_is_called_off_is_left_to_the_table(world: World) -> None:
    await found(world)
    people = (world.ada, world.grace, world.linus)
    await sign_up(world, post_of(world), *people)
    await to_start(world)
    first, second = await world.client.store.matches_of_pairs([MatchId(1)])
    asked = await world.manager.slash(world.channel, "calloff", match=int(first.match))
    await world.manager.click(asked.response, label="Yes, end it")
    loser = next(p for p in people if p.id == second.people[0].id)
    await world.resign(loser, match=int(second.match))
    places = (world.channel, *world.channel.threads)
    told = "\n".join(m.content for place in places for m in world.public(place))
    assert "Match 1 was not played to the end: the table says what this pair counts." in told
    assert "The pair has no result" not in told
