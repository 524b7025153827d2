"""What an ended match, or a pair, means for each who sat in it. Plain values."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from bot.games.core import Effect, Outcome
from bot.model.match import Match, Ply
from bot.model.records import GuildId, MatchId, MatchSummary, PersonId, Seat, Status, by_seat

WON, SHARED, LOST = 2, 1, 0
"""Points of one match."""

SETTLING = timedelta(seconds=5)
"""How long a contest waits to be settled, so that those that ended at the same moment are written
by then and can be settled in their order."""

DID_NOT_COME = "did_not_come"
"""The reason of an end because a player did not make their first move in time."""

GONE = "gone"
"""The reason of an end because a player has left the server."""

LOST_TIME = ("time", "time_lost", DID_NOT_COME, GONE)
"""The reasons of ends because a player ran out of time, or left, which is no better."""

LESS_TIME = "less_time"
"""The reason of an end by the date of a season or round that could be moved no further: who had
more of their bank left wins; else shared."""

CUT_SHORT = "cut_short"
"""The reason of a shared end on that date, as the bot was away for longer than it could move."""

ADJUDICATED = "adjudicated"
"""The reason of an end by the date of a season or round: with a winner by proof, else shared."""

WITHOUT_RESULT = ("called_off", "abandoned")
"""The reasons of ends that say nothing about anybody, and of which no result is stored."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match that ended `at` for the `person` on `seat`: their `points`, of
    `players`.

    `opponent` is the id of the other if two played, None if more did. `ending` is the reason of the
    end. Over the person's own turns not taken back, `chain` is the number of links of the longest
    chain and `captures` the number of captured pieces. `competition` is that of the terms.
    """

    person: PersonId
    match: MatchId
    game: str
    guild: GuildId | None
    at: datetime
    seat: Seat
    players: int
    points: int
    opponent: PersonId | None
    ending: str
    plies: int
    chain: int
    captures: int
    rated: bool
    competition: int | None = None


class MatchEnd(NamedTuple):
    """What is written with the end of a match: the results of its people, and the number of its
    contest, if it is rated. `second` is the match itself if it is the second one of a pair."""

    results: tuple[MatchResult, ...]
    contest: MatchId | None = None
    second: MatchId | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches were won, shared and lost."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.shared + self.lost


class Feat(NamedTuple):
    """A person's record in one match, such as the longest chain."""

    match: MatchId
    amount: int


class Feats(NamedTuple):
    """A person's longest chain in a game, and their match with the most captures; None without
    any."""

    chain: Feat | None
    captures: Feat | None


class Results(Protocol):
    """The results of all ended matches, by person; not those of the bot, nor of deleted people."""

    async def results_in(self, competition: int) -> list[MatchResult]:
        """Those of all ended matches of the competition, by match and seat."""

    async def by_game(self, person: PersonId) -> dict[str, Tally]:
        """The results of the person's matches, by game."""

    async def by_opponent(
        self, person: PersonId, game: str, limit: int
    ) -> list[tuple[PersonId, Tally]]:
        """The person's results in a game against one other, by the other's id, most matches
        first."""

    async def against(
        self, person: PersonId, game: str, opponent: PersonId
    ) -> tuple[Tally, MatchId | None]:
        """The results of their matches of the game against that person, and the newest of them;
        None if there is none."""

    async def feats(self, person: PersonId, game: str) -> Feats:
        """The person's records in the game."""


class OlderResults(Protocol):
    """The results of matches that ended before any were stored: from the newest to the oldest."""

    async def next_older(self) -> MatchSummary | None:
        """The match whose results are to be stored next; None if that is done."""

    async def keep_older(self, match: MatchSummary, results: Sequence[MatchResult]) -> bool:
        """Store them, and go on to the next; False if the match has changed since."""


def match_end(match: Match, robot: PersonId) -> MatchEnd | None:
    """What is stored of the match's end; None if it has not ended."""
    if match.status is not Status.ENDED or match.outcome is None:
        return None
    number = MatchId(match.terms.pair_of) if match.terms.pair_of else match.id
    second = None if number == match.id else match.id
    contest = number if match.terms.rated else None
    return MatchEnd(tuple(_results(match, robot)), contest, second)


def _results(match: Match, robot: PersonId) -> Iterator[MatchResult]:
    outcome = match.outcome
    assert outcome is not None, "only ended matches have results"
    if outcome.reason in WITHOUT_RESULT or match.terms.practice:
        return
    points = points_by_seat(outcome.winners, len(match.seats))
    turns = [(match.mover_of(ply).id, played_effects(ply)) for ply in match.plies]
    for seat, person in by_seat(match.seats):
        if person.is_deleted or person.id == robot:
            continue
        own = [effects for mover, effects in turns if mover == person.id]
        yield MatchResult(
            person=person.id,
            match=match.id,
            game=match.game,
            guild=match.guild,
            at=match.updated,
            seat=seat,
            players=len(match.seats),
            points=points[seat - 1],
            opponent=_opponent(match, seat),
            ending=outcome.reason,
            plies=len(match.plies),
            chain=max((sum(e.hits for e in effects) for effects in own), default=0),
            captures=sum(e.takes and e.player != seat for effects in own for e in effects),
            rated=match.terms.rated,
            competition=match.terms.competition,
        )


def _opponent(match: Match, seat: Seat) -> PersonId | None:
    if len(match.seats) != 2:
        return None
    other = match.seats[2 - seat]
    return None if other.is_deleted else other.id


def played_effects(ply: Ply) -> tuple[Effect, ...]:
    """What a move changed; nothing if it can't be replayed: a damaged record must not keep a match
    from ending."""
    try:
        return ply.effects
    except Exception:
        return ()


PAIR = "pair "


def pair_name(first: MatchId) -> str:
    """The name under which the second match of a pair is arranged."""
    return f"{PAIR}{first}"


def pair_named(name: str) -> MatchId | None:
    """The pair whose second match is arranged under that name; None if it is no such name."""
    number = name.removeprefix(PAIR)
    return MatchId(int(number)) if name.startswith(PAIR) and number.isdecimal() else None


class PairResult(NamedTuple):
    """The points of both matches added, by seat: more of them win, equal ones share."""

    points: tuple[int, int]

    @property
    def winner(self) -> Seat | None:
        """The seat that has won the pair; None if it is shared."""
        one, two = self.points
        return None if one == two else Seat(1 if one > two else 2)


def pair_result(first: Outcome | None, second: Outcome | None) -> PairResult | None:
    """The result of both matches, by the seats of the first: who has the first there has the second
    in the other one. None while one of them runs, and if one has no result: it was called off or
    abandoned."""
    if first is None or second is None:
        return None
    if {first.reason, second.reason} & {*WITHOUT_RESULT}:
        return None
    one, two = points_by_seat(first.winners, 2), points_by_seat(second.winners, 2)
    return PairResult((one[0] + two[1], one[1] + two[0]))


def points_by_seat(winners: Collection[int], seats: int) -> tuple[int, ...]:
    """The points of a match of that many seats; if nobody has won, all share it."""
    if len(winners) in (0, seats):
        return (SHARED,) * seats
    return tuple(WON if seat in winners else LOST for seat in range(1, seats + 1))
