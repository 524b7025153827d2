"""What an ended match came to for each who sat in it. Plain values, written with the end."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.model.records import MatchId

WON, SHARED, LOST = 2, 1, 0
"""Points of one match."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match that ended `at` went for the `person` on `seat`: so many `points`, of `players`.

    `opponent` is the id of the other where two played, None where more did. `ending` is the reason
    of the end. Of the person's own turns that stand, `chain` is the number of links of the longest
    chain and `captures` the number of pieces they captured. `competition` is that of the terms.
    """

    person: int
    match: MatchId
    game: str
    guild: int | None
    at: datetime
    seat: int
    players: int
    points: int
    opponent: int | None
    ending: str
    plies: int
    chain: int
    captures: int
    rated: bool
    competition: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """So many matches were won, shared and lost."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.shared + self.lost


@dataclass(frozen=True, slots=True)
class Feat:
    """The most of something that somebody did in one match."""

    match: MatchId
    amount: int


class Results(Protocol):
    """The results of all ended matches, by person."""

    async def results_of(self, match: MatchId) -> list[MatchResult]:
        """Those of all who sat in the match, by seat; none before its end."""

    async def by_game(self, person: int) -> dict[str, Tally]:
        """How the person's matches ended, by game."""

    async def by_opponent(self, person: int, game: str, limit: int) -> list[tuple[int, Tally]]:
        """How their matches of a game against one other ended, by the other's id, most first."""

    async def longest_chain(self, person: int, game: str) -> Feat | None:
        """The longest chain that the person made in the game; None without one."""

    async def most_captures(self, person: int, game: str) -> Feat | None:
        """The match of the game in which the person captured the most; None without a capture."""
