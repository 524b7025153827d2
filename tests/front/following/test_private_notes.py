"""What somebody notes about a match, for themselves alone."""

from typing import Any

from tests.front.conftest import World, said


async def keep(world: World, who: Any, **given: Any) -> str:
    return said(await who.slash(world.channel, "note", **given))


async def test_a_note_stands_with_its_writers_board_until_it_is_removed(begun: World) -> None:
    text = "*" * 500
    assert "\\*" * 500 in await keep(begun, begun.ada, text=text)
    for command in ("board", "play"):
        shown = said(await begun.ada.slash(begun.channel, command))
        assert "\\*" * 500 in shown
        assert shown.splitlines()[-1].startswith("-# ")
        assert len(shown) <= 2000

    public = len(begun.public())
    assert "📝 watch the \\*corner\\*" in await keep(begun, begun.ada, text="watch the *corner*")
    assert "📝 watch the \\*corner\\*" in said(await begun.ada.slash(begun.channel, "board"))
    assert "📝 watch the \\*corner\\*" in said(await begun.ada.slash(begun.channel, "play"))
    assert "📝" not in said(await begun.grace.slash(begun.channel, "board"))
    assert "📝" not in said(await begun.linus.slash(begun.channel, "board"))
    assert len(begun.public()) == public
    await begun.move(begun.ada, "1")
    assert "corner" not in begun.last.content

    assert "You have noted nothing about match 1." in await keep(begun, begun.linus)
    await keep(begun, begun.linus, match=1, text="first")
    await keep(begun, begun.linus, match=1, text="second\n  line")
    removed = await keep(begun, begun.linus, match=1)
    assert "Your note about match 1 is removed. It said: second line" in removed
    assert "📝" not in said(await begun.linus.slash(begun.channel, "board"))
