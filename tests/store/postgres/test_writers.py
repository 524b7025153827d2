"""Two processes that write the same at the same time: each change happens once and whole."""

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.games.core import PlayerError
from bot.model.clock.changes import History
from bot.model.clock.units import MINUTE
from bot.model.commands import Play
from bot.model.events import Played
from bot.model.invitations import BlockedPerson, StandingTerm
from bot.model.notices.records import FollowedMatch, NoticePlan
from bot.model.places import LivingKind, Mode, Place, Placing, PostState
from bot.model.ports import Store, ignore
from bot.model.post_kinds import PostKind
from bot.model.records import (
    Arrangement,
    CalendarChange,
    Draft,
    MatchId,
    MessageId,
    MovedDeadline,
    Seat,
    Seq,
    Status,
    WaitingNote,
)
from bot.model.refusals import StaleCalendar, StaleMatch, StaleNotice, StalePlace
from bot.service.personal.calendars import CalendarBook, wished
from bot.service.personal.preferences import PERSON, PreferenceBook, Preferences
from bot.service.places import PlaceBook
from bot.store.postgres import PostgresStore
from bot.store.postgres.statements import HOLD_MATCHES
from tests.helpers.people import CHANNEL
from tests.helpers.playing import known
from tests.service.conftest import Club
from tests.store.contracts.invitation import asked
from tests.store.contracts.limits import held, turn
from tests.store.contracts.living_posts import LIST, stale
from tests.store.contracts.matches import (
    ADA,
    ASKED,
    FIRST,
    GRACE,
    LATER,
    LINUS,
    NOW,
    append,
    new_match,
    play,
    row_of,
)
from tests.store.contracts.notices import turn_of
from tests.store.contracts.places import stretch_of
from tests.store.contracts.rows import taken_note, visited, with_premoves

ROUNDS = 20


async def race(*work: Awaitable[Any]) -> list[Any]:
    """What became of all of it, errors among it."""
    return list(await asyncio.gather(*work, return_exceptions=True))


async def arranged(store: Store, once: str) -> MatchId:
    return await store.create([ASKED], NOW, lambda n: (row_of(n), []), once=once)


async def test_of_two_who_play_a_turn_one_wins(store: Store, other: Store) -> None:
    match = await new_match(store)

    for after in range(1, ROUNDS):
        answers = await race(
            *(play(each, match, after, "a", "turn") for each in (store, other) for _ in range(3))
        )
        assert answers.count(None) == 1
        assert sum(isinstance(answer, StaleMatch) for answer in answers) == 5

    assert [each.seq for each in await store.events(match)] == list(range(1, ROUNDS + 1))


async def test_matches_are_numbered_with_no_gap(store: Store, other: Store) -> None:
    made = await race(*(new_match(each) for _ in range(15) for each in (store, other)))

    assert sorted(made) == list(range(1, 31))


async def test_a_match_that_fails_leaves_no_gap_in_the_numbers(store: Store, other: Store) -> None:
    def fail(_: int) -> Any:
        raise RuntimeError

    made = await race(
        *(each.create([Played(Seat(1), "a")], NOW, fail) for each in (store, other)),
        *(new_match(each) for _ in range(5) for each in (store, other)),
    )

    assert sorted(n for n in made if isinstance(n, int)) == list(range(1, 11))


async def test_of_two_drafts_one_is_kept_the_newest_board_stays_and_no_note_is_lost_or_told_twice(
    store: Store, other: Store
) -> None:
    match = await new_match(store)
    for changes in range(1, ROUNDS):
        tries = [
            Draft(ADA.id, match, Seq(1), (name,), None, (), changes) for name in ("here", "there")
        ]
        saved = await race(store.save_draft(tries[0]), other.save_draft(tries[1]))
        assert sorted(saved) == [False, True]
        assert await store.find_one(Draft, person=ADA.id, match=match) == tries[saved.index(True)]
    await race(
        *(each.visit(ADA.id, match, Seq(n)) for n in range(1, ROUNDS) for each in (store, other))
    )
    assert await visited(store, ADA.id, match) == ROUNDS - 1
    notified = []
    for n in range(ROUNDS):
        await store.put(WaitingNote(ADA.id, match, str(n)))
        taken = await race(*(taken_note(each, ADA.id, match) for each in (store, other)))
        notified += [note for note in taken if note is not None]
    assert notified == [str(n) for n in range(ROUNDS)]


async def test_of_two_plans_for_a_turn_one_is_written(store: Store, other: Store) -> None:
    match = await new_match(store, turn_seq=1, turn_known=True)
    for reminders in range(1, ROUNDS):
        before = await turn_of(store, match)
        plan = NoticePlan((), ((before, replace(before, reminders=reminders)),))
        answers = await race(store.write_notices(plan), other.write_notices(plan))
        assert sorted(map(type, answers), key=str) == [type(None), StaleNotice]


async def test_a_deadline_that_moves_while_its_turn_is_called_is_planned_again(
    store: Store, other: Store
) -> None:
    soon = NOW + MINUTE
    for _ in range(ROUNDS):
        match = await new_match(store, turn_seq=1)
        before = await turn_of(store, match)
        called = replace(before, called_at=NOW, last_at=NOW, next_at=LATER)
        written, _ = await race(
            other.write_notices(NoticePlan((), ((before, called),))),
            append(store, match, 1, at=soon, turn_seq=1, deadline=LATER + timedelta(days=3)),
        )
        after = await turn_of(store, match)
        # Either the plan came too late, or what it planned is looked at again with the deadline.
        stale = isinstance(written, StaleNotice)
        assert (after.called_at, after.next_at) == ((None, None) if stale else (NOW, soon))


async def test_of_two_changes_of_a_calendar_one_is_made_and_nobody_waits_in_vain(
    store: Store, other: Store
) -> None:
    matches = [await new_match(store, turn_seq=1, turn_known=True) for _ in range(3)]
    before: History = ()
    for after in range(1, ROUNDS):
        first = (FIRST[0]._replace(since=NOW + after * MINUTE),)
        change = CalendarChange(ADA.id, first, before)
        with_it, alone, *_ = await race(
            append(store, matches[0], after, calendars=change, turn_seq=after + 1),
            other.save_calendars(change),
            *(
                append((store, other)[n % 2], match, after, turn_seq=after + 1)
                for n, match in enumerate(matches[1:])
            ),
            other.replan(ADA.id, NOW),
            store.move_deadlines([MovedDeadline(m, Seq(after), LATER, LATER) for m in matches]),
        )
        refused = [each for each in (with_it, alone) if isinstance(each, Exception)]
        assert [type(each) for each in refused] == [StaleCalendar]
        if with_it in refused:
            await append(store, matches[0], after, turn_seq=after + 1)
        before = await store.calendar_history(ADA.id)
        assert before == first


async def test_a_standing_challenge_is_followed_by_one(store: Store, other: Store) -> None:
    current = await asked(store, StandingTerm(until=LATER))
    for _ in range(ROUNDS):
        await append(store, current, 1, status=Status.RUNNING)
        replaces = StandingTerm(until=LATER, replaces=current)
        made = await race(*(asked(each, replaces) for each in (store, other) for _ in range(2)))
        (next_one,) = (each for each in made if isinstance(each, int))
        assert sum(isinstance(each, StaleMatch) for each in made) == 3
        # Those that came too late have taken no number.
        assert next_one == current + 1
        current = MatchId(next_one)


async def test_one_of_several_arranges_a_match(store: Store, other: Store) -> None:
    for number in range(ROUNDS):
        once = f"pair {number}"
        made = await race(*(arranged(each, once) for each in (store, other) for _ in range(2)))
        (match,) = (each for each in made if isinstance(each, int))
        assert sum(isinstance(each, StaleMatch) for each in made) == 3
        assert await other.find(Arrangement, name=once) == [Arrangement(once, MatchId(match))]


async def test_a_stretch_begins_once_in_a_match_as_it_stands(store: Store, other: Store) -> None:
    for _ in range(ROUNDS):
        match = await new_match(store, turn_seq=1)
        began, too, _ = await race(
            store.begin_stretch(stretch_of(match)),
            other.begin_stretch(stretch_of(match, person=GRACE.id)),
            append(other, match, 1, status=Status.ENDED),
        )
        assert [began, too].count(True) <= 1
        stretch = (await store.for_posts(match)).stretch
        # Whatever began before the match ended is over with it.
        assert stretch is None or stretch.due == NOW
        assert (stretch is None) == (not began and not too)


async def test_a_stretch_ends_only_once(store: Store, other: Store) -> None:
    for _ in range(ROUNDS):
        match = await new_match(store, turn_seq=1)
        assert await store.begin_stretch(stretch_of(match))
        here, there, _ = await race(
            store.end_stretch(match, Seq(1), NOW, []),
            other.end_stretch(match, Seq(1), NOW, []),
            append(other, match, 1, at=NOW + MINUTE, turn_seq=2),
        )
        assert [here, there].count(True) <= 1
        stretch = known((await store.for_posts(match)).stretch)
        assert stretch.is_open == (not here and not there)
        assert stretch.is_open or stretch.ended == 1


async def test_a_list_counts_every_challenge(store: Store, other: Store) -> None:
    await race(
        *(each.put_post(LIST) for each in (store, other)),
        *(asked(each) for _ in range(10) for each in (store, other)),
    )
    lobby = known(await store.find_one(PostState, kind=LivingKind.LOBBY, subject=7))
    listed = await store.summaries(channel=CHANNEL, statuses=[Status.INVITED])
    await asked(other)
    await store.note_post(lobby, replace(lobby, shown=lobby.changes))
    assert len(listed) == 20
    assert await stale(store) == [(LivingKind.LOBBY, 7)]


async def test_who_blocks_twice_at_once_blocks(store: Store, other: Store) -> None:
    block = BlockedPerson(ADA.id, LINUS.id, LINUS.name)
    assert await race(*(each.put(block) for each in (store, other) * 5)) == [None] * 10
    taken = await race(*(each.drop(BlockedPerson, person=ADA.id) for each in (store, other)))
    assert sorted(taken) == [[], [block]]


async def test_a_person_who_follows_no_more_hears_no_more(store: Store, other: Store) -> None:
    for _ in range(ROUNDS):
        match = await new_match(store, turn_seq=1)
        await store.put(FollowedMatch(match, LINUS.id))
        unfollowed, played = await race(store.unfollow(LINUS.id, match), turn(other, match, 1))
        assert (unfollowed, played) == (True, None)
        assert await held(store, LINUS.id) == []

        await store.put(FollowedMatch(match, LINUS.id))
        assert await race(store.end_following(LINUS.id, [match], "why"), turn(other, match, 2)) == [
            None,
            None,
        ]
        assert await held(store, LINUS.id) == []


async def test_what_two_choose_for_a_place_is_both_kept(store: Store, other: Store) -> None:
    match = await new_match(store)
    books = [PlaceBook(each) for each in (store, other)]

    def count(place: Place) -> Place:
        return replace(place, tries=place.tries + 1)

    def choose(place: Place) -> Place:
        return replace(place, mode=Mode.LIVING)

    answers = await race(
        *(book.change(match, count) for _ in range(ROUNDS) for book in books),
        books[1].change(match, choose),
    )

    assert [each for each in answers if isinstance(each, Exception)] == []
    assert await store.find_one(Place, match=match) == Place(match, Mode.LIVING, tries=2 * ROUNDS)


async def test_a_turn_and_what_becomes_of_the_post_before_it_never_wait_for_each_other(
    store: Store, other: Store
) -> None:
    match = await new_match(store, says=["thinking"], turn_seq=1)
    for after in range(1, ROUNDS):
        (post,) = await store.pending(LATER)
        answers = await race(
            store.delivered(
                post, CHANNEL, MessageId(1000 + after), outdates=[PostKind.THINKING, PostKind.TURN]
            ),
            play(other, match, after, "a", "thinking"),
        )
        assert answers == [[], None]
        assert [each.seq for each in await store.pending(LATER)] == [after + 1]


async def test_posts_that_are_delivered_at_once_wait_for_no_match_that_others_hold(
    store: PostgresStore, other: PostgresStore
) -> None:
    for _ in range(ROUNDS):
        await new_match(store, says=["turn"])
    posts = await store.pending(LATER)
    held = json.dumps([each.match for each in posts[::4]])

    async def hold_while_others_are_delivered() -> list[asyncio.Task[Any]]:
        await other._write(HOLD_MATCHES, (held,))
        sent = [
            asyncio.create_task(store.delivered(each, CHANNEL, MessageId(each.id)))
            for each in posts
        ]
        await asyncio.gather(*(each for at, each in enumerate(sent) if at % 4))
        assert not any(each.done() for each in sent[::4])
        return sent

    await asyncio.gather(*await other._transaction(hold_while_others_are_delivered))
    assert (await store.waiting_posts()).waiting == 0


async def test_of_posts_delivered_at_once_each_hears_what_became_of_it(store: Store) -> None:
    for _ in range(ROUNDS):
        await new_match(store, says=["challenge"])
    first = await store.pending(LATER)
    await asyncio.gather(
        *(store.delivered(e, CHANNEL, MessageId(e.id), has_buttons=True) for e in first)
    )
    for each in first:
        await play(store, each.match, 1, says="turn")
    second = await store.pending(LATER)
    gone = Place(second[7].match, Mode.LIVING)
    stale = {second[7].id: Placing(gone, gone, NOW)}

    answers = await race(
        *(
            store.delivered(
                each,
                CHANNEL,
                MessageId(each.id),
                outdates=[PostKind.CHALLENGE],
                placing=stale.get(each.id),
            )
            for each in second
        )
    )

    assert isinstance(answers.pop(7), StalePlace)
    (left,) = await store.pending(LATER)
    assert left == second.pop(7)
    assert [[old.post.match for old in each] for each in answers] == [[e.match] for e in second]


async def test_settings_changed_at_once_are_all_kept(store: Store, other: Store) -> None:
    here, there = PreferenceBook(store), PreferenceBook(other)
    for owner in range(1, ROUNDS):
        await asyncio.gather(
            here.change(PERSON, owner, lambda stored: replace(stored, theme="night")),
            there.change(PERSON, owner, lambda stored: replace(stored, large=True)),
            here.change(PERSON, owner, lambda stored: replace(stored, confirm=False)),
            there.change(PERSON, owner, lambda stored: replace(stored, text=True)),
        )
        both = Preferences(theme="night", large=True, confirm=False, text=True)
        assert await here.stored(PERSON, owner) == await there.stored(PERSON, owner) == both


async def first_moves(club: Club) -> tuple[MatchId, str, str]:
    """A match that has just begun, Ada's first move, and an answer to it."""
    match = await club.begin(game="bump")
    theirs = next(iter(match.rules.moves(match.position)))
    text = match.rules.format(match.position, theirs)
    after = match.rules.play(match.position, theirs).position
    return match.id, text, match.rules.format(after, next(iter(match.rules.moves(after))))


async def test_answers_prepared_at_once_are_both_kept(store: Store, other: Store) -> None:
    here, there = Club(store), Club(other)
    for _ in range(ROUNDS // 2):
        match, text, answer = await first_moves(here)

        await asyncio.gather(
            here.service.premoves.prepare(match, GRACE.id, "", answer),
            there.service.premoves.prepare(match, GRACE.id, text, answer),
        )

        assert len(await here.service.premoves.current(match, GRACE.id)) == 2


async def test_an_answer_prepared_while_the_other_moves_is_played_or_refused(
    store: Store, other: Store
) -> None:
    here, there = Club(store), Club(other)
    await here.answer_at_once(GRACE)
    for _ in range(ROUNDS):
        match, text, answer = await first_moves(here)

        prepared, played = await race(
            there.service.premoves.prepare(match, GRACE.id, text, answer),
            here.do(match, Play(ADA.id, text)),
        )

        if not isinstance(prepared, PlayerError):
            await there.tick()
            played = await here.match(match)
            assert [ply.text for ply in played.plies] == [text, answer]
            assert await with_premoves(other) == []


async def test_vacations_planned_at_once_are_all_kept(store: Store, other: Store) -> None:
    books = [CalendarBook(each, lambda: NOW, ignore) for each in (store, other) for _ in range(3)]
    starts = [NOW + timedelta(days=7 * week) for week in range(1, 7)]

    await asyncio.gather(
        *(
            book.plan_vacation(ADA.id, start, timedelta(days=1))
            for book, start in zip(books, starts, strict=True)
        )
    )

    planned = wished(await books[0].history(ADA.id)).vacations
    assert sorted(each.start for each in planned) == starts
