"""The next round of a Swiss tournament. Pure.

Nobody meets twice. Whether a round can be paired at all is known first, by a maximum matching; then
it is paired by the Dutch system of FIDE, as pairing-core knows it. That search may take very long
where few have not met yet, so it is bounded, and where it finds nothing in time a matching of
maximum weight keeps what matters most of these rules.

In single matches nobody has one seat more than twice more often than the other, at any time. Pairs
have no colors, as everybody has both seats.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING

from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    FixtureTerms,
    Presence,
    Settlement,
)
from bot.model.competitions.standings import points_of

# What only a round needs is loaded for the first one: it would be a tenth of the start.
if TYPE_CHECKING:
    from pairing_core import PlayerData

STEPS = 10_000
"""Nodes that the search by the rules of FIDE may visit, some tenths of a second: hundred people
take 10,000. Counted, so that the same results always give the same round."""

MOST_AHEAD = 2
"""By how much one seat of single matches may be more frequent than the other (FIDE C.04.3, C3)."""

FIRST, SECOND = "w", "b"
"""The seats, as the library writes colors."""

Pair = tuple[int, int]


# Without slots, which would leave no room for what is cached.
@dataclass(frozen=True)
class SwissRound:
    """Who meets whom in round `number`, given all that came before it: a question for a worker
    process, as `by_fide` may compute for long."""

    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    number: int
    rounds: int
    terms: FixtureTerms
    by_fide: bool = True

    def answer(self) -> tuple[Fixture, ...]:
        """The fixtures of the round; none if fewer than two are still in, or if they can't be
        paired without two meeting again or one having a seat too often."""
        resting = self._resting
        if resting is None:
            return ()
        possible = (self._fixtures(each, resting) for each in self._possible(resting))
        first = next(possible)
        # As long as there is another round it should be possible, too.
        return next(filter(self._goes_on, chain((first,), possible)), first)

    @property
    def fails_by_seats(self) -> bool:
        """Whether it can't be paired only since one of two would have a seat too often: all who are
        still in could meet somebody new."""
        in_pairs = replace(self, terms=replace(self.terms, pair=True))
        return self._resting is None and in_pairs._resting is not None

    def _goes_on(self, fixtures: tuple[Fixture, ...]) -> bool:
        after = replace(self, fixtures=(*self.fixtures, *fixtures), number=self.number + 1)
        return self.number >= self.rounds or after._resting is not None

    def _fixtures(self, pairs: Sequence[Pair], resting: int) -> tuple[Fixture, ...]:
        met = [
            Fixture(0, self.number, board, 1, *self._seated(*each))
            for board, each in enumerate(pairs, 1)
        ]
        return (*met, *self._byes(resting, len(pairs) + 1))

    def _byes(self, resting: int, board: int) -> Iterable[Fixture]:
        if resting:
            points = (self.terms.all_points, 0)
            bye = Settlement.BYE
            yield Fixture(0, self.number, board, 1, resting, None, points=points, settlement=bye)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        # Those who are still in, by the order of their seeds.
        playing = [each for each in self.entrants if each.presence is Presence.IN]
        ordered = sorted(playing, key=lambda each: (each.seed, each.number))
        return {each.number: rank for rank, each in enumerate(ordered, 1)}

    @cached_property
    def _points(self) -> Mapping[int, int]:
        return points_of(self.entrants, self.fixtures)

    @cached_property
    def _opponents(self) -> Mapping[int, set[int]]:
        found = defaultdict[int, set[int]](set)
        for each in self.fixtures:
            if each.second is not None:
                found[each.first].add(each.second)
                found[each.second].add(each.first)
        return found

    @cached_property
    def _seats(self) -> Mapping[int, str]:
        # The seats that each entrant had in first matches, in their order.
        found = defaultdict[int, str](str)
        for each in sorted(self.fixtures, key=lambda fixture: fixture.round):
            if each.second is not None:
                found[each.first] += FIRST
                found[each.second] += SECOND
        return found

    @cached_property
    def _ahead(self) -> dict[int, int]:
        # How much more often they had the first seat than the second.
        return {
            each: self._seats[each].count(FIRST) - self._seats[each].count(SECOND)
            for each in self._ranks
        }

    def _may_meet(self, one: int, other: int) -> bool:
        if other in self._opponents[one]:
            return False
        both = {self._ahead[one], self._ahead[other]}
        return self.terms.pair or both not in ({MOST_AHEAD}, {-MOST_AHEAD})

    @cached_property
    def _resting(self) -> int | None:
        # Who rests while all others can be paired, 0 if nobody has to; None if they can't be. Of
        # those who have not rested yet, the one with the fewest points (FIDE C.04.3, C2).
        if len(self._ranks) < 2:
            return None
        rested = {each.first for each in self.fixtures if each.second is None}
        order = sorted(
            self._ranks,
            key=lambda each: (each in rested, self._points[each], -self._ranks[each]),
        )
        candidates = order if len(order) % 2 else [0]
        if len(self._matching(self._ranks)) < len(order) // 2:
            return None
        return next(
            (
                each
                for each in candidates
                if 2 * len(self._matching(set(order) - {each})) >= len(order) - 1
            ),
            None,
        )

    def _matching(
        self, among: Iterable[int], *, weighed: bool = False, without: Pair | None = None
    ) -> set[Pair]:
        # As many pairs as possible of people who may meet.
        import networkx

        graph = networkx.Graph()
        for one, other in combinations(sorted(among), 2):
            if self._may_meet(one, other) and (one, other) != without:
                weight = -self._strain(one, other) if weighed else 1
                graph.add_edge(one, other, weight=weight)
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        return {(min(each), max(each)) for each in found}

    def _strain(self, one: int, other: int) -> int:
        # How badly two fit: first by their points, then by the seats that are due to them.
        apart = self._points[one] - self._points[other]
        clash = self._ahead[one] * self._ahead[other]
        return apart**2 * len(self._ranks) * MOST_AHEAD**2 + max(0, clash) * (not self.terms.pair)

    def _possible(self, resting: int) -> Iterator[Sequence[Pair]]:
        # Pairings of all others, the best first; in each the best boards come first.
        playing = self._ranks.keys() - {resting}
        if self.by_fide and (found := self._dutch(playing)):
            yield found
        best = self._matching(playing, weighed=True)
        yield sorted(best, key=self._board)
        for each in sorted(best, key=self._board, reverse=True):
            other = self._matching(playing, weighed=True, without=each)
            if len(other) == len(best):
                yield sorted(other, key=self._board)

    def _board(self, both: Pair) -> tuple[int, int, int]:
        points = sorted(-self._points[each] for each in both)
        return points[0], points[1], min(self._ranks[each] for each in both)

    def _dutch(self, playing: Iterable[int]) -> Sequence[Pair]:
        # By the rules of FIDE; none if they allow none, or none is found in time.
        from pairing_core import (
            DUTCH_TILL2026_COMPAT,
            EngineRequest,
            ExecutionBudgets,
            PairingError,
            pair,
        )

        request = EngineRequest(
            players=[self._player(each) for each in sorted(playing, key=self._ranks.__getitem__)],
            # The library keeps these rules fixed.
            ruleset=DUTCH_TILL2026_COMPAT,
            round_number=self.number,
            budgets=ExecutionBudgets(max_steps=STEPS),
        )
        try:
            return [(each.white_id, each.black_id) for each in pair(request).pairings]
        except (PairingError, RecursionError):
            return ()

    def _player(self, entrant: int) -> "PlayerData":
        from pairing_core import PlayerData

        return PlayerData(
            id=entrant,
            pairing_no=self._ranks[entrant],
            # Seeds stand for strength, and a fixture won is worth 1 to the library.
            rating=0,
            points=self._points[entrant] / 2,
            opponents=frozenset(self._opponents[entrant]),
            color_hist="" if self.terms.pair else self._seats[entrant],
        )

    def _seated(self, one: int, other: int) -> Pair:
        first, second = sorted((one, other), key=self._claim)
        return first, second

    def _claim(self, entrant: int) -> tuple[int, int, str]:
        # Who comes first in this order has the first seat (FIDE E.1 to E.4): whoever must, because
        # they are far behind or had the second seat twice; who had the first seat less often; who
        # had it less recently.
        seats, ahead = self._seats[entrant], self._ahead[entrant]
        must = abs(ahead) >= MOST_AHEAD or seats[-2:] in (2 * FIRST, 2 * SECOND)
        last = seats[-1:] == FIRST
        direction = (ahead > 0) - (ahead < 0) or (1 if last else -1)
        return direction * must, ahead, seats[::-1]
