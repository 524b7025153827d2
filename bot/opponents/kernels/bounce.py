# cython: wraparound=False
"""Bounce for the search: who owns each stack and how high it is, as one small number a square.

The pieces under a stack's top piece never come out again, so the rules need only its owner and
height; the pieces below are reconstructed from the moves when a position is written.

A square holds 0, or twice the height plus the owner minus one. A move holds, from its lowest bits,
source and target (5 each), how many stacks it captures (4) and where (5 each). No run captures more
than eight: each takes two of the fourteen steps after which a run is back where it set out, and
nothing is there any more. With more captures than `PLAIN` it holds instead at which of these steps
(14) and the heading (2), since so many squares have no room. 0 is the pass.
"""

from array import array
from collections.abc import Sequence
from random import Random

from bot.games.bounce.board import AHEAD, FORWARD, HEADINGS, MOST_PIECES, PLACES, SQUARES, Position
from bot.games.bounce.moves import is_accelerating
from bot.games.bounce.notation import write_position
from bot.opponents.kernel import DRAWN, GOES_ON, MOVE_BITS, MOVE_MASK, UNKNOWN, WON
from bot.opponents.kernel import Kernel as Base
from bot.opponents.longs import Longs

CELLS = len(SQUARES)
CODES = 2 * MOST_PIECES + 2
PASS = 0

LAP = 14
"""After this many steps a run is where it set out, with the same heading."""

PLAIN = 5
"""A move with more captures is packed."""

STEP = 1 << 14
"""A capture at the first step of a packed move."""

SEEN = 1023
"""Earlier positions are counted by this part of their hash."""

LISTED = 2 * LAP + 2
"""Steps of a run in `RAYS`: a lap with captures, an empty one, and one more to look ahead."""


# Tables


def _ray(square: int, heading: int) -> bytes:
    found = bytearray()
    for _ in range(LISTED):
        square, heading = AHEAD[square][heading]
        found.append(square)
    return bytes(found)


RAYS = b"".join(_ray(square, heading) for square in range(CELLS) for heading in HEADINGS)
"""The squares on a run's path, from each square with each heading."""


def _ways(square: int, headings: Sequence[int]) -> bytes:
    # At a rail two headings are one way.
    places = {heading: (square * len(HEADINGS) + heading) * LISTED for heading in headings}
    return bytes({RAYS[place : place + LAP]: way for way, place in places.items()}.values())


WAYS = tuple(
    _ways(square, headings)
    for headings in (FORWARD[1], FORWARD[2], HEADINGS)
    for square in range(CELLS)
)
"""The ways a stack can set out: a single of each player, then any of two or more."""

CHANCE = Random(20)
HASHES = array("Q", [CHANCE.getrandbits(64) for _ in range(CODES * CELLS)])
TURN_HASH = CHANCE.getrandbits(64)

APART = bytes(max(abs(a - c), abs(b - d)) for a, b in PLACES for c, d in PLACES)
"""How far two squares are from each other, in spaces."""


BY_HEIGHT = (0, 175, 630, 1030, 1400, 1750, 2400, 3060, 3130)
"""What a stack is worth by its height, fitted to who won 3000 games of the search with itself (see
`bench.fitting`): a thousand points multiply the odds of winning by e. Seven high, a stack reaches
all of its laps."""

HIGHER = 50
"""What each piece above those adds."""


def _worth_of(code: int) -> int:
    height, most = code >> 1, len(BY_HEIGHT) - 1
    worth = BY_HEIGHT[min(height, most)] + HIGHER * max(height - most, 0)
    return -worth if code & 1 else worth


WORTHS = array("q", map(_worth_of, range(CODES)))
"""What a stack is worth to player 1."""


def _codes(known: bytes) -> list[int]:
    # A repetition key of the rules is whose turn it is, then each stack's code plus one.
    return [code - 1 if code else 0 for code in known[1:]]


def _hash(known: bytes) -> int:
    key = TURN_HASH if known[0] == 2 else 0
    for square, code in enumerate(_codes(known)):
        if code:
            key ^= HASHES[code * CELLS + square]
    return key


class Kernel(Base):
    """A position of Bounce, with what was played from it."""

    def __init__(self, position: Position) -> None:
        """Begins at the position; its history counts for repetitions."""
        self.root = position
        super().__init__(2, position.turn)
        self.is_accelerating = is_accelerating(position)
        self.board = bytearray(CELLS)
        self.stacks = [0, 0]
        self.total = 0
        self.key = TURN_HASH if self.turn == 2 else 0
        for square, code in enumerate(_codes(position.repetition_key())):
            self._put(square, code)
        self.reached = 0
        self.known = Longs()
        self.last = PASS
        self.log = Longs()
        self.kept = Longs()
        self.has_passed = position.passed
        # The positions before, and how many share a part of their hash.
        self.past, self.twice = Longs(), 0
        self.seen = array("i", bytes(4 * (SEEN + 1)))
        for past in position.past:
            self._see(_hash(past))

    # Moves

    def scan(self) -> int:
        """Each run once, or the pass where there is none."""
        start = len(self.moves)
        if self.result() == GOES_ON:
            self._add_all()
            if len(self.moves) == start:
                self.moves.append(self._worth_of_pass() << MOVE_BITS | PASS)
            self.moves.lead(start)
        return len(self.moves) - start

    def glimpse(self, move: int) -> int:
        """The runs of the stack that makes this one."""
        start, source = len(self.moves), move & 31
        code = self.board[source]
        if code and code & 1 == self.turn - 1 and self.result() == GOES_ON:
            self._add_runs(source, code)
            self.moves.lead(start)
        return len(self.moves) - start

    def _add_all(self) -> None:
        mover = self.turn - 1
        for source in range(CELLS):
            code = self.board[source]
            if code and code & 1 == mover:
                self._add_runs(source, code)

    def _add_runs(self, source: int, code: int) -> None:
        kind = code & 1 if code < 4 else 2
        self.board[source] = 0  # the square the stack leaves counts as empty
        self.reached = 1 << source
        self.known.clear()
        ways = WAYS[kind * CELLS + source]
        for heading in ways:
            self._add_along((source * 4 + heading) * LISTED, source, code)
        self.board[source] = code

    def _add_along(self, ray: int, source: int, code: int) -> None:
        # The runs of one stack that set out one way.
        board, moves, reached = self.board, self.moves, self.reached
        left = code >> 1
        rest = self.total - WORTHS[code]
        worth = -self.total if code & 1 else self.total
        rank = worth << MOVE_BITS | source
        for place in range(ray, ray + min(left, LAP)):
            at = RAYS[place]
            if board[at]:
                if not board[RAYS[place + 1]]:
                    self._add_jump(place, left + ray - place, code, rest, source)
                break
            if not reached >> at & 1:
                reached |= 1 << at
                if self.twice and self._repeats(code, source, at):
                    moves.append(at << 5 | source)
                else:
                    moves.append(rank | at << 5)
        self.reached = reached

    def _add_jump(self, place: int, left: int, code: int, rest: int, move: int) -> None:
        # The runs that capture that stack and go on, over up to `left` squares.
        board, moves, known = self.board, self.moves, self.known
        square = RAYS[place]
        met = board[square]
        board[square] = 0
        self.stacks[met & 1] -= 1
        move += (1 << 10) + (square << (14 + 5 * (move >> 10 & 15)))
        rest -= WORTHS[met]
        code += met & 254
        left += met >> 1 if self.is_accelerating else 0
        worth = rest + WORTHS[code]
        if not self.stacks[2 - self.turn]:
            worth = WON
        elif code & 1:
            worth = -worth
        for further in range(place + 1, place + 1 + min(left, LAP)):
            at = RAYS[further]
            if board[at]:
                if self.is_accelerating and not board[RAYS[further + 1]]:
                    self._add_jump(further, left + place + 1 - further, code, rest, move)
                break
            found = move | at << 5
            if not known.has(found, 0):
                known.append(found)
                if found >> 10 & 15 > PLAIN:
                    found = self._packed(found, place // LISTED * LISTED)
                moves.append(worth << MOVE_BITS | found)
        board[square] = met
        self.stacks[met & 1] += 1

    def _packed(self, move: int, ray: int) -> int:
        # The move with the steps of its captures, rather than their squares.
        packed = move & (1 << 14) - 1 | (ray // LISTED & 3) << 28
        taken = move >> 14
        for step in range(LAP):
            if taken and RAYS[ray + step] == taken & 31:
                packed |= STEP << step
                taken >>= 5
        return packed

    def _unpacked(self, move: int) -> int:
        # The move with the squares of its captures.
        if move >> 10 & 15 <= PLAIN:
            return move
        ray = ((move & 31) * 4 + (move >> 28 & 3)) * LISTED
        found, place = move & (1 << 14) - 1, 14
        for step in range(LAP):
            if move >> 14 + step & 1:
                square = RAYS[ray + step]
                found += square << place
                place += 5
        return found

    def _repeats(self, code: int, source: int, target: int) -> bool:
        # Whether the run makes a position that was there twice.
        moved = HASHES[code * CELLS + source] ^ HASHES[code * CELLS + target]
        return self._times(self.key ^ moved ^ TURN_HASH) > 1

    def _worth_of_pass(self) -> int:
        mover = self.turn
        self.play(PASS)
        worth = self.worth(mover) if self.result() == GOES_ON else 0
        self.undo()
        return worth

    # Playing

    def play(self, move: int) -> None:
        self._see(self.key)
        self.log.append(self.last)
        self.last = move
        self.kept.append(self.has_passed)
        self.has_passed = move == PASS
        if move:
            full = self._unpacked(move)
            code = self._lift(move & 31)
            self.kept.append(code)
            for place in range(14, 14 + 5 * (move >> 10 & 15), 5):
                met = self._lift(full >> place & 31)
                self.kept.append(met)
                code += met & 254
            self._put(move >> 5 & 31, code)
        self._hand_over()

    def undo(self) -> None:
        self._hand_over()
        move = self.last
        self.last = self.log.pop()
        if move:
            full = self._unpacked(move)
            self._lift(move >> 5 & 31)
            for place in range(9 + 5 * (move >> 10 & 15), 9, -5):
                self._put(full >> place & 31, self.kept.pop())
            self._put(move & 31, self.kept.pop())
        self.has_passed = self.kept.pop() != 0
        self._forget(self.key)

    def _put(self, square: int, code: int) -> None:
        if code:
            self.board[square] = code
            self.stacks[code & 1] += 1
            self.total += WORTHS[code]
            self.key ^= HASHES[code * CELLS + square]

    def _lift(self, square: int) -> int:
        code = self.board[square]
        self.board[square] = 0
        self.stacks[code & 1] -= 1
        self.total -= WORTHS[code]
        self.key ^= HASHES[code * CELLS + square]
        return code

    def _hand_over(self) -> None:
        self.turn = 3 - self.turn
        self.key ^= TURN_HASH

    def _see(self, key: int) -> None:
        self.past.append(key)
        self.seen[key & SEEN] += 1
        self.twice += self.seen[key & SEEN] == 2

    def _forget(self, key: int) -> None:
        self.past.pop()
        self.twice -= self.seen[key & SEEN] == 2
        self.seen[key & SEEN] -= 1

    def _times(self, key: int) -> int:
        # How often that position was there; 0 may stand for once.
        return self.past.count(key) if self.seen[key & SEEN] > 1 else 0

    # What the position is

    def result(self) -> int:
        """The last stack's owner has won; else a third time or two passes in a row are a draw."""
        if not self.stacks[1]:
            return 1 << 1
        if not self.stacks[0]:
            return 1 << 2
        if self.twice and self._times(self.key) > 1:
            return DRAWN
        if self.has_passed and self._is_stuck():
            return DRAWN
        return GOES_ON

    def _is_stuck(self) -> bool:
        start = len(self.moves)
        self._add_all()
        is_stuck = len(self.moves) == start
        self.moves.cut(start)
        return is_stuck

    def worth(self, player: int) -> int:
        """The stacks by height, the player's minus the other's."""
        return self.total if player == 1 else -self.total

    def urgent(self) -> bool:
        """Never: looking deeper after captures lost more games than it won."""
        return False

    def candidates(self, plies: int) -> int:
        """Each ply takes at most one stack from the other, so their number rules most wins out."""
        if self.result() != GOES_ON:
            return 0
        if self.is_accelerating:
            return UNKNOWN
        left = self.stacks[2 - self.turn]
        last = plies - 1 | 1  # nobody loses by a move of their own
        if left < last:
            return UNKNOWN
        return self._captures() if left == last else 0

    def _captures(self) -> int:
        start = kept = len(self.moves)
        self._add_all()
        theirs = 2 - self.turn
        for at in range(start, len(self.moves)):
            move = self.moves.get(at) & MOVE_MASK
            if move >> 10 and self.board[move >> 14 & 31] & 1 == theirs:
                self.moves.put(kept, move)
                kept += 1
        self.moves.cut(kept)
        return kept - start

    def far(self, move: int) -> int:
        """From where the last run ended to the stack that runs now."""
        if self.last == PASS or move == PASS:
            return 0
        return APART[(self.last >> 5 & 31) * CELLS + (move & 31)]

    # In writing

    def text(self, move: int) -> str:
        if not move:
            return "pass"
        squares = "x".join([SQUARES[square] for square in (move & 31, *self._taken(move))])
        return f"{squares}-{SQUARES[move >> 5 & 31]}"

    def _taken(self, move: int) -> list[int]:
        # The squares where the move captures, in order.
        full = self._unpacked(move)
        return [full >> place & 31 for place in range(14, 14 + 5 * (move >> 10 & 15), 5)]

    def write(self) -> str:
        stacks = list(self.root.stacks)
        for move in (*self.log, self.last):
            if move:
                running, stacks[move & 31] = stacks[move & 31], b""
                for square in self._taken(move):
                    running, stacks[square] = stacks[square] + running, b""
                stacks[move >> 5 & 31] = running
        return write_position(Position(tuple(stacks), self.turn))
