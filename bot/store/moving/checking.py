"""Whether the matches that are moved can be played through, and are what their rows say."""

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import groupby

from bot.model.fold import fold
from bot.model.projection import summary_of
from bot.model.records import MatchId, MatchSummary
from bot.model.refusals import BrokenMatch
from bot.store.moving.end import Row
from bot.store.rows import recorded_from, summary_from

COMPARED = ("game", "status", "channel", "guild", "turn", "updated")
"""What the events alone decide: deadlines need the calendars of people too."""


async def whole_matches(batches: AsyncIterator[list[Row]]) -> AsyncIterator[list[Row]]:
    """The same events, with all of a match in one batch. The number of the match comes first."""
    kept: list[Row] = []
    async for batch in batches:
        last = batch[-1][0]
        at = next(at for at, row in enumerate(batch) if row[0] == last)
        if at or (kept and kept[-1][0] != last):
            yield [*kept, *batch[:at]]
            kept = []
        kept += batch[at:]
    if kept:
        yield kept


def faults(summaries: Sequence[Row], events: Sequence[Row]) -> list[str]:
    """What is wrong with these matches: their rows, and all events of them, by number."""
    of_match = {number: list(each) for number, each in groupby(events, lambda row: row[0])}
    return [fault for row in summaries for fault in _faults(row, of_match.get(row[0], []))]


def _faults(row: Row, events: list[Row]) -> Iterator[str]:
    match, seq = MatchId(row[0]), row[1]
    if [event[1] for event in events] != list(range(1, seq + 1)):
        yield f"match {match} should have the events 1 to {seq} but has {len(events)}"
        return
    try:
        played = summary_of(fold([recorded_from(match, *each[1:]) for each in events], match))
        yield from _differences(played, summary_from(*row))
    except BrokenMatch as error:
        yield str(error)
    except (KeyError, TypeError, ValueError) as error:
        yield f"match {match}: its row is damaged ({error!r})"


def _differences(played: MatchSummary, row: MatchSummary) -> Iterator[str]:
    differing = [name for name in COMPARED if getattr(played, name) != getattr(row, name)]
    if [each.id for each in played.people] != [each.id for each in row.people]:
        differing.append("people")
    if differing:
        yield f"match {row.match}: its row and its events differ ({', '.join(differing)})"
