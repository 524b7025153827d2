"""Months of random play, seen from outside: nobody goes silent, nobody is called twice."""

import random
import re
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import Any

import pytest
from simcord.components import walk_components

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.changes import vacation_left
from bot.model.clock.running import calendar_at
from bot.model.notices.notice_settings import MOST_REMINDERS, Destination
from bot.model.records import MatchId, PersonId, Status
from tests.front.conftest import World
from tests.front.posting.silence import LONGEST_SILENCE, Look, Message, Turn, faults
from tests.front.snapshot import TO_TURN, snapshot
from tests.helpers.people import ADA, GRACE
from tests.helpers.posting import DAY, HOUR, choose, reminders

TIMES = ("1 day a move", "2 days a move", "3 days a move", "7 days a move", "14 days a move")
BANK = "bank 3 d + 1 d a move, at most 7 d"
MATCHES, DAYS = 3, 40
NUMBER = re.compile(r"match (\d+)")


@dataclass
class Person:
    """How somebody lives, in UTC: asleep, away, and which matches they have forgotten."""

    who: Any
    calendar: Calendar
    wish: dict[str, Any]
    away: tuple[datetime, datetime] | None = None
    forgets: set[MatchId] = field(default_factory=set)
    by_hand: timedelta = timedelta(0)

    def is_quiet(self, at: datetime) -> bool:
        """Whether they wished to be told nothing: by their calendar and quiet hours, by hand."""
        sleep = self.calendar.sleep
        asleep = sleep is not None and not sleep.end <= at.time() < sleep.start
        begin, end = self.wish.get("quiet_from"), self.wish.get("quiet_to")
        hushed = begin is not None and end is not None and not end <= at.hour < begin
        away = self.away is not None and self.away[0] <= at < self.away[1]
        return asleep or hushed or away or at.weekday() in self.calendar.weekend


class Months:
    """Three people, three matches between them at any time, and an hour after the other."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.dice = world, random.Random(seed)
        self.people: dict[int, Person] = {}
        self.log: list[Look | Message] = []
        self.seen: set[int] = set()

    async def live(self, days: int) -> list[str]:
        """What was wrong in so many days."""
        for who in (self.world.ada, self.world.grace, self.world.linus):
            self.people[who.id] = await self.settle(who)
        await self.world.env.advance_time(60)
        await self.look()
        for _ in range(days * 24):
            await self.act()
            self.read()
            await self.look()
            await self.world.env.advance_time(HOUR)
            self.read()
        return faults(self.log)

    async def settle(self, who: Any) -> Person:
        """Somebody with habits."""
        sleep = self.dice.choice([None, Sleep(time(22), time(7))])
        weekend = self.dice.choice([frozenset[int](), frozenset({5, 6})])
        calendar = Calendar("UTC", sleep, weekend)
        hours = self.dice.choice([{}, {}, {"quiet_from": 21, "quiet_to": 9}])
        place = self.dice.choice([Destination.CHANNEL, Destination.CHANNEL, Destination.DIRECT])
        await self.world.keep(who, calendar)
        await choose(self.world, who, destination=place, **hours)
        return Person(who, calendar, hours)

    async def act(self) -> None:
        """Somebody may move, forget a match, remember all, or go away."""
        running = await self.running()
        if len(running) < MATCHES:
            await self.begin()
        for match in running:
            person = self.people[match.turn_person.id]
            now = self.world.env.now()
            if match.id in person.forgets or person.is_quiet(now) or self.dice.random() > 0.15:
                continue
            await self.world.move(person.who, "1", match=match.id)
            if self.dice.random() < 0.2:
                person.forgets.add(match.id)
        for person in self.people.values():
            if self.dice.random() < 0.004:
                person.forgets.clear()
            if self.dice.random() < 0.002 and not person.away:
                await self.leave(person)
        if self.dice.random() < 0.002:
            await self.world.restart()

    async def begin(self) -> None:
        host, guest = self.dice.sample(list(self.people.values()), 2)
        time, ending = self.dice.choice([*TIMES, BANK]), self.dice.choice(["soft", "hard"])
        asked = {"opponent": guest.who, "time": time, "ending": ending, "size": "small"}
        await host.who.slash(self.world.channel, "challenge heap", spare=9, first="me", **asked)
        await guest.who.click(self.world.last, label="Accept")

    async def leave(self, person: Person) -> None:
        """A vacation taken by hand."""
        days, before, now = self.dice.randrange(1, 4), await self.left(person), self.world.env.now()
        if before >= timedelta(days=days):
            panel = await person.who.slash(self.world.channel, "calendar")
            form = await person.who.click(panel.response, label="Plan a vacation…")
            await person.who.submit_modal(form, {"from": "now", "to": str(days)})
            person.away = (now, now + timedelta(days=days))
            person.by_hand += before - await self.left(person)

    async def left(self, person: Person) -> timedelta:
        now = self.world.env.now()
        history = await self.world.client.store.calendar_history(person.who.id)
        return vacation_left(calendar_at(now, history), now)

    async def running(self) -> list[Any]:
        ids = self.world.sql("SELECT id FROM matches WHERE status = ?", Status.RUNNING)
        return [await self.world.match(number) for (number,) in ids]

    async def look(self) -> None:
        now = self.world.env.now()
        turns = []
        for match in await self.running():
            (other,) = match.others(match.turn_person.id)
            runs = match.deadline is not None and not match.overdue
            turns.append(Turn(match.id, match.turn_seq, match.turn_person.id, other.id, runs))
        quiet = frozenset(n for n, person in self.people.items() if person.is_quiet(now))
        left = {n: await self.left(p) for n, p in self.people.items()}
        by_hand = {n: p.by_hand for n, p in self.people.items()}
        self.log.append(Look(now, tuple(turns), quiet, left, by_hand))

    def read(self) -> None:
        """Note what is new, as it stands when it is first seen."""
        alone = {p.who.user.dm_channel.id: n for n, p in self.people.items()}
        for place in (self.world.channel.id, *alone):
            for number, message in self.world.env.backend.messages[place].items():
                if number not in self.seen and not message.is_ephemeral:
                    self.seen.add(number)
                    called = [alone[place]] if place in alone else message.mention_user_ids
                    self.log += self.parts(
                        message, frozenset(map(PersonId, called)), place in alone
                    )

    def parts(self, message: Any, called: frozenset[PersonId], direct: bool) -> list[Message]:
        """A message as one of each thing that it tells of: a list of matches has a line for each,
        below a sentence that holds for all of them."""
        texts = (part["content"] for part in walk_components(message.components) if is_text(part))
        lines = (message.content or "\n".join(texts)).split("\n")
        if not any(line.startswith("- ") and NUMBER.search(line) for line in lines):
            lines = ["\n".join(lines)]
        found, heading = [], ""
        for line in lines:
            heading = heading if line.startswith("- ") else line
            text = line if line == heading else f"{heading}\n{line}"
            matches = frozenset(MatchId(int(number)) for number in NUMBER.findall(text))
            found.append(Message(message.id, self.world.env.now(), called, matches, text, direct))
        return found


def is_text(part: Any) -> bool:
    return bool(part["type"] == 10)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_nobody_goes_silent_and_nobody_is_called_twice(world: World, seed: int) -> None:
    assert await Months(world, seed).live(DAYS) == []


async def test_a_person_who_forgets_a_match_hears_daily_what_is_left(world: World) -> None:
    await world.start(time="1 day a move", ending="hard", spare=9)
    spent = [m for m in await told_in(world, 23) if "of your vacation are spent" in m.text]
    assert [m.called for m in spent] == [
        frozenset({world.ada.id, world.grace.id}),
        *[frozenset({world.ada.id})] * 19,
    ]
    snapshot(spent[0].text)
    snapshot(spent[-1].text)
    # Behind the end each says what happened, and calls nobody.
    said = [m.content.partition("\n")[0] for m in world.public() if "vacation" in m.content]
    assert said == ["**Ada** ran out of time, and 24 h of vacation were spent."] * 20


async def test_while_vacation_is_spent_nobody_is_warned_of_another_match(world: World) -> None:
    await world.start(time="1 day a move", ending="hard", spare=9)
    await world.env.advance_time(5 * HOUR)
    await world.start(time="2 days a move", ending="hard", spare=9)
    told = [m for m in await told_in(world, 23) if m.matches]
    warned = [m for m in told if "your time is running out" in m.text]
    # The second time the last of it is being spent: behind that their time runs again.
    assert [m.matches for m in warned] == [{1}, {2}, {2}]
    last = max(m.at for m in told if "of your vacation are spent" in m.text)
    assert warned[1].at < last - timedelta(days=19)
    assert last < warned[2].at < last + timedelta(days=1)


async def told_in(world: World, days: int) -> list[Message]:
    """What was said in the channel in so many days, as it stood when it was new: from one moment
    at which something is due to the next."""
    months, now = Months(world, 0), world.env.now()
    end = now + timedelta(days=days)
    while now < end:
        upcoming = await world.client.store.upcoming(now)
        due = min((at for at in upcoming.values() if at > now), default=end)
        await world.env.advance_time(max(1.0, (min(due, end) - now).total_seconds()))
        months.read()
        now = world.env.now()
    return [each for each in months.log if isinstance(each, Message)]


async def test_another_match_calls_while_vacation_is_spent_by_itself(world: World) -> None:
    await world.start(time="1 day a move", spare=9)
    await world.env.advance_time(60 + 2 * DAY)
    await world.start(time="7 days a move", spare=9)
    snapshot(world.last.content)
    await world.env.advance_time(2 * DAY)
    (reminder,) = reminders(world)
    snapshot(reminder.content)


async def test_a_person_who_has_two_weeks_is_reminded_every_two_days(world: World) -> None:
    await world.start(time="14 days a move")
    told = [m for m in await told_in(world, 14) if world.ada.id in m.called]
    assert len(told) > MOST_REMINDERS
    assert all(later.at - before.at <= LONGEST_SILENCE for before, later in pairwise(told))
    assert not any("this is the last reminder" in m.text for m in told)


# The watch itself


def look(hour: float, *turns: Turn, left: float = 20, quiet: frozenset[int] = frozenset()) -> Look:
    """A look after so many hours, at which Ada (1) has so many days of vacation left."""
    at = START + timedelta(hours=hour)
    return Look(at, turns, quiet, {1: timedelta(days=left)}, {1: timedelta(0)})


def told(hour: float, text: str, *called: PersonId) -> Message:
    at = START + timedelta(hours=hour)
    return Message(int(hour * 10), at, frozenset(called), frozenset({MATCH}), text)


MATCH, START = MatchId(1), datetime.fromisoformat("2026-05-01T12:00:00+00:00")
ADAS, GRACES = Turn(MATCH, 2, ADA.id, 2, runs=True), Turn(MATCH, 3, GRACE.id, 1, runs=True)
CALLED = (look(0, ADAS), told(0, TO_TURN, ADA.id), look(1, ADAS))
SPENT = "24 h of your vacation are spent. Left: {}"


@pytest.mark.parametrize(
    ("log", "wrong"),
    [
        (CALLED, ""),
        ((look(0, ADAS), look(1, ADAS)), "never called"),
        (
            (look(0, ADAS), look(1, ADAS, quiet=frozenset({1})), look(2, GRACES), look(3, GRACES)),
            "person=2",
        ),
        ((*CALLED, told(9, TO_TURN, ADA.id), look(9, ADAS)), "more than once"),
        ((*CALLED, told(0.5, "your time is running out", ADA.id), look(3, ADAS)), "already"),
        ((*CALLED, look(48, ADAS)), ""),
        ((*CALLED, look(49, ADAS), look(50, ADAS)), "heard nothing"),
        ((*CALLED, told(24, SPENT.format("19 d"), ADA.id), look(24, ADAS, left=19)), ""),
        ((*CALLED, told(24, SPENT.format("18 d"), ADA.id), look(24, ADAS, left=19)), "not told"),
        ((*CALLED, told(24, SPENT.format("19 d"), GRACE.id), look(24, ADAS, left=19)), "not told"),
        (
            (
                *CALLED,
                *(told(h, SPENT.format("19 d"), ADA.id, GRACE.id) for h in (24, 48)),
                look(48, ADAS),
            ),
            "the opponent was told of vacation 2 times",
        ),
    ],
)
def test_the_watch_finds_what_it_looks_for(log: list[Look | Message], wrong: str) -> None:
    found = faults(log)
    assert all(wrong in each for each in found), found
    assert bool(found) == bool(wrong)
