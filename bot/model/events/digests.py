"""Chained digests of a match's events, so that damage is seen which the rules can't see.

The digest of an event covers the one before it and everything stored of the event. It is no
signature: who can write to the database can write digests, too.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import NamedTuple, Protocol

from bot.model.events import Recorded
from bot.model.records import MatchId, Seq

BYTES = 8
"""What a column for whole numbers holds: by chance one damage of 2^64 goes unseen."""

START = 0
"""The digest before the first event."""


UNREADABLE = (ValueError, TypeError, RecursionError)
"""What a row raises whose payload is no JSON any more, or whose time is no time."""


class StoredEvent(NamedTuple):
    """An event as its row has it, with the digest that was stored with it, if any was."""

    seq: Seq
    kind: str
    payload: str
    at: str
    digest: int | None = None


class Sealed(NamedTuple):
    """What the row of a match says of its digests: that of its last event, and which `edition` of
    the events it is of. Without one the match is older than digests."""

    digest: int | None
    sealed: int | None
    edition: int

    @property
    def is_known(self) -> bool:
        """Whether its events are those that were digested: an older version of the program rewrites
        them without."""
        return self.digest is not None and self.sealed == self.edition


class Digests(Protocol):
    """Matches that are older than digests: from the newest to the oldest."""

    async def undigested(self, limit: int) -> list[MatchId]:
        """The matches whose events are to be digested next; none if that is done."""

    async def digest(self, matches: Sequence[MatchId], last: MatchId) -> None:
        """Digest their events as they are, and go on to the matches before the `last`. One of which
        an event is no JSON, or has no time, stays without. Raises StoreTrouble."""


def chained(match: MatchId, head: int | None, events: Iterable[StoredEvent]) -> list[int | None]:
    """The digests of events of a match that follow the one with the digest `head`; None for each if
    that has none, until all of its match are digested."""
    found = list[int | None]()
    for each in events:
        head = None if head is None else _link(head, match, each)
        found.append(head)
    return found


def head_of(match: MatchId, recorded: Sequence[Recorded]) -> int:
    """The digest of the last event of a new match."""
    rows = [stored_event(each) for each in recorded]
    return chained(match, START, rows)[-1] or START


def stored_head(recorded: Sequence[Recorded]) -> int | None:
    """The digest that the next event of a stored match follows; None if none of them has any."""
    return next((e.digest for e in reversed(recorded) if e.digest is not None), None)


def stored_event(recorded: Recorded) -> StoredEvent:
    event, at = recorded.event, recorded.at.isoformat()
    return StoredEvent(recorded.seq, event.kind, event.payload(), at)


def first_disagreeing(match: MatchId, sealed: Sealed, events: Sequence[StoredEvent]) -> Seq | None:
    """The first event that is not what its digest says, or that follows a missing one; the last one
    if the end is missing. None if all agree.

    Events without digests, which an older version of the program has written among others, are not
    covered.
    """
    if not sealed.is_known:
        return None
    head = START
    for each in events:
        if each.digest is None:
            continue
        if _link_or_none(head, match, each) != each.digest:
            return each.seq
        head = each.digest
    return None if head == sealed.digest else events[-1].seq if events else Seq(1)


def is_covered(sealed: Sealed, events: Iterable[StoredEvent]) -> bool:
    """Whether every event has a digest, of the events as they are now."""
    return sealed.is_known and all(each.digest is not None for each in events)


def digest_text(digest: int) -> str:
    """A digest as it is shown: 16 hexadecimal digits."""
    return f"{digest % (1 << 8 * BYTES):0{2 * BYTES}x}"


def digest_of(text: str) -> int:
    """The digest of a text."""
    hashed = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=BYTES)
    return int.from_bytes(hashed.digest(), "big", signed=True)


def _link(before: int, match: MatchId, event: StoredEvent) -> int:
    at = datetime.fromisoformat(event.at).astimezone(UTC).isoformat()
    return digest_of(f"{before} {match} {event.seq} {event.kind} {at} {_plain(event.payload)}")


def _link_or_none(before: int, match: MatchId, event: StoredEvent) -> int | None:
    try:
        return _link(before, match, event)
    except UNREADABLE:
        return None


def _plain(payload: str) -> str:
    # The databases write the same JSON in different texts: in another order, with other spaces.
    return _WRITER.encode(_READER.decode(payload))


def _number(text: str) -> float:
    return float(text) + 0.0  # PostgreSQL knows no negative zero.


_READER = json.JSONDecoder(parse_float=_number)
_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
