"""What boards and lists say about the pair, season or tournament of a match, and of a player for
whom it waits in vain."""

import logging
import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.front.discord.context import Client
from bot.front.discord.markdown import bold, escape, full_time, message_link
from bot.front.text.parts import competition_name
from bot.games.core import PlayerError
from bot.model.competitions.competition import Competition, Phase
from bot.model.competitions.phases import round_end
from bot.model.match import Match
from bot.model.privacy.owner import Excluded
from bot.model.records import MatchId, MatchSummary, Status
from bot.model.results import WITHOUT_RESULT, PairResult, pair_result

log = logging.getLogger(__name__)


async def other_link(client: Client, match: Match) -> str:
    """The link to the other match of the pair; empty if there is none yet, and if it can't be
    read."""
    _, link = await _other(client, match)
    return link


async def about_pair(client: Client, match: Match) -> str:
    """What the end of a match says about its pair: the common result, once the other has ended,
    too, else that it was still running: worded so that it stays true."""
    other, link = await _other(client, match)
    if other is None:
        return ""
    if other.status is not Status.ENDED:
        return f"The other one of this pair, {link}, was still running then."
    return f"{_pair_words(match, other)} The other match was {link}."


async def _other(client: Client, match: Match) -> tuple[Match | None, str]:
    # The other match and the link to it, if it exists and can be read.
    try:
        other = await client.service.pairs.other(match) if match.terms.pair else None
        return other, await _link(client, other) if other else ""
    except PlayerError as error:
        log.warning("match %s: other match of the pair not read: %s", match.id, error)
        return None, ""


def _pair_words(match: Match, other: Match) -> str:
    first, second = (match, other) if match.terms.pair_of is None else (other, match)
    result = pair_result(first.outcome, second.outcome)
    return _result_words(first, result) if result else _without_result(first, second)


def _result_words(first: Match, result: PairResult) -> str:
    if result.winner is None:
        return "The pair is shared, two points each."
    winner = first.beginner(result.winner)
    return f"🏆 {bold(winner)} wins the pair, {max(result.points)} points to {min(result.points)}."


def _without_result(first: Match, second: Match) -> str:
    off = [m.id for m in (first, second) if m.outcome and m.outcome.reason in WITHOUT_RESULT]
    if first.terms.competition is not None:
        # There the other one may count alone.
        return f"Match {off[0]} was not played to the end: the table says what this pair counts."
    if len(off) == 2:
        return "The pair has no result, as neither of its matches was played to the end."
    return f"The pair has no result, as match {off[0]} was not played to the end."


async def _link(client: Client, other: Match) -> str:
    # To its newest board; before the first one only its number.
    board = await client.service.posts.last_board(other.id)
    name = f"match {other.id}"
    if board is None or board.post.kind.traits.before_play:
        return name
    return f"[{name}]({message_link(other.guild, board.channel, board.message)})"


async def part_of(client: Client, match: Match) -> str:
    """The season or tournament of the match with the date by which it ends;
    empty if there is none, or it is over."""
    number = match.terms.competition
    found = await _running(client, number) if number is not None else None
    return _words(found) if found else ""


def unserved(client: Client, match: Match, who: str = "") -> str:
    """That the player to move, by name or as `who`, is excluded; empty if they are not."""
    mover = match.turn_person
    if mover is None or not client.service.owner.is_excluded(Excluded.PERSON, mover.id):
        return ""
    return f"{who or bold(mover)} can't use this bot at present"


async def round_ends(client: Client, rows: Iterable[MatchSummary]) -> Mapping[MatchId, datetime]:
    """When running matches without their own deadline end."""
    unlimited = [r for r in rows if r.status is Status.RUNNING and r.deadline is None]
    numbers = {row.competition for row in unlimited if row.competition is not None}
    found = {number: await _running(client, number) for number in numbers}
    part = {row.match: found.get(row.competition or 0) for row in unlimited}
    return {match: round_end(competition) for match, competition in part.items() if competition}


async def _running(client: Client, number: int) -> Competition | None:
    try:
        found = await client.service.competitions.competition(number)
    except PlayerError:
        # Its server has removed the bot meanwhile.
        return None
    return found if found.phase is Phase.RUNNING else None


def _words(competition: Competition) -> str:
    name = escape(competition_name(competition))
    return f"{name}, until {full_time(round_end(competition))}"


def without_part(text: str, competition: Competition) -> str:
    """The words of a board without the season or tournament that they say it is part of."""
    name = re.escape(escape(competition_name(competition)))
    return re.sub(f" · {name}, until <t:[0-9]+:f>", "", text)
