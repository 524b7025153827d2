"""What follows from events, written with them: which statements, with which values.

All take their values by name, including those of the match's row. They are written so that both
databases accept them, in one transaction or as parts of one statement.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from bot.model.events.digests import START, chained, stored_event
from bot.model.fold import record_events
from bot.model.notices.consequences import PLACEHOLDER, Consequences, consequences
from bot.model.places import LivingKind
from bot.model.ports import Appended
from bot.model.profiles.ladder import Rung
from bot.model.records import NO_EVENT, ChannelId, MovedNotice, PersonId, Post
from bot.model.results import SETTLING, MatchEnd
from bot.store.database import Database
from bot.store.rows import summary_columns, time_text
from bot.store.schema import RESULTS

# A new post makes refused posts before it due, which go first, and replaces posts of its match that
# only announce something.
POSTS_BEFORE = """UPDATE outbox SET
    retry_at = CASE WHEN kind = :placeholder THEN NULL
        WHEN retry_at > :retry_at THEN :retry_at ELSE retry_at END,
    error = CASE WHEN kind = :placeholder THEN 'told with the next post' ELSE error END,
    refused = CASE WHEN kind = :placeholder THEN 0 ELSE refused END
WHERE match_id = :id AND retry_at IS NOT NULL AND person IS NULL
    AND (refused = 1 OR kind = :placeholder)"""
# All rows of one statement are passed as one JSON array: one hop to the database's thread.
POST = """INSERT INTO outbox (match_id, seq, kind, retry_at)
SELECT matches.id, (value ->> 0)/*::integer*/, value ->> 1, (value ->> 2)/*::timestamptz*/
FROM matches, json_each(:posts) WHERE matches.id = :id ORDER BY key"""


def post_values(posts: Sequence[Post], at: datetime) -> dict[str, Any]:
    """The values of both statements, without the number of the match; there is at least one
    post."""
    rows = [(post.seq, post.kind, time_text(at + post.delay)) for post in posts]
    return {
        "posts": json.dumps(rows),
        "retry_at": min((time for *_, time in rows if time), default=None),
        "placeholder": PLACEHOLDER,
    }


class PublicPosts(Database):
    """Statements inside other transactions: posts to all."""

    async def _say(self, posts: Sequence[Post], at: datetime) -> None:
        if posts:
            values = {"id": posts[0].match, **post_values(posts, at)}
            await self._write_all((POSTS_BEFORE, POST), values)


KEEP_RESULTS = f"""INSERT INTO results ({RESULTS.listed})
SELECT {RESULTS.elements}
FROM matches, json_each(:results) WHERE matches.id = :id ON CONFLICT DO NOTHING"""
SETTLE_SOON = """INSERT INTO contests (number, second, at, due_at)
SELECT :contest/*::bigint*/, :second/*::bigint*/, :at/*::timestamptz*/, :settle_at/*::timestamptz*/
FROM matches WHERE matches.id = :id
ON CONFLICT (number) DO UPDATE SET second = coalesce(excluded.second, contests.second),
    at = excluded.at, due_at = excluded.due_at"""


def end_values(end: MatchEnd, at: datetime) -> dict[str, Any]:
    """The values of the statements that store a match's result, without the match."""
    return {
        "results": json.dumps([RESULTS.values(each) for each in end.results]),
        "contest": end.contest,
        "second": end.second,
        "settle_at": time_text(at + SETTLING),
    }


# A file counts a list's rows from 0, PostgreSQL from 1.
RECORD = """INSERT INTO events (match_id, seq, kind, payload, at, digest)
SELECT matches.id, :after + key/*::integer*/ + 1/*- 1*/, value ->> 0, (value ->> 1)/*::jsonb*/, :at,
    (value ->> 2)/*::bigint*/
FROM matches, json_each(:events) WHERE matches.id = :id ORDER BY key"""

LISTED = "(SELECT CAST(value AS bigint) FROM json_each(:{}))"
TAKE_ALL = """INSERT INTO {table} (person, match_id)
SELECT CAST(value AS bigint), matches.id FROM matches, json_each(:{listed})
WHERE matches.id = :id{condition} ON CONFLICT DO NOTHING"""

LEAVE_SEATS = f"DELETE FROM seats WHERE match_id = :id AND person NOT IN {LISTED.format('seats')}"
TAKE_SEATS = """INSERT INTO seats (person, match_id, channel, status)
SELECT CAST(value AS bigint), matches.id, :channel, :status
FROM matches, json_each(:seats) WHERE matches.id = :id
ON CONFLICT (person, match_id) DO UPDATE SET channel = excluded.channel, status = excluded.status"""
INVOLVE = TAKE_ALL.format(table="involvements", listed="involved", condition="")
MISS = TAKE_ALL.format(
    table="absences",
    listed="absent",
    condition=""" AND EXISTS (
    SELECT 1 FROM events WHERE match_id = matches.id AND kind = 'mustered'
)""",
)
BEGIN_TURN = """INSERT INTO notices (match_id, seq, person, began, called_at, last_at, next_at)
SELECT id, :turn_seq, :turn, :updated, :known_at, :known_at, :known_at FROM matches WHERE id = :id
ON CONFLICT (match_id) DO UPDATE SET seq = excluded.seq, person = excluded.person,
    began = excluded.began, called_at = excluded.called_at, last_at = excluded.last_at,
    next_at = excluded.next_at, reminders = 0, warned = 0, muted = 0"""
END_TURN = "DELETE FROM notices WHERE match_id = :id"
DROP_DRAFT = "DELETE FROM drafts WHERE match_id = :id AND person = :mover"
# People who are called meanwhile are read as they are then, not as when the statement began.
MOVE_NOTICE = """UPDATE notices SET
    next_at = CASE WHEN called_at IS NULL THEN next_at ELSE :next_at END,
    last_at = CASE WHEN called_at IS NULL THEN last_at ELSE coalesce(:last_at, last_at) END,
    warned = CASE WHEN called_at IS NULL THEN warned ELSE coalesce(:warned, warned) END
WHERE match_id = :id"""
# One row for any number of premoves, so that no time tells whether there are any.
LOOK_AT_PREMOVES = """INSERT INTO replies (match_id, seq, due_at, changes)
SELECT matches.id, 0, :updated/*::timestamptz*/, 0 FROM matches
WHERE matches.id = :id AND EXISTS (SELECT 1 FROM premoves WHERE premoves.match_id = matches.id)
ON CONFLICT (match_id) DO UPDATE SET seq = 0, due_at = excluded.due_at,
    changes = replies.changes + 1"""
# Of a followed match only the newest turn waits to be sent, or its end.
UNTELL_FOLLOWERS = "DELETE FROM mentions WHERE match_id = :id AND kind = 'followed'"
TELL_FOLLOWERS = """INSERT INTO mentions (person, match_id, seq, kind, next_at)
SELECT person, match_id, :seq, 'followed', :followers_at FROM followers WHERE match_id = :id"""
END_FOLLOWING = "DELETE FROM followers WHERE match_id = :id"
PUT_OFF_STRETCH = """UPDATE stretches SET due_at = :stretch_until
WHERE match_id = :id AND due_at > :updated"""
REACH = """INSERT INTO rungs (person, game, level, seat, at)
SELECT :reached_by, game, :level, :seat, :at FROM matches WHERE id = :id ON CONFLICT DO NOTHING"""
STANDING_TAKEN = "UPDATE standing_challenges SET taken = 1 WHERE match_id = :id"
STANDING_GONE = "DELETE FROM standing_challenges WHERE match_id = :id"
# What was read of the competition before is out of date, and must not be written over this.
COMPETITION_DUE = """UPDATE competitions SET due_at = :updated, changes = competitions.changes + 1
FROM matches WHERE matches.id = :id AND competitions.id = matches.competition"""
COMPETITION_POST = f"""UPDATE living_posts SET changes = living_posts.changes + 1
FROM matches WHERE matches.id = :id AND living_posts.kind = '{LivingKind.COMPETITION}'
    AND living_posts.subject = matches.competition"""
# A second match that is still to be made.
TO_ARRANGE = """INSERT INTO arrangements (name)
SELECT :arranged FROM matches WHERE id = :id ON CONFLICT DO NOTHING"""
# With the seat go the drafts, premoves and held mentions of the one who leaves. The replacement
# stops following the match: they are called to their turns.
HAND_OVER = (
    """INSERT INTO departures (person, match_id)
SELECT :former, id FROM matches WHERE id = :id ON CONFLICT DO NOTHING""",
    "DELETE FROM drafts WHERE match_id = :id AND person = :former",
    "DELETE FROM premoves WHERE match_id = :id AND person = :former",
    "DELETE FROM mentions WHERE match_id = :id AND person IN (:former, :successor)",
    "DELETE FROM followers WHERE match_id = :id AND person = :successor",
)

FOLLOWING: tuple[tuple[Callable[[Consequences], object], tuple[str, ...]], ...] = (
    (lambda beside: beside.seats is not None, (LEAVE_SEATS, TAKE_SEATS)),
    (lambda beside: beside.involved, (INVOLVE,)),
    (lambda beside: beside.absent, (MISS,)),
    (lambda beside: beside.turn_begins, (BEGIN_TURN,)),
    (lambda beside: beside.turn_begins is False, (END_TURN,)),
    (lambda beside: beside.mover, (DROP_DRAFT,)),
    (lambda beside: beside.turn_begins is not None, (LOOK_AT_PREMOVES,)),
    (lambda beside: beside.moved_notice, (MOVE_NOTICE,)),
    (lambda beside: beside.followers_at, (UNTELL_FOLLOWERS, TELL_FOLLOWERS)),
    (lambda beside: beside.is_over, (END_FOLLOWING,)),
    (lambda beside: beside.stretch_until, (PUT_OFF_STRETCH,)),
    (lambda beside: beside.standing_taken, (STANDING_TAKEN,)),
    (lambda beside: beside.standing_taken is False, (STANDING_GONE,)),
    (lambda beside: beside.handed_over, HAND_OVER),
    (lambda beside: beside.competition, (COMPETITION_DUE, COMPETITION_POST)),
    (lambda beside: beside.arranged, (TO_ARRANGE,)),
)
"""What is written, for each condition that holds of the consequences."""

LASTING = ("game", "status", "channel", "guild", "people", "competition", "pair")
"""Columns of a match, named as its fields, that stay from turn to turn."""

_lasting = attrgetter(*LASTING)


@dataclass(frozen=True, slots=True)
class Written:
    """What is written with the summary of a match, whose values are among its own: `statements`,
    and the channel whose `lobby` has changed. `at_once`: no statement needs what another has
    written. `lasts`: the columns that are `LASTING` are unchanged.
    """

    statements: tuple[str, ...]
    values: dict[str, Any]
    lobby: ChannelId | None
    at_once: bool
    lasts: bool


def written(appended: Appended) -> Written:
    before, events, at, after, posts, rung, end = appended
    beside = consequences(before, events, after)
    seq = before.seq if before else NO_EVENT
    recorded = [stored_event(each) for each in record_events(events, seq, at)]
    head = before.digest if before else START
    digests = chained(after.match, head, recorded)
    rows = [(e.kind, e.payload, digest) for e, digest in zip(recorded, digests, strict=True)]
    values = {
        **summary_columns(after),
        **_columns(beside),
        **(post_values(posts, at) if posts else {}),
        **(_rung_values(rung) if rung else {}),
        **(end_values(end, at) if end else {}),
        "after": seq,
        "at": time_text(at),
        "events": json.dumps(rows),
        "digest": digests[-1] if digests else head,
        **({} if before else {"sealed": after.edition}),
    }
    more = (*((POSTS_BEFORE, POST) if posts else ()), *((REACH,) if rung else ()))
    more += ((KEEP_RESULTS,) if end and end.results else ()) + (
        (SETTLE_SOON,) if end and end.contest else ()
    )
    at_once = beside.lobby is None and beside.handed_over is None
    lasts = before is not None and _lasting(before) == _lasting(after)
    return Written((RECORD, *more, *_statements(beside)), values, beside.lobby, at_once, lasts)


def _statements(beside: Consequences) -> tuple[str, ...]:
    return tuple(sql for holds, statements in FOLLOWING if holds(beside) for sql in statements)


def _columns(beside: Consequences) -> dict[str, Any]:
    former, successor = beside.handed_over or (None, None)
    return {
        **{name: _listed(getattr(beside, name)) for name in ("seats", "involved", "absent")},
        "mover": beside.mover,
        "known_at": time_text(beside.known_at),
        **(notice_values(beside.moved_notice) if beside.moved_notice else {}),
        "followers_at": time_text(beside.followers_at),
        "stretch_until": time_text(beside.stretch_until),
        "arranged": beside.arranged,
        "former": former,
        "successor": successor,
    }


def _listed(people: Sequence[PersonId] | None) -> str:
    return json.dumps(people) if people else "[]"


def _rung_values(rung: Rung) -> dict[str, Any]:
    return {"reached_by": rung.person, "level": rung.level, "seat": rung.seat}


def notice_values(moved: MovedNotice) -> dict[str, Any]:
    """The values of `MOVE_NOTICE`, without the match."""
    next_at, last_at, warned = moved
    return {"next_at": time_text(next_at), "last_at": time_text(last_at), "warned": warned}
