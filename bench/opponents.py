"""The cost of the bot's thinking: `python -m bench.opponents [--positions N]`.

How late the event loop runs while eight searches of the strongest level wait, compared with the
naive way, in which each search has a thread. The memory of a worker that has searched in every
game. The CPU of a move, in seconds, by level: the median and the longest of some positions.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from random import Random

from bench.timing import Table, asked, middle_and_slowest, resident, share, stalls
from bot.catalog import catalog
from bot.model.records import PersonId
from bot.opponents.levels import LEVELS
from bot.opponents.search import Found
from bot.opponents.thinking import Question
from bot.opponents.workers import Workers

SEARCHES = 8
FIRST, LAST = 4, 30
"""Moves that have been made in a position, at least and at most."""

Ask = Callable[[Question, PersonId], Awaitable[object]]


def positions(key: str, count: int, chance: Random) -> Iterator[Question]:
    """That many questions of a game with its usual options, in positions of random play in which
    it goes on."""
    game, usual = catalog()[key].game, catalog()[key].usual
    while count:
        position = game.start(game.prepare(usual, 2, chance))
        for _ in range(chance.randrange(FIRST, LAST)):
            moves = list(game.moves(position))
            if not moves:
                break
            position = game.play(position, chance.choice(moves)).position
        if game.outcome(position) is None:
            count -= 1
            yield Question(key, position, LEVELS[-1], count)


async def loop_beside(ask: Ask, questions: list[Question]) -> list[float]:
    """Milliseconds by which the loop is late: the median, the slowest hundredth and the worst; and
    the seconds until the last answer."""
    began = time.perf_counter()
    async with stalls() as late:
        await asyncio.gather(*(ask(each, PersonId(n)) for n, each in enumerate(questions)))
    taken = time.perf_counter() - began
    return [*middle_and_slowest(late), max(late) * 1000, taken]


async def delays() -> None:
    """Print how late the loop is."""
    chance, keys = Random(1), sorted(catalog())
    questions = [next(positions(keys[number % len(keys)], 1, chance)) for number in range(SEARCHES)]
    heads = ("p50 ms", "p99 ms", "worst ms", "all in s")
    table = Table(f"the event loop beside {SEARCHES} searches", *heads, form=".2f")
    table.row("at rest", *await loop_beside(lambda *_: asyncio.sleep(0.2), questions[:1]))
    table.row("a thread each", *await loop_beside(in_a_thread, questions))
    workers = Workers()
    table.row("workers", *await loop_beside(in_a_worker(workers), questions))
    table.row("workers that have begun", *await loop_beside(in_a_worker(workers), questions))
    await workers.close()


async def in_a_thread(question: Question, person: PersonId) -> Found:
    return await asyncio.to_thread(question.answer)


def in_a_worker(workers: Workers) -> Ask:
    return lambda question, person: workers.ask(question, person=person)


async def memory(count: int) -> None:
    """Print how much memory a worker takes."""
    workers, chance = Workers(1), Random(2)
    table = Table("memory of a worker", "MB", "most MB")
    for key in sorted(catalog()):
        for question in positions(key, count, chance):
            await workers.ask(question, person=1)
        now, most = (resident(of, workers.pids[0]) for of in ("VmRSS", "VmHWM"))
        table.row(f"after {count} searches of {key}", now, most)
    await workers.close()


def moves(count: int) -> None:
    heads = [f"{name} {level}" for level in LEVELS for name in ("p50", "max")]
    table = Table(f"CPU of a move, s, in {count} positions", *heads, form=".3f", first=40)
    for key in sorted(catalog()):
        questions = list(positions(key, count, Random(3)))
        figures: list[float] = []
        for level in LEVELS:
            taken = [cpu(Question(key, each.position, level, each.seed)) for each in questions]
            figures += [share(0.5, taken), max(taken)]
        table.row(key, *figures)


def cpu(question: Question) -> float:
    """The seconds of a processor that the answer takes."""
    began = time.process_time()
    question.answer()
    return time.process_time() - began


if __name__ == "__main__":
    words = asked(__doc__, positions=1)
    asyncio.run(delays())
    asyncio.run(memory(-(-words.positions // 3)))
    moves(words.positions)
