"""Pairings of a season and of a round robin, by the Berger tables of pairing-core. Pure."""

from collections.abc import Sequence
from itertools import count, groupby
from operator import attrgetter

from bot.model.competitions.competition import Entrant, Fixture, Format


def rounds_needed(form: Format, entrants: int) -> int:
    """How many rounds a competition of that many has: one for a season; in a Swiss tournament one
    more than it takes until only one can have won all, as long as nobody meets twice."""
    everybody = entrants - 1 if entrants % 2 == 0 else entrants
    match form:
        case Format.SEASON:
            return 1
        case Format.ROUND_ROBIN:
            return everybody
        case Format.SWISS:
            return min(everybody, (entrants - 1).bit_length() + 1)


def season_fixtures(entrants: Sequence[Entrant]) -> tuple[Fixture, ...]:
    """All fixtures of a season: everybody of a division meets everybody else, at once."""
    boards = count(1)
    return tuple(
        Fixture(0, 1, next(boards), division, first, second)
        for division, those in groupby(sorted(entrants, key=_place), attrgetter("division"))
        for meetings in _berger(list(those))
        for first, second in meetings
    )


def round_robin_fixtures(entrants: Sequence[Entrant]) -> tuple[Fixture, ...]:
    """All fixtures of a round robin, round by round. With an odd number one rests each round."""
    return tuple(
        Fixture(0, number, board, 1, first, second)
        for number, meetings in enumerate(_berger(sorted(entrants, key=_place)), 1)
        for board, (first, second) in enumerate(meetings, 1)
    )


def _berger(entrants: Sequence[Entrant]) -> list[list[tuple[int, int]]]:
    # Loaded for the first round, as in `swiss`.
    from pairing_core import round_robin

    return [
        [(entrants[first - 1].number, entrants[second - 1].number) for first, second in whole]
        for each in round_robin(len(entrants))
        if (whole := [(first, second) for first, second in each if second is not None])
    ]


def _place(entrant: Entrant) -> tuple[int, int, int]:
    return entrant.division, entrant.seed, entrant.number
