"""Questions about a position and what the search answers: plain values that cross processes."""

from dataclasses import dataclass
from random import Random

from bot.games.core import Position
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import Level, level_of
from bot.opponents.search import Found, Proof, Search, prove


@dataclass(frozen=True, slots=True)
class Question:
    """What to play for whoever is to move. The same question always has the same answer."""

    key: str
    position: Position
    level: int
    seed: int


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """Whether whoever is to move wins in at most so many plies of both, by every legal move.

    `nodes` bounds the work, in scored moves.
    """

    key: str
    position: Position
    plies: int
    nodes: int


def found(question: Question) -> Found:
    """A good move, as strong as the level plays. The game must not be over."""
    level: Level = level_of(question.key, question.level)
    kernel = kernel_of(question.key, question.position)
    return Search(kernel, level, Random(question.seed).getrandbits(64)).found()


def proof(question: ProofQuestion) -> Proof:
    """What can be proven of a win, by the kernel. Who shows it plays it through the rules first."""
    return prove(kernel_of(question.key, question.position), question.plies, question.nodes)
