"""What examining a database has in common, whatever kind of database it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.matches.records import MatchId, Recorded

Replay = Callable[[Sequence[Recorded], MatchId], object]

COUNTS = {
    "matches": "SELECT count(*) FROM matches",
    "of them open": "SELECT count(*) FROM matches WHERE status IN ('invited', 'running')",
    # Counting the events themselves would read the whole file.
    "events": "SELECT coalesce(sum(seq), 0) FROM matches",
}
POST_COUNTS = {
    "posts waiting": "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL",
    "of them refused": "SELECT count(*) FROM outbox WHERE refused = 1",
    "posts given up": """SELECT count(*) FROM outbox
WHERE retry_at IS NULL AND message IS NULL AND kind <> 'thinking' AND person IS NULL""",
}


@dataclass(frozen=True, slots=True)
class Report:
    """What the doctor found, and whether all is well."""

    lines: tuple[str, ...]
    healthy: bool
