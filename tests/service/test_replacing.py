"""A player who leaves is replaced: who has to agree, what the successor gets, what is dropped."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.changes import History
from bot.model.clock.clock_state import ClockState
from bot.model.clock.running import Segment
from bot.model.clock.time_control import BANKS
from bot.model.commands import (
    Accept,
    AnswerRequest,
    AskReplacement,
    AskTime,
    Command,
    OfferDraw,
    Play,
    Resign,
    TakeBack,
    Tick,
    WithdrawReplacement,
)
from bot.model.decide.challenge import rematch_event
from bot.model.decide.consent import may_take_back
from bot.model.decide.replacing import ASKED_FOR
from bot.model.events import Person, Replaced
from bot.model.match import Match
from bot.model.profiles.profile import conduct
from bot.model.profiles.walk import walk
from bot.model.projection import due_at, posts_for, summary_of
from bot.model.records import CalendarChange, Draft, PersonId, Premove, Status
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW, REPLACEMENT
from bot.opponents.levels import STANDING_IN
from bot.service.personal import recap
from bot.service.personal.preferences import PERSON, Preferences
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import after, answers, asked, begun, kinds, play_all, refusal, refused
from tests.helpers.people import ADA, EDSGER, FIRST, GRACE, LINUS, ROBOT
from tests.helpers.playing import known
from tests.helpers.stores import opened
from tests.service.conftest import START, Club
from tests.store.contracts.rows import followed, private_note

MANAGER = Person(PersonId(50), "Margaret")
ADA_LEAVES = AskReplacement(ADA, ADA, LINUS)
"""Ada, who plays with Grace, proposes Linus for herself."""

MANAGED = AskReplacement(MANAGER, ADA, LINUS, manager=True)
LINUS_YES, LINUS_NO = (AnswerRequest(REPLACEMENT, LINUS.id, yes) for yes in (True, False))
GRACE_YES, ADA_YES = (
    AnswerRequest(REPLACEMENT, GRACE.id, True),
    AnswerRequest(REPLACEMENT, ADA.id, True),
)
OVER = START + timedelta(days=8)
"""When the time of the first turn and the grace are over."""


def awaited(match: Match) -> tuple[int, ...]:
    return known(match.requests.replacement).awaited


def handed_over(match: Match | None = None) -> Match:
    """The match once Linus plays on for Ada, by consent."""
    return after(match or begun(), ADA_LEAVES, LINUS_YES, GRACE_YES)


# Who has to agree


def test_a_person_who_leaves_proposes_and_the_successor_and_the_others_agree() -> None:
    match = after(begun(GRACE, EDSGER), ADA_LEAVES)

    assert awaited(match) == (LINUS.id, GRACE.id, EDSGER.id)
    match = after(match, AnswerRequest(REPLACEMENT, EDSGER.id, True), LINUS_YES)
    assert awaited(match) == (GRACE.id,)
    assert match.seats == (ADA, GRACE, EDSGER)
    made = answers(match, GRACE_YES)
    assert kinds(made) == ["replacement_agreed", "replaced"]
    assert made[-1] == Replaced(FIRST, LINUS, ADA, ADA)
    assert after(match, GRACE_YES).seats == (LINUS, GRACE, EDSGER)
    # Where another player proposes, the one who leaves agrees, too, unless they left the server.
    match = after(begun(), AskReplacement(GRACE, ADA, LINUS))
    assert awaited(match) == (LINUS.id, ADA.id)
    assert after(match, LINUS_YES, ADA_YES).seats == (LINUS, GRACE)
    assert awaited(after(begun(), AskReplacement(GRACE, ADA, LINUS, gone=True))) == (LINUS.id,)


def test_who_has_let_the_clock_run_out_or_a_match_rest_until_the_warning_is_not_asked() -> None:
    graced = after(begun(), Tick(), now=START + timedelta(days=7))
    late = after(graced, Tick(), now=OVER)
    warned = after(begun(days=None), Tick(), now=START + timedelta(days=53))
    assert late.overdue
    assert warned.warned

    asking = AskReplacement(GRACE, ADA, LINUS)
    assert awaited(after(graced, asking)) == (LINUS.id, ADA.id)
    assert awaited(after(late, asking)) == awaited(after(warned, asking)) == (LINUS.id,)
    assert awaited(after(late, AskReplacement(ADA, GRACE, LINUS))) == (LINUS.id, GRACE.id)


def test_a_manager_who_neither_plays_nor_wants_to_needs_the_successors_word_alone() -> None:
    match = after(begun(GRACE, EDSGER), MANAGED)
    plays = AskReplacement(GRACE, ADA, LINUS, manager=True)
    wants = AskReplacement(LINUS, ADA, LINUS, manager=True)

    assert awaited(match) == (LINUS.id,)
    assert after(match, LINUS_YES).seats == (LINUS, GRACE, EDSGER)
    assert awaited(after(begun(), plays)) == (LINUS.id, ADA.id)
    assert awaited(after(begun(), wants)) == (ADA.id, GRACE.id)


# What is refused


def test_the_bot_agrees_to_everything_and_needs_no_asking() -> None:
    agreeing = frozenset({ROBOT.id})
    to_bot = AskReplacement(MANAGER, ADA, ROBOT, manager=True, agreeing=agreeing)
    from_bot = AskReplacement(ADA, ROBOT, LINUS, agreeing=agreeing)

    assert after(begun(), to_bot).seats == (ROBOT, GRACE)
    assert awaited(after(begun(), replace(to_bot, by=ADA, manager=False))) == (GRACE.id,)
    assert awaited(after(begun(ROBOT), from_bot)) == (LINUS.id,)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (AskReplacement(LINUS, ADA, LINUS), r"Only those who play match 12 \(Ada and Grace\)"),
        (AskReplacement(ADA, ADA, GRACE), "Grace has a seat in match 12 already"),
        (AskReplacement(ADA, ADA, ADA), "Ada has a seat in match 12 already"),
        (AskReplacement(ADA, EDSGER, LINUS), "Edsger does not play in match 12: Ada and Grace"),
        (LINUS_YES, "Nobody asks for a replacement now"),
        (WithdrawReplacement(ADA.id), "Nobody asks for a replacement now"),
    ],
)
def test_a_running_match_refuses_in_words(command: Command, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        answers(begun(), command)


def test_only_a_running_match_is_handed_on() -> None:
    assert refused(asked(GRACE), ADA_LEAVES).reason is Reason.NOT_RUNNING
    assert refused(after(begun(), Resign(ADA.id)), ADA_LEAVES).reason is Reason.OVER


def test_who_has_left_a_match_of_many_neither_leaves_again_nor_comes_back() -> None:
    match = after(begun(GRACE, EDSGER), Resign(ADA.id))

    assert "Ada does not play" in refusal(match, replace(MANAGED))
    assert "has a seat" in refusal(match, AskReplacement(GRACE, EDSGER, ADA))


def test_one_request_at_a_time_and_only_those_who_are_asked_answer() -> None:
    match = after(begun(), ADA_LEAVES)

    again = AskReplacement(GRACE, ADA, EDSGER)
    assert "Ada asks already who plays on for Ada: Linus." in refusal(match, again)
    own = AskReplacement(ADA, ADA, EDSGER)
    assert "You have an open request already, about the seat of Ada." in refusal(match, own)
    assert "The request is your own. It waits for Linus and Grace." in refusal(match, ADA_YES)
    assert "This is asked of Linus and Grace" in refusal(
        match, AnswerRequest(REPLACEMENT, EDSGER.id, True)
    )
    agreed = after(match, GRACE_YES)
    assert "Nothing more is asked of you. It waits for Linus." in refusal(agreed, GRACE_YES)


# What ends a request


def test_a_no_ends_it_and_holds_for_the_turn() -> None:
    match = after(begun(), ADA_LEAVES, LINUS_NO)

    assert (match.requests.replacement, match.seats) == (None, (ADA, GRACE))
    assert "declined in this turn already" in refusal(match, ADA_LEAVES)
    assert awaited(after(match, replace(ADA_LEAVES, successor=EDSGER)))
    assert awaited(after(match, MANAGED)) == (LINUS.id,)
    assert awaited(after(play_all(match, "1"), ADA_LEAVES))


def test_a_request_is_taken_back_by_who_asked_or_a_manager_or_runs_out_when_it_is_due() -> None:
    match = after(begun(), ADA_LEAVES)

    assert "Only Ada" in refusal(match, WithdrawReplacement(GRACE.id))
    for command in (WithdrawReplacement(ADA.id), WithdrawReplacement(MANAGER.id, manager=True)):
        off = after(match, command)
        assert off.requests.replacement is None
        assert [p.kind for p in posts_for(match, off, answers(match, command))] == [
            "replacement_off"
        ]
        assert awaited(after(off, ADA_LEAVES))
    end = START + ASKED_FOR
    assert due_at(match) == end
    assert answers(match, Tick(), end - timedelta(seconds=1)) == []
    assert "not answered in time" in refusal(match, LINUS_YES, end)
    assert kinds(answers(match, Tick(), end)) == ["replacement_expired"]
    assert due_at(after(match, Tick(), now=end)) == START + timedelta(days=7)


def test_moves_end_nothing_but_of_who_was_thought_gone_and_leaving_does() -> None:
    match = play_all(after(begun(), ADA_LEAVES), "1 1 1")
    asking = AskReplacement(GRACE, ADA, LINUS, gone=True)
    three = after(begun(GRACE, EDSGER), ADA_LEAVES)

    assert match.requests.replacement
    assert after(match, LINUS_YES, GRACE_YES).seats == (LINUS, GRACE)
    assert play_all(after(begun(), asking), "1").requests.replacement is None
    assert play_all(after(play_all(begun(), "1"), asking), "1").requests.replacement
    assert after(three, Resign(EDSGER.id)).requests.replacement is None
    assert after(after(begun(), ADA_LEAVES), Resign(GRACE.id)).requests.replacement is None


# What the successor gets


def test_the_seat_is_the_successors_and_no_longer_the_others() -> None:
    match = handed_over(play_all(begun(), "1 1"))

    assert "You do not play in match 12: it is between Linus and Grace." in refusal(
        match, Play(ADA.id, "1")
    )
    assert after(match, Play(LINUS.id, "1")).turn == 2
    row = summary_of(match)
    assert (row.people, row.turn, row.awaited) == ((LINUS, GRACE), LINUS.id, (LINUS.id,))
    assert match.successions[-1].former == ADA


def test_a_successor_to_move_begins_the_turn_again_with_the_whole_time() -> None:
    match = after(begun(), Tick(), now=START + timedelta(days=7))
    match = after(match, Tick(), now=OVER)
    match = after(match, MANAGED, now=OVER)
    board = match.board_seq
    match = after(match, LINUS_YES, now=OVER)

    assert (match.overdue, match.deadline) == (False, OVER + timedelta(days=7))
    assert (match.board_seq, match.turn_seq) == (match.seq, match.seq)
    assert match.seq > board
    # The grace that Ada has spent is not Linus's.
    assert kinds(answers(match, Tick(), OVER + timedelta(days=7))) == ["grace_used"]


def test_a_successor_who_waits_leaves_the_others_turn_and_draft_as_they_are() -> None:
    match = play_all(begun(), "1")
    changed = handed_over(match)

    assert (changed.board_seq, changed.turn_seq) == (match.board_seq, match.turn_seq)
    assert changed.deadline == match.deadline
    assert [
        post.kind for post in posts_for(match, changed, [Replaced(FIRST, LINUS, ADA, ADA)])
    ] == ["turn"]


def test_a_bank_is_whole_again_for_the_successor_alone() -> None:
    control = BANKS[0]
    match = begun(control=control)
    for day, person in ((3, ADA), (4, GRACE), (7, ADA)):
        match = after(match, Play(person.id, "1"), now=START + timedelta(days=day))
    assert match.clocks[0].left < control.start
    changed = handed_over(match)

    assert changed.clocks == (ClockState(control.start), match.clocks[1])


async def test_the_calendar_of_the_successor_decides_the_deadline(club: Club) -> None:
    away: History = (
        Segment(START, Calendar(vacations=(Vacation(START, START + timedelta(days=2)),))),
    )
    assert handed_over().timed(away, START).deadline == START + timedelta(days=9)

    number = (await club.begin()).id
    await club.store.save_calendars(CalendarChange(LINUS.id, away, ()))
    await club.do(number, MANAGED)
    await club.do(number, LINUS_YES)
    assert (await club.store.summary(number)).deadline == START + timedelta(days=9)


def test_what_was_asked_among_the_players_before_is_off() -> None:
    match = after(play_all(begun(), "1"), OfferDraw(ADA.id), AskTime(GRACE.id, 24))
    assert match.requests.draw
    assert match.requests.time

    changed = handed_over(match)
    assert not changed.requests.open
    with pytest.raises(Refused, match="no offer of a draw"):
        answers(changed, AnswerRequest(DRAW, GRACE.id, yes=True))


def test_nobody_takes_back_a_move_of_before() -> None:
    match = handed_over(play_all(begun(), "1"))

    assert "You have made no move" in refusal(match, TakeBack(LINUS.id))
    assert not may_take_back(match, LINUS.id)
    assert recap.last_move(match, LINUS.id) is None
    assert recap.last_move(match, ADA.id) == match.plies[0].seq
    stands = handed_over(play_all(begun(), "1 1"))
    assert "Somebody else plays on" in refusal(stands, TakeBack(GRACE.id, free=True))
    own = play_all(match, "1 1")
    assert may_take_back(own, LINUS.id)
    assert "Somebody else plays on" not in refusal(play_all(own, "1"), TakeBack(ADA.id))


# Profiles


def test_a_rematch_is_between_those_who_played_last() -> None:
    over = after(handed_over(), Resign(GRACE.id))

    assert rematch_event(over, LINUS.id, START).invited == (GRACE,)
    with pytest.raises(Refused, match="Only those who played"):
        rematch_event(over, ADA.id, START)


async def test_moves_stay_whose_they_were_and_the_result_is_neithers(club: Club) -> None:
    number = (await club.begin()).id
    club.pass_by(hours=2)
    await club.do(number, Play(ADA.id, "1"))
    club.pass_by(hours=1)
    await club.do(number, Play(GRACE.id, "1"))
    club.pass_by(hours=50)
    await club.do(number, MANAGED)
    club.pass_by(hours=1)
    await club.do(number, LINUS_YES)
    club.pass_by(hours=5)
    await club.do(number, Play(LINUS.id, "1"))
    await club.do(number, Resign(LINUS.id))

    walked = walk(await club.store.events(number))
    assert [each.spent for each in walked.answers_of(ADA.id)] == [timedelta(hours=2)]
    assert [each.spent for each in walked.answers_of(LINUS.id)] == [timedelta(hours=5)]
    assert [conduct(walked, p.id) is None for p in (ADA, GRACE, LINUS)] == [True, False, True]
    ada, grace, linus = [await club.service.profiles.profile(p.id) for p in (ADA, GRACE, LINUS)]
    assert (ada.ended, ada.answers, ada.median) == (0, 1, timedelta(hours=2))
    assert (linus.ended, linus.answers, linus.running) == (0, 1, 0)
    assert (grace.ended, grace.finished) == (1, 1)


# The service


async def test_lists_and_calls_follow_the_seat(club: Club) -> None:
    number = (await club.begin()).id
    await club.do(number, ADA_LEAVES)
    assert [row.match for row in await club.service.inbox.waiting(GRACE.id)] == [number]
    await club.do(number, LINUS_YES)
    after = await club.do(number, GRACE_YES)

    assert await club.matches.of_person(ADA.id) == []
    assert [row.match for row in await club.service.inbox.waiting(LINUS.id)] == [number]
    assert await club.service.inbox.waiting(GRACE.id) == []
    turn = (await club.store.for_posts(number)).turn
    assert turn
    assert (turn.person, turn.seq, turn.called_at) == (LINUS.id, after.seq, None)


async def test_what_the_leaver_prepared_goes_and_notes_stay(tmp_path: Path, club: Club) -> None:
    await check_what_goes(club)
    async with opened(SqliteStore.open(tmp_path / "m.sqlite3")) as store:
        await check_what_goes(Club(store))


async def check_what_goes(club: Club) -> None:
    """What stands in a store once Linus plays on for Ada."""
    number = (await club.begin()).id
    match = await club.do(number, Play(ADA.id, "1"))
    await club.service.premoves.prepare(number, ADA.id, "", "1")
    await club.service.private_notes.save(number, ADA.id, "mine")
    await club.store.save_draft(Draft(ADA.id, number, match.board_seq, ("1",)))
    await club.store.save_draft(Draft(GRACE.id, number, match.board_seq, ("2",)))
    await club.service.following.follow(match, LINUS.id)
    for command in (ADA_LEAVES, LINUS_YES, GRACE_YES):
        match = await club.do(number, command)

    assert await club.store.find(Premove, person=ADA.id, match=number) == []
    assert await club.store.find_one(Draft, person=ADA.id, match=number) is None
    assert (await club.service.drafts.current(match, GRACE.id)).keys == ("2",)
    assert await private_note(club.service.people, ADA.id, number) == "mine"
    assert await private_note(club.service.people, LINUS.id, number) == ""
    assert await followed(club.store, LINUS.id) == []
    await club.do(number, Play(GRACE.id, "1"))
    assert len((await club.match(number)).plies) == 2


async def test_a_premove_left_over_is_never_played_for_the_successor(club: Club) -> None:
    number = (await club.begin()).id
    match = await club.do(number, Play(ADA.id, "1"))
    for command in (ADA_LEAVES, LINUS_YES, GRACE_YES):
        await club.do(number, command)
    await club.store.put(Premove(ADA.id, number, 1, "", "1", match.board_seq))
    assert len((await club.do(number, Play(GRACE.id, "1"))).plies) == 2


@pytest.mark.parametrize(
    ("who", "whom"), [(LINUS, GRACE), (LINUS, MANAGER), (GRACE, LINUS), (LINUS, None)]
)
async def test_nobody_is_asked_where_blocks_or_settings_say_no(
    club: Club, who: Person, whom: Person | None
) -> None:
    number = (await club.begin()).id
    if whom is None:
        await club.service.preferences.change(
            PERSON, who.id, lambda _: Preferences(challenges="nobody")
        )
    else:
        await club.service.welcome.block(who.id, whom)
    with pytest.raises(Refused, match="Linus can't take that seat at the moment") as caught:
        await club.do(number, MANAGED)
    assert caught.value.reason is Reason.UNWELCOME
    # Who may not ask learns nothing of it.
    with pytest.raises(Refused, match="Only those who play"):
        await club.do(number, AskReplacement(EDSGER, ADA, LINUS))


async def test_only_those_they_have_played_are_taken_over_from(club: Club) -> None:
    change = club.service.preferences.change
    number = (await club.begin()).id
    await change(PERSON, LINUS.id, lambda _: Preferences(challenges="played"))
    with pytest.raises(Refused, match="can't take that seat"):
        await club.do(number, ADA_LEAVES)
    played = await club.ask(None, host=GRACE)
    await club.do(played.id, Accept(LINUS))
    asked = await club.do(number, ADA_LEAVES)
    assert asked.requests.replacement
    # A newcomer takes over no more matches than the server lets them.
    await change("guild", 70, lambda _: Preferences(newcomers=1))
    with pytest.raises(Refused, match="lets newcomers play 1 match at a time"):
        await club.do(number, LINUS_YES)
    await club.do(number, AnswerRequest(REPLACEMENT, LINUS.id, False))
    assert (await club.match(played.id)).status is Status.RUNNING


async def test_the_bot_takes_over_and_moves(club: Club) -> None:
    number = (await club.begin()).id
    match = await club.do(number, AskReplacement(MANAGER, ADA, ROBOT, manager=True))
    assert match.seats == (ROBOT, GRACE)
    await club.tick()
    assert (await club.match(number)).turn == 2
    back = await club.do(number, AskReplacement(GRACE, ROBOT, LINUS))
    assert awaited(back) == (LINUS.id,)


async def test_the_bot_plays_on_at_the_level_asked_for_until_it_leaves(club: Club) -> None:
    number = (await club.begin()).id
    refused = AskReplacement(MANAGER, ADA, LINUS, manager=True, level=4)
    with pytest.raises(Refused, match="it is not I who takes that seat over"):
        await club.do(number, refused)
    with pytest.raises(Refused, match="There is no level 9"):
        await club.do(number, replace(refused, successor=ROBOT, level=9))
    asked = await club.do(number, AskReplacement(ADA, ADA, ROBOT, level=4))
    assert (known(asked.requests.replacement).level, asked.level) == (4, None)
    match = await club.do(number, AnswerRequest(REPLACEMENT, GRACE.id, yes=True))
    assert (match.seats, match.level) == ((ROBOT, GRACE), 4)
    assert (await club.restarted().match(number)).level == 4

    await club.do(number, AskReplacement(MANAGER, ROBOT, LINUS, manager=True))
    match = await club.do(number, LINUS_YES)
    assert (match.seats, match.level) == ((LINUS, GRACE), None)
    match = await club.do(number, AskReplacement(MANAGER, LINUS, ROBOT, manager=True))
    assert match.level == STANDING_IN


async def test_time_ends_a_request_in_the_store(club: Club) -> None:
    number = (await club.begin()).id
    await club.do(number, ADA_LEAVES)
    club.pass_by(days=3)
    # Nobody posts here, so the clock of the turn is made to stand first.
    await club.tick()
    await club.tick()
    match = await club.match(number)
    assert match.requests.replacement is None
    assert known(match.called_off).how == "expired"
