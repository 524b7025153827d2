"""What becomes of the matches of somebody who has left the server."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.clock.units import DAY
from bot.model.commands import AskReplacement, Claim, Play
from bot.model.match import Match
from bot.model.notices.records import NoticePlan
from bot.model.post_kinds import PostKind
from bot.model.records import GuildId, MatchId, PersonId, Post, Status
from bot.model.refusals import StoreTrouble
from bot.store.sqlite import SqliteStore
from tests.helpers.people import ADA, GRACE, LINUS
from tests.helpers.playing import known
from tests.helpers.stores import opened
from tests.service.conftest import START, Clock, Club

THREE_DAYS = days_a_move(3)
OVER = START + 3 * DAY


@dataclass
class Server:
    """Who has left the server, and whom the bot has looked for."""

    gone: set[PersonId] = field(default_factory=set)
    looks: list[PersonId] = field(default_factory=list)

    async def has_left(self, _: GuildId, person: PersonId) -> bool:
        self.looks.append(person)
        return person in self.gone


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def club(server: Server) -> Club:
    return Club(has_left=server.has_left)


async def kinds(club: Club, match: MatchId) -> list[str]:
    return [each.event.kind for each in await club.store.events(match)]


async def posted(club: Club) -> Sequence[Post]:
    return await club.deliver()


async def left_at_the_end(club: Club, server: Server, **terms: Any) -> Match:
    """A match that waits for Ada, who has left, as her time is over."""
    match = await club.begin(**{"control": THREE_DAYS} | terms)
    # No reminder comes before.
    await club.service.notices.change(ADA.id, lambda was: replace(was, cadence=0, warning=False))
    server.gone.add(ADA.id)
    await club.at(OVER)
    return await club.match(match.id)


async def test_no_grace_or_vacation_is_spent_and_the_others_hear_once(
    club: Club, server: Server
) -> None:
    match = await left_at_the_end(club, server)
    assert match.gone == OVER
    assert [each.kind for each in await posted(club)] == [PostKind.GONE]
    for days in range(1, 40):
        await club.at(OVER + days * DAY)
        assert await posted(club) == []
    assert (await kinds(club, match.id))[-1] == "gone"
    assert await club.store.calendar_history(ADA.id) == ()
    # Once as her time was over; what is due for her calls then knows of it.
    assert server.looks == [ADA.id]


async def test_the_win_may_be_claimed_after_a_day(club: Club, server: Server) -> None:
    match = await left_at_the_end(club, server)
    club.pass_by(hours=23)
    assert "may still come back" in str(await club.refused(match, Claim(GRACE.id)))
    club.pass_by(hours=1)
    after = await club.do(match.id, Claim(GRACE.id))
    assert (known(after.outcome).reason, known(after.outcome).winners) == ("gone", (2,))
    assert server.looks == [ADA.id, ADA.id]


async def test_who_comes_back_before_that_plays_on_with_their_grace(
    club: Club, server: Server
) -> None:
    match = await left_at_the_end(club, server)
    server.gone.clear()
    await club.at(OVER + 2 * DAY)
    after = await club.do(match.id, Claim(GRACE.id))
    assert (after.status, after.gone) == (Status.RUNNING, None)
    await club.tick()
    graced = await club.match(match.id)
    assert graced.deadline == club.clock.now + DAY
    assert "still has time" in str(await club.refused(graced, Claim(GRACE.id)))


async def test_who_plays_is_back(club: Club, server: Server) -> None:
    match = await left_at_the_end(club, server)
    after = await club.do(match.id, Play(ADA.id, "1"))
    assert (after.gone, after.turn_person) == (None, GRACE)
    club.pass_by(days=1)
    assert "still has" in str(await club.refused(after, Claim(ADA.id)))


async def test_somebody_else_may_take_over_without_the_word_of_who_left(
    club: Club, server: Server
) -> None:
    match = await left_at_the_end(club, server)
    asked = await club.do(match.id, AskReplacement(GRACE, ADA, LINUS))
    assert known(asked.requests.replacement).awaited == (LINUS.id,)


@pytest.mark.parametrize("guild", [70, None])
async def test_who_has_not_left_gets_grace_and_vacation_as_ever(
    club: Club, server: Server, guild: int | None
) -> None:
    match = await club.begin(control=THREE_DAYS, guild=guild)
    await club.service.notices.change(ADA.id, lambda was: replace(was, cadence=0, warning=False))
    if guild is None:
        # There is no server to look in.
        server.gone.add(ADA.id)
    await club.at(OVER)
    await club.at(OVER + DAY)
    assert (await kinds(club, match.id))[-2:] == ["grace_used", "vacation_used"]
    assert server.looks == ([ADA.id, ADA.id] if guild else [])


async def test_where_lost_time_ends_a_match_the_day_does(club: Club, server: Server) -> None:
    match = await left_at_the_end(club, server, control=days_a_move(3, hard=True))
    assert (await club.store.summary(match.id)).due == OVER + DAY
    await club.at(OVER + DAY)
    assert known((await club.match(match.id)).outcome).reason == "gone"
    again = await left_again(club, server)
    server.gone.clear()
    await club.at(club.clock.now + DAY)
    assert (await kinds(club, again.id))[-1] in ("came_back", "grace_used")


async def left_again(club: Club, server: Server) -> Match:
    match = await club.begin(control=days_a_move(3, hard=True))
    await club.at(club.clock.now + 3 * DAY)
    return await club.match(match.id)


async def test_who_left_is_neither_reminded_nor_looked_for_again(
    club: Club, server: Server
) -> None:
    match = await club.begin(control=None)
    await posted(club)
    await called(club)
    server.gone.add(ADA.id)
    await club.at(START + 2 * DAY)
    assert (await club.match(match.id)).gone == START + 2 * DAY
    told = await posted(club)
    assert [each.kind for each in told] == [PostKind.GONE]
    for days in range(3, 50):
        await club.at(START + days * DAY)
        assert await posted(club) == []
    assert server.looks == [ADA.id]
    # As any match in which nobody moves it is closed in the end, if nobody claims it.
    await club.at(START + 60 * DAY)
    await club.at(START + 67 * DAY)
    assert known((await club.match(match.id)).outcome).reason == "abandoned"


async def called(club: Club) -> None:
    """The players to move were called by their boards."""
    for person in (ADA, GRACE):
        for turn in await club.store.turn_notices(person.id):
            at = club.clock.now
            after = replace(turn, called_at=at, last_at=at, next_at=at + 2 * DAY)
            await club.store.write_notices(NoticePlan(turns=((turn, after),)))


async def test_one_look_is_for_all_matches_of_a_server(club: Club, server: Server) -> None:
    matches = [await club.begin(control=None) for _ in range(3)]
    await posted(club)
    await called(club)
    server.gone.add(ADA.id)
    await club.at(START + 2 * DAY)
    assert [(await club.match(each.id)).gone for each in matches] == [START + 2 * DAY] * 3
    assert server.looks == [ADA.id]


async def test_two_processes_and_kills_note_it_once(tmp_path: Path, server: Server) -> None:
    async with opened(SqliteStore.open(tmp_path / "m.sqlite3")) as store:
        clock = Clock()
        one, two = (Club(store, clock, has_left=server.has_left) for _ in range(2))
        match = await one.begin(control=None)
        await posted(one)
        await called(one)
        server.gone.add(ADA.id)
        clock.pass_by(days=2)
        killed = store.write_notices

        async def kill(plan: NoticePlan) -> None:
            raise StoreTrouble("the process ends here")

        store.write_notices = kill  # type: ignore[method-assign]
        await asyncio.gather(one.tick(), two.tick())
        store.write_notices = killed  # type: ignore[method-assign]
        for club in (two, one):
            clock.pass_by(minutes=2)
            await asyncio.gather(one.tick(), club.tick())
        assert (await kinds(one, match.id)).count("gone") == 1
        assert [each.kind for each in await posted(one)] == [PostKind.GONE]
        assert [t.next_at for t in await store.turn_notices(ADA.id)] == [None]
