"""Who may challenge whom: what people say of themselves, and their block lists."""

import pytest

from bot.model.commands import Accept, Decline, Resign
from bot.model.events import Person
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.service.personal.preferences import PERSON, SERVER, Preferences
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, ROBOT
from tests.service.conftest import Club

UNWELCOME = (
    "Grace doesn't take challenges from you at the moment. Challenge somebody else, or leave the "
    "seat open to anyone."
)


async def says(club: Club, person: Person, who: str) -> None:
    """The person says who may challenge them."""
    await club.service.preferences.change(PERSON, person.id, lambda _: Preferences(challenges=who))


async def turned_away(club: Club, *invited: Person | None) -> Refused:
    """The refusal of Ada's challenge; nothing is made."""
    before = await club.matches.of_channel(7)
    with pytest.raises(Refused) as caught:
        await club.ask(*invited)
    assert await club.matches.of_channel(7) == before
    return caught.value


async def test_everybody_may_challenge_who_has_said_nothing_whatever_a_server_says(
    club: Club,
) -> None:
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


async def test_the_bot_can_always_be_challenged_and_never_blocked(club: Club) -> None:
    assert (await club.ask(ROBOT)).status is Status.RUNNING
    with pytest.raises(Refused, match="nothing to block"):
        await club.service.welcome.block(ADA.id, ROBOT)
    with pytest.raises(Refused, match="can't block yourself"):
        await club.service.welcome.block(ADA.id, ADA)
    assert await club.service.people.blocked(ADA.id) == []


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


async def test_i_am_told_that_i_have_blocked_whom_i_challenge(club: Club) -> None:
    await club.service.welcome.block(ADA.id, GRACE)
    why = await turned_away(club, GRACE)
    assert why.reason is Reason.BLOCKED
    assert str(why).startswith("You have blocked Grace, who could not take that seat.")


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


async def test_whom_i_have_not_blocked_i_can_not_unblock(club: Club) -> None:
    await club.service.welcome.block(ADA.id, LINUS)
    with pytest.raises(Refused, match="You have not blocked Grace"):
        await club.service.welcome.unblock(ADA.id, GRACE)
    assert await club.service.people.blocked(ADA.id) == [LINUS]
