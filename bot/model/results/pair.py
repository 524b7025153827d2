"""Two matches side by side, with seats swapped and one result. Pure.

A pair goes by the number of its first match. Seats are those of that match: whoever has the first
there has the second in the other one.
"""

from dataclasses import dataclass

from bot.games.core import Outcome
from bot.model.records import MatchId
from bot.model.results.result import LOST, SHARED, WITHOUT_RESULT, WON

PAIR = "pair "


def pair_name(first: MatchId) -> str:
    """The name under which the second match of a pair is arranged."""
    return f"{PAIR}{first}"


def pair_named(name: str) -> MatchId | None:
    """The pair whose second match is arranged under that name; None for what is none."""
    number = name.removeprefix(PAIR)
    return MatchId(int(number)) if name.startswith(PAIR) and number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class PairResult:
    """The points of both matches added, by seat: more of them win, equal ones share."""

    points: tuple[int, int]

    @property
    def winner(self) -> int | None:
        """The seat that has won the pair; None where it is shared."""
        one, two = self.points
        return None if one == two else 1 if one > two else 2


def pair_result(first: Outcome | None, second: Outcome | None) -> PairResult | None:
    """What both matches came to. None as long as one of them has no outcome, and where one came to
    nothing: it was called off or abandoned."""
    if first is None or second is None:
        return None
    if {first.reason, second.reason} & {*WITHOUT_RESULT}:
        return None
    one, two = match_points(first, 1), match_points(second, 2)
    return PairResult((one[0] + two[0], one[1] + two[1]))


def match_points(outcome: Outcome, first_seat: int) -> tuple[int, int]:
    if len(outcome.winners) != 1:
        return SHARED, SHARED
    return (WON, LOST) if first_seat in outcome.winners else (LOST, WON)
