"""Stores where the posts of matches go, and their stretches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.decide.requirements import require_seat
from bot.model.match import Match
from bot.model.places import PAUSE, FastStretch, Place, is_handed_over, posts_after
from bot.model.ports import Store
from bot.model.records import ChannelId, MatchId, PersonId
from bot.model.refusals import Refused, StaleMatch
from bot.service.locks import Locks, change


@dataclass(frozen=True, slots=True, eq=False)
class PlaceBook:
    """The place of each match. Changing one takes its `lock`, which orders the changes of this
    process; those of other processes are noticed on saving."""

    _store: Store
    lock: Locks[MatchId] = field(default_factory=Locks)
    """Held while the place of a match is read and written."""

    async def of(self, match: MatchId) -> Place:
        """The place of the match; its channel if none is stored."""
        return await self._store.find_one(Place, match=match) or Place(match)

    async def of_thread(self, thread: ChannelId) -> Place | None:
        """The place that is that thread; None for any other thread."""
        return await self._store.find_one(Place, thread=thread)

    async def change(self, match: MatchId, step: Callable[[Place], Place]) -> Place:
        """The place after the step, which is repeated if another process was faster."""
        async with self.lock(match):
            return await change(lambda: self.of(match), step, self._store.save_place)


WITH_ROBOT = "The bot answers at once anyway, and needs no fast stretch."


@dataclass(frozen=True, slots=True, eq=False)
class StretchBook:
    """Begins and ends stretches. `wake` is called when there may be something to do."""

    _store: Store
    _clock: Callable[[], datetime]
    _robot: PersonId
    _wake: Callable[[], None]

    async def of(self, match: MatchId) -> FastStretch | None:
        return (await self._store.for_posts(match)).stretch

    async def begin(self, match: Match, person: PersonId) -> None:
        """Begin a stretch unless one lasts. Raises StaleMatch if the match has gone on."""
        require_seat(match, person)
        if self._robot in {each.id for each in match.people}:
            raise Refused(WITH_ROBOT)
        stretch = FastStretch(match.id, match.seq, person, self._clock() + PAUSE)
        if not await self._store.begin_stretch(stretch):
            last = await self.of(match.id)
            if last is None or not last.is_open:
                raise StaleMatch(f"Match {match.id} has gone on meanwhile.")
        self._wake()

    async def finish(self, match: Match, person: PersonId) -> bool:
        """End the stretch now; False if none lasts."""
        require_seat(match, person)
        found = await self._store.finish_stretch(match.id, self._clock())
        self._wake()
        return found

    async def end_handed_over(self, match: Match) -> None:
        """End the stretch of a match in which a replacement has just taken over."""
        stretch = await self.of(match.id)
        if stretch and stretch.is_open and is_handed_over(stretch, match):
            await self._store.finish_stretch(match.id, self._clock())
            self._wake()

    async def end(self, stretch: FastStretch, match: Match) -> bool:
        """End it with the current match, and write its posts; False if the match has gone on."""
        posts = posts_after(stretch, match)
        ended = await self._store.end_stretch(match.id, match.seq, self._clock(), posts)
        self._wake()
        return ended
