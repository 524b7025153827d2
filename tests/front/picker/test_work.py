"""How often the rules are asked: a typed move is parsed and played once, whoever wants to know."""

from collections import Counter
from typing import Any

import pytest

import bot.catalog
from bot.model import turns
from tests.front import heap
from tests.front.conftest import World, labels

ONCE = {"parse": 1, "play": 1}


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


async def test_a_typed_move_is_parsed_and_played_once(world: World, game: Counting) -> None:
    # The end of a match is looked through for what was missed, so this one goes on.
    short = world
    await short.start(spare=9)
    game.asked.clear()
    shown = await short.ada.slash(short.channel, "move", move="take 1")
    assert "Confirm" in labels(shown.response)
    assert game.asked == ONCE
    await short.ada.click(shown.response, label="Confirm")
    assert "takes 1" in short.last.content
    assert game.asked == ONCE, "from preview to post"

    shown = await short.grace.slash(short.channel, "move", move="take 1")
    game.asked.clear()
    turns._resolved.clear()
    played = await short.grace.click(shown.response, label="Confirm")
    assert "is played" in played.response.content
    assert game.asked == ONCE, "in a new process that confirms it"

    game.asked.clear()
    assert "is played" in await short.ask(short.ada, "move", move="take 1", preview=False)
    assert game.asked == ONCE, "of a move that counts at once"
