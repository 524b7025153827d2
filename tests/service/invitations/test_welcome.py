"""Who may challenge whom: what people say of themselves, and their block lists."""

import pytest

from bot.model.commands import Accept, Decline, Resign
from bot.model.events import Person
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.service.build import Service
from bot.service.matches import Matches
from bot.service.personal.preferences import PERSON, SERVER, Preferences
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, ROBOT
from tests.service.invitations.test_seating import refused
from tests.service.test_matches import ask
from tests.service.test_profiles import begun, kept, resigned

__all__ = ["kept"]

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


async def test_everybody_may_challenge_who_has_said_nothing(kept: Service) -> None:
    assert (await ask(kept.matches, GRACE)).status is Status.INVITED


async def test_all_refusals_sound_alike(kept: Service) -> None:
    await kept.welcome.block(GRACE.id, ADA)
    whys = [await turned_away(kept.matches, GRACE)]
    await kept.welcome.unblock(GRACE.id, ADA)
    for who in ("nobody", "played"):
        await says(kept, GRACE, who)
        whys.append(await turned_away(kept.matches, GRACE))
    assert {str(why) for why in whys} == {UNWELCOME}
    assert {why.reason for why in whys} == {Reason.UNWELCOME}


async def test_people_i_have_played_may_challenge_me(kept: Service) -> None:
    await says(kept, GRACE, "played")
    await resigned(kept.matches, LINUS)
    declined = await ask(kept.matches, EDSGER)
    await kept.matches.do(declined.id, Decline(EDSGER))
    assert (await turned_away(kept.matches, GRACE)).reason is Reason.UNWELCOME

    mine = await kept.matches.challenge(
        game="pile", options={}, host=GRACE, invited=(ADA,), channel=8, guild=70
    )
    assert (await turned_away(kept.matches, GRACE)).reason is Reason.UNWELCOME
    await kept.matches.do(mine.id, Accept(ADA))
    assert (await ask(kept.matches, GRACE)).status is Status.INVITED


async def test_one_of_several_who_does_not_want_it_is_named(kept: Service) -> None:
    await says(kept, LINUS, "nobody")
    assert str(await turned_away(kept.matches, GRACE, LINUS)).startswith(
        "Linus doesn't take challenges"
    )


async def test_who_takes_no_challenges_can_make_them_and_be_taken_up_on_them(
    kept: Service,
) -> None:
    await says(kept, ADA, "nobody")
    assert (await begun(kept.matches, GRACE)).status is Status.RUNNING
    match = await ask(kept.matches, None)
    assert (await kept.matches.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_the_word_of_a_server_does_not_count(kept: Service) -> None:
    await kept.preferences.change(SERVER, 70, lambda _: Preferences(challenges="nobody"))
    assert (await ask(kept.matches, GRACE)).status is Status.INVITED


async def test_the_bot_can_always_be_challenged_and_never_blocked(kept: Service) -> None:
    assert (await ask(kept.matches, ROBOT)).status is Status.RUNNING
    with pytest.raises(Refused, match="nothing to block"):
        await kept.welcome.block(ADA.id, ROBOT)
    with pytest.raises(Refused, match="can't block yourself"):
        await kept.welcome.block(ADA.id, ADA)
    assert await kept.people.blocked(ADA.id) == []


async def test_the_blocked_take_no_open_seat_and_others_do(kept: Service) -> None:
    await kept.welcome.block(ADA.id, GRACE)
    match = await ask(kept.matches, None)
    why = await refused(kept.matches, match, Accept(GRACE))
    assert str(why).startswith("Ada doesn't take challenges from you at the moment.")
    assert why.reason is Reason.UNWELCOME
    assert (await kept.matches.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_who_is_blocked_after_having_been_asked_takes_no_seat_either(kept: Service) -> None:
    match = await ask(kept.matches, GRACE)
    await kept.welcome.block(ADA.id, GRACE)
    assert (await refused(kept.matches, match, Accept(GRACE))).reason is Reason.UNWELCOME
    assert (await kept.matches.do(match.id, Decline(GRACE))).status is Status.DECLINED


async def test_where_there_is_no_seat_that_is_what_is_said(kept: Service) -> None:
    await kept.welcome.block(ADA.id, LINUS)
    match = await ask(kept.matches, GRACE)
    assert (await refused(kept.matches, match, Accept(LINUS))).reason is Reason.NO_SEAT


async def test_i_am_told_that_i_have_blocked_whom_i_challenge(kept: Service) -> None:
    await kept.welcome.block(ADA.id, GRACE)
    why = await turned_away(kept.matches, GRACE)
    assert why.reason is Reason.BLOCKED
    assert str(why).startswith("You have blocked Grace, who could not take that seat.")


async def test_the_blocked_get_no_rematch_and_running_matches_go_on(kept: Service) -> None:
    match = await begun(kept.matches, GRACE)
    await kept.welcome.block(GRACE.id, ADA)
    ended = await kept.matches.do(match.id, Resign(ADA.id))
    assert ended.status is Status.ENDED
    with pytest.raises(Refused) as caught:
        await kept.matches.rematch(match.id, ADA)
    assert str(caught.value) == UNWELCOME
    await kept.welcome.unblock(GRACE.id, ADA)
    assert (await kept.matches.rematch(match.id, ADA)).status is Status.INVITED


async def test_a_rematch_that_was_asked_for_is_not_for_whom_was_blocked_since(
    kept: Service,
) -> None:
    match = await resigned(kept.matches, GRACE)
    await kept.matches.rematch(match.id, GRACE)
    await kept.welcome.block(GRACE.id, ADA)
    with pytest.raises(Refused) as caught:
        await kept.matches.rematch(match.id, ADA)
    assert str(caught.value) == UNWELCOME


async def test_whom_i_have_not_blocked_i_can_not_unblock(kept: Service) -> None:
    await kept.welcome.block(ADA.id, LINUS)
    with pytest.raises(Refused, match="You have not blocked Grace"):
        await kept.welcome.unblock(ADA.id, GRACE)
    assert await kept.people.blocked(ADA.id) == [LINUS]
