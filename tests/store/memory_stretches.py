"""The part of the store in memory about fast stretches."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.matches.notices.records import TurnNotice
from bot.matches.records import MatchId, MatchSummary, Post, Status
from bot.matches.stretches.stretch import PAUSE, FastStretch


@dataclass
class MemoryStretches:
    """The last stretch of each match."""

    rows: dict[MatchId, MatchSummary] = field(default_factory=dict)
    turns: dict[MatchId, TurnNotice] = field(default_factory=dict)
    stretches: dict[MatchId, FastStretch] = field(default_factory=dict)

    def _stretch_goes_on(self, before: MatchSummary | None, new: MatchSummary) -> None:
        """What the trigger does."""
        stretch = self.stretches.get(new.match)
        if before is None or stretch is None or not stretch.due or stretch.due <= new.updated:
            return
        if (before.turn_seq, before.status) != (new.turn_seq, new.status):
            due = new.updated + PAUSE if new.status is Status.RUNNING else new.updated
            self.stretches[new.match] = replace(stretch, due=due)

    def _post_beside(self, post: Post, at: datetime) -> None:
        raise NotImplementedError

    async def stretch(self, match: MatchId) -> FastStretch | None:
        return self.stretches.get(match)

    async def begin_stretch(self, stretch: FastStretch) -> bool:
        row, last = self.rows.get(stretch.match), self.stretches.get(stretch.match)
        if row is None or row.status is not Status.RUNNING or row.seq != stretch.began:
            return False
        if last and last.is_open:
            return False
        self.stretches[stretch.match] = stretch
        turn = self.turns.get(stretch.match)
        if turn and turn.next_at and stretch.due:
            self.turns[turn.match] = replace(turn, next_at=max(turn.next_at, stretch.due))
        return True

    async def finish_stretch(self, match: MatchId, at: datetime) -> bool:
        stretch = self.stretches.get(match)
        if stretch is None or stretch.due is None:
            return False
        self.stretches[match] = replace(stretch, due=min(stretch.due, at))
        return True

    async def end_stretch(
        self, match: MatchId, seq: int, at: datetime, posts: Sequence[Post]
    ) -> bool:
        stretch = self.stretches.get(match)
        if stretch is None or not stretch.is_open or self.rows[match].seq != seq:
            return False
        self.stretches[match] = replace(stretch, due=None, ended=seq)
        for post in posts:
            self._post_beside(post, at)
        return True

    async def due_stretches(self, now: datetime, limit: int) -> list[MatchId]:
        due = sorted((each.due, each.match) for each in self.stretches.values() if each.due)
        return [match for at, match in due if at <= now][:limit]
