"""The ratings of games between two, reckoned from the events by what players are told alone.

It shares nothing with the bot but its events: the rules are those of `docs/`, the arithmetic is
that of Glickman's "Example of the Glicko-2 system".
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.model.events import Challenged, Ended, Played, Recorded, Replaced, Started, TakenBack
from bot.model.records import PersonId
from bot.model.terms import USUAL_TERMS, Terms

SCALE, TAU, PROVISIONAL = 173.7178, 0.5, 110.0
WEEK, SEASON = timedelta(days=7), timedelta(days=120)
WHOLE_ONES, SURPRISES, LEAST, POWER, FEWEST = 10, 0.15, 1 / 1024, 6, 4
NOBODY_WON = ("called_off", "abandoned")
ON_TIME = ("time", "time_lost")


@dataclass
class Strength:
    """A rating as it is after a contest; `contests` have counted by then."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.09
    at: datetime | None = None
    contests: int = 0
    best: float | None = None


@dataclass
class Meeting:
    """A match or a pair of two people: the points of the first and of the second, who lost on time,
    and when each moved last. Once it is judged: how much it counted for each, and how far it went
    beyond what was expected."""

    number: int
    pool: str
    at: datetime
    people: tuple[PersonId, PersonId]
    points: list[int]
    late: set[PersonId]
    moved: dict[PersonId, datetime]
    plies: int
    counts: bool = True
    weights: dict[PersonId, float] = field(default_factory=dict)
    beyond: dict[PersonId, float] = field(default_factory=dict)


def reckoned(
    histories: Mapping[int, Sequence[Recorded]], robot: PersonId
) -> dict[tuple[PersonId, str, int], Strength]:
    """Each person's rating after each contest that counted for them, by pool and number."""
    found: dict[tuple[PersonId, str, int], Strength] = {}
    now: dict[tuple[PersonId, str], Strength] = defaultdict(Strength)
    past: list[Meeting] = []
    for each in sorted(_meetings(histories, robot), key=lambda one: (one.at, one.number)):
        if not each.counts or each.plies < FEWEST:
            continue
        before = {person: _grown(now[person, each.pool], each.at) for person in each.people}
        for person in each.people:
            if not _was_away(person, each, past):
                after = _after(person, each, now[person, each.pool], before, past)
                found[person, each.pool, each.number] = after
        for person in each.people:
            now[person, each.pool] = found.get(
                (person, each.pool, each.number), now[person, each.pool]
            )
        past.append(each)
    return found


def _was_away(person: PersonId, lost: Meeting, past: Iterable[Meeting]) -> bool:
    if person not in lost.late:
        return False
    own = [o for o in past if person in o.people and lost.at - o.at < SEASON]
    seen = [each.moved[person] for each in [*own, lost] if person in each.moved]
    if any(lost.at - at < WEEK for at in seen):
        return False
    counted = [each.at for each in own if person in each.late and each.weights.get(person)]
    return any(all(moved < at for moved in seen) for at in counted)


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
    moved = _last_moves(history, (first, second))
    people = (first, second)
    return Meeting(number, asked.game, at, people, points, late, moved, plies, not any(bars))


def _last_moves(
    history: Sequence[Recorded], people: tuple[PersonId, PersonId]
) -> dict[PersonId, datetime]:
    moves: list[tuple[int, datetime]] = []
    for each in history:
        if isinstance(each.event, Played):
            moves.append((each.event.seat, each.at))
        elif isinstance(each.event, TakenBack):
            del moves[-each.event.plies :]
    return {people[seat - 1]: at for seat, at in moves}


def _joined(one: Meeting, other: Meeting) -> Meeting:
    points = [
        mine + other.points[other.people.index(person)]
        for person, mine in zip(one.people, one.points, strict=True)
    ]
    lost = {person for person, own in zip(one.people, points, strict=True) if own < max(points)}
    at, plies = max(one.at, other.at), max(one.plies, other.plies)
    late, counts = (one.late | other.late) & lost, one.counts and other.counts
    moved = {**one.moved}
    for person, then in other.moved.items():
        moved[person] = max(then, moved.get(person, then))
    return Meeting(one.number, one.pool, at, one.people, points, late, moved, plies, counts)


def _grown(known: Strength, at: datetime) -> Strength:
    idle = (at - known.at) / WEEK if known.at else 0.0
    deviation = math.sqrt(known.deviation**2 + idle * (known.volatility * SCALE) ** 2)
    return Strength(known.rating, min(350.0, deviation), known.volatility)


def _after(
    person: PersonId,
    each: Meeting,
    last: Strength,
    before: Mapping[PersonId, Strength],
    past: list[Meeting],
) -> Strength:
    mine = each.people.index(person)
    me, other = before[person], before[each.people[1 - mine]]
    difference = each.points[mine] - each.points[1 - mine]
    score = 1.0 if difference > 0 else 0.5 if not difference else 0.0
    g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
    beyond = score - 1 / (1 + math.exp(-g * (me.rating - other.rating) / SCALE))
    same = [
        o
        for o in past
        if {*o.people} == {*each.people} and o.pool == each.pool and each.at - o.at < SEASON
    ]
    net = sum(o.beyond.get(person, 0.0) for o in same)
    used = sum(o.weights.get(person, 0.0) for o in same) / WHOLE_ONES
    if net * beyond > 0:
        used = max(used, abs(net) / SURPRISES)
    caution = min(1.0, (max(me.deviation, PROVISIONAL) / other.deviation) ** POWER)
    weight = each.weights[person] = max(LEAST, 1 - used)
    each.beyond[person] = weight * beyond
    idle = (each.at - last.at) / WEEK if last.at else 0.0
    game = (other.rating, other.deviation, score, weight * caution)
    rating, deviation, volatility = glicko2(last, [game], idle)
    beaten = [known for known in (last.best, other.rating if score == 1 else None) if known]
    best = max(beaten, default=None)
    return Strength(rating, deviation, volatility, each.at, last.contests + 1, best)


def glicko2(
    me: Strength, games: Sequence[tuple[float, float, float, float]], periods: float = 1.0
) -> tuple[float, float, float]:
    """Rating, deviation and volatility after games with a rating, deviation, score and weight
    each, so many periods after the last ones."""
    # Steps 2 to 8 of the example, by their letters.
    mu, phi, sigma = (me.rating - 1500) / SCALE, me.deviation / SCALE, me.volatility
    expected = []
    for rating, deviation, s, weight in games:
        mu_j, phi_j = (rating - 1500) / SCALE, deviation / SCALE
        g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        expected.append((g, 1 / (1 + math.exp(-g * (mu - mu_j))), s, weight))
    v = 1 / sum(w * g**2 * e * (1 - e) for g, e, _, w in expected)
    gain = sum(w * g * (s - e) for g, e, s, w in expected)
    sigma = min(0.1, _volatility(sigma, phi, v, v * gain))
    grown = min((350 / SCALE) ** 2, phi**2 + periods * sigma**2)
    phi = 1 / math.sqrt(1 / grown + 1 / v)
    return 1500 + SCALE * (mu + phi**2 * gain), max(45.0, SCALE * phi), sigma


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
