"""Swiss tournaments of very different sizes, played by chance: what their rounds promise.

Somebody of an earlier seed wins the more often, a fifth of the fixtures is shared, and in some
tournaments a tenth of the people withdraws after each round. Every second one has as many rounds as
it takes to meet everybody. Three of four are of single matches, in which the seats matter.

`rematches`: fixtures of two who had met. `early`: tournaments that ended before their last round
with two people or more; `seats` and `avoidable` say of how many of them everybody could have met
somebody new by a maximum matching, in single matches and in pairs. `apart`: by how much somebody
had one seat more often than the other. Then the CPU of a round, in milliseconds, in this process.

    python -m bench.swiss [--rounds N]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from time import process_time

import networkx

from bench.timing import Table, asked, share
from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    FixtureTerms,
    Presence,
    Settlement,
)
from bot.model.competitions.swiss import SwissRound
from bot.model.records import PersonId

SIZES = (range(3, 13), range(13, 41), range(41, 101), range(100, 101))
SHARED, SINGLE, EVERYBODY = 0.2, 0.75, 0.5
STAY = (1.0, 1.0, 0.98, 0.9)


@dataclass
class Found:
    """What came of many rounds."""

    taken: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    apart: int = 0


def play(people: int, chance: Random, found: Found, most: int) -> None:
    """A tournament of so many people, until there are so many rounds in all."""
    everybody = people - 1 + people % 2
    rounds = everybody if chance.random() < EVERYBODY else chance.randint(1, everybody)
    terms, stay = FixtureTerms("bump", pair=chance.random() > SINGLE), chance.choice(STAY)
    entrants = [Entrant(0, n, PersonId(n), f"P{n}", seed=n) for n in range(1, people + 1)]
    fixtures = list[Fixture]()
    for number in range(1, min(rounds, most - len(found.taken)) + 1):
        question = SwissRound(tuple(entrants), tuple(fixtures), number, rounds, terms)
        began = process_time()
        drawn = question.answer()
        found.taken.append(process_time() - began)
        if not drawn:
            found.counts.update(_end(question))
            return
        found.counts["rematches"] += len(_met(drawn) & _met(fixtures))
        fixtures += [_result(each, terms, people, chance) for each in drawn]
        found.apart = max(found.apart, 0 if terms.pair else _apart(fixtures))
        entrants = [
            each if chance.random() < stay else replace(each, presence=Presence.WITHDRAWN)
            for each in entrants
        ]


def _met(fixtures: Sequence[Fixture]) -> set[frozenset[int]]:
    return {frozenset((each.first, each.second)) for each in fixtures if each.second is not None}


def _apart(fixtures: Sequence[Fixture]) -> int:
    ahead = Counter[int]()
    for each in fixtures:
        if each.second is not None:
            ahead.update({each.first: 1})
            ahead.subtract({each.second: 1})
    return max(map(abs, ahead.values()), default=0)


def _result(fixture: Fixture, terms: FixtureTerms, people: int, chance: Random) -> Fixture:
    if fixture.second is None:
        return fixture
    likely = 1 / (1 + 10 ** ((fixture.first - fixture.second) * 2 / people))
    most = terms.all_points
    points = (most, 0) if chance.random() < likely else (0, most)
    if chance.random() < SHARED:
        points = (most // 2, most // 2)
    return replace(fixture, points=points, settlement=Settlement.PLAYED)


def _end(question: SwissRound) -> Iterator[str]:
    # Looked at without regard to how rounds are paired.
    playing = [each.number for each in question.entrants if each.presence is Presence.IN]
    if len(playing) < 2:
        return
    yield "early"
    met = _met(question.fixtures)
    unmet = [pair for pair in combinations(playing, 2) if frozenset(pair) not in met]
    matching = networkx.max_weight_matching(networkx.Graph(unmet), maxcardinality=True)
    if len(matching) == len(playing) // 2:
        yield "avoidable" if question.terms.pair else "seats"


def main() -> None:
    rounds = asked(__doc__, rounds=100).rounds
    heads = ("rounds", "rematches", "early", "seats", "avoidable", "apart")
    table = Table("people", *heads, "CPU p50", "most", first=12)
    for size in SIZES:
        chance, found = Random(1), Found()
        while len(found.taken) < rounds:
            play(chance.choice(size), chance, found, rounds)
        figures = [found.counts[head] for head in heads[1:-1]]
        times = [share(part, found.taken) * 1000 for part in (0.5, 1)]
        name = f"{size[0]} to {size[-1]}" if len(size) > 1 else f"{size[0]}"
        table.row(name, len(found.taken), *figures, found.apart, *times)


if __name__ == "__main__":
    main()
