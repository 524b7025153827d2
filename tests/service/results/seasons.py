"""Rated matches among three people, and what they come to."""

from datetime import UTC, datetime
from random import Random

from bot.model.commands import Resign
from bot.model.events import Person
from bot.model.ratings.contests import contests_of, leg_of
from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.rating import RatingPoint
from bot.model.records import MatchId
from bot.model.terms import Terms
from tests.helpers.people import ADA, GRACE, LINUS
from tests.service.conftest import Club

RATED = Terms(rated=True)
HELD = "1 1 1 1"
FAR = datetime(2099, 1, 1, tzinfo=UTC)


async def folded(club: Club) -> list[RatingPoint]:
    """All points as the events tell them."""
    rows = await club.store.summaries(limit=1000)
    found = [leg_of(row.match, await club.store.events(row.match)) for row in rows]
    rated = fold_ratings(contests_of(leg for leg in found if leg))
    return sorted((point for each in rated for point in each.points), key=_key)


async def kept(club: Club) -> list[RatingPoint]:
    curves = [await club.service.ratings.curve(p.id, "pile") for p in (ADA, GRACE, LINUS)]
    return sorted((point for curve in curves for point in curve), key=_key)


def _key(point: RatingPoint) -> tuple[object, ...]:
    return point.person, point.number


async def lost(club: Club, winner: Person, loser: Person, terms: Terms = RATED) -> MatchId:
    """A match that the loser resigns after some moves."""
    match = await club.begin(loser, host=winner, moves=HELD, terms=terms)
    await club.do(match.id, Resign(loser.id))
    return match.id


async def season(club: Club, matches: int = 14) -> None:
    """Rated matches among three over some weeks, some of them at the same moment."""
    dice = Random(3)
    for _ in range(matches):
        winner, loser = dice.sample([ADA, GRACE, LINUS], 2)
        await lost(club, winner, loser)
        club.pass_by(days=dice.choice([0, 1, 4]))
