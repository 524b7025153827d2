"""The puzzle of the day of a server, from day to day."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.exercises.exercise import Result
from bot.exercises.puzzles import of_day
from bot.model.events import Person
from bot.model.exercises.daily import SPREAD, Daily
from bot.model.places import PostState
from bot.model.records import ChannelId, DueKind, GuildId
from bot.service.exercises.daily import DailyBook, Issue
from bot.service.exercises.library import DAY_LENGTH, OF_DATA, Library, NoSuchExercise
from tests.helpers.people import ADA, CHANNEL, GRACE, GUILD, LINUS
from tests.helpers.playing import known
from tests.service.conftest import START, Club

HOUR = 15


async def on(club: Club, game: str = "bump") -> DailyBook:
    """The puzzle of the day, switched on, at the moment at which the first is due."""
    book = club.service.daily
    daily = await book.switch_on(GUILD, CHANNEL, HOUR, game)
    club.clock.now = known(daily.due)
    return book


async def daily_of(club: Club) -> Daily:
    return known(await club.service.daily.of(GUILD))


async def due_now(club: Club) -> list[PostState]:
    found: list[PostState] = await club.store.due(DueKind.LIVING_POST, club.clock.now, 5)
    return found


async def issued(club: Club) -> Issue:
    """What is due now, about to be posted."""
    [post] = await due_now(club)
    issue = known(await club.service.daily.issue(GUILD))
    await club.store.note_post(post, replace(post, posted=f"{issue.day}?"))
    return issue


async def post(club: Club, issue: Issue) -> None:
    """It is posted, and the next one is planned."""
    due = await club.service.daily.posted(issue)
    if state := await club.store.find_one(PostState, subject=GUILD):
        await club.store.note_post(state, replace(state, posted=str(issue.day), due=due))


async def next_day(club: Club) -> Issue:
    """What is posted today is posted, and the next day comes."""
    await post(club, await issued(club))
    club.pass_by(days=1)
    return await issued(club)


async def solves(club: Club, issue: Issue, person: Person, *, wrong: int = 0) -> None:
    book, of = club.service.exercises, issue.puzzle.id
    await club.service.daily.enter(GUILD, of, person)
    attempt = await book.attempt(person.id, of)
    for _ in range(wrong):
        attempt = attempt.after_wrong(("x",), "", club.clock.now)
        assert await book.save(attempt)
    done = attempt.at_end(issue.puzzle.solution, club.clock.now)
    assert await book.save(done)


async def test_it_is_due_at_its_hour_once_a_day(club: Club) -> None:
    await on(club)
    hour = START.replace(hour=HOUR)
    assert hour <= club.clock.now < hour + SPREAD
    issue = await issued(club)
    assert (issue.day, issue.before, issue.streak) == (START.date(), None, 0)
    assert issue.puzzle.position == of_day("bump", START.date()).position
    await post(club, issue)
    await post(club, issue)
    assert await due_now(club) == []
    daily = await daily_of(club)
    assert (daily.day, daily.puzzle) == ("2026-03-01", str(issue.puzzle.id))
    assert daily.due == club.clock.now + timedelta(days=1)


async def test_the_next_post_tells_how_the_day_before_ended(club: Club) -> None:
    await on(club)
    first = await issued(club)
    await solves(club, first, ADA, wrong=2)
    await solves(club, first, GRACE)
    await club.service.daily.enter(GUILD, first.puzzle.id, LINUS)
    of = first.puzzle.id
    await club.service.exercises.solved_by_solution(LINUS.id, of, 0)
    second = await next_day(club)
    assert second.before
    assert [(each.called, each.wrong) for each in second.before.best] == [("Grace", 0)]
    assert [(each.called, each.wrong) for each in second.before.others] == [("Ada", 2)]
    assert [each.called for each in second.before.given_up] == ["Linus"]
    assert second.streak == 1
    await solves(club, second, ADA)
    third = await next_day(club)
    assert third.streak == 2
    assert (await next_day(club)).streak == 0


async def test_a_day_counts_though_its_puzzle_was_replaced_by_others(club: Club) -> None:
    await on(club)
    first = await issued(club)
    await solves(club, first, ADA, wrong=1)
    await post(club, first)
    emptied = Library(puzzles=lambda game: {}, of_day=OF_DATA.of_day)
    after = Club(club.store, club.clock, library=emptied)
    with pytest.raises(NoSuchExercise):
        await after.service.exercises.find(first.puzzle.id, ADA.id)
    club.pass_by(days=1)
    second = await issued(after)
    assert known(second.before).best[0][:2] == ("Ada", 1)
    assert second.streak == 1
    await solves(after, second, GRACE)
    assert (await next_day(after)).streak == 2


async def test_a_puzzle_of_a_day_is_solved_like_any_other_and_not_drawn_later(club: Club) -> None:
    await on(club)
    issue = await issued(club)
    book, of = club.service.exercises, issue.puzzle.id
    assert await book.find(of, ADA.id) == issue.puzzle
    assert of.name == f"2026-03-01-{of_day('bump', START.date()).id.name}"
    attempt, said = await book.tried(ADA.id, of, 0, issue.puzzle.solution[0])
    assert said.result is not Result.WRONG
    assert attempt.exercise == str(of)
    others = {(await book.draw_puzzle(ADA.id, "bump")).id.name for _ in range(2)}
    assert of_day("bump", START.date()).id.name not in others


async def test_the_puzzle_of_a_day_to_come_is_not_known(club: Club) -> None:
    await on(club)
    of = (await issued(club)).puzzle.id
    club.clock.now -= timedelta(hours=HOUR + 1)
    with pytest.raises(NoSuchExercise):
        await club.service.exercises.find(of, ADA.id)
    club.pass_by(hours=2)
    assert (await club.service.exercises.find(of, ADA.id)).id == of


async def test_only_the_puzzle_that_is_posted_counts_as_that_of_the_day(club: Club) -> None:
    book = await on(club)
    issue = await issued(club)
    of, posted = issue.puzzle.id, [False, True]
    other = of_day("bump", START.date() + timedelta(days=1)).id.name
    forged = of._replace(name=f"{of.name[:DAY_LENGTH]}{other}")
    for is_recorded in posted:
        if is_recorded:
            await post(club, issue)
        await book.enter(GUILD, forged, ADA)
        assert club.store.sql("SELECT count(*) FROM day_entries") == [(0,)]
    await book.enter(GUILD, of, ADA)
    assert club.store.sql("SELECT count(*) FROM day_entries") == [(1,)]


async def test_it_is_moved_and_switched_off(club: Club) -> None:
    book = await on(club)
    await post(club, await issued(club))
    moved = await book.switch_on(GUILD, ChannelId(8), 23, "")
    # That of today was posted already.
    assert (known(moved.due).date() - START.date(), moved.channel) == (timedelta(days=1), 8)
    await book.switch_off(GUILD)
    assert await club.store.due(DueKind.LIVING_POST, START + timedelta(days=9), 5) == []
    off = await daily_of(club)
    assert (off.due, off.day) == (None, "2026-03-01")
    await book.switch_off(GuildId(71))
    assert await book.of(GuildId(71)) is None


async def test_trouble_puts_it_off_until_tomorrow_and_is_told_until_it_is_over(club: Club) -> None:
    book = await on(club)
    [state] = await due_now(club)
    due = await book.put_off(state, "Missing Permissions")
    await club.store.note_post(state, replace(state, due=due))
    assert await due_now(club) == []
    daily = await daily_of(club)
    assert (daily.trouble, daily.day) == ("Missing Permissions", "")
    assert daily.due == club.clock.now + timedelta(days=1)
    club.pass_by(days=1)
    await post(club, await issued(club))
    assert (await daily_of(club)).trouble == ""


async def test_after_days_away_one_post_is_made_that_of_today(club: Club) -> None:
    await on(club)
    club.pass_by(days=3, hours=2)
    issue = await issued(club)
    assert issue.day == START.date() + timedelta(days=3)
    await post(club, issue)
    assert await due_now(club) == []


async def test_who_took_part_is_known_until_the_next_post_stands(club: Club) -> None:
    book = await on(club)
    first = await issued(club)
    await solves(club, first, ADA)
    await next_day(club)
    second = await issued(club)
    await post(club, second)
    await solves(club, first, GRACE)
    assert await club.store.day_results(GUILD, str(first.day)) == []
    await solves(club, second, LINUS)
    assert len(await club.store.day_results(GUILD, str(second.day))) == 1
    await book.switch_off(GUILD)
    assert await club.store.day_results(GUILD, str(second.day)) == []
    await book.enter(GUILD, second.puzzle.id, ADA)
    assert club.store.sql("SELECT count(*) FROM day_entries") == [(0,)]


async def test_what_a_manager_changes_while_it_is_posted_is_not_lost(club: Club) -> None:
    book = await on(club)
    issue = await issued(club)
    await book.switch_on(GUILD, ChannelId(8), 3, "clump")
    await post(club, issue)
    daily = await daily_of(club)
    assert (daily.channel, daily.hour, daily.game, daily.day) == (8, 3, "clump", "2026-03-01")
    await book.switch_off(GUILD)
    await post(club, issue)
    assert (await daily_of(club)).due is None


@pytest.mark.parametrize("game", ["bump", ""])
async def test_it_is_the_same_in_every_server(club: Club, game: str) -> None:
    book = club.service.daily
    for guild in (70, 71):
        await book.switch_on(GuildId(guild), CHANNEL, HOUR, game)
    issues = [await book.issue(GuildId(guild)) for guild in (70, 71)]
    assert all(issues)
    assert len({issue.puzzle.id for issue in issues if issue}) == 1
