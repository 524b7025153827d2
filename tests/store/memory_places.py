"""The part of the store in memory about where matches are posted."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.matches.places.place import Place
from bot.matches.records import MatchId


@dataclass
class MemoryPlaces:
    """The places of matches."""

    places: dict[MatchId, Place] = field(default_factory=dict)

    async def place(self, match: MatchId) -> Place | None:
        return self.places.get(match)

    async def place_of_thread(self, thread: int) -> Place | None:
        return next((each for each in self.places.values() if each.thread == thread), None)

    async def due_places(self, now: datetime, limit: int) -> list[Place]:
        due = sorted((each.due, each.match) for each in self.places.values() if each.due)
        return [self.places[match] for at, match in due if at <= now][:limit]

    async def save_place(self, place: Place, before: Place) -> bool:
        if self.places.get(place.match, Place(place.match)) != before:
            return False
        self.places[place.match] = place
        return True
