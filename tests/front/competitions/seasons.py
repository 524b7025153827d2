"""Leagues and seasons of the simulated server."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import Competition, FixtureTerms, League, Member
from bot.model.competitions.phases import next_monday
from bot.model.events import Person
from tests.front.conftest import World, said

TERMS = FixtureTerms("heap", {"size": 4}, days_a_move(7), pair=False)


def person(who: Any) -> Person:
    return Person(who.id, who.name)


async def to(world: World, moment: Any) -> None:
    await world.env.advance_time((moment - world.env.now()).total_seconds() + 5)


async def founded(
    world: World, others: Sequence[Person] = (), channel: Any = None, terms: FixtureTerms = TERMS
) -> datetime:
    """A league of Ada, Grace, Linus and those others, with divisions of four; when it begins."""
    store, now = world.client.store, world.env.now()
    begins = next_monday(now)
    where = world.guild.id, (channel or world.channel).id
    league = League(0, *where, "Winter", terms, 4, 4, world.manager.id, begins)
    number = await store.found_league(league)
    people = (*map(person, (world.ada, world.grace, world.linus)), *others)
    for at, each in enumerate(people):
        await store.sign_up(Member(number, each.id, each.name, now + at * timedelta(seconds=1)))
    world.client.service.queue.wake()
    return begins


async def begun(world: World, others: Sequence[Person] = (), **how: Any) -> Competition:
    """The first season of such a league, begun."""
    await to(world, await founded(world, others, **how))
    return await season(world)


async def season(world: World) -> Competition:
    return await world.client.service.competitions.competition(1)


async def end_tomorrow(world: World) -> Competition:
    """The season, which ends a day from now and no later, as under the earlier rules."""
    before, ends = await season(world), world.env.now() + timedelta(days=1)
    after = replace(before, ends=ends, round_ends=ends, due=ends, changes=before.changes + 1)
    after = replace(after, terms=replace(before.terms, banks=False))
    assert await world.client.store.save_competition(after)
    world.client.service.queue.wake()
    return after


GIVEN: dict[str, Any] = {"game": "heap", "name": "Winter"}
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
