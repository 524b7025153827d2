"""A study's place as a match, so that whatever draws and tells matches works on it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.catalog import entry
from bot.games.core import Position
from bot.model.match import Match, Ply
from bot.model.records import NO_EVENT, NOWHERE, MatchId, Person, PersonId, Seat, Status
from bot.model.studies.board import StudyBoard
from bot.model.studies.following import LEAVES
from bot.model.studies.study import Study
from bot.model.terms import USUAL_TERMS

OF_NO_MATCH = MatchId(-1)
"""The number of the board of a study that follows no match."""


def own_board(study: Study, owner: Person, begun: datetime) -> Match:
    """The board on which a study begins that follows no match: as a running match without a clock,
    whose players have the names of their sides."""
    start, board = study.start, StudyBoard(study)
    sides = entry(start.game).sides[: start.players]
    return Match(
        id=OF_NO_MATCH,
        seq=NO_EVENT,
        game=start.game,
        options=start.options,
        status=Status.RUNNING,
        host=owner,
        invited=(),
        accepted=(),
        board_seq=NO_EVENT,
        first="host",
        channel=NOWHERE,
        guild=None,
        control=None,
        expires=begun,
        updated=begun,
        seats=tuple(Person(PersonId(-seat), side) for seat, side in enumerate(sides, 1)),
        opening=board.position(study, 0),
    )


def known_positions(study: Study, base: Match) -> dict[int, Position]:
    """The positions of the match's own moves that need not be played, by node."""
    found = zip(study.trunk_line, base.plies, strict=False)
    return {number: ply.known for number, ply in found if ply.known is not None}


def as_match(study: Study, base: Match, owner: Person, at: int | None = None) -> Match:
    """The study at a node, usually its place, as a running match whose player to move is its owner,
    whoever that is in the match; the others have numbers below zero, and all keep their names.

    `base` is the match that it has followed so far, or its `own_board`. Unless the game is over by
    its rules it goes on, whatever became of the match, and it has no clock.
    """
    board = StudyBoard(study, known_positions(study, base))
    line = study.line(at)
    shared = _shared(line, study.trunk_line[: len(base.plies)])
    plies = list(base.plies[:shared])
    for number in line[shared:]:
        earlier = plies[-1] if plies else board.position(study, 0)
        plies.append(_ply(board, study, number, earlier, base))
    position = plies[-1].after if plies else board.position(study, 0)
    outcome = base.rules.outcome(position)
    out = frozenset(ply.seat for ply in plies if ply.text in LEFT)
    return base.changed(
        status=Status.ENDED if outcome else Status.RUNNING,
        plies=tuple(plies),
        outcome=outcome,
        seats=_seats(base, owner, Seat(position.turn)),
        opening=board.position(study, 0),
        out=out,
        terms=USUAL_TERMS if base.outcome else base.terms,
        **_WITHOUT,
    )


LEFT = ("resign", "late")
"""The texts of moves that are a player's leaving, as matches have them."""

_WITHOUT: dict[str, Any] = {
    "clocks": (),
    "control": None,
    "since": None,
    "overdue": False,
    "gone": None,
    "held": False,
    "time": None,
    "undone": (),
    "proof": (),
    "successions": (),
}
"""What a study has nothing of."""


def _shared(line: Sequence[int], trunk: Sequence[int]) -> int:
    pairs = zip(line, trunk, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one != other), min(len(line), len(trunk))
    )


def _ply(board: StudyBoard, study: Study, number: int, earlier: Ply | Position, base: Match) -> Ply:
    turn, move = board.turn(study, number), study[number].move
    left = move.removeprefix(LEAVES) if move.startswith(LEAVES) else ""
    before = earlier.after if isinstance(earlier, Ply) else earlier
    return Ply(
        seat=Seat(int(left) if left else before.turn),
        text=LEFT[0] if left else move,
        seq=base.seq,
        at=base.updated,
        play=lambda _: turn,
        earlier=earlier,
        known=turn.position,
    )


def _seats(base: Match, owner: Person, mover: Seat) -> tuple[Person, ...]:
    return tuple(
        Person(owner.id if seat == mover else PersonId(-seat), person.name)
        for seat, person in enumerate(base.seats, 1)
    )
