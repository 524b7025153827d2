"""Studies as records of the second version, and back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.games.core import PlayerError
from bot.model.game_records.record import (
    BadRecord,
    Deed,
    GameRecord,
    RecordItem,
    RecordPlayer,
    StudyOf,
    Variation,
    whole_second,
)
from bot.model.records import Seat
from bot.model.studies.board import StudyBoard
from bot.model.studies.following import LEAVES, follow, leave_step
from bot.model.studies.study import MOST_NODES, START, Study, StudyStart

MOST_READ = 2 * MOST_NODES
"""Most moves of a study in a file, besides its match's. In a file, moves that the match took back
look like those of people."""


def main_line_moves(record: GameRecord) -> list[str]:
    """The moves of a record that stand, as studies have them: with those who leave."""
    line: list[str] = []
    playing = len(record.players)
    for item in record.items:
        if item.deed is Deed.MOVE:
            line.append(item.text)
        elif item.deed is Deed.TAKEBACK:
            del line[max(0, len(line) - item.count) :]
        elif item.deed in (Deed.RESIGN, Deed.LATE):
            playing -= 1
            line += [leave_step(item.seat)] * (playing > 1)
    return line


# Writing


def record_of_study(study: Study, made: datetime, match: GameRecord | None = None) -> GameRecord:
    """The record of a study of the match of that record, or of one that follows no match.

    The study first follows the match to where its record ends. Of one that follows none the first
    branches are the main line, by players who are only numbers, and it was `made` then.
    """
    if match:
        study = follow(study, _main_line(study.start, match)).study
        record, line = replace(match, study=StudyOf.MATCH), study.trunk_line
    else:
        record, line = _own(study, whole_second(made)), study.main_line()
    variations = tuple(_variations(study, {START, *line}))
    return replace(record, position=study.start.position, variations=variations)


def _own(study: Study, made: datetime) -> GameRecord:
    start, board, line = study.start, StudyBoard(study), study.main_line()
    items = (
        RecordItem(
            Deed.MOVE,
            Seat(board.position(study, study[number].parent).turn),
            study[number].move,
        )
        for number in line
    )
    end = board.position(study, line[-1] if line else START)
    return GameRecord(
        game=start.game,
        options=start.options,
        players=tuple(RecordPlayer(f"Player {n}") for n in range(1, start.players + 1)),
        items=tuple(items),
        outcome=(outcome := board.game.outcome(end)),
        started=made,
        ended=made if outcome else None,
        made=made,
        study=StudyOf.OWN,
    )


def _variations(study: Study, main_line: set[int]) -> Iterator[Variation]:
    # What of the main line has a name or a note, and all that is not of it.
    for ply, number in study.walk():
        node = study[number]
        if number not in main_line or node.name or node.note:
            yield Variation(ply, node.move, node.name, node.note)


# Reading


def study_of_record(record: GameRecord) -> Study:
    """The study of a record, of either version, its owner where the main line ends.

    The deeds must have been held against the rules already. Raises BadRecord with the line of a
    variation that the rules forbid, and for more moves than files may have.
    """
    start = StudyStart(record.game, record.options, len(record.players), record.position)
    follows = record.study is not StudyOf.OWN
    study = Study(start).grown(START, _main_line(start, record), played=follows)
    end, lasts, board = study.place, [START, *study.line()], StudyBoard(study)
    for each in record.variations:
        study = _with_variation(board, study, each, lasts)
    return replace(study, place=end, trunk=end if follows else START)


def _main_line(start: StudyStart, record: GameRecord) -> list[str]:
    # With the canonical texts of the moves.
    given = Study(start).grown(START, main_line_moves(record))
    board = StudyBoard(given)
    texts = []
    for number in given.line():
        node = given[number]
        is_move = not node.move.startswith(LEAVES)
        texts.append(board.canonical(given, node.parent, node.move) if is_move else node.move)
    return texts


def _with_variation(board: StudyBoard, study: Study, each: Variation, lasts: list[int]) -> Study:
    # `lasts` are the last nodes of each ply so far.
    if each.ply > len(lasts):
        raise BadRecord(each.line, f"No move {each.ply - 1} stands above this, for it to follow.")
    if each.ply:
        at = lasts[each.ply - 1]
        study = _grown(board, study, at, each.move, each.line)
        lasts[each.ply : each.ply + 1] = [study.place]
    number = lasts[each.ply]
    study = study.rename(number, each.name) if each.name else study
    return study.annotate(number, each.note) if each.note else study


def _grown(board: StudyBoard, study: Study, at: int, move: str, line: int) -> Study:
    if move.startswith(LEAVES) and (known := study.next(at, move)):
        return study.go(known)
    try:
        grown = study.grown(at, [board.canonical(study, at, move)])
    except PlayerError as error:
        raise BadRecord(line, str(error)) from error
    if grown.own > MOST_READ:
        raise BadRecord(line, f"A study in a file has {MOST_READ} moves at most; here it has more.")
    return grown
