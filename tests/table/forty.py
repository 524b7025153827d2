"""The local table with forty people, at whose clock somebody else turns.

Run as `python -m tests.table.forty DATABASE`: it prints its address, and then does what it is told,
a line each, and answers each with a line: `until TIME` sets the clock and waits until all that is
due then is done, and what comes up within minutes, or within so many seconds; `play NUMBER` lets
matches end, by chance of that number, but for some; with the name of somebody who never comes, all
but theirs, in which the other one moves.
"""

import asyncio
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import bot.table.env as table_people
from bot.front.client import Bumpbot
from bot.games.core import PlayerError
from bot.model.commands import Resign
from bot.model.records import MatchId, Status
from bot.table.env import WallClock
from bot.table.serve import table
from tests.helpers.matches import any_move

NAMES = (
    *("Ada", "Grace", "Linus", "Barbara", "Dennis", "Ken", "Margaret", "Donald", "Frances"),
    *("Edsger", "Hedy", "Alan", "Radia", "Tim", "Sophie", "Guido", "Karen", "Niklaus", "Joan"),
    *("Bjarne", "Adele", "James", "Anita", "Brian", "Lynn", "Claude", "Evelyn", "Kurt", "Mary"),
    *("Alonzo", "Shafi", "Leslie", "Katherine", "Robin", "Annie", "Tony", "Dorothy", "Haskell"),
    *("Jean", "Maximiliana the Second"),
)

QUIET = timedelta(minutes=6)
"""What comes up within it is waited for: some things are done a while after a change, so that they
are done once, and are not done again for a while."""

OPEN = 0.12
"""How many matches are not played to their end."""


class Turned:
    """How far the clock of the table is ahead of the wall's."""

    by = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.by


async def until(bot: Bumpbot, clock: Turned, time: datetime, quiet: timedelta = QUIET) -> None:
    clock.by = time - datetime.now(UTC)
    calm = 0
    while calm < 4:
        bot.service.queue.wake()
        await asyncio.sleep(0.25)
        upcoming = await bot.store.upcoming(clock.now())
        later = [at for at in upcoming.values() if at > clock.now()]
        is_done = len(later) == len(upcoming) and not bot.service.queue.busy
        calm = calm + 1 if is_done else 0
        if is_done and (following := min(later, default=time + quiet)) < time + quiet:
            clock.by, calm = following - datetime.now(UTC), 0


async def play(bot: Bumpbot, chance: Random, absent: str = "") -> int:
    """Play and resign most of the matches that run; how many ended."""
    rows = await bot.store.summaries(statuses=[Status.RUNNING], limit=500)
    ended = 0
    for row in rows:
        if absent in {each.name for each in row.people}:
            await _moved(bot, row.match, chance, absent)
        elif absent or chance.random() > OPEN:
            ended += await _ended(bot, row.match, chance)
    return ended


async def _moved(bot: Bumpbot, number: MatchId, chance: Random, absent: str) -> None:
    match = await bot.matches.match(number)
    if match.turn_person and match.turn_person.name != absent:
        await bot.matches.do(match, any_move(match, chance))


async def _ended(bot: Bumpbot, number: MatchId, chance: Random) -> bool:
    for _ in range(5):
        match = await bot.matches.match(number)
        if match.status is not Status.RUNNING:
            break
        with suppress(PlayerError):
            await bot.matches.do(match, any_move(match, chance))
    match = await bot.matches.match(number)
    if match.status is Status.RUNNING:
        await bot.matches.do(match, Resign(chance.choice(match.seats).id))
    return True


async def main(place: str) -> None:
    table_people.NAMES = NAMES  # type: ignore[assignment]
    clock = Turned()
    WallClock.now = lambda _: clock.now()  # type: ignore[assignment, method-assign]
    async with table(Path(place), 0) as page:
        client = page.env.bot
        assert isinstance(client, Bumpbot)
        print(page.url, flush=True)
        told = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)
        while line := (await told.readline()).decode().split():
            if line[0] == "until":
                quiet = (timedelta(seconds=int(each)) for each in line[2:])
                await until(client, clock, datetime.fromisoformat(line[1]), *quiet)
                print("done", flush=True)
            else:
                print(await play(client, Random(int(line[1])), *line[2:]), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
