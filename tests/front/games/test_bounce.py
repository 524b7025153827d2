"""Whole matches of Bounce in a channel, as people play them."""

import json
from pathlib import Path
from typing import Any

from bot.catalog import entry
from bot.front.discord.layouts import is_laid_out
from bot.games.bounce import GAME
from bot.model.records import MatchId
from tests.front.conftest import World, labels, play, said

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bounce.json").read_text())


def shortest(variant: str) -> list[str]:
    """The moves of the shortest recorded game of a variant."""
    games = [game for game in VECTORS["games"] if game["options"]["variant"] == variant]
    steps: list[dict[str, Any]] = min((game["steps"] for game in games), key=len)
    return [step["move"] for step in steps]


VARIANTS = {value: label for label, value in entry("bounce").options[0].choices}


async def test_a_whole_accelerating_match_is_played_and_drawn(world: World) -> None:
    await world.begin("bounce", variant=VARIANTS["accelerating"])
    assert "**Ada** (dot) and **Grace** (diamond) play **Bounce**" in world.words
    for ply, text in enumerate(shortest("accelerating")):
        assert world.last.attachments[0].filename == f"bounce-1-{ply}.png"
        await play(world, text)
    assert "**Ada** covered the last stack of **Grace**. 🏆 **Ada** wins!" in world.words
    assert labels(world.last) == ["Rematch", "Replay"]
    assert "Ada has won" in (world.last.attachments[0].description or "")
    assert all(len(pinged) == 1 for pinged in world.pings())
    assert is_laid_out(world.last)


async def test_a_run_is_told_under_the_board_or_refused_with_what_can_be_played(
    world: World,
) -> None:
    await world.begin("bounce")
    before = len(world.public())
    refused = await world.ask(world.ada, "move", preview=False, move="b2-d4")
    assert "A single cup runs one square, diagonally forward" in refused
    assert "b2-c3" in refused
    assert len(world.public()) == before
    await world.ada.slash(world.channel, "move", preview=False, move="A1 x B2 - C3")
    assert "**Ada** runs a1 to c3, and covers their own cup on b2: a stack of 2." in world.words
    described = world.last.attachments[0].description or ""
    assert "Ada (dot, P, forward is up) has c1 P, c3 PP" in described


async def test_every_variant_is_on_offer(world: World) -> None:
    for number, (variant, label) in enumerate(VARIANTS.items(), 1):
        await world.begin("bounce", variant=label)
        match = await world.client.matches.match(MatchId(number))
        assert match.options == {"variant": variant}
        assert match.position == GAME.start({"variant": variant})


async def test_the_game_is_drawn_when_a_position_comes_for_the_third_time(world: World) -> None:
    await world.begin("bounce", variant=VARIANTS["chess"])
    # Stacks of two walk out of the rear and back while everything else stays.
    circle = ["a1-b2", "b8-a7", "b2-a1", "a7-b8"]
    await play(world, "b2-c3", "a7-b6", *circle, *circle)
    drawn = "The same position stood on the board for the third time. Nobody wins."
    assert drawn in world.words


async def test_the_rules_name_the_author_and_draw_their_examples(world: World) -> None:
    answer = await world.ada.slash(world.channel, "rules", game="bounce")
    assert "Andrew Moskalik" in said(answer)
    assert answer.response.attachments[0].filename == "bounce.png"


async def test_the_bot_plays_bounce(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bounce", opponent=world.robot, first="me")
    await world.ada.slash(world.channel, "move", preview=False, move="b2-c3")
    await world.env.settle()
    assert f"<@{world.ada.id}>, it is your turn" in world.words
