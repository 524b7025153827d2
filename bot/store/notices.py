"""Who has been notified of which turn, posts for one person, and who follows which match."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.model.notices.records import HeldMention, NoticePlan, Notified, TurnNotice, personal_post
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, MatchId, MessageId, NoticeItem, PersonId, Post, Seq
from bot.model.refusals import StaleNotice
from bot.store.database import Database, in_one_transaction
from bot.store.rows import POSTS, Rows, column_of, items_from, legible, time_text
from bot.store.schema import TABLE

TURN_NOTICES = Rows(TurnNotice, "a turn")
TURN = """notices.match_id, notices.seq, notices.person, notices.began, matches.channel,
    matches.deadline, matches.clock_budget, visits.at, called_at, last_at, reminders, warned, muted,
    next_at"""
OF_PERSON = f"""SELECT {TURN}
FROM notices CROSS JOIN matches ON matches.id = notices.match_id
    LEFT JOIN visits ON visits.person = notices.person AND visits.match_id = notices.match_id
WHERE notices.person = ? ORDER BY notices.match_id"""
MENTIONS = """SELECT mentions.id, match_id, mentions.seq, kind, channel, next_at
FROM mentions CROSS JOIN matches ON matches.id = match_id
WHERE person = ? ORDER BY mentions.id"""
POSTS_TO = f"SELECT {POSTS.listed} FROM outbox WHERE person = ? AND written >= ? ORDER BY id"
# A turn that has passed has another number by now, or no row.
CALLED = """UPDATE notices SET called_at = ?1, last_at = ?1, next_at = ?2
WHERE match_id = ?3 AND seq = ?4 AND called_at IS NULL RETURNING match_id"""
HELD_TURN = """UPDATE notices SET next_at = ?
WHERE match_id = ? AND seq = ? AND called_at IS NULL RETURNING match_id"""
# A player who is told of their grace needs no warning besides.
GRACE_NOTIFIED = """UPDATE notices SET last_at = ?, warned = 1
WHERE match_id = ? AND person = ? AND called_at IS NOT NULL"""
# A person may have been removed from the match, or have left it, while the post was on its way.
NAMED = """SELECT 1 FROM seats WHERE person = ?1 AND match_id = ?2
UNION ALL SELECT 1 FROM involvements WHERE person = ?1 AND match_id = ?2
UNION ALL SELECT 1 FROM followers WHERE person = ?1 AND match_id = ?2"""
HELD_MENTION = """INSERT INTO mentions (person, match_id, seq, kind, next_at)
VALUES (?, ?, ?, ?, ?)"""
POST_ONE = """INSERT INTO outbox (match_id, seq, kind, retry_at, person, direct, about, written)
SELECT (value ->> 0)/*::bigint*/, (value ->> 1)/*::integer*/, value ->> 2,
    (value ->> 3)/*::timestamptz*/, (value ->> 4)/*::bigint*/, (value ->> 5)/*::integer*/,
    (value ->> 6)/*::jsonb*/, (value ->> 3)/*::timestamptz*/
FROM json_each(?) ORDER BY key"""
CHANGE = """UPDATE notices SET called_at = new.called_at, last_at = new.last_at,
    reminders = new.reminders, warned = new.warned, next_at = new.next_at
FROM (
    SELECT CAST(value ->> 0 AS bigint) AS id, (value ->> 1)/*::integer*/ AS seq,
        (value ->> 2)/*::timestamptz*/ AS was_called, (value ->> 3)/*::integer*/ AS had_reminders,
        (value ->> 4)/*::integer*/ AS was_warned, (value ->> 5)/*::integer*/ AS was_muted,
        (value ->> 6)/*::timestamptz*/ AS was_next, (value ->> 7)/*::timestamptz*/ AS called_at,
        (value ->> 8)/*::timestamptz*/ AS last_at, (value ->> 9)/*::integer*/ AS reminders,
        (value ->> 10)/*::integer*/ AS warned, (value ->> 11)/*::timestamptz*/ AS next_at,
        (value ->> 12)/*::timestamptz*/ AS was_deadline
    FROM json_each(?1)
) AS new
WHERE /*match_id IN (SELECT value ->> 0 FROM json_each(?1)) AND*/
    match_id = new.id AND notices.seq = new.seq
    AND notices.called_at IS /*NOT DISTINCT FROM*/ was_called
    AND notices.reminders = had_reminders AND notices.warned = was_warned
    AND notices.muted = was_muted AND notices.next_at IS /*NOT DISTINCT FROM*/ was_next
    AND (SELECT deadline FROM matches WHERE id = match_id) IS /*NOT DISTINCT FROM*/ was_deadline
RETURNING match_id"""
# SQLite gives the number of a deleted row again: it may be another one by now.
DROP_MENTIONS = """DELETE FROM mentions
WHERE id IN (SELECT value ->> 0 FROM json_each(?1)) AND (match_id, seq) IN (
    SELECT (value ->> 1)/*::bigint*/, (value ->> 2)/*::integer*/ FROM json_each(?1)
) RETURNING id"""
MOVE_MENTIONS = """UPDATE mentions SET next_at = moved.at
FROM (
    SELECT CAST(value ->> 0 AS bigint) AS number, CAST(value ->> 1 AS bigint) AS of_match,
        (value ->> 2)/*::integer*/ AS of_seq, (value ->> 3)/*::timestamptz*/ AS at
    FROM json_each(?1)
) AS moved
WHERE /*id IN (SELECT value ->> 0 FROM json_each(?1)) AND*/ id = number
    AND match_id = of_match AND seq = of_seq"""
ABOUT = """SELECT about FROM outbox INDEXED BY outbox_standing
WHERE match_id = ? AND message = ? AND about IS NOT NULL"""
TURNS_GIVEN = """(match_id, seq) IN (
    SELECT (value ->> 0)/*::bigint*/, (value ->> 1)/*::integer*/ FROM json_each({})
)"""
MUTE = f"""UPDATE notices SET muted = 1, next_at = ?
WHERE person = ? AND {TURNS_GIVEN.format("?")}
RETURNING match_id"""
REPLAN = """UPDATE notices SET next_at = ?1
WHERE person = ?2 AND (called_at IS NOT NULL OR next_at IS NOT NULL)"""
REPLAN_MENTIONS = "UPDATE mentions SET next_at = ? WHERE person = ?"
FOLLOWER_NOTIFIED = TABLE["followers_notified"].put
CALL_AGAIN = f"""UPDATE notices SET called_at = NULL, last_at = NULL, next_at = ?1
WHERE match_id IN (SELECT value ->> 0 FROM json_each(?2))
    AND {TURNS_GIVEN.format("?2")}"""


class PersonalPosts(Database):
    """Statements inside other transactions: whom a post has notified, and posts for one person."""

    async def _tell(self, notified: Sequence[Notified]) -> None:
        for each in notified:
            if await self._note(each) and each.direct:
                about = [each.item]
                post = personal_post(each.direct, each.person, about, each.at, direct=True)
                await self._post([post])

    async def _note(self, notified: Notified) -> bool:
        # Write it to its table; False for a turn that has passed meanwhile, and for a person whom
        # the match no longer names.
        match, seq, kind = notified.item
        at, next_at = time_text(notified.at), time_text(notified.next_at)
        if kind is not PostKind.TURN and not await self._write(NAMED, (notified.person, match)):
            return False
        if kind is PostKind.TURN:
            values = (at, next_at, match, seq) if notified.settled else (next_at, match, seq)
            return bool(await self._write(CALLED if notified.settled else HELD_TURN, values))
        if not notified.settled:
            await self._write(HELD_MENTION, (notified.person, match, seq, kind, next_at))
        elif kind is PostKind.GRACE:
            await self._write(GRACE_NOTIFIED, (at, match, notified.person))
        return True

    async def _call_again(self, about: Sequence[NoticeItem], at: datetime) -> None:
        turns = json.dumps([(item.match, item.seq) for item in about if item.kind is PostKind.TURN])
        await self._write(CALL_AGAIN, (time_text(at), turns))

    async def _post(self, posts: Sequence[Post]) -> None:
        if posts:
            await self._write(POST_ONE, (json.dumps([_post_values(post) for post in posts]),))
        for post in posts:
            if post.kind is PostKind.FOLLOWED:
                await self._write(FOLLOWER_NOTIFIED, (post.person, time_text(post.written)))


class NoticeTables(PersonalPosts):
    """The turns that people have to make, and what is held for them."""

    async def turn_notices(self, person: PersonId) -> list[TurnNotice]:
        return await self._all_of(TURN_NOTICES, OF_PERSON, (person,))

    async def posts_to(self, person: PersonId, since: datetime) -> list[Post]:
        return await self._all_of(POSTS, POSTS_TO, (person, time_text(since)))

    async def held_mentions(self, person: PersonId) -> list[HeldMention]:
        return [_mention(*each) for each in await self._read(MENTIONS, (person,))]

    @in_one_transaction
    async def write_notices(self, plan: NoticePlan) -> None:
        matches = {post.match for post in plan.posts}
        await self._hold(matches | {turn.match for turn, _ in plan.turns})
        rows = json.dumps([_change_values(*turn) for turn in plan.turns])
        if len(await self._write(CHANGE, (rows,))) < len(plan.turns):
            raise StaleNotice
        if plan.done:
            done = json.dumps([each.key for each in plan.done])
            if len(await self._write(DROP_MENTIONS, (done,))) < len(plan.done):
                raise StaleNotice
        if plan.held:
            moved = [(*each.key, time_text(at)) for each, at in plan.held]
            await self._write(MOVE_MENTIONS, (json.dumps(moved),))
        await self._post(plan.posts)

    async def about(self, match: MatchId, message: MessageId) -> tuple[NoticeItem, ...]:
        found = await self._read(ABOUT, (match, message))
        return next((items_from(about) for (about,) in found), ())

    async def mute(
        self, person: PersonId, turns: Sequence[tuple[MatchId, Seq]], at: datetime
    ) -> int:
        values = (time_text(at), person, json.dumps(turns))
        return len(await self._write_alone(MUTE, values))

    @in_one_transaction
    async def replan(self, person: PersonId, at: datetime) -> None:
        await self._write(REPLAN, (time_text(at), person))
        await self._write(REPLAN_MENTIONS, (time_text(at), person))


@legible("a notice")
def _mention(
    number: int, match: int, seq: Seq, kind: str, channel: ChannelId, next_at: str
) -> HeldMention:
    item = NoticeItem(MatchId(match), seq, PostKind(kind))
    return HeldMention(number, item, channel, datetime.fromisoformat(next_at))


def _change_values(before: TurnNotice, after: TurnNotice) -> list[Any]:
    was = (before.called_at, before.reminders, before.warned, before.muted, before.next_at)
    to_be = (after.called_at, after.last_at, after.reminders, after.warned, after.next_at)
    values = (before.match, before.seq, *was, *to_be, before.deadline)
    return [column_of(value) for value in values]


def _post_values(post: Post) -> tuple[Any, ...]:
    about, written = json.dumps(post.about), time_text(post.written)
    return (post.match, post.seq, post.kind, written, post.person, int(post.direct), about)


UNFOLLOW = "DELETE FROM followers WHERE match_id = ? AND person = ? RETURNING person"
UNTELL = "DELETE FROM mentions WHERE match_id = ? AND person = ? AND kind = 'followed'"
FOLLOWED = "SELECT match_id FROM followers WHERE person = ? ORDER BY match_id"
LEAVE_NOTES = """INSERT INTO waiting_notes (person, match_id, text)
SELECT ?1/*::bigint*/, match_id, ?2/*::text*/ FROM (
    SELECT match_id FROM followers WHERE person = ?1/*::bigint*/
    UNION SELECT value/*::bigint*/ FROM json_each(?3)
) WHERE TRUE
ON CONFLICT (person, match_id) DO UPDATE SET text = waiting_notes.text || ' ' || excluded.text"""
END_ALL = "DELETE FROM followers WHERE person = ?"
UNTELL_ALL = "DELETE FROM mentions WHERE person = ? AND kind = 'followed'"


class FollowingTables(Database):
    """Followers: one row for each person and match."""

    @in_one_transaction
    async def unfollow(self, person: PersonId, match: MatchId) -> bool:
        await self._touch([match])
        await self._write(UNTELL, (match, person))
        return bool(await self._write(UNFOLLOW, (match, person)))

    @in_one_transaction
    async def end_following(self, person: PersonId, matches: Sequence[MatchId], note: str) -> None:
        await self._touch(match for (match,) in await self._write(FOLLOWED, (person,)))
        await self._write(LEAVE_NOTES, (person, note, json.dumps(matches)))
        await self._write(END_ALL, (person,))
        await self._write(UNTELL_ALL, (person,))
