"""How many taps a move takes on a phone, from the board in the channel to the move played.

    python -m bench.taps [--matches 2] [--level 2]

The bot plays itself at its usual level; every move is then searched on the buttons of the picker.
Move and Confirm are counted, and a menu entry counts as two.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import mean
from typing import Any

from bench.timing import Table, asked, share
from bot.catalog import Entry, catalog
from bot.opponents.levels import USUAL
from bot.opponents.thinking import Question
from tests.helpers.taps import taps_of

LONGEST = 60
EACH = 3
GOAL = {"bump": 4}
USUAL_GOAL = 3


def main() -> None:
    options = asked(__doc__, matches=2, level=USUAL)
    table = Table("game", "moves", "mean", "median", "95 of 100", "most", "within goal", first=10)
    for listed in catalog().values():
        game = listed.game
        taps: list[float] = sorted(
            taps_of(game, position, move)
            for seed in range(options.matches)
            for position, move in islice(
                played(listed, seed, options.level), seed % EACH, None, EACH
            )
        )
        goal = GOAL.get(game.key, USUAL_GOAL)
        within = f"{sum(n <= goal for n in taps) / len(taps):.0%} (<= {goal})"
        ends = (share(part, taps) for part in (0.5, 0.95, 1))
        table.row(game.key, len(taps), f"{mean(taps):.2f}", *map(str, ends), within)


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
