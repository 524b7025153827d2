"""What the store in memory does so that people and servers can be forgotten."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.matches.events import Person, Recorded, event
from bot.matches.events.base import DELETED
from bot.matches.privacy.anonymous import event_without, named_in
from bot.matches.privacy.records import Deletion, ExportedEvent, Rows, ServerLeft
from bot.matches.records import MatchId, MatchSummary, Status

ACTED = ("challenged", "accepted", "started", "played")


@dataclass
class MemoryPrivacy:
    """Requests and servers, beside everything else: it is part of a whole store."""

    rows: dict[MatchId, MatchSummary] = field(default_factory=dict)
    requests: dict[int, datetime] = field(default_factory=dict)
    known_servers: dict[int, tuple[datetime | None, datetime | None]] = field(default_factory=dict)
    traces: set[tuple[int, MatchId]] = field(default_factory=set)

    async def request_deletion(self, person: int, at: datetime) -> bool:
        is_new = person not in self.requests
        self.requests.setdefault(person, at)
        return is_new

    async def deletions(self) -> list[Deletion]:
        return [Deletion(*each) for each in sorted(self.requests.items(), key=lambda e: e[1])]

    async def due_deletions(self, now: datetime, limit: int) -> list[Deletion]:
        return (await self.deletions())[:limit]

    def _people(self, match: MatchId) -> set[int]:
        mine: Any = self
        named = (named_in(e.event.kind, _fields(e)) for e in mine.recorded[match])
        return {person for each in named for person in each} | {
            person.id for person in self.rows[match].people
        }

    async def matches_naming(self, person: int, after: int, limit: int) -> list[MatchId]:
        found = {m for m in self.rows if person in self._people(m)}
        found |= {match for who, match in self.traces if who == person}
        return sorted(m for m in found if m > after)[:limit]

    async def open_matches_naming(self, person: int) -> list[MatchId]:
        open_ones = (Status.INVITED, Status.RUNNING)
        return [
            match
            for match in await self.matches_naming(person, 0, len(self.rows))
            if self.rows[match].status in open_ones
            and person not in {each.id for each in self.rows[match].people}
        ]

    async def anonymize(
        self, person: int, matches: Sequence[MatchId], robot: int | None, *, leaving: bool = False
    ) -> None:
        mine: Any = self
        for match in matches:
            known = self._people(match)
            if leaving:
                self.traces.add((person, match))
            else:
                self.traces.discard((person, match))
                mine.absent.discard((person, match))
                mine.departed.discard((person, match))
            others = (each for each in known if each > 0 and each not in (person, robot))
            if not leaving and not any(others):
                self._delete(match)
                continue
            if person not in known:
                continue
            instead = min(0, *known) - 1
            mine.recorded[match] = [
                _without(each, person, instead) for each in mine.recorded[match]
            ]
            row = self.rows[match]
            self.rows[match] = replace(
                row,
                people=tuple(
                    Person(instead, DELETED) if each.id == person else each for each in row.people
                ),
                turn=instead if row.turn == person else row.turn,
                awaited=tuple(instead if each == person else each for each in row.awaited),
                edition=row.edition + 1,
            )
            if match in mine.stretches and mine.stretches[match].person == person:
                mine.stretches[match] = replace(mine.stretches[match], person=instead)

    def _delete(self, match: MatchId) -> None:
        mine: Any = self
        for by_match in (self.rows, mine.turns, mine.challenges, mine.places, mine.stretches):
            by_match.pop(match, None)
        # Its number stays taken.
        mine.recorded[match] = []
        for by_pair in (mine.drafts, mine.visits, mine.answers, mine.notes, mine.private):
            for key in [key for key in by_pair if key[1] == match]:
                del by_pair[key]
        for pairs in (mine.absent, mine.departed):
            pairs -= {pair for pair in pairs if pair[1] == match}
        mine.followers -= {pair for pair in mine.followers if pair[1] == match}
        for number in [n for n, (_, held) in mine.mentions.items() if held.item.match == match]:
            del mine.mentions[number]
        for waiting in mine.outbox:
            if waiting.post.match == match:
                _blank(waiting)

    async def forget(self, person: int, most: int) -> bool:
        mine: Any = self
        found = False
        for by_person in (mine.drafts, mine.visits, mine.answers, mine.notes, mine.private):
            for key in [key for key in by_person if key[0] == person]:
                del by_person[key]
                found = True
        for key in (("person", person), ("notices", person)):
            found |= mine.said.pop(key, None) is not None
        for owned in (mine.calendars, mine.blocks, mine.told_followers):
            found |= owned.pop(person, None) is not None
        for blocked in mine.blocks.values():
            found |= blocked.pop(person, None) is not None
        for match in [m for m, each in mine.challenges.items() if each.host == person]:
            del mine.challenges[match]
        for match in [m for m, each in mine.turns.items() if each.person == person]:
            del mine.turns[match]
        for number in [n for n, (who, _) in mine.mentions.items() if who == person]:
            del mine.mentions[number]
        mine.followers -= {pair for pair in mine.followers if pair[0] == person}
        for waiting in mine.outbox:
            if waiting.post.person == person:
                _blank(waiting)
        return not found

    async def finish_deletion(self, person: int) -> None:
        self.requests.pop(person, None)

    async def wipe(self) -> bool:
        return True

    async def rows_about(self, person: int) -> Rows:
        mine: Any = self
        notes = [(m, text) for (who, m), text in mine.private.items() if who == person]
        return {
            "private_notes": [{"match_id": match, "text": text} for match, text in sorted(notes)],
            "blocks": [{"name": each.name} for each in await mine.blocked(person)],
        }

    async def events_of(self, matches: Sequence[MatchId]) -> list[ExportedEvent]:
        mine: Any = self
        return [
            ExportedEvent(match, each.seq, each.event.kind, each.at, each.event.payload())
            for match in sorted(matches)
            for each in mine.recorded[match]
        ]

    async def servers(self) -> dict[int, datetime | None]:
        return {guild: left for guild, (left, _) in self.known_servers.items()}

    async def note_servers(
        self, present: Iterable[int], left: Iterable[int], at: datetime, due: datetime
    ) -> None:
        for guild in present:
            self.known_servers[guild] = None, None
        for guild in left:
            if self.known_servers.get(guild, (None, None))[0] is None:
                self.known_servers[guild] = at, due

    async def due_servers(self, now: datetime, limit: int) -> list[ServerLeft]:
        due = sorted(
            (at, guild, left) for guild, (left, at) in self.known_servers.items() if at and left
        )
        return [ServerLeft(guild, left) for at, guild, left in due if at <= now][:limit]

    async def delete_matches_of(self, guild: int, before: datetime, limit: int) -> int:
        mine: Any = self
        if not self.known_servers.get(guild, (None, None))[0]:
            return 0
        found = [
            match
            for match, row in self.rows.items()
            if row.guild == guild
            and not any(e.at > before and e.event.kind in ACTED for e in mine.recorded[match])
        ][:limit]
        for match in found:
            self._delete(match)
        return len(found)

    async def forget_server(self, guild: int, again: datetime) -> None:
        mine: Any = self
        left, _ = self.known_servers.get(guild, (None, None))
        if not left:
            return
        mine.said.pop(("guild", guild), None)
        for post in [each for each in mine.lobbies.values() if each.guild == guild]:
            del mine.lobbies[post.channel]
        if any(row.guild == guild for row in self.rows.values()):
            self.known_servers[guild] = left, again
        else:
            del self.known_servers[guild]


def _blank(waiting: Any) -> None:
    """A post that is deleted keeps its place, by which the others are found."""
    waiting.retry_at = waiting.delivered = waiting.remove_at = None
    waiting.post = replace(waiting.post, person=None, about=())


def _fields(recorded: Recorded) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(recorded.event.payload())
    return fields


def _without(recorded: Recorded, person: int, instead: int) -> Recorded:
    kind = recorded.event.kind
    changed = event_without(kind, recorded.event.payload(), person, instead)
    return replace(recorded, event=event(kind, changed)) if changed else recorded
