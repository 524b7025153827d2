"""The robot plays as its level does and answers; hints, claims and reviews of the search."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.catalog import entry
from bot.model.commands import AnswerRequest, Command, OfferDraw, Play, Resign, TakeBack
from bot.model.match import Match
from bot.model.records import PersonId, Seat, Status
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW
from bot.model.terms import Terms
from bot.opponents.kernel import PROVEN, WON
from bot.opponents.levels import LEVELS, level_of, offered
from bot.opponents.reviewing import ReviewQuestion
from bot.opponents.search import Found
from bot.opponents.thinking import Question
from bot.opponents.workers import SearchFailed, Workers
from bot.service import due
from bot.service.thinking import (
    EVEN,
    LATE,
    LEAST_PART,
    OFFERS,
    REVIEWED_MOVES,
    WORSE,
    Analysis,
    Robot,
    level_in,
    offers_draw,
    seed_of,
    takes_draw,
)
from tests.helpers.matches import after, begun, play_all
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.helpers.playing import known
from tests.helpers.thinking import Failing, InThreads
from tests.service.conftest import Club

WIN_IN_ONE = "011-1 02-4 12-3 21-5 24-3 491-5 51-5;093-3 17-5 26-5 28-5 39-0 43-1 594-3;1;0,0;-"
"""Bump: the first player takes the center by one move and can't be driven away, and has less than
the second."""


def to_move(stones: int, **terms: Any) -> Match:
    """A match of Ada's in which the robot is to move, with so many stones left."""
    match = play_all(begun(ROBOT, **terms), "1")
    return replace(match, plies=(), opening=replace(match.position, stones=stones))  # type: ignore[type-var]


def long_match(plies: int) -> Match:
    """A match in which so many moves were made."""
    match = play_all(begun(ROBOT), "1")
    return replace(match, plies=match.plies * plies)


async def answer(match: Match) -> list[Command]:
    return await Robot(InThreads(), ROBOT).commands(match)


def found(worth: int) -> Found:
    return Found("1", worth, 0, ("1",), 1)


# Moves


@pytest.mark.parametrize("level", [None, 2, 3, 4, 5])
@pytest.mark.parametrize(("stones", "text"), [(1, "1"), (2, "2"), (3, "3")])
async def test_it_takes_a_win(stones: int, text: str, level: int | None) -> None:
    terms = Terms(level) if level else None
    assert await answer(to_move(stones, terms=terms)) == [Play(ROBOT.id, text)]


@pytest.mark.parametrize(("stones", "text"), [(5, "1"), (6, "2"), (7, "3")])
async def test_it_hands_no_win_over(stones: int, text: str) -> None:
    assert await answer(to_move(stones)) == [Play(ROBOT.id, text)]


async def test_it_moves_also_where_every_move_loses() -> None:
    (command,) = await answer(to_move(4))
    assert isinstance(command, Play)
    assert command.text in ("1", "2", "3")


@pytest.mark.parametrize("level", LEVELS)
async def test_a_repeated_search_finds_the_same_move(level: int) -> None:
    match = to_move(30, terms=Terms(level))
    assert await answer(match) == await answer(match)
    assert seed_of(match) != seed_of(play_all(match, "1"))


def test_an_old_match_has_the_middle_level_and_nobody_plays_better_than_they_can() -> None:
    assert level_in(begun(ROBOT)) == 3
    assert level_in(begun(ROBOT, terms=Terms(1))) == 1
    assert level_in(begun(ROBOT, terms=Terms(6))) == offered()[-1]


@pytest.mark.parametrize("level", LEVELS)
async def test_only_who_thinks_for_a_while_is_seen_to_think(level: int) -> None:
    shown: list[str] = []

    @asynccontextmanager
    async def show(match: Match) -> AsyncIterator[None]:
        shown.append("thinks")
        yield
        shown.append("has thought")

    await Robot(InThreads(), ROBOT, show).commands(to_move(5, terms=Terms(level)))
    assert shown == (["thinks", "has thought"] if level > 2 else [])


class Unprepared(InThreads):
    async def ask(self, question: Any, *, person: PersonId, **terms: Any) -> Any:
        if not question.plain:
            raise SearchFailed("off the board")
        return await super().ask(question, person=person, **terms)


async def test_if_the_kernel_fails_it_moves_by_rules(caplog: pytest.LogCaptureFixture) -> None:
    commands = await Robot(Unprepared(), ROBOT).commands(to_move(3))

    assert commands == [Play(ROBOT.id, "3")]
    assert "the search failed; moving by the rules alone" in caplog.text


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        (WIN_IN_ONE, {"594"}),
        ("37-2 494-3;481-1 572-1;1;0,0;-", {"37,C"}),
        ("022-5 392-0;014-2 122-5 582-3;1;0,0;-", {"392,C"}),
        ("01-3 04-3 181-3;222-4 323-3 594-0;1;0,0;-", {"181,C"}),
        ("081-1 12-3;141-1 272-0;1;0,0;-", {"081,C"}),
        ("06-4 421-0 481-1;35-5 523-2 532-2;1;0,0;-", {"481,C"}),
    ],
)
def test_in_bump_it_plays_a_move_to_which_every_answer_loses(text: str, wins: set[str]) -> None:
    position = entry("bump").game.read(text, {})
    for level in (4, 5):
        assert Question("bump", position, level, 1).answer().proven > 0


# Draws


@pytest.mark.parametrize(("stones", "yes"), [(4, True), (7, False), (3, False)])
async def test_it_takes_a_draw_when_it_is_lost(stones: int, yes: bool) -> None:
    asked = after(to_move(stones), OfferDraw(ADA.id))
    assert await answer(asked) == [AnswerRequest(DRAW, ROBOT.id, yes=yes)]


async def test_it_declines_a_draw_with_a_win_on_the_board_whatever_it_has_lost() -> None:
    position = entry("bump").game.read(WIN_IN_ONE, {})
    assert entry("bump").game.evaluate(position, 1) < 0
    match = after(begun(ROBOT, first="guest"), OfferDraw(ADA.id))
    match = replace(match, game="bump", opening=position)

    assert await answer(match) == [AnswerRequest(DRAW, ROBOT.id, yes=False)]


@pytest.mark.parametrize(
    ("plies", "worth", "yes"),
    [
        (1, 0, False),
        (1, -EVEN, False),
        (1, -WORSE, True),
        (LATE, 0, True),
        (LATE, EVEN, True),
        (LATE, EVEN + 1, False),
    ],
)
def test_early_it_takes_draws_behind_later_unless_better(plies: int, worth: int, yes: bool) -> None:
    match = long_match(plies)
    seat = known(match.turn)
    assert takes_draw(match, seat, found(worth)) is yes
    assert takes_draw(match, Seat(3 - seat), found(-worth)) is yes


@pytest.mark.parametrize(
    ("plies", "worth", "offers"),
    [
        (LATE, 0, True),
        (LATE + 1, EVEN, True),
        (LATE + OFFERS, -EVEN, True),
        (LATE + 2, 0, False),
        (LATE + OFFERS - 1, 0, False),
        (LATE - OFFERS, 0, False),
        (LATE, EVEN + 1, False),
        (LATE, -EVEN - 1, False),
        (LATE, WON - 3, False),
    ],
)
def test_it_offers_draws_in_even_matches_and_rarely(plies: int, worth: int, offers: bool) -> None:
    assert worth <= PROVEN or not offers
    assert offers_draw(long_match(plies), found(worth)) is offers


def test_it_offers_no_draw_at_once_again_nor_among_three() -> None:
    match = long_match(LATE)
    offered = after(match, OfferDraw(ADA.id))
    for busy in (offered, after(offered, AnswerRequest(DRAW, ROBOT.id, yes=False))):
        assert not offers_draw(busy, found(0))
    three = begun(ROBOT, GRACE)
    assert not offers_draw(replace(three, plies=match.plies), found(0))


async def test_its_offer_comes_with_a_move_and_is_open_until_the_next(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.thinking.LATE", 0)
    monkeypatch.setattr("bot.service.thinking.EVEN", PROVEN)
    match = await club.ask(ROBOT, first="guest")
    await club.tick()

    match = await club.match(match.id)
    assert (len(match.plies), known(match.requests.draw).seat) == (1, 1)
    assert match.turn_person == ADA
    assert club.store.said[-1] == "notice"
    match = await club.do(match.id, AnswerRequest(DRAW, ADA.id, yes=True))
    assert match.outcome
    assert match.outcome.reason == "agreed"


# Time to think


class Slow(InThreads):
    """Answers only once it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()

    async def ask(self, question: Any, *, person: PersonId, **terms: Any) -> Any:
        self.asked.append(question)
        await self.may.wait()
        return await asyncio.to_thread(question.answer)


async def waiting(slow: Slow, count: int) -> None:
    async with asyncio.timeout(300):
        while len(slow.asked) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_many_searches_that_wait_hold_up_nothing_that_is_due() -> None:
    slow = Slow()
    club = Club(thinking=slow)
    asked = [await club.ask(ROBOT, first="guest", channel=n) for n in range(due.PLACES + 5)]
    challenge = await club.ask(LINUS)
    thinking = asyncio.create_task(club.tick())
    await waiting(slow, len(asked))
    club.pass_by(days=8)
    club.service.queue.wake()
    other = asyncio.create_task(club.tick())
    async with asyncio.timeout(300):
        while (await club.match(challenge.id)).status is not Status.EXPIRED:  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    assert not thinking.done()
    slow.may.set()
    await asyncio.gather(thinking, other)
    for match in asked:
        assert len((await club.match(match.id)).plies) == 1
    # Each was searched once, and by nobody at the same time.
    assert len(slow.asked) == len(asked)


async def test_what_changes_while_it_thinks_is_thought_about_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slow = Slow()
    club = Club(thinking=slow)
    match = await club.begin(ROBOT)
    await club.do(match.id, Play(ADA.id, "1"))
    thinking = asyncio.create_task(club.tick())
    await waiting(slow, 1)
    await club.do(match.id, TakeBack(ADA.id))
    assert (await club.match(match.id)).plies == ()
    slow.may.set()
    with caplog.at_level(logging.ERROR):
        await thinking
    assert (await club.match(match.id)).plies == ()
    assert caplog.text == ""


async def _after_thinking(club: Club, slow: Slow, command: type[OfferDraw | Resign]) -> Match:
    # The match once the bot has thought, while the other player did that.
    match = await club.ask(ROBOT, first="guest")
    thinking = asyncio.create_task(club.tick())
    await waiting(slow, 1)
    await club.do(match.id, command(ADA.id))
    slow.may.set()
    await thinking
    return await club.match(match.id)


async def test_what_is_asked_while_it_thinks_is_answered_before_it_moves() -> None:
    slow = Slow()
    club = Club(thinking=slow)
    match = await _after_thinking(club, slow, OfferDraw)
    kinds = [each.event.kind for each in await club.store.events(match.id)]
    assert kinds[-3:] == ["draw_offered", "draw_declined", "played"]
    assert match.turn_person == ADA


async def test_a_match_that_ends_while_it_thinks_is_left_alone() -> None:
    slow = Slow()
    ended = await _after_thinking(Club(thinking=slow), slow, Resign)
    assert (ended.status, ended.plies) == (Status.ENDED, ())


async def test_real_processes_move_in_matches_of_several_games() -> None:
    workers = Workers(2)
    club = Club(thinking=workers)
    games = ("urchins", "bounce", "clump")
    for number, game in enumerate(games):
        await club.ask(ROBOT, first="guest", channel=number, game=game)
    await club.tick()
    for number in range(len(games)):
        match = await club.match(cast("Any", number + 1))
        assert [ply.seat for ply in match.plies] == [1]
        assert match.turn_person == ADA
    await workers.close()


Ask = Callable[[Analysis, Match], Awaitable[object]]


async def hint(analysis: Analysis, match: Match) -> object:
    return await analysis.hint(match, ADA.id)


async def claim(analysis: Analysis, match: Match) -> object:
    return await analysis.claimed(match, ADA.id)


@pytest.mark.parametrize("ask", [hint, claim])
async def test_a_search_that_fails_is_answered_with_a_sentence(club: Club, ask: Ask) -> None:
    match = await club.begin(ROBOT, terms=Terms(claims=True))
    with pytest.raises(Refused, match="My search failed, so there is no answer"):
        await ask(Analysis(Failing(), ROBOT.id), match)


async def test_hints_are_refused_on_the_ladder_and_between_people(club: Club) -> None:
    ladder = await club.begin(ROBOT, terms=Terms(1, ladder=True))
    for match, reason in ((await club.begin(), Reason.NO_HINTS), (ladder, Reason.ON_LADDER)):
        with pytest.raises(Refused) as refused:
            await club.service.analysis.hint(match, ADA.id)
        assert refused.value.reason is reason


async def test_a_match_is_reviewed_when_something_was_played_and_it_is_over(club: Club) -> None:
    running = await club.begin(moves="1 1")
    over = await club.resigned()
    told = ((running, "could still be played", Reason.NOT_OVER), (over, "Nothing was", Reason.OVER))
    for match, why, reason in told:
        with pytest.raises(Refused, match=why) as refused:
            await club.service.analysis.review(match, ADA.id)
        assert refused.value.reason is reason


async def test_a_review_takes_as_long_as_so_many_moves_however_many_turns_there_are() -> None:
    thinking = InThreads()
    club = Club(thinking=thinking)
    for moves in ("1", " ".join("1" * 9)):
        match = await club.begin(moves=moves)
        match = await club.do(match.id, Resign(ADA.id))
        await club.service.analysis.review(match, ADA.id)
    nodes = level_of("pile", LEVELS[-1]).nodes
    short, long, *rest = [each for each in thinking.asked if isinstance(each, ReviewQuestion)]
    assert short.nodes == nodes
    # Between the parts of a long one the worker is free.
    assert [len(each.texts) for each in (long, *rest)] == [1] * 9
    assert long.nodes == nodes * REVIEWED_MOVES // 9
    assert long.nodes > nodes // LEAST_PART
