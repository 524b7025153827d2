"""What somebody notes about a match, for themselves alone."""

from typing import Any

from tests.front.conftest import World, said


async def keep(world: World, who: Any, **given: Any) -> str:
    return said(await who.slash(world.channel, "note", **given))


async def test_a_note_stands_with_the_private_board_and_the_picker_of_its_writer(
    world: World,
) -> None:
    await world.start(spare=9)
    public = len(world.public())
    assert "📝 watch the \\*corner\\*" in await keep(world, world.ada, text="watch the *corner*")
    assert "📝 watch the \\*corner\\*" in said(await world.ada.slash(world.channel, "board"))
    assert "📝 watch the \\*corner\\*" in said(await world.ada.slash(world.channel, "play"))
    assert "📝" not in said(await world.grace.slash(world.channel, "board"))
    assert "📝" not in said(await world.linus.slash(world.channel, "board"))
    assert len(world.public()) == public
    await world.move(world.ada, "1")
    assert "corner" not in world.last.content


async def test_without_a_text_the_note_is_removed_and_given_back(world: World) -> None:
    await world.start(spare=9)
    assert "You have noted nothing about match 1." in await keep(world, world.linus)
    await keep(world, world.linus, match=1, text="first")
    await keep(world, world.linus, match=1, text="second\n  line")
    removed = await keep(world, world.linus, match=1)
    assert "Your note about match 1 is removed. It said: second line" in removed
    assert "📝" not in said(await world.linus.slash(world.channel, "board"))


async def test_a_long_note_leaves_the_small_print_in_its_place(world: World) -> None:
    await world.start(spare=9)
    text = "*" * 500
    assert "\\*" * 500 in await keep(world, world.ada, text=text)
    for command in ("board", "play"):
        shown = said(await world.ada.slash(world.channel, command))
        assert "\\*" * 500 in shown
        assert shown.splitlines()[-1].startswith("-# ")
        assert len(shown) <= 2000
