"""Digests of events that are stored without, or were rewritten: all of a match in one
transaction."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from bot.model.events.digests import (
    START,
    UNREADABLE,
    Sealed,
    StoredEvent,
    chained,
    first_disagreeing,
)
from bot.model.records import MatchId
from bot.store.database import Database, Found, in_one_transaction

GIVEN = "IN (SELECT value FROM json_each(?1))"
"""The condition that a column is one of the numbers given as a JSON list."""

DIGESTED = "SELECT seq, kind, payload, at, digest FROM events WHERE match_id = ? ORDER BY seq"
SEALS = """SELECT matches.id, digest, sealed, edition FROM json_each(?1) AS wanted
    CROSS JOIN matches ON matches.id = wanted.value/*::bigint*/"""
LOGS = """SELECT match_id, seq, kind, payload, at, digest FROM json_each(?1) AS wanted
    CROSS JOIN events ON match_id = wanted.value/*::bigint*/ ORDER BY match_id, seq"""
SEAL_EVENTS = """UPDATE events SET digest = (each.value ->> 2)/*::bigint*/
FROM json_each(?1) AS each
WHERE match_id = (each.value ->> 0)/*::bigint*/ AND seq = (each.value ->> 1)/*::integer*/"""
SEAL_MATCHES = """UPDATE matches SET digest = (each.value ->> 1)/*::bigint*/, sealed = edition
FROM json_each(?1) AS each WHERE matches.id = (each.value ->> 0)/*::bigint*/"""
STAY_SEALED = f"UPDATE matches SET sealed = edition WHERE id {GIVEN}"
# A process that has read a match before would write the digest of then, and must read it again.
NEXT_EDITION = f"UPDATE matches SET edition = edition + 1 WHERE id {GIVEN}"
UNSEALED = """SELECT id FROM matches
WHERE id < (SELECT value FROM counters WHERE name = 'undigested')
    AND (digest IS NULL OR sealed <> edition)
ORDER BY id DESC LIMIT ?1"""
LESS = """UPDATE counters SET value = ?1/*::bigint*/
WHERE name = 'undigested' AND value > ?1/*::bigint*/"""


class DigestTables(Database):
    """The digests of matches that have none, or none any more."""

    async def undigested(self, limit: int) -> list[MatchId]:
        found = [MatchId(number) for (number,) in await self._read(UNSEALED, (limit,))]
        if not found:
            await self._write_alone(LESS, (0,))
        return found

    @in_one_transaction
    async def digest(self, matches: Sequence[MatchId]) -> None:
        await self._hold(matches)
        await self._digest_again(matches)
        await self._write(LESS, (min(matches),))

    async def _digest_again(self, matches: Sequence[int]) -> None:
        await self._write(NEXT_EDITION, (json.dumps(matches),))
        await self._seal(matches)

    async def _seal(self, matches: Sequence[int]) -> None:
        # Inside a transaction that holds the matches, and begins an edition of them.
        if not matches:
            return
        logs = await self._write(LOGS, (json.dumps(matches),))
        events, heads = await self._computed(lambda: _seals(logs))
        await self._write(SEAL_EVENTS, (json.dumps(events),))
        await self._write(SEAL_MATCHES, (json.dumps(heads),))

    async def _digested(self, matches: Sequence[int]) -> tuple[list[int], list[int]]:
        # Those of the matches whose digests agree, and those in which one disagrees. Only the first
        # may be digested again when their events change, or damage would never be seen.
        given = (json.dumps(matches),)
        seals, logs = await self._write(SEALS, given), await self._write(LOGS, given)
        return await self._computed(lambda: _digested(seals, logs))


def _of_each(logs: Found) -> Iterator[tuple[int, list[StoredEvent]]]:
    rows: Iterable[Any] = map(tuple, logs)
    for number, found in groupby(rows, lambda row: row[0]):
        yield number, [StoredEvent(*row[1:]) for row in found]


def _seals(logs: Found) -> tuple[list[tuple[int, int, int | None]], list[tuple[int, int | None]]]:
    events, heads = list[tuple[int, int, int | None]](), list[tuple[int, int | None]]()
    for number, log in _of_each(logs):
        try:
            digests = chained(MatchId(number), START, log)
        except UNREADABLE:
            continue  # It can't be read, and digests would only hide that.
        events += [(number, each.seq, found) for each, found in zip(log, digests, strict=True)]
        heads.append((number, digests[-1]))
    return events, heads


DIGEST, NO_DIGEST = "digest", "no digest"
"""What differs if events are not those of their digests, or have none."""

DISAGREES = (
    "match {match}: its digest disagrees at event {seq}: that one, or one around it, was changed, "
    "swapped or lost. Restore a backup from before that; or, if `bumpbot record {match}` prints "
    "what was played, `bumpbot doctor --mend` accepts it"
)


def disagreement(match: MatchId, sealed: Sealed, events: Sequence[StoredEvent]) -> str | None:
    """What is wrong with a match by its digests, and what to do, in a sentence."""
    seq = first_disagreeing(match, sealed, events)
    return None if seq is None else DISAGREES.format(match=match, seq=seq)


def _digested(seals: Found, logs: Found) -> tuple[list[int], list[int]]:
    known = {number: Sealed(*rest) for number, *rest in map(tuple, seals)}
    intact, damaged = list[int](), list[int]()
    for number, log in _of_each(logs):
        if (seal := known[number]).is_known:
            agrees = first_disagreeing(MatchId(number), seal, log) is None
            (intact if agrees else damaged).append(number)
    return intact, damaged
