"""The record of a match, made from its events, and a match made from a record. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from bot.catalog import entry
from bot.games.core import Outcome
from bot.model.clock.time_control import control_text
from bot.model.competitions.competition import Competition, Fixture
from bot.model.decide.challenge import ANSWER_TIME
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
    Person,
    Played,
    Recorded,
    Replaced,
    Resigned,
    Started,
    TakenBack,
)
from bot.model.events.digests import digest_text, stored_head
from bot.model.game_records.record import (
    FIRST_ROUND,
    UNFINISHED,
    BadRecord,
    Deed,
    GameRecord,
    RecordItem,
    RecordPlayer,
    recorded_name,
    whole_second,
)
from bot.model.records import ChannelId, GuildId, MatchId, PersonId, Seat
from bot.model.refusals import Refused
from bot.model.terms import USUAL_TERMS, Terms

LINE = " | "
"""Separates the moves of a claim; no move of any game contains it."""


def record_of(
    number: MatchId,
    recorded: Sequence[Recorded],
    made: datetime,
    robot: PersonId | None,
    played_in: tuple[str, str] = ("", ""),
) -> GameRecord:
    """The record of a match from its events. Raises Refused for one that has not begun.

    `robot` is the bot's id; if unknown, the bot is the player who was asked for a level.
    `played_in` are the event and the round that `event_names` returns.
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
            RecordPlayer(recorded_name(person.name), person.id == robot)
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
        event=recorded_name(played_in[0]) if played_in[0] else "",
        round=recorded_name(played_in[1]) if played_in[0] else "",
        stored="" if (head := stored_head(recorded)) is None else digest_text(head),
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
    """Those of the events that a record has, in order."""
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
            return RecordItem(Deed.REPLACE, event.seat, recorded_name(event.person.name))
        case Claimed():
            return RecordItem(Deed.CLAIM, event.seat, LINE.join(event.line or ()))
        case Commented():
            return RecordItem(Deed.COMMENT, Seat(0), event.text)
        case DrawOffered() | DrawDeclined() | GraceUsed() | Overdue():
            return RecordItem(PLAIN[type(event)], event.seat)
    return None


PLAIN: dict[Callable[[Seat], Event], Deed] = {
    DrawOffered: Deed.OFFER,
    DrawDeclined: Deed.DECLINE,
    GraceUsed: Deed.GRACE,
    Overdue: Deed.OVERDUE,
}
"""The deeds that are recorded with their seat alone."""


UNSTATED = "unstated"
"""The reason of an end for which neither the record nor the rules give one."""

LAST = "last"
"""The reason of an end that leaves one player."""

IMPORTED = Terms(imported=True)


def outcome_of(record: GameRecord, by_rules: Outcome | None, playing: Sequence[int]) -> Outcome:
    """How the match of a record ends that was played up to there, where `playing` are left.

    Raises BadRecord if the record contradicts the rules.
    """
    recorded, line = record.outcome, record.items[-1].line if record.items else 1
    if recorded is None:
        if by_rules or len(playing) < 2:
            raise BadRecord(line, "By the rules the match is over here, and the record says no.")
        return Outcome((), UNFINISHED)
    if len(playing) < 2:
        by_rules = Outcome(tuple(playing), recorded.reason or LAST)
    if by_rules:
        if recorded.winners != by_rules.winners or recorded.reason not in ("", by_rules.reason):
            raise BadRecord(line, f"By the rules the match ends otherwise: {_in_words(by_rules)}.")
        return by_rules
    if recorded.reason in entry(record.game).reasons:
        raise BadRecord(line, f"By the rules the match does not end here by “{recorded.reason}”.")
    if not set(recorded.winners) <= set(playing):
        raise BadRecord(line, "Somebody is recorded to have won who had left the match.")
    return replace(recorded, reason=recorded.reason or UNSTATED)


def _in_words(outcome: Outcome) -> str:
    won = ", ".join(map(str, outcome.winners))
    return f"by “{outcome.reason}”, won by {f'player {won}' if won else 'nobody'}"


def imported_events(
    record: GameRecord,
    texts: Sequence[str],
    outcome: Outcome,
    host: Person,
    channel: ChannelId,
    guild: GuildId | None,
    now: datetime,
) -> list[Event]:
    """The events of a match like the record, which `host` has imported.

    Its players are only names: their numbers are below zero, as those of unknown people. `texts`
    are the canonical texts of its moves.
    """
    seats = tuple(Person(PersonId(-n), each.name) for n, each in enumerate(record.players, 1))
    asked = Challenged(
        *(record.game, dict(record.options), host, seats[1:], channel, guild, "host", None),
        expires=now + ANSWER_TIME,
        terms=IMPORTED,
    )
    replayed = [*_replayed(record.items, seats, texts), Ended.by(outcome)]
    return [asked, Started(seats, dict(record.options)), *replayed]


def _replayed(
    items: Sequence[RecordItem], seats: tuple[Person, ...], texts: Sequence[str]
) -> Iterator[Event]:
    moves, people, known = iter(texts), list(seats), len(seats)
    for item in items:
        if item.deed is Deed.MOVE:
            yield Played(item.seat, next(moves))
        elif item.deed is Deed.REPLACE:
            known += 1
            former, person = people[item.seat - 1], Person(PersonId(-known), item.text)
            people[item.seat - 1] = person
            yield Replaced(item.seat, person, former, person)
        elif item.deed is not Deed.GRACE:
            # A match that was played elsewhere has no running clock.
            yield _event(item)


def _event(item: RecordItem) -> Event:
    match item.deed:
        case Deed.RESIGN | Deed.LATE:
            return Resigned(item.seat, item.deed is Deed.LATE)
        case Deed.TAKEBACK:
            return TakenBack(item.seat, item.count)
        case Deed.COMMENT:
            return Commented(item.text)
    return ALONE[item.deed](item.seat)


ALONE = {deed: kind for kind, deed in PLAIN.items()} | {Deed.CLAIM: Claimed}
"""The events that are recorded with their seat alone."""
