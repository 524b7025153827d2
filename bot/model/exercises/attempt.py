"""A person's progress in an exercise: what is stored between presses, and counted. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, Self

from bot.model.clock.units import WEEK
from bot.model.records import Draft, MatchId, PersonId, Saving, Seq
from bot.model.refusals import Refused

BEGINNING = WEEK
"""How long a person has for their first match, and of how many days beginners are counted."""


class Newcomer(NamedTuple):
    """When a person began their first stage, and when their first match began, if any did."""

    begun: datetime
    first_match: datetime | None


class FirstMatch(StrEnum):
    """When a person's first match began, seen from their first stage."""

    BEFORE = "before"
    WITHIN = "within seven days"
    NOT = "not within seven days"


def span(now: datetime) -> tuple[datetime, datetime]:
    """The latest seven days since whose end everybody has had their seven days."""
    return now - 2 * BEGINNING, now - BEGINNING


def first_matches(newcomers: Iterable[Newcomer]) -> Mapping[FirstMatch, int]:
    """How many beginners of each kind there are."""
    found = Counter(_first_match(each) for each in newcomers)
    return {each: found[each] for each in FirstMatch}


def _first_match(newcomer: Newcomer) -> FirstMatch:
    begun, first = newcomer
    if first is None or first >= begun + BEGINNING:
        return FirstMatch.NOT
    return FirstMatch.BEFORE if first < begun else FirstMatch.WITHIN


NO_MATCH = MatchId(0)
"""The number of a board that is no match; those of matches begin with 1."""


class StaleAttempt(Refused):
    """The attempt has changed since the caller read it; nothing was counted."""

    def __init__(self) -> None:
        super().__init__("This board has gone on meanwhile. Look at it as it is now, then go on.")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One person and one exercise, of that `kind`, `game` and `name`: see `ExerciseId`.

    `line` are the moves made, with the replies; it has `reached` its goal, or goes on. `keys`,
    `move` and `offers` are the next move's draft, as in `Draft`. `changes` counts changes, so that
    a press on an older picture is recognized. `wrong` is the last try, if it was wrong, with what
    punishes it, and `reason` which kind of answer it got.

    `tries` are the wrong ones, and `helped` says that a hint was given, both up to `done`, when it
    was reached first; so is `solution_shown`. Later ones do not count. `hints` is how many are
    shown now. It was `begun`, and last changed `at` that time.
    """

    person: PersonId
    kind: str
    game: str
    name: str
    begun: datetime
    at: datetime
    line: tuple[str, ...] = ()
    reached: bool = False
    keys: tuple[str, ...] = ()
    move: str | None = None
    offers: tuple[str, ...] = ()
    changes: int = 0
    wrong: tuple[str, ...] = ()
    reason: str = ""
    tries: int = 0
    hints: int = 0
    helped: bool = False
    solution_shown: bool = False
    done: datetime | None = None

    @property
    def exercise(self) -> str:
        return f"{self.kind}.{self.game}.{self.name}"

    @property
    def finished(self) -> bool:
        """Whether it was reached once, or its solution was seen."""
        return self.done is not None or self.solution_shown

    @property
    def draft(self) -> Draft:
        """The draft, for code that works on drafts."""
        making = (self.keys, self.move, self.offers, self.changes)
        return Draft(self.person, NO_MATCH, Seq(len(self.line)), *making)

    def with_draft(self, draft: Draft, at: datetime) -> Self:
        """With that draft, which follows the one that it was made from."""
        made = self._changed(at, keys=draft.keys, move=draft.move, offers=draft.offers)
        return replace(made, changes=draft.changes)

    def after_wrong(self, wrong: Sequence[str], reason: str, at: datetime) -> Self:
        """After a wrong try with what punishes it: the same board again."""
        tries = self.tries + (self.done is None)
        return self._changed(at, wrong=tuple(wrong), reason=reason, tries=tries)

    def gone_on(self, line: Sequence[str], at: datetime) -> Self:
        """With a longer line, at the end of which the person is to move again."""
        return self._changed(at, line=tuple(line))

    def at_end(self, line: Sequence[str], at: datetime) -> Self:
        return self._changed(at, line=tuple(line), reached=True, done=self.done or at)

    def with_hint(self, at: datetime) -> Self:
        return replace(
            self,
            hints=self.hints + 1,
            helped=self.helped or self.done is None,
            changes=self.changes + 1,
            at=at,
        )

    def with_solution(self, at: datetime) -> Self:
        """After the solution was shown: they gave it up, unless it was done before."""
        return self._changed(at, solution_shown=self.solution_shown or self.done is None)

    def restarted(self, at: datetime) -> Self:
        """From its first position again. Of one that is done no hint is shown any more."""
        return self._changed(at, line=(), reached=False, hints=0 if self.done else self.hints)

    def _changed(self, at: datetime, **changes: Any) -> Self:
        # The draft and the wrong try before it are dealt with.
        plain: dict[str, Any] = {"keys": (), "move": None, "offers": (), "wrong": (), "reason": ""}
        return replace(self, changes=self.changes + 1, at=at, **{**plain, **changes})


class Trial(NamedTuple):
    """What an attempt says about its person's strength: see `Attempt`."""

    kind: str
    game: str
    name: str
    at: datetime
    tries: int
    helped: bool
    solution_shown: bool
    done: bool

    @property
    def is_clean(self) -> bool:
        """Whether it was reached at the first try, without help."""
        return self.done and not (self.tries or self.helped or self.solution_shown)


class SolvedAt(NamedTuple):
    """When a person solved a puzzle."""

    at: datetime


class Solving(NamedTuple):
    """How many puzzles a person has solved, and on how many days in a row, up to today or
    yesterday, at least one."""

    number: int
    days: int


def solving(solved: Iterable[SolvedAt], now: datetime) -> Solving:
    """What the puzzles that a person has solved amount to. Days are those of UTC.

    >>> from datetime import UTC
    >>> [second, third, fourth] = [datetime(2026, 3, day, 12, tzinfo=UTC) for day in (2, 3, 4)]
    >>> solving([SolvedAt(second), SolvedAt(second), SolvedAt(third)], fourth)
    Solving(number=3, days=2)
    """
    ages = [(now.astimezone(UTC).date() - each.at.astimezone(UTC).date()).days for each in solved]
    last, days = min(ages, default=0), 0
    while last <= 1 and last + days in ages:
        days += 1
    return Solving(len(ages), days)


class Attempts(Saving, Protocol):
    """People's progress in exercises."""

    async def solved(self, person: PersonId) -> list[SolvedAt]:
        """All puzzles that they have solved, without having seen the solution before."""

    async def trials(self, person: PersonId, since: datetime) -> list[Trial]:
        """What all attempts of the person changed since then say of them, in that order."""

    async def newcomers(self, since: datetime, until: datetime) -> list[Newcomer]:
        """Those who began their very first stage from `since` on and before `until`. Who they are
        is not told."""


EASIEST, HARDEST = 1, 5
"""The difficulties of puzzles."""

CLEAN = 3
"""After this many reached in a row at the first try, the next one is harder by one."""

GIVEN_UP = 2
"""After this many given up in a row, the next one is easier by one."""


def strength_of(trials: Iterable[Trial]) -> int:
    """The difficulty that fits a person after these puzzles, in the order they had them.

    It begins with the easiest. One that was neither reached at the first try nor given up ends both
    rows; an open one counts for nothing.
    """
    strength, clean, given_up = EASIEST, 0, 0
    for trial in trials:
        if not (trial.done or trial.solution_shown):
            continue
        clean = clean + 1 if trial.is_clean else 0
        given_up = given_up + 1 if trial.solution_shown else 0
        if clean == CLEAN:
            strength, clean = min(strength + 1, HARDEST), 0
        if given_up == GIVEN_UP:
            strength, given_up = max(strength - 1, EASIEST), 0
    return strength


class Milestone(StrEnum):
    """Something that is counted of an attempt, until its exercise is first reached."""

    BEGUN = "begun"
    WRONG = "wrong"
    HINT = "hint"
    SOLUTION = "solution"
    REACHED = "reached"


def milestones(before: Attempt, after: Attempt) -> list[Milestone]:
    """What has happened between an attempt and the one that follows it.

    A puzzle that a person gets again after a year is begun again.
    """
    passed = {
        Milestone.BEGUN: not before.changes or after.begun > before.begun,
        Milestone.WRONG: after.tries > before.tries,
        Milestone.HINT: before.done is None and after.hints > before.hints,
        Milestone.SOLUTION: after.solution_shown and not before.solution_shown,
        Milestone.REACHED: before.done is None and after.done is not None,
    }
    return [each for each, has in passed.items() if has]
