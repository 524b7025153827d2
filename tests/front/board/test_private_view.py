"""Looking at a board in private: what changed since the last look, and what can be pointed out."""

from bot.front.board import pictures
from bot.front.board.private_view import HINTS_IN_WORDS, hints_in_words
from bot.games.guide import Hint
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from tests.front.conftest import World, labels, said
from tests.front.heap import GAME
from tests.front.panels import chosen, menus, pixels

TURNING = "What my pieces bump if they turn"


# What has changed


async def test_a_look_offers_what_changed_since_the_last_or_ones_own_move(world: World) -> None:
    await world.begin("heap", spare=9)
    first = await world.linus.click(world.last, label="My view")
    assert labels(first.response) == ["More…"], "nothing has happened yet"
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    second = await world.linus.click(world.last, label="My view")
    assert labels(second.response) == ["Replay", "Since I last looked", "More…"]
    since = await world.linus.click(second.response, label="Since I last looked")
    lines = said(since).split("\n")
    assert lines[0] == "**Since you last looked:** 2 turns (`` 1`* ``, `` 1`* ``)."
    assert lines[1].startswith("It is **Ada**'s turn")
    assert since.response.ephemeral
    assert since.response.attachments[0].description == (
        "Ada takes 1. Grace takes 1. A heap of 12; Ada is to move."
    )

    await world.move(world.ada, "1")
    # A move of one's own and the picker count as looks.
    more = await world.ada.click(world.last, label="More…")
    since = await world.ada.click(more.response, label="Since I last looked")
    assert "Nothing has happened since you last looked." in said(since)
    await world.grace.click(world.last, label="Move")
    assert await world.client.store.visited(world.grace.id, MatchId(1)) is not None

    await world.move(world.grace, "2")
    await world.ada.slash(world.channel, "board")
    assert (await world.ask(world.ada, "board", since=True)).startswith(
        "Nothing has happened since you last looked. **Since your own last move:** 1 turn"
    )
    mine = await world.grace.slash(world.channel, "board", since=True)
    assert said(mine).startswith("Nothing has happened since you last looked.\n")
    assert mine.response.attachments


async def test_many_turns_are_one_picture_of_which_the_last_are_named(bumps: World) -> None:
    await bumps.linus.slash(bumps.channel, "board")
    await bumps.move(bumps.ada, "011,12-3")
    await bumps.move(bumps.grace, "pass")
    since = await bumps.linus.slash(bumps.channel, "board", since=True)
    assert said(since).startswith("**Since you last looked:** 2 turns (`011,12-3`, `pass`).")
    board = await bumps.linus.slash(bumps.channel, "board")
    assert await pixels(since.response) != await pixels(board.response)
    for _ in range(5):
        await bumps.move(bumps.ada, "pass")
        await bumps.move(bumps.grace, "pass")
    passes = ", ".join(["`pass`"] * 8)
    assert (await bumps.ask(bumps.linus, "board", since=True)).startswith(
        f"**Since you last looked:** 10 turns (…, {passes})."
    )


async def test_the_board_is_shown_whatever_fails_beside_it(world: World) -> None:
    async def full(*_: object) -> None:
        raise StoreTrouble("the disk is full")

    def broken(*_: object, **__: object) -> bytes:
        raise RuntimeError("no paint")

    await world.begin("heap")
    shown = await world.ada.click(world.last, label="My view")
    assert not menus(shown.response), "a game without help shows no menu"
    with world.patch.context() as patch:
        patch.setattr(world.client.store, "visit", full)
        assert "It is your turn." in await world.ask(world.ada, "board")
    assert "visit not stored" in world.log.text
    with world.patch.context() as patch:
        patch.setitem(vars(GAME), "hints", None)
        assert (await world.ada.slash(world.channel, "board")).response.attachments
    assert "hints failed" in world.log.text
    await world.move(world.ada, "1")
    world.patch.setattr(pictures, "changes", broken)
    since = await world.ask(world.linus, "board", since=True)
    assert "**Since you last looked:** 1 turn" in since
    assert "The board could not be drawn this time." in since


async def test_a_challenge_has_no_board_to_compare(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    assert "has not begun" in await world.ask(world.ada, "board", since=True)
    await world.grace.click(world.last, label="Decline")
    assert "Match 1 never began" in await world.ask(world.ada, "board", match=1, since=True)


# What can be pointed out


async def test_ones_own_pieces_get_help_in_its_place_until_the_match_is_over(bumps: World) -> None:
    shown = await bumps.ada.click(bumps.last, label="My view")
    before = await pixels(shown.response)
    titles = [option["label"] for option in menus(shown.response)[0]["options"]]
    assert TURNING in titles
    marked = await bumps.ada.select(shown.response, [str(titles.index(TURNING))])
    assert marked.response.id == shown.response.id
    assert f"{TURNING}: 01 to 011, " in marked.response.content
    assert marked.response.attachments[0].description.startswith(f"{TURNING}: 01 to 011")
    assert await pixels(marked.response) != before
    assert chosen(marked.response) == [TURNING]
    cleared = await bumps.ada.select(marked.response, ["none"])
    assert TURNING not in cleared.response.content
    assert await pixels(cleared.response) == before

    shown = await bumps.grace.click(bumps.last, label="My view")
    helped = await bumps.grace.select(shown.response, ["0"])
    assert "09 to 59, 591, 091 or 19;" in helped.response.content
    await bumps.resign(bumps.ada)
    assert not menus((await bumps.ada.slash(bumps.channel, "board", match=1)).response)
    late = await bumps.grace.select(shown.response, ["0"])
    assert "resigned" in late.response.content
    assert not menus(late.response)


def test_what_is_pointed_out_is_said_in_words_too() -> None:
    assert hints_in_words(()) == "nothing on this board"
    assert hints_in_words((Hint("a1"), Hint("b2", "b3"))) == "a1; b2 to b3"
    assert hints_in_words(tuple(Hint(str(n)) for n in range(HINTS_IN_WORDS + 5))).endswith(
        "29 and 5 more"
    )
