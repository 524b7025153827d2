"""Seasons of leagues in the simulated server."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import Competition, FixtureTerms, League, Member
from bot.model.competitions.phases import next_monday
from bot.model.events import Person
from tests.front.conftest import World

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
    """The season, which ends a day from now and no later."""
    before, ends = await season(world), world.env.now() + timedelta(days=1)
    after = replace(before, ends=ends, round_ends=ends, due=ends, changes=before.changes + 1)
    assert await world.client.store.save_competition(after)
    world.client.service.queue.wake()
    return after
