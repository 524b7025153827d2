"""Records of matches: written for whoever may see the match, and read from files."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.games.core import Outcome
from bot.model.events import Person
from bot.model.game_records.making import record_of
from bot.model.game_records.reader import read_record
from bot.model.game_records.record import BadRecord, Deed, GameRecord, RecordItem
from bot.model.game_records.replaying import imported_events, outcome_of
from bot.model.match import Match
from bot.model.ports import EventLog
from bot.model.records import MatchId
from bot.model.refusals import Refused
from bot.opponents.replays import Misfit, Replayed, ReplayQuestion, ReplayStep
from bot.service.opponents.thinking import Thinking, answer_to
from bot.service.writing import Writing

MOST_BYTES = 512 * 1024
"""Of a file that is imported: a match of 2,000 moves takes half of it as JSON."""

MOST_ITEMS = 2000
"""Deeds of a record that is imported: several times the longest match between people."""

SECONDS = 4.0
"""How long a record may take to play. The matches of these games take less than one."""

PLAYED = (Deed.MOVE, Deed.TAKEBACK, Deed.RESIGN, Deed.LATE)
"""The deeds that change the board, or who plays."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordBook:
    """Records of the matches of a store. `robot` is the bot by its number."""

    _store: EventLog
    _writing: Writing
    _thinking: Thinking
    _clock: Callable[[], datetime]
    _robot: int

    async def record(self, match: MatchId) -> GameRecord:
        """The record of a match as it stands. Raises Refused for one that has not begun."""
        events = await self._store.events(match)
        return await asyncio.to_thread(record_of, match, events, self._clock(), self._robot)

    async def bring(self, content: bytes, host: Person, channel: int, guild: int | None) -> Match:
        """The match that is made of the record in a file, which `host` has brought to a channel.

        Raises BadRecord with the line, and Refused for what is too large.
        """
        require_small(len(content))
        record = await asyncio.to_thread(read_record, content)
        if len(record.items) > MOST_ITEMS:
            raise Refused(
                f"I import records of {MOST_ITEMS} moves and other deeds at most, and this one has "
                f"{len(record.items)}. On a computer `bumpbot replay` plays it."
            )
        question = replay_question(record, SECONDS)
        found = await answer_to(self._thinking, question, host.id, background=True)
        played, outcome = checked(record, found)
        now = self._clock()
        events = imported_events(record, played.texts, outcome, host, channel, guild, now)
        return await self._writing.bring(events, now)


def require_small(size: int) -> None:
    """Refuse a file of so many bytes where that is too much."""
    if size > MOST_BYTES:
        raise Refused(
            f"A record that I import has {MOST_BYTES // 1024} KB at most, and this file has "
            f"{size // 1024} KB."
        )


def played_items(record: GameRecord) -> list[RecordItem]:
    return [item for item in record.items if item.deed in PLAYED]


def replay_question(record: GameRecord, seconds: float = float("inf")) -> ReplayQuestion:
    """Whether the record fits the rules; its steps are those of `played_items`."""
    steps = [
        ReplayStep(item.seat, item.text if item.deed is Deed.MOVE else None, item.count)
        for item in played_items(record)
    ]
    return ReplayQuestion(record.game, record.options, len(record.players), steps, seconds)


def checked(record: GameRecord, found: Replayed | Misfit) -> tuple[Replayed, Outcome]:
    """What was played, and the end of the record. Raises BadRecord where they do not fit."""
    if isinstance(found, Misfit):
        line = 1 if found.step is None else played_items(record)[found.step].line or 1
        raise BadRecord(line, found.why)
    return found, outcome_of(record, found.outcome, found.playing)
