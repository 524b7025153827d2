"""What a league or tournament asks of people: how many moves in how much time."""

from datetime import timedelta

from bot.catalog import entry
from bot.games.phrases import counted
from bot.model.clock.time_control import long_text
from bot.model.clock.units import DAY, HOUR, MINUTE, SECOND, WEEK
from bot.model.competitions.competition import FixtureTerms
from bot.model.competitions.lengths import (
    is_too_short,
    moves_a_day,
    moves_of,
    round_of_an_evening,
    round_of_days,
    season_weeks,
    time_a_move,
)
from bot.service.competitions.leagues import WEEKS

LONGER = "{spans} suit it better."
NOTHING_SUITS = "It is better with other options, or another game."

TOO_SHORT = "⚠️ That is too fast for most: many matches will end by the clock. {remedy}"

ONCE_IN = 2 / 3
"""Moves a day below which the days between two moves are told."""


def length_text(length: timedelta) -> str:
    """A length of time in full words: `45 minutes`, `2 hours`, `3 days`."""
    if length % HOUR:
        return counted(length // timedelta(minutes=1), "minute")
    return long_text(length)


def season_pace(terms: FixtureTerms, weeks: int) -> str:
    """What a season of that many weeks asks of people; empty if nobody knows."""
    best = season_weeks(terms, WEEKS)
    remedy = LONGER.format(spans=f"{best} weeks") if best > weeks else NOTHING_SUITS
    return _pace_text(terms, weeks * WEEK, f"{weeks} weeks", remedy)


def round_pace(terms: FixtureTerms, length: timedelta) -> str:
    """What rounds of that length ask of people; empty if nobody knows."""
    fitting = (round_of_an_evening(terms) if length < DAY else None, round_of_days(terms))
    best = next((each for each in fitting if each and each > length), None)
    remedy = LONGER.format(spans=f"Rounds of {length_text(best)}") if best else NOTHING_SUITS
    return _pace_text(terms, length, length_text(length), remedy)


def _pace_text(terms: FixtureTerms, length: timedelta, span: str, remedy: str) -> str:
    """How many moves a match takes and what that asks of people in that length, in words `span`;
    with the remedy if it can hardly be done. Empty if nobody knows."""
    moves = moves_of(terms)
    if moves is None:
        return ""
    about = f"{entry(terms.game).name} takes about {_rounded(moves)} moves"
    text = f"{about}: in {span} {_pace(terms, moves, length)}."
    return f"{text} {TOO_SHORT.format(remedy=remedy)}" if is_too_short(terms, length) else text


def _rounded(moves: int) -> int:
    # As exact as it is known: 5 of a hundred.
    return moves if moves < 20 else 5 * round(moves / 5)


def _pace(terms: FixtureTerms, moves: int, length: timedelta) -> str:
    if length < DAY:
        time = time_a_move(terms, moves, length)
        short = time < 2 * MINUTE
        found = counted(round(time / SECOND), "second") if short else length_text(_whole(time))
        return f"each move has {found}"
    a_day = moves_a_day(moves, length)
    if a_day < ONCE_IN:
        return f"one in {counted(round(1 / a_day), 'day')} each"
    return "one a day each" if a_day < 1.5 else f"{round(a_day)} a day each"


def _whole(time: timedelta) -> timedelta:
    return round(time / MINUTE) * MINUTE
