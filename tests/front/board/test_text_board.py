"""Playing without pictures: the text board, one space in words, and a whole match by reading."""

from bot.front.board import pictures, replay_frames
from bot.front.board.text_board import FILE, with_text_board
from bot.front.discord.markdown import LIMIT
from bot.front.picker import screen
from bot.games.core import Names
from tests.front import heap
from tests.front.conftest import World, said
from tests.front.panels import adjust
from tests.front.text.stories import QUICK_WIN
from tests.helpers.pile import Heap


def text_of(content: str) -> str:
    """What stands in the block of a message."""
    return content.split("```\n")[1].removesuffix("\n```")


async def sketch(world: World) -> str:
    match = await world.match()
    return match.rules.text_board(match.position, pictures.plain_names(match))


# The text board


async def test_who_wants_text_gets_it_with_every_private_look(bumps: World) -> None:
    await adjust(bumps, bumps.ada, "Text board: off")
    board = await sketch(bumps)
    for shown in (
        viewed := await bumps.ada.slash(bumps.channel, "board"),
        await bumps.ada.select(viewed.response, ["0"]),
        await bumps.ada.click(bumps.last, label="My view"),
        await bumps.ada.click(bumps.last, label="Move"),
        await bumps.ada.slash(bumps.channel, "move", move="nonsense"),
        await bumps.grace.slash(bumps.channel, "board", text=True),
    ):
        assert text_of(said(shown)) == board
        assert len(said(shown)) <= LIMIT
    assert "```" not in await bumps.ask(bumps.ada, "board", text=False)
    assert "```" not in await bumps.ask(bumps.grace, "board")
    assert "```" not in bumps.last.content

    # A preview has the board that the move leads to.
    asked = await bumps.ada.slash(bumps.channel, "move", move="011,12-3")
    ahead = text_of(said(asked))
    assert ahead != board
    await bumps.confirm(bumps.ada, asked)
    assert ahead == await sketch(bumps)
    assert text_of(await bumps.tap(bumps.ada, "Replay")) == ahead
    await bumps.move(bumps.grace, "pass")
    assert text_of(await bumps.ask(bumps.ada, "board", since=True)) == await sketch(bumps)


def test_a_board_that_is_too_long_for_the_message_is_a_file() -> None:
    words, files = with_text_board("x" * 1500, "y" * 600)
    assert words == "x" * 1500
    assert [file.filename for file in files] == [FILE]
    assert files[0].fp.read() == b"y" * 600
    assert files[0].description
    short, none = with_text_board("x", "y")
    assert short == "x\n```\ny\n```"
    assert none == []
    assert with_text_board("x", None) == ("x", [])


async def test_backticks_of_a_board_stay_inside_the_block(world: World) -> None:
    def fenced(position: Heap, names: Names, *, over: bool) -> str:
        return f"```{position.stones}```\n@everyone"

    world.patch.setitem(vars(heap.GAME), "text_board", fenced)
    await world.begin("heap")
    shown = await world.ada.slash(world.channel, "board", text=True)
    assert said(shown).count("```") == 2
    assert said(shown).endswith("@everyone\n```")


# One space


async def test_a_space_is_described_with_what_is_beside_it(bumps: World) -> None:
    shown = await bumps.ada.slash(bumps.channel, "describe", space="01")
    assert shown.response.ephemeral
    assert said(shown).startswith("01, a starting space of **Ada**, holds **Ada**'s piece")
    assert "Beside it:" in said(shown)
    assert "It is your turn." in said(shown)
    turned = "Your own pictures are turned round: east is on their left."
    assert turned not in said(shown)
    assert turned in await bumps.ask(bumps.grace, "describe", space="01")

    none = await bumps.ask(bumps.ada, "describe", space="**Z99**")
    assert "There is no space “\\*\\*Z99\\*\\*” on this board. Name one like 01" in none
    await bumps.ada.slash(bumps.channel, "challenge heap", opponent=bumps.linus)
    assert "has not begun" in await bumps.ask(bumps.ada, "describe", space="01", match=2)


# A whole match


async def test_a_whole_match_is_played_without_any_picture(world: World) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise RuntimeError("no paint")

    for module, name in ((pictures, "draw"), (screen, "draw"), (replay_frames, "animate")):
        world.patch.setattr(module, name, broken)
    await world.begin("bump")
    players = [world.ada, world.grace]
    for who in players:
        await adjust(world, who, "Text board: off")
    for who, text in zip(players * 5, QUICK_WIN, strict=True):
        assert text_of(await world.ask(who, "board")) == await sketch(world)
        space = text.split(",")[0]
        if space != "pass":
            assert "piece facing" in await world.ask(who, "describe", space=space)
        asked = await who.slash(world.channel, "move", move=text)
        assert "**Play this?**" in said(asked)
        assert "```" in said(asked)
        assert "is played" in said(await world.confirm(who, asked))
        assert "The board could not be drawn this time." in world.last.content
    assert "🏆 **Ada** wins!" in world.last.content
