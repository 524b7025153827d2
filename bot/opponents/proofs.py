"""What is proven about a position: the moves that win against every answer.

With three and more players the others are assumed to play together against the player to move.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.games.core import PlayerError
from bot.games.guide import Game
from bot.opponents.kernel import LOST, MOVE_BITS, MOVE_MASK, UNKNOWN, WON, Kernel, kernel_of
from bot.opponents.longs import LongMap
from bot.opponents.sides import Sides, Spent, put_first


@dataclass(frozen=True, slots=True)
class Proof:
    """The moves that win against every answer, as texts, the fastest first.

    `known` is False if the budget ended before that was settled. `plies` is how long the fastest
    win takes, 0 without one. `line` is that win against the longest resistance.
    """

    winning: tuple[str, ...]
    known: bool
    plies: int
    line: tuple[str, ...]
    nodes: int


def prove(kernel: Kernel, plies: int, nodes: int, *, every: bool = False) -> Proof:
    """The moves that win in at most that many plies of both, by every legal move.

    With `every` all of them, else those of the fastest win. `nodes` bounds the scored moves.
    """
    prover = _Prover(kernel, nodes)
    winning: list[int] = []
    known = True
    fastest = 0
    try:
        for limit in range(1, plies + 1):
            winning = prover.winners(limit)
            if winning:
                fastest = limit
                break
        if winning and every and fastest < plies:
            winning += [move for move in prover.winners(plies) if move not in winning]
    except Spent:
        prover.sides.rewind()
        known = False
    spent = nodes - max(prover.sides.left, 0)
    line = prover.line(winning[0], fastest) if winning else ()
    texts = tuple(kernel.text(move) for move in winning)
    return Proof(texts, known, fastest, line, spent)


@dataclass(frozen=True, slots=True)
class Answers:
    """What the others can answer to a move: with `holding` its player does not win within the plies
    asked, with `losing` they still lose. The likeliest first; those that end the game come last.
    `known` is False if the budget ended before all were tried."""

    holding: tuple[str, ...]
    losing: tuple[str, ...]
    known: bool = True


def answers(kernel: Kernel, text: str, plies: int, nodes: int) -> Answers:
    """How the legal move of that text can be answered. Its player is to win within that many plies,
    including the move itself. A move that ends the game has no answers."""
    prover = _Prover(kernel, nodes)
    move = next(move for _, move in kernel.scored() if kernel.text(move) == text)
    holding: list[str] = []
    losing: list[str] = []
    known = True
    try:
        is_theirs = prover.sides.play(move)
        for reply, loses in prover.replies(plies - 1) if is_theirs else ():
            (losing if loses else holding).append(kernel.text(reply))
        known = prover.sides.whole
    except Spent:
        known = False
    prover.sides.rewind()
    return Answers(tuple(holding), tuple(losing), known)


class _Prover:
    """Proves wins of the player to move at the root."""

    def __init__(self, kernel: Kernel, nodes: int) -> None:
        self.kernel, self.sides, self.moves = kernel, Sides(kernel, nodes), kernel.moves
        # By key: the plies within which the root's player wins, and those within which not.
        self.won, self.open = LongMap(), LongMap()
        # By plies: the last move that refuted an attack.
        self.refutations = LongMap()

    def winners(self, plies: int) -> list[int]:
        """The moves at the root that win within that many plies."""
        start = len(self.moves)
        self._try(plies)
        ranks = [self.moves.get(at) for at in range(start, len(self.moves))]
        won = [rank & MOVE_MASK for rank in ranks if self._wins_by(rank, plies)]
        self.moves.cut(start)
        return won

    def _try(self, plies: int) -> None:
        # Put on `moves` the ranks of the moves that could begin a win. Those of candidates tell
        # only whether the move loses at once.
        start = len(self.moves)
        some = self.kernel.candidates(plies)
        if some == 0:
            return
        scanned = len(self.moves)
        count = self.sides.scan()
        if some == UNKNOWN:
            self.sides.order(start)
        elif count and self.moves.get(scanned) >> MOVE_BITS == WON:
            self.sides.order(scanned)
            for at in range(count):
                self.moves.put(start + at, self.moves.get(scanned + at))
            self.moves.cut(start + count)
        else:
            for at in range(start, scanned):
                lost = LOST | self.moves.get(at)
                if self.moves.has(lost, scanned):
                    self.moves.put(at, lost)
            self.moves.cut(scanned)

    def _wins_by(self, rank: int, plies: int) -> bool:
        worth, move = rank >> MOVE_BITS, rank & MOVE_MASK
        if worth == WON or worth == -WON or plies == 1:
            return worth == WON
        other = self.sides.play(move)
        won = self._loses(plies - 1) if other else self._wins(plies - 1)
        self.sides.undo()
        return won

    def _wins(self, plies: int) -> bool:
        # Whether the root's player, to move, wins within that many plies.
        key = self.kernel.key
        if self.won.get(key, plies + 1) <= plies:
            return True
        if self.open.get(key, 0) >= plies:
            return False
        start = len(self.moves)
        self._try(plies)
        found = False
        for at in range(start, len(self.moves)):
            if self._wins_by(self.moves.get(at), plies):
                found = True
                break
        self.moves.cut(start)
        self._note(key, plies, found)
        return found

    def _loses(self, plies: int) -> bool:
        # Whether the others, to move, lose within that many plies whatever they play.
        if not plies:
            return False
        key = self.kernel.key
        if self.won.get(key, plies + 1) <= plies:
            return True
        if self.open.get(key, 0) >= plies:
            return False
        start = len(self.moves)
        count = self.sides.scan()
        found = count > 0 and self.sides.whole and self._all_lose(start, plies)
        self.moves.cut(start)
        self._note(key, plies, found)
        return found

    def _all_lose(self, start: int, plies: int) -> bool:
        best = self.moves.get(start) >> MOVE_BITS
        if best == -WON:
            return True
        if plies == 1 or best == WON:
            return False
        self.sides.order(start)
        put_first(self.moves, start, self.refutations.get(plies, -1))
        for at in range(start, len(self.moves)):
            rank = self.moves.get(at)
            move = rank & MOVE_MASK
            if rank >> MOVE_BITS == -WON:
                continue
            other = self.sides.play(move)
            lost = self._wins(plies - 1) if other else self._loses(plies - 1)
            self.sides.undo()
            if not lost:
                # What refuted one attack often refutes the next.
                self.refutations.put(plies, move)
                return False
        return True

    def replies(self, plies: int) -> Iterator[tuple[int, bool]]:
        """Each move of the others, to move, and whether they lose with it within that many
        plies."""
        for worth, move in self.sides.scored():
            if worth in (WON, -WON):
                yield move, worth == -WON
                continue
            other = self.sides.play(move)
            won = self._wins(plies - 1) if other else self._loses(plies - 1)
            self.sides.undo()
            yield move, plies > 1 and won

    def _note(self, key: int, plies: int, found: bool) -> None:
        if found:
            self.won.put(key, min(plies, self.won.get(key, plies)))
        else:
            self.open.put(key, max(plies, self.open.get(key, 0)))

    def line(self, move: int, plies: int) -> tuple[str, ...]:
        """The win that begins with the move, against answers that delay it longest."""
        self.sides.left = 1 << 60
        texts: list[str] = []
        while True:
            texts.append(self.kernel.text(move))
            self.sides.play(move)
            plies -= 1
            following = self._reply(plies)
            if following is None:
                break
            move = following
        self.sides.rewind()
        return tuple(texts)

    def _reply(self, plies: int) -> int | None:
        # The next move of the line, None at its end.
        if plies <= 0:
            return None
        if self.kernel.turn == self.sides.me:
            for limit in range(1, plies + 1):
                if winning := self.winners(limit):
                    return winning[0]
            return None
        for worth, move in (scored := self.sides.scored()):
            if worth != -WON and not self._lost_sooner(move, plies):
                return move
        return scored[0][1] if scored else None

    def _lost_sooner(self, move: int, plies: int) -> bool:
        # Whether the game would be over earlier than two plies before the end of the budget.
        self.sides.play(move)
        sooner = self.kernel.turn == self.sides.me and plies > 2 and self._wins(plies - 2)
        self.sides.undo()
        return sooner


NODES = 20_000_000
"""Scored moves after which a proof is given up: about half a minute of plain Python."""


class NotAsProven(PlayerError):
    """The rules don't allow a line that the search has proven, or it does not win."""


def solved(game: Game[Any, Any], position: Any, plies: int, nodes: int = NODES) -> Proof:
    """Every first move with which the player to move wins in at most that many plies of both.

    Raises PlayerError if the game is over, and NotAsProven.
    """
    if game.outcome(position) is not None:
        raise PlayerError("The game is over in this position, so there is nothing to win any more.")
    if plies < 1 or nodes < 1:
        raise PlayerError("A proof takes 1 move or more. Name numbers such as --plies 3.")
    proof = prove(kernel_of(game.key, position), plies, nodes, every=True)
    for text in proof.winning:
        game.play(position, game.parse(position, text))
    if proof.winning and not _wins(game, position, proof):
        raise NotAsProven(
            f"The rules don't confirm the win {', '.join(proof.line)}. That is a mistake of the "
            "search: please report it, with the position."
        )
    return proof


def _wins(game: Game[Any, Any], position: Any, proof: Proof) -> bool:
    # Whether the line ends in a win of its first mover, as soon as the proof says.
    player = position.turn
    for text in proof.line:
        position = game.play(position, game.parse(position, text)).position
    outcome = game.outcome(position)
    return outcome is not None and player in outcome.winners and len(proof.line) <= proof.plies
