"""Hints, claims and reviews at the service: what is asked of the search, and what is refused."""

from collections.abc import Awaitable, Callable

import pytest

from bot.model.commands import Resign
from bot.model.match import Match
from bot.model.refusals import Reason, Refused
from bot.model.terms import Terms
from bot.opponents.levels import LEVELS, level_of
from bot.opponents.reviewing import ReviewQuestion
from bot.service.opponents.thinking import LEAST_PART, REVIEWED_MOVES, Analysis
from tests.helpers.people import ADA, ROBOT
from tests.helpers.thinking import Failing, InThreads
from tests.service.conftest import Club

Ask = Callable[[Analysis, Match], Awaitable[object]]


async def hint(analysis: Analysis, match: Match) -> object:
    return await analysis.hint(match, ADA.id)


async def claim(analysis: Analysis, match: Match) -> object:
    return await analysis.claimed(match, ADA.id)


@pytest.mark.parametrize("ask", [hint, claim])
async def test_a_search_that_fails_is_told_in_a_sentence(club: Club, ask: Ask) -> None:
    match = await club.begin(ROBOT, terms=Terms(claims=True))
    with pytest.raises(Refused, match="My search failed, so there is no answer"):
        await ask(Analysis(Failing(), ROBOT.id), match)


async def test_hints_are_refused_on_the_ladder_and_between_people(club: Club) -> None:
    ladder = await club.begin(ROBOT, terms=Terms(1, ladder=True))
    for match, reason in ((await club.begin(), Reason.NO_HINTS), (ladder, Reason.ON_LADDER)):
        with pytest.raises(Refused) as refused:
            await club.service.analysis.hint(match, ADA.id)
        assert refused.value.reason is reason


async def test_a_match_is_reviewed_when_something_was_played_and_it_is_over(club: Club) -> None:
    running = await club.begin(moves="1 1")
    over = await club.resigned()
    told = ((running, "could still be played", Reason.NOT_OVER), (over, "Nothing was", Reason.OVER))
    for match, why, reason in told:
        with pytest.raises(Refused, match=why) as refused:
            await club.service.analysis.review(match, ADA.id)
        assert refused.value.reason is reason


async def test_a_review_takes_as_long_as_so_many_moves_however_many_turns_there_are() -> None:
    thinking = InThreads()
    club = Club(thinking=thinking)
    for moves in ("1", " ".join("1" * 9)):
        match = await club.begin(moves=moves)
        match = await club.do(match.id, Resign(ADA.id))
        await club.service.analysis.review(match, ADA.id)
    nodes = level_of("pile", LEVELS[-1]).nodes
    short, long = [each for each in thinking.asked if isinstance(each, ReviewQuestion)]
    assert short.nodes == nodes
    assert long.nodes == nodes * REVIEWED_MOVES // 9
    assert long.nodes > nodes // LEAST_PART
