"""The process is killed at anything it notes of a competition's posts: none is made twice."""

import pytest

from bot.front.competitions.showing import OWN, TablesId
from bot.front.competitions.table_worker import CALM, ENDED
from bot.front.discord.layouts import buttons_in
from bot.model.competitions.competition import Competition
from bot.model.refusals import StoreTrouble
from bot.service.queue import REST
from tests.front.competitions.seasons import TERMS, end_tomorrow, founded, season, to
from tests.front.conftest import ON_FILE, World
from tests.helpers.long_runs import mostly_long

SOON = (CALM + REST).total_seconds() + 5


def kill(world: World, notes: int, *, behind: bool) -> None:
    """At that note of a post, or just behind it, the process does no more."""
    noted, told = world.client.store.competition_posted, [0]

    async def mortal(competition: Competition) -> None:
        told[0] += 1
        if told[0] < notes or (told[0] == notes and behind):
            await noted(competition)
        if told[0] >= notes:
            raise StoreTrouble("killed")

    world.client.store.competition_posted = mortal  # type: ignore[method-assign]


@ON_FILE
@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("notes", mostly_long([1, 2, 3], 2))
@pytest.mark.parametrize("at_end", [False, True])
async def test_a_season_has_two_posts_wherever_the_process_is_killed(
    world: World, notes: int, behind: bool, at_end: bool
) -> None:
    begins = await founded(world, terms=TERMS)
    if not at_end:
        kill(world, notes, behind=behind)
    await to(world, begins)
    if not at_end:
        await world.restart()
    await world.env.advance_time(SOON)
    living = (await season(world)).message
    ends = (await end_tomorrow(world)).ends
    await to(world, ends - CALM - REST)
    if at_end:
        kill(world, notes, behind=behind)
    await to(world, ends)
    await world.env.advance_time(SOON)
    if at_end:
        await world.restart()
    await world.env.advance_time(SOON)
    wanted = [str(TablesId(1, OWN))]
    first, last = (m for m in world.public() if buttons_in(m)[:1] == wanted)
    assert first.id == living
    assert "has ended" in last.content
    after = await season(world)
    assert (after.posted, after.shown) == (ENDED, after.changes)
