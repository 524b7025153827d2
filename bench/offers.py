"""What it costs to find the moves that are offered to people, in milliseconds of CPU: median and
slowest tenth.

    python -m bench.offers [--positions 60]

The first screen of the picker, the suggestions of an empty `/move` and what `/compare` picks are
found with moves rated by the game's kernel; the first two also with moves rated by the rules, as
in a game without one. `of one` is what `/compare` picks of a piece, or whatever is chosen first.
Beside them is the listing of the legal moves by the rules. Positions are met in random play from
fixed seeds.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, cast

from bench.timing import Table, asked, share
from bot.catalog import Entry, catalog
from bot.games.core import Position
from bot.games.guide import Ranking
from bot.opponents.kernel import Kernel, RulesKernel
from bot.opponents.ranking import ranked, ranked_by
from bot.service.personal import drafts
from tests.front.picker.screens import match_on
from tests.helpers.people import ADA
from tests.helpers.random_play import wandered

COMPARED = 3
LONGEST = 60
COLUMNS = ("legal moves", "first screen", "by rules", "suggested", "by rules", "compared", "of one")


def main() -> None:
    options = asked(__doc__, positions=60)
    table = Table("game", *COLUMNS, first=10)
    for listed in catalog().values():
        positions = list(met(listed, options.positions))
        table.row(listed.key, *(taken(work, positions) for work in works(listed)))


def met(listed: Entry, count: int) -> Iterator[Position]:
    """So many positions in which somebody is to move."""
    game, seed = listed.game, 0
    while count:
        seed, chance = seed + 1, Random(seed)
        start = game.start(game.prepare(listed.usual, game.players[0], chance))
        position = wandered(game, chance, chance.randrange(LONGEST), start)
        if game.outcome(position) is None:
            count -= 1
            yield position


def works(listed: Entry) -> list[Callable[[Any], object]]:
    """What is measured, in the order of the columns."""
    game, key = listed.game, listed.key

    def by_rules(position: Position) -> Sequence[str]:
        return ranked_by(cast("Kernel", RulesKernel(key, position)))

    def screen(ranking: Ranking[Any], position: Any) -> object:
        return game.pad and game.pad(position, (), ranking)

    def suggested(ranking: Ranking[Any], position: Any) -> object:
        return game.suggested(position, ranking(position))

    def compared(position: Any, *chosen: str) -> object:
        match = match_on(key, {}, position)
        draft = replace(drafts.new_draft(match, ADA.id), keys=chosen)
        return drafts.promising(match, draft, COMPARED)

    rankings = (partial(ranked, key), by_rules)
    return [
        lambda position: list(game.moves(position)),
        *(partial(screen, each) for each in rankings),
        *(partial(suggested, each) for each in rankings),
        compared,
        lambda position: compared(position, game.steps(position, ()).choices[0].key),
    ]


def taken(work: Callable[[Any], object], positions: Sequence[Position]) -> str:
    """Milliseconds of CPU for a position that nobody looked at before."""
    work(positions[0])
    times = []
    for position in positions:
        ranked.cache_clear()
        began = time.thread_time()
        work(position)
        times.append((time.thread_time() - began) * 1000)
    return f"{share(0.5, times):.2f} {share(0.9, times):.2f}"


if __name__ == "__main__":
    main()
