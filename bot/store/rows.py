"""What the tables hold, to and from the values the matches speak of."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bot.matches.events import (
    BrokenMatch,
    MatchId,
    MatchSummary,
    Person,
    Post,
    Recorded,
    Status,
    event,
)


def summary_columns(row: MatchSummary) -> dict[str, Any]:
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
        "deadline": time_text(row.deadline),
        "due": time_text(row.due),
        "updated": time_text(row.updated),
    }


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
) -> MatchSummary:
    """The row of its columns."""
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
    )


def recorded_from(match: MatchId, seq: int, kind: str, payload: str, at: str) -> Recorded:
    """The event of its columns. Raises BrokenMatch when it can't be read."""
    try:
        return Recorded(seq, event(kind, payload), datetime.fromisoformat(at))
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenMatch(
            f"Match {match} can't be read: its event {seq} ({kind}) is damaged, or of a newer "
            "version. Tell whoever runs the bot."
        ) from error


def post_from(match: int, seq: int, kind: str, number: int, tries: int) -> Post:
    """The post of its columns."""
    return Post(MatchId(match), seq, kind, number, tries)


def time_text(at: datetime | None) -> str | None:
    """A time as text that sorts: UTC, always with microseconds."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="microseconds")


def time_from(text: str | None) -> datetime | None:
    """The time that `text_of` wrote."""
    return None if text is None else datetime.fromisoformat(text)
