"""The profiles of people, computed on request: nothing of them is stored."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.events import Person
from bot.model.ports import EventLog, PlayedCounts, PlayedMatches
from bot.model.profiles.ladder import Rung
from bot.model.profiles.profile import Profile, profile_of
from bot.model.records import MatchId, MatchSummary, PersonId
from bot.model.results import Results, Tally

NEWEST = 50
"""The newest ended matches against people, and of the running ones, that a profile uses."""

SEARCHED = 100
"""The newest ended matches that are searched for those; the others are the robot's."""

LAST = 30
"""The last events of each match, whose moves are timed."""

RUNNING_READ = 500
"""Most running matches that are counted."""


MOST = PlayedCounts(SEARCHED, RUNNING_READ, NEWEST)


@dataclass(frozen=True, slots=True, eq=False)
class ProfileBook:
    """Profiles, computed from the newest matches. `robot` is never kept waiting."""

    _store: EventLog
    _results: Results
    _robot: Person

    async def rungs(self, person: PersonId) -> list[Rung]:
        """What the person has reached on the ladder, by game."""
        return await self._store.find(Rung, person=person)

    async def is_new_to(self, person: PersonId, game: str) -> bool:
        """Whether the person never played that game, as far as their newest matches show. A person
        with very many ended matches is new to no game, nor is the robot."""
        if person == self._robot.id:
            return False
        found, _ = await self._store.played(person, MOST, lambda _: (), LAST)
        played = any(row.game == game for row in (*found.ended, *found.running))
        return not played and len(found.ended) < SEARCHED

    async def opponents(
        self, person: PersonId, game: str, limit: int
    ) -> list[tuple[Person, Tally]]:
        """Whom the person played most, by their latest names, and the results."""
        found = await self._results.by_opponent(person, game, limit)
        people = [self._opponent(person, game, each) for each, _ in found]
        return [
            (other, tally)
            for other, (_, tally) in zip(await asyncio.gather(*people), found, strict=True)
        ]

    async def _opponent(self, person: PersonId, game: str, opponent: PersonId) -> Person:
        unnamed = Person(opponent, "")
        _, match = await self._results.against(person, game, opponent)
        if match is None:
            return unnamed
        people = (await self._store.summary(match)).people
        return next((each for each in people if each.id == opponent), unnamed)

    async def profile(self, person: PersonId) -> Profile:
        def with_people(found: PlayedMatches) -> Sequence[MatchId]:
            kinds = (self._with_people(each, person)[:NEWEST] for each in found)
            return list(dict.fromkeys(each.match for kind in kinds for each in kind))

        found, histories = await self._store.played(person, MOST, with_people, LAST)
        games = Counter(each.game for each in found.ended if not each.is_practice)
        running = sum(not each.is_practice for each in found.running)
        return await asyncio.to_thread(
            profile_of, person, histories.values(), running, dict(games.most_common())
        )

    def _with_people(self, found: Sequence[MatchSummary], person: PersonId) -> list[MatchSummary]:
        alone = {person, self._robot.id}
        return [each for each in found if {p.id for p in each.people} - alone]
