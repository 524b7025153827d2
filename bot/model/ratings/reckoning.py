"""Ratings of contests that are no matches of the bot, such as those of another club. Pure.

A contest is a line of JSON:

    {"at": "2026-12-01T18:00:00+00:00", "game": "bump", "people": [1, 2], "scores": [1, 0]}
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.games.core import PlayerError
from bot.model.ratings.folding import RatingHistory
from bot.model.ratings.rated import rating_shown
from bot.model.ratings.rating import Contest, pool_of
from bot.model.records import MatchId
from bot.model.shape import instant

FIELDS = ("at", "game", "people", "scores")

EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)

Shown = dict[str, float | bool]
"""A rating as it is printed."""


def reckon(lines: Iterable[str | bytes]) -> Mapping[str, Any]:
    """The rating of everybody at the end of the last contest, by the person's number; if there is
    more than one pool, by pool first.

    Raises PlayerError for a line that is no contest, or one that ended before the one above it.
    """
    history, last = RatingHistory(), None
    for number, line in enumerate(lines, 1):
        if line.strip():
            contest = _contest(number, line)
            if last and contest.at < last:
                raise _refused(number, "it ended before the contest above it.")
            last = contest.at
            history.settle(contest)
    found: dict[str, dict[str, Shown]] = {}
    for (person, pool), point in sorted(history.last.items()):
        assert last, "who has a point had a contest"
        rating = rating_shown(point, last)
        found.setdefault(pool, {})[f"{person}"] = {
            "rating": rating.rating,
            "deviation": rating.deviation,
            "volatility": rating.volatility,
            "provisional": rating.is_provisional,
        }
    return found if len(found) > 1 else next(iter(found.values()), {})


def _contest(number: int, line: str | bytes) -> Contest:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _refused(number, f"it is no JSON: {error}.") from None
    if not isinstance(read, dict) or sorted(read) != sorted(FIELDS):
        raise _refused(number, f"it has to be an object with {', '.join(FIELDS)} and no more.")
    people, scores, pool = read["people"], read["scores"], read["game"]
    if not isinstance(pool, str) or not pool:
        raise _refused(number, "game has to be a name.")
    if not _are_people(people):
        raise _refused(number, "people has to have two numbers or more above 0, each once.")
    if not _are_scores(scores, len(people)):
        wanted = "1 and 0, or 0.5 twice" if len(people) == 2 else "a number from 0 to 1 for each"
        raise _refused(number, f"scores has to have {wanted}.")
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    pool = pool_of(pool, len(people))
    return Contest(MatchId(number), pool, None, _at(number, read["at"]), tuple(people), ranks)


def _are_people(read: object) -> bool:
    if not isinstance(read, list) or len(read) < 2:
        return False
    return all(type(each) is int and each > 0 for each in read) and len(set(read)) == len(read)


def _are_scores(read: object, people: int) -> bool:
    if not isinstance(read, list) or len(read) != people:
        return False
    if not all(type(each) in (int, float) for each in read):
        return False
    if people == 2:
        return sorted(read) in ([0, 1], [0.5, 0.5])
    return all(0 <= each <= 1 for each in read)


def _at(number: int, read: object) -> datetime:
    try:
        found = instant(str(read))
    except ValueError as error:
        raise _refused(number, f"at is no instant: {error}.") from None
    if not EARLIEST <= found <= LATEST:
        raise _refused(number, "at has to be between 1970 and 2999.")
    return found


def _refused(number: int, why: str) -> PlayerError:
    return PlayerError(f"Line {number}: {why}")
