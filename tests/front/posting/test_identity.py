"""A post is known by its number, never by its words; a refused one is said when it can be."""

import re
import unicodedata

import discord
import pytest

from bot.front.discord.markdown import post_mark, post_number
from bot.front.posting.old_buttons import MOST
from bot.model.notices.notice_settings import Destination
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.posting import FIRST, POSTS, choose, direct, forbid, resign, restart_unmarked


def _offers(world: World) -> list[discord.Message]:
    return [m for m in world.public() if "offers a draw" in m.content or "offered a" in m.content]


@pytest.mark.parametrize("number", [1, 2, 86, 12_345_678])
@pytest.mark.parametrize(
    "name", ["Ada", "Ada · post 9", f"Ada{post_mark(9)}", "\u200c\u200d\u2060"]
)
def test_the_number_of_a_post_is_not_seen_and_not_confused(number: int, name: str) -> None:
    mark = post_mark(number)
    assert {unicodedata.category(each) for each in mark} == {"Cf"}
    assert post_number(f"Hello.\n-# Bump with {name} · match 1{mark}") == number
    assert post_number(f"**{name}** plays.\n-# Bump · match 1 · post {number}") == number
    assert post_number(f"**{name}** plays.\n-# Bump · match 1") is None


async def test_the_same_words_about_another_match_are_another_post(short: World) -> None:
    short.sql("UPDATE sqlite_sequence SET seq = 11 WHERE name = 'matches'")
    await short.start()
    short.env.inject_error("POST", POSTS, status=503, times=2)
    await short.offer_draw(short.ada, match=1)
    await short.offer_draw(short.ada, match=12)
    await short.env.advance_time(3600)
    assert sorted("match 12" in m.content for m in _offers(short)) == [False, True]


async def test_the_same_notice_twice_is_two_posts_with_their_buttons(begun: World) -> None:
    await begun.offer_draw(begun.ada)
    assert labels(begun.last) == ["Agree to the draw", "Play on"]
    await begun.grace.slash(begun.channel, "draw", answer="play on")
    await begun.move(begun.ada, "1")
    await begun.move(begun.grace, "1")
    begun.env.inject_error("POST", POSTS, status=503, times=2)
    await begun.offer_draw(begun.ada)
    await begun.env.advance_time(30)
    first, second = _offers(begun)
    assert labels(first) == []
    assert labels(second) == ["Agree to the draw", "Play on"]
    numbers = [post_number(m.content) for m in begun.public()]
    assert numbers == [1, 2, 3, 4, 5, 6, 7]
    # The next move takes them off as an answer does, and a board has its own.
    await begun.move(begun.ada, "1")
    await begun.move(begun.grace, "1")
    assert labels(_offers(begun)[1]) == []
    assert [bool(labels(m)) for m in begun.public()] == [False] * 8 + [True]


async def test_a_post_is_found_behind_whatever_was_said_since(begun: World) -> None:
    await begun.move(begun.ada, "1")
    # Copied by a person it is no post.
    await begun.ada.send(begun.channel, begun.last.content)
    for number in range(230):
        await begun.ada.send(begun.channel, f"talk {number}")
    posts = len(begun.public())
    before = await begun.client.store.last_board(FIRST)
    await restart_unmarked(begun, "id = 3")
    assert len(begun.public()) == posts
    assert (before and before.message) == known(await begun.client.store.last_board(FIRST)).message


@pytest.mark.parametrize("known", [True, False])
async def test_where_the_bot_could_not_look_it_looks_from_the_beginning_again(
    begun: World, known: bool
) -> None:
    await begun.move(begun.ada, "1")
    posts = len(begun.public())
    await begun.env.advance_time(600)
    if known:
        forbid(begun, read_message_history=False)
    else:
        begun.env.inject_error("GET", POSTS, status=403, code=50001, times=1)
    begun.env.inject_error("POST", POSTS, status=503, times=1)
    await restart_unmarked(begun, "id = 3")
    forbid(begun, read_message_history=True)
    await begun.env.advance_time(60)
    assert len(begun.public()) == posts


async def test_who_looks_at_the_match_hears_why_the_channel_is_silent(world: World) -> None:
    await world.start(time="1 day a move")
    world.env.inject_error("POST", POSTS, status=403, code=50013, message="No", times=None)
    await world.move(world.ada, "1")
    for _ in range(2):
        snapshot(said(await world.grace.slash(world.channel, "board")))
        await world.restart()


async def test_a_picture_that_discord_refuses_costs_no_words(begun: World) -> None:
    for status, code, lack in (
        (413, 40005, "Discord did not take the picture."),
        (400, 50035, "Discord did not take the picture."),
        (403, 50013, "I lack **Attach Files**"),
    ):
        begun.env.inject_error("POST", POSTS, status=status, code=code)
        player = begun.ada if status != 400 else begun.grace
        await begun.move(player, "1")
        assert lack in begun.last.content
        assert "```" in begun.last.content
        snapshot(begun.last)


@pytest.mark.parametrize(("status", "code"), [(401, 0), (400, 40001)])
async def test_a_refused_token_gives_nothing_up(begun: World, status: int, code: int) -> None:
    begun.env.inject_error("POST", POSTS, status=status, code=code, times=None)
    begun.env.inject_error("GET", "/users/@me", status=401, times=None)
    await begun.move(begun.ada, "1")
    await begun.env.settle()
    assert len(begun.public()) == 2
    assert begun.log.text.count("Discord does not take the bot's token") == 1
    assert begun.client.is_closed()
    begun.env.backend.faults.clear()
    await begun.restart()
    await begun.env.settle()
    snapshot(begun.last.content)


async def test_a_lost_connection_does_not_make_the_next_refusal_final(begun: World) -> None:
    begun.env.inject_error("POST", POSTS, status=503, times=3)
    await begun.move(begun.ada, "1")
    await begun.env.advance_time(5 + 10)
    # The fourth try, 20 seconds later, and the fifth, after 40 more.
    begun.env.inject_error("POST", POSTS, status=400, times=2)
    await begun.env.advance_time(21)
    assert len(begun.public()) == 2
    await begun.env.advance_time(41)
    snapshot(begun.last.content)


@pytest.mark.parametrize(("status", "stay"), [(500, True), (401, False)])
async def test_old_buttons_stay_after_so_many_tries(begun: World, status: int, stay: bool) -> None:
    begun.env.inject_error("PATCH", "/channels/*/messages/*", status=status, times=2)
    await begun.move(begun.ada, "1")
    begun.sql(f"UPDATE outbox SET tries = {MOST} WHERE remove_at IS NOT NULL")
    await begun.env.advance_time(6)
    await begun.env.advance_time(6 * 3600)
    assert bool(labels(begun.public()[1])) == stay
    assert ("old buttons not removed: " in begun.log.text) == stay


@pytest.mark.parametrize("trouble", [OSError("gone"), ValueError("no JSON")])
async def test_old_buttons_hold_up_nothing_until_they_go(begun: World, trouble: Exception) -> None:
    edit, calls = discord.PartialMessage.edit, 0

    async def failing(self: discord.PartialMessage, **how: object) -> object:
        nonlocal calls
        calls += 1
        if calls <= 3:
            raise trouble
        return await edit(self, **how)  # type: ignore[arg-type]

    begun.patch.setattr(discord.PartialMessage, "edit", failing)
    await begun.move(begun.ada, "1")
    await begun.move(begun.grace, "1")
    assert [bool(labels(m)) for m in begun.public()] == [False, True, True, True]
    assert "could not be marked" not in begun.log.text
    await begun.env.advance_time(60)
    assert [bool(labels(m)) for m in begun.public()] == [False, False, False, True]


async def test_a_board_that_has_passed_tells_what_was_played_and_calls_nobody(world: World) -> None:
    await world.start(spare=9, time="1 day a move")
    boards = [world.last]
    await world.move(world.ada, "1")
    boards.append(world.last)
    await world.move(world.grace, "2")
    boards.append(world.last)
    await resign(world, world.ada)
    first, second, third = (world.shown(board) for board in boards)
    snapshot(first.content)
    snapshot(second.content)
    snapshot(third.content)
    assert all(each.attachments and not labels(each) for each in (first, second, third))


async def test_a_board_in_characters_is_kept_when_it_has_passed(world: World) -> None:
    forbid(world, attach_files=False)
    await world.start(spare=9)
    board = world.last
    (shown,) = re.findall("```.*```", board.content, re.DOTALL)
    await world.move(world.ada, "1")
    assert shown in world.shown(board).content
    snapshot(world.shown(board).content)


async def test_a_post_that_calls_nobody_is_a_silent_one(world: World) -> None:
    await world.challenge("heap")
    assert world.last.flags.silent
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    assert not world.last.flags.silent
    await world.move(world.ada, "1")
    assert world.last.flags.silent
    assert not direct(world.grace)[-1].flags.silent


async def test_a_call_that_was_followed_says_no_more_whose_turn_it_is(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    call = direct(world.grace)[-1]
    snapshot(call.content)
    await world.move(world.grace, "1")
    call = direct(world.grace)[-1]
    snapshot(call.content)


async def test_a_request_that_is_answered_says_its_answer_and_the_answer_calls_who_asked(
    world: World,
) -> None:
    async def answered(label: str) -> str:
        request = world.last
        await world.grace.click(request, label=label)
        return str(world.shown(request).content)

    await world.start(spare=9)
    await world.ada.slash(world.channel, "time ask", length=24)
    await world.grace.click(world.last, label="Give it")
    assert not world.last.flags.silent
    assert world.pings()[-1] == [world.ada.id]

    await world.ada.slash(world.channel, "time ask", length=24)
    snapshot(await answered("Not now"))
    await world.ada.slash(world.channel, "time ask", length=72)
    snapshot(await answered("Give it"))
    await world.offer_draw(world.ada)
    snapshot(await answered("Play on"))
    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    gone = "**Grace** let **Ada** take back `` 1`* ``.\n-#"
    assert (await answered("Let them take it back")).startswith(gone)
    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    snapshot(await answered("No"))
    await world.move(world.grace, "1")
    await world.offer_draw(world.ada)
    snapshot(await answered("Agree to the draw"))
