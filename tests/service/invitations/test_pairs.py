"""A pair: two matches side by side, with seats swapped."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import Any

import pytest

from bot.model.commands import (
    Accept,
    AnswerRequest,
    AskReplacement,
    CallOff,
    Play,
    Resign,
    TakeBack,
)
from bot.model.events import Challenged
from bot.model.match import Match
from bot.model.records import MatchId, MatchSummary, PersonId, Status
from bot.model.requests import REPLACEMENT
from bot.model.results import PairResult, pair_name, pair_result
from bot.model.terms import Terms
from bot.store.schema import OF_MATCH
from tests.helpers.matches import challenge
from tests.helpers.people import ADA, FIRST, GRACE, LINUS, ROBOT, SECOND
from tests.helpers.rounds import Mortal, outlived
from tests.service.conftest import Club
from tests.store.contracts.rows import to_arrange
from tests.store.memory import Connection, MemoryStore

PAIR = Terms(pair=True)


async def both(club: Club, *guests: Any, **terms: Any) -> tuple[Match, Match]:
    """Both matches of a pair of Ada's that has begun."""
    first = await club.begin(*guests, terms=terms.pop("agreed", PAIR), **terms)
    rows = await club.store.find(MatchSummary, pair=[first.id])
    one, two = [await club.match(each.match) for each in rows]
    return one, two


async def test_both_matches_begin_together_with_seats_swapped_alike(club: Club) -> None:
    agreed = Terms(pair=True, rated=True, claims=True)
    first, second = await both(club, agreed=agreed)

    assert [first.status, second.status] == [Status.RUNNING] * 2
    assert [first.seats, second.seats] == [(ADA, GRACE), (GRACE, ADA)]
    assert second.terms == Terms(pair=True, pair_of=first.id, rated=True, claims=True)
    assert (second.options, second.control) == (first.options, first.control)
    assert (second.channel, second.guild) == (first.channel, first.guild)
    assert [first.turn_person, second.turn_person] == [ADA, GRACE]
    assert await to_arrange(club.store) == []


async def test_each_player_keeps_what_was_agreed_on_for_them(club: Club) -> None:
    first, second = await both(club, options={"limits": [1, 3]})
    assert [first.options["limits"], second.options["limits"]] == [[1, 3], [3, 1]]


async def test_a_pair_that_nobody_takes_has_no_second_match(club: Club) -> None:
    await club.ask(terms=PAIR)
    await club.later(days=8)
    assert len(await club.store.summaries()) == 1


@pytest.mark.parametrize("behind", [False, True])
async def test_killed_as_a_pair_is_accepted_it_has_one_second_match(
    club: Club, behind: bool
) -> None:
    asked = await club.ask(terms=PAIR)

    async def accept(club: Club) -> None:
        if (await club.match(asked.id)).status is Status.INVITED:
            await club.do(asked.id, Accept(GRACE))

    async for after in outliving(club, accept, behind):
        await accept(after)
        rows = await after.store.find(MatchSummary, pair=[asked.id])
        assert [row.status for row in rows] == [Status.RUNNING] * 2
        assert len(await after.store.summaries()) == 2
        assert await to_arrange(after.store) == []


@pytest.mark.parametrize("behind", [False, True])
async def test_killed_as_the_bot_is_challenged_both_matches_or_none_stand(
    club: Club, behind: bool
) -> None:
    async def challenge(club: Club) -> None:
        await club.ask(ROBOT, terms=PAIR)

    counts = set()
    async for after in outliving(club, challenge, behind):
        rows = await after.store.summaries()
        counts.add(len(rows))
        assert len({row.pair for row in rows}) == min(1, len(rows))
        assert await to_arrange(after.store) == []
    assert counts == {0, 2}


async def outliving(
    club: Club, deed: Callable[[Club], Awaitable[None]], behind: bool
) -> AsyncIterator[Club]:
    """The process that comes after the deed was killed at each call of the store, or behind it; at
    last after one that was not. It has done all that is due."""
    before = club.store.connection.serialize()
    lives, fits_declared_types = 0, False
    while not fits_declared_types:
        lives += 1
        connection = Connection()
        connection.deserialize(before)
        mortal = Mortal(MemoryStore(connection), lives, behind=behind)
        with suppress(asyncio.CancelledError):
            await deed(Club(mortal, club.clock))
            fits_declared_types = mortal.calls < lives
        after = Club(mortal.store, club.clock)
        await after.tick()
        yield after
    assert lives > 5


@pytest.mark.parametrize("behind", [False, True])
async def test_killed_while_it_is_made_up_for_there_is_one_second_match(
    club: Club, behind: bool
) -> None:
    async def go_on(club: Club) -> None:
        await outlived(club.service.queue, club.store)

    first, second = await both(club)
    unmade(club, second.id, first.id)
    async for after in outliving(club, go_on, behind):
        assert len(await after.store.find(MatchSummary, pair=[first.id])) == 2


def unmade(club: Club, second: MatchId, pair: MatchId) -> None:
    """As if the process had been killed before it made the second match."""
    sql = club.store.connection.execute
    sql("UPDATE arrangements SET match_id = NULL WHERE name = ?", (pair_name(pair),))
    for table in OF_MATCH:
        sql(f"DELETE FROM {table} WHERE match_id = ?", (second,))
    sql("DELETE FROM matches WHERE id = ?", (second,))


async def test_several_processes_make_one_second_match(club: Club) -> None:
    first, second = await both(club)
    unmade(club, second.id, first.id)
    await asyncio.gather(*(club.restarted().tick() for _ in range(3)))
    assert len(await club.store.find(MatchSummary, pair=[first.id])) == 2


async def test_the_second_match_is_made_late_as_the_first_began(club: Club) -> None:
    first, second = await both(club)
    unmade(club, second.id, first.id)
    await club.do(first.id, Play(ADA.id, "1"))
    await club.do(first.id, Resign(GRACE.id))
    await club.restarted().tick()
    _, made = await club.store.find(MatchSummary, pair=[first.id])
    again = await club.match(made.match)
    assert (again.seats, again.status, again.plies) == ((GRACE, ADA), Status.RUNNING, ())


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_none_is_made_late_for_a_match_called_off_or_somebody_who_was_deleted(
    club: Club, is_deleted: bool
) -> None:
    first, second = await both(club)
    if is_deleted:
        await deleted(club, GRACE.id)
    unmade(club, second.id, first.id)
    if not is_deleted:
        await club.do(first.id, CallOff(LINUS.id))
    after = club.restarted()
    await after.tick()
    assert [each.match for each in await club.store.summaries()] == [first.id]
    assert await to_arrange(club.store) == []
    assert await after.service.pairs.other(await after.match(first.id)) is None


async def test_a_move_in_a_pair_asks_the_store_no_more_than_any_other() -> None:
    counts = []
    for terms in (PAIR, Terms()):
        mortal = Mortal(MemoryStore(), inf)
        club = Club(mortal)
        match = await club.begin(terms=terms)
        before = mortal.calls
        await club.do(match.id, Play(ADA.id, "1"))
        counts.append(mortal.calls - before)
    assert counts[0] == counts[1] > 0


async def test_each_match_of_a_pair_goes_on_by_itself(club: Club) -> None:
    first, second = await both(club)
    await club.do(first.id, Play(ADA.id, "1"))
    await club.do(first.id, TakeBack(ADA.id))
    await club.do(second.id, AskReplacement(GRACE, GRACE, LINUS))
    for person in (LINUS, ADA):
        await club.do(second.id, AnswerRequest(REPLACEMENT, person.id, True))
    one, two = await club.match(first.id), await club.match(second.id)

    assert [one.seats, two.seats] == [(ADA, GRACE), (LINUS, ADA)]
    assert await club.service.pairs.other(two) == one
    assert [two.beginner(FIRST), two.beginner(SECOND)] == [GRACE, ADA]
    assert len(await club.store.summaries()) == 2


async def test_a_person_who_is_deleted_leaves_both_and_each_still_knows_the_other(
    club: Club,
) -> None:
    first, second = await both(club)
    await deleted(club, GRACE.id)

    one, two = await club.match(first.id), await club.match(second.id)
    assert [match.status for match in (one, two)] == [Status.ENDED] * 2
    assert one.beginner(SECOND).is_deleted
    assert await club.service.pairs.other(one) == two
    assert pair_result(one.outcome, two.outcome) in (None, PairResult((4, 0)))


async def test_one_made_late_while_somebody_is_deleted_is_left_as_others_are(club: Club) -> None:
    first, second = await both(club)
    unmade(club, second.id, first.id)
    await deleted(club, GRACE.id)
    rows = await club.store.find(MatchSummary, pair=[first.id])
    assert len(rows) == 2
    assert GRACE.id not in {person.id for row in rows for person in row.people}
    assert {row.status for row in rows} == {Status.ENDED}


async def deleted(club: Club, person: PersonId) -> None:
    """All that is about the person is gone."""
    await club.service.privacy.request_deletion(person)
    while await club.service.privacy.under_way():
        await club.tick()
        club.pass_by(minutes=2)


# Matches for which nobody is asked


def wanted(**changes: object) -> Challenged:
    return challenge(GRACE, terms=Terms(rated=True, competition=3), **changes)  # type: ignore[arg-type]


async def test_a_match_that_is_arranged_begins_at_once_and_calls_the_one_who_begins(
    club: Club,
) -> None:
    match = await club.matches.arrange(wanted(first="guest"), "fixture 3.1.1")

    assert match.status is Status.RUNNING
    assert match.seats == (GRACE, ADA)
    assert match.turn_person == GRACE
    assert match.terms == Terms(rated=True, competition=3)
    assert club.store.said == ["turn"]
    assert await club.match(match.id) == match


async def test_a_long_match_that_is_arranged_waits_for_nobody(club: Club) -> None:
    match = await club.matches.arrange(wanted(days=None), "fixture 3.1.1")

    assert match.status is Status.RUNNING


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_is_arranged_again_is_the_match_as_it_is(club: Club, at_once: bool) -> None:
    clubs = (club, club.restarted(), club.restarted())
    if at_once:
        made = await asyncio.gather(*(c.matches.arrange(wanted(), "fixture 3.1.1") for c in clubs))
    else:
        made = [await c.matches.arrange(wanted(), "fixture 3.1.1") for c in clubs]
    other = await club.matches.arrange(wanted(), "fixture 3.1.2")

    assert {match.id for match in made} == {made[0].id}
    assert [each.match for each in await club.store.summaries()] == [other.id, made[0].id]
