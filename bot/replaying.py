"""The answers of `bumpbot replay`: to jobs line by line, to a record as a whole."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from bot.jobs import Answer, answer, reply, turn_report
from bot.model.game_records.archive import read_record
from bot.model.game_records.record import CHANGED, GameRecord
from bot.service.game_records import checked, replay_question

RECORD = re.compile(r'\ufeff?\s*(\[|;|\{\s*($|"(header|moves)"))')
"""How the first line of a record begins, in either form; a job is one line that begins
otherwise."""


def replayed_lines(lines: Iterable[str]) -> Iterator[Answer]:
    """An answer for each job, or one for a record. Raises BadRecord for one that does not fit."""
    given = iter(lines)
    first = next((line for line in given if line.strip()), None)
    if first is None:
        return
    if RECORD.match(first):
        text = "".join(chain([first], given))
        yield record_answer(read_record(text.encode("utf-8", "surrogateescape")))
    else:
        yield from map(answer, filter(str.strip, chain([first], given)))


def record_answer(record: GameRecord) -> Answer:
    """The turns of a record that were not taken back, in the form of a job's answer. Raises
    BadRecord."""
    question = replay_question(record)
    _, outcome = checked(record, question.answer())
    board = question.board()
    for step in question.steps:
        board.take(step)
    turns = [
        {"seat": turn.seat, **turn_report(turn.text, turn.turn.effects)} for turn in board.turns
    ]
    answered = reply(turns, position=board.game.write(board.position), outcome=outcome)
    return {**answered, "note": CHANGED} if record.changed else answered
