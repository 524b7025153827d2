"""What is to be posted: each once, in order, also what was refused, and buttons that are old."""

from dataclasses import replace
from datetime import timedelta

from bot.model.places import Place, State
from bot.model.ports import ForAnswer, Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    ChannelId,
    DueKind,
    GuildId,
    MatchId,
    MatchSummary,
    MessageId,
    Post,
    Seq,
    WaitingNote,
)
from tests.helpers.people import CHANNEL
from tests.helpers.playing import known
from tests.store.contracts.matches import (
    ADA,
    ASKED,
    GRACE,
    LATER,
    NOW,
    deliver_all,
    new_match,
    play,
    row_of,
)
from tests.store.contracts.rows import taken_note


class OutboxContract:
    async def test_posts_of_a_match_are_pending_in_order_each_only_once(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await play(store, match, 2, says="end")

        assert (await store.upcoming(NOW)).get("post") == NOW
        assert [post.kind for post in await store.pending(NOW)] == ["challenge"]
        assert [(post.seq, post.kind) for post in await deliver_all(store)] == [
            (1, "challenge"),
            (2, "turn"),
            (3, "end"),
        ]
        assert await store.pending(LATER) == []
        assert (await store.upcoming(NOW)).get("post") is None

    async def test_a_failed_post_waits_and_holds_up_its_own_match_alone(self, store: Store) -> None:
        stuck = await new_match(store, says=["challenge"])
        await play(store, stuck, 1, says="turn")
        (post,) = await store.pending(NOW)
        await store.failed(post, "Discord is out", LATER)

        assert await store.pending(NOW) == []
        assert (await store.upcoming(NOW)).get("post") == LATER
        assert [(p.id, p.tries) for p in await store.pending(LATER)] == [(post.id, 1)]
        other = await new_match(store, says=["challenge"])
        assert [post.match for post in await store.pending(NOW)] == [other]
        assert (await store.upcoming(NOW)).get("post") == NOW
        assert [(post.match, post.seq) for post in await deliver_all(store)] == [
            (stuck, 1),
            (other, 1),
            (stuck, 2),
        ]

    async def test_a_given_up_post_holds_up_nothing_and_is_no_board(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        (post,) = await store.pending(NOW)
        await store.failed(post, "the channel is gone", None)

        assert [post.kind for post in await store.pending(NOW)] == ["turn"]
        assert await store.last_board(match) is None
        assert await store.last_board(MatchId(99)) is None

    async def test_why_a_post_was_refused_is_known_while_it_waits(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        (post,) = await store.pending(NOW)
        nothing = ForAnswer(None, Place(match), is_noted=False)
        assert await store.for_answer(match, ADA.id) == nothing
        await store.failed(post, "Discord is out", LATER)
        assert await store.for_answer(match, ADA.id) == nothing
        assert not await store.any_refused()

        await store.failed(replace(post, refused=True), "Missing Access", LATER)
        refused = nothing._replace(refused="Missing Access")
        assert await store.for_answer(match, ADA.id) == refused
        assert await store.refusal(match, post.id + 1) == "Missing Access"
        assert await store.refusal(match, post.id) is None
        other = await new_match(store, says=["challenge"])
        assert (await store.for_answer(other, ADA.id)).refused is None
        assert await store.any_refused()

        await store.delivered(post, CHANNEL, MessageId(1000))
        assert await store.for_answer(match, ADA.id) == nothing

    async def test_answers_are_told_of_notes_and_of_the_place(self, store: Store) -> None:
        match, other = await new_match(store), await new_match(store)
        place = Place(match, thread=ChannelId(11))
        assert await store.save_place(place, Place(match))
        await store.put(WaitingNote(ADA.id, match, "Look."))
        assert await store.for_answer(match, ADA.id) == ForAnswer(None, place, is_noted=True)
        assert not (await store.for_answer(match, GRACE.id)).is_noted
        assert not (await store.for_answer(other, ADA.id)).is_noted
        assert await taken_note(store, ADA.id, match) == "Look."
        assert not (await store.for_answer(match, ADA.id)).is_noted
        assert not await store.any_refused()

    async def test_the_last_board_is_the_newest_delivered_with_one(self, store: Store) -> None:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await play(store, match, 2, says="notice")
        await play(store, match, 3, says="turn")
        assert await store.last_board(match) is None

        first, board, notice, newest = await deliver_all(store)
        current = await store.last_board(match)
        before = await store.last_board(match, before_post=newest.id)
        earliest = await store.last_board(match, before_post=board.id)

        assert current
        assert (current.post.id, current.channel) == (newest.id, 7)
        assert current.message == 1000 + newest.id
        assert before
        assert (before.post.seq, before.message) == (2, 1000 + board.id)
        assert notice.id > board.id
        assert earliest
        assert earliest.post.id == first.id

    async def test_a_refused_post_is_due_later_and_holds_up_nobody_yet(self, store: Store) -> None:
        match = await new_match(store, says=["turn"])
        (post,) = await store.pending(NOW)
        await store.failed(replace(post, refused=True, refusals=1, clear_at=NOW), "no", LATER)
        await play(store, match, 1, says="notice")
        # The new post has called for the one before it.
        (first,) = await store.pending(NOW)
        assert (first.kind, first.refused, first.refusals, first.clear_at) == ("turn", True, 1, NOW)
        assert await store.waits(match, Seq(1))
        assert not await store.waits(match, Seq(2))
        assert await store.unseen_turn(match, Seq(1)) == first

        await store.failed(first, "no", LATER)

        assert [post.kind for post in await store.pending(NOW)] == ["notice"]
        assert (await store.upcoming(NOW)).get("post") == NOW
        assert [post.kind for post in await deliver_all(store)] == ["turn", "notice"]
        assert not await store.waits(match, Seq(1))
        assert await store.unseen_turn(match, Seq(1)) is None

    async def test_a_refused_post_is_never_due_before_an_earlier_one(self, store: Store) -> None:
        match, other = [await new_match(store, says=["turn"]) for _ in range(2)]
        mine, theirs = await store.pending(NOW)
        await play(store, match, 1, says="turn")
        for post in (mine, theirs):
            await store.failed(replace(post, refused=True), "no", LATER + timedelta(hours=1))
        (second,) = await store.pending(NOW)

        await store.failed(replace(second, refused=True), "no", LATER)

        assert await store.pending(LATER - timedelta(seconds=1)) == []
        assert [post.id for post in await store.pending(LATER)] == [mine.id]
        # One that is due earlier stays so.
        await store.failed(replace(mine, refused=True), "no", LATER + timedelta(seconds=1))
        (second,) = await store.pending(LATER)
        await store.failed(replace(second, refused=True), "no", LATER + timedelta(hours=2))
        assert (await store.upcoming(NOW)).get("post") == LATER + timedelta(seconds=1)
        assert other == theirs.match

    async def test_a_board_is_due_unless_it_or_something_before_waits(self, store: Store) -> None:
        match, other = [await new_match(store, says=["notice", "turn"]) for _ in range(2)]
        plain = await new_match(store, says=["notice"])
        assert await store.boards_due([match, plain], NOW) == {match}
        assert await store.boards_due([match, plain], NOW - timedelta(seconds=1)) == frozenset()

        (first, *_) = await store.pending(NOW)
        await store.failed(first, "no", LATER)
        assert await store.boards_due([match, other], NOW) == {other}
        assert await store.boards_due([match, other], LATER) == {match, other}

        await store.failed(replace(first, refused=True), "no", LATER)
        (board,) = [post for post in await store.pending(NOW) if post.match == match]
        assert await store.boards_due([match], NOW) == {match}
        await store.failed(replace(board, refused=True), "no", LATER)
        assert await store.boards_due([match], NOW) == frozenset()
        await deliver_all(store)
        assert await store.boards_due([match, other], LATER) == frozenset()

    async def test_refused_posts_are_called_for_all_or_by_channel(self, store: Store) -> None:
        for channel in (7, 8):
            await new_match(store, says=["turn"], channel=channel)
        await new_match(store, says=["turn"], channel=7)
        for post in (await store.pending(NOW))[:2]:
            await store.failed(replace(post, refused=True), "no", LATER)
        await store.delivered((await store.pending(NOW))[0], CHANNEL, MessageId(1))

        assert not await store.retry_refused(NOW, [ChannelId(9)])
        assert await store.pending(NOW) == []
        assert await store.retry_refused(NOW, [ChannelId(8), ChannelId(9)])
        assert [post.match for post in await store.pending(NOW)] == [2]
        threaded = Place(MatchId(1), thread=ChannelId(11), state=State.OPEN)
        assert await store.save_place(threaded, Place(MatchId(1)))
        assert await store.retry_refused(NOW, [ChannelId(11)])
        assert [post.match for post in await store.pending(NOW)] == [1, 2]
        assert await store.retry_refused(NOW)
        assert [post.match for post in await store.pending(NOW)] == [1, 2]
        await deliver_all(store)
        assert not await store.retry_refused(NOW)

    async def test_the_next_post_stands_for_a_thinking_robots_one(self, store: Store) -> None:
        soon = NOW + timedelta(seconds=20)

        def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
            return row_of(number), [Post(number, Seq(1), PostKind.THINKING, delay=soon - NOW)]

        for _ in range(2):
            match = await store.create([ASKED], NOW, summarize)
        assert await store.pending(NOW) == []
        assert (await store.upcoming(NOW)).get("post") == soon
        (_, late) = await store.pending(soon)
        await play(store, match, 1, says="turn")

        assert [(p.match, p.kind) for p in await store.pending(soon)] == [
            (match - 1, "thinking"),
            (match, "turn"),
        ]
        # It was on its way, and failed.
        await store.failed(late, "no", NOW)
        assert [p.kind for p in await store.pending(soon)] == ["thinking", "turn"]

    async def test_old_buttons_are_due_until_they_are_off(self, store: Store) -> None:
        match = await new_match(store, says=["turn"])
        await play(store, match, 1, says="notice")
        await play(store, match, 2, says="turn")
        await play(store, match, 3, says="turn")
        buttons = True
        for kinds, old in (
            ((), []),
            ([PostKind.NOTICE], []),
            ([PostKind.TURN, PostKind.NOTICE], [1001, 1002]),
            ([PostKind.TURN, PostKind.NOTICE], [1003]),
        ):
            (post,) = await store.pending(NOW)
            laid_out = post.kind is PostKind.NOTICE
            lost = await store.delivered(
                *(post, CHANNEL, MessageId(1000 + post.id)),
                at=NOW,
                has_buttons=buttons,
                laid_out=laid_out,
                outdates=kinds,
            )
            assert [each.message for each in lost] == old
            assert [each.laid_out for each in lost] == [m == 1002 for m in old]
        due = await store.due(DueKind.OLD_POST, NOW)
        assert sorted(each.message for each in due) == [1001, 1002, 1003]
        assert [each.message for each in due if each.laid_out] == [1002]
        assert (await store.upcoming(NOW)).get("old_post") == NOW

        await store.buttons_removed(due[0].post)
        await store.buttons_removed(due[1].post, LATER)
        await store.buttons_removed(due[2].post, LATER + timedelta(days=1))

        assert await store.due(DueKind.OLD_POST, NOW) == []
        assert (await store.upcoming(NOW)).get("old_post") == LATER
        ((again),) = await store.due(DueKind.OLD_POST, LATER)
        assert (again.message, again.post.tries) == (due[1].message, 1)
        await store.note_servers([GuildId(99)], [], NOW, NOW)
        assert await store.due(DueKind.OLD_POST, NOW) == []
        here = known((await store.summary(match)).guild)
        await store.note_servers([here], [], NOW, NOW)
        assert len(await store.due(DueKind.OLD_POST, NOW)) == 2
