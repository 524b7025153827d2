"""Questions about a position and what the search answers: plain values that cross processes."""

from dataclasses import dataclass, replace
from random import Random
from typing import Protocol, TypeVar, cast

from bot.catalog import entry
from bot.games.core import Position
from bot.opponents.kernel import DEARER, Kernel, RulesKernel, has_kernel, kernel_of
from bot.opponents.levels import level_of
from bot.opponents.proofs import Proof, answers, prove
from bot.opponents.reviewing import Mistake, ReviewQuestion, missed_by_each, missed_win, mistake_of
from bot.opponents.search import Found, Search

A_co = TypeVar("A_co", covariant=True)


class Answerable(Protocol[A_co]):
    """A question as a plain value, which a worker process can answer."""

    def answer(self) -> A_co:
        """Compute the answer, for as long as it takes."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to play for the player to move. The same question always has the same answer.

    `plain` uses the rules alone, if the game's kernel has failed.
    """

    key: str
    position: Position
    level: int
    seed: int
    plain: bool = False

    def answer(self) -> Found:
        """A good move, as strong as the level plays. The game must not be over."""
        level = level_of(self.key, self.level)
        kernel = kernel_of(self.key, self.position)
        if self.plain or not has_kernel(self.key):
            kernel = cast("Kernel", RulesKernel(self.key, self.position))
            # In the same time they search fewer moves.
            level = replace(level, nodes=max(1, level.nodes // DEARER))
        found = Search(kernel, level, Random(self.seed).getrandbits(64)).found()
        rules = entry(self.key).game
        rules.play(self.position, rules.parse(self.position, found.text))
        return found


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """Whether the player to move wins in at most that many plies of both, by every legal move.

    `nodes` bounds the work, in scored moves.
    """

    key: str
    position: Position
    plies: int
    nodes: int

    def answer(self) -> Proof:
        """What can be proven, by the kernel. The caller replays it by the rules first."""
        return prove(kernel_of(self.key, self.position), self.plies, self.nodes)


@dataclass(frozen=True, slots=True)
class AdjudicationQuestion:
    """Whether either of the two players of a position wins in at most that many plies of both.

    `last` is the move that led to it from the position `before`, empty at the beginning of a match.
    `nodes` bounds the work for each side, in scored moves.
    """

    key: str
    position: Position
    before: Position
    last: str
    plies: int
    nodes: int

    def answer(self) -> tuple[str, ...]:
        """The moves from the position to the win that is proven; none if none is."""
        won = prove(kernel_of(self.key, self.position), self.plies, self.nodes)
        return won.line or (self._lost() if self.last else ())

    def _lost(self) -> tuple[str, ...]:
        # A win of the player who moved last, against every answer.
        kernel = kernel_of(self.key, self.before)
        known = answers(kernel, self.last, self.plies + 1, self.nodes)
        if not known.known or known.holding or not known.losing:
            return ()
        rules, reply = entry(self.key).game, known.losing[0]
        after = rules.play(self.position, rules.parse(self.position, reply)).position
        if rules.outcome(after):
            return (reply,)
        follows = prove(kernel_of(self.key, after), self.plies, self.nodes)
        return (reply, *follows.line) if follows.line else ()


@dataclass(frozen=True, slots=True)
class MistakeQuestion:
    """What was missed in turn `ply` of a match, from 1; for None in the last turn in which a player
    missed a win."""

    match: ReviewQuestion
    ply: int | None

    def answer(self) -> Mistake | None:
        return missed_win(self.match) if self.ply is None else mistake_of(self.match, self.ply)


@dataclass(frozen=True, slots=True)
class LastMistakesQuestion:
    """The last win that each player of a match missed or allowed, latest first."""

    match: ReviewQuestion

    def answer(self) -> tuple[Mistake, ...]:
        return missed_by_each(self.match)
