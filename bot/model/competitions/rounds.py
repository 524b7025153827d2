"""Pairings: in a season, in a round robin, in the next round of a Swiss tournament. Pure.

pairing-core knows the Berger tables and the Dutch system of FIDE. It gets no colors, because most
fixtures are pairs: seats for single matches are assigned here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count, groupby
from operator import attrgetter

from pairing_core import (
    DUTCH_TILL2026_COMPAT,
    EngineRequest,
    ImpossiblePairingError,
    PlayerData,
    pair,
    round_robin,
)

from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    FixtureTerms,
    Format,
    Presence,
    Settlement,
)
from bot.model.competitions.standings import points_of


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
    return [
        [(entrants[first - 1].number, entrants[second - 1].number) for first, second in whole]
        for each in round_robin(len(entrants))
        if (whole := [(first, second) for first, second in each if second is not None])
    ]


def swiss_fixtures(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int, terms: FixtureTerms
) -> tuple[Fixture, ...]:
    """The fixtures of the next round, given all that came before it; none if fewer than two are
    still in. If somebody has met everybody left, the oldest rounds are forgotten until all can be
    paired."""
    playing = sorted((each for each in entrants if each.presence is Presence.IN), key=_place)
    if len(playing) < 2:
        return ()
    points = points_of(entrants, fixtures)
    for forgotten in range(number):
        known = [each for each in fixtures if each.round > forgotten]
        try:
            paired = _dutch(playing, points, known, fixtures, number)
        except ImpossiblePairingError:
            continue
        return _swiss_round(paired, fixtures, number, terms)
    raise AssertionError("those who have met nobody can be paired")


def _dutch(
    playing: Sequence[Entrant],
    points: Mapping[int, int],
    known: Sequence[Fixture],
    fixtures: Sequence[Fixture],
    number: int,
) -> list[tuple[int, int | None]]:
    rested = {each.first for each in fixtures if each.second is None}
    ids = {each.number for each in playing}
    players = [
        PlayerData(
            id=each.number,
            pairing_no=rank,
            # Seeds stand for strength, and a fixture won is worth 1 to the library.
            rating=0,
            points=points[each.number] / 2,
            opponents=frozenset(_met(each.number, known) & ids),
            received_bye=each.number in rested,
        )
        for rank, each in enumerate(playing, 1)
    ]
    # The library keeps these rules fixed, so the same results always give the same round.
    asked = EngineRequest(players=players, ruleset=DUTCH_TILL2026_COMPAT, round_number=number)
    return [(each.white_id, each.black_id) for each in pair(asked).pairings]


def _met(entrant: int, fixtures: Sequence[Fixture]) -> set[int]:
    return {
        other
        for each in fixtures
        for mine, other in ((each.first, each.second), (each.second, each.first))
        if mine == entrant and other is not None
    }


def _swiss_round(
    paired: Sequence[tuple[int, int | None]],
    fixtures: Sequence[Fixture],
    number: int,
    terms: FixtureTerms,
) -> tuple[Fixture, ...]:
    firsts = Counter(each.first for each in fixtures if each.second is not None)
    firsts.subtract(each.second for each in fixtures if each.second is not None)
    last = {each.first for each in fixtures if each.round == number - 1}

    def seated(first: int, second: int) -> tuple[int, int]:
        order = sorted((first, second), key=lambda each: (firsts[each], each in last))
        return order[0], order[1]

    return tuple(
        Fixture(0, number, board, 1, *seated(first, second))
        if second is not None
        else _bye(number, board, first, terms)
        for board, (first, second) in enumerate(paired, 1)
    )


def _bye(number: int, board: int, first: int, terms: FixtureTerms) -> Fixture:
    points = (terms.all_points, 0)
    return Fixture(0, number, board, 1, first, None, points=points, settlement=Settlement.BYE)


def _place(entrant: Entrant) -> tuple[int, int, int]:
    return entrant.division, entrant.seed, entrant.number
