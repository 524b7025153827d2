"""What every store must do about telling people. A store's own test file subclasses this too."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.clock.calendar import Calendar
from bot.model.clock.running import Segment
from bot.model.notices.records import NoticePlan, Notified, TurnNotice, personal_post
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    NO_EVENT,
    CalendarChange,
    DueKind,
    MatchId,
    MessageId,
    MovedDeadline,
    MovedNotice,
    NoticeItem,
    Post,
    Seq,
    Status,
)
from bot.model.refusals import StaleNotice
from tests.helpers.people import CHANNEL
from tests.helpers.playing import known
from tests.store.contracts.matches import ADA, GRACE, LATER, NOW, append, new_match


async def turn_of(store: Store, match: MatchId) -> TurnNotice:
    return known((await store.for_posts(match)).turn)


class NoticesContract:
    async def test_a_turn_waits_for_its_board_and_is_then_called(self, store: Store) -> None:
        match = await new_match(store, says=["turn"], turn_seq=1)
        turn = (await store.for_posts(match)).turn
        assert turn == TurnNotice(match, Seq(1), ADA.id, NOW, CHANNEL, LATER)
        assert (await store.upcoming(NOW)).get("person") is None

        (post,) = await store.pending(NOW)
        notified = Notified(ADA.id, turn.item, NOW, settled=True, next_at=LATER)
        await store.delivered(post, CHANNEL, MessageId(1001), notified=[notified])

        called = replace(turn, called_at=NOW, last_at=NOW, next_at=LATER)
        assert (await store.for_posts(match)).turn == called
        assert await store.turn_notices(ADA.id) == [called]
        assert (await store.upcoming(NOW)).get("person") == LATER
        assert await store.due(DueKind.PERSON, NOW, 5) == []
        assert await store.due(DueKind.PERSON, LATER, 5) == [ADA.id]

    async def test_a_new_turn_is_a_new_row_and_none_is_left_at_the_end(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await append(store, match, 1, at=LATER, turn=GRACE.id, turn_seq=2)
        assert await store.turn_notices(ADA.id) == []
        assert (await store.for_posts(match)).turn == TurnNotice(
            match, Seq(2), GRACE.id, LATER, CHANNEL, LATER
        )

        await append(store, match, 2, at=LATER, status=Status.ENDED, turn=None, turn_seq=None)
        assert (await store.for_posts(match)).turn is None

    async def test_a_turn_goes_on_by_its_number_and_may_be_looked_at(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await append(store, match, 1, at=LATER, turn_seq=1)
        first = await turn_of(store, match)
        assert (first.seq, first.began, first.called_at) == (1, NOW, None)

        await append(store, match, 2, at=LATER, turn_seq=3, turn_known=True)
        known = await turn_of(store, match)
        assert (known.seq, known.called_at, known.next_at) == (3, LATER, LATER)
        await store.visit(ADA.id, match, Seq(1), LATER)
        await store.visit(GRACE.id, match, Seq(1), NOW)
        turn = await turn_of(store, match)
        assert turn.looked_at == LATER

    async def test_the_posts_to_one_person_are_found_by_when_they_were_written(
        self, store: Store
    ) -> None:
        match = await new_match(store, says=["turn"], turn_seq=1)
        about = [NoticeItem(match, Seq(1), PostKind.TURN)]
        posts = [
            personal_post(PostKind.PERSONAL, person.id, about, at, direct=False)
            for person, at in ((ADA, NOW), (ADA, LATER), (GRACE, LATER))
        ]
        await store.write_notices(NoticePlan(tuple(posts)))
        found = await store.posts_to(ADA.id, NOW + timedelta(seconds=1))
        assert [(each.person, each.written, [*each.about]) for each in found] == [
            (ADA.id, LATER, about)
        ]
        assert len(await store.posts_to(ADA.id, NOW)) == 2

    async def test_nobody_is_called_twice_nor_to_a_turn_that_has_passed(self, store: Store) -> None:
        match = await new_match(store, says=["turn", "turn", "turn"], turn_seq=1)
        turn = NoticeItem(match, Seq(1), PostKind.TURN)
        for post in (await store.pending(NOW))[:1]:
            notified = Notified(ADA.id, turn, NOW, settled=True, direct=PostKind.PERSONAL)
            passed = Notified(
                ADA.id, turn._replace(seq=NO_EVENT), NOW, settled=True, direct=PostKind.PERSONAL
            )
            await store.delivered(
                post, CHANNEL, MessageId(1001), notified=[passed, notified, notified]
            )

        personal = [post for post in await store.pending(NOW) if post.person]
        assert [(p.person, p.direct, p.about, p.written) for p in personal] == [
            (ADA.id, True, (turn,), NOW)
        ]

    async def test_what_is_for_one_person_holds_up_nobody_else(self, store: Store) -> None:
        match = await new_match(store, says=["turn"], turn_seq=1)
        (post,) = await store.pending(NOW)
        held = Notified(
            GRACE.id,
            NoticeItem(match, Seq(1), PostKind.NOTICE),
            NOW,
            settled=True,
            direct=PostKind.PERSONAL,
        )
        await store.failed(post, "no way", LATER, notified=[held])

        (personal,) = await store.pending(NOW)
        assert (personal.person, personal.direct) == (GRACE.id, True)
        await store.failed(personal, "closed", None, instead=[replace(personal, direct=False)])
        (instead,) = await store.pending(NOW)
        assert (instead.person, instead.direct, instead.about) == (GRACE.id, False, personal.about)
        await store.delivered(instead, CHANNEL, MessageId(1002))
        assert await store.about(match, MessageId(1002)) == personal.about
        assert await store.about(match, MessageId(1003)) == ()

    async def test_a_plan_is_written_whole_or_not_at_all(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1, turn_known=True)
        turn = await turn_of(store, match)
        after = replace(turn, last_at=LATER, reminders=1, warned=True, next_at=None)
        post = Post(
            match, Seq(1), PostKind.PERSONAL, person=ADA.id, about=(turn.item,), written=NOW
        )

        await store.write_notices(NoticePlan((post,), ((turn, after),)))
        with pytest.raises(StaleNotice):
            await store.write_notices(NoticePlan((post,), ((turn, after),)))

        later = LATER + timedelta(hours=1)
        await append(store, match, 1, turn_seq=1, deadline=later)
        moved = replace(after, next_at=NOW)
        with pytest.raises(StaleNotice):
            await store.write_notices(NoticePlan((post,), ((moved, turn),)))

        assert (await store.for_posts(match)).turn == replace(moved, deadline=later)
        assert await store.pending(NOW) == [post]

    async def test_muting_and_planning_again_are_for_their_own_turns(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1, turn_known=True)
        waiting = await new_match(store, turn_seq=1)
        turns = [(match, Seq(1)), (waiting, Seq(2))]
        assert await store.mute(GRACE.id, turns, LATER) == 0
        assert await store.mute(ADA.id, turns, LATER) == 1
        muted = await turn_of(store, match)
        assert (muted.muted, muted.next_at) == (True, LATER)

        await store.replan(ADA.id, NOW)
        assert [turn.next_at for turn in await store.turn_notices(ADA.id)] == [NOW, None]

    async def test_another_deadline_or_calendar_is_planned_again(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1, turn_known=True, clock_since=NOW)
        turn = await turn_of(store, match)
        for _ in range(2):
            await store.write_notices(NoticePlan((), ((turn, replace(turn, next_at=None)),)))
            assert (await store.upcoming(NOW)).get("person") is None
            if turn.deadline == LATER:
                later = LATER + timedelta(hours=1)
                notice = MovedNotice(NOW, None, None)
                await store.move_deadlines([MovedDeadline(match, Seq(1), later, later, notice)])
            else:
                change = CalendarChange(ADA.id, (Segment(NOW, Calendar()),), ())
                await store.save_calendars(change)
            assert (await store.upcoming(NOW)).get("person") == NOW
            turn = await turn_of(store, match)

    @pytest.mark.parametrize(
        ("hours", "warned"), [(1, True), (-1, True), (24, False), (7 * 24, False), (None, False)]
    )
    async def test_with_a_day_more_or_no_deadline_the_warning_comes_once_more(
        self, store: Store, hours: int | None, warned: bool
    ) -> None:
        match = await new_match(store, turn_seq=1, turn_known=True)
        turn = await turn_of(store, match)
        await store.write_notices(NoticePlan((), ((turn, replace(turn, warned=True)),)))

        deadline = None if hours is None else LATER + timedelta(hours=hours)
        await append(store, match, 1, turn_seq=1, deadline=deadline)

        moved = await turn_of(store, match)
        assert (moved.deadline, moved.warned, moved.next_at) == (deadline, warned, NOW)

    @pytest.mark.parametrize(("hours", "warned"), [(24, True), (7 * 24, False), (None, False)])
    async def test_time_over_may_go_on(self, store: Store, hours: int | None, warned: bool) -> None:
        match = await new_match(store, turn_seq=1, turn_known=True)
        deadline = None if hours is None else LATER + timedelta(hours=hours)
        await append(store, match, 1, at=LATER, turn_seq=1, deadline=deadline)

        moved = await turn_of(store, match)
        assert (moved.deadline, moved.warned, moved.last_at) == (deadline, warned, LATER)

    async def test_what_is_held_besides_is_told_moved_or_planned_again(self, store: Store) -> None:
        match = await new_match(store, says=["notice"])
        (post,) = await store.pending(NOW)
        items = [NoticeItem(match, Seq(1), kind) for kind in (PostKind.NOTICE, PostKind.END)]
        held = [Notified(GRACE.id, item, NOW, settled=False, next_at=LATER) for item in items]
        await store.delivered(post, CHANNEL, MessageId(1001), notified=held)

        first, second = await store.held_mentions(GRACE.id)
        assert [(m.item, m.channel, m.next_at) for m in (first, second)] == [
            (item, 7, LATER) for item in items
        ]
        assert await store.due(DueKind.PERSON, LATER, 5) == [GRACE.id]
        later = LATER + timedelta(hours=1)
        await store.write_notices(NoticePlan(done=(first,), held=((second, later),)))
        assert await store.held_mentions(GRACE.id) == [second._replace(next_at=later)]
        assert (await store.upcoming(NOW)).get("person") == later
        await store.save_calendars(CalendarChange(ADA.id, (Segment(NOW, Calendar()),), ()))
        assert (await store.upcoming(NOW)).get("person") == later
        await store.save_calendars(CalendarChange(GRACE.id, (Segment(NOW, Calendar()),), ()))
        assert (await store.upcoming(NOW)).get("person") == NOW

    async def test_what_another_process_has_told_meanwhile_is_not_told_again(
        self, store: Store
    ) -> None:
        match = await new_match(store, says=["notice", "notice"])
        one, other = [NoticeItem(match, Seq(seq), PostKind.NOTICE) for seq in (1, 2)]
        for item in (one, other):
            (post, *_) = await store.pending(NOW)
            held = Notified(GRACE.id, item, NOW, settled=False, next_at=LATER)
            await store.delivered(post, CHANNEL, MessageId(1000 + item.seq), notified=[held])
            if item is one:
                kept = await store.held_mentions(GRACE.id)
                posts = (personal_post(PostKind.PERSONAL, GRACE.id, [one], NOW, direct=True),)
                plan = NoticePlan(posts, done=(*kept,))
                await store.write_notices(plan)
        # Its number may be that of the other one by now.
        with pytest.raises(StaleNotice):
            await store.write_notices(plan)
        await store.write_notices(NoticePlan(held=((kept[0], NOW),)))
        (left,) = await store.held_mentions(GRACE.id)
        assert (left.item, left.next_at) == (other, LATER)
        assert [post.about for post in await store.pending(NOW)] == [(one,)]

    async def test_of_a_post_that_two_processes_have_delivered_people_are_notified_once(
        self, store: Store
    ) -> None:
        match = await new_match(store, says=["notice"])
        (post,) = await store.pending(NOW)
        item = NoticeItem(match, Seq(1), PostKind.NOTICE)
        notified = [
            Notified(GRACE.id, item, NOW, settled=False, next_at=LATER),
            Notified(ADA.id, item, NOW, settled=True, direct=PostKind.PERSONAL),
        ]
        # One of them fell silent meanwhile, counted as dead, and goes on.
        for _ in range(2):
            await store.delivered(post, CHANNEL, MessageId(1001), notified=notified)
        assert [mention.item for mention in await store.held_mentions(GRACE.id)] == [item]
        assert [post.person for post in await store.pending(NOW)] == [ADA.id]
