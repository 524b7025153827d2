"""A post is known by its number, never by its words; a refused one is said when it can be."""

import re

import discord
import pytest

from bot.front.discord.markdown import STAMPED
from bot.model.notices.notice_settings import Destination
from tests.front.conftest import World, labels, said
from tests.helpers.posting import (
    DAY,
    EDITS,
    FIRST,
    POSTS,
    choose,
    direct,
    forbid,
    resign,
    restart_unmarked,
)


def _offers(world: World) -> list[discord.Message]:
    return [m for m in world.public() if "offers a draw" in m.content or "offered a" in m.content]


async def test_the_same_words_about_another_match_are_another_post(world: World) -> None:
    await world.start()
    world.sql("UPDATE sqlite_sequence SET seq = 11 WHERE name = 'matches'")
    await world.start()
    world.env.inject_error("POST", POSTS, status=503, times=2)
    await world.offer_draw(world.ada, match=1)
    await world.offer_draw(world.ada, match=12)
    await world.env.advance_time(3600)
    assert sorted("match 12 " in m.content for m in _offers(world)) == [False, True]


async def test_the_same_notice_twice_within_a_minute_is_two_posts_each_with_its_buttons(
    world: World,
) -> None:
    await world.start(spare=9)
    await world.offer_draw(world.ada)
    assert labels(world.last) == ["Agree to the draw", "Play on"]
    await world.grace.slash(world.channel, "draw", answer="play on")
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    world.env.inject_error("POST", POSTS, status=503, times=2)
    await world.offer_draw(world.ada)
    await world.env.advance_time(30)
    first, second = _offers(world)
    assert labels(first) == []
    assert labels(second) == ["Agree to the draw", "Play on"]
    numbers = [found[1] for m in world.public() if (found := STAMPED.search(m.content))]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7"]
    # The next move takes them off as an answer does, and a board has its own.
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    assert labels(_offers(world)[1]) == []
    assert [bool(labels(m)) for m in world.public()] == [False] * 8 + [True]


async def test_a_post_is_found_behind_whatever_was_said_since(world: World) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    for number in range(230):
        await world.ada.send(world.channel, f"talk {number}")
    posts = len(world.public())
    before = await world.client.store.last_board(FIRST)
    await restart_unmarked(world, "id = 3")
    assert len(world.public()) == posts
    after = await world.client.store.last_board(FIRST)
    assert after
    assert (before and before.message) == after.message


async def test_a_refused_turn_is_announced_when_the_right_is_back_and_has_its_whole_time(
    world: World,
) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move", spare=9)
    forbid(world, send_messages=False)
    await world.env.settle()
    await world.move(world.ada, "1")
    await world.env.advance_time(2 * DAY)
    await world.restart()
    await world.env.advance_time(2 * DAY)
    assert len(world.public()) == 2
    held = await world.client.matches.match(FIRST)
    assert (held.held, held.deadline, held.overdue) == (True, None, False)
    forbid(world)
    await world.env.settle()
    assert len(world.public()) == 3
    # Grace was told directly meanwhile, and is called no second time.
    assert "**Grace**, it is your turn." in world.last.content
    assert world.pings()[-1] == []
    now = world.env.now()
    assert f"<t:{int(now.timestamp() + DAY)}:R>" in world.last.content
    announced = await world.client.matches.match(FIRST)
    assert announced.deadline is not None
    assert abs((announced.deadline - now).total_seconds() - DAY) < 10
    await world.env.advance_time(DAY - 60)
    assert "your time is running out" in world.last.content
    await world.env.advance_time(120)
    assert "your grace has begun" in world.last.content
    await world.env.advance_time(DAY)
    assert "has run out of time" in world.last.content


async def test_who_looks_at_the_match_hears_why_the_channel_is_silent(world: World) -> None:
    await world.start(time="1 day a move")
    world.env.inject_error("POST", POSTS, status=403, code=50013, message="No", times=None)
    await world.move(world.ada, "1")
    for _ in range(2):
        reply = said(await world.grace.slash(world.channel, "board"))
        assert f"I could not post in <#{world.channel.id}> (No)" in reply
        assert "stands still" in reply
        assert "time runs out" not in reply
        await world.restart()


async def test_a_picture_that_discord_refuses_costs_no_words(world: World) -> None:
    await world.start(spare=9)
    for status, code, lack in (
        (413, 40005, "Discord did not take the picture."),
        (400, 50035, "Discord did not take the picture."),
        (403, 50013, "I lack **Attach Files**"),
    ):
        world.env.inject_error("POST", POSTS, status=status, code=code)
        player = world.ada if status != 400 else world.grace
        other = world.grace if status != 400 else world.ada
        await world.move(player, "1")
        assert lack in world.last.content
        assert "```" in world.last.content
        assert f"<@{other.id}>, it is your turn." in world.last.content
        assert not world.last.attachments
        assert labels(world.last) == ["Move", "My view", "Replay", "More…"]


@pytest.mark.parametrize(("status", "code"), [(401, 0), (400, 40001)])
async def test_a_token_that_is_not_taken_stops_the_bot_and_gives_nothing_up(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    await world.start(spare=9)
    world.env.inject_error("POST", POSTS, status=status, code=code, times=None)
    world.env.inject_error("GET", "/users/@me", status=401, times=None)
    await world.move(world.ada, "1")
    await world.env.settle()
    assert len(world.public()) == 2
    assert caplog.text.count("Discord does not take the bot's token") == 1
    assert world.client.is_closed()
    world.env.backend.faults.clear()
    await world.restart()
    await world.env.settle()
    assert "**Ada** takes 1." in world.last.content


async def test_a_lost_connection_does_not_make_the_next_refusal_final(world: World) -> None:
    await world.start(spare=9)
    world.env.inject_error("POST", POSTS, status=503, times=3)
    await world.move(world.ada, "1")
    await world.env.advance_time(5 + 10)
    # The fourth try, 20 seconds later, and the fifth, after 40 more.
    world.env.inject_error("POST", POSTS, status=400, times=2)
    await world.env.advance_time(21)
    assert len(world.public()) == 2
    await world.env.advance_time(41)
    assert "**Ada** takes 1." in world.last.content


@pytest.mark.parametrize("trouble", [OSError("gone"), ValueError("no JSON")])
async def test_old_buttons_are_taken_off_until_it_works_and_hold_up_nothing(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
) -> None:
    await world.start(spare=9)
    edit, calls = discord.PartialMessage.edit, 0

    async def failing(self: discord.PartialMessage, **how: object) -> object:
        nonlocal calls
        calls += 1
        if calls <= 3:
            raise trouble
        return await edit(self, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(discord.PartialMessage, "edit", failing)
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    assert [bool(labels(m)) for m in world.public()] == [False, True, True, True]
    assert "could not be marked" not in caplog.text
    await world.env.advance_time(60)
    assert [bool(labels(m)) for m in world.public()] == [False, False, False, True]


async def test_old_buttons_are_taken_off_after_a_restart_too(world: World) -> None:
    await world.start(spare=9)
    world.env.inject_error("PATCH", EDITS, status=503, times=None)
    await world.move(world.ada, "1")
    await world.restart()
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    assert [bool(labels(m)) for m in world.public()] == [False, False, True]


async def test_a_board_that_has_passed_tells_what_was_played_and_calls_nobody(
    world: World,
) -> None:
    await world.start(spare=9, time="1 day a move")
    boards = [world.last]
    await world.move(world.ada, "1")
    boards.append(world.last)
    await world.move(world.grace, "2")
    boards.append(world.last)
    await resign(world, world.ada)
    first, second, third = (world.shown(board) for board in boards)
    assert "play **Heap**.\n-# Heap · match 1 · turn 1 · post" in first.content
    assert second.content.startswith(
        "**Ada** takes 1. `` 1`* ``\n-# Heap · match 1 · turn 2 · post"
    )
    assert third.content.startswith("**Grace** takes 2. `` 2`* ``\n-# Heap")
    assert all(each.attachments and not labels(each) for each in (first, second, third))


async def test_a_board_in_characters_is_kept_when_it_has_passed(world: World) -> None:
    forbid(world, attach_files=False)
    await world.start(spare=9)
    board = world.last
    (shown,) = re.findall("```.*```", board.content, re.DOTALL)
    await world.move(world.ada, "1")
    assert shown in world.shown(board).content
    assert "your turn" not in world.shown(board).content


async def test_a_request_that_is_answered_says_its_answer(world: World) -> None:
    async def answered(label: str) -> str:
        request = world.last
        await world.grace.click(request, label=label)
        return str(world.shown(request).content)

    await world.start(spare=9)
    await world.ada.slash(world.channel, "time ask", length=24)
    assert "**Ada** asked for 24 hours more; **Grace** could not" in await answered("Not now")
    await world.ada.slash(world.channel, "time ask", length=72)
    assert "**Ada** asked for 3 days more; **Grace** gave it.\n-#" in await answered("Give it")
    await world.offer_draw(world.ada)
    assert "**Ada** offered a draw; **Grace** declined.\n-#" in await answered("Play on")
    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    gone = "**Grace** let **Ada** take back `` 1`* ``.\n-#"
    assert (await answered("Let them take it back")).startswith(gone)
    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    assert "**Ada** asked to take back `` 1`* ``; **Grace** did not agree." in await answered("No")
    await world.move(world.grace, "1")
    await world.offer_draw(world.ada)
    assert "**Ada** offered a draw, and **Grace** agreed.\n-#" in await answered(
        "Agree to the draw"
    )


async def test_a_call_that_was_followed_does_not_say_that_it_is_somebodys_turn(
    world: World,
) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    call = direct(world.grace)[-1]
    assert call.content.startswith("It is your turn:")
    await world.move(world.grace, "1")
    call = direct(world.grace)[-1]
    assert call.content.startswith("Heap with **Ada**: turn 2 has passed.\n-# Heap · match 1")


async def test_posts_that_call_nobody_are_silent(world: World) -> None:
    await world.start(spare=9)
    assert not world.last.flags.silent
    await world.ada.slash(world.channel, "time ask", length=24)
    assert not world.last.flags.silent
    await world.grace.click(world.last, label="Give it")
    assert world.last.flags.silent
