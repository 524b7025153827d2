"""Ratings and results in words: short lines that fit on a phone."""

import logging
from collections.abc import Iterator, Mapping, Sequence

from bot.front.discord.context import Client
from bot.front.discord.markdown import bold
from bot.games.core import PlayerError
from bot.games.phrases import comma_list, counted
from bot.model.match import Match
from bot.model.ratings.rating import Eligibility, Rating
from bot.model.records import PersonId
from bot.model.results import Tally
from bot.service.results.ratings import RatingChange

log = logging.getLogger(__name__)

PROVISIONAL_NOTE = "provisional"

# The end of the sentence "Not rated: …".
WHY_NOT: Mapping[Eligibility, str] = {
    Eligibility.SHORT: "fewer than four moves were made",
    Eligibility.CALLED_OFF: "it was called off",
    Eligibility.REPLACED: "somebody played on for another",
    Eligibility.ABANDONED: "nobody moved any more",
    Eligibility.UNDECIDED: "it was still running when its round ended",
    Eligibility.TIMED_OUT_BEFORE: "of losses on time within three days only the first counts",
    Eligibility.TOO_OFTEN: "four results a month count between the same two",
    Eligibility.TOO_LATE: "I could read it only weeks after its end",
    Eligibility.DELETED: "somebody deleted their data",
    Eligibility.BOT: "I played in it",
}


SHORT_PAIR = "it takes four moves in each match of a pair"


def rated_line(rated: RatingChange, names: Mapping[PersonId, str], *, pair: bool = False) -> str:
    """What a contest did to the ratings of the people with those names, or why it did nothing."""
    if pair and rated.eligibility is Eligibility.SHORT:
        return f"Not rated: {SHORT_PAIR}."
    if rated.eligibility is not Eligibility.COUNTED:
        return f"Not rated: {WHY_NOT[rated.eligibility]}."
    steps = zip(rated.contest.people, rated.before, rated.after, strict=True)
    lines = [_step(names[each], before, after) for each, before, after in steps if each in names]
    return f"Rated: {comma_list(lines)}." if lines else ""


def _step(name: str, before: Rating, after: Rating) -> str:
    note = f" ({PROVISIONAL_NOTE})" if after.is_provisional else ""
    return f"{name} {before.rating:.0f} → {after.rating:.0f}{note}"


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


PAIR_RUNS = "Rated together with the other match of the pair, once that is over."


async def about_rated(client: Client, match: Match) -> str:
    """The outcome of a rated match for its people; empty for an unrated one, and if it can't be
    read."""
    if not match.terms.rated:
        return ""
    try:
        rated = await client.service.ratings.rated(match.id)
    except PlayerError as error:
        log.warning("match %s: rating not read: %s", match.id, error)
        return ""
    if rated is None:
        return PAIR_RUNS if match.terms.pair else ""
    names = {person.id: bold(person) for person in match.seats}
    return rated_line(rated, names, pair=match.terms.pair)
