"""Following matches of others, and private notes."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.decide.requirements import closed_sentence
from bot.model.match import OPEN, Match
from bot.model.notices.records import FollowedMatch
from bot.model.ports import Store
from bot.model.records import MatchId, NoticeItem, PersonId, PrivateNote, Status
from bot.model.refusals import Reason, Refused

MOST_FOLLOWED = 50
"""Most matches that one person may follow at a time."""

LONGEST_NOTE = 500
"""Characters of a private note."""

UNREACHED = (
    "I could not send you a direct message about this match, so you follow no matches any more."
)
"""The note to a follower whom notices of turns can't reach."""


@dataclass(frozen=True, slots=True, eq=False)
class FollowingBook:
    """Who follows which match. Nobody is shown who follows."""

    _store: Store

    async def follow(self, match: Match, person: PersonId) -> None:
        """Notify the person of the match's turns until its end. Refused to its own players."""
        require_onlooker(match, person)
        followed = await self._store.find(FollowedMatch, person=person)
        is_new = match.id not in {each.match for each in followed}
        if is_new and len(followed) >= MOST_FOLLOWED:
            raise Refused(
                f"You follow {MOST_FOLLOWED} matches, and more would be too many. Unfollow one."
            )
        await self._store.put(FollowedMatch(match.id, person))

    async def is_followed(self, match: MatchId, person: PersonId) -> bool:
        return await self._store.find_one(FollowedMatch, match=match, person=person) is not None

    async def end_unreached(self, person: PersonId, about: Sequence[NoticeItem]) -> None:
        """Notices can't reach the person: following ends, and a note says so."""
        matches = [item.match for item in about]
        await self._store.end_following(person, matches, UNREACHED)


@dataclass(frozen=True, slots=True, eq=False)
class PrivateNoteBook:
    """People's private notes about matches. Each reads their own notes only."""

    _store: Store

    async def save(self, match: MatchId, person: PersonId, text: str) -> str:
        """Save a note of one line and return it; an empty text removes the one before."""
        text = " ".join(text.split())
        if len(text) > LONGEST_NOTE:
            raise Refused(f"A note has {LONGEST_NOTE} characters at most. Shorten it.")
        if text:
            await self._store.put(PrivateNote(person, match, text))
        else:
            await self._store.drop(PrivateNote, person=person, match=match)
        return text


def is_onlooker(match: Match, person: PersonId) -> bool:
    """Whether the person has no part in an open match, or has left it."""
    if match.status is Status.RUNNING:
        return not match.is_playing(person)
    return person not in {each.id for each in match.participants}


def require_onlooker(match: Match, person: PersonId) -> None:
    """Refuse to follow a match that is over, or that calls the person anyway."""
    if match.status not in OPEN:
        raise Refused(f"{closed_sentence(match)} There is nothing to follow.", Reason.OVER)
    if not is_onlooker(match, person):
        raise Refused(
            f"You take part in match {match.id} yourself, so you are called to your turns anyway."
        )
