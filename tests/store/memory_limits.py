"""The part of the store in memory about limits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.matches.limits.records import Charge, OpenCounts
from bot.matches.records import Draft, MatchId, MatchSummary, Status


@dataclass
class MemoryLimits:
    """Counts of what is open, and allowances."""

    rows: dict[MatchId, MatchSummary] = field(default_factory=dict)
    drafts: dict[tuple[int, MatchId], Draft] = field(default_factory=dict)
    allowances: dict[tuple[str, int, str], datetime] = field(default_factory=dict)

    async def open_counts(self, person: int, guild: int | None) -> OpenCounts:
        invited = [row for row in self.rows.values() if row.status is Status.INVITED]
        running = [row for row in self.rows.values() if row.status is Status.RUNNING]
        return OpenCounts(
            sum(row.people[0].id == person for row in invited),
            sum(person in {p.id for p in row.people} for row in running),
            sum(guild is not None and row.guild == guild for row in invited),
            sum(guild is not None and row.guild == guild for row in running),
        )

    async def drafts_held(self, person: int) -> int:
        return sum(
            bool(draft.keys or draft.move or draft.offers)
            for (owner, match), draft in self.drafts.items()
            if owner == person and self.rows[match].status is Status.RUNNING
        )

    async def take_allowance(
        self, name: str, charges: Sequence[Charge], now: datetime
    ) -> datetime | None:
        keys = [(each.scope, each.owner, name) for each in charges]
        held = [max(self.allowances.get(key, now), now) for key in keys]
        again = [at + c.cost - c.most for at, c in zip(held, charges, strict=True)]
        if max(again) > now:
            return max(again)
        for key, at, charge in zip(keys, held, charges, strict=True):
            self.allowances[key] = at + charge.cost
        return None

    async def sweep_allowances(self, now: datetime) -> None:
        self.allowances = {key: at for key, at in self.allowances.items() if at > now}
