"""Conditions on the course of a try: what counts as reached, and what went wrong.

They are about effects, cells and ends, and so work for any game. In a data file a condition is a
table of which everything has to hold; docs/lessons.md lists what it may contain.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from typing import Any, ClassVar, Protocol

from bot.exercises.courses import Course, Made
from bot.exercises.tables import ANY, Amount, DataTable, shown_value
from bot.games.core import SHORT, Effect, Outcome
from bot.games.phrases import comma_list

OWN, RIVAL, EMPTY = "own", "rival", "empty"

WHOSE = (OWN, RIVAL)


class Criterion(Protocol):
    """Something that holds for a course or not. Plain data, so that it crosses processes."""

    def holds(self, course: Course) -> bool:
        """Whether it holds now."""

    def shown(self, course: Course) -> tuple[str, ...]:
        """The moves of the others that show why it holds or why not, if some do."""

    @property
    def awaits_reply(self) -> bool:
        """Whether a reply can make it hold: a game may end in the others' turn."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A condition that no further move has to show, or can make true."""

    awaits_reply: ClassVar[bool] = False

    def shown(self, course: Course) -> tuple[str, ...]:
        """Nothing."""
        return ()


@dataclass(frozen=True, slots=True)
class Joined:
    """A condition made of others."""

    parts: tuple[Criterion, ...]

    @property
    def awaits_reply(self) -> bool:
        return any(part.awaits_reply for part in self.parts)


class Every(Joined):
    """All of its parts hold."""

    def holds(self, course: Course) -> bool:
        return all(part.holds(course) for part in self.parts)

    def shown(self, course: Course) -> tuple[str, ...]:
        """What the first part shows that shows something."""
        return next(filter(None, (part.shown(course) for part in self.parts)), ())


class Some(Joined):
    """At least one of its parts holds."""

    def holds(self, course: Course) -> bool:
        return any(part.holds(course) for part in self.parts)

    def shown(self, course: Course) -> tuple[str, ...]:
        """What the first part shows that holds."""
        return next((part.shown(course) for part in self.parts if part.holds(course)), ())


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The other one does not hold."""

    other: Criterion
    awaits_reply: ClassVar[bool] = False

    def holds(self, course: Course) -> bool:
        return not self.other.holds(course)

    def shown(self, course: Course) -> tuple[str, ...]:
        """What shows why it does not hold: what the other one shows that does."""
        return self.other.shown(course) if self.other.holds(course) else ()


@dataclass(frozen=True, slots=True)
class Count(Plain):
    """A number of effects of one sort: `what` is captures, losses or bumps."""

    what: str
    amount: Amount

    def holds(self, course: Course) -> bool:
        return COUNTS[self.what](course) in self.amount


def captures(course: Course) -> int:
    """How many pieces of others the person has taken, in all turns of theirs."""
    effects = _effects(course.own)
    return sum(effect.takes and effect.player != course.person for effect in effects)


def lost_pieces(course: Course) -> int:
    """How many of the person's own pieces were taken, by anybody."""
    effects = _effects(course.turns)
    return sum(effect.takes and effect.player == course.person for effect in effects)


def bumps(course: Course) -> int:
    """How many bumps the person's last turn had, those that captured among them."""
    return sum(effect.hits for effect in _effects(course.own[-1:]))


COUNTS: Mapping[str, Callable[[Course], int]] = {
    "captures": captures,
    "losses": lost_pieces,
    "bumps": bumps,
}


def _effects(turns: Iterable[Made]) -> Iterator[Effect]:
    return (effect for turn in turns for effect in turn.effects)


SPANS: Mapping[str, Callable[[Course], tuple[Made, ...]]] = {
    "turn": lambda course: course.own[-1:],
    "own": lambda course: course.own,
    "reply": lambda course: course.replies,
    "try": lambda course: course.turns,
}
"""The range of effects: in the person's last turn, in all of theirs, in the replies since, in
everything."""


@dataclass(frozen=True, slots=True)
class Happened(Plain):
    """A number of effects of a kind, of whom, with those values in their fields."""

    kind: str
    of: str
    within: str
    amount: Amount
    values: tuple[tuple[str, Any], ...]

    def holds(self, course: Course) -> bool:
        effects = _effects(SPANS[self.within](course))
        return sum(self._fits(effect, course.person) for effect in effects) in self.amount

    def _fits(self, effect: Effect, person: int) -> bool:
        if effect.kind != self.kind:
            return False
        if self.of and (effect.player == person) != (self.of == OWN):
            return False
        return all(_has(getattr(effect, name, None), value) for name, value in self.values)


def _has(found: Any, wanted: Any) -> bool:
    # A field with several values has one of those wanted; a number may be given as an amount.
    if isinstance(found, tuple):
        return any(_has(each, wanted) for each in found)
    if isinstance(wanted, tuple):
        return any(_has(found, each) for each in wanted)
    if isinstance(wanted, Amount):
        return isinstance(found, int) and found in wanted
    return bool(found == wanted)


@dataclass(frozen=True, slots=True)
class Stands(Plain):
    """What is on a cell: `own`, `rival`, `empty`, or a letter of the game's own."""

    cell: str
    what: str

    def holds(self, course: Course) -> bool:
        found = course.game.occupied(course.position).get(self.cell, EMPTY)
        if self.what == RIVAL:
            return found not in (EMPTY, str(course.person))
        return found == (str(course.person) if self.what == OWN else self.what)


@dataclass(frozen=True, slots=True)
class Texts(Plain):
    """The person's last move matches one of those; `*` stands for anything."""

    patterns: tuple[str, ...]

    def holds(self, course: Course) -> bool:
        text = course.own[-1].text if course.own else ""
        return any(fnmatchcase(text, pattern) for pattern in self.patterns)


ENDS: Mapping[str, Callable[[Outcome, int], bool]] = {
    "won": lambda end, person: person in end.winners,
    "lost": lambda end, person: bool(end.winners) and person not in end.winners,
    "drawn": lambda end, person: not end.winners,
}


@dataclass(frozen=True, slots=True)
class GameOver(Plain):
    """The game is over: won, lost or drawn."""

    awaits_reply: ClassVar[bool] = True

    how: str

    def holds(self, course: Course) -> bool:
        return course.outcome is not None and ENDS[self.how](course.outcome, course.person)


@dataclass(frozen=True, slots=True)
class Allows:
    """The next player has a move after which something holds. The worst such move shows it."""

    awaits_reply: ClassVar[bool] = False

    what: Criterion

    def holds(self, course: Course) -> bool:
        return next(self._branches(course), None) is not None

    def shown(self, course: Course) -> tuple[str, ...]:
        """The move that looks best to its player, of those after which it holds."""
        found = [*self._branches(course)]
        if not found:
            return ()
        best = max(found, key=_worth)
        return (best.turns[-1].text,)

    def _branches(self, course: Course) -> Iterator[Course]:
        if course.position.turn == course.person:
            return iter(())
        return filter(self.what.holds, course.branches())


def _worth(branch: Course) -> float:
    return branch.game.evaluate(branch.position, branch.turns[-1].player)


# From a data file


def read_criterion(table: DataTable) -> Criterion:
    """The condition of a table. Raises BadDataFile with what is wrong in it."""
    parts = [*_parts(table)]
    table.close()
    if not parts:
        raise table.fault("a condition says at least one thing.")
    return parts[0] if len(parts) == 1 else Every(tuple(parts))


def _parts(table: DataTable) -> Iterator[Criterion]:
    for what in COUNTS:
        if table.has(what):
            yield Count(what, Amount.of(table, what))
    yield from map(_happened, table.tables("effects"))
    if table.has("stands"):
        yield from _stands(DataTable(table.raw("stands"), f"{table.where}, stands"))
    if table.has("plays"):
        yield Texts(table.texts("plays"))
    if table.has("ends"):
        yield GameOver(_one_of(table, "ends", tuple(ENDS)))
    if table.has("allows"):
        yield Allows(_inner(table, "allows"))
    if table.has("not"):
        yield Otherwise(_inner(table, "not"))
    if choices := table.tables("any"):
        yield Some(tuple(map(read_criterion, choices)))


def _inner(table: DataTable, key: str) -> Criterion:
    return read_criterion(DataTable(table.raw(key), f"{table.where}, {key}"))


def _one_of(table: DataTable, key: str, words: tuple[str, ...], default: Any = "") -> str:
    word = table.text(key, default)
    if word not in (*words, default):
        names = comma_list([f"“{each}”" for each in words], "or")
        raise table.fault(f"`{key}` has to be {names}, not “{word}”.")
    return word


def _stands(table: DataTable) -> Iterator[Criterion]:
    for cell in table.values:
        yield Stands(cell, table.text(cell))


def _happened(table: DataTable) -> Happened:
    kind = table.text("kind")
    known = effects_of(kind)
    if not known:
        raise table.fault(f"no game has an effect of the kind “{kind}”.")
    of = _one_of(table, "of", WHOSE)
    within = _one_of(table, "within", tuple(SPANS), "turn")
    amount = Amount.of(table, "count") if table.has("count") else ANY
    names = {SHORT.get(f.name, f.name): f.name for cls in known for f in fields(cls)}
    names.pop("player")
    values = [(names[n], _wanted(table, n)) for n in names if table.has(n)]
    table.close()
    return Happened(kind, of, within, amount, tuple(values))


def effects_of(kind: str) -> list[type[Effect]]:
    found, more = [], [Effect]
    while more:
        each = more.pop()
        more += each.__subclasses__()
        found += [each] if getattr(each, "kind", "") == kind else []
    return found


def _wanted(table: DataTable, key: str) -> Any:
    value = table.raw(key)
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, str) and Amount.is_written_so(value):
        return Amount.of(table, key)
    if not isinstance(value, str | int):
        raise table.fault(f"`{key}` can't be {shown_value(value)}.")
    return value
