"""What is stored about notices: the turns people have to make, and what is held for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from bot.model.post_kinds import PostKind
from bot.model.records import (
    ChannelId,
    Keeping,
    MatchId,
    MessageId,
    NoticeItem,
    PersonId,
    Post,
    Seq,
)


def is_call(post: Post) -> bool:
    """Whether it calls a person to one turn, and is about nothing else."""
    return [item.kind for item in post.about] == [PostKind.TURN]


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """The notices of a turn to the person who has to make it.

    The turn began at `began` with event `seq`. Its board is still to be posted while neither
    `called_at` nor `next_at` is set; then it is held until `next_at`, or was announced at
    `called_at`. `last_at` is the time of the last notice of it, `next_at` when there is next
    something to do. `budget` is the running time of the turn; `looked_at` is when the person last
    looked at the board.
    """

    match: MatchId
    seq: Seq
    person: PersonId
    began: datetime
    channel: ChannelId
    deadline: datetime | None = None
    budget: timedelta | None = None
    looked_at: datetime | None = None
    called_at: datetime | None = None
    last_at: datetime | None = None
    reminders: int = 0
    warned: bool = False
    muted: bool = False
    next_at: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self.next_at is not None and self.next_at <= now

    @property
    def item(self) -> NoticeItem:
        """The turn, as a call tells of it."""
        return NoticeItem(self.match, self.seq, PostKind.TURN)


class HeldMention(NamedTuple):
    """Something besides a turn that a person is notified of at `next_at`, in the channel or not."""

    id: int
    item: NoticeItem
    channel: ChannelId
    next_at: datetime

    @property
    def key(self) -> tuple[int, MatchId, int]:
        """Its number, with the event it is about: a number may be given again."""
        return self.id, self.item.match, self.item.seq


class Notified(NamedTuple):
    """How a person's notification of a post to all changes, written with it.

    `settled`: the post has pinged them, or `direct` is written now (the kind of that post), or they
    want nothing. Otherwise it is held until `next_at`; for a settled turn, `next_at` is when there
    is next something to do.
    """

    person: PersonId
    item: NoticeItem
    at: datetime
    settled: bool
    direct: PostKind | None = None
    next_at: datetime | None = None


class NoticePlan(NamedTuple):
    """What is to be written for one person: posts, turns as they were and as they are then, the
    mentions that were sent, and when the others are."""

    posts: tuple[Post, ...] = ()
    turns: tuple[tuple[TurnNotice, TurnNotice], ...] = ()
    done: tuple[HeldMention, ...] = ()
    held: tuple[tuple[HeldMention, datetime], ...] = ()


def personal_post(
    kind: PostKind, person: PersonId, about: Sequence[NoticeItem], now: datetime, *, direct: bool
) -> Post:
    """A post for one person. It is stored with the posts of the first match it is about."""
    first = about[0]
    return Post(
        first.match, first.seq, kind, person=person, direct=direct, about=tuple(about), written=now
    )


class Notices(Protocol):
    """Who has been notified of which turn, and what is held for them."""

    async def turn_notices(self, person: PersonId) -> list[TurnNotice]:
        """All turns that the person has to make, in order of their matches."""

    async def posts_to(self, person: PersonId, since: datetime) -> list[Post]:
        """The posts for that person alone that were written since then, in order."""

    async def held_mentions(self, person: PersonId) -> list[HeldMention]:
        """What is held for the person besides turns, in the order in which it came up."""

    async def write_notices(self, plan: NoticePlan) -> None:
        """Write all of it. Raises StaleNotice if a turn has changed since."""

    async def about(self, match: MatchId, message: MessageId) -> tuple[NoticeItem, ...]:
        """What the delivered post for one person is about that is stored with the match's posts."""

    async def mute(
        self, person: PersonId, turns: Sequence[tuple[MatchId, Seq]], at: datetime
    ) -> int:
        """Stop reminding the person of those turns; how many of them they still have to make."""

    async def replan(self, person: PersonId, at: datetime) -> None:
        """There is something to do about every turn that the person was called to, or waits for."""


PAUSE = timedelta(minutes=1)
"""How long a turn is not sent to followers: the board is posted meanwhile, or a slip taken back."""


class FollowedMatch(NamedTuple):
    """A match that a person follows."""

    match: MatchId
    person: PersonId


class FollowerNotified(NamedTuple):
    """When a post of the kind `followed` was last written for a person."""

    person: PersonId
    at: datetime


class Following(Keeping, Protocol):
    """Who follows which open match.

    With every turn of a person in it, and with its end, the store holds a mention of the kind
    `followed` for each follower, instead of an earlier one about the match. It is due after a
    `PAUSE`. Following ends with the match.
    """

    async def unfollow(self, person: PersonId, match: MatchId) -> bool:
        """The person follows the match no more; whether they did."""

    async def end_following(self, person: PersonId, matches: Sequence[MatchId], note: str) -> None:
        """The person follows nothing any more, and nothing of it is held for them.

        The note waits for them in all those matches, and in `matches`, after any note that waits
        there already.
        """
