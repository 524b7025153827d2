"""All that is stored about somebody, in files: for programs as JSON, for people as a page of text.

The matches come a few at a time, and what is made of them is packed as soon as it is much: no
account is too large for the memory, or for a file that Discord takes.
"""

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from bot.catalog import catalog
from bot.matches.privacy.anonymous import NAMING
from bot.matches.privacy.records import ExportedEvent, Rows

MOST = 7 * 2**20
"""The most bytes of a file."""

PART = 24 * 2**20
"""Characters that are packed together: a tenth of that, as matches are."""

ABOUT = (
    "Everything that this bot stores about you. `tables` holds the rows about you by table, and "
    "`matches` every event of each match that you play, played or were asked to, in order; other "
    "people stand in it by the name that the match shows. Times are UTC."
)
EMPTY_TABLES = "Nothing is stored about you in: {tables}."


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file by its name."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """One match: its record as JSON, and its lines of text."""

    record: str
    lines: str


@dataclass(slots=True)
class Exporter:
    """Gathers the export of one person. Whatever computes is done in threads."""

    person: int
    at: datetime
    rows: Rows
    _pieces: list[ExportedMatch] = field(default_factory=list)
    _parts: list[bytes] = field(default_factory=list)

    async def add(self, events: Sequence[ExportedEvent]) -> None:
        """More matches, each with all its events."""
        await asyncio.to_thread(self._add, events)

    async def finish(self) -> list[ExportFile]:
        """The files: a JSON file and a text, or else archives of both that are numbered."""
        return await asyncio.to_thread(self._finish)

    def _add(self, events: Sequence[ExportedEvent]) -> None:
        for _, each in groupby(events, lambda event: event.match):
            self._pieces.append(_piece(list(each), self.person))
        if sum(len(piece.record) for piece in self._pieces) > PART:
            self._pack()

    def _pack(self) -> None:
        self._parts += list(self._packed(self._pieces))
        self._pieces = []

    def _packed(self, pieces: list[ExportedMatch]) -> Iterator[bytes]:
        """Archives of the pieces, none of them too large for a file."""
        buffer = io.BytesIO()
        record, text = self._files(pieces)
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("about-you.json", record)
            archive.writestr("about-you.md", text)
        if buffer.tell() <= MOST or len(pieces) < 2:
            yield buffer.getvalue()
            return
        half = len(pieces) // 2
        yield from self._packed(pieces[:half])
        yield from self._packed(pieces[half:])

    def _finish(self) -> list[ExportFile]:
        record, text = self._files(self._pieces)
        if not self._parts and len(record) <= MOST and len(text) <= MOST:
            return [ExportFile("about-you.json", record), ExportFile("about-you.md", text)]
        self._pack()
        of = len(self._parts)
        return [
            ExportFile(f"about-you-{number}-of-{of}.zip", part)
            for number, part in enumerate(self._parts, 1)
        ]

    def _files(self, pieces: Sequence[ExportedMatch]) -> tuple[bytes, bytes]:
        """The JSON and the text of some matches, with all that is stored besides."""
        head = {"about": ABOUT, "person": str(self.person), "made": self.at.isoformat()}
        tables = {name: [_read(row) for row in rows] for name, rows in self.rows.items()}
        opened = json.dumps(head | {"tables": tables}, ensure_ascii=False, indent=1)
        matches = ",\n".join(piece.record for piece in pieces)
        record = opened.removesuffix("\n}") + f',\n "matches": [\n{matches}\n ]\n}}\n'
        page = [f"# What this bot stores about you\n\n{ABOUT}", *_tables(tables)]
        page += ["## Your matches", *(piece.lines for piece in pieces)]
        return record.encode(), "\n\n".join(page).encode()


def _read(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with what is stored as JSON read."""
    return {name: _value(value) for name, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in "[{":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _tables(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    for name, rows in tables.items():
        if rows:
            lines = (", ".join(f"{column} {_shown(row[column])}" for column in row) for row in rows)
            yield f"## {name.replace('_', ' ').capitalize()}\n\n" + "\n".join(
                f"- {line}" for line in lines
            )
    if empty := [name.replace("_", " ") for name, rows in tables.items() if not rows]:
        yield EMPTY_TABLES.format(tables=", ".join(empty))


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


def _piece(events: list[ExportedEvent], person: int) -> ExportedMatch:
    read = [(event, json.loads(event.payload)) for event in events]
    names = dict(_names(read))
    told = [
        {"seq": event.seq, "kind": event.kind, "at": event.at.isoformat()}
        | {name: _named(event.kind, name, value, person, names) for name, value in fields.items()}
        for event, fields in read
    ]
    record = json.dumps({"match": events[0].match, "events": told}, ensure_ascii=False)
    return ExportedMatch(f"  {record}", _lines(events[0].match, read, person))


def _names(read: Sequence[tuple[ExportedEvent, Mapping[str, Any]]]) -> Iterator[tuple[int, str]]:
    """The ids of all whom a match names, with the names."""
    for event, fields in read:
        for name in NAMING.get(event.kind, ()):
            for each in _listed(fields.get(name)):
                if isinstance(each, dict):
                    yield each["id"], each["name"]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _named(kind: str, name: str, value: Any, person: int, names: Mapping[int, str]) -> Any:
    """A field of an event with names in the place of ids."""
    if name not in NAMING.get(kind, ()) or value is None:
        return value
    if isinstance(value, list):
        return [_named(kind, name, each, person, names) for each in value]
    number = value["id"] if isinstance(value, dict) else value
    called = value["name"] if isinstance(value, dict) else names.get(number, "somebody")
    return {"name": called, "you": True} if number == person else {"name": called}


def _lines(match: int, read: Sequence[tuple[ExportedEvent, Mapping[str, Any]]], person: int) -> str:
    """A match as people read it: who, when, the person's own moves and how it ended."""
    first, asked = read[0]
    seats: list[Mapping[str, Any]] = []
    moves: list[str] = []
    for event, fields in read:
        if event.kind == "started":
            seats = list(fields["seats"])
        elif event.kind == "replaced":
            seats[fields["seat"] - 1] = fields["person"]
        elif event.kind == "played" and seats[fields["seat"] - 1]["id"] == person:
            moves.append(f"{fields['text']} ({event.at:%Y-%m-%d %H:%M})")
    offered = catalog()
    game = offered[asked["game"]].name if asked["game"] in offered else asked["game"]
    people = ", ".join(seat["name"] for seat in seats) or asked["host"]["name"]
    lines = [f"### Match {match}: {game}", f"Asked for on {first.at:%Y-%m-%d}. Players: {people}."]
    lines += [f"Your moves: {'; '.join(moves)}."] if moves else []
    ended = next((f for e, f in read if e.kind == "ended"), None)
    if ended:
        won = ", ".join(seats[seat - 1]["name"] for seat in ended["winners"]) or "nobody"
        lines.append(f"It ended: {ended['reason'].replace('_', ' ')}; won by {won}.")
    return "\n".join(lines)
