"""Digests of events that are stored without, or were rewritten: all of a match in one
transaction."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

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


class Digested(NamedTuple):
    """Digests of events, by match and number, those of the matches' last ones, and the matches that
    are `damaged`."""

    events: list[tuple[int, int, int | None]]
    heads: list[tuple[int, int | None]]
    damaged: list[int]


class DigestTables(Database):
    """The digests of matches that have none, or none any more."""

    async def undigested(self, limit: int) -> list[MatchId]:
        found = [MatchId(number) for (number,) in await self._read(UNSEALED, (limit,))]
        if not found:
            await self._write_alone(LESS, (0,))
        return found

    @in_one_transaction
    async def digest(self, matches: Sequence[MatchId], last: MatchId) -> None:
        await self._hold(matches)
        await self._digest_again(matches)
        await self._write(LESS, (last,))

    async def _digest_again(self, matches: Sequence[int]) -> None:
        # As their events are now, whether or not digests agree.
        logs = await self._write(LOGS, (json.dumps(matches),))
        digested = await self._computed(lambda: _digested(logs, {}, {}))
        await self._write(NEXT_EDITION, (json.dumps(matches),))
        await self._seal(digested)

    async def _digests_after(
        self, matches: Sequence[int], changes: Mapping[tuple[int, int], str]
    ) -> Digested:
        # The digests of matches after these payloads were changed, by match and number of the
        # event. Where one disagrees before, none is computed: damage would never be seen.
        given = (json.dumps(sorted({*matches})),)
        seals, logs = await self._write(SEALS, given), await self._write(LOGS, given)
        known = {number: Sealed(*rest) for number, *rest in map(tuple, seals)}
        return await self._computed(lambda: _digested(logs, known, changes))

    async def _seal(self, digested: Digested) -> None:
        # Inside a transaction that holds the matches, and has begun an edition of them.
        await self._write(SEAL_EVENTS, (json.dumps(digested.events),))
        await self._write(SEAL_MATCHES, (json.dumps(digested.heads),))
        await self._write(STAY_SEALED, (json.dumps(digested.damaged),))


def _of_each(logs: Found) -> Iterator[tuple[int, list[StoredEvent]]]:
    rows: Iterable[Any] = map(tuple, logs)
    for number, found in groupby(rows, lambda row: row[0]):
        yield number, [StoredEvent(*row[1:]) for row in found]


def _digested(
    logs: Found, known: Mapping[int, Sealed], changes: Mapping[tuple[int, int], str]
) -> Digested:
    # Of all of these, or, if seals are `known`, of those whose digests agree.
    found = Digested([], [], [])
    for number, log in _of_each(logs):
        match, seal = MatchId(number), known.get(number)
        if seal and not seal.is_known:
            continue
        if seal and first_disagreeing(match, seal, log) is not None:
            found.damaged.append(number)
            continue
        changed = [e._replace(payload=changes.get((number, e.seq), e.payload)) for e in log]
        try:
            digests = chained(match, START, changed)
        except UNREADABLE:
            continue  # It can't be read, and digests would only hide that.
        found.events.extend((number, e.seq, d) for e, d in zip(log, digests, strict=True))
        found.heads.append((number, digests[-1]))
    return found


DIGEST, NO_DIGEST = "digest", "no digest"
"""What differs if events are not those of their digests, or have none."""

DISAGREES = (
    "match {match}: its digest disagrees at event {seq}: that one, or one around it, was changed, "
    "swapped or lost. Restore a backup from before that"
)
OR_ACCEPT = (
    "; or, if `bumpbot record {match}` prints what was played, `bumpbot doctor --accept {match}` "
    "accepts it"
)
"""What else helps a match that can be replayed as it is."""


def disagreement(match: MatchId, sealed: Sealed, events: Sequence[StoredEvent]) -> str | None:
    """What is wrong with a match by its digests, and what to do, in a sentence."""
    seq = first_disagreeing(match, sealed, events)
    return None if seq is None else (DISAGREES + OR_ACCEPT).format(match=match, seq=seq)
