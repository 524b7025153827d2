"""What every store must do with matches, and how the tests of stores fill them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone
from typing import Any

import pytest

from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.changes import History
from bot.model.clock.running import Segment
from bot.model.events import Accepted, Challenged, Ended, Event, Person, Played
from bot.model.places import MANY, FastStretch, Place
from bot.model.ports import Appended, ForPosts, Store
from bot.model.post_kinds import PostKind
from bot.model.profiles.ladder import Rung
from bot.model.records import (
    CalendarChange,
    ChannelId,
    DueKind,
    MatchId,
    MatchSummary,
    MessageId,
    PersonId,
    Post,
    Seat,
    Seq,
    Status,
)
from bot.model.refusals import NoSuchMatch, StaleMatch
from tests.helpers.people import CHANNEL, GUILD

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
ADA, GRACE, LINUS = (
    Person(PersonId(1), "Ada"),
    Person(PersonId(2), "Grace"),
    Person(PersonId(2**63 - 1), "Linus “🎲” *x*"),
)

ASKED = Challenged(
    "bump", {"reserve": [0, 1]}, ADA, (GRACE, None), CHANNEL, None, "random", 7, expires=LATER
)


BERLIN = Calendar("Europe/Berlin", Sleep(time(22, 30), time(7)), frozenset({5, 6}))
AWAY = replace(BERLIN, vacations=(Vacation(LATER, LATER + timedelta(days=2)),))
FIRST: History = (Segment(NOW - timedelta(microseconds=1), BERLIN),)
SECOND: History = (*FIRST, Segment(NOW, AWAY), Segment(LATER, Calendar("Asia/Tokyo")))


def row_of(match: MatchId, seq: int = 1, **changes: Any) -> MatchSummary:
    """A row with nothing special about it."""
    plain = MatchSummary(
        match=match,
        seq=Seq(seq),
        game="bump",
        status=Status.RUNNING,
        channel=CHANNEL,
        guild=GUILD,
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
        said = [Post(number, Seq(len(events)), PostKind(kind)) for kind in says]
        return row_of(number, len(events), **row), said

    return await store.create(events, NOW, summarize)


async def play(store: Store, match: MatchId, after: int, text: str = "a", says: str = "") -> None:
    """One more event behind `after`, with a post."""
    said = [Post(match, Seq(after + 1), PostKind(says))] if says else []
    await append(store, match, after, Played(Seat(1), text), posts=said)


async def append(
    store: Store,
    match: MatchId,
    after: int,
    *events: Event,
    at: datetime = NOW,
    posts: Sequence[Post] = (),
    calendars: CalendarChange | None = None,
    rung: Rung | None = None,
    **row: Any,
) -> MatchSummary:
    """Events behind `after`, a move unless others are given, and the row to which they lead."""
    events = events or (Played(Seat(1), "a"),)
    before = replace(await store.summary(match), seq=Seq(after))
    current = row_of(match, after + len(events), **{"updated": at} | row)
    await store.append(Appended(before, events, at, current, posts, rung), calendars)
    return current


async def deliver_all(store: Store, now: datetime = LATER) -> list[Post]:
    """Deliver what is pending until nothing is, as a worker would."""
    notified: list[Post] = []
    while posts := await store.pending(now):
        for post in posts:
            await store.delivered(post, CHANNEL, MessageId(1000 + post.id))
            notified.append(post)
    return notified


class MatchesContract:
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
            (3, NOW, Played(Seat(1), "01,02")),
        ]
        assert await store.summary(match) == row_of(match, 3)

    async def test_a_rung_is_written_with_an_end_and_its_first_stays(self, store: Store) -> None:
        rungs = [
            Rung(ADA.id, "clump", 2, Seat(1), NOW),
            Rung(ADA.id, "bump", 3, Seat(2), NOW),
            Rung(ADA.id, "bump", 3, Seat(2), LATER),
            Rung(GRACE.id, "bump", 3, Seat(2), LATER),
        ]
        for rung in rungs:
            match = await new_match(store, game=rung.game)
            over: dict[str, Any] = {"game": rung.game, "status": Status.ENDED, "turn": None}
            ended = Ended((rung.seat,), "won")
            await append(store, match, 1, ended, at=rung.at, rung=rung, **over)

        assert await store.find(Rung, person=ADA.id) == [rungs[1], rungs[0]]
        assert await store.find(Rung, person=GRACE.id) == [rungs[3]]
        assert await store.find(Rung, person=LINUS.id) == []

    async def test_who_was_overtaken_has_reached_nothing(self, store: Store) -> None:
        match = await new_match(store)
        await play(store, match, 1)
        rung = Rung(ADA.id, "bump", 3, Seat(2), NOW)

        with pytest.raises(StaleMatch):
            await append(
                store, match, 1, Ended((Seat(1),), "won"), rung=rung, status=Status.ENDED, turn=None
            )

        assert await store.find(Rung, person=ADA.id) == []

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

        assert [each.event for each in await store.events(match)] == [
            ASKED,
            Played(Seat(1), "first"),
        ]
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

        await store.save_positions(match, "1", {Seq(50): '["a"]', Seq(100): '["b"]'})

        assert await store.positions(match, "1") == {50: '["a"]', 100: '["b"]'}
        assert await store.positions(match, "2") == {}
        assert await store.positions(other, "1") == {}
        # One of other rules takes the place of the older.
        await store.save_positions(match, "2", {Seq(50): '["c"]'})
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
        assert await store.for_posts(match) == ForPosts(row, (), Place(match), None, turn, 2, {})

        await store.save_calendars(CalendarChange(ADA.id, SECOND, ()))
        await store.visit(ADA.id, match, Seq(1), LATER)
        place, stretch = (
            Place(match, thread=ChannelId(11)),
            FastStretch(match, Seq(1), GRACE.id, LATER),
        )
        assert await store.save_place(place, Place(match))
        assert await store.begin_stretch(stretch)
        turn, _ = await store.turn_notices(ADA.id)
        chosen = await store.change_preferences("notices", ADA.id, lambda _: {"quiet_from": 22})
        own = await store.change_preferences("person", GRACE.id, lambda _: {"large": True})
        common = await store.change_preferences("guild", 70, lambda _: {"theme": "dusk"})
        for scope, owner in (("person", LINUS.id), ("guild", 71), ("notices", 70)):
            await store.change_preferences(scope, owner, lambda _: {"text": True})
        stored = {("notices", ADA.id): chosen, ("person", GRACE.id): own, ("guild", 70): common}
        found = ForPosts(row, SECOND, place, stretch, turn, 2, stored)
        assert await store.for_posts(match) == found
        assert (await store.for_posts(other))[1:4] == (SECOND, Place(other), None)

        over = await append(store, match, 1, status=Status.ENDED, turn=None, turn_seq=None)
        stretch = replace(stretch, due=NOW)
        found = ForPosts(over, (), place, stretch, None, 1, stored)
        assert await store.for_posts(match) == found

    async def test_running_matches_of_a_channel_are_counted_until_they_are_many(
        self, store: Store
    ) -> None:
        await new_match(store, channel=8)
        await new_match(store, status=Status.INVITED)
        matches = [await new_match(store) for _ in range(MANY)]
        assert (await store.for_posts(matches[0])).running == MANY
        matches += [await new_match(store) for _ in range(MANY)]
        assert (await store.for_posts(matches[0])).running == MANY + 1

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
            return [row.match for row in await store.begun_in(GUILD, after, limit)]

        assert await found(MatchId(0)) == [first, third, last]
        assert await found(MatchId(0), 2) == [first, third]
        assert await found(first) == [third, last]
        assert await found(last) == []

    async def test_a_list_follows_an_end_a_move_and_other_people(self, store: Store) -> None:
        match = await new_match(store)
        opened = [Status.INVITED, Status.RUNNING]
        assert len(await store.summaries(person=GRACE.id, statuses=opened)) == 1

        moved = await append(store, match, 1, Accepted(LINUS), people=(ADA, LINUS), channel=8)
        assert await store.summaries(person=GRACE.id) == []
        assert await store.summaries(person=LINUS.id) == [moved]
        assert await store.summaries(person=ADA.id, channel=CHANNEL) == []
        assert await store.summaries(person=ADA.id, channel=ChannelId(8), statuses=opened) == [
            moved
        ]

        people = (ADA, LINUS)
        ended = await append(store, match, 2, people=people, channel=8, status=Status.ENDED)
        assert await store.summaries(person=ADA.id, statuses=opened) == []
        assert await store.summaries(person=ADA.id, channel=ChannelId(8)) == [ended]

    async def test_matches_are_due_from_an_instant_on_longest_due_first(self, store: Store) -> None:
        assert (await store.due(DueKind.MATCH, NOW), await store.pending(NOW)) == ([], [])
        assert await store.upcoming(NOW) == {}
        late = await new_match(store, due=NOW)
        later = await new_match(store, due=NOW - timedelta(hours=1))
        soon = await new_match(store, due=NOW + timedelta(microseconds=1))
        await new_match(store, due=None)

        assert await store.due(DueKind.MATCH, NOW) == [later, late]
        assert await store.due(DueKind.MATCH, NOW, limit=1) == [later]
        assert await store.due(DueKind.MATCH, LATER) == [later, late, soon]
        assert (await store.upcoming(NOW)).get("match") == NOW - timedelta(hours=1)

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
        await store.delivered(two, CHANNEL, MessageId(70))
        assert await store.waiting_posts() == (1, 1, None)
        assert first == one.match

    async def test_closing_twice_is_fine(self, store: Store) -> None:
        await store.close()
        await store.close()
