"""Who plays in which division of a league, who goes up and down, and who did nothing. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, pairwise

from bot.model.clock.calendar import outside
from bot.model.clock.changes import History
from bot.model.competitions.competition import Entrant, Fixture, Member, TableRow
from bot.model.competitions.standings import is_decided, tables
from bot.model.records import PersonId
from bot.model.results import LOST, WON, MatchResult

FEWEST = 3
"""Fewest people of a division, and of a season."""

LARGE, MANY_DIVISIONS = 5, 6
"""Two go up and down between two divisions of this many people, in a season with this many
divisions: a player who is far too good soon gets where they belong."""


def division_sizes(count: int, size: int) -> tuple[int, ...]:
    """The sizes of the divisions, first to last, for that many people in all.

    All have `size` if that comes out even. Else the first ones do, and the last ones, two or more,
    are as even as possible and have three or more. Five in a league of fours are one division.
    Nobody plays if there are fewer than three.
    """
    if count < FEWEST:
        return ()
    divisions = -(-count // size)
    for even in range(0 if count % size == 0 else min(2, divisions), divisions + 1):
        rest = count - (divisions - even) * size
        if even == 0 or rest // even >= FEWEST:
            return (size,) * (divisions - even) + _evenly(rest, even)
    return (count,)


def _evenly(count: int, parts: int) -> tuple[int, ...]:
    return tuple(count // parts + (part < count % parts) for part in range(parts))


def season_entrants(members: Sequence[Member], size: int) -> tuple[Entrant, ...]:
    """The entrants of a season, from the members in their order, each in a division."""
    found: list[Entrant] = []
    left = iter(members)
    for division, people in enumerate(division_sizes(len(members), size), 1):
        for seed, member in zip(range(1, people + 1), left, strict=False):
            number = len(found) + 1
            found.append(Entrant(0, number, member.person, member.called, division, seed))
    return tuple(found)


def new_orders(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> dict[PersonId, int]:
    """The order for the next season, from 1, of everybody who played one that has ended, by person;
    deleted ones have none."""
    found = list(tables(entrants, fixtures).values())
    ended = [[row.entrant for row in each] for each in found]
    people = {each.number: each.person for each in entrants}
    ordered = (people[number] for number in chain.from_iterable(promoted(ended, undecided(found))))
    return {person: order for order, person in enumerate(filter(None, ordered), 1)}


def undecided(found: Iterable[Iterable[TableRow]]) -> frozenset[int]:
    """The numbers of the divisions, from 1, with these tables, in which nothing was decided."""
    return frozenset(at for at, table in enumerate(found, 1) if not is_decided(table))


def promoted(
    divisions: Sequence[Sequence[int]], undecided: Collection[int] = ()
) -> list[list[int]]:
    """The divisions after promotion and relegation, of those that ended in that order.

    One goes up and one down between two divisions; two between two of five in a league of six
    divisions or more; nobody to or from one of the `undecided`, by number from 1. Those from above
    come first in a division, those from below last.
    """
    moves = list(_moves([len(each) for each in divisions], undecided))
    return [
        [
            *(divisions[at - 1][len(divisions[at - 1]) - moves[at - 1] :] if at else ()),
            *division[moves[at - 1] if at else 0 : len(division) - _down(moves, at)],
            *(divisions[at + 1][: moves[at]] if at < len(moves) else ()),
        ]
        for at, division in enumerate(divisions)
    ]


def moving(
    divisions: Sequence[int], undecided: Collection[int] = ()
) -> Mapping[int, tuple[int, int]]:
    """How many go up and how many down, by division from 1, of these sizes."""
    moves = list(_moves(divisions, undecided))
    return {at + 1: (moves[at - 1] if at else 0, _down(moves, at)) for at in range(len(divisions))}


def _moves(sizes: Sequence[int], undecided: Collection[int]) -> Iterator[int]:
    # How many change places between each division and the next.
    for at, (upper, lower) in enumerate(pairwise(sizes), 1):
        if at in undecided or at + 1 in undecided:
            yield 0
            continue
        yield 2 if len(sizes) >= MANY_DIVISIONS and upper == lower == LARGE else 1


def _down(moves: Sequence[int], at: int) -> int:
    return moves[at] if at < len(moves) else 0


def did_nothing(results: Iterable[MatchResult]) -> set[PersonId]:
    """Those whose turn came in a match of two, and who neither moved nor resigned in any."""
    waited_for, acted = set[PersonId](), set[PersonId]()
    for each in results:
        if each.plies >= each.seat or (each.ending == "resigned" and each.points == LOST):
            acted.add(each.person)
        elif each.plies == each.seat - 1 and each.points < WON:
            # The opponent of one who left had no time to move.
            waited_for.add(each.person)
    return waited_for - acted


def was_away(history: History, since: datetime, until: datetime) -> bool:
    """Whether a person had a vacation in that time that was not just spent automatically."""
    known = [each.calendar for each in history if each.since <= until]
    taken = known[-1].vacations if known else ()
    for each in known:
        taken = outside(taken, each.unasked) if each.unasked else taken
    return any(each.start < until and each.end > since for each in taken)
