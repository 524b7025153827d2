"""The record of a match, made of its events. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from bot.games.core import Outcome
from bot.model.clock.time_control import control_text
from bot.model.competitions.competition import Competition, Fixture
from bot.model.events import (
    Challenged,
    Claimed,
    Commented,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    GraceUsed,
    Overdue,
    Played,
    Recorded,
    Replaced,
    Resigned,
    Started,
    TakenBack,
)
from bot.model.game_records.record import (
    FIRST_ROUND,
    UNFINISHED,
    Deed,
    GameRecord,
    RecordItem,
    RecordPlayer,
    plain_name,
    whole_second,
)
from bot.model.records import MatchId
from bot.model.refusals import Refused
from bot.model.terms import USUAL_TERMS

LINE = " | "
"""What stands between the moves of a claim; no move of any game has it."""


def record_of(
    number: MatchId,
    recorded: Sequence[Recorded],
    made: datetime,
    robot: int | None,
    played_in: tuple[str, str] = ("", ""),
) -> GameRecord:
    """The record of a match by its events. Raises Refused for one that has not begun.

    `robot` is the bot by its number; where that is not known, it is whoever was asked for a level.
    `played_in` are the event and the round that `event_names` tells.
    """
    asked = recorded[0].event
    started = next((r for r in recorded if isinstance(r.event, Started)), None)
    if started is None or not isinstance(asked, Challenged):
        raise Refused(f"Match {number} has not begun, so there is nothing to record yet.")
    assert isinstance(started.event, Started), "it was looked for by its kind"
    ended = next((r for r in recorded if isinstance(r.event, Ended)), None)
    terms = asked.terms or USUAL_TERMS
    if robot is None and terms.level is not None and len(asked.invited) == 1:
        robot = asked.invited[0].id if asked.invited[0] else None
    record = GameRecord(
        game=asked.game,
        options=started.event.options,
        players=tuple(
            RecordPlayer(plain_name(person.name), person.id == robot)
            for person in started.event.seats
        ),
        items=tuple(record_items(recorded)),
        outcome=None,
        started=whole_second(started.at),
        ended=None,
        made=whole_second(made),
        number=number,
        rated=terms.rated,
        level=terms.level,
        time=control_text(asked.time_control) if asked.time_control else "",
        event=plain_name(played_in[0]) if played_in[0] else "",
        round=plain_name(played_in[1]) if played_in[0] else "",
    )
    return record if ended is None else _closed(record, ended)


def event_names(
    competition: Competition, fixtures: Sequence[Fixture], match: MatchId
) -> tuple[str, str]:
    """What records call the event and the round in which the match, or the first of its pair, was
    played."""
    found = next((fixture for fixture in fixtures if fixture.match == match), None)
    if competition.league is not None:
        division = f", division {found.division}" if found else ""
        return competition.name, f"season {competition.season}{division}"
    return competition.name, str(found.round) if found else FIRST_ROUND


def _closed(record: GameRecord, ended: Recorded) -> GameRecord:
    assert isinstance(ended.event, Ended), "it was looked for by its kind"
    if ended.event.reason == UNFINISHED:
        return record
    outcome = Outcome(ended.event.winners, ended.event.reason)
    return replace(record, outcome=outcome, ended=whole_second(ended.at))


def record_items(recorded: Sequence[Recorded]) -> Iterator[RecordItem]:
    """What of the events stands in a record, in order."""
    for each in recorded:
        if item := _item(each.event):
            yield replace(item, at=whole_second(each.at))


def _item(event: Event) -> RecordItem | None:
    match event:
        case Played():
            return RecordItem(Deed.MOVE, event.seat, event.text)
        case Resigned():
            return RecordItem(Deed.LATE if event.late else Deed.RESIGN, event.seat)
        case TakenBack():
            return RecordItem(Deed.TAKEBACK, event.seat, count=event.plies)
        case Replaced():
            return RecordItem(Deed.REPLACE, event.seat, plain_name(event.person.name))
        case Claimed():
            return RecordItem(Deed.CLAIM, event.seat, LINE.join(event.line or ()))
        case Commented():
            return RecordItem(Deed.COMMENT, 0, event.text)
        case DrawOffered() | DrawDeclined() | GraceUsed() | Overdue():
            return RecordItem(PLAIN[type(event)], event.seat)
    return None


PLAIN: dict[type[Event], Deed] = {
    DrawOffered: Deed.OFFER,
    DrawDeclined: Deed.DECLINE,
    GraceUsed: Deed.GRACE,
    Overdue: Deed.OVERDUE,
}
"""The deeds of which a record says nothing but whose they are."""
