"""What the tables hold, to and from the values the matches speak of."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bot.matches.events import BrokenMatch, MatchId, Person, Post, Recorded, Row, Status, event


def columns(row: Row) -> dict[str, Any]:
    """A row's values by column."""
    return {
        "id": row.match,
        "seq": row.seq,
        "game": row.game,
        "status": row.status.value,
        "channel": row.channel,
        "guild": row.guild,
        "people": json.dumps([asdict(person) for person in row.people], ensure_ascii=False),
        "turn": row.turn,
        "deadline": text_of(row.deadline),
        "due": text_of(row.due),
        "updated": text_of(row.updated),
    }


def row_of(
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
) -> Row:
    """The row of its columns."""
    seated = tuple(Person(**person) for person in json.loads(people))
    return Row(
        MatchId(match),
        seq,
        game,
        Status(status),
        channel,
        guild,
        seated,
        turn,
        time_of(deadline),
        time_of(due),
        datetime.fromisoformat(updated),
    )


def recorded_of(match: MatchId, seq: int, kind: str, payload: str, at: str) -> Recorded:
    """The event of its columns. Raises BrokenMatch when it can't be read."""
    try:
        return Recorded(seq, event(kind, payload), datetime.fromisoformat(at))
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenMatch(
            f"Match {match} can't be read: its event {seq} ({kind}) is damaged, or of a newer "
            "version. Tell whoever runs the bot."
        ) from error


def post_of(match: int, seq: int, kind: str, number: int, tries: int) -> Post:
    """The post of its columns."""
    return Post(MatchId(match), seq, kind, number, tries)


def text_of(at: datetime | None) -> str | None:
    """A time as text that sorts: UTC, always with microseconds."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="microseconds")


def time_of(text: str | None) -> datetime | None:
    """The time that `text_of` wrote."""
    return None if text is None else datetime.fromisoformat(text)
