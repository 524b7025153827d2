"""All ratings folded anew from the events of a database, beside those that it keeps."""

import asyncio

from bot.model.ratings.checking import RatingCheck, check_ratings
from bot.model.ratings.contests import Leg, contests_of, leg_of
from bot.model.records import MatchId
from bot.model.refusals import BrokenMatch
from bot.store.auditing.reading import open_snapshot
from bot.store.database import Read
from bot.store.matches import EVENTS
from bot.store.opening import Kept
from bot.store.progress import progress
from bot.store.results.ratings import WHOLE, contests_from
from bot.store.rows import recorded_from
from bot.store.schema import POINTS

MAYBE_RATED = """SELECT matches.id
FROM matches CROSS JOIN events ON events.match_id = matches.id AND events.seq = 1
WHERE matches.status = 'ended' AND CAST(payload AS TEXT) LIKE '%"rated"%' ORDER BY matches.id"""
"""The ended matches whose first event has to be read to know whether they are rated."""

# With a server go its matches, and what they have done to ratings stands.
GONE = f"""{WHOLE}
WHERE eligibility IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM matches WHERE matches.id = contests.number
) ORDER BY contests.number, seat"""
# One that can't be read any more has done what was found when it was settled.
UNREAD = f"""{WHOLE}
WHERE eligibility IS NOT NULL AND ? IN (contests.number, contests.second)
ORDER BY contests.number, seat"""
ALL_POINTS = f"SELECT {POINTS.listed} FROM rating_points"


async def audit_ratings(kept: Kept) -> RatingCheck:
    """Fold all ratings anew, and compare them with those that are kept.

    A match that can't be read is named, and its contest believed. Raises StoreTrouble for a
    database that can't be read or is of another version.
    """
    async with open_snapshot(kept) as read:
        legs, unread = await _legs(read)
        gone = contests_from(await read(GONE))
        for number in unread:
            gone += contests_from(await read(UNREAD, number))
        points = [POINTS.of(*row) for row in await read(ALL_POINTS)]
    contests = [*contests_of(legs), *gone]
    with progress("folding", len(contests), " contests") as move:
        checked = await asyncio.to_thread(check_ratings, contests, points, move)
    checked.faults += unread.values()
    return checked


async def _legs(read: Read) -> tuple[list[Leg], dict[MatchId, str]]:
    # Those that can be read, and what is wrong with each of the others.
    numbers = [MatchId(number) for (number,) in await read(MAYBE_RATED)]
    legs, unread = list[Leg](), dict[MatchId, str]()
    with progress("reading matches", len(numbers), " matches") as move:
        for number in numbers:
            found = await read(EVENTS, number)
            try:
                leg = leg_of(number, (recorded_from(number, *row) for row in found))
                legs += [leg] if leg else []
            except BrokenMatch as error:
                unread[number] = str(error)
            move(1)
    return legs, unread
