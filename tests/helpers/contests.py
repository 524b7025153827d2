"""Contests to be rated, and the matches they are read off."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from bot.model.events import Challenged, Ended, Event, Person, Played, Recorded, Started
from bot.model.ratings.rating import Contest
from bot.model.records import MatchId
from bot.model.terms import Terms

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
RATED = Terms(rated=True)
MOVES = [Played(1, "a"), Played(2, "b"), Played(1, "c"), Played(2, "d")]


def contest(
    number: int,
    people: Sequence[int],
    ranks: Sequence[int] | None = None,
    at: datetime = MONDAY,
    pool: str = "pile",
    late: Iterable[int] = (),
) -> Contest:
    """A contest, which the first of the people won unless it is said."""
    found = tuple(ranks or (1, *[2] * (len(people) - 1)))
    return Contest(MatchId(number), pool, None, at, tuple(people), found, frozenset(late))


def history(
    *events: Event, people: Sequence[int] = (1, 2), terms: Terms = RATED, at: datetime = MONDAY
) -> list[Recorded]:
    """All events of a match of those people, with these after its start; the last one is `at`."""
    seats = tuple(Person(each, f"P{each}") for each in people)
    asked = Challenged("pile", {}, seats[0], seats[1:], 7, 70, "host", None, at, terms=terms)
    every = [asked, Started(seats, {}), *events]
    first = at - HOUR * (len(every) - 1)
    return [Recorded(n, each, first + HOUR * (n - 1)) for n, each in enumerate(every, 1)]


def won_by(seat: int, reason: str = "resigned") -> list[Event]:
    """Four moves, and the end."""
    return [*MOVES, Ended((seat,), reason)]
