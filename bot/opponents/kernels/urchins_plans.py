"""How an urchin gets home in one location of Urchins: with how many turns, for how many cubes.

A player's urchins are considered as if nobody else were there. A set of spaces is an integer with
bit `space` set for each.
"""

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from operator import ge

from bot.games.urchins.board import (
    BOTTOM,
    CUBES,
    LAST_HOMES,
    MOST_THERE,
    SPACES,
    START,
    TOP,
    URCHINS,
    WAYS,
)

MOST_ASIDE = 2
"""Most movements in a location's plan besides those that go home."""

NEVER = 1_000_000
"""A cost that nobody can pay."""

Plan = tuple[int, int, int, int, int]
"""Urchins that go home; turns besides these and stealing; urchins entered in them; cubes paid; and
cubes of the location that each steal brings meanwhile."""


Choice = tuple[int, int, int, int, int, int]
"""A plan with given cubes: urchins that go home; turns besides these and stealing; urchins entered;
steals needed; cubes paid; and cubes that a steal brings."""

# A choice as one number: its pace, which is its turns and steals, from `PACE` on, then the steals,
# the urchins entered, what a steal brings, and below all the cubes paid.

PACE = 21
STEALS, STEALS_MASK = 14, 127
ENTERED, ENTERED_MASK = 12, 3
INCOME, INCOME_MASK = 8, 15
PAID_MASK = 255

GROUP = 6
"""The bits of each number of a list's first one: where the choices begin that bring no urchin home,
one, two and three, and where these end."""

GROUP_MASK = (1 << GROUP) - 1

ENOUGH = 64
"""Cubes in a location that pay for any plan."""


@lru_cache(maxsize=8192)
def choices(constable: int, spaces: int, hand: int, cubes: int) -> tuple[int, ...]:
    """The plans of a location as numbers, by how many urchins they bring home, then the fastest
    first. A number before them tells where each group begins."""
    groups: list[list[int]] = [[] for _ in range(LAST_HOMES + 1)]
    for homes, *choice in _unbeaten(constable, spaces, hand, cubes):
        groups[homes].append(_number(*choice))
    begin = places = 1
    for number, group in enumerate(groups, 1):
        begin += len(group)
        places |= begin << number * GROUP
    return places, *(choice for group in groups for choice in sorted(group))


def _number(turns: int, entered: int, steals: int, price: int, income: int) -> int:
    pace = turns + steals
    return pace << PACE | steals << STEALS | entered << ENTERED | income << INCOME | price


def _unbeaten(constable: int, spaces: int, hand: int, cubes: int) -> list[Choice]:
    # The plans with these cubes, without those that are no better than another.
    found: dict[tuple[int, int, int, int], Choice] = {}
    for homes, turns, entered, price, income in plans(constable, spaces, hand):
        steals = -((cubes - price) // income) if price > cubes else 0
        # Plans come in order of their prices.
        plan = homes, turns, entered, steals
        found.setdefault(plan, (*plan, price, income))
    return [found[plan] for plan in found if not any(map(partial(_is_sooner, plan), found))]


def _is_sooner(plan: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether the other plan is no worse in anything."""
    return plan != other and plan[0] == other[0] and all(map(ge, plan[1:], other[1:]))


@cache
def plans(constable: int, spaces: int, hand: int) -> tuple[Plan, ...]:
    """What can be done in a location, without what is no better than another: first enter, then
    steal as often as needed, then move and go home."""
    found = {(0, 0, 0, 0, spaces.bit_count())}
    after = {spaces}
    for entered in range(hand + 1):
        for each in after:
            found |= set(_homeward(constable, each, entered))
        if each_has_enough(after):
            break
        after = {entered_at for each in after for entered_at in _entered(constable, each)}
    return tuple(sorted(plan for plan in found if not _is_beaten(plan, found)))


def each_has_enough(after: set[int]) -> bool:
    """Whether no further urchin may enter."""
    return all(spaces.bit_count() >= MOST_THERE for spaces in after)


def _homeward(constable: int, spaces: int, entered: int) -> Iterator[Plan]:
    there = spaces.bit_count()
    for homes in range(1, min(there, LAST_HOMES) + 1):
        for aside in range(MOST_ASIDE + 1):
            price = cost(constable, spaces, homes, aside)
            if price < NEVER:
                yield homes, entered + aside, entered, price, there


def _is_beaten(plan: Plan, others: set[Plan]) -> bool:
    homes, turns, entered, price, income = plan
    return any(
        other != plan
        and other[0] == homes
        and other[1] <= turns
        and other[2] <= entered
        and other[3] <= price
        and other[4] >= income
        for other in others
    )


@cache
def cost(constable: int, spaces: int, homes: int, aside: int) -> int:
    """The cubes that bring that many urchins home with that many other movements before."""
    if aside:
        tries = _moved(constable, spaces)
        return min(
            (paid + cost(constable, to, homes, aside - 1) for paid, to in tries), default=NEVER
        )
    prices = sorted(price_home(space) for space in SPACES if spaces >> space & 1)
    return sum(prices[:homes]) if len(prices) >= homes else NEVER


def price_home(space: int) -> int:
    """The cubes for the shorter way home."""
    return CUBES * min(space - TOP + 1, BOTTOM - space + 1)


@cache
def _moved(constable: int, spaces: int) -> tuple[tuple[int, int], ...]:
    """What each movement costs that stays on the board, and the spaces after it."""
    found: dict[int, int] = {}
    for source in SPACES:
        if spaces >> source & 1:
            for target in SPACES:
                if target != source:
                    paid = CUBES * abs(target - source)
                    for after in landed(constable, spaces & ~(1 << source), target):
                        found[after] = min(paid, found.get(after, paid))
    return tuple((paid, after) for after, paid in found.items())


def _entered(constable: int, spaces: int) -> Iterator[int]:
    return landed(constable, spaces, START) if spaces.bit_count() < URCHINS else iter(())


def landed(constable: int, spaces: int, target: int) -> Iterator[int]:
    """The spaces once one more urchin has landed, with each way of bumping."""
    if target != constable and not spaces >> target & 1:
        yield spaces | 1 << target
        return
    for way in WAYS:
        after, space = spaces, target
        if target != constable:
            after, space = spaces | 1 << target, _next(constable, target, way)
        else:
            space = target + way
        while space in SPACES and after >> space & 1:
            space = _next(constable, space, way)
        yield after | 1 << space if space in SPACES else after


def _next(constable: int, space: int, way: int) -> int:
    space += way
    return space + way if space == constable else space
