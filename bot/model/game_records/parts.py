"""Values from outside, each with its path, so that a refusal says where.

Errors speak of the value itself: files may be deep, huge or wrong on purpose. What both forms of a
record share, the head and single deeds, is read here.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from bot.catalog import Entry, catalog
from bot.games.core import BadOptions, PlayerError
from bot.games.phrases import quoted
from bot.model.game_records.record import (
    LONGEST_NAME,
    LONGEST_NODE_NAME,
    LONGEST_TEXT,
    STUDY_VERSION,
    UNSEEN,
    Deed,
    RecordItem,
    StudyOf,
    Variation,
    plain_note,
    whole_second,
)
from bot.model.records import Seat

Path = tuple[str | int, ...]
"""The keys and places that lead to a value."""

MOST_NUMBER = 10**18
"""More than any number of Discord's; one that a database still holds."""


MOST_DEEDS = 20_000
"""Most deeds of a record, wherever it is read: many times those of the longest match."""

MOST_TAKEN_BACK = 10
"""Most moves that one takeback undoes: one for each player, of whom there are five at most, and
five of those."""

REASON = 40
"""Most characters of the reason of an end."""


class BadPart(Exception):
    """A value does not belong in that place of a record, and why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


@dataclass(frozen=True, slots=True)
class Part:
    """A value of JSON, and the way to it. Each method raises BadPart."""

    value: Any
    path: Path = ()

    def bad(self, why: str) -> BadPart:
        return BadPart(self.path, why)

    @property
    def name(self) -> str:
        """The name of the value in a refusal."""
        return f"“{'.'.join(map(str, self.path))}”" if self.path else "The record"

    def maybe(self, key: str) -> "Part | None":
        """The value under that key, None if there is none."""
        if not isinstance(self.value, dict):
            raise self.bad(f"{self.name} has to be an object, {{...}}.")
        return Part(self.value[key], (*self.path, key)) if key in self.value else None

    def part(self, key: str) -> "Part":
        found = self.maybe(key)
        if found is None:
            raise self.bad(f"{self.name} has no “{key}”, which it needs.")
        return found

    def each(self, most: int) -> list["Part"]:
        """The values of a list of at most that many."""
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.bad(f"{self.name} has to be a list, [...], of {most} values at most.")
        return [Part(each, (*self.path, place)) for place, each in enumerate(self.value)]

    def text(self, longest: int) -> str:
        """A text without invisible characters."""
        if not isinstance(self.value, str) or len(self.value) > longest:
            raise self.bad(f"{self.name} has to be a text of {longest} characters at most.")
        if UNSEEN.search(self.value):
            raise self.bad(f"{self.name} has a character in it that can't be shown. Take it out.")
        return self.value

    def called(self) -> str:
        """A name: one line that is not empty."""
        if not (name := " ".join(self.text(LONGEST_NAME).split())):
            raise self.bad(f"{self.name} is empty. Write a name.")
        return name

    def number(self, least: int, most: int = MOST_NUMBER) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.bad(f"{self.name} has to be a whole number from {least} to {most}.")
        return int(self.value)

    def numbers(self, least: int, most: int) -> tuple[int, ...]:
        """Different numbers within those bounds, in order."""
        found = tuple(each.number(least, most) for each in self.each(most))
        if len(set(found)) < len(found):
            raise self.bad(f"{self.name} names one of them twice.")
        return tuple(sorted(found))

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.bad(f"{self.name} has to be true or false.")
        return self.value

    def instant(self) -> datetime:
        """A time with its offset from UTC."""
        try:
            found = datetime.fromisoformat(self.text(40))
            if found.tzinfo is not None:
                return whole_second(found)
        except (ValueError, OverflowError):
            pass
        raise self.bad(f"{self.name} has to be a time like 2026-11-23T09:45:56Z.")

    def called_in(self, key: str) -> str:
        """The name under that key, empty if there is none."""
        return found.called() if (found := self.maybe(key)) else ""

    def flag_in(self, key: str) -> bool:
        """Whether the flag under that key is set."""
        return found.flag() if (found := self.maybe(key)) else False

    # What both forms of a record share

    def version(self) -> int:
        """The version of a record. Later ones are refused."""
        if (version := self.number(1)) > STUDY_VERSION:
            raise self.bad(
                f"This record is of version {version}, and I read those up to {STUDY_VERSION}. "
                "It was written by a newer version of the bot."
            )
        return version

    def game(self) -> Entry:
        """The game of that key, or of that name."""
        name = self.called()
        for key, each in catalog().items():
            if name.casefold() in (key, each.name.casefold()):
                return each
        names = ", ".join(each.name for each in catalog().values())
        raise self.bad(f"I know no game {quoted(name)}. Those I know are {names}.")

    def require_players(self, game: Entry, count: int) -> None:
        """Refuse a number of players that the game has not."""
        if count not in game.players:
            counts = " or ".join(map(str, game.players))
            raise self.bad(f"{game.name} has {counts} players, and this record names {count}.")

    def options(self, game: Entry, seats: int) -> Mapping[str, Any]:
        """The options of a game of that many players as it begins, with what chance decided."""
        self.maybe("")  # refuses what is no object
        try:
            game.game.start(self.value)
        except BadOptions as error:
            raise self.bad(f"The options don't fit {game.name}: {error}") from error
        if game.game.prepare(self.value, seats, Random(0)) != self.value:
            raise self.bad(
                f"The options are not all that {game.name} of {seats} players begins with."
            )
        return dict(self.value)

    def position(self, game: Entry, options: Mapping[str, Any]) -> str:
        """The canonical text of a position to begin from."""
        try:
            return game.game.write(game.game.read(self.text(LONGEST_TEXT), options))
        except PlayerError as error:
            raise self.bad(f"This is no position of {game.name}: {error}") from error

    def study(self) -> StudyOf:
        """What the main line of a study is."""
        for each in StudyOf:
            if each == self.value:
                return each
        raise self.bad(f"{self.name} has to be one of {', '.join(StudyOf)}.")

    def variation(self) -> Variation:
        """One move of a study, from its fields in JSON."""
        ply = self.part("ply").number(0, MOST_DEEDS)
        name, note = self.maybe("name"), self.maybe("note")
        return Variation(
            ply,
            self.part("move").moves() if ply else "",
            " ".join(name.text(LONGEST_NODE_NAME).split()) if name else "",
            note.note() if note else "",
        )

    def note(self) -> str:
        """A note, which may have several lines."""
        if not isinstance(self.value, str) or len(self.value) > LONGEST_TEXT:
            raise self.bad(f"{self.name} has to be a text of {LONGEST_TEXT} characters at most.")
        return plain_note(self.value)

    def reason(self) -> str:
        """The reason why a match ended. It is shown, so it is a plain word."""
        reason = self.text(REASON)
        if not reason.replace("_", "").isalpha() or not reason.isascii() or not reason.islower():
            raise self.bad(f"{self.name} has to be a word like resigned.")
        return reason

    def level_in(self, key: str) -> int | None:
        return found.number(1, 99) if (found := self.maybe(key)) else None

    def deed(self, seats: int) -> RecordItem:
        """One deed of the log, from its fields in JSON."""
        word = self.part("do")
        deed = next((each for each in Deed if each == word.value), None)
        if deed is None:
            raise word.bad(f"“do” has to be one of {', '.join(Deed)}.")
        return RecordItem(
            deed,
            Seat(0 if deed is Deed.COMMENT else self.part("seat").number(1, seats)),
            self._text(deed),
            self.part("count").number(1, MOST_TAKEN_BACK) if deed is Deed.TAKEBACK else 0,
            at.instant() if (at := self.maybe("at")) else None,
        )

    def _text(self, deed: Deed) -> str:
        if deed is Deed.REPLACE:
            return self.part("text").called()
        if deed is Deed.COMMENT:
            return self.part("text").text(LONGEST_TEXT)
        if deed is Deed.MOVE:
            return self.part("text").moves()
        return line.moves() if deed is Deed.CLAIM and (line := self.maybe("text")) else ""

    def moves(self) -> str:
        """The text of a move or of several; the rules check them later."""
        text = " ".join(self.text(LONGEST_TEXT).split())
        if not text or "@" in text:
            raise self.bad("The text of a move belongs here.")
        return text


MOST_DIGITS = 4000


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises ValueError, also for what is too deep or not valid in
    JSON."""
    try:
        return json.loads(text, parse_constant=_refuse, parse_int=_integer)
    except RecursionError as error:
        raise ValueError("it is too deep") from error


def _integer(digits: str) -> int:
    # Python refuses longer ones, and its message tells how a program lifts the limit.
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number in it has too many digits")
    return int(digits)


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no value of JSON")


TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^\s"\][{},:]+|\n', re.DOTALL)


def line_of(text: str, path: Path) -> int:
    """The line, from 1, of a JSON text on which the value at the path begins; if it is not there,
    of the nearest one around it."""
    found, line = 1, 1
    best = -1
    for at, token_line in _places(text):
        line = token_line
        # Few levels are compared, however deep a file is.
        shared = len(at) if len(at) <= len(path) and path[: len(at)] == tuple(at) else -1
        if shared > best:
            best, found = shared, line
        if best == len(path):
            break
    return found


def _places(text: str) -> Iterator[tuple[Sequence[str | int], int]]:
    # The path and the line of every value, in order.
    path: list[str | int] = []
    key, line = False, 1
    for token in TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token in "]}":
            path.pop()
            key = False
        elif token == ",":
            key = isinstance(path[-1], str)
            path[-1] = "" if key else int(path[-1]) + 1
        elif token == ":":
            key = False
        elif key:
            path[-1] = json.loads(token)
        else:
            yield path, line
            if token in "[{":
                path.append("" if token == "{" else 0)
                key = token == "{"
