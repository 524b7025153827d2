"""Paths of Bi-Pod: what is joined, what is cut off, and which cells can still matter."""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from bot.games.bipod.board import (
    BIT,
    COLORS,
    NEIGHBORS,
    SIDES,
    STARTS,
    Position,
    beside,
    flood,
    named,
)

Graph = dict[int, set[int]]
SIDE = 0
"""The node of a graph that represents all three short sides."""


@lru_cache(1 << 16)
def is_joined(position: Position, color: str) -> bool:
    """Whether stones of the color connect its start stone to a short side."""
    return bool(flood(BIT[STARTS[color]], position.own(color)) & SIDES)


@lru_cache(1 << 16)
def is_cut_off(position: Position, color: str) -> bool:
    """Whether no path of empty cells and own stones is left from the start to a short side."""
    return not flood(BIT[STARTS[color]], position.open(color)) & SIDES


def path(position: Position, color: str) -> tuple[str, ...]:
    """A shortest way over stones of the color from its start to a short side, () without one."""
    own, begin = position.own(color), STARTS[color]
    ways: dict[str, tuple[str, ...]] = {begin: (begin,)}
    queue = [begin]
    for cell in queue:
        if BIT[cell] & SIDES:
            return ways[cell]
        fresh = [n for n in NEIGHBORS[cell] if BIT[n] & own and n not in ways]
        ways |= {n: (*ways[cell], n) for n in fresh}
        queue += fresh
    return ()


def way(position: Position, color: str) -> tuple[str, ...]:
    """A way of the color from its start to a short side over the fewest empty cells, () without.

    An empty cell costs a stone from wherever it is entered, so the first visit to a cell is the
    cheapest.
    """
    ways: dict[str, tuple[str, ...]] = {STARTS[color]: (STARTS[color],)}
    queue = deque(ways)
    while queue:
        cell = queue.popleft()
        if BIT[cell] & SIDES:
            return ways[cell]
        for beyond in NEIGHBORS[cell]:
            if BIT[beyond] & position.open(color) and beyond not in ways:
                ways[beyond] = (*ways[cell], beyond)
                is_own = BIT[beyond] & position.own(color)
                (queue.appendleft if is_own else queue.append)(beyond)
    return ()


def groups(cells: int) -> Iterator[int]:
    """The connected parts of a set of cells."""
    while cells:
        group = flood(cells & -cells, cells)
        yield group
        cells ^= group


# How far it is


def needed(position: Position, color: str) -> int | None:
    """How many stones a color still needs to reach a short side; None when it is cut off."""
    reached = flood(BIT[STARTS[color]], position.own(color))
    for stones, layer in enumerate(layers(position, color, reached)):
        if layer & SIDES:
            return stones
    return None


def layers(position: Position, color: str, seed: int, beginnings: int = 0) -> Iterator[int]:
    """The cells that 0, 1, 2 ... more stones of the color connect to a set of cells.

    The first of those stones may also be on any of the cells of `beginnings`.
    """
    own, empty = position.own(color), position.empty
    reached = seed
    yield seed
    while fresh := (beside(reached) | beginnings) & empty & ~reached:
        fresh |= flood(beside(fresh) & own, own & ~reached)
        reached |= fresh
        yield fresh


# What can still matter


@lru_cache(256)  # each takes some 20 kB
def useful(position: Position) -> frozenset[str]:
    """The empty cells that are useful for a color that is neither joined nor cut off.

    No other cell can change how a match goes on.
    """
    if position.runner and any(is_cut_off(position, color) for color in COLORS):
        return frozenset()
    unfinished = [color for color in COLORS if not is_joined(position, color)]
    return frozenset(cell for color in unfinished for cell in named(_useful(position, color)))


def _useful(position: Position, color: str) -> int:
    # The empty cells of every path from the start to a side without a needless cell.
    if is_cut_off(position, color):
        return 0
    graph = _graph(position, color)
    start = next(part for part in graph if part & BIT[STARTS[color]])
    _trim(graph, start)
    nodes = [start, *_between(_with_one_side(graph), start, SIDE)]
    on_sides = {part for one in nodes if one != SIDE for part in graph[one] if part & SIDES}
    return (sum(nodes) | sum(on_sides)) & position.empty


def _graph(position: Position, color: str) -> Graph:
    # Which parts touch: empty cells and whole groups of stones, each a node of its own.
    part_of = {name: BIT[name] for name in named(position.empty)}
    for group in groups(position.own(color)):
        part_of |= dict.fromkeys(named(group), group)
    graph: Graph = {part: set() for part in part_of.values()}
    for name, part in part_of.items():
        graph[part].update(part_of[n] for n in NEIGHBORS[name] if n in part_of)
    for part in graph:
        graph[part].discard(part)
        if part & SIDES:
            graph[part].add(SIDE)
    graph[SIDE] = {part for part in graph if part & SIDES}
    return graph


def _trim(graph: Graph, start: int) -> None:
    # Drop, again and again, each node whose neighbors all touch each other: no path needs it.
    queue = list(graph)
    while queue:
        part = queue.pop()
        around = graph.get(part, set())
        if part in (start, SIDE) or any(not around <= graph[n] | {n} for n in around):
            continue
        graph.pop(part, None)
        for neighbor in around:
            graph[neighbor].discard(part)
        queue.extend(around)


def _with_one_side(graph: Graph) -> Graph:
    # The graph without the parts on a side: their neighbors touch SIDE. A path ends at the first
    # side it reaches, so no way leads over such a part and on.
    nodes = {
        part: {SIDE if other & SIDES else other for other in around}
        for part, around in graph.items()
        if part != SIDE and not part & SIDES
    }
    return nodes | {SIDE: {part for part, around in nodes.items() if SIDE in around}}


def _between(graph: Graph, start: int, end: int) -> list[int]:
    # Every node on some way from start to end that visits no node twice, the start left out. Those
    # are the nodes in one block with an edge from start to end: what hangs on a single node of it
    # is dropped when a depth-first walk returns there (Hopcroft and Tarjan).
    order, low, kept = {start: 0}, {start: 0}, list[int]()

    def visit(node: int, before: int) -> None:
        order[node] = low[node] = len(order)
        kept.append(node)
        for beyond in graph[node] - {before}:
            if beyond in order:
                low[node] = min(low[node], order[beyond])
                continue
            count = len(kept)
            visit(beyond, node)
            low[node] = min(low[node], low[beyond])
            if low[beyond] >= order[node]:
                del kept[count:]

    visit(end, start)
    return kept
