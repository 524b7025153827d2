"""Reads a record in either of its forms."""

from bot.model.game_records.as_json import read_record_json
from bot.model.game_records.as_text import read_text
from bot.model.game_records.record import BadRecord, GameRecord


def read_record(content: bytes) -> GameRecord:
    """The record in the bytes of a file: JSON begins with a brace. Raises BadRecord."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadRecord(line, "This is no text in UTF-8.") from error
    return read_record_json(text) if text.lstrip().startswith("{") else read_text(text)
