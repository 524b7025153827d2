"""A match written down: who played, what was done in order, how it ended. See docs/records.md."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from bot.games.core import Outcome, PlayerError
from bot.model.records import Seat

VERSION = 1
"""The version of both forms of a record. It grows when older readers would misread a record."""

STUDY_VERSION = 2
"""The version of records with variations, which are those of studies. It is the last one."""

SITE = "Bumpbot"

LONGEST_NAME = 100
"""Characters: three times what a name on Discord may have."""

UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""Characters that break or turn the line of a name, or that no text can have."""

LONGEST_TEXT = 1000
"""Characters of a comment, or of the text of a move."""

LONGEST_NODE_NAME = 60
"""Characters of the name of a move in a study."""

FIRST_ROUND = "1"
"""The round if an event is named without one: the formats need both."""

UNFINISHED = "unfinished"
"""The reason of the end of a match whose record ends before it."""


CHANGED = "This record was changed after it was written: its digest is of something else."


class Deed(StrEnum):
    """What is done in a match, by the words of both forms of a record."""

    MOVE = "move"
    RESIGN = "resign"
    LATE = "late"
    """Out of the match because of lost time; the others play on."""
    TAKEBACK = "takeback"
    OFFER = "offer"
    DECLINE = "decline"
    REPLACE = "replace"
    GRACE = "grace"
    OVERDUE = "overdue"
    CLAIM = "claim"
    COMMENT = "comment"


class BadRecord(PlayerError):
    """A record that can't be read: the line, from 1, and what is wrong there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"Line {line}: {why}")
        self.line = line


@dataclass(frozen=True, slots=True)
class RecordItem:
    """One deed of the player on `seat`, 0 for a comment, which nobody in the match has made.

    `text` is the move, the comment, the name of a successor, or the moves of a claim. `count` is
    the number of moves taken back. `line` is where it was read; it says nothing of the match.
    """

    deed: Deed
    seat: Seat
    text: str = ""
    count: int = 0
    at: datetime | None = None
    line: int = field(default=0, compare=False)


class StudyOf(StrEnum):
    """What the main line of a study is, by the words of both forms of a record."""

    MATCH = "match"
    """The moves of the match that it follows."""
    OWN = "own"
    """The first variation of a study that follows no match."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A move of a study, with its name and note.

    It is move `ply` of its line, counted from 1, and follows the last one of move `ply - 1` that
    stands before it; the main line stands before all. One that is there already is meant again. Ply
    0 is the start. `line` is where it was read.
    """

    ply: int
    move: str = ""
    name: str = ""
    note: str = ""
    line: int = field(default=0, compare=False)


class RecordPlayer(NamedTuple):
    """Who began on a seat, by name alone; `robot` for the bot."""

    name: str
    robot: bool = False


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A match in the form of a portable record. Times are UTC, in whole seconds.

    Without an `outcome` it was not over, and `ended` is None, too. An outcome without a reason was
    read from a record without one. `number` is that of the match, `level` the bot's, `time` what
    was agreed on for turns, in words; `made` is when it was written.

    With `study` it is of version 2, a study: its `variations` begin at the same start, which may be
    the `position` of that text. `stored` is the digest of the match's last event where it is
    stored, as it is shown. It is `changed` if it was read and says something else than what its
    digest was made of.
    """

    game: str
    options: Mapping[str, Any]
    players: tuple[RecordPlayer, ...]
    items: tuple[RecordItem, ...]
    outcome: Outcome | None
    started: datetime
    ended: datetime | None
    made: datetime
    number: int | None = None
    rated: bool = False
    level: int | None = None
    time: str = ""
    event: str = ""
    round: str = ""
    position: str = ""
    study: StudyOf | None = None
    variations: tuple[Variation, ...] = ()
    stored: str = ""
    changed: bool = field(default=False, compare=False)

    @property
    def version(self) -> int:
        """The lowest version whose readers understand it."""
        return STUDY_VERSION if self.study else VERSION

    @property
    def main_line(self) -> list[RecordItem]:
        """The moves without those taken back."""
        line: list[RecordItem] = []
        for item in self.items:
            if item.deed is Deed.MOVE:
                line.append(item)
            elif item.deed is Deed.TAKEBACK:
                del line[max(0, len(line) - item.count) :]
        return line


def whole_second(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)


def time_word(at: datetime) -> str:
    """A time as records write it: `2026-11-23T09:45:56Z`."""
    return whole_second(at).isoformat().replace("+00:00", "Z")


def plain_line(text: str) -> str:
    """One line, without the characters that no record may have."""
    return " ".join(UNSEEN.sub(" ", text).split())


def recorded_name(name: str) -> str:
    """The name of a person or event in the form of records."""
    return plain_line(name)[:LONGEST_NAME] or "?"


def plain_node_name(name: str) -> str:
    """A name in the form of those in studies."""
    return plain_line(name)[:LONGEST_NODE_NAME].rstrip()


def plain_note(note: str) -> str:
    """A note in the form of studies: lines without invisible characters, none of them blank at
    either end.

    >>> plain_note("  Good for  me \\r\\n\\n because of 03\\u202e ")
    'Good for me\\n\\nbecause of 03'
    """
    return "\n".join(map(plain_line, note.splitlines())).strip()[:LONGEST_TEXT].rstrip()
