"""Looking at a board in private: what changed since the last look, what can be pointed out, and
how it is without pictures: the text board, one space in words, a whole match by reading."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from simcord.components import walk_components

from bot.catalog import entry
from bot.front.board import pictures, replay
from bot.front.board.pictures import FILE, with_text_board
from bot.front.board.private_view import HINTS_IN_WORDS, hints_for, hints_in_words
from bot.front.discord.markdown import LIMIT
from bot.front.picker import screen
from bot.front.text.parts import plain_names
from bot.games.core import Names
from bot.games.guide import Hint
from bot.model.records import MatchId, Status
from bot.model.refusals import StoreTrouble
from bot.model.terms import Terms
from tests.front import heap
from tests.front.conftest import World, labels, said, shown_text
from tests.front.heap import GAME
from tests.front.panels import adjust, chosen, menus, pixels
from tests.front.picker.screens import match_on
from tests.front.snapshot import snapshot
from tests.front.text.stories import QUICK_WIN
from tests.helpers.pile import Heap
from tests.store.contracts.rows import visited

GALLERY = 12
"""The number of Discord's component for pictures."""

TURNING = "What my pieces bump if they turn"


# What has changed


async def test_a_look_offers_what_changed_since_the_last_or_ones_own_move(world: World) -> None:
    await world.begin("heap", spare=9)
    first = await world.linus.click(world.last, label="My view")
    assert labels(first.response) == ["Study", "More…"], "nothing has happened yet"
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    second = await world.linus.click(world.last, label="My view")
    assert labels(second.response) == ["Replay", "Since I last looked", "Study", "More…"]
    since = await world.linus.click(second.response, label="Since I last looked")
    lines = said(since).split("\n")
    snapshot(lines[0])
    snapshot(lines[1])
    assert since.response.ephemeral
    snapshot(since.response.attachments[0].description)

    await world.move(world.ada, "1")
    # A move of one's own and the picker count as looks.
    more = await world.ada.click(world.last, label="More…")
    snapshot(await world.tap(world.ada, "Since I last looked", more.response))
    await world.grace.click(world.last, label="Move")
    assert await visited(world.client.store, world.grace.id, MatchId(1)) is not None

    await world.move(world.grace, "2")
    await world.ada.slash(world.channel, "board")
    snapshot(await world.ask(world.ada, "board", since=True))
    snapshot(await world.grace.slash(world.channel, "board", since=True))


async def test_many_turns_are_one_picture_of_which_the_last_are_named(bumps: World) -> None:
    await bumps.linus.slash(bumps.channel, "board")
    await bumps.move(bumps.ada, "011,12-3")
    await bumps.move(bumps.grace, "pass")
    since = await bumps.linus.slash(bumps.channel, "board", since=True)
    snapshot(said(since))
    board = await bumps.linus.slash(bumps.channel, "board")
    assert await pixels(since.response) != await pixels(board.response)
    for _ in range(5):
        await bumps.move(bumps.ada, "pass")
        await bumps.move(bumps.grace, "pass")
    snapshot(await bumps.ask(bumps.linus, "board", since=True))


async def test_the_board_is_shown_even_if_something_else_fails(world: World) -> None:
    async def full(*_: object) -> None:
        raise StoreTrouble("the disk is full")

    def broken(*_: object, **__: object) -> bytes:
        raise RuntimeError("no paint")

    await world.begin("heap")
    shown = await world.ada.click(world.last, label="My view")
    assert not menus(shown.response), "a game without help shows no menu"
    with world.patch.context() as patch:
        patch.setattr(world.client.store, "visit", full)
        snapshot(await world.ask(world.ada, "board"))
    assert "visit not stored" in world.log.text
    with world.patch.context() as patch:
        patch.setitem(vars(GAME), "hints", None)
        assert (await world.ada.slash(world.channel, "board")).response.attachments
    assert "hints failed" in world.log.text
    await world.move(world.ada, "1")
    world.patch.setattr(pictures, "changes", broken)
    snapshot(await world.ask(world.linus, "board", since=True))


async def test_ones_own_board_has_the_way_to_what_the_other_side_asks(world: World) -> None:
    await world.begin("heap", spare=9)
    offer = await world.ada.slash(world.channel, "draw")
    await world.ada.click(offer.response, label="Yes, offer a draw")
    mine = await world.grace.slash(world.channel, "board")
    assert labels(mine.response) == ["Answer…", "Study", "More…"]
    snapshot(await world.tap(world.grace, "Answer…", mine.response))
    assert labels((await world.ada.slash(world.channel, "board")).response) == [
        "Move",
        "Study",
        "More…",
    ]


async def test_a_challenge_has_no_board_to_compare(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    snapshot(await world.ask(world.ada, "board", since=True))
    await world.grace.click(world.last, label="Decline")
    snapshot(await world.ask(world.ada, "board", match=1, since=True))


# What can be pointed out


async def test_ones_own_pieces_get_help_in_its_place_until_the_match_is_over(bumps: World) -> None:
    shown = await bumps.ada.click(bumps.last, label="My view")
    before = await pixels(shown.response)
    titles = [option["label"] for option in menus(shown.response)[0]["options"]]
    assert TURNING in titles
    marked = await bumps.ada.select(shown.response, [str(titles.index(TURNING))])
    assert marked.response.id == shown.response.id
    snapshot(marked.response.content)
    snapshot(marked.response.attachments[0].description)
    assert await pixels(marked.response) != before
    assert chosen(marked.response) == [TURNING]
    cleared = await bumps.ada.select(marked.response, ["none"])
    assert TURNING not in cleared.response.content
    assert await pixels(cleared.response) == before

    shown = await bumps.grace.click(bumps.last, label="My view")
    helped = await bumps.grace.select(shown.response, ["0"])
    snapshot(helped.response.content)
    await bumps.resign(bumps.ada)
    assert not menus((await bumps.ada.slash(bumps.channel, "board", match=1)).response)
    late = await bumps.grace.select(shown.response, ["0"])
    assert "resigned" in late.response.content
    assert not menus(late.response)


async def test_a_chain_is_close_up_below_ones_own_board_as_below_the_public_one(
    bumps: World,
) -> None:
    await bumps.move(bumps.ada, "011,12-3")
    shown = (await bumps.grace.click(bumps.last, label="My view")).response
    assert shown.ephemeral
    whole, close = shown.attachments
    snapshot(whole.description)
    snapshot(close.description)
    kinds = [part["type"] for part in walk_components(shown.components)]
    assert kinds.count(GALLERY) == 2, "each at full width"
    snapshot(shown_text(shown))
    assert {"Move", "Replay", "More…"} <= set(labels(shown))

    # Hints are marked in its place, and it stays as it is.
    before = await pixels(shown)
    marked = (await bumps.grace.select(shown, ["0"])).response
    assert marked.id == shown.id
    assert [each.description for each in marked.attachments][1:] == [close.description]
    assert await pixels(marked) != before
    await bumps.move(bumps.grace, "pass")
    late = (await bumps.grace.select(marked, ["none"])).response
    assert [each.description[:12] for each in late.attachments] == ["Grace passes"]
    plain = (await bumps.grace.slash(bumps.channel, "board")).response
    assert len(plain.attachments) == 1
    assert plain.content


async def test_who_wants_no_close_ups_or_a_text_board_has_the_whole_board_alone(
    bumps: World,
) -> None:
    await bumps.move(bumps.ada, "011,12-3")
    await adjust(bumps, bumps.ada, "Close-ups: on")
    await adjust(bumps, bumps.grace, "Text board: off")
    for who in (bumps.ada, bumps.grace):
        shown = (await who.slash(bumps.channel, "board")).response
        assert len(shown.attachments) == 1
        assert shown.content


@pytest.mark.parametrize("counts", [{"rated": True}, {"ladder": True}, {"competition": 1}, {}])
def test_nothing_is_pointed_out_where_the_result_counts(counts: Mapping[str, Any]) -> None:
    rules = entry("bump").game
    match = match_on("bump", {}, rules.start({}))
    found = hints_for(replace(match, status=Status.RUNNING, terms=Terms(**counts)), 1)
    assert bool(found) is not bool(counts)


def test_what_is_pointed_out_is_said_in_words_too() -> None:
    snapshot(hints_in_words(()))
    snapshot(hints_in_words((Hint("a1"), Hint("b2", "b3"))))
    snapshot(hints_in_words(tuple(Hint(str(n)) for n in range(HINTS_IN_WORDS + 5))))


# Without pictures


def block_of(content: str) -> str:
    """What stands in the block of a message."""
    return content.split("```\n")[1].removesuffix("\n```")


async def sketch(world: World) -> str:
    match = await world.match()
    return match.rules.text_board(match.position, plain_names(match))


# The text board


async def test_who_wants_text_gets_it_with_every_private_look(bumps: World) -> None:
    await adjust(bumps, bumps.ada, "Text board: off")
    board = await sketch(bumps)
    for shown in (
        viewed := await bumps.ada.slash(bumps.channel, "board"),
        await bumps.ada.select(viewed.response, ["0"]),
        await bumps.ada.click(bumps.last, label="My view"),
        await bumps.ada.click(bumps.last, label="Move"),
        await bumps.grace.slash(bumps.channel, "board", text=True),
    ):
        assert block_of(said(shown)) == board
        assert len(said(shown)) <= LIMIT
    assert "```" not in await bumps.ask(bumps.ada, "board", text=False)
    assert "```" not in await bumps.ask(bumps.grace, "board")
    assert "```" not in bumps.last.content
    # A refusal changes no board.
    assert "```" not in await bumps.ask(bumps.ada, "move", move="nonsense")

    # A preview has the board that the move leads to.
    asked = await bumps.ada.slash(bumps.channel, "move", move="011,12-3")
    ahead = block_of(said(asked))
    assert ahead != board
    await bumps.confirm(bumps.ada, asked)
    assert ahead == await sketch(bumps)
    assert block_of(await bumps.tap(bumps.ada, "Replay")) == ahead
    await bumps.move(bumps.grace, "pass")
    assert block_of(await bumps.ask(bumps.ada, "board", since=True)) == await sketch(bumps)


def test_a_board_that_is_too_long_for_the_message_is_a_file() -> None:
    words, files = with_text_board("x" * 1500, "y" * 600)
    assert words == "x" * 1500
    assert [file.filename for file in files] == [FILE]
    assert files[0].fp.read() == b"y" * 600
    assert files[0].description
    short, none = with_text_board("x", "y")
    snapshot(short)
    assert none == []
    assert with_text_board("x", None) == ("x", [])


async def test_backticks_of_a_board_stay_inside_the_block(world: World) -> None:
    def fenced(position: Heap, names: Names, *, over: bool) -> str:
        return f"```{position.stones}```\n@everyone"

    world.patch.setitem(vars(heap.GAME), "text_board", fenced)
    await world.begin("heap")
    shown = await world.ada.slash(world.channel, "board", text=True)
    assert said(shown).count("```") == 2
    snapshot(said(shown))


# One space


async def test_a_space_is_described_with_its_neighbors(bumps: World) -> None:
    shown = await bumps.ada.slash(bumps.channel, "describe", space="01")
    assert shown.response.ephemeral
    snapshot(said(shown))
    turned = "Your own pictures are turned round: east is on their left."
    assert turned not in said(shown)
    assert turned in await bumps.ask(bumps.grace, "describe", space="01")

    snapshot(await bumps.ask(bumps.ada, "describe", space="**Z99**"))
    await bumps.ada.slash(bumps.channel, "challenge heap", opponent=bumps.linus)
    snapshot(await bumps.ask(bumps.ada, "describe", space="01", match=2))


# A whole match


async def test_a_whole_match_is_played_without_any_picture(world: World) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise RuntimeError("no paint")

    for module, name in ((pictures, "draw"), (screen, "draw"), (replay, "animate")):
        world.patch.setattr(module, name, broken)
    await world.begin("bump")
    players = [world.ada, world.grace]
    for who in players:
        await adjust(world, who, "Text board: off")
    for who, text in zip(players * 5, QUICK_WIN, strict=True):
        board = block_of(await world.ask(who, "board"))
        assert board == await sketch(world)
        space = text.split(",")[0]
        if space != "pass":
            # The piece and its move are found without the rules: on the board, and in the list.
            own = board.split("Pieces: ")[1 + players.index(who)].split("\n  ")[0].split()
            assert space in [piece.split("-")[0] for piece in own]
            listed = (await world.ask(who, "describe", space=space)).split("can play here")[1]
            begin = f"{space}," if f"each beginning with `{space},`:" in listed else ""
            offered = [move for line in listed.splitlines() for move in re.split(": |, ", line)]
            assert text.removeprefix(begin) in offered
        asked = await who.slash(world.channel, "move", move=text)
        assert "```" in said(asked)
        await world.confirm(who, asked)
        assert pictures.NO_PICTURE in world.last.content
    snapshot(world.last.content)
