"""What every store of matches must do. A store's own test file subclasses this, unchanged."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone
from typing import Any

import pytest

from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.changes import History
from bot.model.clock.running import Segment
from bot.model.events import Accepted, Challenged, Ended, Event, Person, Played, Replaced
from bot.model.notices.records import Notified
from bot.model.places import FastStretch, Place, State
from bot.model.ports import ForPosts, Store
from bot.model.post_kinds import PostKind
from bot.model.profiles.ladder import Rung
from bot.model.records import (
    CalendarChange,
    Draft,
    MatchId,
    MatchSummary,
    MovedDeadline,
    NoticeItem,
    Post,
    Premove,
    RunningClock,
    Status,
)
from bot.model.refusals import NoSuchMatch, StaleCalendar, StaleMatch

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
ADA, GRACE, LINUS = Person(1, "Ada"), Person(2, "Grace"), Person(2**63 - 1, "Linus “🎲” *x*")

ASKED = Challenged(
    "bump", {"reserve": [0, 1]}, ADA, (GRACE, None), 7, None, "random", 7, expires=LATER
)


BERLIN = Calendar("Europe/Berlin", Sleep(time(22, 30), time(7)), frozenset({5, 6}))
AWAY = replace(BERLIN, vacations=(Vacation(LATER, LATER + timedelta(days=2)),))
FIRST: History = (Segment(NOW - timedelta(microseconds=1), BERLIN),)
SECOND: History = (*FIRST, Segment(NOW, AWAY), Segment(LATER, Calendar("Asia/Tokyo")))


def row_of(match: MatchId, seq: int = 1, **changes: Any) -> MatchSummary:
    """A row with nothing special about it."""
    plain = MatchSummary(
        match=match,
        seq=seq,
        game="bump",
        status=Status.RUNNING,
        channel=7,
        guild=70,
        people=(ADA, GRACE),
        turn=ADA.id,
        deadline=LATER,
        due=LATER,
        updated=NOW,
    )
    return replace(plain, **changes)


async def new_match(
    store: Store, events: Sequence[Event] = (ASKED,), says: Sequence[str] = (), **row: Any
) -> MatchId:
    """A match in the store, with posts of these kinds."""

    def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
        said = [Post(number, len(events), PostKind(kind)) for kind in says]
        return row_of(number, len(events), **row), said

    return await store.create(events, NOW, summarize)


async def play(store: Store, match: MatchId, after: int, text: str = "a", says: str = "") -> None:
    """One more event behind `after`, with a post."""
    said = [Post(match, after + 1, PostKind(says))] if says else []
    await append(store, match, after, [Played(1, text)], NOW, row_of(match, after + 1), said)


async def append(
    store: Store,
    match: MatchId,
    after: int,
    events: Sequence[Event],
    at: datetime,
    row: MatchSummary,
    posts: Sequence[Post],
    calendars: CalendarChange | None = None,
    rung: Rung | None = None,
) -> None:
    before = replace(await store.summary(match), seq=after)
    await store.append(before, events, at, row, posts, calendars, rung)


async def deliver_all(store: Store, now: datetime = LATER) -> list[Post]:
    """Deliver what is pending until nothing is, as a worker would."""
    notified: list[Post] = []
    while posts := await store.pending(now):
        for post in posts:
            await store.delivered(post, 7, 1000 + post.id)
            notified.append(post)
    return notified


class StoreContract:
    # Events

    async def test_events_come_back_as_written_and_their_times_in_utc(self, store: Store) -> None:
        east = NOW.astimezone(timezone(timedelta(hours=5)))
        match = await store.create(
            [ASKED, Accepted(LINUS)], east, lambda number: (row_of(number, 2), [])
        )
        await play(store, match, 2, "01,02")

        recorded = await store.events(match)

        assert [(each.seq, each.at, each.event) for each in recorded] == [
            (1, NOW, ASKED),
            (2, NOW, Accepted(LINUS)),
            (3, NOW, Played(1, "01,02")),
        ]
        assert await store.summary(match) == row_of(match, 3)

    async def test_a_rung_is_written_with_an_end_and_its_first_stays(self, store: Store) -> None:
        rungs = [
            Rung(ADA.id, "clump", 2, 1, NOW),
            Rung(ADA.id, "bump", 3, 2, NOW),
            Rung(ADA.id, "bump", 3, 2, LATER),
            Rung(GRACE.id, "bump", 3, 2, LATER),
        ]
        for rung in rungs:
            match = await new_match(store, game=rung.game)
            row = row_of(match, 2, game=rung.game, status=Status.ENDED, turn=None)
            ended = [Ended((rung.seat,), "won")]
            await append(store, match, 1, ended, rung.at, row, [], rung=rung)

        assert await store.rungs(ADA.id) == [rungs[1], rungs[0]]
        assert await store.rungs(GRACE.id) == [rungs[3]]
        assert await store.rungs(LINUS.id) == []

    async def test_who_was_overtaken_has_reached_nothing(self, store: Store) -> None:
        match = await new_match(store)
        await play(store, match, 1)
        row = row_of(match, 2, status=Status.ENDED, turn=None)
        rung = Rung(ADA.id, "bump", 3, 2, NOW)

        with pytest.raises(StaleMatch):
            await append(store, match, 1, [Ended((1,), "won")], NOW, row, [], rung=rung)

        assert await store.rungs(ADA.id) == []

    async def test_matches_and_posts_come_in_the_order_they_came_in(self, store: Store) -> None:
        matches = [await new_match(store, says=["challenge"]) for _ in range(3)]

        assert matches == [1, 2, 3]
        assert [(await store.summary(match)).match for match in matches] == matches
        assert [post.match for post in await store.pending(NOW)] == matches
        assert [post.match for post in await store.pending(NOW, limit=2)] == matches[:2]

    async def test_an_event_not_behind_the_last_is_stale_and_refused(self, store: Store) -> None:
        match = await new_match(store)
        await play(store, match, 1, "first")
        current = await store.summary(match)

        for after in (1, 5):
            with pytest.raises(StaleMatch):
                await play(store, match, after, "second", "turn")

        assert [each.event for each in await store.events(match)] == [ASKED, Played(1, "first")]
        assert await store.summary(match) == current
        assert await store.pending(LATER) == []

    async def test_of_many_writers_at_once_one_wins(self, store: Store) -> None:
        match = await new_match(store)
        tries = (play(store, match, 1, f"try {n}", "turn") for n in range(10))

        answers = await asyncio.gather(*tries, return_exceptions=True)

        assert [answer for answer in answers if answer is None] == [None]
        assert sum(isinstance(answer, StaleMatch) for answer in answers) == 9
        assert len(await store.events(match)) == 2
        assert len(await deliver_all(store)) == 1

    async def test_a_match_that_is_not_there_says_so(self, store: Store) -> None:
        tries: list[Callable[[], Any]] = [
            lambda: store.events(MatchId(99)),
            lambda: store.summary(MatchId(99)),
            lambda: store.for_posts(MatchId(99)),
            lambda: play(store, MatchId(99), 1),
        ]
        for attempt in tries:
            with pytest.raises(NoSuchMatch, match="99"):
                await attempt()

    async def test_a_summary_that_fails_leaves_no_match(self, store: Store) -> None:
        def fails(number: MatchId) -> tuple[MatchSummary, list[Post]]:
            raise LookupError(number)

        with pytest.raises(LookupError):
            await store.create([ASKED], NOW, fails)

        assert await store.summaries() == []
        assert await new_match(store) == 1

    async def test_histories_are_the_last_events_and_all_but_moves(self, store: Store) -> None:
        first, second = await new_match(store), await new_match(store, [ASKED, Accepted(LINUS)])
        for after in range(2, 9):
            await play(store, second, after, f"{after}")

        found = await store.histories([second, first, MatchId(99)], 3)

        assert {match: [each.seq for each in events] for match, events in found.items()} == {
            second: [1, 2, 7, 8, 9],
            first: [1],
        }
        assert found[second] == [
            each for each in await store.events(second) if each.seq not in range(3, 7)
        ]
        assert await store.histories([], 3) == {}

    # Positions

    async def test_positions_are_found_by_match_and_version_of_rules(self, store: Store) -> None:
        match, other = await new_match(store), await new_match(store)
        assert await store.positions(match, "1") == {}

        await store.save_positions(match, "1", {50: '["a"]', 100: '["b"]'})

        assert await store.positions(match, "1") == {50: '["a"]', 100: '["b"]'}
        assert await store.positions(match, "2") == {}
        assert await store.positions(other, "1") == {}
        # One of other rules takes the place of the older.
        await store.save_positions(match, "2", {50: '["c"]'})
        assert await store.positions(match, "1") == {100: '["b"]'}
        assert await store.positions(match, "2") == {50: '["c"]'}

    # Rows

    async def test_a_row_comes_back_as_it_was_written(self, store: Store) -> None:
        for changes in (
            {},
            {"guild": None, "turn": None, "deadline": None, "due": None},
            {"people": (LINUS, ADA), "status": Status.INVITED, "channel": 2**62},
            {"clock_since": NOW, "clock_budget": timedelta(days=60, microseconds=1)},
            {"due_otherwise": LATER},
            {"awaited": (GRACE.id, LINUS.id)},
        ):
            match = await new_match(store, **changes)

            assert await store.summary(match) == row_of(match, **changes)

    async def test_what_posts_depend_on_is_read_together(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        row, (turn, _) = row_of(match, turn_seq=1), await store.turn_notices(ADA.id)
        assert await store.for_posts(match) == ForPosts(row, (), Place(match), None, turn)

        await store.save_calendars(CalendarChange(ADA.id, SECOND, ()))
        await store.visit(ADA.id, match, 1, LATER)
        place, stretch = Place(match, thread=11), FastStretch(match, 1, GRACE.id, LATER)
        assert await store.save_place(place, Place(match))
        assert await store.begin_stretch(stretch)
        turn, _ = await store.turn_notices(ADA.id)
        assert await store.for_posts(match) == ForPosts(row, SECOND, place, stretch, turn)
        assert (await store.for_posts(other))[1:4] == (SECOND, Place(other), None)

        over = row_of(match, 2, status=Status.ENDED, turn=None, turn_seq=None)
        await append(store, match, 1, [Played(1, "a")], NOW, over, [])
        stretch = replace(stretch, due=NOW)
        assert await store.for_posts(match) == ForPosts(over, (), place, stretch, None)

    async def test_rows_are_found_by_person_channel_guild_and_status(self, store: Store) -> None:
        first = await new_match(store)
        second = await new_match(store, people=(LINUS, ADA), channel=8)
        third = await new_match(store, status=Status.ENDED, guild=71)

        async def found(**wanted: Any) -> list[MatchId]:
            return [row.match for row in await store.summaries(**wanted)]

        assert await found() == [third, second, first]
        assert await found(person=GRACE.id) == [third, first]
        assert await found(person=ADA.id, channel=8) == [second]
        assert await found(person=ADA.id, statuses=[Status.ENDED]) == [third]
        assert await found(channel=7, statuses=[Status.RUNNING, Status.INVITED]) == [first]
        assert await found(guild=70) == [second, first]
        assert await found(person=ADA.id, guild=71, channel=8) == []
        assert await found(statuses=[]) == []
        assert await found(limit=2) == [third, second]

    async def test_what_has_begun_in_a_server_is_found_in_order(self, store: Store) -> None:
        statuses = (Status.RUNNING, Status.INVITED, Status.ENDED, Status.EXPIRED, Status.RUNNING)
        first, _, third, _, last = [await new_match(store, status=each) for each in statuses]
        await new_match(store, status=Status.ENDED, guild=71)

        async def found(after: MatchId, limit: int = 9) -> list[MatchId]:
            return [row.match for row in await store.begun_in(70, after, limit)]

        assert await found(MatchId(0)) == [first, third, last]
        assert await found(MatchId(0), 2) == [first, third]
        assert await found(first) == [third, last]
        assert await found(last) == []

    async def test_a_list_follows_an_end_a_move_and_other_people(self, store: Store) -> None:
        match = await new_match(store)
        opened = [Status.INVITED, Status.RUNNING]
        assert len(await store.summaries(person=GRACE.id, statuses=opened)) == 1

        moved = row_of(match, 2, people=(ADA, LINUS), channel=8)
        await append(store, match, 1, [Accepted(LINUS)], NOW, moved, [])
        assert await store.summaries(person=GRACE.id) == []
        assert await store.summaries(person=LINUS.id) == [moved]
        assert await store.summaries(person=ADA.id, channel=7) == []
        assert await store.summaries(person=ADA.id, channel=8, statuses=opened) == [moved]

        ended = replace(moved, seq=3, status=Status.ENDED)
        await append(store, match, 2, [Played(1, "a")], NOW, ended, [])
        assert await store.summaries(person=ADA.id, statuses=opened) == []
        assert await store.summaries(person=ADA.id, channel=8) == [ended]

    async def test_matches_are_due_from_an_instant_on_longest_due_first(self, store: Store) -> None:
        assert (await store.due(NOW), await store.pending(NOW)) == ([], [])
        assert await store.upcoming(NOW) == {}
        late = await new_match(store, due=NOW)
        later = await new_match(store, due=NOW - timedelta(hours=1))
        soon = await new_match(store, due=NOW + timedelta(microseconds=1))
        await new_match(store, due=None)

        assert await store.due(NOW) == [later, late]
        assert await store.due(NOW, limit=1) == [later]
        assert await store.due(LATER) == [later, late, soon]
        assert (await store.upcoming(NOW)).get("match") == NOW - timedelta(hours=1)

    # The outbox

    async def test_posts_of_a_match_are_pending_in_order_each_only_once(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await play(store, match, 2, says="end")

        assert (await store.upcoming(NOW)).get("post") == NOW
        assert [post.kind for post in await store.pending(NOW)] == ["challenge"]
        assert [(post.seq, post.kind) for post in await deliver_all(store)] == [
            (1, "challenge"),
            (2, "turn"),
            (3, "end"),
        ]
        assert await store.pending(LATER) == []
        assert (await store.upcoming(NOW)).get("post") is None

    async def test_a_failed_post_waits_and_holds_up_its_own_match_alone(self, store: Store) -> None:
        stuck = await new_match(store, says=["challenge"])
        await play(store, stuck, 1, says="turn")
        (post,) = await store.pending(NOW)
        await store.failed(post, "Discord is out", LATER)

        assert await store.pending(NOW) == []
        assert (await store.upcoming(NOW)).get("post") == LATER
        assert [(p.id, p.tries) for p in await store.pending(LATER)] == [(post.id, 1)]
        other = await new_match(store, says=["challenge"])
        assert [post.match for post in await store.pending(NOW)] == [other]
        assert (await store.upcoming(NOW)).get("post") == NOW
        assert [(post.match, post.seq) for post in await deliver_all(store)] == [
            (stuck, 1),
            (other, 1),
            (stuck, 2),
        ]

    async def test_a_given_up_post_holds_up_nothing_and_is_no_board(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        (post,) = await store.pending(NOW)
        await store.failed(post, "the channel is gone", None)

        assert [post.kind for post in await store.pending(NOW)] == ["turn"]
        assert await store.last_board(match) is None
        assert await store.last_board(MatchId(99)) is None

    async def test_why_a_post_was_refused_is_known_while_it_waits(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        (post,) = await store.pending(NOW)
        assert (await store.refusal(match))[0] is None
        await store.failed(post, "Discord is out", LATER)
        assert (await store.refusal(match))[0] is None
        assert not await store.any_refused()

        await store.failed(replace(post, refused=True), "Missing Access", LATER)
        assert await store.refusal(match) == ("Missing Access", Place(match))
        assert (await store.refusal(match, post.id + 1))[0] == "Missing Access"
        assert (await store.refusal(match, post.id))[0] is None
        assert (await store.refusal(await new_match(store, says=["challenge"])))[0] is None
        assert await store.any_refused()

        await store.delivered(post, 7, 1000)
        assert (await store.refusal(match))[0] is None
        assert not await store.any_refused()

    async def test_the_last_board_is_the_newest_delivered_with_one(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await play(store, match, 2, says="notice")
        await play(store, match, 3, says="turn")
        assert await store.last_board(match) is None

        first, board, notice, newest = await deliver_all(store)
        current = await store.last_board(match)
        before = await store.last_board(match, before_post=newest.id)
        earliest = await store.last_board(match, before_post=board.id)

        assert current
        assert (current.post.id, current.channel) == (newest.id, 7)
        assert current.message == 1000 + newest.id
        assert before
        assert (before.post.seq, before.message) == (2, 1000 + board.id)
        assert notice.id > board.id
        assert earliest
        assert earliest.post.id == first.id

    async def test_a_refused_post_is_due_later_and_holds_up_nobody_yet(self, store: Store) -> None:
        match = await new_match(store, says=["turn"])
        (post,) = await store.pending(NOW)
        await store.failed(replace(post, refused=True, refusals=1, clear_at=NOW), "no", LATER)
        await play(store, match, 1, says="notice")
        # The new post has called for the one before it.
        (first,) = await store.pending(NOW)
        assert (first.kind, first.refused, first.refusals, first.clear_at) == ("turn", True, 1, NOW)
        assert await store.waits(match, 1)
        assert not await store.waits(match, 2)
        assert await store.unseen_turn(match, 1) == first

        await store.failed(first, "no", LATER)

        assert [post.kind for post in await store.pending(NOW)] == ["notice"]
        assert (await store.upcoming(NOW)).get("post") == NOW
        assert [post.kind for post in await deliver_all(store)] == ["turn", "notice"]
        assert not await store.waits(match, 1)
        assert await store.unseen_turn(match, 1) is None

    async def test_a_refused_post_is_never_due_before_an_earlier_one(self, store: Store) -> None:
        match, other = [await new_match(store, says=["turn"]) for _ in range(2)]
        mine, theirs = await store.pending(NOW)
        await play(store, match, 1, says="turn")
        for post in (mine, theirs):
            await store.failed(replace(post, refused=True), "no", LATER + timedelta(hours=1))
        (second,) = await store.pending(NOW)

        await store.failed(replace(second, refused=True), "no", LATER)

        assert await store.pending(LATER - timedelta(seconds=1)) == []
        assert [post.id for post in await store.pending(LATER)] == [mine.id]
        # One that is due earlier stays so.
        await store.failed(replace(mine, refused=True), "no", LATER + timedelta(seconds=1))
        (second,) = await store.pending(LATER)
        await store.failed(replace(second, refused=True), "no", LATER + timedelta(hours=2))
        assert (await store.upcoming(NOW)).get("post") == LATER + timedelta(seconds=1)
        assert other == theirs.match

    async def test_a_board_is_due_unless_it_or_something_before_waits(self, store: Store) -> None:
        match, other = [await new_match(store, says=["notice", "turn"]) for _ in range(2)]
        plain = await new_match(store, says=["notice"])
        assert await store.boards_due([match, plain], NOW) == {match}
        assert await store.boards_due([match, plain], NOW - timedelta(seconds=1)) == frozenset()

        (first, *_) = await store.pending(NOW)
        await store.failed(first, "no", LATER)
        assert await store.boards_due([match, other], NOW) == {other}
        assert await store.boards_due([match, other], LATER) == {match, other}

        await store.failed(replace(first, refused=True), "no", LATER)
        (board,) = [post for post in await store.pending(NOW) if post.match == match]
        assert await store.boards_due([match], NOW) == {match}
        await store.failed(replace(board, refused=True), "no", LATER)
        assert await store.boards_due([match], NOW) == frozenset()
        await deliver_all(store)
        assert await store.boards_due([match, other], LATER) == frozenset()

    async def test_refused_posts_are_called_for_all_or_by_channel(self, store: Store) -> None:
        for channel in (7, 8):
            await new_match(store, says=["turn"], channel=channel)
        await new_match(store, says=["turn"], channel=7)
        for post in (await store.pending(NOW))[:2]:
            await store.failed(replace(post, refused=True), "no", LATER)
        await store.delivered((await store.pending(NOW))[0], 7, 1)

        assert not await store.retry_refused(NOW, [9])
        assert await store.pending(NOW) == []
        assert await store.retry_refused(NOW, [8, 9])
        assert [post.match for post in await store.pending(NOW)] == [2]
        threaded = Place(MatchId(1), thread=11, state=State.OPEN)
        assert await store.save_place(threaded, Place(MatchId(1)))
        assert await store.retry_refused(NOW, [11])
        assert [post.match for post in await store.pending(NOW)] == [1, 2]
        assert await store.retry_refused(NOW)
        assert [post.match for post in await store.pending(NOW)] == [1, 2]
        await deliver_all(store)
        assert not await store.retry_refused(NOW)

    async def test_the_next_post_stands_for_a_thinking_robots_one(self, store: Store) -> None:
        soon = NOW + timedelta(seconds=20)

        def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
            return row_of(number), [Post(number, 1, PostKind.THINKING, delay=soon - NOW)]

        for _ in range(2):
            match = await store.create([ASKED], NOW, summarize)
        assert await store.pending(NOW) == []
        assert (await store.upcoming(NOW)).get("post") == soon
        (_, late) = await store.pending(soon)
        await play(store, match, 1, says="turn")

        assert [(p.match, p.kind) for p in await store.pending(soon)] == [
            (match - 1, "thinking"),
            (match, "turn"),
        ]
        # It was on its way, and failed.
        await store.failed(late, "no", NOW)
        assert [p.kind for p in await store.pending(soon)] == ["thinking", "turn"]

    async def test_old_buttons_are_due_until_they_are_off(self, store: Store) -> None:
        match = await new_match(store, says=["turn"])
        await play(store, match, 1, says="notice")
        await play(store, match, 2, says="turn")
        await play(store, match, 3, says="turn")
        buttons = True
        for kinds, old in (
            ((), []),
            ([PostKind.NOTICE], []),
            ([PostKind.TURN, PostKind.NOTICE], [1001, 1002]),
            ([PostKind.TURN, PostKind.NOTICE], [1003]),
        ):
            (post,) = await store.pending(NOW)
            laid_out = post.kind is PostKind.NOTICE
            lost = await store.delivered(
                *(post, 7, 1000 + post.id),
                at=NOW,
                has_buttons=buttons,
                laid_out=laid_out,
                outdates=kinds,
            )
            assert [each.message for each in lost] == old
            assert [each.laid_out for each in lost] == [m == 1002 for m in old]
        due = await store.outdated(NOW)
        assert sorted(each.message for each in due) == [1001, 1002, 1003]
        assert [each.message for each in due if each.laid_out] == [1002]
        assert (await store.upcoming(NOW)).get("old_post") == NOW

        await store.buttons_removed(due[0].post)
        await store.buttons_removed(due[1].post, LATER)
        await store.buttons_removed(due[2].post, LATER + timedelta(days=1))

        assert await store.outdated(NOW) == []
        assert (await store.upcoming(NOW)).get("old_post") == LATER
        ((again),) = await store.outdated(LATER)
        assert (again.message, again.post.tries) == (due[1].message, 1)

    # Prepared answers, and notes

    async def test_a_prepared_answer_replaces_one_to_the_same_move(self, store: Store) -> None:
        match = await new_match(store)
        first, other, better = (
            Premove(ADA.id, match, 4, when, then, board_seq)
            for when, then, board_seq in (
                ("01,02", "09,08", 7),
                ("", "pass", 7),
                ("01,02", "19,18", 9),
            )
        )
        for premove in (first, other, better):
            await store.save_premove(premove)

        assert await store.premoves(ADA.id, match) == [other, better]
        assert await store.premoves(GRACE.id, match) == []
        assert await store.prepared() == [match]
        await store.drop_premoves(ADA.id, match, other.board_seq)
        assert await store.premoves(ADA.id, match) == [other, better]
        await store.drop_premoves(ADA.id, match, other.board_seq + 1)
        assert await store.premoves(ADA.id, match) == [better]
        await store.drop_premoves(ADA.id, match)
        assert await store.premoves(ADA.id, match) == []
        assert await store.prepared() == []

    async def test_a_note_is_told_once_and_a_visit_never_goes_back(self, store: Store) -> None:
        match = await new_match(store)
        assert await store.take_note(ADA.id, match) is None
        await store.leave_note(ADA.id, match, "first")
        await store.leave_note(ADA.id, match, "second")

        assert await store.take_note(GRACE.id, match) is None
        assert await store.take_note(ADA.id, match) == "second"
        assert await store.take_note(ADA.id, match) is None
        assert await store.visited(ADA.id, match) is None
        for seq in (2, 7, 4):
            await store.visit(ADA.id, match, seq)

        assert await store.visited(ADA.id, match) == 7
        assert await store.visited(GRACE.id, match) is None

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
        assert await store.preferences_there([5, 6, 7], 5) == both
        assert await store.preferences_there([6], 5) == ({}, {"large": True})
        assert await store.preferences_there([7], None) == ({7: {"text": True}}, {})
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
            row = row_of(match, after + 1)
            await append(store, match, after, [Played(1, "a")], NOW, row, [], calendars=change)

        await play_with(1, CalendarChange(ADA.id, FIRST, ()))
        assert await store.calendar_history(ADA.id) == FIRST
        with pytest.raises(StaleCalendar):
            await play_with(2, CalendarChange(ADA.id, SECOND, ()))
        with pytest.raises(StaleMatch):
            await play_with(1, CalendarChange(ADA.id, SECOND, FIRST))

        assert await store.calendar_history(ADA.id) == FIRST
        assert [each.seq for each in await store.events(match)] == [1, 2]
        assert (await store.summary(match)).seq == 2

    async def test_the_clocks_of_a_person_run_where_they_are_to_move(self, store: Store) -> None:
        budget = timedelta(days=3, microseconds=1)
        clock: dict[str, Any] = {"clock_since": NOW, "clock_budget": budget}
        first = await new_match(store, **clock)
        await new_match(store)
        await new_match(store, turn=GRACE.id, **clock)
        last = await new_match(store, **clock, due_otherwise=LATER)

        assert await store.clocks_of(ADA.id) == [
            RunningClock(first, 1, NOW, budget, None, LATER, NOW),
            RunningClock(last, 1, NOW, budget, LATER, LATER, NOW),
        ]
        assert await store.clocks_of(LINUS.id) == []

    async def test_a_deadline_moves_unless_the_match_has_gone_on(self, store: Store) -> None:
        clock: dict[str, Any] = {"clock_since": NOW, "clock_budget": timedelta(days=1)}
        still, gone_on = [await new_match(store, **clock) for _ in range(2)]
        current = await new_match(store)
        later, due = LATER + timedelta(microseconds=1), LATER + timedelta(hours=1)
        await append(store, gone_on, 1, [Played(1, "a")], NOW, row_of(gone_on, 2, **clock), [])

        await store.move_deadlines(
            [MovedDeadline(MatchId(n), 1, later, due) for n in (still, gone_on, current, 99)]
        )

        assert await store.summary(still) == row_of(still, deadline=later, due=due, **clock)
        assert await store.summary(gone_on) == row_of(gone_on, 2, **clock)
        assert await store.summary(current) == row_of(current)
        assert await store.due(due) == [gone_on, current, still]

    # Drafts

    async def test_everybody_has_a_draft_of_their_own_in_every_match(self, store: Store) -> None:
        first, second = await new_match(store), await new_match(store)
        assert await store.draft(ADA.id, first) is None
        drafts = [
            Draft(who.id, match, 1, ("02", "d0", "“x”"), who.name, ("a", "b;c"), changes=1)
            for who in (ADA, LINUS)
            for match in (first, second)
        ]
        for draft in drafts:
            assert await store.save_draft(draft)

        assert [await store.draft(d.person, d.match) for d in drafts] == drafts
        assert not await store.save_draft(replace(drafts[0], keys=()))
        assert [await store.draft(d.person, d.match) for d in drafts] == drafts

    async def test_with_a_turn_goes_what_its_mover_had_begun(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        begun = [Draft(who.id, each, 1) for who in (ADA, GRACE) for each in (match, other)]
        for draft in begun:
            assert await store.save_draft(draft)
        # It goes on with the turn, whatever else happens meanwhile.
        await append(store, match, 1, [Played(1, "a")], NOW, row_of(match, 2, turn_seq=1), [])
        assert [await store.draft(d.person, d.match) for d in begun] == begun

        row = row_of(match, 3, turn=GRACE.id, turn_seq=3)
        await append(store, match, 2, [Played(1, "a")], NOW, row, [])
        assert [await store.draft(d.person, d.match) for d in begun] == [None, *begun[1:]]
        over = row_of(match, 4, status=Status.ENDED, turn=None, turn_seq=None)
        await append(store, match, 3, [Played(1, "a")], NOW, over, [])
        found = [await store.draft(d.person, d.match) for d in begun]
        assert found == [None, begun[1], None, begun[3]]

    async def test_of_two_changes_to_a_draft_one_or_the_newer_counts(self, store: Store) -> None:
        match = await new_match(store)
        drafts = [Draft(1, match, 1, (key,), changes=1) for key in "ab"]

        saved = await asyncio.gather(*map(store.save_draft, drafts))
        assert sorted(saved) == [False, True]
        one, other = drafts if saved[0] else reversed(drafts)
        assert await store.draft(1, match) == one
        assert await store.save_draft(replace(other, changes=2))
        assert await store.draft(1, match) == replace(other, changes=2)

        new = Draft(1, match, 5, changes=0)
        assert await store.save_draft(new)
        assert not await store.save_draft(replace(other, changes=3))
        assert await store.draft(1, match) == new

    async def test_what_is_open_and_what_waits_is_counted(self, store: Store) -> None:
        assert await store.open_matches() == {}
        assert await store.waiting_posts() == (0, 0, None)
        first = await new_match(store, says=["challenge"], status=Status.INVITED)
        await new_match(store, says=["challenge"])
        await new_match(store, status=Status.ENDED)
        assert await store.open_matches() == {
            ("bump", Status.INVITED): 1,
            ("bump", Status.RUNNING): 1,
        }
        assert await store.waiting_posts() == (2, 0, NOW)
        one, two = await store.pending(LATER)
        await store.failed(replace(one, refused=True), "403", LATER)
        assert await store.waiting_posts() == (2, 1, NOW)
        await store.delivered(two, 7, 70)
        assert await store.waiting_posts() == (1, 1, None)
        assert first == one.match

    async def test_closing_twice_is_fine(self, store: Store) -> None:
        await store.close()
        await store.close()

    async def test_a_seat_handed_over_leaves_nothing_but_its_moves(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        for number in (match, other):
            for person in (ADA, GRACE):
                await store.save_draft(Draft(person.id, number, 1, ("a",)))
                await store.save_premove(Premove(person.id, number, 1, "", "b"))
            await store.follow(LINUS.id, number)
            await store.save_private_note(ADA.id, number, "mine")
        row = row_of(match, 2, people=(LINUS, GRACE), turn=LINUS.id, turn_seq=2)
        await append(store, match, 1, [Replaced(1, LINUS, ADA, GRACE)], NOW, row, [])

        assert [each.match for each in await store.departures(ADA.id, 5)] == [match]
        assert [each.match for each in await store.involvements(ADA.id, 5)] == [match]
        assert await store.departures(LINUS.id, 5) == []
        assert [r.match for r in await store.summaries(person=ADA.id)] == [other]
        assert [r.match for r in await store.summaries(person=LINUS.id)] == [match]
        assert (await store.draft(ADA.id, match), await store.premoves(ADA.id, match)) == (None, [])
        assert await store.draft(GRACE.id, match)
        assert await store.premoves(GRACE.id, match)
        assert await store.draft(ADA.id, other)
        assert await store.premoves(ADA.id, other)
        assert await store.followed(LINUS.id) == [other]
        assert await store.private_note(ADA.id, match) == "mine"
        turn = (await store.for_posts(match)).turn
        assert turn
        assert (turn.person, turn.seq, turn.called_at) == (LINUS.id, 2, None)

    async def test_what_was_held_of_the_match_goes_with_the_seat(self, store: Store) -> None:
        match = await new_match(store, says=["notice"])
        (post,) = await store.pending(NOW)
        item = NoticeItem(match, 1, PostKind.NOTICE)
        people = (ADA, GRACE, LINUS)
        held = [Notified(p.id, item, NOW, settled=False, next_at=LATER) for p in people]
        await store.delivered(post, 7, 70, notified=held)
        row = row_of(match, 2, people=(LINUS, GRACE))
        await append(store, match, 1, [Replaced(1, LINUS, ADA, GRACE)], NOW, row, [])
        assert [len(await store.held_mentions(p.id)) for p in people] == [0, 1, 0]

    async def test_the_newest_matches_somebody_left_come_once_each(self, store: Store) -> None:
        numbers = [await new_match(store) for _ in range(3)]
        # Whoever comes back and leaves again has left once.
        seats = [(LINUS, ADA), (ADA, LINUS), (LINUS, ADA)]
        for number in numbers:
            for after, (comes, goes) in enumerate(seats, 1):
                row = row_of(number, after + 1, people=(comes, GRACE))
                event = Replaced(1, comes, goes, GRACE)
                await append(store, number, after, [event], NOW, row, [])
        assert [each.match for each in await store.departures(ADA.id, 2)] == numbers[:0:-1]
        assert [each.match for each in await store.departures(LINUS.id, 5)] == numbers[::-1]
