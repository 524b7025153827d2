"""What is rated as one result, read off the events of ended matches. Pure, and nothing is played.

A contest is one match, or a pair of them with seats swapped.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.model.events import (
    Challenged,
    Ended,
    Person,
    Played,
    Rated,
    Recorded,
    Replaced,
    Resigned,
    Started,
    TakenBack,
)
from bot.model.ratings.rating import Contest, Eligibility, Rating, Ruling, pool_of
from bot.model.records import MatchId
from bot.model.results import LOST, SHARED, WON
from bot.model.terms import USUAL_TERMS, Terms

FEWEST_PLIES = 4
"""A match with fewer moves that stand does not count: it was hardly begun."""

LATE = ("time", "time_lost")
"""The reasons of ends of those who lose on time."""

BARRING = {"called_off": Eligibility.CALLED_OFF, "abandoned": Eligibility.ABANDONED}
"""Reasons of ends after which nothing counts."""

ADJUDICATED = "adjudicated"
"""The reason of an end that came by the date of a season or round. Shared, it says nothing."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One ended and rated match of a contest, by seat: who sat there in the end, their points and
    their ranks, from 1.

    `late` are the seats that lost on time, and `plies` the number of moves that stand. `barred` is
    why it can't count, by itself, but for its length. `ruling` is what was found when its contest
    was settled, where this match tells of it.
    """

    match: MatchId
    game: str
    guild: int | None
    at: datetime
    terms: Terms
    people: tuple[int, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    late: frozenset[int]
    plies: int
    barred: Eligibility | None
    ruling: Ruling | None = None


@dataclass(slots=True)
class _Story:
    """A match as far as its events were read. `line` are the turns that stand: whether each was a
    move. `left` are the seats that left, in order, `late` those that were late."""

    asked: Challenged | None = None
    seats: tuple[Person, ...] = ()
    line: list[bool] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    late: set[int] = field(default_factory=set)
    replaced: bool = False
    ended: Ended | None = None
    at: datetime | None = None
    ruling: Ruling | None = None

    def read(self, recorded: Recorded) -> None:
        match recorded.event:
            case Challenged() as asked:
                self.asked = asked
            case Started(seats=seats):
                self.seats = seats
            case Played():
                self.line.append(True)
            case TakenBack(plies=plies):
                del self.line[-plies:]
            case Replaced(seat, person):
                self.seats = (*self.seats[: seat - 1], person, *self.seats[seat:])
                self.replaced = True
            case Resigned() as resigned:
                self._leave(resigned)
            case Ended() as ended:
                self.ended, self.at = ended, recorded.at
            case Rated(eligibility, before):
                found = tuple(Rating(*each) for each in before)
                self.ruling = Ruling(Eligibility(eligibility), found)

    def _leave(self, resigned: Resigned) -> None:
        # As in the match: of the last two nobody leaves, the match just ends.
        if len(self.seats) - len(self.left) > 2:
            self.line.append(False)
        self.left.append(resigned.seat)
        if resigned.late:
            self.late.add(resigned.seat)


def leg_of(match: MatchId, history: Iterable[Recorded]) -> Leg | None:
    """What the match, of all its events, says of a contest; None unless it has ended and was
    agreed on as rated."""
    story = _Story()
    for recorded in history:
        story.read(recorded)
    asked, ended, at = story.asked, story.ended, story.at
    if asked is None or ended is None or at is None or not story.seats:
        return None
    if asked.terms is None or not asked.terms.rated:
        return None
    return Leg(
        match=match,
        game=asked.game,
        guild=asked.guild,
        at=at,
        terms=asked.terms or USUAL_TERMS,
        people=tuple(person.id for person in story.seats),
        points=_points(len(story.seats), ended),
        ranks=_ranks(len(story.seats), ended, story.left),
        late=frozenset(_late(story, ended)),
        plies=sum(story.line),
        barred=_barred(asked.terms, story.replaced, ended),
        ruling=story.ruling,
    )


def _points(seats: int, ended: Ended) -> tuple[int, ...]:
    if len(ended.winners) in (0, seats):
        return (SHARED,) * seats
    return tuple(WON if seat in ended.winners else LOST for seat in range(1, seats + 1))


def _ranks(seats: int, ended: Ended, left: Sequence[int]) -> tuple[int, ...]:
    # Winners come first, then whoever stayed to the end, then those who left, the last one first.
    every = range(1, seats + 1)
    stayed = [seat for seat in every if seat not in (*ended.winners, *left)]
    groups = [list(ended.winners), stayed, *([seat] for seat in reversed(left))]
    return _ranks_of([group for group in groups if group], seats)


def _ranks_of(groups: Iterable[Sequence[int]], seats: int) -> tuple[int, ...]:
    ranks, ahead = [0] * seats, 0
    for group in groups:
        for seat in group:
            ranks[seat - 1] = ahead + 1
        ahead += len(group)
    return tuple(ranks)


def _late(story: _Story, ended: Ended) -> Iterator[int]:
    yield from story.late
    if ended.reason in LATE:
        every = range(1, len(story.seats) + 1)
        yield from (seat for seat in every if seat not in (*ended.winners, *story.left))


def _barred(terms: Terms, replaced: bool, ended: Ended) -> Eligibility | None:
    if terms.level is not None:
        return Eligibility.BOT
    if ended.reason in BARRING:
        return BARRING[ended.reason]
    if replaced:
        return Eligibility.REPLACED
    shared = ended.reason == ADJUDICATED and not ended.winners
    return Eligibility.UNDECIDED if shared else None


def contests_of(legs: Iterable[Leg]) -> Iterator[Contest]:
    """The contests that are over, each once, in no order. A pair is over when both of its matches
    are."""
    firsts: dict[MatchId, Leg] = {}
    seconds: dict[int, Leg] = {}
    for leg in legs:
        if not leg.terms.pair:
            yield contest_of(leg)
        elif leg.terms.pair_of is None:
            firsts[leg.match] = leg
        else:
            seconds[leg.terms.pair_of] = leg
    for number, first in firsts.items():
        if number in seconds:
            yield contest_of(first, seconds[number])


def contest_of(first: Leg, second: Leg | None = None) -> Contest:
    """The contest of a match, or of the two of a pair.

    Whoever sits on a seat in the first sits on the other one in the second: a deleted person goes
    by another number in each.
    """
    pool = pool_of(first.game, len(first.people))
    if second is None:
        return Contest(
            *(first.match, pool, first.guild, first.at, first.people, first.ranks),
            timed_out=_lost_on_time(first.people, first.ranks, first.late),
            barred=first.barred or (Eligibility.SHORT if first.plies < FEWEST_PLIES else None),
            ruling=first.ruling,
        )
    points = [a + b for a, b in zip(first.points, reversed(second.points), strict=True)]
    ranks = tuple(1 if each == max(points) else 2 for each in points)
    late = first.late | {len(first.people) + 1 - seat for seat in second.late}
    return Contest(
        *(first.match, pool, first.guild, max(first.at, second.at), first.people, ranks),
        timed_out=_lost_on_time(first.people, ranks, late),
        barred=_pair_barred(first, second),
        ruling=first.ruling or _swapped(second.ruling),
    )


def _lost_on_time(
    people: Sequence[int], ranks: Sequence[int], late: frozenset[int]
) -> frozenset[int]:
    return frozenset(people[seat - 1] for seat in late if ranks[seat - 1] > 1)


def _pair_barred(first: Leg, second: Leg) -> Eligibility | None:
    # Whoever is about to lose one match could else leave the other at once, and nothing counts.
    is_short = max(first.plies, second.plies) < FEWEST_PLIES
    return first.barred or second.barred or (Eligibility.SHORT if is_short else None)


def _swapped(ruling: Ruling | None) -> Ruling | None:
    return ruling and replace(ruling, before=tuple(reversed(ruling.before)))
