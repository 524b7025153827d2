"""The search of all games: what to play, and what is proven about a position.

Negamax with iterative deepening over a kernel. Proven results (a win or a loss against every play)
are kept for the whole search and passed up; a loss counts only once every legal move loses. The
budget is in scored moves, so the same question has the same answer on every machine.

With three and more players the others are assumed to play together against the player to move; with
four and more only for proofs.
"""

from dataclasses import dataclass
from random import Random

from bot.opponents.kernel import LIMIT, MOST_WORTH, MOVE_BITS, MOVE_MASK, PROVEN, WON, Kernel
from bot.opponents.levels import Level
from bot.opponents.longs import LongMap, Longs
from bot.opponents.proofs import prove
from bot.opponents.sides import Sides, Spent, farther, nearer, put_first

MOST_EXTENDED = 6
"""Plies by which urgent replies deepen one line at most."""

LONGEST_LINE = 12

MANY = 4
"""From this many players the others are not assumed to play together while a move is searched:
measured with four, that loses to looking one ply ahead. With three it is no worse."""

PROOF_SHARE = 4
"""A proof may take this fraction of the budget of a move; a level's extra allowance is added."""

BOUND_BITS = 22
"""What is known of a position is one number: the plies looked ahead, and below them the lowest and
the highest value with these many bits each, counted from `-LIMIT`."""

BOUND_MASK = (1 << BOUND_BITS) - 1

MIXING = 0x9E3779B97F4A7C15
"""Spreads the bits of a key (2 ** 64 over the golden ratio, as in Knuth's hashing)."""


@dataclass(frozen=True, slots=True)
class Found:
    """A move, as text, and its analysis.

    `worth` is in points, to the player to move. `proven` is the number of plies in which the game
    is won (lost, if negative) against every play, 0 if nothing is proven. `line` begins with the
    move itself. `nodes` are the moves that were scored.
    """

    text: str
    worth: int
    proven: int
    line: tuple[str, ...]
    nodes: int


class Search:
    """Looks for a good move in the position of a kernel, which is left as it was."""

    def __init__(self, kernel: Kernel, level: Level, seed: int) -> None:
        self.level, self.seed = level, seed
        # Of many, each of the others plays what looks best to them, and the search looks as many
        # rounds ahead as with two.
        are_many = kernel.players >= MANY
        self.sides = Sides(kernel, level.nodes, int(are_many))
        self.depth = level.depth * kernel.players // 2 if are_many else level.depth
        self.kernel = kernel
        self.beam, self.missed = Longs(level.beam), int(level.overlook * 1024)
        self.sight, self.moves = level.sight, kernel.moves
        self.late = level.late
        # By key: the plies looked ahead with the bounds of the value, and the best move.
        self.bounds, self.best_moves = LongMap(), LongMap()
        # By ply: the last move that was too good there to let it come to that (a killer).
        self.killers = Longs([-1] * (self.depth + MOST_EXTENDED))

    def found(self) -> Found:
        """The move to play. The game must go on."""
        beside = 0
        if self.level.proof:
            share = self.level.nodes // PROOF_SHARE
            proof = prove(self.kernel, self.level.proof, self.level.proof_nodes or share)
            beside = max(proof.nodes - share, 0)
            self.sides.left -= proof.nodes - beside
            if proof.winning:
                worth = WON - proof.plies
                return Found(proof.winning[0], worth, proof.plies, proof.line, proof.nodes)
        worth, move = self._deepened()
        nodes = self.level.nodes + beside - self.sides.left
        proven = 0
        if abs(worth) > PROVEN and not self.level.overlook:
            proven = WON - worth if worth > 0 else -(WON + worth)
        line = self._line(move)
        return Found(line[0], worth, proven, line, nodes)

    def _deepened(self) -> tuple[int, int]:
        # The best move by the deepest search that the budget allows, with its worth.
        chance = Random(self.seed)
        scored = self.kernel.scored()
        self.sides.left -= len(scored)
        noise = {move: round(chance.gauss(0, self.level.noise)) for _, move in scored}
        best = sorted((_settled(nearer(worth), noise[move]), move) for worth, move in scored)[::-1]
        if len(scored) == 1 or best[0][0] > PROVEN:
            return best[0]
        for depth in range(1 + self.level.step, self.depth + 1, self.level.step):
            looked: list[tuple[int, int]] = []
            try:
                self._look(depth, best, noise, looked)
            except Spent:
                self.sides.rewind()
                # A move that only seems as good was cut off: it may be worse than the first.
                return max(looked, key=lambda each: each[0]) if looked else best[0]
            # Moves that were cut off keep their order after the best.
            best = sorted(looked, key=lambda each: -each[0]) + best[len(looked) :]
            if best[0][0] > PROVEN or best[0][0] < -PROVEN:
                break
        return best[0]

    def _look(
        self,
        depth: int,
        moves: list[tuple[int, int]],
        noise: dict[int, int],
        looked: list[tuple[int, int]],
    ) -> None:
        # Adds the root moves with their values, searched that many plies deep.
        alpha = -LIMIT
        width = self._width(depth, len(moves))
        for number, (before, move) in enumerate(moves):
            if number >= width and alpha >= -PROVEN:
                break
            if abs(before) > PROVEN:
                value = before
            else:
                floor = -LIMIT if self.level.noise else alpha
                value = _settled(self._after(move, depth, floor, LIMIT, 0, 0), noise[move])
            looked.append((value, move))
            alpha = max(alpha, value)

    def _after(self, move: int, depth: int, alpha: int, beta: int, ply: int, deeper: int) -> int:
        # What a move is worth to the side that makes it.
        sides = self.sides
        if sides.play(move):
            found = self._value(depth - 1, -farther(beta), -farther(alpha), ply + 1, deeper)
            value = -nearer(found)
        else:
            value = nearer(self._value(depth - 1, farther(alpha), farther(beta), ply + 1, deeper))
        sides.undo()
        return value

    def _value(self, depth: int, alpha: int, beta: int, ply: int, deeper: int) -> int:
        """What the position is worth to the side to move; outside the window only a bound.

        `depth` are the plies still to search, `deeper` those that were added for urgent replies.
        """
        key = self.kernel.key
        known = self.bounds.get(key, -1)
        if known >= 0:
            low = (known >> BOUND_BITS & BOUND_MASK) - LIMIT
            high = (known & BOUND_MASK) - LIMIT
            if low > PROVEN:
                return low
            if high < -PROVEN:
                return high
            if known >> 2 * BOUND_BITS >= depth:
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
        start = len(self.moves)
        if depth <= 1 and beta < PROVEN and not (ply == 1 and self.missed):
            value = self._glimpsed(ply, deeper)
            if value >= beta:
                return value
        if not self.sides.scan():
            return self.sides.result()
        value = self._of_scanned(start, depth, alpha, beta, ply, deeper)
        self.moves.cut(start)
        return value

    def _glimpsed(self, ply: int, deeper: int) -> int:
        # What the position is worth at least, by a few moves like the last that was too good at
        # this ply: if one of them is again, the others need not be listed.
        killer, start = self.killers.get(ply), len(self.moves)
        if killer < 0 or (deeper < MOST_EXTENDED and self.kernel.urgent()):
            return -LIMIT
        if not self.sides.glimpse(killer):
            return -LIMIT
        best = self.moves.get(start) >> MOVE_BITS
        self.moves.cut(start)
        return WON - 1 if best == WON else best

    def _of_scanned(
        self, start: int, depth: int, alpha: int, beta: int, ply: int, deeper: int
    ) -> int:
        # The value of the position whose moves are the last ones, from that place on.
        whole = self.sides.whole
        if ply == 1 and self.missed:
            self._notice(start)
        rank = self.moves.get(start)
        best, move = rank >> MOVE_BITS, rank & MOVE_MASK
        if best == WON or (best == -WON and whole):
            best -= 1 if best > 0 else -1
            self._keep(self.kernel.key, depth, best, best, move)
            return best
        if depth <= 1:
            if deeper >= MOST_EXTENDED or not self.kernel.urgent():
                if best >= beta:
                    self.killers.put(ply, move)
                return max(best, -MOST_WORTH)
            depth, deeper = 2, deeper + 1
        return self._best(start, depth, alpha, beta, ply, deeper, whole)

    def _best(
        self,
        start: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        deeper: int,
        whole: bool,
    ) -> int:
        # The value of the best of these moves; those outside the beam come only once all others are
        # proven to lose.
        key, end = self.kernel.key, len(self.moves)
        width = self._width(depth, end - start)
        self.sides.order(start)
        best, floor, best_move = -LIMIT, alpha, self.moves.get(start) & MOVE_MASK
        first = self.best_moves.get(key, -1)
        if first >= 0:
            put_first(self.moves, start, first)
        for at in range(start, end):
            if at - start >= width and best >= -PROVEN:
                break
            rank = self.moves.get(at)
            move = rank & MOVE_MASK
            if rank >> MOVE_BITS == -WON:
                value = 1 - WON
            elif self.late and at >= start + self.late and depth > 2:
                value = self._of_late(move, depth, floor, beta, ply, deeper)
            else:
                value = self._after(move, depth, floor, beta, ply, deeper)
            if value > best:
                best, best_move = value, move
                floor = max(floor, best)
                if best >= beta:
                    break
        if best < -PROVEN and not whole:
            best = -MOST_WORTH
        low, high = best if best > alpha else -LIMIT, best if best < beta else LIMIT
        self._keep(key, depth, low, high, best_move)
        return best

    def _of_late(self, move: int, depth: int, alpha: int, beta: int, ply: int, deeper: int) -> int:
        # What a move far behind the first is worth. Mostly it is no better, as a look that is a ply
        # less deep shows (late move reductions).
        value = self._after(move, depth - 1, alpha, alpha + 1, ply, deeper)
        if value > alpha:
            value = self._after(move, depth, alpha, beta, ply, deeper)
        return value

    def _width(self, depth: int, moves: int) -> int:
        return self.beam.get(min(depth, len(self.beam)) - 1) or moves

    def _keep(self, key: int, depth: int, low: int, high: int, move: int) -> None:
        known = (depth << BOUND_BITS) + low + LIMIT
        self.bounds.put(key, (known << BOUND_BITS) + high + LIMIT)
        self.best_moves.put(key, move)

    def _notice(self, start: int) -> None:
        # Keep the answers that a player sees: those from far away are overlooked by chance, which
        # position and seed decide; but one is kept.
        self.sides.order(start)
        key, kept = self.kernel.key ^ self.seed, start
        for at in range(start, len(self.moves)):
            rank = self.moves.get(at)
            move = rank & MOVE_MASK
            is_seen = ((key + move) * MIXING >> 40) & 1023 >= self.missed
            if is_seen or self.kernel.far(move) <= self.sight:
                self.moves.put(kept, rank)
                kept += 1
        if kept == start:
            self.moves.put(start, self.moves.top())
            kept += 1
        self.moves.cut(kept)

    def _line(self, move: int) -> tuple[str, ...]:
        # The move and what the search expects after it.
        kernel, texts = self.kernel, [self.kernel.text(move)]
        kernel.play(move)
        played = 1
        while played < LONGEST_LINE:
            following = self.best_moves.get(kernel.key, -1)
            if following not in [each for _, each in kernel.scored()]:
                break
            texts.append(kernel.text(following))
            kernel.play(following)
            played += 1
        for _ in range(played):
            kernel.undo()
        return tuple(texts)


def _settled(value: int, noise: int) -> int:
    # Noise changes no proven value, and makes none.
    if abs(value) > PROVEN:
        return value
    return max(-MOST_WORTH, min(MOST_WORTH, value + noise))
