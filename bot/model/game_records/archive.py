"""Records packed together, as files that Discord takes. Pure, but long: for a thread."""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.model.game_records.as_json import record_json
from bot.model.game_records.as_text import record_text
from bot.model.game_records.record import GameRecord

FULL = 4 * 2**20
"""Bytes from which on an archive takes no more records. Discord takes 10 MB at least, and what is
added at once is far less than the rest."""


def record_files(record: GameRecord) -> list[tuple[str, str]]:
    """Both forms of a record, each with the name of its file."""
    name = f"{record.game}-{record.number}"
    return [(f"{name}.txt", record_text(record)), (f"{name}.json", record_json(record))]


@dataclass(slots=True, eq=False)
class RecordArchive:
    """An archive that is being made. `count` are the matches in it."""

    count: int = 0
    _buffer: io.BytesIO = field(default_factory=io.BytesIO)

    def add(self, records: Iterable[GameRecord]) -> None:
        """Pack some more."""
        with zipfile.ZipFile(self._buffer, "a", zipfile.ZIP_DEFLATED) as archive:
            for record in records:
                self.count += 1
                for name, text in record_files(record):
                    archive.writestr(name, text)

    @property
    def is_full(self) -> bool:
        return len(self._buffer.getbuffer()) >= FULL

    @property
    def content(self) -> bytes:
        return self._buffer.getvalue()
