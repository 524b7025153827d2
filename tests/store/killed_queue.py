"""A program to be killed: does what is due in a database, telling of each thing begun and done.

Run as `python -m tests.store.killed_queue DATABASE`; it ends when nothing is due.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from pathlib import Path
from typing import Any

from bot.model.events import Played
from bot.model.notices.records import NoticePlan
from bot.model.places import Place, PostState
from bot.model.ports import Agenda, Appended, Store
from bot.model.post_kinds import PostKind
from bot.model.records import DueReply, MatchId, MessageId, PersonId, Post, Seq
from bot.service.privacy import ServerBook
from bot.service.queue import DueSource, Queue
from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from bot.store.sqlite import SqliteStore
from tests.helpers.people import CHANNEL, FIRST
from tests.store.contracts.matches import NOW

LATER = NOW + timedelta(days=1)
LOOKS = 20
"""Looks without anything due before it ends: what a killed process had taken on is not due for as
long as its lease."""


class Notified(DueSource[Any]):
    """Work that is printed, named by parts of its item or else the item itself."""

    def __init__(
        self,
        kind: str,
        parts: str,
        finish: Callable[[Any], Awaitable[object]],
        due: Callable[[Agenda, datetime, int], Awaitable[Sequence[Any]]] | None = None,
    ) -> None:
        self.kind, self._finish, self._due = kind, finish, due
        self._parts = [attrgetter(part) for part in parts.split()]

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> Sequence[Any]:
        return await (self._due or super().find)(agenda, now, limit)

    def _name(self, item: Any) -> list[Hashable]:
        return [part(item) for part in self._parts] or [item]

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


def sources(store: Store) -> Iterator[Notified]:
    """Every kind of work, by what it is found, named and done with."""

    async def meet_deadline(match: MatchId) -> None:
        before = await store.summary(match)
        after = replace(before, seq=Seq(before.seq + 1), due=None)
        await store.append(Appended(before, [Played(FIRST, "a")], NOW, after))

    async def notify(person: PersonId) -> None:
        turns = await store.turn_notices(person)
        planned = tuple((turn, replace(turn, next_at=None)) for turn in turns)
        await store.write_notices(NoticePlan((), planned))

    async def deliver(post: Post) -> None:
        old = [PostKind.CHALLENGE, PostKind.TURN]
        message = 1000 + post.id
        await store.delivered(
            post, CHANNEL, MessageId(message), at=NOW, has_buttons=True, outdates=old
        )

    async def settle_place(match: MatchId) -> None:
        if before := await store.find_one(Place, match=match):
            await store.save_place(Place(match), before)

    def changed(item: Any, field: str) -> Any:
        return replace(item, **{field: None}, changes=item.changes + 1)

    def show_post(post: PostState) -> Awaitable[None]:
        return store.note_post(post, replace(post, shown=post.changes))

    def done(item: Any) -> Awaitable[bool]:
        return store.save_next(changed(item, "due"))

    servers = ServerBook(store, lambda: LATER)
    yield Notified("match", "", meet_deadline)
    yield Notified("person", "", notify)
    yield Notified("post", "match id", deliver, lambda _, *asked: store.pending(*asked))
    yield Notified("old_post", "post.id", lambda old: store.buttons_removed(old.post))
    yield Notified("place", "", settle_place)
    yield Notified("stretch", "", lambda match: store.end_stretch(match, Seq(1), LATER, []))
    yield Notified("reply", "match", lambda due: store.drop(DueReply, match=due.match))
    yield Notified("living_post", "number", show_post)
    yield Notified("deletion", "person", lambda each: store.finish_deletion(each.person))
    yield Notified("leader_role", "role", done)
    yield Notified("contest", "number", store.put_aside)
    yield Notified("league", "number", lambda each: store.save_league(changed(each, "begins")))
    yield Notified(
        "competition", "number", lambda each: store.save_competition(changed(each, "due"))
    )
    yield Notified("server", "guild", servers.do)


async def main(place: str) -> None:
    store: SqliteStore | PostgresStore
    if place.startswith("postgresql:"):
        store, looks = await PostgresStore.open(place, Pace(beat=0.1, lease=0.5, poll=0.1)), LOOKS
    else:
        store, looks = await SqliteStore.open(Path(place)), 1
    queue = Queue(store, lambda: LATER, tuple(sources(store)))
    idle = 0
    while idle < looks:
        await queue.tick()
        await asyncio.sleep(0.05)
        is_due = any(at <= LATER for at in (await store.upcoming(LATER)).values())
        idle = 0 if is_due else idle + 1
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
