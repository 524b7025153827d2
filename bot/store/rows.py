"""What the tables hold, to and from the values the matches speak of."""

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.matches.events import Person, event
from bot.matches.records import MatchId, MatchSummary, NoticeItem, Post, Recorded, Status
from bot.matches.refusals import BrokenMatch, DamagedRow

P = ParamSpec("P")
T = TypeVar("T")


def legible(what: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function that reads columns, and raises DamagedRow for those that make no sense."""

    def guarding(read: Callable[P, T]) -> Callable[P, T]:
        @wraps(read)
        def guarded(*columns: P.args, **named: P.kwargs) -> T:
            try:
                return read(*columns, **named)
            except Exception as error:
                # Whatever is wrong with them: no reader has a rule for a damaged row.
                raise DamagedRow(
                    f"What is kept about {what} can't be read: it is damaged, or of a newer "
                    "version. Tell whoever runs the bot."
                ) from error

        return guarded

    return guarding


def summary_columns(summary: MatchSummary) -> dict[str, Any]:
    """A summary's values by column."""
    return {
        "id": summary.match,
        "seq": summary.seq,
        "game": summary.game,
        "status": summary.status.value,
        "channel": summary.channel,
        "guild": summary.guild,
        "people": json.dumps([asdict(person) for person in summary.people], ensure_ascii=False),
        "turn": summary.turn,
        "deadline": time_text(summary.deadline),
        "due": time_text(summary.due),
        "updated": time_text(summary.updated),
        "clock_since": time_text(summary.clock_since),
        "clock_budget": microseconds(summary.clock_budget),
        "due_otherwise": time_text(summary.due_otherwise),
        "turn_seq": summary.turn_seq,
        "turn_known": summary.turn_known,
        "awaited": json.dumps(summary.awaited) if summary.awaited else None,
        "edition": summary.edition,
    }


@legible("a match")
def summary_from(
    match: int,
    seq: int,
    game: str,
    status: str,
    channel: int,
    guild: int | None,
    people: str,
    turn: int | None,
    deadline: str | None,
    due: str | None,
    updated: str,
    clock_since: str | None,
    clock_budget: int | None,
    due_otherwise: str | None,
    turn_seq: int | None,
    turn_known: int,
    awaited: str | None,
    edition: int,
) -> MatchSummary:
    """The summary of its columns."""
    seated = tuple(Person(**person) for person in json.loads(people))
    return MatchSummary(
        MatchId(match),
        seq,
        game,
        Status(status),
        channel,
        guild,
        seated,
        turn,
        time_from(deadline),
        time_from(due),
        datetime.fromisoformat(updated),
        time_from(clock_since),
        None if clock_budget is None else timedelta(microseconds=clock_budget),
        time_from(due_otherwise),
        turn_seq,
        bool(turn_known),
        tuple(json.loads(awaited)) if awaited else (),
        edition,
    )


def recorded_from(match: MatchId, seq: int, kind: str, payload: str, at: str) -> Recorded:
    """The event of its columns. Raises BrokenMatch when it can't be read."""
    try:
        return Recorded(seq, event(kind, payload), datetime.fromisoformat(at))
    except Exception as error:
        raise BrokenMatch(
            f"Match {match} can't be read: its event {seq} ({kind}) is damaged, or of a newer "
            "version. Tell whoever runs the bot."
        ) from error


@legible("a post")
def post_from(
    match: int,
    seq: int,
    kind: str,
    number: int,
    tries: int,
    refusals: int,
    refused: int,
    clear_at: str | None,
    person: int | None,
    direct: int,
    about: str | None,
    written: str | None,
) -> Post:
    """The post of its columns."""
    return Post(
        MatchId(match),
        seq,
        kind,
        number,
        tries,
        refusals,
        bool(refused),
        time_from(clear_at),
        person=person,
        direct=bool(direct),
        about=items_from(about),
        written=time_from(written),
    )


@legible("a notice")
def items_from(about: str | None) -> tuple[NoticeItem, ...]:
    """What a post for one person is about."""
    return tuple(NoticeItem(*each) for each in json.loads(about or "[]"))


def time_text(at: datetime | None) -> str | None:
    """A time as text that sorts: UTC, always with microseconds."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="microseconds")


def time_from(text: str | None) -> datetime | None:
    """The time that `time_text` wrote."""
    return None if text is None else datetime.fromisoformat(text)


def microseconds(length: timedelta | None) -> int | None:
    """A length of time as a whole number of microseconds."""
    return None if length is None else length // timedelta(microseconds=1)
