"""A program to be killed: does what is due in a database, telling of each thing begun and done.

Run as `python -m tests.store.killed_queue DATABASE`; it ends when nothing is due.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.model.events import Played
from bot.model.notices.records import NoticePlan
from bot.model.places import Place
from bot.model.ports import Agenda, Appended, Store
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, Post
from bot.service.privacy import ServerBook
from bot.service.queue import DueSource, Queue
from bot.store.postgres import PostgresStore
from bot.store.postgres.claims import Pace
from bot.store.sqlite import SqliteStore
from tests.store.contracts.matches import NOW

LATER = NOW + timedelta(days=1)
LOOKS = 20
"""Looks without anything due before it ends: what a killed process had taken on is not due for as
long as its lease."""


class Notified(DueSource[Any]):
    """Work that is printed."""

    def __init__(
        self,
        kind: str,
        name: Callable[[Any], tuple[object, ...]],
        finish: Callable[[Any], Awaitable[object]],
        due: Callable[[Agenda, datetime, int], Awaitable[Sequence[Any]]] | None = None,
    ) -> None:
        self.kind, self._name, self._finish, self._due = kind, name, finish, due

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> Sequence[Any]:
        return await (self._due or super().find)(agenda, now, limit)

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
        after = replace(before, seq=before.seq + 1, due=None)
        await store.append(Appended(before, [Played(1, "a")], NOW, after))

    async def notify(person: int) -> None:
        turns = await store.turn_notices(person)
        planned = tuple((turn, replace(turn, next_at=None)) for turn in turns)
        await store.write_notices(NoticePlan((), planned))

    async def deliver(post: Post) -> None:
        old = [PostKind.CHALLENGE, PostKind.TURN]
        message = 1000 + post.id
        await store.delivered(post, 7, message, at=NOW, has_buttons=True, outdates=old)

    async def settle_place(match: MatchId) -> None:
        if before := await store.find_one(Place, match=match):
            await store.save_place(Place(match), before)

    servers = ServerBook(store, lambda: LATER)
    yield Notified("match", lambda match: (match,), meet_deadline)
    yield Notified("person", lambda person: (person,), notify)
    yield Notified(
        "post", lambda post: (post.match, post.id), deliver, lambda _, *asked: store.pending(*asked)
    )
    yield Notified(
        *("old_post", lambda old: (old.post.id,)), lambda old: store.buttons_removed(old.post)
    )
    yield Notified("place", lambda match: (match,), settle_place)
    yield Notified(
        "stretch",
        lambda match: (match,),
        lambda match: store.end_stretch(match, 1, LATER, []),
    )
    yield Notified(
        *("lobby", lambda lobby: (lobby.channel,), store.lobby_shown),
        lambda *_: store.stale_lobbies(),
    )
    yield Notified(
        "deletion",
        lambda deletion: (deletion.person,),
        lambda deletion: store.finish_deletion(deletion.person),
    )

    def done(item: Any) -> Awaitable[bool]:
        return store.save_next(replace(item, due=None, changes=item.changes + 1))

    yield Notified("daily", lambda daily: (daily.guild,), done)
    yield Notified("leader_role", lambda role: (role.role,), done)
    yield Notified("contest", lambda contest: (contest.number,), store.put_aside)
    yield Notified(
        "league",
        lambda league: (league.number,),
        lambda league: store.save_league(replace(league, begins=None, changes=league.changes + 1)),
    )
    yield Notified(
        "competition",
        lambda competition: (competition.number,),
        lambda competition: store.save_competition(
            replace(competition, due=None, changes=competition.changes + 1)
        ),
    )
    yield Notified(
        "league_post",
        lambda league: (league.number,),
        lambda league: store.league_posted(replace(league, shown=league.changes)),
    )
    yield Notified(
        "competition_post",
        lambda each: (each.number,),
        lambda each: store.competition_posted(replace(each, shown=each.changes)),
    )
    yield Notified("server", lambda server: (server.guild,), servers.do)


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
