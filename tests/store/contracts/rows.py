"""Short ways to write and read what a store keeps in a row of its own."""

from bot.model.events import Person
from bot.model.invitations import BlockedPerson, StandingChallenge
from bot.model.notices.records import FollowedMatch
from bot.model.records import (
    Arrangement,
    ChannelId,
    Keeping,
    MatchId,
    PersonId,
    Premove,
    PrivateNote,
    Visit,
    WaitingNote,
)


async def taken_note(store: Keeping, person: PersonId, match: MatchId) -> str | None:
    """The note that waited for the person; nothing waits any more."""
    found = await store.drop(WaitingNote, person=person, match=match)
    return found[0].text if found else None


async def private_note(store: Keeping, person: PersonId, match: MatchId) -> str:
    found = await store.find_one(PrivateNote, person=person, match=match)
    return found.text if found else ""


async def visited(store: Keeping, person: PersonId, match: MatchId) -> int | None:
    """The event whose board the person has last seen."""
    found = await store.find_one(Visit, person=person, match=match)
    return found.seq if found else None


async def followed(store: Keeping, person: PersonId) -> list[MatchId]:
    return [each.match for each in await store.find(FollowedMatch, person=person)]


async def with_premoves(store: Keeping) -> list[MatchId]:
    """The matches in which anybody has premoves."""
    return sorted({each.match for each in await store.find(Premove)})


async def blocked(store: Keeping, person: PersonId) -> list[Person]:
    """Whom the person has blocked, in order of their numbers."""
    return [
        Person(PersonId(e.blocked), e.name) for e in await store.find(BlockedPerson, person=person)
    ]


async def standing_of(store: Keeping, host: PersonId, channel: ChannelId) -> list[MatchId]:
    """The standing challenges of a host in a channel."""
    found = await store.find(StandingChallenge, host=host, channel=channel)
    return [each.match for each in found]


async def standing_until(store: Keeping, *matches: MatchId) -> dict[MatchId, object]:
    """Those of the matches that are standing challenges, and until when."""
    found = await store.find(StandingChallenge, match=list(matches))
    return {each.match: each.until for each in found}


async def taken_standing(store: Keeping) -> list[MatchId]:
    """The matches whose standing challenge is still to be renewed."""
    return [each.match for each in await store.find(StandingChallenge, taken=True)]


async def arranged(store: Keeping, name: str) -> MatchId | None:
    """The match that was arranged under that name."""
    found = await store.find_one(Arrangement, name=name)
    return found.match if found else None


async def to_arrange(store: Keeping) -> list[str]:
    """The names under which a match is still to be made."""
    return [each.name for each in await store.find(Arrangement, match=None)]
