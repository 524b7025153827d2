"""The cost of opening a long match from the disk, as after a restart.

All its moves are replayed, or those after stored positions; CPU, the seed is fixed.

    python -m bench.opening
"""

import asyncio
import gc
import time
from functools import partial

from bench.filling import NOW, SEED, random_game, stored, summary
from bench.timing import Table, asked, awaited, middle_and_slowest
from bot.catalog import entry
from bot.model import turns
from bot.model.fold import fold, positions_to_keep, record_events, rules_version
from bot.store.sqlite import SqliteStore

PLIES = 1000


async def main() -> None:
    async with stored() as store:
        await measure(store)


async def measure(store: SqliteStore) -> None:
    events = random_game(SEED, PLIES)
    number = await store.create(events, NOW, summary(events))
    rules = entry("bump").game
    whole = fold(await store.events(number), number)
    recorded = record_events(events, 0, NOW)
    # As the bot does at its start: a garbage collection over everything loaded takes longer than a
    # match.
    gc.collect()
    gc.freeze()

    async def opened(seq: int, *, behind: bool) -> None:
        turns._resolved.clear()
        kept = await store.positions(number, rules_version(rules)) if behind else {}
        fold((await store.events(number))[:seq], number, kept)

    table = Table(f"open a match of {PLIES} moves (CPU)", "p50 ms", "p99 ms", form=",.2f")
    for name, seq in (("the newest", len(events)), ("half way", len(events) // 2)):
        kept = {at: text for at, text in positions_to_keep(whole, {}).items() if at <= seq}
        await store.save_positions(number, rules_version(rules), kept)
        assert fold(recorded[:seq], number, kept) == fold(recorded[:seq], number)
        for how, behind in (("all replayed", False), ("behind kept positions", True)):
            work = partial(opened, seq, behind=behind)
            taken = await awaited(work, 11, time.process_time)
            table.row(f"{name}, {how}", *middle_and_slowest(taken))


if __name__ == "__main__":
    asked(__doc__)
    asyncio.run(main())
