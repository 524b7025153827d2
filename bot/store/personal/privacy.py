"""Deleting people: from the matches of others, and with all data about them; and the export of it
before. Then the servers that have the bot, and the deletion of data of those that no longer have
it.

Each step is one transaction, finds itself what is left to do, and is idempotent.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.model.events.base import DELETED
from bot.model.places import LONG_AGO, LivingKind
from bot.model.privacy.leaving import NAMING, event_without, named_in, people_in, without
from bot.model.privacy.records import ExportedEvent
from bot.model.privacy.records import Rows as RowsAbout
from bot.model.records import GuildId, MatchId, PersonId
from bot.store.database import Found, in_one_transaction
from bot.store.digests import GIVEN, DigestTables
from bot.store.places import LivingPostTable
from bot.store.rows import time_text
from bot.store.schema import GOING, NAMELESS, OF_MATCH, OF_SERVER, SHOWN, TRACES

FINISH = "DELETE FROM deletions WHERE person = ?"

NAMING_ONE = """SELECT match_id FROM (
        SELECT match_id FROM {table} WHERE person = ?1 AND match_id > ?2
        ORDER BY match_id LIMIT ?3
    )"""
IN_MATCHES = f"""SELECT match_id FROM (
    {" UNION ".join(NAMING_ONE.format(table=table) for table in ("seats", *TRACES))}
) ORDER BY match_id LIMIT ?3"""

OPEN_NAMING = """SELECT match_id FROM involvements CROSS JOIN matches ON id = match_id
WHERE person = ? AND status IN ('invited', 'running') ORDER BY match_id"""
EVENTS_NAMING = f"""SELECT match_id, seq, kind, payload FROM json_each(?1) AS wanted
    CROSS JOIN events ON match_id = wanted.value/*::bigint*/
WHERE kind IN {tuple(NAMING)}"""
ROWS_NAMING = """SELECT matches.id, people, turn, awaited FROM json_each(?1) AS wanted
    CROSS JOIN matches ON matches.id = wanted.value/*::bigint*/"""
REWRITE_EVENTS = """UPDATE events SET payload = (each.value ->> 2)/*::jsonb*/
FROM json_each(?1) AS each
WHERE match_id = (each.value ->> 0)/*::bigint*/ AND seq = (each.value ->> 1)/*::integer*/"""
REWRITE_ROWS = """UPDATE matches
SET people = (each.value ->> 1)/*::jsonb*/, turn = (each.value ->> 2)/*::bigint*/,
    awaited = (each.value ->> 3)/*::jsonb*/, edition = edition + 1
FROM json_each(?1) AS each WHERE matches.id = (each.value ->> 0)/*::bigint*/"""
REWRITE_PERSON = {
    table: f"""UPDATE {table} SET person = (each.value ->> 1)/*::bigint*/
FROM json_each(?1) AS each
WHERE match_id = (each.value ->> 0)/*::bigint*/ AND person = ?2/*::bigint*/
    /*AND match_id IN (SELECT value ->> 0 FROM json_each(?1))*/"""
    for table in ("stretches", "seats")
}
# A person who lost a seat is still found by the match.
INVOLVE = f"""INSERT INTO involvements (person, match_id)
SELECT person, match_id FROM seats WHERE person = ?2 AND match_id {GIVEN} ON CONFLICT DO NOTHING"""
CHALLENGED_IN = f"""SELECT DISTINCT channel FROM matches
WHERE status = 'invited' AND id {GIVEN} ORDER BY channel"""
UNTRACE = {table: f"DELETE FROM {table} WHERE person = ?2 AND match_id {GIVEN}" for table in TRACES}
DELETE_OF_MATCH = {table: f"DELETE FROM {table} WHERE match_id {GIVEN}" for table in OF_MATCH}
# With what they took part in, so that no earlier reader writes them back, and what still goes on is
# looked at.
ENTERED = """UPDATE competitions SET changes = changes + 1,
    due_at = CASE WHEN due_at IS NOT NULL THEN ?1/*::timestamptz*/ END
WHERE id IN (SELECT competition FROM entrants WHERE person = ?2)"""
ENTERED_POSTS = f"""UPDATE living_posts SET changes = changes + 1
WHERE kind = '{LivingKind.COMPETITION}'
    AND subject IN (SELECT competition FROM entrants WHERE person = ?)"""
# So that the posts that name them are changed.
SIGNED_UP = """UPDATE leagues SET changes = changes + 1
WHERE id IN (SELECT league FROM members WHERE person = ?)"""
SIGNED_UP_POSTS = f"""UPDATE living_posts SET changes = changes + 1
WHERE kind = '{LivingKind.LEAGUE}'
    AND subject IN (SELECT league FROM members WHERE person = ?)"""
LEAVE_ENTRANTS = "UPDATE entrants SET person = NULL, called = ?1 WHERE person = ?2 RETURNING 1"
NO_OPPONENT = f"UPDATE results SET opponent = NULL WHERE match_id {GIVEN} AND opponent = ?2"
# What is being settled was read with the person, and is settled again.
RATINGS_CHANGE = "UPDATE counters SET value = value + 1 WHERE name = 'ratings'"
# The ratings of the others stay: they are found again from what was found at the contests' ends.
LEAVE_CONTESTS = "UPDATE contest_people SET person = -seat WHERE person = ? RETURNING 1"
LEAVE = (
    *(
        f"""UPDATE {table.name} SET {table.owner} = NULL, changes = changes + 1
WHERE {table.owner} = ? RETURNING 1"""
        for table in NAMELESS
    ),
    LEAVE_CONTESTS,
)
DELETE_MATCHES = f"DELETE FROM matches WHERE id {GIVEN}"
EVENTS_OF = """SELECT match_id, seq, kind, at, payload FROM json_each(?1) AS wanted
    CROSS JOIN events ON match_id = wanted.value/*::bigint*/ ORDER BY match_id, seq"""
STRETCHES_OF = """SELECT stretches.match_id, began, due_at, ended
FROM seats CROSS JOIN stretches ON stretches.match_id = seats.match_id
WHERE seats.person = ?1 AND stretches.person = ?1 ORDER BY stretches.match_id"""
OF_PERSON = {**{table.name: table.select for table in SHOWN}, "stretches": STRETCHES_OF}

PRESENT = """INSERT INTO servers (guild) SELECT value/*::bigint*/ FROM json_each(?1) WHERE TRUE
ON CONFLICT (guild) DO UPDATE SET left_at = NULL, due_at = NULL
WHERE servers.left_at IS NOT NULL"""
# The buttons that they kept can be removed now. Few posts wait for that: their matches are asked.
OLD_POSTS = """UPDATE outbox SET remove_at = ?2/*::timestamptz*/
WHERE remove_at > ?2/*::timestamptz*/ AND (SELECT guild FROM matches WHERE id = match_id) IN (
    SELECT value/*::bigint*/ FROM json_each(?1)
)"""
LEFT = """INSERT INTO servers (guild, left_at, due_at)
SELECT value/*::bigint*/, ?2/*::timestamptz*/, ?3/*::timestamptz*/ FROM json_each(?1) WHERE TRUE
ON CONFLICT (guild) DO UPDATE SET left_at = excluded.left_at, due_at = excluded.due_at
WHERE servers.left_at IS NULL"""
# Nobody adds the bot, or plays, between the question and the answer.
STILL_LEFT = "SELECT guild FROM servers WHERE guild = ?1 AND left_at IS NOT NULL /*FOR UPDATE*/"
FORSAKEN = """SELECT id FROM matches WHERE guild = ?1 AND (
    updated <= ?2 OR NOT EXISTS (
        SELECT 1 FROM events WHERE match_id = matches.id AND at > ?2
            AND kind IN ('challenged', 'accepted', 'started', 'played')
        /*OFFSET 0*/
    )
) ORDER BY id LIMIT ?3 /*FOR UPDATE OF matches*/"""
DELETE_PREFERENCES = "DELETE FROM preferences WHERE scope = 'guild' AND owner = ?1"
DELETE_ALLOWANCES = "DELETE FROM allowances WHERE scope = 'guild' AND owner = ?1"
# The ratings of its people stay, and so do the contests that made them.
LEAVE_GUILD = "UPDATE contests SET guild = NULL WHERE guild = ?1"
PARTS = {"fixtures": "competition", "entrants": "competition", "members": "league"}
"""Tables whose rows are parts of a server's competitions and leagues, by what of."""

DELETE_ALL = (
    *(DELETE_PREFERENCES, DELETE_ALLOWANCES, LEAVE_GUILD),
    *(
        f"DELETE FROM {table} WHERE {whole} IN (SELECT id FROM {whole}s WHERE guild = ?1)"
        for table, whole in PARTS.items()
    ),
    *(f"DELETE FROM {table} WHERE guild = ?1" for table in OF_SERVER),
)
ANY_MATCH = "SELECT id FROM matches WHERE guild = ?1 ORDER BY id LIMIT 1"
AGAIN = "UPDATE servers SET due_at = ?2 WHERE guild = ?1"
DELETE_SERVER = "DELETE FROM servers WHERE guild = ?1"


@dataclass(slots=True)
class Rewritten:
    """Rows of some matches without a person, and the matches that are deleted whole.

    A match is given by its number, with who replaces the person there.
    """

    events: list[tuple[int, int, str]] = field(default_factory=list)
    rows: list[tuple[int, str, int | None, str | None]] = field(default_factory=list)
    instead: list[tuple[int, int]] = field(default_factory=list)
    emptied: list[int] = field(default_factory=list)


class DeletionTables(LivingPostTable, DigestTables):
    """The requests for deletion, and their steps."""

    async def matches_naming(self, person: PersonId, after: int, limit: int) -> list[MatchId]:
        return [MatchId(match) for (match,) in await self._read(IN_MATCHES, (person, after, limit))]

    async def open_matches_naming(self, person: PersonId) -> list[MatchId]:
        return [MatchId(match) for (match,) in await self._read(OPEN_NAMING, (person,))]

    @in_one_transaction
    async def anonymize(
        self,
        person: PersonId,
        matches: Sequence[MatchId],
        robot: PersonId | None,
        *,
        leaving: bool = False,
    ) -> None:
        given = json.dumps(matches)
        await self._hold(matches)
        events = await self._write(EVENTS_NAMING, (given,))
        rows = await self._write(ROWS_NAMING, (given,))
        found = await self._computed(lambda: rewritten(person, robot, events, rows, leaving))
        if found.rows:
            changes = {(match, seq): payload for match, seq, payload in found.events}
            digests = await self._digests_after([match for match, _ in found.instead], changes)
            await self._rewrite(person, found)
            await self._seal(digests)
        if leaving:
            return
        for sql in UNTRACE.values():
            await self._write(sql, (given, person))
        if found.emptied:
            await self._delete_matches(found.emptied)

    async def _rewrite(self, person: PersonId, found: Rewritten) -> None:
        await self._write(REWRITE_EVENTS, (json.dumps(found.events),))
        await self._write(REWRITE_ROWS, (json.dumps(found.rows),))
        given = json.dumps([match for match, _ in found.instead])
        await self._write(INVOLVE, (given, person))
        await self._write(NO_OPPONENT, (given, person))
        for sql in REWRITE_PERSON.values():
            await self._write(sql, (json.dumps(found.instead), person))
        for (channel,) in await self._write(CHALLENGED_IN, (given,)):
            await self._lobby_changed(channel)

    async def _delete_matches(self, matches: Iterable[int]) -> None:
        given = (json.dumps(list(matches)),)
        for sql in DELETE_OF_MATCH.values():
            await self._write(sql, given)
        await self._write(DELETE_MATCHES, given)

    @in_one_transaction
    async def forget(self, person: PersonId, most: int) -> bool:
        await self._write(SIGNED_UP, (person,))
        await self._write(SIGNED_UP_POSTS, (person,))
        counts = [len(list(await self._write(each.delete, (person, most)))) for each in GOING]
        return max(counts) + await self._leave_rows(person) == 0

    async def _leave_rows(self, person: PersonId) -> int:
        # These rows stay without the person; how many there were.
        await self._write(ENTERED, (time_text(LONG_AGO), person))
        await self._write(ENTERED_POSTS, (person,))
        await self._write(RATINGS_CHANGE)
        found = await self._write(LEAVE_ENTRANTS, (DELETED, person))
        more = [await self._write(sql, (person,)) for sql in LEAVE]
        return sum(len(list(each)) for each in (found, *more))

    @in_one_transaction
    async def finish_deletion(self, person: PersonId) -> None:
        await self._write(FINISH, (person,))
        await self._drop_claims(person)

    async def _drop_claims(self, person: PersonId) -> None:
        return  # Only several processes take anything on.

    async def wipe(self, *, rewrite: bool = False) -> bool:
        return True

    async def rows_about(self, person: PersonId) -> RowsAbout:
        return {
            table.name: [
                dict(zip(table.shown, each, strict=True))
                for each in await self._read(OF_PERSON[table.name], (person,))
            ]
            for table in SHOWN
        }

    async def events_of(self, matches: Sequence[MatchId]) -> list[ExportedEvent]:
        return [
            ExportedEvent(MatchId(match), seq, kind, datetime.fromisoformat(at), payload)
            for match, seq, kind, at, payload in await self._read(EVENTS_OF, (json.dumps(matches),))
        ]


class ServerTable(DeletionTables):
    """One row for each server that has added the bot and of which data may be left."""

    @in_one_transaction
    async def note_servers(
        self, present: Iterable[GuildId], left: Iterable[GuildId], at: datetime, due: datetime
    ) -> None:
        here, gone = json.dumps(sorted(present)), json.dumps(sorted(left))
        await self._write(PRESENT, (here,))
        await self._write(OLD_POSTS, (here, time_text(at)))
        await self._write(LEFT, (gone, time_text(at), time_text(due)))

    @in_one_transaction
    async def delete_matches_of(self, guild: GuildId, before: datetime, limit: int) -> int:
        if not await self._write(STILL_LEFT, (guild,)):
            return 0
        found = await self._write(FORSAKEN, (guild, time_text(before), limit))
        numbers = [number for (number,) in found]
        await self._hold(numbers)
        await self._delete_matches(numbers)
        return len(numbers)

    @in_one_transaction
    async def forget_server(self, guild: GuildId, again: datetime) -> None:
        if not await self._write(STILL_LEFT, (guild,)):
            return
        for sql in DELETE_ALL:
            await self._write(sql, (guild,))
        if await self._write(ANY_MATCH, (guild,)):
            await self._write(AGAIN, (guild, time_text(again)))
        else:
            await self._write(DELETE_SERVER, (guild,))


def rewritten(
    person: PersonId, robot: PersonId | None, events: Found, rows: Found, leaving: bool = False
) -> Rewritten:
    """The rows of matches with a placeholder for the person in each.

    Matches that no longer name the person stay as they are. Those that name nobody are deleted
    whole, once the person need not leave them any more.
    """
    log: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    people: dict[int, set[int]] = defaultdict(set)
    for match, seq, kind, payload in events:
        log[match].append((seq, kind, payload))
        people[match] |= set(named_in(kind, json.loads(payload)))
    found = Rewritten()
    for match, seated, turn, awaited in rows:
        known = people[match] | set(people_in(json.loads(seated)))
        if not leaving and not any(each > 0 and each not in (person, robot) for each in known):
            found.emptied.append(match)
            continue
        if person not in known:
            continue
        instead = min(0, *known) - 1
        found.instead.append((match, instead))
        found.rows.append((match, *_row(seated, turn, awaited, person, instead)))
        for seq, kind, payload in log[match]:
            if changed := event_without(kind, payload, person, instead):
                found.events.append((match, seq, changed))
    return found


def _row(
    people: str, turn: int | None, awaited: str | None, person: PersonId, instead: int
) -> tuple[str, int | None, str | None]:
    def swapped(column: str) -> str:
        changed: Any = without(json.loads(column), person, instead)
        return json.dumps(changed, ensure_ascii=False)

    return (swapped(people), without(turn, person, instead), awaited and swapped(awaited))
