"""Standing challenges: made anew when they are taken, each time once, for thirty days."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, Begin, Resign, Withdraw
from bot.model.events import Challenged
from bot.model.match import Match
from bot.model.records import MatchId, Status
from bot.model.refusals import Reason, Refused
from bot.model.wanted import Wanted
from bot.service.build import Service
from bot.service.matches import Matches
from bot.service.personal.preferences import SERVER, Preferences
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import ask, served
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START, Clock
from tests.store.memory import MemoryStore

MONTH = timedelta(days=30)


async def stand(matches: Matches, *invited: None, **terms: Any) -> Match:
    """Ada's standing challenge."""
    return await ask(matches, *(invited or (None,)), standing=True, **terms)


async def waiting(matches: Matches) -> list[int]:
    """The numbers of the challenges that wait in channel 7."""
    return [row.match for row in await matches.of_channel(7) if row.status is Status.INVITED]


async def test_one_that_is_taken_stands_again_with_the_same_terms(
    service: Service, clock: Clock
) -> None:
    terms = {"control": days_a_move(3, hard=True), "first": "guest", "wanted": Wanted(75)}
    first = await stand(service.matches, **terms)
    clock.pass_by(days=10)
    begun = await service.matches.do(first.id, Accept(GRACE))
    assert begun.status is Status.RUNNING

    (number,) = await waiting(service.matches)
    second = await service.matches.match(MatchId(number))

    same = ("game", "options", "host", "invited", "first", "channel", "guild", "control", "wanted")
    assert {name: getattr(first, name) for name in same} == {
        name: getattr(second, name) for name in same
    }
    assert second.expires == first.expires == START + MONTH
    assert await service.standing.until(second.id) == START + MONTH
    await service.matches.do(second.id, Accept(LINUS))
    assert len(await waiting(service.matches)) == 1


async def test_an_ordinary_challenge_does_not_stand(service: Service) -> None:
    match = await ask(service.matches, None)
    await service.matches.do(match.id, Accept(GRACE))
    assert await waiting(service.matches) == []


async def test_withdrawn_it_stands_no_more(service: Service) -> None:
    first = await stand(service.matches)
    await service.matches.do(first.id, Accept(GRACE))
    (number,) = await waiting(service.matches)
    await service.matches.do(MatchId(number), Withdraw(ADA))
    assert await waiting(service.matches) == []
    assert await service.standing.until(MatchId(number)) is None


async def test_after_thirty_days_nobody_has_taken_it(service: Service, clock: Clock) -> None:
    first = await stand(service.matches)
    clock.pass_by(days=29, hours=23)
    await service.queue.tick()
    begun = await service.matches.do(first.id, Accept(GRACE))
    await service.matches.do(begun.id, Resign(GRACE.id))
    (number,) = await waiting(service.matches)
    clock.pass_by(hours=1)
    await service.queue.tick()
    assert (await service.matches.match(MatchId(number))).status is Status.EXPIRED
    assert await waiting(service.matches) == []


async def test_one_that_is_taken_at_the_last_moment_is_not_made_anew(
    service: Service, clock: Clock
) -> None:
    first = await stand(service.matches)
    clock.pass_by(days=30)
    await service.matches.do(first.id, Accept(GRACE))
    assert await waiting(service.matches) == []
    assert await service.standing.until(first.id) is None


async def test_it_asks_for_nobody_by_name(service: Service) -> None:
    with pytest.raises(Refused, match="this one asks for Grace"):
        await ask(service.matches, GRACE, standing=True)
    assert await waiting(service.matches) == []


async def test_three_stand_in_a_channel_and_more_elsewhere(service: Service) -> None:
    numbers = [(await stand(service.matches)).id for _ in range(3)]
    with pytest.raises(Refused) as caught:
        await stand(service.matches)
    assert caught.value.reason is Reason.MANY_STANDING
    assert "are in this channel already: matches 1, 2 and 3." in str(caught.value)
    assert (await ask(service.matches, None)).status is Status.INVITED
    await stand(service.matches, channel=8)
    await stand(service.matches, host=GRACE)
    await service.matches.do(numbers[0], Accept(LINUS))
    with pytest.raises(Refused):
        await stand(service.matches)
    await service.matches.do(numbers[1], Withdraw(ADA))
    assert (await stand(service.matches)).status is Status.INVITED


async def test_asked_for_at_once_no_more_than_three_stand(service: Service) -> None:
    answers = await asyncio.gather(
        *(stand(service.matches) for _ in range(6)), return_exceptions=True
    )
    assert len([each for each in answers if isinstance(each, Refused)]) == 3
    assert len(await waiting(service.matches)) == 3


async def test_among_several_it_stands_again_once_they_begin(service: Service) -> None:
    first = await stand(service.matches, None, None)
    await service.matches.do(first.id, Accept(GRACE))
    assert await waiting(service.matches) == [first.id]
    await service.matches.do(first.id, Begin(ADA))
    (number,) = await waiting(service.matches)
    assert (await service.matches.match(MatchId(number))).invited == (None, None)


async def test_of_two_who_take_it_at_once_one_plays_and_it_stands_once(service: Service) -> None:
    first = await stand(service.matches)
    answers = await asyncio.gather(
        *(service.matches.do(first.id, Accept(p)) for p in (GRACE, LINUS, EDSGER)),
        return_exceptions=True,
    )
    assert len([each for each in answers if isinstance(each, Match)]) == 1
    assert len(await waiting(service.matches)) == 1


async def test_a_newcomer_with_enough_to_play_is_told_that_it_stands_no_more(
    service: Service,
) -> None:
    await service.preferences.change(SERVER, 70, lambda _: Preferences(newcomers=1))
    first = await stand(service.matches)
    await service.matches.do(first.id, Accept(GRACE))
    assert await waiting(service.matches) == []
    note = await service.people.take_note(ADA.id, first.id)
    assert note
    assert note.startswith("Your challenge is not made anew after match 1. This server lets")
    assert await service.standing.until(first.id) is None


async def test_what_a_crash_has_left_is_made_up_for_once(tmp_path: Path, clock: Clock) -> None:
    store = await SqliteStore.open(tmp_path / "matches.sqlite3")
    matches = served(store, clock).matches
    first = await stand(matches)
    # What a process does that is killed before the challenge is made anew.
    await matches._do(first.id, Accept(GRACE), None)
    assert await waiting(matches) == []

    one, other = served(store, clock), served(store, clock)
    await asyncio.gather(one.queue.tick(), other.queue.tick())
    await one.queue.tick()
    await other.matches.do(first.id, Resign(GRACE.id))

    assert len(await waiting(one.matches)) == 1
    await store.close()


async def test_the_challenge_that_follows_is_the_first_one_again(
    matches: Matches, store: MemoryStore
) -> None:
    first = await stand(matches, first="guest")
    await matches.do(first.id, Accept(GRACE))
    (number,) = await waiting(matches)
    asked = [(await store.events(each))[0].event for each in (first.id, MatchId(number))]
    assert isinstance(asked[0], Challenged)
    assert asked[0] == asked[1]
