"""A program to be killed: does what is due in a database, telling of each thing begun and done.

Run as `python -m tests.store.killed_queue DATABASE`; it ends when nothing is due.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Hashable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.model.places.place import Place
from bot.model.post_kinds import PostKind
from bot.service.privacy.servers import ServerBook
from bot.service.queue import DueSource, Queue
from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from bot.store.sqlite import SqliteStore
from tests.store.contract import NOW

LATER = NOW + timedelta(days=1)


class Notified(DueSource[Any]):
    """Work that is told of."""

    def __init__(
        self,
        kind: str,
        due: Callable[[datetime, int], Awaitable[Sequence[Any]]],
        name: Callable[[Any], tuple[object, ...]],
        finish: Callable[[Any], Awaitable[object]],
    ) -> None:
        self.kind, self._due, self._name, self._finish = kind, due, name, finish

    async def due(self, now: datetime, limit: int) -> Sequence[Any]:
        return await self._due(now, limit)

    def key(self, item: Any) -> Hashable:
        return self._name(item)[0]

    async def do(self, item: Any) -> None:
        tell("begun", self.kind, *self._name(item))
        await self._finish(item)
        tell("done", self.kind, *self._name(item))


def tell(*words: object) -> None:
    """Say them as one line in one write, which a kill can't cut in two."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def main(place: str) -> None:
    """Do it until nothing is due."""
    store: SqliteStore | PostgresStore
    if place.startswith("postgresql:"):
        store = await PostgresStore.open(place, Pace(beat=0.1, lease=0.5, poll=0.1))
    else:
        store = await SqliteStore.open(Path(place))
    servers = ServerBook(store, lambda: LATER)
    old = [PostKind.CHALLENGE, PostKind.TURN]
    sources = (
        Notified(
            *("post", store.pending, lambda post: (post.match, post.id)),
            lambda post: store.delivered(
                *(post, 7, 1000 + post.id), at=NOW, has_buttons=True, outdates=old
            ),
        ),
        Notified(
            *("old_post", store.outdated, lambda old: (old.post.id,)),
            lambda old: store.buttons_removed(old.post),
        ),
        Notified(
            *("place", store.due_places, lambda place: (place.match,)),
            lambda place: store.save_place(Place(place.match), place),
        ),
        Notified(
            *("stretch", store.due_stretches, lambda match: (match,)),
            lambda match: store.end_stretch(match, 1, LATER, []),
        ),
        Notified("server", servers.due, lambda server: (server.guild,), servers.do),
    )
    queue = Queue(store.upcoming, lambda: LATER, sources)
    kinds = {"post", "old_post", "place", "stretch", "server"}
    while any(at <= LATER for kind, at in (await store.upcoming(LATER)).items() if kind in kinds):
        await queue.tick()
        await asyncio.sleep(0.05)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
