"""A record as a match of its own: its end by the rules, and events that tell the same. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.catalog import entry
from bot.games.core import Outcome
from bot.model.decide.challenge import ANSWER_TIME
from bot.model.events import (
    Challenged,
    Claimed,
    Commented,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Overdue,
    Person,
    Played,
    Replaced,
    Resigned,
    Started,
    TakenBack,
)
from bot.model.game_records.record import UNFINISHED, BadRecord, Deed, GameRecord, RecordItem
from bot.model.terms import Terms

UNSTATED = "unstated"
"""The reason of an end for which the record gives none, and the rules neither."""

LAST = "last"
"""The reason of an end that leaves one player."""

IMPORTED = Terms(imported=True)


def outcome_of(record: GameRecord, by_rules: Outcome | None, playing: Sequence[int]) -> Outcome:
    """How the match of a record ends that was played up to there, where `playing` are left.

    Raises BadRecord where the record says something else than the rules.
    """
    said, line = record.outcome, record.items[-1].line if record.items else 1
    if said is None:
        if by_rules or len(playing) < 2:
            raise BadRecord(line, "By the rules the match is over here, and the record says no.")
        return Outcome((), UNFINISHED)
    if len(playing) < 2:
        by_rules = Outcome(tuple(playing), said.reason or LAST)
    if by_rules:
        if said.winners != by_rules.winners or said.reason not in ("", by_rules.reason):
            raise BadRecord(line, f"By the rules the match ends otherwise: {_in_words(by_rules)}.")
        return by_rules
    if said.reason in entry(record.game).reasons:
        raise BadRecord(line, f"By the rules the match does not end here by “{said.reason}”.")
    if not set(said.winners) <= set(playing):
        raise BadRecord(line, "Somebody is said to have won who had left the match.")
    return replace(said, reason=said.reason or UNSTATED)


def _in_words(outcome: Outcome) -> str:
    won = ", ".join(map(str, outcome.winners))
    return f"by “{outcome.reason}”, won by {f'player {won}' if won else 'nobody'}"


def imported_events(
    record: GameRecord,
    texts: Sequence[str],
    outcome: Outcome,
    host: Person,
    channel: int,
    guild: int | None,
    now: datetime,
) -> list[Event]:
    """The events of a match like the record, which `host` has brought.

    Its players are names and nothing else: their numbers are below zero, as of people of whom
    nothing is known any more. `texts` are the canonical texts of its moves.
    """
    seats = tuple(Person(-seat, each.name) for seat, each in enumerate(record.players, 1))
    asked = Challenged(
        *(record.game, dict(record.options), host, seats[1:], channel, guild, "host", None),
        expires=now + ANSWER_TIME,
        terms=IMPORTED,
    )
    replayed = [*_replayed(record.items, seats, texts), Ended(outcome.winners, outcome.reason)]
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
            former, person = people[item.seat - 1], Person(-known, item.text)
            people[item.seat - 1] = person
            yield Replaced(item.seat, person, former, person)
        elif item.deed is not Deed.GRACE:
            # Nobody's clock runs in what was played elsewhere.
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


ALONE = MappingProxyType(
    {
        Deed.OFFER: DrawOffered,
        Deed.DECLINE: DrawDeclined,
        Deed.OVERDUE: Overdue,
        Deed.CLAIM: Claimed,
    }
)
"""The events of which a record says nothing but whose they are."""
