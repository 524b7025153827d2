"""Matches of Clump through the channel."""

from bot.games.clump import GAME
from tests.front.conftest import World, labels, play, pressed

SHORT = ["a1-b1", "c2-c3", "b4-a4", "a2-a3"]
"""A whole match on the smallest board; Blue wins."""


async def test_a_whole_match_is_played_and_drawn(world: World) -> None:
    await world.begin("clump", size="4 by 4")
    assert "size: 4 by 4" in world.public()[0].content
    assert "**Ada** (red) and **Grace** (blue) play **Clump**." in world.words
    for text in SHORT:
        picture = world.last.attachments[0]
        assert picture.filename.startswith("clump-1-")
        assert "Clump." in (picture.description or "")
        await play(world, text)
    assert "A blue path joins left and right." in world.words
    assert "A path of **Grace**'s stones joins both of their sides" in world.words
    assert "🏆 **Grace** wins!" in world.words
    assert world.last.attachments
    assert labels(world.last) == ["Rematch", "Replay", "Review", "Puzzle"]
    assert len(world.pings()) == len(SHORT) + 2


async def test_a_swap_is_typed_or_refused_in_the_games_own_words(world: World) -> None:
    await world.begin("clump")
    usual = "12: BRBRBRBRBRBR, 11: RBRBRBRBRBRB"
    assert usual in (world.last.attachments[0].description or ""), "it is twelve by twelve"
    assert GAME.start({}).size == 8, "as in matches whose size was never named"
    offered = await world.ada.autocomplete(world.channel, "move", "move", "c3")
    assert {"c3-b3", "c3-c2", "c3-c4", "c3-d3"} == {choice["value"] for choice in offered}
    posts = len(world.public())
    refused = await world.ask(world.ada, "move", preview=False, move="d3-c3")
    assert "Your own stone comes first: write c3-d3." in refused
    assert len(world.public()) == posts
    await world.ada.slash(world.channel, "move", preview=False, move="C3 D3")
    assert "**Ada** swaps c3 with d3, forms a red group of 4 on d3" in world.words
    assert "Mark Steere, August 2023" in await world.ask(world.ada, "rules", game="clump")


async def test_a_swap_is_made_with_buttons_by_the_part_of_the_board(world: World) -> None:
    await world.begin("clump", size="8 by 8")
    opened = await pressed(world.ada, world.last, "Move")
    assert labels(opened)[:5] == ["a-b 7-8", "c-d 7-8", "e-f 7-8", "g-h 7-8", "a-b 5-6"]
    whole = await pressed(world.ada, opened, "a-b 5-6", "b6-b5")
    assert "**Play this?**" in whole.content
    await pressed(world.ada, whole, "Confirm")
    assert world.words.startswith("**Ada** swaps b6 with b5")
    assert "**Grace** diminishes" not in world.words


async def test_a_challenge_says_what_the_first_seat_is_worth(world: World) -> None:
    await world.challenge("clump", world.grace, size="8 by 8")
    known = "> -# On 8 by 8 whoever began won 18 of 20 matches of strong play."
    assert f"{known} `pair` in `/challenge` asks for two matches with" in world.words
    await world.challenge("clump", world.linus, size="6 by 6", pair=True)
    assert "> -# On 6 by 6 the game is solved: whoever begins can win" in world.words
    assert "In a pair each of you begins once." in world.words
    await world.challenge("clump", world.manager)
    assert "whoever beg" not in world.words, "of the usual board nothing is known"
