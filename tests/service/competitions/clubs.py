"""A league of a simulated world, and what is expected of it by what its people do."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.model.competitions.competition import League
from bot.model.events import Person
from bot.model.records import PersonId

START = datetime(2026, 3, 1, 6, tzinfo=UTC)


def called(person: PersonId) -> str:
    """A name that is no part of another's."""
    return f"P{person}."


@dataclass
class Club:
    """A league and the people around it: those who are `lazy` play no more, those who are `gone`
    were deleted, those `outside` have left the server. `back` is when it has the bot again.

    What is expected: who is signed up, those with a place by the last season in `order` and the
    `newcomers` behind them; when each `joined` last; who has `left` the season that runs, and when
    the next one is `planned`, None if that is not known any more. `begun` and `ended` are seasons
    that were checked, by number.
    """

    league: League
    people: list[Person]
    planned: datetime | None
    most: int = 12
    lazy: set[int] = field(default_factory=set)
    gone: dict[int, datetime] = field(default_factory=dict)
    outside: set[int] = field(default_factory=set)
    order: list[int] = field(default_factory=list)
    newcomers: list[int] = field(default_factory=list)
    left: set[int] = field(default_factory=set)
    joined: dict[int, datetime] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)
    next_person: int = 0
    back: datetime = START

    def here(self) -> list[Person]:
        return [each for each in self.people if each.id not in self.gone]

    def signed_up(self, person: PersonId, now: datetime) -> None:
        if person not in (*self.order, *self.newcomers):
            self.newcomers.append(person)
            self.joined[person] = now

    def withdrawn(self, person: PersonId) -> None:
        self.order = [each for each in self.order if each != person]
        self.newcomers = [each for each in self.newcomers if each != person]

    def stood(self, order: Sequence[int | None]) -> None:
        signed = (*self.order, *self.newcomers)
        self.order = [each for each in order if each in signed and each is not None]
        self.newcomers = [each for each in signed if each not in self.order]

    def stays_in(self, person: PersonId, begins: datetime) -> bool:
        """Whether a person who did nothing in a season stays a member, as they signed up again
        within it."""
        return self.joined.get(person, START) > begins

    def require_no_trace(self, rows: sqlite3.Connection) -> None:
        """Nothing names deleted people, even if something was just starting."""
        query = """SELECT payload FROM events WHERE payload LIKE ?1
            UNION ALL SELECT called FROM entrants WHERE called LIKE ?1
            UNION ALL SELECT called FROM members WHERE called LIKE ?1"""
        for person in self.gone:
            assert rows.execute(query, (f"%{called(PersonId(person))}%",)).fetchall() == []
