"""What a store keeps of a person besides their matches, and what becomes of it with their seat."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.model.events import Played, Replaced
from bot.model.notices.records import FollowedMatch, Notified
from bot.model.ports import Appended, ClockAfter, PlayedCounts, Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    NO_EVENT,
    Arrangement,
    CalendarChange,
    Draft,
    DueKind,
    DueReply,
    GuildId,
    MatchId,
    MessageId,
    MovedDeadline,
    NoticeItem,
    PersonId,
    Premove,
    PrivateNote,
    RunningClock,
    Seat,
    Seq,
    Status,
    WaitingNote,
)
from bot.model.refusals import StaleCalendar, StaleMatch
from tests.helpers.people import CHANNEL, MARGARET
from tests.store.contracts.matches import (
    ADA,
    FIRST,
    GRACE,
    LATER,
    LINUS,
    NOW,
    SECOND,
    append,
    new_match,
    row_of,
)
from tests.store.contracts.rows import followed, private_note, taken_note, visited, with_premoves


async def departures_of(store: Store, person: PersonId, most: int) -> list[MatchId]:
    """The newest matches that the person has left to a replacement."""
    found, _ = await store.played(person, PlayedCounts(5, 5, most), lambda _: (), 0)
    return [each.match for each in found.departures]


class PersonalContract:
    # Prepared answers, and notes

    async def test_a_prepared_answer_replaces_one_to_the_same_move(self, store: Store) -> None:
        match = await new_match(store)
        first, other, better = (
            Premove(ADA.id, match, 4, when, then, Seq(board_seq))
            for when, then, board_seq in (
                ("01,02", "09,08", 7),
                ("", "pass", 7),
                ("01,02", "19,18", 9),
            )
        )
        for premove in (first, other, better):
            await store.put(premove)

        assert await store.find(Premove, person=ADA.id, match=match) == [other, better]
        assert await store.find(Premove, person=GRACE.id, match=match) == []
        assert await with_premoves(store) == [match]
        assert await store.drop(Premove, person=ADA.id, match=match, board_seq=8) == []
        assert await store.find(Premove, person=ADA.id, match=match) == [other, better]
        found = await store.drop(Premove, person=ADA.id, match=match, when="", board_seq=7)
        assert found == [other]
        assert await store.find(Premove, person=ADA.id, match=match) == [better]
        await store.drop(Premove, person=ADA.id, match=match)
        assert await store.find(Premove, person=ADA.id, match=match) == []
        assert await with_premoves(store) == []

    async def test_rows_are_found_by_any_of_some_numbers_and_by_none(self, store: Store) -> None:
        matches = [await new_match(store) for _ in range(3)]
        for match in matches:
            await store.put(FollowedMatch(match, ADA.id))
        found = await store.find(FollowedMatch, match=[matches[2], matches[0], MatchId(99)])
        assert found == [FollowedMatch(matches[0], ADA.id), FollowedMatch(matches[2], ADA.id)]
        assert await store.find(FollowedMatch, match=[]) == []
        for number in (matches[0], None):
            await store.put(Arrangement(f"pair {number}", number))
        assert await store.find(Arrangement, match=None) == [Arrangement("pair None", None)]
        assert await store.drop(Arrangement, name="pair 1", match=None) == []
        assert len(await store.find(Arrangement)) == 2

    async def test_what_is_there_already_is_not_added_but_replaced(self, store: Store) -> None:
        match = await new_match(store)
        first, second = (PrivateNote(ADA.id, match, text) for text in ("first", "second"))
        assert await store.add(first)
        assert not await store.add(second)
        assert await store.find_one(PrivateNote, person=ADA.id) == first
        await store.put(second)
        assert await store.find(PrivateNote, person=ADA.id) == [second]
        assert await store.drop(PrivateNote, person=GRACE.id) == []
        assert await store.drop(PrivateNote, person=ADA.id, match=match) == [second]
        assert await store.drop(PrivateNote, person=ADA.id, match=match) == []

    async def test_a_move_says_whether_the_next_player_has_prepared_an_answer(
        self, store: Store
    ) -> None:
        match, other = await new_match(store), await new_match(store)
        found = []
        for seq, turn in enumerate((ADA.id, GRACE.id, None, ADA.id), 2):
            await store.put(Premove(GRACE.id, match, 4, "", "pass"))
            await store.put(Premove(ADA.id, other, 4, "", "pass"))
            row = row_of(match, seq, turn=turn, turn_seq=turn and Seq(seq))
            before = await store.summary(match)
            stored = await store.append(Appended(before, [Played(Seat(1), "a")], NOW, row))
            found.append(stored.has_premoves)
        # Each turn of a match in which anybody has one makes them due, whoever it is.
        (due,) = await store.find(DueReply)
        assert due == DueReply(match, NO_EVENT, row.updated, 3)
        assert await store.due(DueKind.REPLY, row.updated) == [due]
        change = CalendarChange(GRACE.id, FIRST, ())
        before, row = row, row_of(match, 6, turn=GRACE.id)
        with_it = await store.append(Appended(before, [Played(Seat(1), "a")], NOW, row), change)

        await store.drop(Premove, person=GRACE.id)
        await store.put(Premove(GRACE.id, match, 4, "", "pass", at_once=False))
        before, row = row, row_of(match, 7, turn=GRACE.id)
        later = await store.append(Appended(before, [Played(Seat(1), "a")], NOW, row))

        assert found == [False, True, False, False]
        assert (with_it.has_premoves, later.has_premoves) == (True, False)

    async def test_a_note_is_told_once_and_a_visit_never_goes_back(self, store: Store) -> None:
        match = await new_match(store)
        assert await taken_note(store, ADA.id, match) is None
        await store.put(WaitingNote(ADA.id, match, "first"))
        await store.put(WaitingNote(ADA.id, match, "second"))

        assert await taken_note(store, GRACE.id, match) is None
        assert await taken_note(store, ADA.id, match) == "second"
        assert await taken_note(store, ADA.id, match) is None
        assert await visited(store, ADA.id, match) is None
        for seq in (2, 7, 4):
            await store.visit(ADA.id, match, Seq(seq))

        assert await visited(store, ADA.id, match) == 7
        assert await visited(store, GRACE.id, match) is None

    # Preferences and visits

    async def test_preferences_are_kept_for_people_and_servers_apart(self, store: Store) -> None:
        assert await store.preferences("person", 5) == {}
        await store.change_preferences("person", 5, lambda _: {"theme": "night"})
        await store.change_preferences("guild", 5, lambda _: {"large": True})
        await store.change_preferences("person", 5, lambda _: {"theme": "ink", "confirm": False})

        assert await store.preferences("person", 5) == {"theme": "ink", "confirm": False}
        assert await store.preferences("guild", 5) == {"large": True}
        await store.change_preferences("person", 7, lambda _: {"text": True})
        both = {5: {"theme": "ink", "confirm": False}, 7: {"text": True}}, {"large": True}
        assert (
            await store.preferences_there([MARGARET.id, PersonId(6), PersonId(7)], GuildId(5))
            == both
        )
        assert await store.preferences_there([PersonId(6)], GuildId(5)) == ({}, {"large": True})
        assert await store.preferences_there([PersonId(7)], None) == ({7: {"text": True}}, {})
        assert await store.preferences("person", 6) == {}

    async def test_changes_of_preferences_at_once_are_all_kept(self, store: Store) -> None:
        wishes = [f"wish {number}" for number in range(20)]

        def with_wish(wish: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
            return lambda said: {**said, wish: True}

        made = await asyncio.gather(
            *(store.change_preferences("person", 5, with_wish(wish)) for wish in wishes)
        )

        assert await store.preferences("person", 5) == dict.fromkeys(wishes, True)
        assert sorted(map(len, made)) == list(range(1, 21))

    async def test_a_refused_change_of_preferences_changes_nothing(self, store: Store) -> None:
        def refuse(said: dict[str, Any]) -> dict[str, Any]:
            raise KeyError(said["theme"])

        await store.change_preferences("person", 5, lambda _: {"theme": "night"})
        for owner in (5, 6):
            with pytest.raises(KeyError):
                await store.change_preferences("person", owner, refuse)

        assert await store.preferences("person", 5) == {"theme": "night"}
        assert await store.preferences("person", 6) == {}

    # Calendars

    async def test_calendars_come_back_as_last_saved_by_each_person(self, store: Store) -> None:
        assert await store.calendar_history(LINUS.id) == ()

        await store.save_calendars(CalendarChange(LINUS.id, FIRST, ()))
        await store.save_calendars(CalendarChange(ADA.id, SECOND, ()))

        assert await store.calendar_history(LINUS.id) == FIRST
        assert await store.calendar_history(ADA.id) == SECOND
        assert await store.calendar_history(GRACE.id) == ()
        await store.save_calendars(CalendarChange(ADA.id, SECOND[-1:], SECOND))
        assert await store.calendar_history(ADA.id) == SECOND[-1:]

    async def test_of_two_changes_to_the_same_calendars_one_counts(self, store: Store) -> None:
        # The newest of them begins at the same instant in both.
        changed = (*SECOND[:1], *SECOND[2:])
        await store.save_calendars(CalendarChange(ADA.id, SECOND, ()))
        tries = [store.save_calendars(CalendarChange(ADA.id, changed, SECOND)) for _ in range(2)]

        answers = await asyncio.gather(*tries, return_exceptions=True)

        assert [type(answer) for answer in answers if answer] == [StaleCalendar]
        assert await store.calendar_history(ADA.id) == changed

    async def test_an_event_and_its_calendars_are_written_together(self, store: Store) -> None:
        match = await new_match(store)

        async def play_with(after: int, change: CalendarChange) -> None:
            await append(store, match, after, calendars=change)

        await play_with(1, CalendarChange(ADA.id, FIRST, ()))
        assert await store.calendar_history(ADA.id) == FIRST
        with pytest.raises(StaleCalendar):
            await play_with(2, CalendarChange(ADA.id, SECOND, ()))
        with pytest.raises(StaleMatch):
            await play_with(1, CalendarChange(ADA.id, SECOND, FIRST))

        assert await store.calendar_history(ADA.id) == FIRST
        assert [each.seq for each in await store.events(match)] == [1, 2]
        assert (await store.summary(match)).seq == 2

    async def test_a_row_is_written_by_the_calendars_of_whoever_is_next(self, store: Store) -> None:
        match = await new_match(store)
        await store.save_calendars(CalendarChange(GRACE.id, SECOND, ()))
        before, events, after = await store.summary(match), [Played(Seat(1), "a")], row_of(match, 2)
        appended = Appended(before, events, NOW, after)
        clock = ClockAfter(GRACE.id, lambda by: replace(after, deadline=by[-1].since))

        await store.append(appended, None, clock)
        assert (await store.summary(match)).deadline == SECOND[-1].since
        with pytest.raises(StaleMatch):
            await store.append(appended, None, clock)
        assert [each.seq for each in await store.events(match)] == [1, 2]

    async def test_the_clocks_of_a_person_run_where_they_are_to_move(self, store: Store) -> None:
        budget = timedelta(days=3, microseconds=1)
        clock: dict[str, Any] = {"clock_since": NOW, "clock_budget": budget}
        first = await new_match(store, **clock)
        await new_match(store)
        await new_match(store, turn=GRACE.id, **clock)
        last = await new_match(store, **clock, due_otherwise=LATER)

        assert await store.clocks_of(ADA.id) == [
            RunningClock(first, Seq(1), NOW, budget, None, LATER, NOW),
            RunningClock(last, Seq(1), NOW, budget, LATER, LATER, NOW),
        ]
        assert await store.clocks_of(LINUS.id) == []

    async def test_a_deadline_moves_unless_the_match_has_gone_on(self, store: Store) -> None:
        clock: dict[str, Any] = {"clock_since": NOW, "clock_budget": timedelta(days=1)}
        still, gone_on = [await new_match(store, **clock) for _ in range(2)]
        current = await new_match(store)
        later, due = LATER + timedelta(microseconds=1), LATER + timedelta(hours=1)
        await append(store, gone_on, 1, **clock)

        await store.move_deadlines(
            [MovedDeadline(MatchId(n), Seq(1), later, due) for n in (still, gone_on, current, 99)]
        )

        assert await store.summary(still) == row_of(still, deadline=later, due=due, **clock)
        assert await store.summary(gone_on) == row_of(gone_on, 2, **clock)
        assert await store.summary(current) == row_of(current)
        assert await store.due(DueKind.MATCH, due) == [gone_on, current, still]

    # Drafts

    async def test_everybody_has_a_draft_of_their_own_in_every_match(self, store: Store) -> None:
        first, second = await new_match(store), await new_match(store)
        assert await store.find_one(Draft, person=ADA.id, match=first) is None
        drafts = [
            Draft(who.id, match, Seq(1), ("02", "d0", "“x”"), who.name, ("a", "b;c"), changes=1)
            for who in (ADA, LINUS)
            for match in (first, second)
        ]
        for draft in drafts:
            assert await store.save_draft(draft)

        assert [
            await store.find_one(Draft, person=d.person, match=d.match) for d in drafts
        ] == drafts
        assert not await store.save_draft(replace(drafts[0], keys=()))
        assert [
            await store.find_one(Draft, person=d.person, match=d.match) for d in drafts
        ] == drafts

    async def test_with_a_turn_goes_what_its_mover_had_begun(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        begun = [Draft(who.id, each, Seq(1)) for who in (ADA, GRACE) for each in (match, other)]
        for draft in begun:
            assert await store.save_draft(draft)
        # It goes with the turn, in spite of everything else that happens meanwhile.
        await append(store, match, 1, turn_seq=1)
        assert [await store.find_one(Draft, person=d.person, match=d.match) for d in begun] == begun

        await append(store, match, 2, turn=GRACE.id, turn_seq=3)
        assert [await store.find_one(Draft, person=d.person, match=d.match) for d in begun] == [
            None,
            *begun[1:],
        ]
        await append(store, match, 3, status=Status.ENDED, turn=None, turn_seq=None)
        found = [await store.find_one(Draft, person=d.person, match=d.match) for d in begun]
        assert found == [None, begun[1], None, begun[3]]

    async def test_of_two_changes_to_a_draft_one_or_the_newer_counts(self, store: Store) -> None:
        match = await new_match(store)
        drafts = [Draft(PersonId(1), match, Seq(1), (key,), changes=1) for key in "ab"]

        saved = await asyncio.gather(*map(store.save_draft, drafts))
        assert sorted(saved) == [False, True]
        one, other = drafts if saved[0] else reversed(drafts)
        assert await store.find_one(Draft, person=1, match=match) == one
        assert await store.save_draft(replace(other, changes=2))
        assert await store.find_one(Draft, person=1, match=match) == replace(other, changes=2)

        new = Draft(PersonId(1), match, Seq(5), changes=0)
        assert await store.save_draft(new)
        assert not await store.save_draft(replace(other, changes=3))
        assert await store.find_one(Draft, person=1, match=match) == new

    # Seats that are handed over

    async def test_a_seat_handed_over_leaves_nothing_but_its_moves(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        for number in (match, other):
            for person in (ADA, GRACE):
                await store.save_draft(Draft(person.id, number, Seq(1), ("a",)))
                await store.put(Premove(person.id, number, 1, "", "b"))
            await store.put(FollowedMatch(number, LINUS.id))
            await store.put(PrivateNote(ADA.id, number, "mine"))
        seat: dict[str, Any] = {"people": (LINUS, GRACE), "turn": LINUS.id, "turn_seq": 2}
        await append(store, match, 1, Replaced(Seat(1), LINUS, ADA, GRACE), **seat)

        assert await departures_of(store, ADA.id, 5) == [match]
        assert [each.match for each in await store.involvements(ADA.id, 5)] == [match]
        assert await departures_of(store, LINUS.id, 5) == []
        assert [r.match for r in await store.summaries(person=ADA.id)] == [other]
        assert [r.match for r in await store.summaries(person=LINUS.id)] == [match]
        assert (
            await store.find_one(Draft, person=ADA.id, match=match),
            await store.find(Premove, person=ADA.id, match=match),
        ) == (None, [])
        assert await store.find_one(Draft, person=GRACE.id, match=match)
        assert await store.find(Premove, person=GRACE.id, match=match)
        assert await store.find_one(Draft, person=ADA.id, match=other)
        assert await store.find(Premove, person=ADA.id, match=other)
        assert await followed(store, LINUS.id) == [other]
        assert await private_note(store, ADA.id, match) == "mine"
        turn = (await store.for_posts(match)).turn
        assert turn
        assert (turn.person, turn.seq, turn.called_at) == (LINUS.id, 2, None)

    async def test_what_was_held_of_the_match_goes_with_the_seat(self, store: Store) -> None:
        match = await new_match(store, says=["notice"])
        (post,) = await store.pending(NOW)
        item = NoticeItem(match, Seq(1), PostKind.NOTICE)
        people = (ADA, GRACE, LINUS)
        held = [Notified(p.id, item, NOW, settled=False, next_at=LATER) for p in people]
        await store.delivered(post, CHANNEL, MessageId(70), notified=held)
        await append(store, match, 1, Replaced(Seat(1), LINUS, ADA, GRACE), people=(LINUS, GRACE))
        assert [len(await store.held_mentions(p.id)) for p in people] == [0, 1, 0]

    async def test_the_newest_matches_somebody_left_come_once_each(self, store: Store) -> None:
        numbers = [await new_match(store) for _ in range(3)]
        # A person who comes back and leaves again has left once.
        seats = [(LINUS, ADA), (ADA, LINUS), (LINUS, ADA)]
        for number in numbers:
            for after, (comes, goes) in enumerate(seats, 1):
                event = Replaced(Seat(1), comes, goes, GRACE)
                await append(store, number, after, event, people=(comes, GRACE))
        assert await departures_of(store, ADA.id, 2) == numbers[:0:-1]
        assert await departures_of(store, LINUS.id, 5) == numbers[::-1]
