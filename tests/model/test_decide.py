"""What a running match answers: moves, refusals, draws, leaving, time, and the end."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.games.core import IllegalMove, NotationError, Outcome
from bot.model.commands import (
    AnswerRequest,
    CallOff,
    Claim,
    ClaimProven,
    Command,
    NoteMember,
    OfferDraw,
    Play,
    Resign,
    Tick,
)
from bot.model.events import (
    CameBack,
    Claimed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Gone,
    Overdue,
    Person,
    Played,
    Resigned,
    Withdrawn,
)
from bot.model.match import Match
from bot.model.records import Status
from bot.model.refusals import Reason
from bot.model.requests import DRAW
from bot.model.terms import Terms
from tests.helpers.matches import after, answers, asked, begun, kinds, play_all, refusal, refused
from tests.helpers.people import ADA, FIRST, GRACE, LINUS, SECOND, THIRD
from tests.helpers.playing import known
from tests.service.conftest import START

DEADLINE = START + timedelta(days=7)
OVER = DEADLINE + timedelta(days=1)
"""When the grace that begins at the deadline is over."""


def graced(*invited: Person) -> Match:
    """A match in which Ada's grace has begun with the deadline."""
    return after(begun(*invited), Tick(), now=DEADLINE)


def near_the_end() -> Match:
    """Ada to move, three stones left: she can win at once."""
    match = begun(options={"limits": [3, 3]})
    while match.position.stones > 4:  # type: ignore[union-attr]
        match = play_all(match, "1")
    return play_all(match, "1")


# Moves


def test_a_move_is_recorded_as_its_canonical_text_and_passes_the_turn() -> None:
    assert answers(begun(), Play(ADA.id, "  2 ")) == [Played(FIRST, "2", used=0)]
    match = play_all(begun(), "2")
    assert match.turn_person == GRACE
    assert [(ply.seat, ply.text) for ply in match.plies] == [(1, "2")]


def test_it_is_refused_out_of_turn_and_says_whose_turn_it_is() -> None:
    error = refused(begun(), Play(GRACE.id, "1"))
    assert str(error) == "It is not your turn. Match 12 waits for Ada until 2026-03-08 12:00 UTC."
    assert error.reason is Reason.NOT_YOUR_TURN


def test_without_a_limit_no_time_is_named() -> None:
    assert "Match 12 waits for Ada." in refusal(begun(days=None), Play(GRACE.id, "1"))


def test_a_stranger_reads_who_plays() -> None:
    error = refused(begun(), Play(LINUS.id, "1"))
    assert str(error) == "You do not play in match 12: it is between Ada and Grace."
    assert error.reason is Reason.NO_SEAT


def test_what_the_game_refuses_passes_through() -> None:
    with pytest.raises(NotationError, match="Type 1, for example"):
        answers(begun(), Play(ADA.id, "a lot"))
    with pytest.raises(IllegalMove, match="You can't take 4"):
        answers(begun(), Play(ADA.id, "4"))


def test_a_winning_move_ends_the_match() -> None:
    match = near_the_end()
    mover = known(match.turn_person)

    events = answers(match, Play(mover.id, "3"))

    seat = match.seat_of(mover.id)
    assert events[-1] == Ended((seat,), "last_stone")  # type: ignore[arg-type]
    ended = after(match, Play(mover.id, "3"))
    assert ended.status is Status.ENDED
    assert ended.turn_person is None


def claimable(**terms: bool) -> Match:
    """The match with three stones left, for whoever takes them all."""
    match = near_the_end()
    return replace(match, terms=Terms(**terms))


def test_a_proven_win_is_claimed_with_its_line_where_that_was_agreed_to() -> None:
    match = claimable(claims=True)
    mover, seat = match.turn_person, match.turn
    assert mover
    assert seat
    claim = ClaimProven(mover.id, ("3",))
    assert answers(match, claim) == [Claimed(seat, ("3",)), Ended((seat,), "proven")]
    ended = after(match, claim)
    assert ended.proof == ("3",)
    assert ended.plies == match.plies


def test_no_win_is_claimed_that_was_not_agreed_to_or_that_is_none() -> None:
    match = claimable()
    mover = known(match.turn_person)
    assert "played out" in refusal(match, ClaimProven(mover.id, ("3",)))
    match = claimable(claims=True)
    assert "don't lead to a win" in refusal(match, ClaimProven(mover.id, ("2",)))
    assert "don't lead to a win" in refusal(match, ClaimProven(mover.id, ("2", "1")))
    other = next(person for person in match.people if person != mover)
    assert "not your turn" in refusal(match, ClaimProven(other.id, ("3",)))


def test_a_game_can_end_in_a_draw() -> None:
    ended = play_all(near_the_end(), "1 half")

    assert ended.outcome == Outcome((), "shared")


@pytest.mark.parametrize(
    "command",
    [
        Play(ADA.id, "1"),
        Resign(ADA.id),
        OfferDraw(ADA.id),
        AnswerRequest(DRAW, ADA.id, True),
        Claim(ADA.id),
        CallOff(ADA.id),
    ],
)
def test_a_match_that_is_over_says_how_it_ended(command: Command) -> None:
    won = after(begun(), Resign(ADA.id))
    drawn = after(begun(), OfferDraw(ADA.id), AnswerRequest(DRAW, GRACE.id, True))
    called_off = after(begun(), CallOff(LINUS.id))

    assert refusal(won, command) == "Match 12 is over: Grace won."
    assert refused(won, command).reason is Reason.OVER
    assert "Match 12 is over: it was a draw." in refusal(drawn, command)
    assert "Match 12 is over: it was called off." in refusal(called_off, command)


@pytest.mark.parametrize(
    "command", [Play(ADA.id, "1"), Resign(ADA.id), OfferDraw(ADA.id), Claim(ADA.id)]
)
def test_a_match_that_has_not_begun_says_whom_it_waits_for(command: Command) -> None:
    assert refusal(asked(GRACE), command) == "Match 12 has not begun yet. It waits for Grace."
    assert "somebody to take the open seat" in refusal(asked(None), command)


# Leaving


def test_a_person_who_resigns_loses_even_out_of_turn() -> None:
    assert answers(begun(), Resign(GRACE.id)) == [Resigned(SECOND), Ended((FIRST,), "resigned")]


def test_with_three_the_others_play_on_and_the_last_one_wins() -> None:
    match = after(begun(GRACE, LINUS), Resign(ADA.id))

    assert match.status is Status.RUNNING
    assert match.out == {1}
    assert match.playing == (2, 3)
    assert match.turn_person == GRACE
    assert match.plies[-1].text == "resign"
    for command in (Play(ADA.id, "1"), Resign(ADA.id), OfferDraw(ADA.id), Claim(ADA.id)):
        assert refusal(match, command) == (
            "You have left match 12; the others play on without you."
        )
    assert answers(match, Resign(LINUS.id)) == [Resigned(THIRD), Ended((SECOND,), "last")]
    assert after(match, Resign(LINUS.id)).outcome == Outcome((2,), "last")


# Draws


def test_a_draw_is_offered_and_taken_or_declined() -> None:
    offered = after(begun(), OfferDraw(GRACE.id))
    assert known(offered.requests.draw).seat == 2
    # Two offers are an agreement.
    for command in (AnswerRequest(DRAW, ADA.id, True), OfferDraw(ADA.id)):
        assert answers(offered, command) == [Ended((), "agreed")]
    assert answers(offered, AnswerRequest(DRAW, ADA.id, False)) == [DrawDeclined(FIRST)]
    declined = after(offered, AnswerRequest(DRAW, ADA.id, False))
    assert (declined.requests.draw, declined.status) == (None, Status.RUNNING)


def test_a_draw_that_was_declined_is_not_offered_again_before_the_next_move() -> None:
    declined = after(begun(), OfferDraw(GRACE.id), AnswerRequest(DRAW, ADA.id, False))

    assert refusal(declined, OfferDraw(GRACE.id)) == (
        "Ada has said no to a draw in this turn already. Play on: after the next move you may "
        "offer one again."
    )
    # The one who said no may think better of it.
    assert answers(declined, OfferDraw(ADA.id)) == [DrawOffered(FIRST)]
    assert answers(play_all(declined, "1"), OfferDraw(GRACE.id)) == [DrawOffered(SECOND)]
    both = after(declined, OfferDraw(ADA.id), AnswerRequest(DRAW, GRACE.id, False))
    for person, other in ((ADA, "Grace"), (GRACE, "Ada")):
        assert f"{other} has said no to a draw" in refusal(both, OfferDraw(person.id))
    again = after(declined, OfferDraw(ADA.id))
    assert answers(again, OfferDraw(GRACE.id)) == [Ended((), "agreed")]


def test_an_offer_is_answered_by_the_other_side_only_or_lapses_when_they_move() -> None:
    offered = after(begun(), OfferDraw(ADA.id))

    assert "The offer is your own" in refusal(offered, AnswerRequest(DRAW, ADA.id, True))
    assert "You have offered a draw already" in refusal(offered, OfferDraw(ADA.id))
    assert "You do not play" in refusal(offered, AnswerRequest(DRAW, LINUS.id, True))
    for yes in (True, False):
        assert "no offer of a draw to answer" in refusal(begun(), AnswerRequest(DRAW, ADA.id, yes))
    assert known(play_all(offered, "1").requests.draw).seat == 1
    assert play_all(offered, "1 1").requests.draw is None


# Time


GONE, FOUND = NoteMember(ADA.id, found=False), NoteMember(ADA.id, found=True)


def test_it_is_noted_once_that_the_player_to_move_has_left_and_once_that_they_are_back() -> None:
    match = begun()
    assert answers(match, FOUND) == answers(match, NoteMember(GRACE.id, found=False)) == []
    assert answers(match, GONE) == [Gone(FIRST)]
    left = after(match, GONE)
    assert answers(left, GONE) == []
    # Neither grace nor vacation, nor is anything due before it counts as abandoned.
    assert answers(left, Tick(), START + timedelta(days=50)) == []
    assert answers(left, FOUND) == [CameBack(FIRST)]
    assert after(left, FOUND).gone is play_all(left, "1").gone is None


def test_in_a_competition_it_ends_the_match_and_in_one_of_three_play_goes_on() -> None:
    cup = begun(terms=Terms(competition=3))
    assert answers(cup, GONE) == [Gone(FIRST), Ended((SECOND,), "gone")]
    three = after(begun(GRACE, LINUS), GONE)
    claim, day = Claim(LINUS.id), START + timedelta(days=1)
    assert "may still come back" in refusal(three, claim)
    assert answers(three, claim, day)[:2] == [Claimed(THIRD), Resigned(FIRST, late=True)]
    assert after(three, claim, now=day).turn_person == GRACE


def test_when_time_is_over_the_match_goes_on_until_somebody_claims_it() -> None:
    match = graced()
    assert answers(match, Tick(), OVER) == [Overdue(FIRST)]

    late = after(match, Tick(), now=OVER)
    assert late.overdue
    assert late.status is Status.RUNNING
    assert answers(late, Tick(), OVER + timedelta(days=44)) == []
    assert not play_all(late, "1").overdue
    assert answers(late, Claim(GRACE.id), OVER) == [Claimed(SECOND), Ended((SECOND,), "time")]


def test_the_win_is_claimed_on_time_even_if_the_clock_has_not_noticed() -> None:
    assert kinds(answers(graced(), Claim(GRACE.id), OVER)) == ["claimed", "ended"]


def test_a_win_can_not_be_claimed_early_or_by_the_late_player() -> None:
    match = begun()

    assert "Ada still has time" in refusal(match, Claim(GRACE.id))
    assert "Ada still has time" in refusal(begun(days=None), Claim(GRACE.id), DEADLINE)
    late = after(graced(), Tick(), now=OVER)
    assert "It is your own turn" in refusal(late, Claim(ADA.id), OVER)


def test_with_three_a_claim_puts_the_late_player_out() -> None:
    match = graced(GRACE, LINUS)

    assert answers(match, Claim(LINUS.id), OVER) == [Claimed(THIRD), Resigned(FIRST, late=True)]
    claimed = after(match, Claim(LINUS.id), now=OVER)
    assert claimed.turn_person == GRACE
    assert claimed.plies[-1].text == "late"


# The end by others


def test_a_manager_calls_a_match_off() -> None:
    assert answers(begun(), CallOff(LINUS.id)) == [Ended((), "called_off")]
    assert answers(asked(GRACE), CallOff(LINUS.id)) == [Withdrawn(LINUS.id)]
