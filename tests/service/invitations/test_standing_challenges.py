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
from bot.service.personal.preferences import SERVER, Preferences
from bot.store.sqlite import SqliteStore
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START, Club

MONTH = timedelta(days=30)


async def stand(club: Club, *invited: None, **terms: Any) -> Match:
    """Ada's standing challenge."""
    return await club.ask(*(invited or (None,)), standing=True, **terms)


async def waiting(club: Club) -> list[int]:
    """The numbers of the challenges that wait in channel 7."""
    return [row.match for row in await club.matches.of_channel(7) if row.status is Status.INVITED]


async def test_one_that_is_taken_stands_again_with_the_same_terms(club: Club) -> None:
    terms = {"control": days_a_move(3, hard=True), "first": "guest", "wanted": Wanted(75)}
    first = await stand(club, **terms)
    club.pass_by(days=10)
    begun = await club.do(first.id, Accept(GRACE))
    assert begun.status is Status.RUNNING

    (number,) = await waiting(club)
    second = await club.match(MatchId(number))

    asked, again = [(await club.store.events(each.id))[0].event for each in (first, second)]
    assert isinstance(asked, Challenged)
    assert again == asked
    assert second.expires == first.expires == START + MONTH
    assert await club.service.standing.until(second.id) == START + MONTH
    await club.do(second.id, Accept(LINUS))
    assert len(await waiting(club)) == 1


async def test_an_ordinary_challenge_does_not_stand_nor_one_that_asks_for_somebody(
    club: Club,
) -> None:
    match = await club.ask(None)
    await club.do(match.id, Accept(GRACE))
    with pytest.raises(Refused, match="this one asks for Grace"):
        await club.ask(GRACE, standing=True)
    assert await waiting(club) == []


async def test_withdrawn_it_stands_no_more(club: Club) -> None:
    first = await stand(club)
    await club.do(first.id, Accept(GRACE))
    (number,) = await waiting(club)
    await club.do(MatchId(number), Withdraw(ADA))
    assert await waiting(club) == []
    assert await club.service.standing.until(MatchId(number)) is None


async def test_after_thirty_days_nobody_has_taken_it(club: Club) -> None:
    first = await stand(club)
    club.pass_by(days=29, hours=23)
    await club.tick()
    begun = await club.do(first.id, Accept(GRACE))
    await club.do(begun.id, Resign(GRACE.id))
    (number,) = await waiting(club)
    club.pass_by(hours=1)
    await club.tick()
    assert (await club.match(MatchId(number))).status is Status.EXPIRED
    assert await waiting(club) == []


async def test_one_that_is_taken_at_the_last_moment_is_not_made_anew(club: Club) -> None:
    first = await stand(club)
    club.pass_by(days=30)
    await club.do(first.id, Accept(GRACE))
    assert await waiting(club) == []
    assert await club.service.standing.until(first.id) is None


async def test_three_stand_in_a_channel_and_more_elsewhere(club: Club) -> None:
    numbers = [(await stand(club)).id for _ in range(3)]
    with pytest.raises(Refused) as caught:
        await stand(club)
    assert caught.value.reason is Reason.MANY_STANDING
    assert "are in this channel already: matches 1, 2 and 3." in str(caught.value)
    assert (await club.ask(None)).status is Status.INVITED
    await stand(club, channel=8)
    await stand(club, host=GRACE)
    await club.do(numbers[0], Accept(LINUS))
    with pytest.raises(Refused):
        await stand(club)
    await club.do(numbers[1], Withdraw(ADA))
    assert (await stand(club)).status is Status.INVITED


async def test_asked_for_at_once_no_more_than_three_stand(club: Club) -> None:
    answers = await asyncio.gather(*(stand(club) for _ in range(6)), return_exceptions=True)
    assert len([each for each in answers if isinstance(each, Refused)]) == 3
    assert len(await waiting(club)) == 3


async def test_among_several_it_stands_again_once_they_begin(club: Club) -> None:
    first = await stand(club, None, None)
    await club.do(first.id, Accept(GRACE))
    assert await waiting(club) == [first.id]
    await club.do(first.id, Begin(ADA))
    (number,) = await waiting(club)
    assert (await club.match(MatchId(number))).invited == (None, None)


async def test_of_two_who_take_it_at_once_one_plays_and_it_stands_once(club: Club) -> None:
    first = await stand(club)
    answers = await asyncio.gather(
        *(club.do(first.id, Accept(p)) for p in (GRACE, LINUS, EDSGER)),
        return_exceptions=True,
    )
    assert len([each for each in answers if isinstance(each, Match)]) == 1
    assert len(await waiting(club)) == 1


async def test_a_newcomer_with_enough_to_play_is_told_that_it_stands_no_more(club: Club) -> None:
    await club.service.preferences.change(SERVER, 70, lambda _: Preferences(newcomers=1))
    first = await stand(club)
    await club.do(first.id, Accept(GRACE))
    assert await waiting(club) == []
    note = await club.service.people.take_note(ADA.id, first.id)
    assert note
    assert note.startswith("Your challenge is not made anew after match 1. This server lets")
    assert await club.service.standing.until(first.id) is None


async def test_what_a_crash_has_left_is_made_up_for_once(tmp_path: Path) -> None:
    club = Club(await SqliteStore.open(tmp_path / "matches.sqlite3"))
    first = await stand(club)
    # What a process does that is killed before the challenge is made anew.
    await club.matches._do(first.id, Accept(GRACE), None)
    assert await waiting(club) == []

    one, other = club.anew(), club.anew()
    await asyncio.gather(one.tick(), other.tick())
    await one.tick()
    await other.do(first.id, Resign(GRACE.id))

    assert len(await waiting(one)) == 1
    await club.store.close()
