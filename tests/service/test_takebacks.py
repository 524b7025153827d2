"""Moves that are taken back: when, at what cost, and what becomes of all that hung on them."""

from datetime import datetime, timedelta
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.clock_state import GRACE as GRACE_TIME
from bot.model.clock.time_control import BANKS, TimeControl, days_a_move
from bot.model.clock.units import DAY, HOUR
from bot.model.commands import AnswerRequest, Command, OfferDraw, Play, Resign, TakeBack, Tick
from bot.model.decide.consent import Forgiven, forgiven, may_take_back
from bot.model.events import TakenBack, TimeGiven
from bot.model.fold import evolve, record_events
from bot.model.match import Match
from bot.model.projection import summary_of
from bot.model.records import Draft, Premove, Seat, Status
from bot.model.refusals import Reason, StaleMatch
from bot.model.requests import TAKEBACK
from bot.model.terms import Terms
from bot.service.personal import drafts
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import after, answers, begun, kinds, play_all, refusal, refused
from tests.helpers.people import ADA, FIRST, GRACE, LINUS, ROBOT, SECOND
from tests.helpers.playing import known
from tests.service.conftest import START, Club
from tests.store.contracts.rows import taken_note

MINE = TakeBack(ADA.id)
FREE = TakeBack(ADA.id, free=True)
YES, NO = AnswerRequest(TAKEBACK, GRACE.id, yes=True), AnswerRequest(TAKEBACK, GRACE.id, yes=False)


def texts(match: Match) -> list[str]:
    return [ply.text for ply in match.plies]


# The rules


def test_nothing_is_taken_back_on_the_ladder() -> None:
    match = play_all(begun(terms=Terms(2, ladder=True)), "1 2 3")

    for asked in (MINE, FREE):
        assert refusal(match, asked) == (
            "Match 12 is on the ladder, where there are no takebacks and no hints. "
            "Your move stands."
        )
    assert not may_take_back(match, ADA.id)


def test_a_free_takeback_is_done_at_once() -> None:
    match = play_all(begun(), "1 2 3")

    assert answers(match, FREE) == [TakenBack(FIRST, 1, free=True)]
    back = after(match, FREE)
    assert (texts(back), back.turn_person) == (["1", "2"], ADA)
    assert back.position == match.plies[-1].before
    assert back.turn_known
    assert summary_of(back).turn_known
    assert back.board_seq == back.seq == match.seq + 1
    assert [(each.made, [p.text for p in each.plies]) for each in back.undone] == [(2, ["3"])]


def test_by_consent_the_others_answer_is_undone_with_it() -> None:
    match = play_all(begun(), "1 2")
    asked = after(match, MINE)
    assert kinds(answers(match, MINE)) == ["takeback_asked"]
    assert (texts(asked), asked.board_seq) == (["1", "2"], match.board_seq)

    back = after(asked, YES)

    assert (texts(back), back.turn_person, back.requests.takeback) == ([], ADA, None)
    # Who asked may have done so days ago: they are called to their turn like anybody.
    assert not back.turn_known


def test_a_request_says_what_time_would_not_count() -> None:
    control = days_a_move(3)
    moved = after(begun(control=control, days=None), Play(ADA.id, "1"), now=START + HOUR)
    assert forgiven(after(moved, MINE)) is None

    answered = after(moved, Play(GRACE.id, "1"), now=START + HOUR)
    assert forgiven(after(answered, MINE, now=START + 1.5 * HOUR)) is None
    for days, graces, grace in ((2, (), False), (8, (Tick(),), True)):
        now = START + HOUR + days * DAY
        late = after(answered, *graces, now=START + HOUR + 3 * DAY)
        asked = after(late, MINE, now=now)
        left, used = 3 * DAY - HOUR, days * DAY
        assert forgiven(asked) == Forgiven(left, used, grace)
        back = after(asked, YES, now=now)
        assert back.deadline == now + left
        assert back.clocks[0].grace_used is False


def test_a_request_is_answered_or_gone_with_the_next_move_and_a_no_holds_for_the_turn() -> None:
    asked = after(play_all(begun(), "1"), MINE)
    assert "asked to take your move back already" in refusal(asked, MINE)
    assert "The request is your own" in refusal(asked, AnswerRequest(TAKEBACK, ADA.id, yes=True))
    both = after(play_all(begun(), "1 1"), MINE)
    assert refusal(both, TakeBack(GRACE.id)) == "Ada asks to take a move back. Answer that first."
    moved = after(asked, Play(GRACE.id, "1"))
    late = refused(moved, YES)
    assert (late.reason, moved.requests.takeback) == (Reason.NO_TAKEBACK, None)

    declined = after(asked, NO)
    assert (texts(declined), declined.requests.takeback) == (["1"], None)
    assert (
        "Grace has said no to that in this turn already. Play on: after the next move"
        in refusal(declined, MINE)
    )
    later = after(declined, Play(GRACE.id, "1"))
    assert kinds(answers(later, MINE)) == ["takeback_asked"]


@pytest.mark.parametrize("command", [MINE, FREE])
def test_what_can_not_be_taken_back(command: TakeBack) -> None:
    nothing = refusal(begun(), command)
    assert nothing == ("You have made no move in match 12 yet, so there is nothing to take back.")
    ended = after(play_all(begun(), "1"), Resign(GRACE.id))
    assert "Match 12 is over" in refusal(ended, command)
    assert "You do not play" in refusal(play_all(begun(), "1"), TakeBack(LINUS.id, command.free))
    left = after(play_all(begun(GRACE, LINUS), "1"), Resign(GRACE.id))
    assert "Somebody has left the match since your move" in refusal(left, command)
    moved = play_all(begun(GRACE, LINUS), "1 1")
    assert "The others have moved since" in refusal(moved, command)


def test_a_move_that_ended_the_match_stands() -> None:
    match = begun()
    while match.status is Status.RUNNING:
        stones = match.position.stones  # type: ignore[union-attr]
        match = play_all(match, "1" if stones == 2 else str(min(3, stones)))
    winner = match.person(match.plies[-1].seat)
    assert "is over" in refusal(match, TakeBack(winner.id, free=True))


def test_among_three_a_move_that_was_seen_stands() -> None:
    match = play_all(begun(GRACE, LINUS), "1")
    assert may_take_back(match, ADA.id)
    assert not may_take_back(match, GRACE.id)
    again = after(match, FREE, Play(ADA.id, "2"))
    assert not may_take_back(again, ADA.id)
    assert texts(after(match, FREE)) == []
    assert "before anybody else has seen it, and only once" in refusal(match, MINE)


# The clocks

TIMES = st.lists(st.tuples(st.sampled_from(["1", "undo", "let"]), st.integers(0, 40)), max_size=25)


def step(match: Match, word: str, now: datetime) -> Match:
    """The match once the last to move took that back, or else the player to move has moved."""
    match = at(now, match, Tick())
    if match.turn_person is None:
        return match
    if word == "1" or not match.plies:
        return at(now, match, Play(match.turn_person.id, "1"))
    last = match.plies[-1].seat
    asker, other = match.person(last).id, match.person(Seat(3 - last)).id
    if word == "undo":
        return at(now, match, TakeBack(asker, free=True))
    return at(now, match, TakeBack(asker), AnswerRequest(TAKEBACK, other, yes=True))


def at(now: datetime, match: Match, *commands: Command) -> Match:
    return after(match, *commands, now=now)


@given(st.sampled_from([*BANKS, days_a_move(1), days_a_move(5)]), TIMES, st.integers(0, 60))
def test_a_move_made_and_taken_back_gains_nothing(
    control: TimeControl, script: list[tuple[str, int]], hours: int
) -> None:
    match, now = begun(control=control), START
    for word, passed in script:
        now += timedelta(hours=passed)
        match = step(match, word, now)
        if match.turn is None:
            return
        assert all(timedelta(0) <= c.left <= control.cap for c in match.clocks)
    mover, before = match.turn, match.clock
    person = known(match.turn_person)
    assert before
    assert before.since
    now += timedelta(hours=hours)
    used = now - before.since
    if used >= before.budget or match.position.stones < 2:  # type: ignore[union-attr]
        return

    moved = at(now, match, Play(person.id, "1"))
    back = at(now + timedelta(days=1), moved, TakeBack(person.id, free=True))

    again = known(back.clock)
    assert again.budget == before.budget - used
    assert again.grace_used == before.grace_used
    # Days that the other waited for nothing cost them nothing.
    other = 3 - mover  # type: ignore[operator]
    assert back.clocks[other - 1] == match.clocks[other - 1]


def test_grace_that_a_move_used_stays_used_and_time_given_since_stays_given() -> None:
    graced = at(START + timedelta(hours=30), begun(days=1), Tick())
    moved = at(START + timedelta(hours=34), graced, Play(ADA.id, "1"))
    back = at(START + timedelta(hours=35), moved, FREE)
    assert back.clock
    assert back.clock.grace_used
    assert back.clock.budget == GRACE_TIME - timedelta(hours=4)

    match = at(START + timedelta(hours=2), begun(control=BANKS[0]), Play(ADA.id, "1"))
    gift = record_events([TimeGiven(FIRST, SECOND, 24)], match.seq, START + timedelta(hours=3))
    given = reduce(evolve, gift, match)
    back = at(START + timedelta(hours=4), given, FREE)
    assert back.clock
    assert back.clock.left == BANKS[0].start - timedelta(hours=2) + timedelta(hours=24)
    assert given.acted == {2}


# In the service: who has seen the move


async def newest(club: Club, match: Match, command: Command) -> str:
    """The kind of the event that the command leads to."""
    done = await club.do(match.id, command)
    return (await club.matches._store.events(match.id))[done.seq - 1].event.kind


async def test_it_is_free_until_the_other_has_looked(club: Club) -> None:
    match = await club.begin()
    # A look at the board before does not count, nor one of somebody else.
    await club.service.visits.record(match, GRACE.id)
    match = await club.do(match.id, Play(ADA.id, "1"))
    await club.service.visits.record(match, ADA.id)
    await club.service.visits.record(match, LINUS.id)
    assert await newest(club, match, MINE) == "taken_back"

    again = await club.do(match.id, Play(ADA.id, "2"))
    # A second time at the same turn is no slip any more.
    assert await newest(club, again, MINE) == "takeback_asked"


@pytest.mark.parametrize("sign", ["visit", "draft", "offer", "answer"])
async def test_it_is_by_consent_once_the_other_has_seen_it_or_acted(club: Club, sign: str) -> None:
    match = await club.begin(moves="1")
    if sign == "visit":
        await club.service.visits.record(match, GRACE.id)
    elif sign == "draft":
        await club.service.drafts.save(Draft(GRACE.id, match.id, match.board_seq, changes=1))
    elif sign == "offer":
        await club.do(match.id, OfferDraw(GRACE.id))
    else:
        await club.do(match.id, Play(GRACE.id, "1"))
    # The word of whoever calls counts for nothing.
    assert await newest(club, match, FREE) == "takeback_asked"


async def test_the_robot_always_agrees_and_moves_again_only_on_its_turn(club: Club) -> None:
    match = await club.begin(ROBOT, moves="1")
    await club.tick()
    answered = await club.match(match.id)
    assert len(answered.plies) == 2

    back = await club.do(match.id, MINE)
    assert (texts(back), back.turn_person) == ([], ADA)
    await club.tick()
    assert (await club.match(match.id)).plies == ()

    # Before it has answered, too, and as often as one likes.
    for _ in range(2):
        await club.do(match.id, Play(ADA.id, "2"))
        assert (await club.do(match.id, MINE)).turn_person == ADA
    await club.tick()
    assert (await club.match(match.id)).plies == ()


async def test_a_second_press_takes_no_second_move_back(club: Club) -> None:
    match = await club.begin(moves="1 1 1")
    await club.do(match.id, MINE, seq=match.board_seq)
    with pytest.raises(StaleMatch):
        await club.do(match.id, MINE, seq=match.board_seq)
    assert len((await club.match(match.id)).plies) == 2


# What hangs on the board


async def test_prepared_answers_are_dropped_with_a_note(club: Club) -> None:
    match = await club.begin(moves="1")
    await club.service.premoves.prepare(match.id, ADA.id, "1", "2")

    await club.do(match.id, MINE)
    await club.tick()

    assert await club.store.find(Premove) == []
    note = await taken_note(club.service.people, ADA.id, match.id)
    assert note == "Your prepared answer 2 is dropped, because 1 was taken back."


async def test_an_answer_that_a_crash_left_behind_is_never_played(club: Club) -> None:
    match = await club.begin(moves="1")
    premove = await club.service.premoves.prepare(match.id, ADA.id, "", "2")
    await club.do(match.id, MINE)
    await club.matches._store.put(premove)

    await club.do(match.id, Play(ADA.id, "3"))
    assert await club.service.premoves.current(match.id, ADA.id) == []
    after_theirs = await club.do(match.id, Play(GRACE.id, "1"))

    assert texts(after_theirs) == ["3", "1"]


async def test_a_draft_of_the_undone_board_is_history(club: Club) -> None:
    match = await club.begin(moves="1")
    half = drafts.with_choice(match, drafts.new_draft(match, GRACE.id), "1")
    await club.service.drafts.save(half)
    await club.do(match.id, MINE)
    back = await club.do(match.id, YES)

    assert (await club.service.drafts.current(back, GRACE.id)).keys == ()
    again = await club.do(match.id, Play(ADA.id, "2"))
    assert (await club.service.drafts.current(again, GRACE.id)).keys == ()


def test_a_later_move_is_not_taken_for_the_one_of_an_older_board() -> None:
    match = begun()
    moved = after(match, Play(ADA.id, "1"))
    assert known(drafts.move_made_since(moved, match.board_seq, ADA.id)).text == "1"

    again = after(moved, FREE, Play(ADA.id, "2"))

    assert drafts.move_made_since(again, match.board_seq, ADA.id) is None


async def test_everything_comes_back_from_the_file(tmp_path: Path) -> None:
    club = Club(await SqliteStore.open(tmp_path / "matches.db"))
    match = await club.begin(moves="1 2 3")
    await club.service.premoves.prepare(match.id, ADA.id, "1", "2")
    back = await club.do(match.id, MINE)
    asked = await club.do(match.id, MINE)
    answered = await club.do(match.id, YES)
    await club.store.close()

    again = Club(await SqliteStore.open(tmp_path / "matches.db"))
    opened = again.matches

    assert await opened.match(match.id) == answered
    assert await opened.at(match.id, match.seq) == match
    assert await opened.at(match.id, back.seq) == back
    assert (await opened.at(match.id, asked.seq)).requests.takeback == asked.requests.takeback
    assert (await opened.summary(match.id)).turn == ADA.id
    await again.store.close()
