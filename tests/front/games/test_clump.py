"""Matches of Clump through the channel."""

from tests.front.conftest import World, labels, said

SHORT = ["a1-b1", "c2-c3", "b4-a4", "a2-a3"]
"""A whole match on the smallest board; Blue wins."""


async def begin(world: World, **options: str) -> None:
    """A match of Clump between Ada, who begins and so is Red, and Grace."""
    await world.ada.slash(
        world.channel, "challenge clump", opponent=world.grace, first="me", **options
    )
    await world.grace.click(world.last, label="Accept")


async def test_a_whole_match_is_played_and_drawn(world: World) -> None:
    await begin(world, size="4 by 4")
    for who, text in zip([world.ada, world.grace] * 2, SHORT, strict=True):
        board = world.last
        assert board.attachments[0].filename.startswith("clump-1-")
        assert "Clump." in (board.attachments[0].description or "")
        answer = await who.slash(world.channel, "move", preview=False, move=text)
        assert "is played" in said(answer), text
    assert "A blue path joins left and right." in world.last.content
    assert "A path of **Grace**'s stones joins both of their sides" in world.last.content
    assert "🏆 **Grace** wins!" in world.last.content
    assert world.last.attachments
    assert labels(world.last) == ["Rematch", "Replay"]
    assert len(world.pings()) == len(SHORT) + 2


async def test_the_challenge_tells_the_size_and_the_colors(world: World) -> None:
    await begin(world, size="12 by 12")
    posts = [message.content for message in world.public()]
    assert any("size: 12 by 12" in post for post in posts)
    assert any("**Ada** (red) and **Grace** (blue) play **Clump**." in post for post in posts)


async def test_the_usual_board_is_eight_by_eight(world: World) -> None:
    await begin(world)
    assert "8: BRBRBRBR, 7: RBRBRBRB" in (world.last.attachments[0].description or "")


async def test_a_turn_is_told_in_the_games_own_words(world: World) -> None:
    await begin(world)
    await world.ada.slash(world.channel, "move", preview=False, move="C3 D3")
    assert "**Ada** swaps c3 with d3, forms a red group of 4 on d3" in world.last.content


async def test_a_refused_swap_is_explained_privately_with_the_nearest_ones(world: World) -> None:
    await begin(world)
    posts = len(world.public())
    answer = await world.ada.slash(world.channel, "move", preview=False, move="d3-c3")
    assert "Your own stone comes first: write c3-d3." in said(answer)
    assert "c3-d3" in said(answer)
    assert len(world.public()) == posts


async def test_a_typed_square_offers_its_swaps(world: World) -> None:
    await begin(world)
    offered = await world.ada.autocomplete(world.channel, "move", "move", "c3")
    assert {"c3-b3", "c3-c2", "c3-c4", "c3-d3"} == {choice["value"] for choice in offered}


async def test_the_rules_name_their_author(world: World) -> None:
    assert "Mark Steere, August 2023" in await world.ask(world.ada, "rules", game="clump")


async def test_the_bot_plays_clump_too(world: World) -> None:
    await world.ada.slash(
        world.channel, "challenge clump", opponent=world.robot, first="me", size="4 by 4"
    )
    await world.ada.slash(world.channel, "move", preview=False, move="a1-b1")
    await world.env.settle()
    assert " swaps " in world.last.content
    assert f"<@{world.ada.id}>" in world.last.content or "wins" in world.last.content


async def test_a_swap_is_made_with_buttons(world: World) -> None:
    await begin(world)
    opened = (await world.ada.click(world.last, label="Move")).response
    page = (await world.ada.click(opened, label="G · b6")).response
    assert "**Swap it with which neighbor?**" in page.content
    assert "b5: your stone's group 4 (was 1), theirs 4 (was 1)" in page.content
    whole = (await world.ada.click(page, label="⬇️ b5")).response
    assert "**Play this?**" in whole.content
    await world.ada.click(whole, label="Confirm")
    assert world.last.content.startswith("`b6-b5` **Ada** swaps b6 with b5")
    assert "**Grace** diminishes" not in world.last.content


async def test_stones_are_found_on_the_pages_of_their_files(world: World) -> None:
    await begin(world)
    opened = (await world.ada.click(world.last, label="Move")).response
    assert "Files a to c" in str(opened.components)
    assert "Files g to h" in str(opened.components)
    second = (await world.ada.click(opened, label="▶")).response
    assert "M · d2" in labels(second)
