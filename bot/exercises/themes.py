"""The tasks of puzzles, and their proofs: which moves solve them, and what refutes others.

All wins are searched within a number of plies of everybody, so that a game that is over only after
the round, or after the next answer, is treated like any other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.catalog import entry
from bot.exercises.exercise import Line
from bot.games.core import Position, Turn
from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import prove
from bot.opponents.reviewing import gain


class PuzzleTheme(StrEnum):
    """The task of a puzzle.

    `WIN1` and `WIN2`: a win with one or two own moves, against every answer. `CAPTURE`: most pieces
    at once, minus one's own losses. `SAVE`: the others must not win with their next move. `GUARD`:
    after the best answer one has lost no more pieces than one has taken.
    """

    WIN1 = "win1"
    WIN2 = "win2"
    CAPTURE = "capture"
    SAVE = "save"
    GUARD = "guard"


NODES = 4_000_000
"""Scored moves after which a proof is given up: some five seconds of plain Python."""

LISTED = 4000
"""Legal moves up to which all are searched."""


@dataclass(frozen=True, slots=True)
class Solved:
    """Every first move that solves a puzzle, and how it goes on against the longest resistance.

    `line` ends with a move of the person who solves it. `plies` is how far the proof has looked.
    """

    moves: tuple[str, ...]
    line: Line
    plies: int


@dataclass(frozen=True, slots=True)
class Task:
    """A position of a game with a task, and the scored moves of each proof."""

    key: str
    position: Any
    nodes: int = NODES

    @property
    def game(self) -> Game[Any, Any]:
        return entry(self.key).game

    @property
    def round(self) -> int:
        """The plies in which everybody moves once."""
        return len(getattr(self.position, "playing", (1, 2)))

    def turn_of(self, text: str) -> Turn[Any]:
        """The turn of a move. Raises PlayerError."""
        return self.game.play(self.position, self.game.parse(self.position, text))

    def after(self, text: str) -> "Task":
        return replace(self, position=self.turn_of(text).position)

    def is_over(self) -> bool:
        return self.game.outcome(self.position) is not None

    def wins(self, own: int) -> Solved | None:
        """Every way to win with that many own moves; None if that is not settled."""
        kernel = kernel_of(self.key, self.position)
        proof = prove(kernel, own * self.round, self.nodes, every=True)
        if not proof.known:
            return None
        return Solved(proof.winning, proof.line, proof.plies)

    def winning_reply(self) -> Line:
        """The shortest way in which the player to move wins with one move; empty without one."""
        if self.is_over():
            return ()
        proof = prove(kernel_of(self.key, self.position), self.round, self.nodes)
        return proof.winning[:1]

    def turns(self) -> Iterator[tuple[Any, Turn[Any]]]:
        """Every legal move with its turn."""
        for move in self.game.moves(self.position):
            yield move, self.game.play(self.position, move)


def proven(theme: PuzzleTheme, task: Task) -> Solved | None:
    """All that solves a puzzle of that theme, by every legal move.

    None if nothing does, if it is not settled, or if something better is possible: a win if none is
    asked for, or a faster one.
    """
    return None if task.is_over() else SOLVERS[theme](task)


def is_unique(task: Task, moves: Sequence[str]) -> bool:
    """Whether there is one such move; several that lead to the same position are one."""
    return len({task.after(text).position for text in moves}) == 1


def _win_in_one(task: Task) -> Solved | None:
    found = task.wins(1)
    return Solved(found.moves, found.line[:1], task.round) if found and found.moves else None


def _win_in_two(task: Task) -> Solved | None:
    found = task.wins(2)
    if not found or found.plies <= task.round:
        return None
    return Solved(found.moves, found.line[: task.round + 1], 2 * task.round)


def _capture(task: Task) -> Solved | None:
    gains: dict[str, int] = {}
    for move, turn in task.turns():
        if len(gains) == LISTED:
            return None
        gains[task.game.format(task.position, move)] = gain(turn, task.position.turn)
    most = max(gains.values())
    best = tuple(text for text, gained in gains.items() if gained == most)
    if most < 1 or _has_win(task) or not _is_safe(task, task.turn_of(best[0])):
        return None
    return Solved(best, best[:1], 1)


def _has_win(task: Task) -> bool:
    return bool(task.winning_reply())


def _save(task: Task) -> Solved | None:
    return None if _has_win(task) else _holding(task, _is_safe, 1 + task.round)


def _is_safe(task: Task, turn: Turn[Any]) -> bool:
    # Whether nobody else has won with the move or can win with the next one.
    end = replace(task, position=turn.position)
    outcome = task.game.outcome(turn.position)
    if outcome is not None:
        return not outcome.winners or task.position.turn in outcome.winners
    return not end.winning_reply()


def _guard(task: Task) -> Solved | None:
    if _has_win(task):
        return None
    # What punishes one move often punishes the next.
    known: list[Any] = []
    found = _holding(task, lambda _, turn: taker(task, turn, known) is None, 2)
    return found if found and _is_safe(task, task.turn_of(found.moves[0])) else None


def taker(task: Task, turn: Turn[Any], known: list[Any] | None = None) -> Any:
    """The answer to a turn that takes more pieces than it has gained, None without one.

    `known` are answers that are tried before all others; a new one is put in front.
    """
    seat, game = task.position.turn, task.game
    gained, end = gain(turn, seat), turn.position
    tried = known if known is not None else []
    for move in tried:
        reply = game.resolve(end, move)
        if reply and gain(reply, end.turn) > gained:
            return move
    best, most = None, gained
    for move in game.moves(end):
        taken = gain(game.play(end, move), end.turn)
        if taken > most:
            best, most = move, taken
            if known is not None:
                break
    if best is not None:
        tried.insert(0, best)
    return best


def _holding(task: Task, holds: Callable[[Task, Turn[Any]], bool], plies: int) -> Solved | None:
    # All moves that hold, given up once two of them differ: that is no puzzle.
    texts: list[str] = []
    ends: set[Position] = set()
    for listed, (move, turn) in enumerate(task.turns()):
        if listed == LISTED or len(ends) > 1:
            return None
        if turn.position in ends or holds(task, turn):
            ends.add(turn.position)
            texts.append(task.game.format(task.position, move))
    return Solved(tuple(texts), (texts[0],), plies) if len(ends) == 1 else None


SOLVERS: dict[PuzzleTheme, Callable[[Task], Solved | None]] = {
    PuzzleTheme.WIN1: _win_in_one,
    PuzzleTheme.WIN2: _win_in_two,
    PuzzleTheme.CAPTURE: _capture,
    PuzzleTheme.SAVE: _save,
    PuzzleTheme.GUARD: _guard,
}
