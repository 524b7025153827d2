"""Contests to be rated, and the matches they are read off."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from bot.model.clock.units import HOUR
from bot.model.events import Challenged, Ended, Event, Person, Played, Recorded, Started
from bot.model.ratings.rating import Contest, Eligibility
from bot.model.records import MatchId, PersonId, Seat, Seq
from bot.model.terms import Terms
from tests.helpers.people import CHANNEL, FIRST, GUILD, SECOND

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
RATED = Terms(rated=True)
PEOPLE = range(1, 6)
MOVES = [Played(FIRST, "a"), Played(SECOND, "b"), Played(FIRST, "c"), Played(SECOND, "d")]


def contest(
    number: int,
    people: Sequence[int],
    ranks: Sequence[int] | None = None,
    at: datetime = MONDAY,
    pool: str = "pile",
    late: Iterable[int] = (),
    away: timedelta = timedelta(0),
) -> Contest:
    """A contest, which the first of the people won unless it is said. Who was late moved last so
    long before its end."""
    found = tuple(ranks or (1, *[2] * (len(people) - 1)))
    moved = tuple(at - away * (person in set(late)) for person in people)
    who, slow = tuple(map(PersonId, people)), frozenset(map(PersonId, late))
    return Contest(MatchId(number), pool, None, at, who, found, slow, moved=moved)


def history(
    *events: Event,
    people: Sequence[int] = (1, 2),
    terms: Terms = RATED,
    at: datetime = MONDAY,
    idle: timedelta = timedelta(0),
) -> list[Recorded]:
    """All events of a match of those people, with these after its start; the last one is `at`, and
    an hour and the `idle` time after the one before."""
    seats = tuple(Person(PersonId(each), f"P{each}") for each in people)
    asked = Challenged(
        "pile", {}, seats[0], seats[1:], CHANNEL, GUILD, "host", None, at, terms=terms
    )
    every = [asked, Started(seats, {}), *events]
    first = at - HOUR * (len(every) - 1) - idle
    found = [Recorded(Seq(n), each, first + HOUR * (n - 1)) for n, each in enumerate(every, 1)]
    return [*found[:-1], replace(found[-1], at=at)]


def won_by(seat: Seat, reason: str = "resigned") -> list[Event]:
    return [*MOVES, Ended((seat,), reason)]


def season_of(random: Random, contests: int) -> list[Contest]:
    """Contests of two to four people in two months; many end at the same moment."""
    return [_any_contest(random, number) for number in range(1, contests + 1)]


def _any_contest(random: Random, number: int) -> Contest:
    people = random.sample(PEOPLE, random.choice([2, 2, 2, 2, 3, 4]))
    ranks = [random.randint(1, 3) for _ in people]
    at = MONDAY + timedelta(hours=12 * random.randint(0, 120))
    pool = random.choice(["pile", "pile", "tower"]) + "+" * (len(people) > 2)
    late = [person for person, rank in zip(people, ranks, strict=True) if rank == 3]
    away = timedelta(days=random.randint(0, 20))
    found = contest(number, people, ranks, at, pool, late, away)
    return replace(found, barred=Eligibility.SHORT) if random.random() < 0.1 else found
