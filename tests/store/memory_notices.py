"""The part of the store in memory about telling people."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.matches.notices.records import HeldMention, NoticePlan, Told, TurnNotice
from bot.matches.records import MatchId, MatchSummary, NoticeItem, Post
from bot.matches.refusals import StaleNotice


@dataclass
class MemoryNotices:
    """The turns that people have to make, and what is held for them."""

    rows: dict[MatchId, MatchSummary] = field(default_factory=dict)
    turns: dict[MatchId, TurnNotice] = field(default_factory=dict)
    mentions: dict[int, tuple[int, HeldMention]] = field(default_factory=dict)
    looks: dict[tuple[int, MatchId], datetime] = field(default_factory=dict)

    def _turn_begins(self, before: MatchSummary | None, new: MatchSummary) -> None:
        """What the triggers do."""
        if before and before.turn_seq == new.turn_seq:
            turn = self.turns.get(new.match)
            if turn and turn.called_at and before.deadline != new.deadline:
                warned, last_at = turn.warned, turn.last_at
                if before.deadline and before.deadline <= new.updated:
                    last_at = new.updated
                if new.deadline is None:
                    warned = False
                elif before.deadline and before.deadline <= new.updated:
                    warned = new.deadline - new.updated < timedelta(hours=25)
                elif before.deadline and new.deadline - before.deadline >= timedelta(days=1):
                    warned = False
                self.turns[new.match] = replace(
                    turn, next_at=new.updated, warned=warned, last_at=last_at
                )
            return
        self.turns.pop(new.match, None)
        if new.turn_seq is not None and new.turn is not None:
            known = new.updated if new.turn_known else None
            self.turns[new.match] = TurnNotice(
                new.match,
                new.turn_seq,
                new.turn,
                new.updated,
                new.channel,
                called_at=known,
                last_at=known,
                next_at=known,
            )

    def _add_post(self, post: Post, at: datetime) -> None:
        raise NotImplementedError

    def _tell(self, told: Sequence[Told]) -> None:
        for each in told:
            if self._note(each) and each.direct:
                item = each.item
                post = Post(item.match, item.seq, each.direct, person=each.person, direct=True)
                self._add_post(replace(post, about=(item,), written=each.at), each.at)

    def _note(self, told: Told) -> bool:
        item, turn = told.item, self.turns.get(told.item.match)
        mine: Any = self
        known = {person for person, match in mine.followers if match == item.match}
        if item.kind != "turn" and told.person not in known | mine._people(item.match):
            return False
        if item.kind == "turn":
            if turn is None or turn.seq != item.seq or turn.called_at:
                return False
            called = told.at if told.settled else None
            new = replace(turn, called_at=called, last_at=called, next_at=told.next_at)
            self.turns[item.match] = new
        elif not told.settled:
            assert told.next_at
            number = max(self.mentions, default=0) + 1
            held = HeldMention(number, item, self.rows[item.match].channel, told.next_at)
            self.mentions[number] = (told.person, held)
        elif item.kind == "grace" and turn and turn.person == told.person and turn.called_at:
            self.turns[item.match] = replace(turn, last_at=told.at, warned=True)
        return True

    def _call_again(self, about: Sequence[NoticeItem], at: datetime) -> None:
        for item in about:
            turn = self.turns.get(item.match)
            if turn and item.kind == "turn" and turn.seq == item.seq:
                self.turns[item.match] = replace(turn, called_at=None, last_at=None, next_at=at)

    async def turn_notice(self, match: MatchId) -> TurnNotice | None:
        turn = self.turns.get(match)
        if turn is None:
            return None
        summary, looked = self.rows[match], self.looks.get((turn.person, match))
        return replace(
            turn, deadline=summary.deadline, budget=summary.clock_budget, looked_at=looked
        )

    async def turn_notices(self, person: int) -> list[TurnNotice]:
        own = [await self.turn_notice(m) for m in sorted(self.turns)]
        return [turn for turn in own if turn and turn.person == person]

    async def held_mentions(self, person: int) -> list[HeldMention]:
        return [held for who, held in self.mentions.values() if who == person]

    def _times(self) -> list[tuple[datetime, int]]:
        times = [(t.next_at, t.person) for t in self.turns.values() if t.next_at]
        return sorted([*times, *((held.next_at, who) for who, held in self.mentions.values())])

    async def due_people(self, now: datetime, limit: int) -> list[int]:
        return list(dict.fromkeys(who for at, who in self._times() if at <= now))[:limit]

    async def write_notices(self, plan: NoticePlan) -> None:
        for before, _ in plan.turns:
            if await self.turn_notice(before.match) != before:
                raise StaleNotice
        for _, after in plan.turns:
            self.turns[after.match] = replace(after, deadline=None, budget=None, looked_at=None)
        for number in plan.done:
            del self.mentions[number]
        for number, at in plan.held:
            who, held = self.mentions[number]
            self.mentions[number] = who, held._replace(next_at=at)
        for post in plan.posts:
            assert post.written
            self._add_post(post, post.written)

    async def mute(self, person: int, turns: Sequence[tuple[MatchId, int]], at: datetime) -> int:
        own = [
            turn
            for turn in self.turns.values()
            if turn.person == person and (turn.match, turn.seq) in turns
        ]
        for turn in own:
            self.turns[turn.match] = replace(turn, muted=True, next_at=at)
        return len(own)

    def _plan_all_anew(self, person: int) -> None:
        """What the trigger on calendars does."""
        for turn in [t for t in self.turns.values() if t.person == person]:
            if turn.called_at or turn.next_at:
                self.turns[turn.match] = replace(turn, next_at=turn.began)
        for number, (who, held) in list(self.mentions.items()):
            if who == person:
                at = self.rows[held.item.match].updated
                self.mentions[number] = who, held._replace(next_at=at)

    async def plan_anew(self, person: int, at: datetime) -> None:
        for turn in [t for t in self.turns.values() if t.person == person]:
            if turn.called_at or turn.next_at:
                self.turns[turn.match] = replace(turn, next_at=at)
        for number, (who, held) in list(self.mentions.items()):
            if who == person:
                self.mentions[number] = who, held._replace(next_at=at)
