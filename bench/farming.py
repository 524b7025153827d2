"""What a person gains by having others lose to them on purpose, and what the limits leave of it.

A world of 40 people, whose strengths lie around 1500 with a deviation of 200; each plays two
contests of a game a week against others by chance, and wins as often as the strengths say. One of
them, of strength 1500, has accomplices, who have no other contests and lose all of theirs. Points
above the rating that the same person has in the same world without them, after 4, 13 and 26 weeks;
the mean of several worlds, whose seeds are 1, 2, ...

`no limits`: everything counts, and tells something about everybody. `four a month`: that many
contests count between the same two. `as rated`: besides, an established player learns nothing from
provisional people, which is the only protection against new accounts.

    python -m bench.farming [--worlds N]
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import mean
from typing import NamedTuple

from bench.timing import Table, asked
from bot.model.clock.units import WEEK
from bot.model.ratings.rating import NEW, Contest, Counting, Eligibility, Rating
from bot.model.ratings.weeks import Meeting, after_scores, aged, rating_after
from bot.model.records import MatchId, PersonId

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
WEEKS = 26
LOOKS = (4, 13, 26)
HONEST = 40
FARMER = PersonId(1)
ACCOMPLICES = 1000
"""The number of the first of them."""


Two = tuple[PersonId, PersonId]


class Farm(NamedTuple):
    """Every week that many `contests` against each of that many `accounts`; `fresh`: against other
    ones each week. `only` is the one week in which that happens, None for all."""

    name: str
    accounts: int
    contests: int
    fresh: bool = False
    only: int | None = None

    def losers(self, week: int) -> Iterator[PersonId]:
        if self.only in (None, week):
            first = ACCOMPLICES + week * self.accounts * self.fresh
            yield from list(map(PersonId, range(first, first + self.accounts))) * self.contests


FARMS = (
    Farm("one accomplice, 10 a week", 1, 10),
    Farm("two accomplices, 10 each a week", 2, 10),
    Farm("five accomplices, 10 each a week", 5, 10),
    Farm("a new account a week, 4 contests", 1, 4, fresh=True),
    Farm("five new accounts a week, 4 each", 5, 4, fresh=True),
    Farm("20 new accounts a week, 4 each", 20, 4, fresh=True),
    Farm("20 new accounts in the first week", 20, 4, only=0),
    Farm("20 new accounts in the 12th week", 20, 4, only=11),
)
NOBODY = Farm("nobody", 0, 0)


def world(seed: int, farm: Farm) -> Iterator[list[Contest]]:
    """All contests, week by week. What honest people do is the same for every farm."""
    random, number = Random(seed), 0
    strengths = {PersonId(n): random.gauss(1500, 200) for n in range(1, HONEST + 1)}
    strengths[FARMER] = 1500
    for week in range(WEEKS):
        results = [each for _ in range(2) for each in _played(random, strengths)]
        results += [(FARMER, loser) for loser in farm.losers(week)]
        yield [
            _contest(number + n, each, MONDAY + week * WEEK + n * timedelta(minutes=1))
            for n, each in enumerate(results, 1)
        ]
        number += len(results)


def _played(random: Random, strengths: dict[PersonId, float]) -> Iterator[Two]:
    # Everybody meets somebody; each time the winner comes first.
    people = random.sample(sorted(strengths), len(strengths))
    for one, other in zip(people[::2], people[1::2], strict=True):
        chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
        yield (one, other) if random.random() < chance else (other, one)


def _contest(number: int, people: Two, at: datetime) -> Contest:
    return Contest(MatchId(number), "any", None, at, people, (1, 2))


Step = Callable[[PersonId, Sequence[Meeting]], Rating]


def plain(person: PersonId, week: Sequence[Meeting]) -> Rating:
    """Glicko-2 and nothing else."""
    places = [each.contest.people.index(person) for each in week]
    scores = [(m.before[1 - place], 1.0 - place) for m, place in zip(week, places, strict=True)]
    return after_scores(week[0].before[places[0]], scores)


def everything(contest: Contest) -> Eligibility:
    return Eligibility.COUNTED


RULES: tuple[tuple[str, bool, Step], ...] = (
    ("no limits", False, plain),
    ("four a month", True, plain),
    ("as rated", True, rating_after),
)


def ratings(weeks: Iterable[list[Contest]], is_limited: bool, step: Step) -> list[Rating]:
    """The farmer's rating after each week."""
    known: dict[int, Rating] = {}
    decide = Counting().decide if is_limited else everything
    course = []
    for week in weeks:
        counted = [each for each in week if decide(each) is Eligibility.COUNTED]
        met = [Meeting(c, tuple(known.get(p, NEW) for p in c.people)) for c in counted]
        mine: dict[int, list[Meeting]] = {}
        for each in met:
            for person in each.contest.people:
                mine.setdefault(person, []).append(each)
        idle = {person: aged(each, 1) for person, each in known.items() if person not in mine}
        known = {**idle, **{person: step(PersonId(person), each) for person, each in mine.items()}}
        course.append(known[FARMER])
    return course


def gains(farm: Farm, worlds: int, is_limited: bool, step: Step) -> str:
    """Points more than without the farm, after each of the `LOOKS`."""
    found = []
    for seed in range(1, worlds + 1):
        farmed = ratings(world(seed, farm), is_limited, step)
        honest = ratings(world(seed, NOBODY), is_limited, step)
        found.append([farmed[n - 1].rating - honest[n - 1].rating for n in LOOKS])
    return ", ".join(f"{mean(each):+.0f}" for each in zip(*found, strict=True))


def main() -> None:
    worlds = asked(__doc__, worlds=5).worlds
    table = Table("accomplices", *(f"{name}: +4, 13, 26 weeks" for name, _, _ in RULES))
    for farm in FARMS:
        table.row(farm.name, *(gains(farm, worlds, limited, step) for _, limited, step in RULES))


if __name__ == "__main__":
    main()
