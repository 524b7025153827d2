"""Seasons and evenings of people who stall, vanish, never come, leave and are deleted, over a bot
that is killed and is away, until an arbiter says whether all came to what the rules say."""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from bot.model.clock.units import MICROSECOND, MINUTE, SECOND
from bot.model.commands import (
    Announce,
    AnswerRequest,
    CallOff,
    Command,
    Hold,
    OfferDraw,
    Resign,
)
from bot.model.competitions.competition import (
    Competition,
    FixtureTerms,
    Format,
    League,
    Phase,
    Presence,
)
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import ChannelId, GuildId, MatchId, PersonId, Status
from bot.model.refusals import Refused
from bot.model.requests import DRAW
from bot.service.build import Service
from bot.service.competitions.changing import CompetitionView
from tests.helpers.matches import any_move
from tests.helpers.people import ROBOT
from tests.helpers.playing import known
from tests.helpers.rounds import Mortal, outlived
from tests.helpers.thinking import InThreads
from tests.service.competitions.arbiter import Act, Arbiter, Meeting, Plan
from tests.service.competitions.draws import are_balanced, can_be_drawn, meet_again
from tests.service.competitions.reckoned import first_monday
from tests.service.conftest import START, was_there
from tests.store.memory import MemoryStore

DELIVERED = """UPDATE outbox SET retry_at = NULL, channel = 7, message = 1000 + id
WHERE retry_at IS NOT NULL"""

NEARLY = timedelta(milliseconds=1)
"""So much is the same instant: now and then the bot is late by less, and moves come first."""

HOST = PersonId(900)
PLACE = (GuildId(70), ChannelId(7))

MANNERS = (
    "steady",
    "steady",
    "slow",
    "stalling",
    "picky",
    "absent",
    "vanishing",
    "leaving",
    "deleted",
    "emigrating",
)
"""How people are: who is picky comes to some of their matches only, and whoever vanishes, leaves or
is deleted does so in the middle, as does whoever is emigrating, from the server."""

ENDS = ("vanishing", "leaving", "deleted", "emigrating")


@dataclass
class Somebody:
    """One of the people, and when they vanish, leave or are deleted."""

    person: Person
    manner: str
    until: datetime = START
    is_gone: bool = False


class Driven:
    """One season or tournament, from its sign-up to its end."""

    def __init__(self, seed: int, form: Format) -> None:
        self.chance, self.form, self.now = Random(seed), form, START
        self.store: Any = MemoryStore()
        self.service = self._service(self.store)
        self.people: dict[int, Somebody] = {}
        self.counts: Counter[str] = Counter()
        self.acts: list[Act] = []
        self.absences: list[tuple[datetime, datetime]] = []
        self.number = 0
        self.length = timedelta()
        self.options: dict[int, dict[str, Any]] = {}
        self.seconds: dict[int, int] = {}
        self._intended: dict[int, tuple[int, datetime | None]] = {}
        self._shown: dict[int, datetime] = {}
        self._away_at: datetime | None = None

    def _service(self, store: Any) -> Service:
        chance = Random(self.chance.random())
        return Service(
            store,
            clock=lambda: self.now,
            chance=chance,
            robot=ROBOT,
            thinking=InThreads(2000),
            has_left=self._has_left,
        )

    async def _has_left(self, _: GuildId, person: PersonId) -> bool:
        somebody = self.people[person]
        is_missed = somebody.manner == "emigrating" and somebody.is_gone
        if is_missed:
            self.acts.append(Act(self.now, "missed", entrant=person))
            self.counts["missed"] += 1
        return is_missed

    async def run(self) -> CompetitionView:
        """Let it go to its end, and check what it came to."""
        await self._begin()
        for _ in range(20_000):
            due = await self._tick()
            competition = await self.service.competitions.competition(self.number)
            if competition.phase is not Phase.RUNNING:
                break
            await self._pass(due)
        else:
            raise AssertionError("it has no end")
        return await self._check()

    async def _begin(self) -> None:
        pick = self.chance.choice
        game, options = pick([*[("pile", {})] * 8, ("bounce", {}), ("clump", {"size": 8})])
        terms = FixtureTerms(game, options, pair=pick([True, False]), banks=True)
        count = pick([3, 4, 4, 5, 5, 6, 6, 7, 8])
        whole = await self._found(terms, count)
        for each in self.people.values():
            each.until = self.now + whole * self.chance.random()
        if self.chance.random() < 0.4:
            self._away_at = self.now + whole * self.chance.random()
        self.counts["in pairs"] += terms.pair
        self.counts[game] += 1

    def _newcomer(self) -> Person:
        number = PersonId(len(self.people) + 1)
        manner = self.chance.choice(MANNERS)
        self.people[number] = Somebody(Person(number, f"P{number}."), manner)
        self.counts[manner] += 1
        return self.people[number].person

    async def _found(self, terms: FixtureTerms, count: int) -> timedelta:
        if self.form is Format.SEASON:
            return await self._found_league(terms, count)
        self.length = self.chance.choice([15, 20, 30, 45, 60, 2880]) * MINUTE
        begins = self.now + timedelta(hours=self.chance.randint(1, 30))
        cup = Competition(0, self.form, *PLACE, "Cup", terms, HOST, Phase.SIGN_UP, begins, begins)
        rounds = self.chance.choice([0, 0, 5, 15]) if self.form is Format.SWISS else 0
        cup = replace(cup, rounds=rounds, round_time=self.length)
        book = self.service.competitions
        self.number = (await book.announce(cup)).number
        for _ in range(count):
            await book.enter(self.number, self._newcomer())
        await self._at(begins)
        await self._tick()
        return self.length * 1.5

    async def _found_league(self, terms: FixtureTerms, count: int) -> timedelta:
        leagues = self.service.leagues
        size = self.chance.choice([4, 5])
        league = await leagues.found(League(0, *PLACE, "League", terms, 4, size, HOST))
        for _ in range(count):
            self.now += SECOND
            await leagues.sign_up(league.number, self._newcomer())
        await self._at(first_monday(self.now))
        await self._tick()
        self.number = known((await leagues.league(league.number)).current)
        self.length = timedelta(days=27)
        return self.length

    # Time

    async def _at(self, now: datetime) -> None:
        self.now = now
        await was_there(self.store, now)

    async def _tick(self) -> datetime | None:
        # All that is due now, however often the process is killed meanwhile.
        self.store.sql(DELIVERED)
        while self.chance.random() < 0.04:
            mortal = Mortal(
                self.store, self.chance.randint(1, 60), behind=self.chance.random() < 0.5
            )
            self.counts["kills"] += not await outlived(self._service(mortal).queue, mortal)
            self.service = self._service(self.store)
        for _ in range(50):
            due = await self.service.queue.tick()
            self.store.sql(DELIVERED)
            self._note_matches()
            if due is None or due > self.now:
                return due
        raise AssertionError("something is due for ever")

    async def _pass(self, due: datetime | None) -> None:
        intended = await self._all_intended()
        await self._at(self._next(due, intended))
        if self._away_at and self._away_at <= self.now:
            await self._be_away()
        for number, at in intended.items():
            if at <= self.now:
                await self._act(MatchId(number))
        for number, at in [*self._shown.items()]:
            if at <= self.now:
                await self._show(MatchId(number))
        for somebody in self._going():
            if somebody.until <= self.now:
                # One after the other, each behind all that was due before.
                await self._tick()
                await self._go(somebody)

    async def _all_intended(self) -> dict[int, datetime]:
        running = self.store.sql(
            "SELECT id, seq FROM matches WHERE competition = ? AND status = ?",
            *(self.number, Status.RUNNING.value),
        )
        for number, seq in running:
            if self._intended.get(number, (0, None))[0] != seq and number not in self._shown:
                await self._think(MatchId(number))
        shown = (number for number, _ in running if number not in self._shown)
        return {number: at for number in shown if (at := self._intended[number][1])}

    def _next(self, due: datetime | None, intended: Mapping[int, datetime]) -> datetime:
        times = [*intended.values(), *self._shown.values(), *(p.until for p in self._going())]
        at = max(self.now, min([*times, *(each for each in (due, self._away_at) if each)]))
        # Somebody who moves just too late is faster than the bot.
        return max([at, *(each for each in times if each == at + MICROSECOND)])

    def _going(self) -> list[Somebody]:
        return [p for p in self.people.values() if p.manner in ENDS and not p.is_gone]

    async def _be_away(self) -> None:
        await self._tick()
        since = self.now
        evening = self.length < timedelta(days=1)
        # Now and then for far longer than the date can move.
        times = self.chance.choice([1, 1, 1, 14])
        self.now += timedelta(minutes=times * self.chance.randint(2, 150 if evening else 4300))
        self.absences.append((since, self.now))
        self.counts["absences"] += 1
        self.service = self._service(self.store)
        await self.service.outages.report()
        self._away_at = None
        self._intended = {}
        await self._tick()

    # People

    async def _think(self, number: MatchId) -> None:
        match = await self.service.matches.match(number)
        if match.status is Status.RUNNING and self.chance.random() < 0.02:
            await self.service.matches.do(match, Hold(match.board_seq))
            self._note(number, "held")
            self._shown[number] = self.now + self.length * self.chance.random() / 3
        else:
            self._intended[number] = (match.seq, self._when(match))

    def _when(self, match: Match) -> datetime | None:
        somebody = self.people[known(match.turn_person).id]
        deadline = known(match.deadline)
        left = deadline - self.now
        if somebody.manner == "absent" or (somebody.manner == "picky" and match.id % 3):
            return None
        if somebody.is_gone:
            return None
        if somebody.manner == "stalling":
            early = self.chance.choice([NEARLY, SECOND, left / 50, left / 4, -MICROSECOND])
            return max(self.now, deadline - (early if early < timedelta() else max(early, NEARLY)))
        return (
            self.now
            + left * self.chance.uniform(0.3, 0.9 if somebody.manner == "slow" else 0.3) / 3
        )

    async def _act(self, number: MatchId) -> None:
        match = await self.service.matches.match(number)
        self._intended.pop(number, None)
        if match.status is not Status.RUNNING or match.turn_person is None:
            return
        person, seat = match.turn_person.id, known(match.turn) - 1
        # Too late nobody does what is allowed then: give up, or have it called off.
        what = self.chance.random() if self.now < known(match.deadline) else 0.04
        if what < 0.02:
            await self._try(match, Act(self.now, "resigned", number, seat), Resign(person))
        elif what < 0.03:
            await self._try(match, Act(self.now, "called_off", number), CallOff(HOST))
        elif what < 0.05:
            await self._agree(match)
        else:
            move = any_move(match, self.chance)
            await self._try(match, Act(self.now, "played", number, seat, move.text), move)

    async def _agree(self, match: Match) -> None:
        one, other = (each.id for each in match.seats)
        with suppress(Refused):
            match = await self.service.matches.do(match, OfferDraw(one))
        answer = AnswerRequest(DRAW, other, yes=True)
        await self._try(match, Act(self.now, "agreed", match.id), answer)

    async def _try(self, match: Match, act: Act, command: Command) -> None:
        """Do it, or find out that it is refused as time is up; the process may be killed in it."""
        lives = self.chance.randint(1, 12) if self.chance.random() < 0.03 else 10**9
        mortal = Mortal(self.store, lives, behind=self.chance.random() < 0.5)
        service = self.service if lives > 99 else self._service(mortal)
        with suppress(Refused, asyncio.CancelledError):
            await service.matches.do(match, command)
        if lives < 99:
            self.counts["kills"] += 1
            self.service = self._service(self.store)
        after = await self.service.matches.match(match.id)
        happened = {
            "played": len(after.plies) > len(match.plies),
            "resigned": known(after.outcome).reason == "resigned" if after.outcome else False,
            "agreed": known(after.outcome).reason == "agreed" if after.outcome else False,
            "called_off": after.outcome is not None and after.outcome.reason == "called_off",
        }[act.what]
        if happened:
            self.acts.append(act)
        elif lives > 99:
            self.counts["refused"] += 1
            self.acts.append(replace(act, is_refused=True))

    def _note(self, number: int, what: str) -> None:
        self.acts.append(Act(self.now, what, number))
        self.counts[what] += 1

    async def _show(self, number: MatchId) -> None:
        del self._shown[number]
        if not self._events(number):
            # It went with the last of both who were deleted.
            return
        match = await self.service.matches.match(number)
        if match.status is Status.RUNNING:
            await self.service.matches.do(match, Announce(match.board_seq, self.now))
            self._note(number, "shown")

    async def _go(self, somebody: Somebody) -> None:
        somebody.is_gone = True
        if somebody.manner == "leaving":
            if await self.service.competitions.leave(self.number, somebody.person.id):
                self.acts.append(Act(self.now, "left", entrant=somebody.person.id))
        elif somebody.manner == "deleted":
            await self.service.privacy.request_deletion(somebody.person.id)
            self.acts.append(Act(self.now, "left", entrant=somebody.person.id))
        elif somebody.manner == "emigrating":
            self.acts.append(Act(self.now, "emigrated", entrant=somebody.person.id))
        self._intended = {}

    # What has to hold

    async def _check(self) -> CompetitionView:
        view = await self.service.competitions.view(self.number)
        arbiter = Arbiter(self._plan(view), self.acts)
        end = arbiter.follow()
        assert view.competition.phase is Phase.ENDED
        self._compare_ends(arbiter)
        out = {e.number for e in view.entrants if e.presence is not Presence.IN}
        assert out == arbiter.out, f"{out} are out, not {arbiter.out}"
        by_pair = {(of.first, of.second): points for of, points in arbiter.results}
        for each in view.fixtures:
            assert each.fixture.settlement
            # What never began, as the bot was away until after the last date, counts for nobody.
            expected = by_pair.get((each.fixture.first, each.fixture.second))
            assert each.fixture.points == expected, f"{each.fixture}, not {expected}"
        if self.form is not Format.SEASON:
            self._check_rounds(view, arbiter)
        tables = [[astuple(row)[1:] for row in table] for table in view.tables]
        assert tables == arbiter.tables()
        assert abs(self.now - end) < NEARLY, f"it ended at {self.now}, not {end}"
        self.counts["fixtures"] += len(view.fixtures)
        self.counts["never came"] += len(arbiter.never_came)
        self.counts["matches"] += len(arbiter.boards)
        return view

    def _check_rounds(self, view: CompetitionView, arbiter: Arbiter) -> None:
        of = view.competition
        drawn = [(e.fixture.first, e.fixture.second) for e in view.fixtures]
        assert not meet_again(drawn)
        assert of.terms.pair or are_balanced(drawn)
        if self.form is Format.ROUND_ROBIN:
            people = len(view.entrants)
            assert of.rounds == people - 1 + people % 2
            assert len(drawn) == people * (people - 1) / 2
        if of.round < of.rounds:
            late = self.now >= of.begins + of.rounds * self.length
            self.counts["ended late" if late else "ended as nobody could be paired"] += 1
            here = [e.number for e in view.entrants if e.number not in arbiter.out]
            assert late or not can_be_drawn(here, drawn, is_pair=of.terms.pair)
            by_seats = not late and can_be_drawn(here, drawn, is_pair=True)
            assert view.ends_by_seats == by_seats
            self.counts["ended by seats alone"] += by_seats

    def _compare_ends(self, arbiter: Arbiter) -> None:
        for number, board in arbiter.boards.items():
            rows = self._events(number)
            if not rows:
                # It is gone, as when it was to be shown.
                continue
            (started,) = (at for kind, at, _ in rows if kind == "started")
            assert abs(started - board.begins) < NEARLY, f"match {number} began at {started}"
            ((at, ended),) = ((at, what) for kind, at, what in rows if kind == "ended")
            points = {(1,): (2, 0), (2,): (0, 2)}.get(tuple(ended["winners"]), (1, 1))
            end, *expected = known(board.end)
            found = [ended["reason"], None if ended["reason"] == "called_off" else points]
            assert found == expected, f"match {number} ended {found} at {at}, not {board.end}"
            assert abs(at - end) < NEARLY, f"match {number} ended {found} at {at}, not at {end}"
            self.counts[f"ended {ended['reason']}"] += 1

    def _events(self, number: int) -> list[tuple[str, datetime, dict[str, Any]]]:
        rows = self.store.sql(
            "SELECT kind, at, payload FROM events WHERE match_id = ? ORDER BY seq", number
        )
        return [(kind, datetime.fromisoformat(at), json.loads(what)) for kind, at, what in rows]

    def _plan(self, view: CompetitionView) -> Plan:
        competition = view.competition
        return Plan(
            game=competition.terms.game,
            is_season=self.form is Format.SEASON,
            is_pair=competition.terms.pair,
            begins=competition.begins,
            length=self.length,
            rounds=competition.round,
            seeds={each.number: each.seed for each in view.entrants},
            divisions={each.number: each.division for each in view.entrants},
            left=competition.rounds - competition.round,
            meetings=[self._meeting(each) for each in view.fixtures],
            absences=self.absences,
        )

    def _meeting(self, of: Any) -> Meeting:
        first = of.fixture.match
        both = [each for each in (first, self.seconds.get(first)) if each]
        matches = tuple((int(each), self.options[each]) for each in both)
        return Meeting(of.fixture.round, of.fixture.first, of.fixture.second, matches)

    def _note_matches(self) -> None:
        # What is gone once both are deleted.
        for (number,) in self.store.sql("SELECT id FROM matches"):
            if number not in self.options:
                told = {kind: what for kind, _, what in self._events(number)}
                self.options[number] = told["started"]["options"]
                if first := told["challenged"]["terms"].get("pair_of"):
                    self.seconds[first] = number
