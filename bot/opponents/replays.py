"""Replays recorded deeds by the rules, in a separate process: files come from anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bot.catalog import entry
from bot.games.core import Outcome, PlayerError, Position, Turn
from bot.games.guide import Game
from bot.games.phrases import counted


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A move by its `text`, or that many moves taken `back`, or else that the player leaves."""

    seat: int
    text: str | None = None
    back: int = 0


@dataclass(frozen=True, slots=True)
class Misfit:
    """The step that does not fit, from 0, or None for the opening, and why."""

    step: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """The canonical texts of the moves in order, including those taken back; the end by the rules,
    and who still plays."""

    texts: tuple[str, ...]
    outcome: Outcome | None
    playing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReplayQuestion:
    """Whether the steps fit the rules of the game from its start, or from the position of that
    text. It gives up after `seconds`."""

    key: str
    options: Mapping[str, Any]
    players: int
    steps: Sequence[ReplayStep]
    seconds: float = float("inf")
    position: str = ""

    def answer(self) -> Replayed | Misfit:
        """Play all of it, or up to what does not fit."""
        until = perf_counter() + self.seconds
        try:
            board = self.board()
        except PlayerError as error:
            return Misfit(None, str(error))
        for place, step in enumerate(self.steps):
            if perf_counter() > until:
                return Misfit(place, TOO_LONG.format(seconds=round(self.seconds)))
            try:
                board.take(step)
            except PlayerError as error:
                return Misfit(place, str(error))
        return Replayed(tuple(board.texts), board.outcome, tuple(board.playing))

    def board(self) -> "ReplayBoard":
        """Where the match begins. Raises PlayerError."""
        game = entry(self.key).game
        start = game.read(self.position, self.options) if self.position else None
        opening = start or game.start(self.options)
        return ReplayBoard(game, opening, list(range(1, self.players + 1)))


TOO_LONG = "Up to here it took {seconds} seconds to play, and that is all I have for one record."


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """What the player on `seat` did: a move by its canonical text, or None if they left."""

    seat: int
    text: str | None
    turn: Turn[Any]


@dataclass(slots=True)
class ReplayBoard:
    """The turns not taken back, and the players left.

    None of the first `fixed` turns may be taken back: a player has left since. `texts` are those of
    all moves, also of those taken back.
    """

    game: Game[Any, Any]
    opening: Position
    playing: list[int]
    turns: list[ReplayedTurn] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    fixed: int = 0

    @property
    def position(self) -> Position:
        return self.turns[-1].turn.position if self.turns else self.opening

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.position)

    def take(self, step: ReplayStep) -> None:
        """Do what the step says. Raises PlayerError."""
        if step.back:
            self._take_back(step)
            return
        if self.outcome or len(self.playing) < 2:
            raise PlayerError("The match is over before this, by the rules.")
        if step.seat not in self.playing:
            raise PlayerError(f"Player {step.seat} does not play any more.")
        if step.text is None:
            self._leave(step.seat)
        else:
            self._move(step.seat, step.text)

    def _move(self, seat: int, text: str) -> None:
        position = self.position
        if position.turn != seat:
            raise PlayerError(f"It is the turn of player {position.turn} here, not of {seat}.")
        move = self.game.parse(position, text)
        turn = self.game.play(position, move)
        self.texts.append(self.game.format(position, move))
        self.turns.append(ReplayedTurn(seat, self.texts[-1], turn))

    def _leave(self, seat: int) -> None:
        # With one player left the match ends on the current board.
        self.playing.remove(seat)
        if len(self.playing) > 1:
            self.turns.append(ReplayedTurn(seat, None, self.game.leave(self.position, seat)))
        self.fixed = len(self.turns)

    def _take_back(self, step: ReplayStep) -> None:
        left = len(self.turns) - self.fixed
        if step.back > left or self.turns[-step.back].seat != step.seat:
            raise PlayerError(
                f"Player {step.seat} can't take back {counted(step.back, 'move')} here."
            )
        del self.turns[-step.back :]
