"""How a match comes about: asking, answering, starting, and asking again."""

import random
from datetime import timedelta
from typing import Any

import pytest

from bot.catalog import UnknownGame
from bot.games.core import BadOptions, PlayerError
from bot.model.commands import Accept, Begin, Decline, Resign, Tick, Withdraw
from bot.model.decide.challenge import challenge_event, rematch_event
from bot.model.events import Accepted, Challenged, Declined, Person, Started
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.model.terms import Terms
from bot.service.matches import WEEK
from tests.helpers.matches import after, answers, asked, begun, refusal, refused
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START


def ask(**changes: Any) -> Challenged:
    terms: dict[str, Any] = {
        "game": "pile",
        "options": {},
        "host": ADA,
        "invited": (GRACE,),
        "channel": 7,
        "guild": None,
        "first": "random",
        "control": WEEK,
        "now": START,
    }
    return challenge_event(**terms | changes)


# Asking


@pytest.mark.parametrize(
    ("changes", "error", "sentence"),
    [
        ({"invited": (ADA,)}, Refused, r"can't challenge yourself\. Name somebody else"),
        ({"invited": (GRACE, LINUS, GRACE)}, Refused, "same person twice"),
        ({"invited": ()}, Refused, "Pile needs 1 to 3 .* you asked for 0"),
        ({"invited": (None,) * 4}, Refused, "Pile needs 1 to 3 .* you asked for 4"),
        (
            {"game": "bump", "invited": (GRACE, LINUS)},
            Refused,
            "Bump needs 1 opponent, and you asked for 2",
        ),
        ({"game": "chess"}, UnknownGame, "pile"),
        ({"options": {"limits": [3, 9]}}, BadOptions, "1 to 3 stones"),
        ({"first": "me"}, Refused, "host, guest, random"),
    ],
)
def test_what_can_not_be_asked_for_is_refused(
    changes: dict[str, Any], error: type[PlayerError], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        ask(**changes)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"invited": (GRACE, LINUS)}, "On the ladder two play"),
        (
            {"game": "bump", "options": {"reserve": [1, 0]}},
            "usual options. Leave out reserve, or play off the ladder",
        ),
        ({"terms": Terms(2, claims=True, ladder=True)}, "Leave out claims"),
    ],
)
def test_the_ladder_is_for_two_with_everything_as_usual(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        ask(**{"terms": Terms(2, ladder=True), **changes})


# Answering


def test_only_the_invited_may_accept() -> None:
    error = refused(asked(GRACE), Accept(LINUS))
    assert str(error) == "This challenge is for Grace."
    assert error.reason is Reason.NO_SEAT


def test_an_open_seat_is_anybodys_but_the_hosts_and_no_ones_to_decline() -> None:
    challenge = asked(None)

    assert after(challenge, Accept(LINUS)).seats == (ADA, LINUS)
    assert refusal(challenge, Accept(ADA)) == (
        "You are already in. It waits for somebody to take the open seat."
    )
    assert "does not ask for you by name" in refusal(challenge, Decline(LINUS))


def test_several_people_accept_one_by_one_and_may_step_back_before_the_start() -> None:
    waiting = after(asked(GRACE, None), Accept(GRACE))
    assert (waiting.status, waiting.accepted) == (Status.INVITED, (GRACE,))
    assert after(waiting, Accept(LINUS)).seats == (ADA, GRACE, LINUS)

    named = after(asked(GRACE, LINUS, EDSGER), Accept(GRACE))
    assert refusal(named, Accept(GRACE)) == "You are already in. It waits for Linus and Edsger."
    back = after(named, Decline(GRACE))
    assert (back.accepted, back.invited) == ((), (None, LINUS, EDSGER))


def test_a_challenge_that_all_decline_is_over() -> None:
    assert answers(asked(GRACE), Decline(GRACE)) == [Declined(GRACE.id)]
    match = after(asked(GRACE), Decline(GRACE))
    assert match.status is Status.DECLINED
    assert refusal(match, Accept(GRACE)) == "This challenge was declined."
    assert "Withdraw it" in refusal(asked(GRACE), Decline(ADA))

    challenge = after(asked(GRACE, LINUS), Decline(GRACE))
    assert challenge.status is Status.INVITED
    assert after(challenge, Decline(LINUS)).status is Status.DECLINED
    open_too = after(asked(GRACE, None), Decline(GRACE))
    assert after(open_too, Accept(LINUS), Accept(EDSGER)).seats == (ADA, LINUS, EDSGER)


def test_only_the_host_or_a_manager_takes_a_challenge_back_and_it_closes_only_once() -> None:
    challenge = asked(GRACE)

    assert "Only Ada can take this challenge back" in refusal(challenge, Withdraw(GRACE))
    assert after(challenge, Withdraw(ADA)).status is Status.WITHDRAWN
    assert after(challenge, Withdraw(LINUS, manager=True)).status is Status.WITHDRAWN
    for ending in (Withdraw(ADA), Decline(GRACE)):
        closed = after(challenge, ending)
        for command in (Accept(GRACE), Decline(GRACE), Withdraw(ADA), Begin(ADA)):
            assert refused(closed, command).reason is Reason.OVER
        assert answers(closed, Tick(), START + timedelta(days=30)) == []


# More than two seats


def test_an_unanswered_challenge_runs_out_after_its_time() -> None:
    challenge = asked(GRACE)

    assert answers(challenge, Tick(), challenge.expires - timedelta(seconds=1)) == []
    expired = after(challenge, Tick(), now=challenge.expires)
    assert expired.status is Status.EXPIRED
    assert "ran out before it was accepted" in refusal(expired, Accept(GRACE))


def test_the_host_begins_with_those_who_have_accepted() -> None:
    waiting = after(asked(GRACE, LINUS, None), Accept(LINUS))

    assert "Only Ada can begin" in refusal(waiting, Begin(LINUS))
    assert after(waiting, Begin(ADA)).seats == (ADA, LINUS)


def test_nobody_begins_alone() -> None:
    assert refusal(asked(GRACE, LINUS), Begin(ADA)) == (
        "Too few have accepted: it takes 2 to play. It waits for Grace and Linus."
    )


# The start


@pytest.mark.parametrize(
    ("first", "seats"),
    [("host", (ADA, GRACE, LINUS)), ("guest", (GRACE, LINUS, ADA))],
)
def test_who_begins_is_as_agreed(first: str, seats: tuple[Person, ...]) -> None:
    assert begun(GRACE, LINUS, first=first).seats == seats


def test_what_chance_decides_is_recorded_with_the_start() -> None:
    def start(seed: int, first: str = "random") -> Started:
        accepted, start = answers(asked(GRACE, first=first), Accept(GRACE), seed=seed)
        assert accepted == Accepted(GRACE)
        assert isinstance(start, Started)
        return start

    assert {start(seed).seats for seed in range(20)} == {(ADA, GRACE), (GRACE, ADA)}
    assert start(5).seats == start(5).seats
    assert start(3, "host").options["stones"] == 10 + random.Random(3).randrange(4)


def test_what_was_agreed_for_a_person_goes_with_them_to_their_seat() -> None:
    terms = {"limits": [1, 3]}

    hosts = begun(first="host", options=terms)
    guests = begun(first="guest", options=terms)

    assert (hosts.names[1], hosts.options["limits"]) == ("Ada", [1, 3])
    assert (guests.names[2], guests.options["limits"]) == ("Ada", [3, 1])


def test_the_terms_of_a_seat_stay_with_it_whoever_takes_it_or_are_dropped_with_it() -> None:
    taken = asked(GRACE, LINUS, options={"limits": [1, 2, 3]})
    left = asked(GRACE, LINUS, EDSGER, options={"limits": [1, 2, 3, 1]})

    taken = after(taken, Decline(GRACE), Accept(EDSGER), Accept(LINUS))
    left = after(left, Decline(GRACE), Accept(EDSGER), Begin(ADA))

    assert (taken.seats, taken.options["limits"]) == ((ADA, EDSGER, LINUS), [1, 2, 3])
    assert (left.seats, left.options["limits"]) == ((ADA, EDSGER), [1, 1])


# Rematch


def test_a_rematch_swaps_seats_and_everyone_keeps_their_own_terms() -> None:
    match = begun(options={"limits": [1, 3]})
    over = after(match, Resign(ADA.id))

    by_first = rematch_event(over, ADA.id, START)
    by_second = rematch_event(over, GRACE.id, START)

    assert (by_first.host, by_first.invited, by_first.first) == (ADA, (GRACE,), "guest")
    # Chance decides again.
    assert "stones" in over.options
    assert by_first.options == {"limits": [1, 3]}
    assert (by_second.host, by_second.invited, by_second.first) == (GRACE, (ADA,), "host")
    assert by_second.options == {"limits": [3, 1]}
    with pytest.raises(PlayerError, match="is not over yet"):
        rematch_event(match, ADA.id, START)
    with pytest.raises(PlayerError, match="Only those who played match 12"):
        rematch_event(over, LINUS.id, START)
