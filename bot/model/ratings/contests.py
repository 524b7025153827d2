"""What is rated as one result, read from the events of ended matches. Pure, and nothing is
replayed.

A contest is one match, or a pair of them with seats swapped.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.model.events import Ended, Rated, Recorded
from bot.model.profiles.walk import Walk, walk
from bot.model.ratings.rating import Contest, Eligibility, Rating, Ruling, pool_of
from bot.model.records import GuildId, MatchId, PersonId, Seat, seats_of
from bot.model.results import ADJUDICATED, CUT_SHORT, LESS_TIME, LOST_TIME, points_by_seat
from bot.model.terms import Terms

FEWEST_PLIES = 4
"""A match with fewer moves does not count: it was hardly begun."""

BARRING = {"called_off": Eligibility.CALLED_OFF, "abandoned": Eligibility.ABANDONED}
"""Reasons of ends after which nothing counts."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One ended and rated match of a contest, by seat: who sat there in the end, their points and
    their ranks, from 1.

    `late` are the seats that lost on time, `moved` has by seat when the last move was made there,
    and `plies` is the number of moves. `barred` is why it can't count by itself, except for its
    length. `ruling` is what was found when its contest was settled, if this match holds it.
    """

    match: MatchId
    game: str
    guild: GuildId | None
    at: datetime
    terms: Terms
    people: tuple[PersonId, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    late: frozenset[Seat]
    moved: tuple[datetime | None, ...]
    plies: int
    barred: Eligibility | None
    ruling: Ruling | None = None


def leg_of(match: MatchId, history: Iterable[Recorded]) -> Leg | None:
    """What the match, from all its events, says about a contest; None unless it has ended and is
    rated."""
    walked = walk(history)
    asked, ended, at = walked.asked, walked.ended, walked.ended_at
    if asked is None or ended is None or at is None or not walked.seats:
        return None
    if asked.terms is None or not asked.terms.rated:
        return None
    seats = len(walked.seats)
    return Leg(
        match=match,
        game=asked.game,
        guild=asked.guild,
        at=at,
        terms=asked.terms,
        people=tuple(person.id for person in walked.seats),
        points=points_by_seat(ended.winners, seats),
        ranks=_ranks(seats, ended, walked.out),
        late=frozenset(_late(walked, ended)),
        moved=tuple(_moved(walked, seat) for seat in seats_of(seats)),
        plies=sum(each.is_move for each in walked.answers),
        barred=_barred(asked.terms, bool(walked.substituted), ended),
        ruling=_ruling(walked.rated),
    )


def _ruling(rated: Rated | None) -> Ruling | None:
    if rated is None:
        return None
    before = tuple(Rating(*each) for each in rated.before)
    return Ruling(Eligibility(rated.eligibility), before, rated.weights or ())


def _moved(walked: Walk, seat: Seat) -> datetime | None:
    moves = [each.at for each in walked.answers if each.seat == seat and each.is_move]
    return max(moves, default=None)


def _ranks(seats: int, ended: Ended, left: Sequence[Seat]) -> tuple[int, ...]:
    # Winners come first, then those who stayed to the end, then those who left, the last one first.
    stayed = [seat for seat in seats_of(seats) if seat not in (*ended.winners, *left)]
    groups = [list(ended.winners), stayed, *([seat] for seat in reversed(left))]
    return _ranks_of([group for group in groups if group], seats)


def _ranks_of(groups: Iterable[Sequence[Seat]], seats: int) -> tuple[int, ...]:
    ranks, ahead = [0] * seats, 0
    for group in groups:
        for seat in group:
            ranks[seat - 1] = ahead + 1
        ahead += len(group)
    return tuple(ranks)


def _late(walked: Walk, ended: Ended) -> Iterator[Seat]:
    yield from walked.late
    if ended.reason in LOST_TIME:
        every = seats_of(len(walked.seats))
        yield from (seat for seat in every if seat not in (*ended.winners, *walked.out))


def _barred(terms: Terms, replaced: bool, ended: Ended) -> Eligibility | None:
    if terms.level is not None:
        return Eligibility.BOT
    if ended.reason in BARRING:
        return BARRING[ended.reason]
    if replaced:
        return Eligibility.REPLACED
    shared = ended.reason in (ADJUDICATED, CUT_SHORT, LESS_TIME) and not ended.winners
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

    The person on a seat in the first is on the other one in the second: a deleted person has
    another number in each.
    """
    pool = pool_of(first.game, len(first.people))
    if second is None:
        return Contest(
            first.match,
            pool,
            first.guild,
            first.at,
            first.people,
            ranks=first.ranks,
            timed_out=_lost_on_time(first.people, first.ranks, first.late),
            barred=first.barred or (Eligibility.SHORT if first.plies < FEWEST_PLIES else None),
            ruling=first.ruling,
            moved=first.moved,
        )
    points = [a + b for a, b in zip(first.points, reversed(second.points), strict=True)]
    ranks = tuple(1 if each == max(points) else 2 for each in points)
    late = first.late | {Seat(len(first.people) + 1 - seat) for seat in second.late}
    moved = zip(first.moved, reversed(second.moved), strict=True)
    return Contest(
        *(first.match, pool, first.guild, max(first.at, second.at), first.people, ranks),
        timed_out=_lost_on_time(first.people, ranks, late),
        barred=_pair_barred(first, second),
        ruling=first.ruling or _swapped(second.ruling),
        moved=tuple(max(filter(None, each), default=None) for each in moved),
    )


def _lost_on_time(
    people: Sequence[PersonId], ranks: Sequence[int], late: frozenset[Seat]
) -> frozenset[PersonId]:
    return frozenset(people[seat - 1] for seat in late if ranks[seat - 1] > 1)


def _pair_barred(first: Leg, second: Leg) -> Eligibility | None:
    # Otherwise a player about to lose one match could leave the other at once, and nothing would
    # count.
    is_short = max(first.plies, second.plies) < FEWEST_PLIES
    return first.barred or second.barred or (Eligibility.SHORT if is_short else None)


def _swapped(ruling: Ruling | None) -> Ruling | None:
    return ruling and replace(ruling, before=ruling.before[::-1], weights=ruling.weights[::-1])
