"""Everything stored about a person, in files: as JSON for programs, as a page of text for people.

The matches come a few at a time, and their texts are packed as soon as they are large: no account
is too large for the memory, or for a file that Discord takes.
"""

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from bot.model.privacy.leaving import NAMING
from bot.model.privacy.page import Tables, match_lines, page
from bot.model.privacy.records import ExportedEvent, Rows
from bot.model.records import PersonId

MOST = 7 * 2**20
"""The most bytes of a file."""

PART = 24 * 2**20
"""Characters that are packed together: a tenth of that when packed, as matches are."""

ABOUT = (
    "Everything that this bot stores about you. `tables` holds the rows about you by table, and "
    "`matches` every event of each match that you play, played or were asked to, in order; other "
    "people appear in it by the name that the match shows. Times are UTC."
)


class ExportFile(NamedTuple):
    """A file by its name."""

    name: str
    content: bytes


class ExportedMatch(NamedTuple):
    """One match: its record as JSON, and its lines of text."""

    record: str
    lines: str


@dataclass(slots=True)
class Exporter:
    """Gathers the export of one person. Long computations run in threads."""

    person: PersonId
    at: datetime
    rows: Rows
    _pieces: list[ExportedMatch] = field(default_factory=list)
    _parts: list[bytes] = field(default_factory=list)
    _length: int = 0

    async def add(self, events: Sequence[ExportedEvent]) -> None:
        await asyncio.to_thread(self._add, events)

    async def finish(self) -> list[ExportFile]:
        """The files: a JSON file and a text, or else numbered archives of both."""
        return await asyncio.to_thread(self._finish)

    def _add(self, events: Sequence[ExportedEvent]) -> None:
        for _, each in groupby(events, lambda event: event.match):
            self._pieces.append(_piece(list(each), self.person))
            self._length += len(self._pieces[-1].record)
        if self._length > PART:
            self._pack()

    def _pack(self) -> None:
        self._parts += list(self._packed(self._pieces, is_first=not self._parts))
        self._pieces, self._length = [], 0

    def _packed(self, pieces: list[ExportedMatch], *, is_first: bool) -> Iterator[bytes]:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, parts in self._texts(pieces, is_first=is_first):
                with archive.open(name, "w") as opened:
                    # Bit by bit, so that nothing else has to wait for a thread with one long text.
                    for part in parts:
                        opened.write(part.encode())
        # A single match can't be split, however long it is.
        if buffer.tell() <= MOST or len(pieces) < 2:
            yield buffer.getvalue()
            return
        half = len(pieces) // 2
        yield from self._packed(pieces[:half], is_first=is_first)
        yield from self._packed(pieces[half:], is_first=False)

    def _finish(self) -> list[ExportFile]:
        # What is far too large for plain files is not built as such first.
        if not self._parts and self._length <= MOST // 2:
            plain = [
                ExportFile(name, "".join(parts).encode())
                for name, parts in self._texts(self._pieces, is_first=True)
            ]
            if all(len(file.content) <= MOST for file in plain):
                return plain
        if self._pieces or not self._parts:
            self._pack()
        of = len(self._parts)
        return [
            ExportFile(f"about-you-{number}-of-{of}.zip", part)
            for number, part in enumerate(self._parts, 1)
        ]

    def _texts(
        self, pieces: Sequence[ExportedMatch], *, is_first: bool
    ) -> Iterator[tuple[str, Iterator[str]]]:
        rows = self.rows if is_first else {}
        tables = {name: [_read(row) for row in each] for name, each in rows.items()}
        yield "about-you.json", self._record(pieces, tables)
        yield "about-you.md", page((piece.lines for piece in pieces), tables)

    def _record(self, pieces: Sequence[ExportedMatch], tables: Tables) -> Iterator[str]:
        # The number as text: programs that read all numbers as floats would round it.
        head = {"about": ABOUT, "person": str(self.person), "made": self.at.isoformat()}
        yield json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
        yield ',\n "tables": {'
        for number, (name, rows) in enumerate(tables.items()):
            yield f'{"," * (number > 0)}\n  "{name}": ['
            for place, row in enumerate(rows):
                yield f"{',' * (place > 0)}\n   {json.dumps(row, ensure_ascii=False)}"
            yield "]"
        yield '\n },\n "matches": ['
        for number, piece in enumerate(pieces):
            yield f"{',' * (number > 0)}\n{piece.record}"
        yield "\n ]\n}\n"


def _read(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in "[{":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _piece(events: list[ExportedEvent], person: PersonId) -> ExportedMatch:
    read = [(event, json.loads(event.payload)) for event in events]
    names = dict(_names(read))
    text = ",".join(_event_json(event, fields, person, names) for event, fields in read)
    record = f'  {{"match": {events[0].match}, "events": [{text}]}}'
    return ExportedMatch(record, match_lines(events[0].match, read, person))


def _event_json(
    event: ExportedEvent, fields: Mapping[str, Any], person: PersonId, names: Mapping[PersonId, str]
) -> str:
    payload = event.payload
    if event.kind in NAMING:
        given = {n: _named(event.kind, n, each, person, names) for n, each in fields.items()}
        payload = json.dumps(given, ensure_ascii=False)
    rest = payload.strip().removeprefix("{").lstrip()
    head = f'{{"seq": {event.seq}, "kind": "{event.kind}", "at": "{event.at.isoformat()}"'
    return f"{head}{rest if rest == '}' else f', {rest}'}"


def _names(
    read: Sequence[tuple[ExportedEvent, Mapping[str, Any]]],
) -> Iterator[tuple[PersonId, str]]:
    for event, fields in read:
        for name in NAMING.get(event.kind, ()):
            for each in _listed(fields.get(name)):
                if isinstance(each, dict):
                    yield each["id"], each["name"]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _named(
    kind: str, name: str, value: Any, person: PersonId, names: Mapping[PersonId, str]
) -> Any:
    if name not in NAMING.get(kind, ()) or value is None:
        return value
    if isinstance(value, list):
        return [_named(kind, name, each, person, names) for each in value]
    number = value["id"] if isinstance(value, dict) else value
    called = value["name"] if isinstance(value, dict) else names.get(number, "somebody")
    return {"name": called, "you": True} if number == person else {"name": called}
