"""Who may challenge whom: what people say of themselves, and their block lists."""

import pytest

from bot.model.commands import Accept, Decline, Resign
from bot.model.events import Person
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.service.build import Service
from bot.service.matches import Matches
from bot.service.personal.preferences import PERSON, SERVER, Preferences
from tests.helpers.matches import ask, begin, refused_by, resigned
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, ROBOT

UNWELCOME = (
    "Grace doesn't take challenges from you at the moment. Challenge somebody else, or leave the "
    "seat open to anyone."
)


async def says(service: Service, person: Person, who: str) -> None:
    """The person says who may challenge them."""
    await service.preferences.change(PERSON, person.id, lambda _: Preferences(challenges=who))


async def turned_away(matches: Matches, *invited: Person | None) -> Refused:
    """The refusal of Ada's challenge; nothing is made."""
    before = await matches.of_channel(7)
    with pytest.raises(Refused) as caught:
        await ask(matches, *invited)
    assert await matches.of_channel(7) == before
    return caught.value


async def test_everybody_may_challenge_who_has_said_nothing(service: Service) -> None:
    assert (await ask(service.matches, GRACE)).status is Status.INVITED


async def test_all_refusals_sound_alike(service: Service) -> None:
    await service.welcome.block(GRACE.id, ADA)
    whys = [await turned_away(service.matches, GRACE)]
    await service.welcome.unblock(GRACE.id, ADA)
    for who in ("nobody", "played"):
        await says(service, GRACE, who)
        whys.append(await turned_away(service.matches, GRACE))
    assert {str(why) for why in whys} == {UNWELCOME}
    assert {why.reason for why in whys} == {Reason.UNWELCOME}


async def test_people_i_have_played_may_challenge_me(service: Service) -> None:
    await says(service, GRACE, "played")
    await resigned(service.matches, LINUS)
    declined = await ask(service.matches, EDSGER)
    await service.matches.do(declined.id, Decline(EDSGER))
    assert (await turned_away(service.matches, GRACE)).reason is Reason.UNWELCOME

    mine = await ask(service.matches, ADA, host=GRACE, channel=8)
    assert (await turned_away(service.matches, GRACE)).reason is Reason.UNWELCOME
    await service.matches.do(mine.id, Accept(ADA))
    assert (await ask(service.matches, GRACE)).status is Status.INVITED


async def test_one_of_several_who_does_not_want_it_is_named(service: Service) -> None:
    await says(service, LINUS, "nobody")
    assert str(await turned_away(service.matches, GRACE, LINUS)).startswith(
        "Linus doesn't take challenges"
    )


async def test_who_takes_no_challenges_can_make_them_and_be_taken_up_on_them(
    service: Service,
) -> None:
    await says(service, ADA, "nobody")
    assert (await begin(service.matches, GRACE)).status is Status.RUNNING
    match = await ask(service.matches, None)
    assert (await service.matches.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_the_word_of_a_server_does_not_count(service: Service) -> None:
    await service.preferences.change(SERVER, 70, lambda _: Preferences(challenges="nobody"))
    assert (await ask(service.matches, GRACE)).status is Status.INVITED


async def test_the_bot_can_always_be_challenged_and_never_blocked(service: Service) -> None:
    assert (await ask(service.matches, ROBOT)).status is Status.RUNNING
    with pytest.raises(Refused, match="nothing to block"):
        await service.welcome.block(ADA.id, ROBOT)
    with pytest.raises(Refused, match="can't block yourself"):
        await service.welcome.block(ADA.id, ADA)
    assert await service.people.blocked(ADA.id) == []


async def test_the_blocked_take_no_open_seat_and_others_do(service: Service) -> None:
    await service.welcome.block(ADA.id, GRACE)
    match = await ask(service.matches, None)
    why = await refused_by(service.matches, match, Accept(GRACE))
    assert str(why).startswith("Ada doesn't take challenges from you at the moment.")
    assert why.reason is Reason.UNWELCOME
    assert (await service.matches.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_who_is_blocked_after_having_been_asked_takes_no_seat_either(
    service: Service,
) -> None:
    match = await ask(service.matches, GRACE)
    await service.welcome.block(ADA.id, GRACE)
    assert (await refused_by(service.matches, match, Accept(GRACE))).reason is Reason.UNWELCOME
    assert (await service.matches.do(match.id, Decline(GRACE))).status is Status.DECLINED


async def test_where_there_is_no_seat_that_is_what_is_said(service: Service) -> None:
    await service.welcome.block(ADA.id, LINUS)
    match = await ask(service.matches, GRACE)
    assert (await refused_by(service.matches, match, Accept(LINUS))).reason is Reason.NO_SEAT


async def test_i_am_told_that_i_have_blocked_whom_i_challenge(service: Service) -> None:
    await service.welcome.block(ADA.id, GRACE)
    why = await turned_away(service.matches, GRACE)
    assert why.reason is Reason.BLOCKED
    assert str(why).startswith("You have blocked Grace, who could not take that seat.")


async def test_the_blocked_get_no_rematch_and_running_matches_go_on(service: Service) -> None:
    match = await begin(service.matches, GRACE)
    await service.welcome.block(GRACE.id, ADA)
    ended = await service.matches.do(match.id, Resign(ADA.id))
    assert ended.status is Status.ENDED
    with pytest.raises(Refused) as caught:
        await service.matches.rematch(match.id, ADA)
    assert str(caught.value) == UNWELCOME
    await service.welcome.unblock(GRACE.id, ADA)
    assert (await service.matches.rematch(match.id, ADA)).status is Status.INVITED


async def test_a_rematch_that_was_asked_for_is_not_for_whom_was_blocked_since(
    service: Service,
) -> None:
    match = await resigned(service.matches, GRACE)
    await service.matches.rematch(match.id, GRACE)
    await service.welcome.block(GRACE.id, ADA)
    with pytest.raises(Refused) as caught:
        await service.matches.rematch(match.id, ADA)
    assert str(caught.value) == UNWELCOME


async def test_whom_i_have_not_blocked_i_can_not_unblock(service: Service) -> None:
    await service.welcome.block(ADA.id, LINUS)
    with pytest.raises(Refused, match="You have not blocked Grace"):
        await service.welcome.unblock(ADA.id, GRACE)
    assert await service.people.blocked(ADA.id) == [LINUS]
