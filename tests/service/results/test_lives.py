"""Whatever happens to matches, people and servers: the ratings kept are those reckoned apart."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.model.commands import AnswerRequest, OfferDraw, Play, Resign
from bot.model.events import Challenged, Person, Rated, Recorded
from bot.model.ratings.rating import Eligibility, RatingPoint
from bot.model.records import MatchId, Status
from bot.model.requests import DRAW
from bot.model.terms import Terms
from tests.helpers.long_runs import mostly_long
from tests.helpers.people import ADA, EDSGER, GRACE, GUILD, LINUS, ROBOT
from tests.model.ratings.reckoned import reckoned
from tests.service.conftest import Club

RATED = Terms(rated=True)
STEPS = 40


class Life:
    """Four people over one store, who begin, end and delete as the dice say. `seen` are the events
    of all matches as they were before anybody was taken out of them."""

    def __init__(self, seed: int) -> None:
        self.dice, self.club = Random(seed), Club()
        self.people = [ADA, GRACE, LINUS, EDSGER]
        self.seen: dict[int, list[Recorded]] = {}

    async def live(self) -> None:
        deeds = [self.play, self.play, self.play, self.pair, self.leave_running, self.rest]
        for step in range(STEPS):
            await self.dice.choice(deeds)()
            await self.look()
            if step in (STEPS // 2, STEPS - 8) and len(self.people) > 2:
                await self.delete(self.people.pop(self.dice.randrange(len(self.people))))
        await self.rest()

    async def look(self) -> None:
        """Note what has happened since; what was noted stays as it was."""
        for row in await self.club.store.summaries(limit=1000):
            events = await self.club.store.events(row.match)
            known = self.seen.get(row.match, [])
            self.seen[row.match] = [*known, *events[len(known) :]]

    async def play(self) -> None:
        await self.end(await self.begin(RATED))

    async def pair(self) -> None:
        first = await self.begin(replace(RATED, pair=True))
        await self.rest()
        (second,) = [number for number, each in self.seen.items() if _pair_of(each) == first]
        for number in self.dice.sample([first, MatchId(second)], 2):
            match = await self.club.match(number)
            for _ in range(self.dice.choice([0, 2, 5])):
                if match.turn_person and match.status is Status.RUNNING:
                    match = await self.club.do(number, Play(match.turn_person.id, "1"))
            await self.end(number)

    async def leave_running(self) -> None:
        await self.begin(RATED)

    async def rest(self) -> None:
        await self.club.later(hours=self.dice.choice([0, 1, 30, 24 * 5]), seconds=10)
        await self.look()

    async def begin(self, terms: Terms) -> MatchId:
        host, guest = self.dice.sample(self.people, 2)
        moves = " ".join("1" * self.dice.choice([3, 4, 5]))
        return (await self.club.begin(guest, host=host, moves=moves, terms=terms)).id

    async def end(self, number: MatchId) -> None:
        match = await self.club.match(number)
        mover = match.turn_person
        if match.status is not Status.RUNNING or mover is None:
            return
        if self.dice.random() < 0.2:
            (other,) = (person for person in match.seats if person != mover)
            await self.club.do(number, OfferDraw(mover.id))
            await self.club.do(number, AnswerRequest(DRAW, other.id, True))
        else:
            await self.club.do(number, Resign(self.dice.choice(match.seats).id))

    async def delete(self, person: Person) -> None:
        await self.rest()
        await self.club.service.privacy.request_deletion(person.id)
        for _ in range(4):
            await self.club.tick()
            self.club.pass_by(minutes=2)
        await self.look()

    async def points(self) -> list[RatingPoint]:
        curves = [await self.club.service.ratings.curve(each.id, "pile") for each in self.people]
        return [point for curve in curves for point in curve]

    async def require_right(self) -> int:
        """The ratings of all who stayed are the reckoned ones; how many there are."""
        told = {number: each for number, each in self.seen.items() if not _unseen(each)}
        left = {each.id for each in self.people}
        expected = {key: e for key, e in reckoned(told, ROBOT.id).items() if key[0] in left}
        points = await self.points()
        assert {(p.person, p.pool, p.number) for p in points} == expected.keys()
        for point in points:
            known = expected[point.person, point.pool, point.number]
            assert point.contests == known.contests
            assert point.rating.rating == pytest.approx(known.rating, abs=1e-3)
            assert point.rating.deviation == pytest.approx(known.deviation, abs=1e-3)
        return len(points)


def _pair_of(history: Sequence[Recorded]) -> int | None:
    asked = history[0].event
    assert isinstance(asked, Challenged)
    return asked.terms.pair_of if asked.terms else None


def _unseen(history: Sequence[Recorded]) -> bool:
    # Somebody was deleted before it was settled: it does not count, as only this event tells.
    found = [each.event for each in history if isinstance(each.event, Rated)]
    return any(each.eligibility == Eligibility.DELETED for each in found)


@pytest.mark.parametrize("seed", mostly_long(range(20), 1))
async def test_whatever_happens_the_ratings_are_the_reckoned_ones(seed: int) -> None:
    life = Life(seed)
    await life.live()
    assert await life.require_right() > 1
    before = await life.points()
    await life.club.service.servers.left(GUILD)
    for _ in range(3):
        await life.club.later(seconds=timedelta(days=70).total_seconds())
    assert await life.points() == before
