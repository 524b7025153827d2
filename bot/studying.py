"""The answers of `bumpbot study`: the moves of a study in a file, and a proof that it is kept."""

from collections.abc import Iterator
from typing import Any

from bot.model.game_records.archive import read_record
from bot.model.game_records.as_json import record_json
from bot.model.game_records.as_text import record_text
from bot.model.game_records.record import GameRecord, StudyOf
from bot.model.studies.board import StudyBoard
from bot.model.studies.files import record_of_study, study_of_record
from bot.model.studies.study import START, Study
from bot.service.game_records import checked, replay_question


def study_lines(content: bytes) -> Iterator[dict[str, Any]]:
    """What is printed of a study, or of a record as one: the start, then each move before its
    branches. Raises BadRecord."""
    _, study = _read(content)
    board = StudyBoard(study)
    for _, number in study.walk():
        yield _node(study, board, number)


def _read(content: bytes) -> tuple[GameRecord, Study]:
    record = read_record(content)
    checked(record, replay_question(record).answer())
    return record, study_of_record(record)


def _node(study: Study, board: StudyBoard, number: int) -> dict[str, Any]:
    node = study[number]
    effects = () if number == START else board.turn(study, number).effects
    return {
        "path": study.path(number),
        "position": board.game.write(board.position(study, number)),
        "effects": [effect.record() for effect in effects],
        **({"name": node.name} if node.name else {}),
        "note": node.note,
    }


def check_study(content: bytes) -> tuple[dict[str, Any], bool]:
    """How large a study is, and for each form of a record whether it is the same after it was
    written so and read again; whether all of that is so. Raises BadRecord."""
    record, study = _read(content)
    match = None if record.study is StudyOf.OWN else record
    written = record_of_study(study, record.made, match)
    forms = {"text": record_text(written), "json": record_json(written)}
    same = {name: _is_same(study, written, form) for name, form in forms.items()}
    notes = sum(bool(node.note) for node in study.nodes.values())
    return {"moves": len(study.nodes) - 1, "notes": notes, **same}, all(same.values())


def _is_same(study: Study, written: GameRecord, form: str) -> bool:
    record, again = _read(form.encode())
    return record == written and again.outline() == study.outline()
