"""Reads a competition whole, and writes what has changed of it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.model.competitions.lineup import Lineup
from bot.model.competitions.port import Competitions
from bot.model.refusals import Refused


class NoSuchCompetition(Refused):
    """There is no competition of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no season or tournament {number}.")


async def lineup_of(store: Competitions, number: int) -> Lineup | None:
    """All there is of a competition; None where there is none any more."""
    # What is written about its parts later counts as a change of it: so it is read first.
    competition = await store.competition(number)
    if competition is None:
        return None
    entrants, fixtures = await store.entrants(number), await store.fixtures(number)
    return Lineup(competition, tuple(entrants), tuple(fixtures))


async def save_lineup(
    store: Competitions,
    before: Lineup,
    after: Lineup,
    orders: Mapping[int, int] | None = None,
    silent: Sequence[int] = (),
) -> bool:
    """Write what is different of a competition; False where it has changed meanwhile."""
    entrants, fixtures = {*before.entrants}, {*before.fixtures}
    stay = {each.number for each in after.entrants}
    return await store.save_competition(
        replace(after.competition, changes=before.competition.changes + 1),
        entrants=[each for each in after.entrants if each not in entrants],
        fixtures=[each for each in after.fixtures if each not in fixtures],
        left=[each.number for each in before.entrants if each.number not in stay],
        orders=orders,
        silent=silent,
    )


async def change_lineup(
    store: Competitions, number: int, change: Callable[[Lineup], Lineup]
) -> Lineup:
    """The competition after the change, which may refuse it. Of two at once one comes behind.

    The change is made in a thread, as to pair a hundred people takes a while. Raises
    NoSuchCompetition.
    """
    while True:
        before = await lineup_of(store, number)
        if before is None:
            raise NoSuchCompetition(number)
        after = await asyncio.to_thread(change, before)
        if after == before or await save_lineup(store, before, after):
            return after
