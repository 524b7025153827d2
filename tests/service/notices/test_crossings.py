"""Whatever another process does between any two steps of one, both come to what they come to one
after the other."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, Announce, Play, Resign
from bot.model.notices.notice_settings import Destination, NoticeSettings
from bot.model.records import MatchId
from bot.model.terms import Terms
from bot.service.personal.preferences import SERVER, Preferences
from tests.helpers.people import ADA, GRACE, LINUS
from tests.helpers.rounds import Crossed
from tests.service.conftest import Clock, Club
from tests.store.memory import MemoryStore

Deed = Callable[[Club, MatchId], Awaitable[object]]

COMPARED = {
    "events": "match_id, seq, kind, payload",
    "outbox": "match_id, seq, kind, person, direct, about",
    "mentions": "person, match_id, seq, kind",
    "notices": "match_id, seq, called_at, reminders, warned, muted, next_at",
    "rating_points": "*",
    "ratings": "*",
    "waiting_notes": "*",
}
"""What both come to."""


async def two_contests(club: Club) -> MatchId:
    """Two that are due to be settled."""
    for winner, loser in ((ADA, GRACE), (GRACE, ADA)):
        terms = Terms(rated=True)
        match = await club.begin(loser, host=winner, moves="1 1 1 1", terms=terms)
        await club.do(match.id, Resign(loser.id))
        club.pass_by(days=1)
    await club.deliver()
    return match.id


async def called_turn(club: Club) -> MatchId:
    """A turn of Grace, of which she is to be reminded."""
    match = await club.begin(GRACE, moves="1 1 1")
    await club.deliver()
    club.store.sql("UPDATE notices SET called_at = began, last_at = began, next_at = began")
    club.pass_by(days=3)
    return match.id


async def followed_turn(club: Club) -> MatchId:
    """One of which Linus is to hear, who follows the match."""
    match = await club.begin(GRACE, moves="1 1")
    await club.service.following.follow(match, LINUS.id)
    match = await club.do(match.id, Play(ADA.id, "1"))
    await club.deliver()
    club.pass_by(days=3)
    return match.id


async def late_turn(club: Club, *, posted: bool = True) -> MatchId:
    """A turn of Grace whose time is over."""
    match = await club.begin(GRACE, moves="1 1 1", control=days_a_move(1))
    if posted:
        await club.deliver()
    club.pass_by(days=1, minutes=1)
    return match.id


async def unposted_turn(club: Club) -> MatchId:
    """The same, not posted yet."""
    return await late_turn(club, posted=False)


async def left_standing(club: Club) -> MatchId:
    """A standing challenge that a crash kept from being renewed, by a newcomer who may play two."""
    await club.service.preferences.change(SERVER, 70, lambda _: Preferences(newcomers=2))
    match = await club.ask(None, standing=True)
    await club.matches._do(match.id, Accept(GRACE), None)
    return match.id


async def whatever_is_due(club: Club, _: MatchId) -> None:
    await club.tick()


async def a_move(club: Club, match: MatchId) -> None:
    await club.do(match, Play(GRACE.id, "1"))


async def its_late_post(club: Club, match: MatchId) -> None:
    seq = (await club.match(match)).board_seq
    await club.do(match, Announce(seq, club.clock.now))
    await club.deliver()


async def another_wish(club: Club, _: MatchId) -> None:
    wish = NoticeSettings(Destination.NONE)
    await club.service.notices.change(GRACE.id, lambda _: wish)


@dataclass
class Crossing:
    """A situation and what another process does, just before the step `at` of one that does what is
    due; without it behind everything, at 0 before."""

    situation: Callable[[Club], Awaitable[MatchId]]
    other: Deed
    steps: int = 0

    async def outcome(self, at: int | None) -> dict[str, list[str]]:
        store, clock = MemoryStore(), Clock()
        match = await self.situation(Club(store, clock))
        two = Club(store, clock)
        crossed = Crossed(store, at or -1, lambda: self.other(two, match))
        one = Club(crossed, clock)
        if at == 0:
            await self.other(two, match)
        await one.tick()
        self.steps, crossed.at = crossed.calls, -1
        if at is None:
            await self.other(two, match)
        for club in (one, two):
            await club.tick()
        return {
            table: sorted(map(str, store.sql(f"SELECT {columns} FROM {table}")))
            for table, columns in COMPARED.items()
        }


@pytest.mark.parametrize(
    ("situation", "other"),
    [
        (two_contests, whatever_is_due),
        (followed_turn, whatever_is_due),
        (followed_turn, a_move),
        (called_turn, whatever_is_due),
        (called_turn, a_move),
        (called_turn, another_wish),
        (late_turn, a_move),
        (unposted_turn, its_late_post),
        (left_standing, whatever_is_due),
    ],
)
async def test_two_processes_come_to_what_one_after_the_other_comes_to(
    situation: Callable[[Club], Awaitable[MatchId]], other: Deed
) -> None:
    crossing = Crossing(situation, other)
    one_by_one = [await crossing.outcome(at) for at in (0, None)]
    assert crossing.steps > 5
    for at in range(1, crossing.steps + 1):
        assert await crossing.outcome(at) in one_by_one, f"before step {at}"
