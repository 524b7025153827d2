"""What the store in memory keeps about invitations."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.matches.events import Person
from bot.matches.invitations.records import LobbyPost, StandingTerm
from bot.matches.records import MatchId, MatchSummary, Status
from bot.matches.refusals import StaleMatch

PLAYED = (Status.RUNNING, Status.ENDED)


@dataclass
class Stands:
    """A standing challenge: whose it is, where, until when, and whether it was taken."""

    host: int
    channel: int
    until: datetime
    taken: bool = False


@dataclass
class MemoryInvitations:
    """Blocks, standing challenges and lobbies, beside the summaries `rows`."""

    rows: dict[MatchId, MatchSummary] = field(default_factory=dict)
    blocks: dict[int, dict[int, Person]] = field(default_factory=dict)
    challenges: dict[MatchId, Stands] = field(default_factory=dict)
    lobbies: dict[int, LobbyPost] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)

    def _save_standing(self, summary: MatchSummary, standing: StandingTerm) -> None:
        if standing.follows is None:
            host = summary.people[0].id
            self.challenges[summary.match] = Stands(host, summary.channel, standing.until)
            return
        before = self.challenges.get(standing.follows)
        if before is None or not before.taken:
            raise StaleMatch(f"The challenge of match {standing.follows} stands anew already.")
        before.taken = False
        self.challenges[summary.match] = self.challenges.pop(standing.follows)

    def _note_challenge(self, before: MatchSummary | None, after: MatchSummary) -> None:
        """What the triggers of a real store do when a match is made or changes."""
        if (before or after).status is not Status.INVITED:
            return
        if after.status in PLAYED and after.match in self.challenges:
            self.challenges[after.match].taken = True
        elif after.status is not Status.INVITED:
            self.challenges.pop(after.match, None)
        post = self.lobbies.get(after.channel)
        if post:
            self.lobbies[after.channel] = post._replace(changes=post.changes + 1)

    async def block(self, person: int, other: Person) -> None:
        self.blocks.setdefault(person, {})[other.id] = other

    async def unblock(self, person: int, other: int) -> bool:
        return self.blocks.get(person, {}).pop(other, None) is not None

    async def blocked(self, person: int) -> list[Person]:
        people = self.blocks.get(person, {}).values()
        return sorted(people, key=lambda each: (each.name.casefold(), each.id))

    async def blockers(self, person: int, among: Sequence[int]) -> set[int]:
        return {each for each in among if person in self.blocks.get(each, {})}

    async def have_played(self, one: int, other: int) -> bool:
        return any(
            {one, other} <= {person.id for person in each.people} and each.status in PLAYED
            for each in self.rows.values()
        )

    async def standing(self, matches: Sequence[MatchId]) -> dict[MatchId, datetime]:
        return {m: self.challenges[m].until for m in matches if m in self.challenges}

    async def standing_of(self, host: int, channel: int) -> list[MatchId]:
        wanted = (host, channel)
        return sorted(
            m for m, each in self.challenges.items() if (each.host, each.channel) == wanted
        )

    async def taken_standing(self) -> list[MatchId]:
        return sorted(match for match, each in self.challenges.items() if each.taken)

    async def end_standing(self, match: MatchId) -> None:
        self.challenges.pop(match, None)

    async def lobby(self, channel: int) -> LobbyPost | None:
        return self.lobbies.get(channel)

    async def save_lobby(self, post: LobbyPost) -> None:
        before = self.lobbies.get(post.channel)
        self.lobbies[post.channel] = post._replace(changes=before.changes + 1 if before else 1)

    async def stale_lobbies(self) -> list[LobbyPost]:
        stale = [p for p in self.lobbies.values() if self.shown.get(p.channel, 0) != p.changes]
        return sorted(stale)

    async def lobby_shown(self, post: LobbyPost) -> None:
        if self.lobbies[post.channel].message == post.message:
            self.shown[post.channel] = post.changes

    async def drop_lobby(self, post: LobbyPost) -> None:
        if self.lobbies[post.channel].message == post.message:
            del self.lobbies[post.channel]
