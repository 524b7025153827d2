"""Questions about a position and what the search answers: plain values that cross processes."""

from dataclasses import dataclass
from random import Random

from bot.games.core import Position
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import level_of
from bot.opponents.reviewing import Mistake, ReviewQuestion, missed_win, mistake_of
from bot.opponents.search import Found, Proof, Search, prove


@dataclass(frozen=True, slots=True)
class Question:
    """What to play for whoever is to move. The same question always has the same answer."""

    key: str
    position: Position
    level: int
    seed: int

    def answer(self) -> Found:
        """A good move, as strong as the level plays. The game must not be over."""
        kernel = kernel_of(self.key, self.position)
        seed = Random(self.seed).getrandbits(64)
        return Search(kernel, level_of(self.key, self.level), seed).found()


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """Whether whoever is to move wins in at most so many plies of both, by every legal move.

    `nodes` bounds the work, in scored moves.
    """

    key: str
    position: Position
    plies: int
    nodes: int

    def answer(self) -> Proof:
        """What can be proven, by the kernel. Who shows it plays it through the rules first."""
        return prove(kernel_of(self.key, self.position), self.plies, self.nodes)


@dataclass(frozen=True, slots=True)
class MistakeQuestion:
    """What was missed with the `ply`th turn of a match, from 1; of None with the last turn in which
    anybody missed a win."""

    match: ReviewQuestion
    ply: int | None

    def answer(self) -> Mistake | None:
        return missed_win(self.match) if self.ply is None else mistake_of(self.match, self.ply)
