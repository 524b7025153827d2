"""Words and picture tell one story: what is said of a turn, played on the board before it, is what
the picture shows, link by link with the same numbers.

The sentences are read by what they say alone, and the pictures by their items: nothing that makes
either is used here.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

import renderers
from bot.catalog import catalog, entry
from bot.games.core import Effect
from renderers import View, turn_scenes
from tests.helpers.long_runs import LONG
from tests.renderers.stories.reading import PLAYERS, READERS, Reading
from tests.renderers.stories.scenes import Look

NAMES = {number: name for name, number in PLAYERS.items()}

TURNS = int(os.environ.get("BUMPBOT_TURNS", 150 if LONG else 60))
"""How many turns of each game are read: in Bump, Bounce and Urchins each has a chain. A change of
how turns are told or drawn reads more: `BUMPBOT_TURNS=5000`."""

PLIES = 80
TRIED = 10
"""Moves that are looked at for the longest chain among them."""

HITS = {"bump": ("bump", "capture", "stasis"), "urchins": ("bump", "fall")}
HITS["bounce"] = ("rebound", "cover")

Turn = tuple[Any, Sequence[Effect], Any]
"""The position before it, what happened, and the position after it."""


def chain(key: str, effects: Sequence[Effect]) -> int:
    return sum(effect.kind in HITS.get(key, ()) for effect in effects)


def turns(key: str) -> Iterator[Turn]:
    """Turns of random play, in each of which the longest chain of a few moves is set off."""
    game, chance = entry(key).game, Random(f"stories {key}")
    while True:
        position = game.start(options(key, chance))
        for _ in range(PLIES):
            if game.outcome(position) is not None:
                break
            moves = list(islice(game.moves(position), 400))
            tried = [game.play(position, chance.choice(moves)) for _ in range(TRIED)]
            turn = max(tried, key=lambda each: chain(key, each.effects))
            if key not in HITS or chain(key, turn.effects):
                yield position, turn.effects, turn.position
            position = turn.position


def options(key: str, chance: Random) -> dict[str, Any]:
    """The options of a game, any that its data file offers."""
    found: dict[str, Any] = {}
    for option in entry(key).options:
        if option.choices:
            found[option.name] = chance.choice(option.choices)[1]
        elif option.kind == "per_seat":
            found[option.name] = [chance.randint(0, option.maximum or 0) for _ in range(2)]
    game = entry(key).game
    return dict(game.prepare(found, chance.choice(game.players), chance))


def views() -> Iterator[View]:
    chance, themes = Random("views"), list(renderers.themes())
    while True:
        yield View(chance.choice(themes), chance.random() < 0.3, large=chance.random() < 0.3)


@pytest.mark.parametrize("key", catalog())
def test_a_turn_is_told_as_its_picture_shows_it_and_so_is_each_of_its_steps(key: str) -> None:
    game = entry(key).game
    lengths = []
    for number, ((before, effects, after), view) in enumerate(
        zip(turns(key), views(), strict=False)
    ):
        if number >= TURNS:
            break
        spots = renderers.renderer_of(key).spots(after, view)
        first, *steps = turn_scenes(key, (before, ()), (after, effects), view, NAMES)
        board = Look(first, spots).pieces()
        for scene in steps:
            so_far = effects if scene.effects_so_far is None else scene.effects_so_far
            text = game.tell(so_far, NAMES)
            try:
                READERS[key](Reading(text, board, Look(scene, spots, view.large)))
            except AssertionError as error:
                pytest.fail(f"{game.write(before)}: {text}: {error}")
        lengths.append(chain(key, effects))
    assert len(lengths) == TURNS
    if key in HITS:
        assert sum(length > 3 for length in lengths) > TURNS / 50, "no chains worth the name"


BOARD, MOVE = "01-0;03-0 05-0;1;0,0;-", "01,02"
WRONG = {
    "Ada moves 01 to 02. 1 bumps Grace's 05 to 06, 2 Grace's 03 to 04.": "another order",
    "Ada moves 01 to 02. 1 bumps Grace's 03 to 04, 3 Grace's 05 to 06.": "another number",
    "Ada moves 01 to 02. 1 bumps Ada's 03 to 04, 2 Grace's 05 to 06.": "another player",
    "Ada moves 01 to 02. 1 bumps Grace's 03 to 04, 2 Grace's 05 to 594.": "another space",
    "Ada moves 01 to 02. It bumps Grace's 03 to 04.": "a link too few",
    "Ada moves 01 to 02, facing 03. 1 bumps Grace's 03 to 04 (by 09).": "another bumper",
}


@pytest.mark.parametrize("text", WRONG, ids=WRONG.values())
def test_a_sentence_that_differs_from_the_picture_is_found(text: str) -> None:
    game = entry("bump").game
    before = game.read(BOARD, {})
    turn = game.play(before, game.parse(before, MOVE))
    shot = (turn.position, turn.effects)
    first, *_, last = turn_scenes("bump", (before, ()), shot, View(), NAMES)
    spots = renderers.renderer_of("bump").spots(turn.position, View())
    board = Look(first, spots).pieces()
    READERS["bump"](Reading(game.tell(turn.effects, NAMES), board, Look(last, spots)))
    with pytest.raises(AssertionError):
        READERS["bump"](Reading(text, board, Look(last, spots)))
