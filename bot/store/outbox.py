"""Pending posts to the channels."""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Unpack

from bot.model.notices.records import Notified
from bot.model.places import Place
from bot.model.ports import BesideDelivery, BesideFailure, ForAnswer, WaitingPosts
from bot.model.post_kinds import BOARDS, CALLS_TO_TURN, PostKind
from bot.model.records import ChannelId, Delivered, DueKind, MatchId, MessageId, PersonId, Post, Seq
from bot.model.refusals import DamagedRow
from bot.store.database import in_one_transaction
from bot.store.notices import PersonalPosts
from bot.store.places import PlaceTable
from bot.store.rows import POSTED, POSTS, post_from, time_from, time_text
from bot.store.schema import PLACES, WORK

log = logging.getLogger(__name__)

UNREADABLE = timedelta(hours=1)
"""How long a post waits that this version can't read."""

COLUMNS = POSTS.listed

# Without INDEXED BY the order by id tempts SQLite to walk through all that was ever delivered. A
# refused post delays another of its match only while it is due itself: it goes first then. A post
# for one person delays only what else is for them there. OFFSET 0 keeps PostgreSQL from joining all
# pending posts with each other: its statistics of the few pending posts are wrong just when there
# are many.
FIRST = """FROM outbox AS post INDEXED BY outbox_waiting
WHERE retry_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM outbox AS earlier
    WHERE earlier.match_id = post.match_id AND earlier.retry_at IS NOT NULL
        AND earlier.person IS /*NOT DISTINCT FROM*/ post.person AND earlier.direct = post.direct
        AND earlier.id < post.id AND (earlier.refused = 0 OR earlier.retry_at <= ?1)
    /*OFFSET 0*/
)"""
PENDING = f"SELECT {COLUMNS} {FIRST} AND retry_at <= ?1 ORDER BY id LIMIT ?2"
GIVEN_BACK = """/*WITH given_back AS (
    DELETE FROM claims WHERE kind = 'post' AND id = {post}
)*/
"""
# Recording the post's outcome gives it back.
DELIVERED_AGAIN = f"""{GIVEN_BACK.format(post="?4")}UPDATE outbox
SET channel = ?1, message = ?2, has_buttons = ?3, laid_out = ?5, retry_at = NULL, error = NULL,
    refused = 0
WHERE id = ?4 RETURNING id"""
DELIVERED = DELIVERED_AGAIN.replace("RETURNING", "AND retry_at IS NOT NULL RETURNING")
# The message of a board that changes in place is that of the post, whose buttons work.
OUTDATE = f"""UPDATE outbox
SET has_buttons = 0, tries = 0, remove_at = CASE
    WHEN NOT (message IS /*NOT DISTINCT FROM*/ ?) THEN ?/*::timestamptz*/ END
WHERE match_id = ? AND id < ? AND has_buttons = 1
    AND kind IN (SELECT value /*#>> '{{}}'*/ FROM json_each(?))
RETURNING {POSTED.listed}"""
REMOVED = "UPDATE outbox SET remove_at = ?, tries = tries + 1 WHERE id = ?"
# A post that another has replaced meanwhile does not wait any more.
FAILED = f"""{GIVEN_BACK.format(post="?6")}UPDATE outbox
SET tries = tries + 1, error = ?1, retry_at = ?2, refusals = ?3, refused = ?4, clear_at = ?5
WHERE id = ?6 AND retry_at IS NOT NULL RETURNING id"""
# As a new post does: refused ones before it go first, whenever this one is tried again.
EARLIER_TOO = """UPDATE outbox SET retry_at = ?1
WHERE match_id = ?2 AND refused = 1 AND retry_at > ?1 AND id < ?3
    AND person IS /*NOT DISTINCT FROM*/ ?4/*::bigint*/ AND direct = ?5
RETURNING id"""
RETRY = "UPDATE outbox SET retry_at = ?1 WHERE refused = 1 AND retry_at IS NOT NULL"
RETRY_ALL = f"{RETRY} RETURNING id"
RETRY_IN = f"""{RETRY} AND match_id IN (
    SELECT id FROM matches WHERE channel IN (SELECT value FROM json_each(?2))
    UNION SELECT match_id FROM places WHERE thread IN (SELECT value FROM json_each(?2))
) RETURNING id"""
ANY_REFUSED = "SELECT 1 FROM outbox WHERE refused = 1 AND retry_at IS NOT NULL LIMIT 1"
REFUSAL = """SELECT error FROM outbox
WHERE match_id = ?1 AND refused = 1 AND retry_at IS NOT NULL AND person IS NULL AND id < ?2
ORDER BY id DESC LIMIT 1"""
FOR_ANSWER = f"""SELECT {PLACES.of_table("places")}, (
    SELECT error FROM outbox
    WHERE match_id = ?1 AND refused = 1 AND retry_at IS NOT NULL AND person IS NULL
    ORDER BY id DESC LIMIT 1
), EXISTS (SELECT 1 FROM waiting_notes WHERE match_id = ?1 AND person = ?2)
FROM matches LEFT JOIN places ON places.match_id = matches.id WHERE matches.id = ?1"""
WAITS = """SELECT 1 FROM outbox INDEXED BY outbox_waiting
WHERE match_id = ? AND retry_at IS NOT NULL AND seq = ? AND kind = 'turn'"""
UNSEEN_TURN = f"""SELECT {COLUMNS} FROM outbox
WHERE match_id = ? AND seq = ? AND kind = 'turn' AND person IS NULL AND message IS NULL"""
# Posts are numbered as they are written, so that the first number is the oldest.
WAITING = """SELECT waiting.number, waiting.refused, coalesce(post.written, events.at)
FROM (
    SELECT count(*) AS number, count(*) FILTER (WHERE refused = 1) AS refused,
        min(CASE WHEN refused = 0 THEN id END) AS first
    FROM outbox INDEXED BY outbox_waiting WHERE retry_at IS NOT NULL
) AS waiting
LEFT JOIN outbox AS post ON post.id = waiting.first
LEFT JOIN events ON events.match_id = post.match_id AND events.seq = post.seq"""
# Delayed by a failing post, a board is not tried, and those it calls need not wait for it.
BOARDS_DUE = f"""SELECT DISTINCT match_id FROM outbox AS post INDEXED BY outbox_waiting
WHERE match_id IN (SELECT value FROM json_each(?2))
    AND retry_at IS NOT NULL AND retry_at <= ?1 AND kind IN {CALLS_TO_TURN} AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.match_id = post.match_id AND earlier.retry_at IS NOT NULL
            AND earlier.person IS NULL AND earlier.id < post.id
            AND earlier.refused = 0 AND earlier.retry_at > ?1
        /*OFFSET 0*/
    )"""
LAST_BOARD = f"""SELECT {POSTED.listed} FROM outbox
WHERE match_id = :match AND message IS NOT NULL
    AND kind IN {BOARDS}
    AND (:before/*::bigint*/ IS NULL OR id < :before)
ORDER BY id DESC LIMIT 1"""

EARLIEST = """SELECT * FROM (
    SELECT '{kind}' AS kind, {at} AS at FROM {table}
    WHERE {condition}{free} ORDER BY {at} LIMIT 1
) AS {table}_by_{at}"""


def upcoming_of(now: str, free: Callable[[DueKind, str], str]) -> str:
    """The statement: `now` is the time, and `free` the end of a condition that no other process has
    taken a number on.

    Deletions are included for the process that works on them: while one lasts, all processes refuse
    the person.
    """
    parts = [
        _earliest(kind, work.table, work.at, free(kind, work.claimed), work.only)
        for kind, work in WORK.items()
        if kind is not DueKind.DELETION
    ]
    parts += [
        _earliest(DueKind.PERSON, table, "next_at", free(DueKind.PERSON, f"{table}.person"))
        for table in ("notices", "mentions")
    ]
    return "\nUNION ALL ".join(
        [
            *parts,
            f"SELECT '{DueKind.POST}', min(retry_at) {FIRST}{free(DueKind.POST, 'post.id')}",
            f"SELECT '{DueKind.DELETION}', min(asked_at) FROM deletions",
            f"SELECT '{DueKind.OLDER_RESULTS}', {now} FROM counters"
            " WHERE name = 'older_results' AND value > 0",
            f"SELECT '{DueKind.OLDER_DIGESTS}', {now} FROM counters"
            " WHERE name = 'undigested' AND value > 0",
        ]
    )


def _earliest(kind: DueKind, table: str, at: str, free: str, only: str = "") -> str:
    condition = only or f"{at} IS NOT NULL"
    return EARLIEST.format(kind=kind, table=table, at=at, condition=condition, free=free)


UPCOMING = upcoming_of("?1", lambda *_: "")


class OutboxTables(PersonalPosts, PlaceTable):
    """The posts of all matches: pending, delivered and refused."""

    async def pending(self, now: datetime, limit: int = 50) -> list[Post]:
        found = await self._due(DueKind.POST, PENDING, time_text(now), limit)
        return await self._legible(found, now)

    async def _legible(self, rows: Iterable[Any], now: datetime) -> list[Post]:
        """Those of the posts that can be read. One of a newer version is tried again later, and
        delays no other match meanwhile."""
        posts = []
        for row in rows:
            try:
                posts.append(post_from(*row))
            except DamagedRow as error:
                _, _, _, number, _, refusals, refused, clear, *_ = row
                log.warning("post %s not readable; retrying later: %s", number, error)
                values = (str(error), time_text(now + UNREADABLE), refusals, refused, clear, number)
                await self._write_alone(FAILED, values)
        return posts

    async def upcoming(self, now: datetime) -> dict[str, datetime]:
        return earliest(await self._read(UPCOMING, (time_text(now),)))

    async def delivered(
        self, post: Post, channel: ChannelId, message: MessageId, **beside: Unpack[BesideDelivery]
    ) -> list[Delivered]:
        notified = beside.get("notified", ())

        async def work() -> list[Delivered]:
            has_buttons, laid_out = (
                beside.get(each, False) for each in ("has_buttons", "laid_out")
            )
            values = (channel, message, has_buttons, post.id, laid_out)
            if await self._write(DELIVERED, values):
                await self._tell(notified)
            elif await self._write(DELIVERED_AGAIN, values):
                # Its message was lost, or another process was faster: only a call may be missing.
                await self._tell([each for each in notified if each.item.kind is PostKind.TURN])
            else:
                return []  # Deleted while it was on its way, with everything it is about.
            if placing := beside.get("placing"):
                await self._placed(placing)
            if not (outdates := beside.get("outdates")):
                return []
            kinds = json.dumps(outdates)
            outdated = (message, time_text(beside.get("at")), post.match, post.id, kinds)
            old = [POSTED.of(*each) for each in await self._write(OUTDATE, outdated)]
            return [each for each in old if each.message != message]

        return await self._grouped(_matches_of(post, notified), work)

    async def buttons_removed(self, post: Post, retry_at: datetime | None = None) -> None:
        await self._write_alone(REMOVED, (time_text(retry_at), post.id))

    @in_one_transaction
    async def failed(
        self, post: Post, error: str, retry_at: datetime | None, **beside: Unpack[BesideFailure]
    ) -> None:
        notified, instead = beside.get("notified", ()), beside.get("instead", ())
        clear = time_text(post.clear_at)
        values = (error, time_text(retry_at), post.refusals, post.refused, clear, post.id)
        await self._hold({*_matches_of(post, notified), *(each.match for each in instead)})
        if post.refused:
            await self._touch([post.match])
        if not await self._write(FAILED, values):
            return
        if post.refused and retry_at:
            key = (post.match, post.id, post.person, post.direct)
            await self._write(EARLIER_TOO, (time_text(retry_at), *key))
        await self._tell(notified)
        await self._post(instead)
        if call_again_at := beside.get("call_again_at"):
            await self._call_again(post.about, call_again_at)

    async def retry_refused(
        self, at: datetime, channels: Sequence[ChannelId] | None = None
    ) -> bool:
        if channels is None:
            return bool(await self._write_alone(RETRY_ALL, (time_text(at),)))
        return bool(await self._write_alone(RETRY_IN, (time_text(at), json.dumps(channels))))

    async def any_refused(self) -> bool:
        return bool(await self._read(ANY_REFUSED))

    async def refusal(self, match: MatchId, before_post: int) -> str | None:
        error: str | None = await self._value(REFUSAL, (match, before_post))
        return error

    async def for_answer(self, match: MatchId, person: PersonId) -> ForAnswer:
        found = await self._read(FOR_ANSWER, (match, person))
        *place, error, noted = next(map(tuple, found), (None, None, False))
        return ForAnswer(error, PLACES.joined(place) or Place(match), bool(noted))

    async def waits(self, match: MatchId, seq: Seq) -> bool:
        return bool(await self._read(WAITS, (match, seq)))

    async def unseen_turn(self, match: MatchId, seq: Seq) -> Post | None:
        found = await self._read(UNSEEN_TURN, (match, seq))
        return next((post_from(*row) for row in found), None)

    async def waiting_posts(self) -> WaitingPosts:
        ((count, refused, since),) = await self._read(WAITING)
        return WaitingPosts(count, refused, time_from(since))

    async def boards_due(self, matches: Sequence[MatchId], at: datetime) -> frozenset[MatchId]:
        found = await self._read(BOARDS_DUE, (time_text(at), json.dumps(matches)))
        return frozenset(MatchId(match) for (match,) in found)

    async def last_board(self, match: MatchId, before_post: int | None = None) -> Delivered | None:
        found = await self._read(LAST_BOARD, {"match": match, "before": before_post})
        return next((POSTED.of(*each) for each in found), None)


def _matches_of(post: Post, notified: Sequence[Notified]) -> set[MatchId]:
    about = (*(each.item for each in notified), *post.about)
    return {post.match, *(item.match for item in about)}


def earliest(rows: Iterable[Iterable[Any]]) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    for kind, text in rows:
        at = time_from(text)
        if at is not None:
            found[kind] = min(at, found.get(kind, at))
    return found
