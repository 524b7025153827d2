"""Turns with a chain: the board and its close-up below each other, each at full width."""

from io import BytesIO
from typing import Any

import discord
from PIL import Image

from bot.front.discord.layouts import is_laid_out, words_of
from bot.front.discord.markdown import post_mark
from bot.front.picker import phone
from bot.front.posting.composing import NO_FILES
from bot.front.text.parts import plain_names
from bot.front.text.stretches import PLAYING_ON
from renderers import player_color
from tests.front.conftest import World, labels
from tests.front.panels import parts
from tests.front.snapshot import snapshot
from tests.helpers.posting import dying, forbid, restart_unmarked, spoken, thread_of
from tests.helpers.spots import KINDS, away, last
from tests.helpers.stretches import AFTER_PAUSE

BUMPS, GOES = "111,12", "09,08"

QUIET = ("311,321", "391,37-2", "011,021-0")
BUMP, QUIET_AGAIN = "191,28-3", "321,312-0"


def pictures(message: discord.Message) -> list[list[str]]:
    """The alt texts of each gallery of a message."""
    galleries = [part["items"] for part in parts(message, 12)]
    return [[item["description"] for item in items] for items in galleries]


async def bumped(world: World, **options: Any) -> discord.Message:
    """The board after a first turn of Bump that bumps."""
    await world.begin("bump", **options)
    await world.move(world.ada, BUMPS)
    return world.last


async def test_a_turn_that_bumps_is_two_pictures_and_stays_so(world: World) -> None:
    board = await bumped(world)
    (box,) = board.components
    assert isinstance(box, discord.components.Container)
    assert board.content == ""
    # The text comes first, for that is what a notice on a phone shows.
    kinds = [part.type.value for part in box.children]
    assert kinds == [10, 12, 12, 1]
    snapshot(words_of(board))
    assert [user.id for user in board.mentions] == [world.grace.id]
    assert world.pings()[-1] == [world.grace.id]
    (whole,), (close,) = pictures(board)
    snapshot(whole)
    snapshot(close)
    assert labels(board) == ["Move", "My view", "Study", "Replay", "More…"]
    ada, grace = (discord.Color(player_color("bump", seat)) for seat in (1, 2))
    assert box.accent_colour == ada != grace

    before = pictures(board)
    await world.move(world.grace, GOES)
    old, now = world.shown(board), world.last
    assert labels(old) == []
    words = (
        "**Ada** moves 111 to 12. It is bumped by 11 to 13. `111,12`\n-# Bump · match 1 · turn 2"
    )
    assert (words_of(old), pictures(old)) == (f"{words}{post_mark(3)}", before)
    assert is_laid_out(old)
    assert not is_laid_out(now)
    assert len(now.attachments) == 1
    snapshot(now.content)


async def test_both_pictures_fit_a_phone(world: World) -> None:
    await world.begin("bounce")
    match = await world.match()
    (run, *_) = match.rules.moves(match.position)
    await world.move(world.ada, match.rules.format(match.position, run))
    sizes = [Image.open(BytesIO(await each.read())).size for each in world.last.attachments]
    row = phone.labeled_row(labels(world.last))
    words = words_of(world.last).replace(f"<@{world.grace.id}>", "@Grace")
    assert len(sizes) == 2
    assert phone.message_height(words, sizes, [row], phone.BOXED) <= phone.HEIGHT


async def test_a_server_may_have_one_picture_a_turn(world: World) -> None:
    await world.server_wishes(pictures="one")
    board = await bumped(world)
    assert not is_laid_out(board)
    assert len(board.attachments) == 1


async def test_against_the_bot_the_chain_of_ones_own_turn_is_shown_as_well(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.robot, first="me")
    await world.env.settle()
    posts = len(world.public())
    await world.move(world.ada, BUMPS)
    await world.env.settle()
    board = world.last
    assert len(world.public()) == posts + 1
    match = await world.match()
    answer = match.plies[1]
    told = [match.rules.tell(ply.effects, plain_names(match)) for ply in match.plies]
    hits = any(effect.hits for effect in answer.effects)
    close = [[f"Turn 1, close up: {told[0]}"]]
    assert pictures(board)[1:] == close + [[f"Close up: {told[1]}"]] * hits
    assert words_of(board).index("**Ada** moves") < words_of(board).index(f"`{answer.text}`")


async def test_a_turn_that_has_a_post_of_its_own_is_not_shown_again(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.robot, first="me")
    with world.patch.context() as patch:
        patch.setattr(world.client.service.thinking, "ask", lambda *_, **__: 1 / 0)
        await world.move(world.ada, BUMPS)
        await world.env.advance_time(21)
    assert len(pictures(world.last)) == 2
    await world.env.advance_time(60)
    assert not any("Turn 1" in alt for (alt,) in pictures(world.last))


async def test_without_the_right_to_attach_files_it_is_plain(bumps: World) -> None:
    forbid(bumps, attach_files=False)
    await bumps.move(bumps.ada, BUMPS)
    assert NO_FILES in bumps.last.content
    assert not is_laid_out(bumps.last)


async def test_without_the_right_to_read_what_it_wrote_it_is_plain(bumps: World) -> None:
    forbid(bumps, read_message_history=False)
    await bumps.move(bumps.ada, BUMPS)
    assert not is_laid_out(bumps.last)
    assert labels(bumps.last) == ["Move", "My view", "Study", "Replay", "More…"]


async def test_a_restart_finds_it_again(bumps: World) -> None:
    dying(bumps)
    await bumps.move(bumps.ada, BUMPS)
    board = bumps.last
    await restart_unmarked(bumps, "seq = (SELECT max(seq) FROM outbox)")
    assert bumps.last.id == board.id
    await bumps.move(bumps.grace, GOES)
    assert labels(bumps.shown(board)) == []
    assert pictures(bumps.shown(board)) == pictures(board)


async def test_of_a_living_board_its_words_stay(world: World) -> None:
    await world.server_wishes(posting="living")
    board = await bumped(world)
    await world.move(world.grace, GOES)
    old = world.shown(board)
    assert pictures(old) == []
    assert "bumped" in words_of(old)
    snapshot(old)


async def quick(world: World, fourth: str) -> discord.Message:
    """The board after four quick turns, on which the fifth may be played on at once."""
    await world.begin("bump")
    for who, text in zip((world.ada, world.grace) * 2, (*QUIET, fourth), strict=True):
        await world.move(who, text)
    return world.last


async def test_the_board_of_a_stretch_stays_laid_out(world: World) -> None:
    board = await quick(world, BUMP)
    await world.ada.click(board, label="Play on now")
    begun = world.shown(board)
    assert "One post a turn" in labels(begun)
    assert PLAYING_ON in words_of(begun)
    assert pictures(begun) == pictures(board)
    await world.move(world.ada, QUIET_AGAIN)
    now = world.last
    assert (now.id, is_laid_out(now), len(pictures(now))) == (board.id, True, 1)
    await world.env.advance_time(AFTER_PAUSE)
    old = world.shown(board)
    assert world.last.id != board.id
    assert (labels(old), PLAYING_ON in words_of(old)) == ([], False)


async def test_the_board_of_a_stretch_without_turns_is_as_before(world: World) -> None:
    board = await quick(world, BUMP)
    await world.ada.click(board, label="Play on now")
    await world.env.advance_time(AFTER_PAUSE)
    assert world.last.id == board.id
    assert labels(world.last) == ["Move", "My view", "Study", "Replay", "More…"]
    assert (words_of(world.last), pictures(world.last)) == (words_of(board), pictures(board))


async def test_a_plain_board_of_a_stretch_stays_plain(world: World) -> None:
    board = await quick(world, GOES)
    await world.ada.click(board, label="Play on now")
    await world.move(world.ada, BUMPS)
    now = world.last
    assert (now.id, is_laid_out(now), len(now.attachments)) == (board.id, False, 1)
    assert BUMPS in now.content


async def test_the_board_of_a_thread_keeps_its_form(world: World) -> None:
    await world.server_wishes(posting="thread")
    await world.begin("bump")
    thread = thread_of(world)
    await world.move(world.ada, BUMPS, channel=thread)
    board = spoken(world, thread)[-1]
    await world.move(world.grace, GOES, channel=thread)
    (old,) = [each for each in spoken(world, thread) if each.id == board.id]
    assert (labels(old), pictures(old)) == ([], pictures(board))


@KINDS
async def test_where_the_bot_only_answers_a_turn_is_laid_out(world: World, kind: str) -> None:
    spot = await away(world, kind)
    await spot.ada.slash(spot.channel, "challenge bump", opponent=spot.grace, first="me")
    await spot.grace.click(last(world, spot.channel), label="Accept")
    await world.move(spot.ada, BUMPS, channel=spot.channel)
    board = last(world, spot.channel)
    assert len(pictures(board)) == 2
    snapshot(board)
