"""How a move is made on a phone, in each of the ways to move: how many taps it takes, from the
board in the channel to the move played, and how high its steps are, of the 690
pixels that are seen.

    python -m bench.taps [--matches 2] [--level 2] [--positions 20] [--rated 0]

The bot plays itself at its usual level; every move is then searched on the buttons of the picker.
Move and Confirm are counted, and a menu entry counts as two. Heights are those of all steps on the
way to random moves on random positions, with the pieces drawn on the buttons.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import mean
from typing import Any

from bench.timing import Table, asked, share
from bot.catalog import Entry, catalog
from bot.front.picker.phone import HEIGHT
from bot.opponents.levels import USUAL
from bot.opponents.thinking import Question
from bot.service.personal.drafts import COMPASS, DESTINATIONS, PAD
from tests.front.picker.screens import height_of, match_on, screens_on
from tests.helpers.random_play import wandered
from tests.helpers.taps import taps_of

LONGEST = 60
EACH = 3
GOAL = {"bump": 4}
USUAL_GOAL = 3
WAYS = (DESTINATIONS, COMPASS, PAD)


def main() -> None:
    options = asked(__doc__, matches=2, level=USUAL, positions=20, rated=0)
    columns = ("way", "taps mean", "median", "most", "within goal", "px median", "most", "fit")
    table = Table("game", *columns, first=10)
    for listed in catalog().values():
        moves = [
            made
            for seed in range(options.matches)
            for made in islice(played(listed, seed, options.level), seed % EACH, None, EACH)
        ]
        for way in WAYS:
            taps = taps_on(listed, moves, way, rated=bool(options.rated))
            high = heights_on(listed, options.positions, way, rated=bool(options.rated))
            table.row(listed.game.key, way, *taps, *high)


def taps_on(
    listed: Entry, moves: list[tuple[Any, Any]], way: str, *, rated: bool
) -> tuple[str, str, str, str]:
    """The taps of those moves: mean, median, most, and how many within the goal."""
    game = listed.game
    taps = sorted(taps_of(game, position, move, way, rated=rated) for position, move in moves)
    goal = GOAL.get(game.key, USUAL_GOAL)
    within = f"{sum(n <= goal for n in taps) / len(taps):.0%} (<= {goal})"
    return f"{mean(taps):.2f}", str(share(0.5, taps)), str(taps[-1]), within


def heights_on(listed: Entry, count: int, way: str, *, rated: bool) -> tuple[str, str, str]:
    """The heights of steps on so many positions: median, most, and how many fit."""
    high = sorted(height for seed in range(count) for height in _heights(listed, seed, way, rated))
    fit = sum(each <= HEIGHT for each in high) / len(high)
    return str(share(0.5, high)), str(high[-1]), f"{fit:.0%}"


def _heights(listed: Entry, seed: int, way: str, rated: bool) -> Iterator[int]:
    game, chance = listed.game, Random(seed)
    options = game.prepare(listed.usual, chance.choice(list(game.players)), chance)
    position = wandered(game, chance, chance.randrange(80), game.start(options))
    if game.outcome(position) is None:
        match = match_on(game.key, options, position, rated=rated)
        yield from map(height_of, screens_on(match, chance, way))


def played(listed: Entry, seed: int, level: int) -> Iterator[tuple[Any, Any]]:
    """The positions of a match of the bot with itself, each with the move made there."""
    game, chance = listed.game, Random(seed)
    position = game.start(game.prepare(listed.usual, game.players[0], chance))
    for _ in range(LONGEST):
        if game.outcome(position):
            return
        found = Question(game.key, position, level, chance.getrandbits(63)).answer()
        move = game.parse(position, found.text)
        yield position, move
        position = game.play(position, move).position


if __name__ == "__main__":
    main()
