"""How often the rules are asked: a typed move is parsed and played once, whoever wants to know."""

from collections import Counter
from typing import Any

import pytest

import bot.catalog
from bot.model import turns
from tests.front import heap
from tests.front.conftest import World, labels

ONCE = {"parse": 1, "play": 1}
TWICE = {"parse": 2, "play": 2}


class Counting:
    """The heap game, which counts how often it parses and plays."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.game, name)
        if name not in ONCE:
            return value

        def counted(*arguments: Any) -> Any:
            self.asked[name] += 1
            return value(*arguments)

        return counted


@pytest.fixture
def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting(heap.GAME)
    monkeypatch.setattr(heap, "GAME", counting)
    bot.catalog.catalog.cache_clear()
    return counting


async def test_a_typed_move_is_parsed_and_played_once_from_preview_to_post(
    world: World, game: Counting
) -> None:
    await world.start()
    shown = await world.ada.slash(world.channel, "move", move="take 2")
    assert "Confirm" in labels(shown.response)
    assert game.asked == ONCE
    await world.ada.click(shown.response, label="Confirm")
    assert "takes 2" in world.last.content
    assert game.asked == ONCE


async def test_in_a_new_process_confirm_parses_and_plays_the_move_once_more(
    world: World, game: Counting
) -> None:
    await world.start()
    shown = await world.ada.slash(world.channel, "move", move="take 2")
    turns._resolved.clear()
    assert "is played" in (await world.ada.click(shown.response, label="Confirm")).response.content
    assert game.asked == TWICE


async def test_a_move_that_counts_at_once_is_parsed_and_played_once(
    world: World, game: Counting
) -> None:
    await world.start()
    assert "is played" in await world.ask(world.ada, "move", move="take 2", preview=False)
    assert game.asked == ONCE
