"""Whole matches of Bounce in a channel, as people play them."""

import json
from pathlib import Path
from typing import Any

from bot.catalog import entry
from bot.front.discord.layouts import is_laid_out
from tests.front.conftest import World, labels, play

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bounce.json").read_text())


def shortest(variant: str) -> list[str]:
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
    assert labels(world.last) == ["Rematch", "Replay", "Review", "Puzzle"]
    assert "Ada has won" in (world.last.attachments[0].description or "")
    assert all(len(pinged) == 1 for pinged in world.pings())
    assert is_laid_out(world.last)


async def test_a_run_is_told_below_the_board_or_refused_with_what_can_be(world: World) -> None:
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


async def test_a_challenge_tells_what_the_first_seat_is_worth(world: World) -> None:
    await world.challenge("bounce", world.grace)
    assert "> -# Whoever began won 22 of 30 matches of strong play. `pair`" in world.words
    await world.challenge("bounce", world.linus, variant=VARIANTS["ten"])
    assert "Whoever began" not in world.words
