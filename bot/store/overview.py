"""What the doctor wants to know of a database beside its soundness, whatever kind it is."""

from dataclasses import dataclass
from datetime import datetime

MOST_SPOTS = 100
"""Places with running matches that are looked at: each costs requests."""

SPOTS = """SELECT guild, channel, thread, max(matches.id) FROM matches
LEFT JOIN places ON places.match_id = matches.id AND state = 'open'
WHERE status = 'running' AND status IN ('invited', 'running') AND guild IS NOT NULL
GROUP BY guild, channel, thread ORDER BY max(matches.id) DESC"""
"""Where running matches are, the newest first. The second condition is the index's own."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where running matches are posted: a channel of a server, or a thread in it."""

    guild: int
    channel: int
    thread: int | None


@dataclass(frozen=True, slots=True)
class ProcessShards:
    """The shards of a process at work; None before it has connected."""

    first: int | None
    last: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class Overview:
    """How large a database is, where its running matches are, and who works on it.

    `now` is the time by the server's clock, `processes` who is at work; None for a file, which has
    neither.
    """

    size: int
    spots: tuple[Spot, ...]
    now: datetime | None = None
    processes: tuple[ProcessShards, ...] | None = None
