"""What examining a database has in common, whatever kind of database it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.matches.records import MatchId, Recorded
from bot.matches.refusals import StoreTrouble

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


SQLITE = b"SQLite format 3\0"
PG_DUMP = b"PGDMP"
"""How files of each kind begin; of pg_dump's only those in its custom format."""


def begins_with(path: Path, magic: bytes) -> bool:
    """Whether the file begins so. Raises StoreTrouble where it can't be read."""
    try:
        with path.open("rb") as opened:
            return opened.read(len(magic)) == magic
    except OSError as error:
        raise StoreTrouble(f"{path}: {error.strerror or error}.") from error
