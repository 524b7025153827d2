"""How many moves games take, and how fast that has to be in a round or a season. Pure.

`data/lengths.toml` has what `python -m bench.strength --lengths` measures.
"""

import tomllib
from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from bot.model.clock.units import DAY, MINUTE, SECOND, WEEK
from bot.model.competitions.competition import FixtureTerms

SEASON_PACE, ROUND_PACE = 1.0, 2.0
"""Own moves a day of a match in the seasons and in the rounds of days that are proposed."""

EVENING_PACE = MINUTE
"""Time for each move of all matches of a fixture, in the rounds of an evening that are proposed."""

MOST_A_DAY, SHORTEST_MOVE = 2.0, 30 * SECOND
"""Own moves a day of a match, and the time for each of a fixture in an evening: when it has to be
faster, many matches are not played to their end."""

ROUNDS = tuple(days * DAY for days in (7, 14, 21, 28, 42, 60))
EVENINGS = tuple(minutes * MINUTE for minutes in (20, 30, 45, 60, 90, 120))
"""Lengths of rounds that are proposed."""


@cache
def _measured() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((files("data") / "lengths.toml").read_text("utf-8"))


def moves_of(terms: FixtureTerms) -> int | None:
    """The moves of both in half of the matches with these options; None if nobody has measured.

    Options that were not measured together count as the one of them with the longest matches.
    """
    known = _measured().get(terms.game, [])
    found = [each for each in known if each.get("options", {}).items() <= terms.options.items()]
    chosen = [each for each in found if each.get("options")] or found
    return max((each["moves"] for each in chosen), default=None)


def moves_a_day(moves: int, length: timedelta) -> float:
    """How many moves a day each of the two makes, of a match with so many of both."""
    return moves / 2 / (length / DAY)


def time_a_move(terms: FixtureTerms, moves: int, length: timedelta) -> timedelta:
    """How much of that length each move of a fixture has, if its matches are played at once."""
    return length / (moves * (2 if terms.pair else 1))


def is_too_short(terms: FixtureTerms, length: timedelta) -> bool:
    """Whether many matches can't be played to their end in that time."""
    moves = moves_of(terms)
    if moves is None:
        return False
    if length < DAY:
        return time_a_move(terms, moves, length) < SHORTEST_MOVE
    return moves_a_day(moves, length) > MOST_A_DAY


def season_weeks(terms: FixtureTerms, offered: Iterable[int]) -> int:
    """The shortest of the offered seasons in which nobody has to hurry, else the longest."""
    weeks, moves = sorted(offered), moves_of(terms)
    if moves is None:
        return weeks[0]
    fits = (each for each in weeks if moves_a_day(moves, each * WEEK) <= SEASON_PACE)
    return next(fits, weeks[-1])


def round_of_days(terms: FixtureTerms) -> timedelta:
    """The shortest proposed round in which nobody has to hurry, else the longest."""
    moves = moves_of(terms)
    if moves is None:
        return ROUNDS[0]
    fits = (each for each in ROUNDS if moves_a_day(moves, each) <= ROUND_PACE)
    return next(fits, ROUNDS[-1])


def round_of_an_evening(terms: FixtureTerms) -> timedelta | None:
    """The same for people who are all there; None if it takes longer than two hours."""
    moves = moves_of(terms)
    fits = (e for e in EVENINGS if moves and time_a_move(terms, moves, e) >= EVENING_PACE)
    return next(fits, None)
