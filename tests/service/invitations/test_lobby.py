"""Open challenges, those that stand again and again, and who is welcome in them."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, Begin, Decline, Resign, Withdraw
from bot.model.events import Challenged, Person
from bot.model.match import Match
from bot.model.records import ChannelId, MatchId, PersonId, Status
from bot.model.refusals import Reason, Refused
from bot.model.terms import Wanted
from bot.service.personal.preferences import PERSON, SERVER, Preferences
from bot.store.sqlite import SqliteStore
from tests.helpers.people import ADA, CHANNEL, EDSGER, GRACE, LINUS
from tests.service.conftest import START, Club
from tests.store.contracts.rows import taken_note


async def listed(club: Club, channel: ChannelId = CHANNEL) -> list[int]:
    """The numbers of the open challenges."""
    return [each.match.id for each in (await club.service.lobby.page(channel)).shown]


async def test_those_with_a_seat_for_anyone_are_listed_newest_first(club: Club) -> None:
    one = await club.ask(None)
    await club.ask(GRACE)
    await club.begin(LINUS)
    two = await club.ask(None, host=GRACE)
    await club.ask(None, channel=8)
    assert await listed(club) == [two.id, one.id]
    await club.do(two.id, Withdraw(GRACE))
    await club.do(one.id, Accept(LINUS))
    assert await listed(club) == []
    assert await listed(club, ChannelId(9)) == []


async def test_a_seat_that_came_free_is_anyones(club: Club) -> None:
    match = await club.ask(GRACE, LINUS)
    assert await listed(club) == []
    await club.do(match.id, Decline(GRACE))
    assert await listed(club) == [match.id]


async def test_a_long_list_has_pages_and_each_challenge_is_on_one(club: Club) -> None:
    numbers = [(await club.ask(None, host=Person(PersonId(100 + n), "Ada"))).id for n in range(23)]
    pages = [await club.service.lobby.page(CHANNEL, number) for number in range(3)]
    newest_first = [each.match.id for page in pages for each in page.shown]
    assert newest_first == sorted(numbers, reverse=True)
    assert [(page.number, page.pages, page.behind) for page in pages] == [
        (0, 3, 13),
        (1, 3, 3),
        (2, 3, 0),
    ]
    assert (await club.service.lobby.page(CHANNEL, 999)).number == 2
    for number in numbers:
        around = await club.service.lobby.page_around(CHANNEL, number)
        assert number in [each.match.id for each in around.shown]
    nowhere = await club.service.lobby.page(ChannelId(9))
    assert (nowhere.number, nowhere.pages, nowhere.total, list(nowhere.shown)) == (0, 1, 0, [])


# Standing challenges: made again when they are taken, each time once, for thirty days


MONTH = timedelta(days=30)


async def stand(club: Club, *invited: None, **terms: Any) -> Match:
    """Ada's standing challenge."""
    return await club.ask(*(invited or (None,)), standing=True, **terms)


async def waiting(club: Club) -> list[int]:
    """The numbers of the challenges that wait in channel 7."""
    return [
        row.match for row in await club.matches.of_channel(CHANNEL) if row.status is Status.INVITED
    ]


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


async def test_withdrawn_it_is_closed(club: Club) -> None:
    first = await stand(club)
    await club.do(first.id, Accept(GRACE))
    (number,) = await waiting(club)
    await club.do(MatchId(number), Withdraw(ADA))
    assert await waiting(club) == []
    assert await club.service.standing.until(MatchId(number)) is None


async def test_after_thirty_days_nobody_has_taken_it(club: Club) -> None:
    first = await stand(club)
    await club.later(days=29, hours=23)
    begun = await club.do(first.id, Accept(GRACE))
    await club.do(begun.id, Resign(GRACE.id))
    (number,) = await waiting(club)
    await club.later(hours=1)
    assert (await club.match(MatchId(number))).status is Status.EXPIRED
    assert await waiting(club) == []


async def test_one_that_is_taken_at_the_last_moment_is_not_made_again(club: Club) -> None:
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


async def test_among_several_it_stands_again_once_they_begin(club: Club) -> None:
    first = await stand(club, None, None)
    await club.do(first.id, Accept(GRACE))
    assert await waiting(club) == [first.id]
    await club.do(first.id, Begin(ADA))
    (number,) = await waiting(club)
    assert (await club.match(MatchId(number))).invited == (None, None)


async def test_of_two_who_take_it_at_once_one_plays_and_it_is_there_once(club: Club) -> None:
    first = await stand(club)
    answers = await asyncio.gather(
        *(club.do(first.id, Accept(p)) for p in (GRACE, LINUS, EDSGER)),
        return_exceptions=True,
    )
    assert len([each for each in answers if isinstance(each, Match)]) == 1
    assert len(await waiting(club)) == 1


async def test_a_newcomer_with_enough_to_play_is_told_that_it_is_closed(club: Club) -> None:
    await club.service.preferences.change(SERVER, 70, lambda _: Preferences(newcomers=1))
    first = await stand(club)
    await club.do(first.id, Accept(GRACE))
    assert await waiting(club) == []
    note = await taken_note(club.service.people, ADA.id, first.id)
    assert note
    assert note.startswith("Your challenge is not renewed after match 1. This server lets")
    assert await club.service.standing.until(first.id) is None


async def test_what_a_crash_has_left_is_made_up_for_once(tmp_path: Path) -> None:
    club = Club(await SqliteStore.open(tmp_path / "matches.sqlite3"))
    first = await stand(club)
    # What a process does that is killed before the challenge is made again.
    await club.matches._do(first.id, Accept(GRACE), None)
    assert await waiting(club) == []

    one, other = club.restarted(), club.restarted()
    await asyncio.gather(one.tick(), other.tick())
    await one.tick()
    await other.do(first.id, Resign(GRACE.id))

    assert len(await waiting(one)) == 1
    await club.store.close()


# Who may challenge whom: what people say of themselves, and their block lists


UNWELCOME = (
    "Grace doesn't take challenges from you at the moment. Challenge somebody else, or leave the "
    "seat open to anyone."
)


async def says(club: Club, person: Person, who: str) -> None:
    await club.service.preferences.change(PERSON, person.id, lambda _: Preferences(challenges=who))


async def turned_away(club: Club, *invited: Person | None) -> Refused:
    """The refusal of Ada's challenge; nothing is made."""
    before = await club.matches.of_channel(CHANNEL)
    with pytest.raises(Refused) as caught:
        await club.ask(*invited)
    assert await club.matches.of_channel(CHANNEL) == before
    return caught.value


async def test_anybody_may_challenge_who_has_said_nothing_whatever_servers_say(club: Club) -> None:
    assert (await club.ask(GRACE)).status is Status.INVITED
    await club.service.preferences.change(SERVER, 70, lambda _: Preferences(challenges="nobody"))
    assert (await club.ask(GRACE)).status is Status.INVITED


async def test_all_refusals_sound_alike(club: Club) -> None:
    await club.service.welcome.block(GRACE.id, ADA)
    whys = [await turned_away(club, GRACE)]
    await club.service.welcome.unblock(GRACE.id, ADA)
    for who in ("nobody", "played"):
        await says(club, GRACE, who)
        whys.append(await turned_away(club, GRACE))
    assert {str(why) for why in whys} == {UNWELCOME}
    assert {why.reason for why in whys} == {Reason.UNWELCOME}


async def test_people_i_have_played_may_challenge_me(club: Club) -> None:
    await says(club, GRACE, "played")
    await club.resigned(LINUS)
    declined = await club.ask(EDSGER)
    await club.do(declined.id, Decline(EDSGER))
    assert (await turned_away(club, GRACE)).reason is Reason.UNWELCOME

    mine = await club.ask(ADA, host=GRACE, channel=8)
    assert (await turned_away(club, GRACE)).reason is Reason.UNWELCOME
    await club.do(mine.id, Accept(ADA))
    assert (await club.ask(GRACE)).status is Status.INVITED


async def test_one_of_several_who_does_not_want_it_is_named(club: Club) -> None:
    await says(club, LINUS, "nobody")
    assert str(await turned_away(club, GRACE, LINUS)).startswith("Linus doesn't take challenges")


async def test_who_takes_no_challenges_can_make_them_and_be_taken_up_on_them(club: Club) -> None:
    await says(club, ADA, "nobody")
    assert (await club.begin(GRACE)).status is Status.RUNNING
    match = await club.ask(None)
    assert (await club.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_the_blocked_take_no_seat_and_others_do(club: Club) -> None:
    named, elsewhere = await club.ask(GRACE), await club.ask(LINUS)
    await club.service.welcome.block(ADA.id, GRACE)
    match = await club.ask(None)
    why = await club.refused(match, Accept(GRACE))
    assert str(why).startswith("Ada doesn't take challenges from you at the moment.")
    assert why.reason is Reason.UNWELCOME
    assert (await club.do(match.id, Accept(LINUS))).status is Status.RUNNING
    # Nor does who was asked before; where there is no seat that is what is said.
    assert (await club.refused(named, Accept(GRACE))).reason is Reason.UNWELCOME
    assert (await club.do(named.id, Decline(GRACE))).status is Status.DECLINED
    assert (await club.refused(elsewhere, Accept(GRACE))).reason is Reason.NO_SEAT


async def test_the_blocked_get_no_rematch_and_running_matches_go_on(club: Club) -> None:
    match, over = await club.begin(GRACE), await club.resigned(GRACE)
    await club.matches.rematch(over.id, GRACE)
    await club.service.welcome.block(GRACE.id, ADA)
    assert (await club.do(match.id, Resign(ADA.id))).status is Status.ENDED
    # Nor the one that was asked for before.
    for ended in (match, over):
        with pytest.raises(Refused) as caught:
            await club.matches.rematch(ended.id, ADA)
        assert str(caught.value) == UNWELCOME
    await club.service.welcome.unblock(GRACE.id, ADA)
    assert (await club.matches.rematch(over.id, ADA)).status is Status.RUNNING
