"""Whatever happens in whatever order: one call for each turn, to exactly who has to make it."""

import asyncio
from collections.abc import Coroutine
from datetime import time, timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.notices.notice_settings import MOST_REMINDERS, NoticeSettings
from bot.model.records import ChannelId, MatchId, PersonId
from tests.helpers.long_runs import LONG
from tests.helpers.rounds import without_threads
from tests.model.notices.quiet import wishes
from tests.service.notices.phone import PEOPLE, Phone

MATCHES = (MatchId(1), MatchId(2), MatchId(3))
CHANNELS = (7, 7, 8)

calendars = st.builds(
    Calendar,
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Chatham"]),
    st.none() | st.builds(Sleep, st.builds(time, st.integers(0, 11)), st.just(time(12))),
    st.frozensets(st.integers(0, 6), max_size=2),
)
matches = st.sampled_from(MATCHES)
people = st.sampled_from([person.id for person in PEOPLE])
minutes = st.sampled_from([1, 30, 61, 300, 720, 1440, 2900])


class Histories(RuleBasedStateMachine):
    """Moves, wishes, looks, refusals, crashes and time, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.phone, self.runner = Phone(), asyncio.Runner()
        without_threads(self.runner.get_loop())

    def run_one(self, work: Coroutine[Any, Any, None]) -> None:
        self.runner.run(work)

    @initialize()
    def begin(self) -> None:
        async def work() -> None:
            for first, channel in enumerate(CHANNELS):
                await self.phone.begin(ChannelId(channel), PEOPLE[first], PEOPLE[first - 1])

        self.run_one(work())

    @rule(match=matches, known=st.sampled_from([False, False, False, True]))
    def move(self, match: MatchId, known: bool) -> None:
        self.run_one(self.phone.move(match, known=known))

    @rule(match=matches)
    def answer_at_once(self, match: MatchId) -> None:
        """A move and the answer that was prepared for it: the turn between is over at once."""

        async def work() -> None:
            await self.phone.move(match)
            await self.phone.move(match)

        self.run_one(work())

    @rule(person=people, wish=wishes)
    def choose(self, person: PersonId, wish: NoticeSettings) -> None:
        self.run_one(self.phone.choose(person, wish))

    @rule(person=people, calendar=calendars)
    def change_calendar(self, person: PersonId, calendar: Calendar) -> None:
        self.run_one(self.phone.sleep(person, calendar))

    @rule(person=people, match=matches)
    def look(self, person: PersonId, match: MatchId) -> None:
        self.run_one(self.phone.look(person, match))

    @rule(channel=st.sampled_from(CHANNELS))
    def change_rights(self, channel: ChannelId) -> None:
        self.phone.silent ^= {channel}

    @rule(person=people)
    def open_or_close_messages(self, person: PersonId) -> None:
        self.phone.closed ^= {person}

    @rule(match=matches, passed=minutes)
    def move_while_nobody_can_be_reached(self, match: MatchId, passed: int) -> None:
        self.phone.silent, self.phone.closed = set(CHANNELS), {person.id for person in PEOPLE}
        self.move(match, False)
        self.live(passed)

    @rule(crash=st.booleans())
    def deliver(self, crash: bool) -> None:
        self.run_one(self.phone.deliver(crash=crash))

    @rule()
    def tick(self) -> None:
        self.run_one(self.phone.tick())

    @rule()
    def restart(self) -> None:
        self.phone.restart()

    @rule(passed=minutes)
    def wait(self, passed: int) -> None:
        self.phone.now += timedelta(minutes=passed)

    @rule(passed=minutes)
    def live(self, passed: int) -> None:
        """Time passes while all works."""
        self.phone.now += timedelta(minutes=passed)

        async def work() -> None:
            await self.phone.tick()
            await self.phone.deliver_all()

        self.run_one(work())

    @invariant()
    def nobody_is_called_twice(self) -> None:
        assert all(number == 1 for number in self.phone.calls().values()), self.phone.sent

    @invariant()
    def only_the_player_to_move_is_called(self) -> None:
        movers = {(call[0], call[1]): set[int]() for call in self.phone.calls()}
        for match, seq, person, _ in self.phone.calls():
            movers[match, seq].add(person)
        assert all(len(found) == 1 for found in movers.values())

    @invariant()
    def nobody_is_called_to_a_turn_they_know_of(self) -> None:
        called = {(match, seq) for match, seq, _, _ in self.phone.calls()}
        assert not called & self.phone.known, self.phone.sent

    @invariant()
    def reminders_stop(self) -> None:
        most = MOST_REMINDERS + 1  # The warning comes besides.
        assert all(number <= 2 * most for number in self.phone.reminders().values())

    def teardown(self) -> None:
        """Once all can be reached again, the player to move has been called, or wanted no call."""
        self.run_one(self._come_to_rest())
        self.runner.close()
        called = {(match, seq) for match, seq, _, _ in self.phone.calls()}
        for turn in self.phone.store.sql("SELECT match_id, seq FROM notices"):
            assert turn in called | self.phone.unwanted | self.phone.known
        self.nobody_is_called_twice()

    async def _come_to_rest(self) -> None:
        self.phone.silent.clear()
        self.phone.closed.clear()
        for _ in range(60):
            await self.phone.tick()
            await self.phone.deliver_all()
            upcoming = (await self.phone.store.upcoming(self.phone.now)).get("person")
            latest = self.phone.now + timedelta(hours=9)
            self.phone.now = max(self.phone.now, min(upcoming or latest, latest))


def test_a_call_that_is_due_is_left_to_the_board_that_may_stand_already() -> None:
    """The board was refused, its player has closed their messages, so the call is due again; then
    the board is posted after all, and the process ends before it can note so."""
    history = Histories()
    history.begin()
    history.move_while_nobody_can_be_reached(MATCHES[0], 1)
    history.change_rights(7)
    history.wait(720)
    history.deliver(crash=False)
    history.deliver(crash=True)
    history.live(1)
    history.nobody_is_called_twice()
    history.teardown()


def test_a_person_who_sleeps_through_all_but_their_quiet_hours_is_called_nevertheless() -> None:
    history = Histories()
    history.begin()
    person = PEOPLE[0].id
    history.choose(person, NoticeSettings(warning=False, quiet_from=12, quiet_to=0))
    history.change_calendar(person, Calendar("UTC", Sleep(time(0), time(12))))
    history.teardown()


def test_a_board_that_stands_already_is_found_where_none_may_be_posted_any_more() -> None:
    history = Histories()
    history.begin()
    history.deliver(crash=False)
    history.deliver(crash=True)
    history.move_while_nobody_can_be_reached(MATCHES[0], 1)
    history.change_calendar(PEOPLE[1].id, Calendar())
    history.change_rights(7)
    history.live(1)
    history.teardown()


Histories.TestCase.settings = settings(max_examples=60 if LONG else 15, stateful_step_count=40)
TestHistories = Histories.TestCase
