"""What the store in memory keeps about those who follow matches, and private notes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.matches.following.records import PAUSE
from bot.matches.match import OPEN
from bot.matches.notices.records import HeldMention
from bot.matches.post_kinds import PostKind
from bot.matches.records import MatchId, MatchSummary, NoticeItem, Post


@dataclass
class MemoryFollowing:
    """Followers and private notes, beside the mentions."""

    mentions: dict[int, tuple[int, HeldMention]] = field(default_factory=dict)
    notes: dict[tuple[int, MatchId], str] = field(default_factory=dict)
    followers: set[tuple[int, MatchId]] = field(default_factory=set)
    told_followers: dict[int, datetime] = field(default_factory=dict)
    private: dict[tuple[int, MatchId], str] = field(default_factory=dict)

    def _followed_match_goes_on(self, before: MatchSummary | None, new: MatchSummary) -> None:
        """What the trigger does."""
        begins = before is not None and new.turn_seq not in (None, before.turn_seq)
        ends = before is not None and before.status in OPEN and new.status not in OPEN
        if not begins and not ends:
            return
        followers = sorted(who for who, match in self.followers if match == new.match)
        self._untell(match=new.match)
        for person in followers:
            due = new.updated + PAUSE
            number = max(self.mentions, default=0) + 1
            item = NoticeItem(new.match, new.seq, PostKind.FOLLOWED)
            self.mentions[number] = person, HeldMention(number, item, new.channel, due)
        if new.status not in OPEN:
            self.followers -= {(person, new.match) for person in followers}

    def _untell(self, person: int | None = None, match: MatchId | None = None) -> None:
        for number, (who, held) in list(self.mentions.items()):
            wanted = person in (None, who) and match in (None, held.item.match)
            if wanted and held.item.kind == PostKind.FOLLOWED:
                del self.mentions[number]

    def _follower_told(self, post: Post) -> None:
        if post.kind == PostKind.FOLLOWED and post.person and post.written:
            self.told_followers[post.person] = post.written

    async def follow(self, person: int, match: MatchId) -> None:
        self.followers.add((person, match))

    async def unfollow(self, person: int, match: MatchId) -> bool:
        self._untell(person, match)
        followed = (person, match) in self.followers
        self.followers.discard((person, match))
        return followed

    async def followed(self, person: int) -> list[MatchId]:
        return sorted(match for who, match in self.followers if who == person)

    async def follower_told(self, person: int) -> datetime | None:
        return self.told_followers.get(person)

    async def end_following(self, person: int, told: Sequence[MatchId], note: str) -> None:
        followed = await self.followed(person)
        for match in {*followed, *told}:
            before = self.notes.get((person, match))
            self.notes[person, match] = f"{before} {note}" if before else note
        self.followers -= {(person, match) for match in followed}
        self._untell(person)

    async def private_note(self, person: int, match: MatchId) -> str:
        return self.private.get((person, match), "")

    async def save_private_note(self, person: int, match: MatchId, text: str) -> None:
        self.private[person, match] = text
