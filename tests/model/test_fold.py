"""A match is the fold of its events, and what stands beside them agrees with it."""

from datetime import timedelta

import pytest

from bot.model.commands import Accept, AnswerDraw, Decline, OfferDraw, Resign, Tick, Withdraw
from bot.model.decide.challenge import arrange_seats
from bot.model.events import Event, Played, Recorded, Started
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.projection import posts_for, summary_of, waits_for
from bot.model.records import MatchId, Status
from bot.model.refusals import BrokenMatch
from tests.helpers.matches import after, answers, asked, begun, challenge, play_all
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import START

DEADLINE = START + timedelta(days=7)


def said(match: Match, *events: Event) -> list[str]:
    """The posts that follow from events that brought the match to where it is."""
    return [post.kind for post in posts_for(None, match, events)]


# Fold


def test_no_events_are_no_match() -> None:
    with pytest.raises(BrokenMatch, match="Match 3 has no events"):
        fold([], MatchId(3))


def test_a_match_begins_with_its_challenge() -> None:
    with pytest.raises(BrokenMatch, match=r"Match 3 .* its event 1 \(played\) does not fit"):
        fold(record_events([Played(1, "1")], 0, START), MatchId(3))


def test_a_move_that_the_rules_no_longer_allow_is_named() -> None:
    recorded = record_events(
        [challenge(GRACE), Started((ADA, GRACE), {"limits": [3, 3], "stones": 2}), Played(1, "9")],
        0,
        START,
    )

    with pytest.raises(BrokenMatch, match=r"event 3 \(played\) does not fit"):
        fold(recorded, MatchId(3))


def test_a_ply_holds_the_positions_around_it() -> None:
    match = play_all(begun(), "1 2")
    first, second = match.plies

    assert first.after == second.before
    assert second.after == match.position
    assert (second.seat, second.text, second.seq) == (2, "2", match.seq)
    assert [effect.kind for effect in second.effects] == ["take"]


def test_only_what_changes_the_board_makes_older_buttons_stale() -> None:
    match = play_all(begun(), "1")
    board = match.seq

    offered = after(match, OfferDraw(ADA.id), AnswerDraw(GRACE.id, False))
    graced = after(offered, Tick(), now=DEADLINE)

    assert graced.seq == board + 3
    assert (graced.board_seq, graced.turn_seq) == (board, board)
    assert play_all(graced, "1").board_seq == board + 4
    assert after(graced, Resign(ADA.id)).board_seq == board + 5


def test_people_are_found_by_seat_and_seats_by_person() -> None:
    match, waiting = begun(GRACE, LINUS), asked(GRACE, None)

    assert [match.seat_of(person.id) for person in (ADA, LINUS, ROBOT)] == [1, 3, None]
    assert match.person(2) == GRACE
    assert match.others(GRACE.id) == (ADA, LINUS)
    assert match.names == {1: "Ada", 2: "Grace", 3: "Linus"}
    assert (waiting.people, waiting.turn_person, waiting.position) == ((ADA, GRACE), None, None)


def test_only_options_of_the_seats_are_put_in_order() -> None:
    options = {"limits": [1, 2, 3], "stones": 10}

    assert arrange_seats("pile", options, [2, 0]) == {"limits": [3, 1], "stones": 10}
    assert arrange_seats("pile", {"limits": None}, [1, 0]) == {"limits": None}


def test_the_row_of_a_match_that_is_over_is_nobodys_turn_and_never_due() -> None:
    later = START + timedelta(hours=3)
    match = after(begun(), Resign(ADA.id), now=later)
    row = summary_of(match)

    assert (match.created, match.updated) == (START, later)
    assert (row.status, row.turn, row.due, row.deadline) == (Status.ENDED, None, None, None)


# The row


def test_the_row_of_a_challenge_is_due_when_it_runs_out() -> None:
    summary = summary_of(asked(GRACE, None))

    assert summary.status is Status.INVITED
    assert summary.people == (ADA, GRACE)
    assert (summary.turn, summary.due, summary.deadline) == (None, DEADLINE, DEADLINE)


def test_the_row_of_a_running_match_names_whose_turn_it_is() -> None:
    summary = summary_of(play_all(begun(), "1"))

    assert summary.turn == GRACE.id
    assert summary.deadline == DEADLINE
    assert summary.due == DEADLINE
    assert (summary.turn_seq, summary.turn_known) == (summary.seq, False)


def test_a_match_that_waits_for_the_robot_is_due_at_once() -> None:
    match = begun(ROBOT)
    assert summary_of(match, ROBOT.id).due == DEADLINE

    waits = summary_of(play_all(match, "1"), ROBOT.id)
    assert (waits.due, waits.turn, waits.turn_seq) == (START, ROBOT.id, None)
    assert summary_of(after(match, OfferDraw(ADA.id)), ROBOT.id).due == START


def test_a_match_waits_for_whoever_moves_or_must_answer() -> None:
    match = begun(GRACE)
    assert [waits_for(match, person.id) for person in (ADA, GRACE, LINUS)] == [True, False, False]

    offered = after(match, OfferDraw(ADA.id))
    assert waits_for(offered, GRACE.id)
    assert not waits_for(after(offered, Resign(ADA.id)), GRACE.id)


# Posts


def test_each_turn_of_events_is_said_in_one_post() -> None:
    waiting, match, three = asked(GRACE), begun(), begun(GRACE, LINUS)
    accepted = answers(waiting, Accept(GRACE))

    assert said(waiting, challenge(GRACE)) == ["challenge"]
    assert said(match, *accepted) == said(match, challenge(GRACE), *accepted) == ["turn"]
    assert said(match, *answers(match, OfferDraw(1))) == ["notice"]
    assert said(match, Played(1, "1")) == ["turn"]
    assert said(match) == []
    # With three somebody's leaving is a turn for the others.
    for running, expected in ((match, "end"), (three, "turn")):
        left = after(running, Resign(ADA.id))
        assert said(left, *answers(running, Resign(ADA.id))) == [expected]
    for command, now in ((Decline(GRACE), START), (Withdraw(ADA), START), (Tick(), DEADLINE)):
        closed = after(waiting, command, now=now)
        assert said(closed, *answers(waiting, command, now)) == ["closed"]
    assert said(match, *answers(match, Tick(), DEADLINE)) == ["grace"]
    graced, over = after(match, Tick(), now=DEADLINE), DEADLINE + timedelta(days=1)
    assert said(graced, *answers(graced, Tick(), over)) == ["overdue"]


def test_a_post_belongs_to_the_last_event_of_its_turn() -> None:
    match = begun()
    (post,) = posts_for(None, match, answers(asked(GRACE), Accept(GRACE)))

    assert (post.match, post.seq) == (match.id, match.seq)


def test_events_are_numbered_behind_the_one_before() -> None:
    assert record_events([Played(1, "1"), Played(2, "1")], 4, START) == [
        Recorded(5, Played(1, "1"), START),
        Recorded(6, Played(2, "1"), START),
    ]
