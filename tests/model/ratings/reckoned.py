"""The ratings of games between two, reckoned from the events by what players are told alone.

It shares nothing with the bot but its events: the rules are those of `docs/`, the arithmetic is
that of Glickman's "Example of the Glicko-2 system".
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.model.events import Challenged, Ended, Played, Recorded, Replaced, Started, TakenBack
from bot.model.records import PersonId
from bot.model.terms import USUAL_TERMS, Terms

SCALE, TAU, PROVISIONAL = 173.7178, 0.5, 110.0
SERIES = timedelta(days=3)
A_MONTH = FEWEST = 4
NOBODY_WON = ("called_off", "abandoned")
ON_TIME = ("time", "time_lost")


@dataclass
class Strength:
    """A rating as it is after a week; `contests` have counted by then."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    week: date | None = None
    contests: int = 0


@dataclass
class Meeting:
    """A match or a pair of two people: the points of the first and of the second."""

    number: int
    pool: str
    at: datetime
    people: tuple[PersonId, PersonId]
    points: list[int]
    late: set[PersonId]
    plies: int
    counts: bool = True

    @property
    def week(self) -> date:
        day = self.at.date()
        return day - timedelta(days=day.weekday())


def reckoned(
    histories: Mapping[int, Sequence[Recorded]], robot: PersonId
) -> dict[tuple[PersonId, str, date], Strength]:
    """Each person's rating after each week in which a contest of theirs counted, by pool."""
    counted = [each for each in _judged(_meetings(histories, robot)) if each.counts]
    found: dict[tuple[PersonId, str, date], Strength] = {}
    now: dict[tuple[PersonId, str], Strength] = defaultdict(Strength)
    for week in sorted({each.week for each in counted}):
        own = [each for each in counted if each.week == week]
        keys = {(person, each.pool) for each in own for person in each.people}
        before = {key: _grown(now[key], week) for key in keys}
        for person, pool in keys:
            now[person, pool] = found[person, pool, week] = _after(person, pool, week, own, before)
    return found


def _meetings(histories: Mapping[int, Sequence[Recorded]], robot: PersonId) -> Iterator[Meeting]:
    found = {n: meeting for n, each in histories.items() if (meeting := _meeting(n, each, robot))}
    for number, meeting in found.items():
        terms = _terms(histories[number])
        seconds = [n for n, each in histories.items() if _terms(each).pair_of == number]
        if terms.pair_of or (terms.pair and (not seconds or seconds[0] not in found)):
            continue
        yield _joined(meeting, found[seconds[0]]) if terms.pair else meeting


def _terms(history: Sequence[Recorded]) -> Terms:
    asked = history[0].event
    assert isinstance(asked, Challenged)
    return asked.terms or USUAL_TERMS


def _meeting(number: int, history: Sequence[Recorded], robot: PersonId) -> Meeting | None:
    events = [each.event for each in history]
    asked = events[0]
    assert isinstance(asked, Challenged)
    ends = [(each.event, each.at) for each in history if isinstance(each.event, Ended)]
    seats = [event.seats for event in events if isinstance(event, Started)]
    if not ends or not seats or not (asked.terms and asked.terms.rated):
        return None
    (end, at), (first, second) = ends[0], [person.id for person in seats[0]]
    plies = sum(isinstance(event, Played) for event in events)
    plies -= sum(event.plies for event in events if isinstance(event, TakenBack))
    bars = (
        robot in (first, second),
        end.reason in NOBODY_WON,
        end.reason == "adjudicated" and not end.winners,
        any(isinstance(event, Replaced) for event in events),
    )
    points = [2 if end.winners == (seat,) else 0 if end.winners else 1 for seat in (1, 2)]
    late = {(first, second)[n] for n in (0, 1) if not points[n] and end.reason in ON_TIME}
    return Meeting(number, asked.game, at, (first, second), points, late, plies, not any(bars))


def _joined(one: Meeting, other: Meeting) -> Meeting:
    points = [
        mine + other.points[other.people.index(person)]
        for person, mine in zip(one.people, one.points, strict=True)
    ]
    lost = {person for person, own in zip(one.people, points, strict=True) if own < max(points)}
    at, plies = max(one.at, other.at), max(one.plies, other.plies)
    late, counts = (one.late | other.late) & lost, one.counts and other.counts
    return Meeting(one.number, one.pool, at, one.people, points, late, plies, counts)


def _judged(meetings: Iterable[Meeting]) -> list[Meeting]:
    ordered = sorted(meetings, key=lambda each: (each.at, each.number))
    for at, each in enumerate(ordered):
        earlier = [other for other in ordered[:at] if other.counts]
        same = [
            other
            for other in earlier
            if {*other.people} == {*each.people}
            and other.pool == each.pool
            and (other.at.year, other.at.month) == (each.at.year, each.at.month)
        ]
        series = [o for o in earlier if o.late & each.late and each.at - o.at <= SERIES]
        each.counts &= each.plies >= FEWEST and not series and len(same) < A_MONTH
    return ordered


def _grown(known: Strength, week: date) -> Strength:
    deviation = known.deviation
    idle = (week - known.week).days // 7 - 1 if known.week else 0
    for _ in range(idle):
        deviation = min(350.0, math.hypot(deviation, known.volatility * SCALE))
    return Strength(known.rating, deviation, known.volatility, known.week, known.contests)


def _after(
    person: PersonId,
    pool: str,
    week: date,
    meetings: Sequence[Meeting],
    before: Mapping[tuple[PersonId, str], Strength],
) -> Strength:
    own = [each for each in meetings if person in each.people and each.pool == pool]
    games = []
    for each in own:
        mine = each.people.index(person)
        against = before[each.people[1 - mine], pool]
        difference = each.points[mine] - each.points[1 - mine]
        score = 1.0 if difference > 0 else 0.5 if not difference else 0.0
        games.append((against.rating, against.deviation, score))
    # Nobody known wins or loses anything against a person who is unknown.
    me = before[person, pool]
    if me.deviation < PROVISIONAL:
        games = [each for each in games if each[1] < PROVISIONAL]
    rating, deviation, volatility = glicko2(me, games)
    return Strength(rating, deviation, volatility, week, me.contests + len(own))


def glicko2(
    me: Strength, games: Sequence[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Rating, deviation and volatility after games with a rating, deviation and score each."""
    # Steps 2 to 8 of the example, by their letters; without a game, step 6 alone.
    if not games:
        return me.rating, min(350.0, math.hypot(me.deviation, me.volatility * SCALE)), me.volatility
    mu, phi, sigma = (me.rating - 1500) / SCALE, me.deviation / SCALE, me.volatility
    expected = []
    for rating, deviation, s in games:
        mu_j, phi_j = (rating - 1500) / SCALE, deviation / SCALE
        g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        expected.append((g, 1 / (1 + math.exp(-g * (mu - mu_j))), s))
    v = 1 / sum(g**2 * e * (1 - e) for g, e, _ in expected)
    gain = sum(g * (s - e) for g, e, s in expected)
    sigma = _volatility(sigma, phi, v, v * gain)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return 1500 + SCALE * (mu + phi**2 * gain), min(350.0, SCALE * phi), sigma


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    a = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    # The root lies between these, and halving finds it as surely as any other way.
    low, high = a - 20 * TAU, a + 20 * TAU
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp(low / 2)
