"""Judges a try at a puzzle: by the rules, and its refutation by search."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.exercises.exercise import Judgment, Line, Result
from bot.exercises.themes import NODES, PuzzleTheme, Task, taker
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import Answers, answers, prove
from bot.opponents.reviewing import gain

LOST, DRAWN = "lost", "drawn"
"""The answer wins (without an answer, the try itself has lost), or the game ends in a draw."""

STOPPED, IDLE = "stopped", "idle"
"""No win: it was threatened, and the answer stops it; or nothing was threatened at all."""

SHORT, TAKEN = "short", "taken"
"""More pieces were possible, and what the answer takes back; or the answer takes a piece."""


def judged(
    task: Task, theme: PuzzleTheme, solution: Line, plies: int, line: Sequence[str]
) -> Judgment:
    """The judgment of a line in a puzzle of that theme; see `Exercise`. Raises PlayerError."""
    *before, text = line
    for played in before:
        task = task.after(played)
    text = task.game.format(task.position, task.game.parse(task.position, text))
    following = _following(task, text, solution[len(before) :])
    trial = _Trial(task, text, plies - len(before))
    match theme:
        case PuzzleTheme.WIN1 | PuzzleTheme.WIN2:
            return trial.win(following)
        case PuzzleTheme.CAPTURE:
            return trial.capture(solution[0])
        case PuzzleTheme.SAVE:
            return trial.save()
        case PuzzleTheme.GUARD:
            return trial.guard()


def _following(task: Task, text: str, solution: Line) -> Line:
    # The answers of the solution, if the move leads to the same position as its own.
    if len(solution) < task.round + 1:
        return ()
    is_same = task.after(solution[0]).position == task.after(text).position
    return solution[1 : task.round] if is_same else ()


def _wrong(reason: str, reply: Line = ()) -> Judgment:
    return Judgment(Result.WRONG, reply, reason)


REACHED = Judgment(Result.REACHED)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A move that is tried, with that many plies left for the goal, itself counted."""

    task: Task
    text: str
    plies: int

    @property
    def after(self) -> Task:
        return self.task.after(self.text)

    def win(self, following: Line) -> Judgment:
        """The move has to win; `following` are the known answers to it."""
        if self.after.is_over():
            return self._ended()
        found = answers(kernel_of(self.task.key, self.task.position), self.text, self.plies, NODES)
        if found.holding or not found.known:
            return self._no_win(found)
        if self.plies <= self.task.round:
            return REACHED
        return Judgment(Result.GOES_ON, following or found.losing[:1])

    def _no_win(self, found: Answers) -> Judgment:
        if reply := self.after.winning_reply():
            return _wrong(LOST, reply)
        return _wrong(STOPPED if found.losing else IDLE, found.holding[:1])

    def _ended(self) -> Judgment:
        outcome = self.task.game.outcome(self.after.position)
        if outcome and outcome.winners:
            is_won = self.task.position.turn in outcome.winners
            return REACHED if is_won else _wrong(LOST)
        return _wrong(DRAWN)

    def capture(self, right: str) -> Judgment:
        """The move has to gain as many pieces as the right one."""
        turn, seat = self.task.turn_of(self.text), self.task.position.turn
        if self.after.is_over():
            return self._ended()
        if reply := self.after.winning_reply():
            return _wrong(LOST, reply)
        if gain(turn, seat) >= gain(self.task.turn_of(right), seat):
            return REACHED
        return _wrong(SHORT, self._taken_back())

    def _taken_back(self) -> Line:
        end = self.after
        turns = [] if end.is_over() else [*end.turns()]
        taken, best = max(
            ((gain(turn, end.position.turn), n) for n, (_, turn) in enumerate(turns)),
            default=(0, 0),
        )
        return (end.game.format(end.position, turns[best][0]),) if taken > 0 else ()

    def save(self) -> Judgment:
        """The others must not win within the plies that are left."""
        end = self.after
        if end.is_over():
            ended = self._ended()
            # A draw is not a win.
            return REACHED if ended.reason == DRAWN else ended
        proof = prove(kernel_of(end.key, end.position), self.plies - 1, NODES)
        return _wrong(LOST, proof.winning[:1]) if proof.winning else REACHED

    def guard(self) -> Judgment:
        """No answer may take more than the move has gained."""
        end = self.after
        if end.is_over():
            return self._ended()
        if reply := end.winning_reply():
            return _wrong(LOST, reply)
        found = taker(self.task, self.task.turn_of(self.text))
        if found is None:
            return REACHED
        return _wrong(TAKEN, (end.game.format(end.position, found),))
