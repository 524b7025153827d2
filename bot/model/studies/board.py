"""What the moves of a study do, by the rules."""

from collections.abc import Mapping
from typing import Any

from bot.catalog import entry
from bot.games.core import Position, Turn
from bot.games.guide import Game
from bot.model.refusals import Refused
from bot.model.studies.following import LEAVES
from bot.model.studies.study import START, Study
from bot.model.turns import resolve_text

OVER = "The game is over here by the rules, so no move follows. Go back to try another one."


class StudyBoard:
    """The positions of a study's nodes. What was played once is remembered.

    `known` are positions that need not be played, by node: of the match's last move, for one. As
    numbers are given once, a board also serves what becomes of its study.
    """

    def __init__(self, study: Study, known: Mapping[int, Position] | None = None) -> None:
        start = study.start
        self.game: Game[Any, Any] = entry(start.game).game
        opening = (
            self.game.read(start.position, start.options)
            if start.position
            else self.game.start(start.options)
        )
        self._positions: dict[int, Position] = {**(known or {}), START: opening}
        self._turns: dict[int, Turn[Any]] = {}

    def position(self, study: Study, number: int | None = None) -> Position:
        """The position after a node's move, usually that of the place."""
        last = study.place if number is None else number
        at, unplayed = last, list[int]()
        while at not in self._positions:
            unplayed.append(at)
            at = study[at].parent
        for each in reversed(unplayed):
            self._positions[each] = self.turn(study, each).position
        return self._positions[last]

    def turn(self, study: Study, number: int) -> Turn[Any]:
        """The move of a node with its whole chain. Raises PlayerError if the rules forbid it."""
        if number not in self._turns:
            node = study[number]
            before = self.position(study, node.parent)
            self._turns[number] = self._resolved(before, node.move)
        return self._turns[number]

    def _resolved(self, position: Position, move: str) -> Turn[Any]:
        if move.startswith(LEAVES):
            return self.game.leave(position, int(move.removeprefix(LEAVES)))
        return resolve_text(self.game, position, move).turn

    def canonical(self, study: Study, at: int, move: str) -> str:
        """The canonical text of a move after a node. Raises PlayerError: it is no move, or not
        legal."""
        position = self.position(study, at)
        if self.game.outcome(position):
            raise Refused(OVER)
        return resolve_text(self.game, position, move).text

    def play(self, study: Study, move: str, at: int | None = None) -> Study:
        """The study with the move of that text after a node, usually the place, and its owner
        there. Raises PlayerError: it is no move, not legal, or the study is full."""
        at = study.place if at is None else at
        return study.play(self.canonical(study, at, move), at)
