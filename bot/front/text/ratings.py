"""Ratings and results in words: short lines that fit on a phone."""

import logging
from collections.abc import Iterator, Mapping, Sequence

from bot.front.discord.context import Client
from bot.front.discord.markdown import bold
from bot.games.core import PlayerError
from bot.games.phrases import comma_list, counted
from bot.model.match import Match
from bot.model.ratings.rating import Eligibility, RatedContest, Rating, RatingPoint, listed
from bot.model.records import PersonId
from bot.model.results import Tally
from bot.service.results.ratings import ManyUnsettled

log = logging.getLogger(__name__)

PROVISIONAL_NOTE = "provisional"
UNCHANGED = "unchanged: of losses on time while away only the first counts"

# The end of the sentence "Not rated: …".
WHY_NOT: Mapping[Eligibility, str] = {
    Eligibility.SHORT: "fewer than four moves were made",
    Eligibility.CALLED_OFF: "it was called off",
    Eligibility.REPLACED: "somebody played on for another",
    Eligibility.ABANDONED: "nobody moved any more",
    Eligibility.UNDECIDED: "it was still running when its round ended",
    Eligibility.TOO_LATE: "I could read it only weeks after its end",
    Eligibility.DELETED: "somebody deleted their data",
    Eligibility.BOT: "I played in it",
    # Of earlier versions, if somebody deleted their data since.
    Eligibility.TIMED_OUT_BEFORE: "of losses on time within three days only the first counted",
    Eligibility.TOO_OFTEN: "four results a month counted between the same two",
}


LITTLE = 0.05
COUNTS_LITTLE = " It counts little after the other results between the same players."
SHORT_PAIR = "it takes four moves in each match of a pair"


def rated_line(rated: RatedContest, names: Mapping[PersonId, str], *, pair: bool = False) -> str:
    """What a contest did to the ratings of the people with those names, or why it did nothing."""
    if pair and rated.eligibility is Eligibility.SHORT:
        return f"Not rated: {SHORT_PAIR}."
    if rated.eligibility is not Eligibility.COUNTED:
        return f"Not rated: {WHY_NOT[rated.eligibility]}."
    steps = zip(rated.contest.people, rated.last, rated.after, strict=True)
    # Those below zero are deleted, and have no rating.
    lines = [_step(names[each], *points) for each, *points in steps if each > 0 and each in names]
    note = COUNTS_LITTLE if max(rated.ruling.weights) < LITTLE else ""
    return f"Rated: {comma_list(lines)}.{note}" if lines else ""


def _step(name: str, last: RatingPoint | None, after: RatingPoint | None) -> str:
    before = round(listed(last).rating)
    if after is None:
        return f"{name} {before} ({UNCHANGED})"
    rating = after.listed
    note = f", {PROVISIONAL_NOTE}" if rating.is_provisional else ""
    return f"{name} {rating.rating:.0f} ({round(rating.rating) - before:+d}{note})"


def rating_text(rating: Rating) -> str:
    """A rating with two deviations; it says so while that is much."""
    text = f"{rating.rating:.0f} ±{2 * rating.deviation:.0f}"
    return f"{text}, {PROVISIONAL_NOTE}" if rating.is_provisional else text


def tally_text(tally: Tally) -> str:
    """Such as: 12 won, 8 lost. Zeros are left out."""
    parts = {"won": tally.won, "shared": tally.shared, "lost": tally.lost}
    return ", ".join(f"{number} {word}" for word, number in parts.items() if number) or "none"


def game_line(name: str, tally: Tally | None, rating: Rating | None, contests: int = 0) -> str:
    """A line about a person's play of a game: the rating first, if they have one."""
    rated = f"{rating_text(rating)} after {counted(contests, 'result')}" if rating else ""
    played = tally_text(tally) if tally else ""
    return f"**{name}**: {' · '.join(filter(None, (rated, played)))}"


def ranked_lines(rows: Sequence[tuple[str, Rating, int]]) -> Iterator[str]:
    """A line for each name, rating and number of contests, best first. Equal ratings as shown have
    the same rank."""
    shown = [f"{rating.rating:.0f}" for _, rating, _ in rows]
    for (name, rating, contests), own in zip(rows, shown, strict=True):
        about = f"{rating_text(rating)} · {counted(contests, 'result')}"
        yield f"`{shown.index(own) + 1:>2}` {name} {about}"


LATER = "Rated as soon as earlier results are."
# Worded so that it stays true: the other match may be called off, or its player be deleted.
PAIR_RUNS = "What the pair does to ratings is said at the end of its other match."


async def about_rated(client: Client, match: Match) -> str:
    """The outcome of a rated match for its people; empty for an unrated one, and if it can't be
    read."""
    if not match.terms.rated:
        return ""
    try:
        rated = await client.service.ratings.rated(match.id)
    except ManyUnsettled:
        return LATER
    except PlayerError as error:
        log.warning("match %s: rating not read: %s", match.id, error)
        return ""
    if rated is None:
        return PAIR_RUNS if match.terms.pair else ""
    names = {person.id: bold(person) for person in match.seats}
    return rated_line(rated, names, pair=match.terms.pair)
