"""What is stored beside the events of matches, compared with what the events say."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from bot.model.clock.changes import History
from bot.model.events import Ended, Recorded
from bot.model.events.digests import Sealed, StoredEvent, first_disagreeing, is_covered
from bot.model.fold import fold, positions_to_keep, rules_version
from bot.model.match import Match
from bot.model.privacy.leaving import named_in
from bot.model.projection import summary_of
from bot.model.records import MatchId, MatchSummary, PersonId, Status
from bot.model.refusals import BrokenMatch, DamagedRow
from bot.model.results import MatchEnd, match_end
from bot.store.database import Read
from bot.store.digests import DIGEST, GIVEN, NO_DIGEST
from bot.store.maintenance import differing_columns
from bot.store.personal.preferences import history_from
from bot.store.rows import SUMMARIES, recorded_from, summary_from
from bot.store.schema import RESULTS, TRACES

SEATS, NOTICE, RESULT, CONTEST = "seats", "the turn's notice", "results", "contest"
POSITIONS, NAMED, ROW = "positions", "people named in it", "its row"
"""What may differ, as it is called, besides the columns of a match."""

TABLES = {
    "events": f"""SELECT match_id, seq, kind, payload, at, digest FROM events
WHERE match_id {GIVEN} ORDER BY match_id, seq""",
    SEATS: f"""SELECT match_id, person, channel, status FROM seats
WHERE match_id {GIVEN} ORDER BY match_id, person""",
    NOTICE: f"SELECT match_id, seq, person FROM notices WHERE match_id {GIVEN}",
    RESULT: f"""SELECT match_id AS number, {RESULTS.listed} FROM results
WHERE match_id {GIVEN} ORDER BY match_id, seat""",
    CONTEST: f"""SELECT matches.id, contests.second
FROM matches JOIN contests ON contests.number = coalesce(matches.pair, matches.id)
WHERE matches.id {GIVEN}""",
    POSITIONS: f"""SELECT match_id, seq, rules, position FROM positions
WHERE match_id {GIVEN} ORDER BY match_id, seq""",
    NAMED: "\nUNION ALL ".join(
        f"SELECT match_id, person FROM {table} WHERE match_id {GIVEN}" for table in TRACES
    ),
    "calendar": f"""SELECT matches.id, calendars.since, calendars.calendar
FROM matches JOIN calendars ON calendars.person = matches.turn
WHERE matches.id {GIVEN} ORDER BY matches.id, calendars.since""",
}
"""What is stored with matches, each row behind the number of its match."""

# The results of older matches are written in the background, and so are their digests.
OLDER = "SELECT name, value FROM counters WHERE name IN ('older_results', 'undigested')"

MORE_COLUMNS = ("competition", "pair", "awaited", "turn_known", "clock_since", "clock_budget")

Beside = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of one match by table, without its number."""


class Derived(NamedTuple):
    """A match beside whose events something else is stored than they say, or whose events do not
    fit together: that is the `fault`, and can't be mended."""

    match: MatchId
    differing: tuple[str, ...]
    fault: str = ""

    @property
    def text(self) -> str:
        """What is wrong, in words."""
        what = ", ".join(self.differing)
        differs = f"match {self.match}: what is stored for lists and clocks differs ({what})"
        return self.fault or differs


@dataclass(frozen=True, slots=True)
class Expected:
    """What should be stored beside the events of a match: its summary, what its end brings about,
    and the people in it who have no seat. `robot` is None if there is none, or it is unknown."""

    match: Match
    summary: MatchSummary
    end: MatchEnd | None
    named: frozenset[PersonId]
    robot: PersonId | None

    @property
    def is_certain(self) -> bool:
        """Whether it is known which of them is the bot."""
        return self.robot is not None or (self.match.level is None and not self.match.successions)

    def mending(self, row: Sequence[Any]) -> MatchSummary:
        """The summary to be written over the row. Nobody is called to a turn that may be the
        bot's."""
        turn_seq = row[list(SUMMARIES.columns).index("turn_seq")]
        return self.summary if self.is_certain else replace(self.summary, turn_seq=turn_seq)

    @property
    def seated(self) -> list[PersonId]:
        return sorted({person.id for person in self.summary.people})


async def read_beside(read: Read, numbers: Sequence[int]) -> dict[int, Beside]:
    """What is stored with these matches."""
    found: dict[int, dict[str, list[tuple[Any, ...]]]] = {
        number: defaultdict(list) for number in numbers
    }
    for name, sql in TABLES.items():
        for number, *row in await read(sql, json.dumps(numbers)):
            found[number][name].append(tuple(row))
    return dict(found)


@dataclass(frozen=True, slots=True)
class Known:
    """What else is to be known: who the bot is, if that is known, and the matches before which
    results, and digests, may still be missing."""

    robot: PersonId | None
    older: int
    undigested: int


def compare(row: Sequence[Any], beside: Beside, known: Known) -> Derived | None:
    """What differs of a match, given its row; None if nothing does."""
    number = MatchId(row[0])
    try:
        should = expectation(row, beside, known.robot)
    except (BrokenMatch, DamagedRow) as error:
        return Derived(number, (), str(error))
    try:
        stored = summary_from(*row)
    except (DamagedRow, KeyError, TypeError, ValueError):
        return Derived(number, (ROW,))
    differing = [
        *_columns(should, stored),
        *_differing(should, beside, is_older=number < known.older),
        *_digests(stored, beside, known),
    ]
    return Derived(number, tuple(differing)) if differing else None


def expectation(row: Sequence[Any], beside: Beside, robot: PersonId | None) -> Expected:
    """What should be stored of a match, given its row. Raises BrokenMatch and DamagedRow."""
    number, edition = MatchId(row[0]), row[list(SUMMARIES.columns).index("edition")]
    recorded = [recorded_from(number, *each[:4]) for each in beside.get("events", ())]
    match = replace(fold(recorded, number), edition=edition)
    history: History = () if match.is_by_bank else history_from(beside.get("calendar", ()))
    match = match.timed(history, match.updated)
    events = [(kind, json.loads(payload)) for _, kind, payload, *_ in beside["events"]]
    named = {person for each in events for person in named_in(*each) if person > 0}
    return Expected(
        match, summary_of(match, robot), _end(match, recorded, robot), frozenset(named), robot
    )


def _end(match: Match, recorded: Sequence[Recorded], robot: PersonId | None) -> MatchEnd | None:
    end = match_end(match, robot or PersonId(0))
    at = next((each.at for each in reversed(recorded) if isinstance(each.event, Ended)), None)
    if end is None or at is None:
        return None
    # Ratings are noted after the end.
    return end._replace(results=tuple(replace(each, at=at) for each in end.results))


def _columns(should: Expected, stored: MatchSummary) -> Iterator[str]:
    summary, is_by_bank = should.summary, should.match.is_by_bank
    names = ("seq", *MORE_COLUMNS, *(["turn_seq"] if should.is_certain else []))
    yield from differing_columns(summary, stored)
    yield from (name for name in names if getattr(summary, name) != getattr(stored, name))
    # What is due early is looked at by the bot, which corrects that and the deadline.
    if should.is_certain and _is_late(summary.due_otherwise, stored.due_otherwise):
        yield "due_otherwise"
    # A bank is stopped while the bot is away.
    if not is_by_bank and summary.deadline != stored.deadline and stored.due != stored.updated:
        yield "deadline"
    if _is_late(summary.due, stored.due) and not (is_by_bank and stored.due):
        yield "due"


def _is_late(should: datetime | None, stored: datetime | None) -> bool:
    return should is not None and (stored is None or stored > should)


def _differing(should: Expected, beside: Beside, *, is_older: bool) -> Iterator[str]:
    summary, end = should.summary, should.end
    seats = [(person, summary.channel, summary.status) for person in should.seated]
    if list(beside.get(SEATS, ())) != seats:
        yield SEATS
    turn = [] if summary.turn_seq is None else [(summary.turn_seq, summary.turn)]
    if should.is_certain and list(beside.get(NOTICE, ())) != turn:
        yield NOTICE
    results = [RESULTS.of(*each) for each in beside.get(RESULT, ())]
    wanted = list(end.results) if end else []
    if should.is_certain and results != wanted and not (is_older and not results):
        yield RESULT
    contests = [second for (second,) in beside.get(CONTEST, ())]
    if end and end.contest and (not contests or (end.second and contests != [end.second])):
        yield CONTEST
    traced = {person for (person,) in beside.get(NAMED, ())}
    if should.named - traced - set(should.seated):
        yield NAMED
    if _wrong_positions(should.match, beside.get(POSITIONS, ())):
        yield POSITIONS


def _digests(stored: MatchSummary, beside: Beside, known: Known) -> Iterator[str]:
    sealed = Sealed(stored.digest, stored.sealed, stored.edition)
    events = [StoredEvent(*each) for each in beside["events"]]
    if first_disagreeing(stored.match, sealed, events) is not None:
        yield DIGEST
    elif stored.match >= known.undigested and not is_covered(sealed, events):
        yield NO_DIGEST


def _wrong_positions(match: Match, rows: Sequence[tuple[Any, ...]]) -> bool:
    # Those of other rules are not read any more, and missing ones are replayed.
    if match.status not in (Status.RUNNING, Status.ENDED) or not rows:
        return False
    version, right = rules_version(match.rules), positions_to_keep(match, {})
    return any(
        rules == version and seq in right and json.loads(right[seq]) != _json(position)
        for seq, rules, position in rows
    )


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
