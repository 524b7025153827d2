"""What a person gains by having others lose to them on purpose, and how true honest ratings are.

A world of 40 people, whose strengths lie around 1500 with a deviation of 200; each plays two
contests of a game a week against others by chance, and wins as often as the strengths say. One of
them, of strength 1500, has accomplices, who lose to them besides. `new`: accounts of their own that
have no other contests. `established`: members of the pool, who play honestly otherwise; the pool is
then twelve weeks old, or they and the farmer came with everybody else on the first day, or the
farmer comes to it as a newcomer. Points above the rating that the same person is listed with in the
same world without them, after 4, 13 and 26 weeks, in brackets while it is provisional and not
listed; `most` is the largest such difference at the end of a week in which it is listed. The mean
of several worlds, whose seeds are 1, 2, ...

`no limits`: Glicko-2 contest by contest, and nothing else.

Below, the share of honest people whose strength lies within one and within two deviations of their
rating after 26 weeks from the first day, and how far off they are.

    python -m bench.farming [--worlds N]
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import hypot
from random import Random
from statistics import mean

from bench.timing import Table, asked
from bot.model.clock.units import WEEK
from bot.model.ratings.folding import RatingHistory
from bot.model.ratings.glicko2 import RatedScore, after_scores
from bot.model.ratings.rated import periods_between, rating_at, rating_shown
from bot.model.ratings.rating import NEW, Contest, Rating, RatingPoint
from bot.model.records import MatchId, PersonId

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
POOL = "any"
WEEKS = 26
LOOKS = (4, 13, 26)
BEFORE = 12
"""Weeks that an established pool has played."""

PEOPLE = 40
FARMER = PersonId(1)
ACCOUNTS = 1000
"""The number of the first new account."""


@dataclass(frozen=True, slots=True)
class World:
    """Who plays and who loses on purpose: every week that many `contests` against each of that many
    `accomplices`; `fresh`: against other new accounts each week; `members`: of the pool. `only` is
    the one week in which that happens, None for all.

    The pool is `old` weeks old when it begins; a `newcomer` joins it then.
    """

    name: str
    accomplices: int = 0
    contests: int = 10
    fresh: bool = False
    only: int | None = None
    members: bool = False
    old: int = 0
    newcomer: bool = False
    people: int = PEOPLE
    each: int = 2

    @property
    def honest(self) -> "World":
        return replace(self, accomplices=0)

    def losers(self, week: int) -> Iterator[PersonId]:
        if week >= 0 and self.only in (None, week):
            first = 2 if self.members else ACCOUNTS + week * self.accomplices * self.fresh
            yield from list(map(PersonId, range(first, first + self.accomplices))) * self.contests


FARMS = (
    World("new: one, 10 a week", 1),
    World("new: two, 10 each a week", 2),
    World("new: five, 10 each a week", 5),
    World("new: another each week, 4 contests", 1, 4, fresh=True),
    World("new: five others each week, 4 each", 5, 4, fresh=True),
    World("new: 20 others each week, 4 each", 20, 4, fresh=True),
    World("new: 20 in the first week, 4 each", 20, 4, only=0),
    World("new: 20 in the 12th week, 4 each", 20, 4, only=11),
    World("new: 20 others each week, farmer established", 20, 4, fresh=True, old=BEFORE),
    World("established: one, 10 a week", 1, members=True, old=BEFORE),
    World("established: two, 10 each a week", 2, members=True, old=BEFORE),
    World("established: five, 10 each a week", 5, members=True, old=BEFORE),
    World("established: five, all since the first day", 5, members=True),
    World("established: five, a newcomer", 5, members=True, old=BEFORE, newcomer=True),
)
HONEST = (
    World("40 people, 2 contests each a week"),
    World("40 people, 1 a week", each=1),
    World("40 people, 5 a week", each=5),
    World("10 people, 2 a week", people=10),
    World("100 people, 2 a week", people=100),
)


@dataclass
class Lived:
    """The strengths of a world, and what its contests say: the farmer's rating week by week, and
    everybody's in the end."""

    strengths: dict[PersonId, float]
    course: list[Rating]
    ratings: dict[PersonId, Rating]


class Plain:
    """Glicko-2 contest by contest, without any limit."""

    def __init__(self) -> None:
        self.last: dict[tuple[PersonId, str], RatingPoint] = {}

    def settle(self, contest: Contest) -> None:
        known = [self.last.get((person, POOL)) for person in contest.people]
        before = [rating_at(point, contest.at) for point in known]
        for n, (person, point) in enumerate(zip(contest.people, known, strict=True)):
            periods = periods_between(point.at, contest.at) if point else 0.0
            scores = [RatedScore(before[1 - n], 1.0 - n)]
            rating = after_scores(point.rating if point else NEW, scores, periods)
            self.last[person, POOL] = RatingPoint(
                person, POOL, contest.number, contest.at, rating, 1, best=rating.rating
            )


def lived(world: World, seed: int, rules: Plain | RatingHistory) -> Lived:
    """All contests of the world. What honest people do is the same for every farm."""
    random, number, course = Random(seed), 0, []
    strengths = {PersonId(n): random.gauss(1500, 200) for n in range(1, world.people + 1)}
    strengths[FARMER] = 1500
    for week in range(-world.old, WEEKS):
        here = [p for p in strengths if p != FARMER or week >= 0 or not world.newcomer]
        results = [r for _ in range(world.each) for r in _played(random, here, strengths)]
        results += [(FARMER, loser) for loser in world.losers(week)]
        begun = MONDAY + (week + world.old) * WEEK
        for n, people in enumerate(results):
            number, at = number + 1, begun + n * WEEK / len(results)
            rules.settle(Contest(MatchId(number), POOL, None, at, people, (1, 2)))
        course += [_shown(rules, FARMER, begun + WEEK)] if week >= 0 else []
    return Lived(strengths, course, {each: _shown(rules, each, begun + WEEK) for each in strengths})


def _played(
    random: Random, people: Sequence[PersonId], strengths: dict[PersonId, float]
) -> Iterator[tuple[PersonId, PersonId]]:
    # Everybody meets somebody, but for one if they are odd; each time the winner comes first.
    drawn = random.sample(people, len(people))
    for one, other in zip(drawn[::2], drawn[1::2], strict=False):
        chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
        yield (one, other) if random.random() < chance else (other, one)


def _shown(rules: Plain | RatingHistory, person: PersonId, at: datetime) -> Rating:
    point = rules.last.get((person, POOL))
    return rating_shown(point, at) if point else NEW


def gains(world: World, worlds: int, rules: Callable[[], Plain | RatingHistory]) -> tuple[str, str]:
    """Points more than without accomplices, after each of the `LOOKS`; and the most of a week."""
    courses = []
    for seed in range(1, worlds + 1):
        farmed, honest = (lived(each, seed, rules()).course for each in (world, world.honest))
        pairs = zip(farmed, honest, strict=True)
        courses.append([(one.rating - other.rating, one.deviation) for one, other in pairs])
    weeks = [
        (mean(gain for gain, _ in each), Rating(deviation=mean(sure for _, sure in each)))
        for each in zip(*courses, strict=True)
    ]
    at = [weeks[look - 1] for look in LOOKS]
    looks = [f"({gain:+.0f})" if rating.is_provisional else f"{gain:+.0f}" for gain, rating in at]
    listed = [gain for gain, rating in weeks if not rating.is_provisional]
    return ", ".join(looks), f"{max(listed):+.0f}" if listed else "never"


def truth(world: World, worlds: int) -> list[str]:
    """Of honest people: how many are within one and two deviations, the mean deviation, and the
    root of the mean square of what they are off by."""
    found = []
    for seed in range(1, worlds + 1):
        life = lived(world, seed, RatingHistory())
        found += [
            (life.strengths[each] - r.rating, r.deviation) for each, r in life.ratings.items()
        ]
    within = [mean(abs(off) < n * sure for off, sure in found) for n in (1, 2)]
    off = hypot(*(off for off, _ in found)) / len(found) ** 0.5
    return [f"{100 * each:.0f} %" for each in within] + [
        f"{mean(s for _, s in found):.0f}",
        f"{off:.0f}",
    ]


def main() -> None:
    worlds = asked(__doc__, worlds=5).worlds
    table = Table("accomplices", "no limits: +4, 13, 26 weeks", "as rated: the same", "most")
    for world in FARMS:
        table.row(world.name, gains(world, worlds, Plain)[0], *gains(world, worlds, RatingHistory))
    table = Table("honest", "within 1", "within 2", "deviation", "off by")
    for world in HONEST:
        table.row(world.name, *truth(world, worlds))


if __name__ == "__main__":
    main()
