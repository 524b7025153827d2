"""Records as files: read in either form, and packed. Pure, but slow: for a thread."""

import io
import zipfile
from collections.abc import Iterable

from bot.model.game_records.as_json import read_record_json, record_json
from bot.model.game_records.as_text import read_text, record_text
from bot.model.game_records.record import BadRecord, GameRecord


def read_record(content: bytes) -> GameRecord:
    """The record in the bytes of a file: JSON begins with a brace. Raises BadRecord."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadRecord(line, "This is no text in UTF-8.") from error
    head = text.lstrip()
    for start, name in FOREIGN.items():
        if head.startswith(start):
            raise BadRecord(1, OF_OTHERS.format(name=name))
    return read_record_json(text) if head.startswith("{") else read_text(text)


FOREIGN = {"(;": "SGF", "[Event ": "PGN"}
"""How files of other forms begin."""

OF_OTHERS = (
    "This is {name}, in which other programs keep other games. I read the two forms of my own "
    "records, text and JSON."
)


FULL = 4 * 2**20
"""Bytes from which on an archive takes no more records. Discord takes 10 MB at least, and what is
added at once is far less than the rest."""


def record_files(record: GameRecord) -> list[tuple[str, str]]:
    """Both forms of a record, each with the name of its file."""
    name = f"{record.game}-{record.number or 'study'}"
    return [(f"{name}.txt", record_text(record)), (f"{name}.json", record_json(record))]


class RecordArchive:
    """An archive in the making."""

    def __init__(self) -> None:
        self._buffer = io.BytesIO()
        self.count = 0
        """The records in it."""

    def add(self, records: Iterable[GameRecord]) -> None:
        # Closed each time: it may be the last.
        with zipfile.ZipFile(self._buffer, "a", zipfile.ZIP_DEFLATED) as archive:
            for record in records:
                self.count += 1
                for name, text in record_files(record):
                    archive.writestr(name, text)

    @property
    def is_full(self) -> bool:
        return self._buffer.tell() >= FULL

    def packed(self) -> bytes:
        """The whole archive."""
        return self._buffer.getvalue()
