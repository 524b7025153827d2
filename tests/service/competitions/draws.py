"""Who may be drawn to meet whom, by trying all ways; for a few people."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product

Drawn = tuple[int, int | None]


def meet_again(drawn: Sequence[Drawn]) -> bool:
    """Whether two meet who have met before."""
    met = [frozenset(each) for each in drawn if each[1] is not None]
    return len({*met}) < len(met)


def are_balanced(drawn: Sequence[Drawn]) -> bool:
    """Whether nobody has had one seat more than twice more often than the other, at any time."""
    ahead = Counter[int]()
    for first, second in drawn:
        if second is not None:
            ahead[first] += 1
            ahead[second] -= 1
            if max(abs(ahead[first]), abs(ahead[second])) > 2:
                return False
    return True


def can_be_drawn(here: Sequence[int], drawn: Sequence[Drawn], *, is_pair: bool) -> bool:
    """Whether those can all meet somebody new once more, one of an odd number having a bye."""
    if len(here) < 2:
        return False
    if len(here) % 2:
        rests = [[e for e in here if e != free] for free in here]
        return any(can_be_drawn(rest, drawn, is_pair=is_pair) for rest in rests if rest)
    met = {frozenset(each) for each in drawn}
    return any(
        is_pair or any(are_balanced([*drawn, *seated]) for seated in _seatings(pairs))
        for pairs in _matchings(here, met)
    )


def _matchings(
    here: Sequence[int], met: Collection[frozenset[int | None]]
) -> Iterator[list[tuple[int, int]]]:
    """All ways in which these meet somebody new."""
    if not here:
        yield []
        return
    first, *others = here
    for other in others:
        if frozenset((first, other)) not in met:
            for rest in _matchings([e for e in others if e != other], met):
                yield [(first, other), *rest]


def _seatings(pairs: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for turned in product((False, True), repeat=len(pairs)):
        yield [p[::-1] if t else p for p, t in zip(pairs, turned, strict=True)]
