"""Bi-Pod for the search: how far both colors are from the sides, and who would be ahead."""

from itertools import combinations
from math import comb
from random import Random

from bot.games.bipod.board import (
    BIT,
    BLACK,
    BOARD,
    CELLS,
    COLORS,
    ROWS,
    STARTS,
    Position,
    apart,
    cells_of,
)
from bot.games.bipod.notation import ADOPT, SHOWN
from bot.opponents.kernel import DRAWN, GOES_ON, MOVE_BITS, MOVE_MASK, WON
from bot.opponents.kernel import Kernel as Base
from bot.opponents.kernels.bipod_reach import Reach

BITS = [BIT[name] for name in CELLS]
COUNT = len(CELLS)

_RANDOM = Random(81)
KEYS = [_RANDOM.getrandbits(64) for _ in range(3 * 81)]
"""Random numbers for black, o and O on each cell; their exclusive or is the key of a position."""

STONES = ".xoO@Q"
"""What may be on a cell, as in position texts."""

PLACES = len(CELLS) - len(STARTS)
"""The cells that are empty at first."""

TURN_KEY = _RANDOM.getrandbits(64)
ROLE_KEYS = [0, _RANDOM.getrandbits(64), _RANDOM.getrandbits(64)]

# Points, fitted to who won games of the search with itself: see `bench.fitting`

LEVEL = 7_900
"""How far both colors are together when a position is even."""

HELD = 50_000
"""A color that is farther than this is cut off."""

DULL = 240
"""What any black stone is worth, because it may be in the way somewhere."""

TEMPO = 560
SPARE = 4
"""Before the parts are taken, a lead for the other side is worth this fraction to the player to
move: there are stones left to place before it tips."""

# Moves

TAKE = 1 << 21
"""The move that takes a part."""

BASE = 7
"""Bits of a cell in a move of several stones; the second and the third are counted from 1."""

BEST_CELLS = (0, 0, 22, 11)
"""From how many cells, by the number of stones, the moves of several stones are made."""

LISTED = 500
"""Moves of several stones are all listed if there are no more than these."""


class Kernel(Base):
    """A position of Bi-Pod for the search."""

    def __init__(self, position: Position) -> None:
        super().__init__(2, position.turn)
        self.runner = position.runner or 0
        self.most, self.to_run = position.most, position.adopting == "running"
        self.first, self.second = (Reach(CELLS.index(STARTS[color])) for color in COLORS)
        self.stones = bytearray(COUNT)
        self.free, self.blacks = BOARD, 0
        self.key = ROLE_KEYS[self.runner] ^ (TURN_KEY if self.turn == 2 else 0)
        self.known = 0
        self.played: list[int] = []
        for name, stone in position.stones():
            self.begin(CELLS.index(name), stone)

    def begin(self, cell: int, stone: str) -> None:
        """A stone of the initial position."""
        if CELLS[cell] in STARTS.values():
            self.free ^= BITS[cell]
            self.stones[cell] = STONES.index(SHOWN[CELLS[cell]])
            return
        self.turn_over(cell, STONES.index(stone))
        if stone == BLACK:
            self.blacks += 1
        else:
            self.color(stone == "O").lay(cell)

    def look(self) -> None:
        """Find out how far both colors are, unless that is known."""
        if not self.known:
            self.first.look(self.free)
            self.second.look(self.free)
            self.known = 1

    # Making moves

    def play(self, move: int) -> None:
        self.played.append(move)
        if move == TAKE:
            self.runner = self.turn if self.to_run else 3 - self.turn
            self.key ^= ROLE_KEYS[self.runner]
        elif self.turn == self.runner:
            self.turn_over(move >> 1, 2 + (move & 1))
            self.color(move & 1).lay(move >> 1)
        else:
            self.blacks += self.turn_all(move)
        self.pass_turn()

    def undo(self) -> None:
        move = self.played.pop()
        self.pass_turn()
        if move == TAKE:
            self.key ^= ROLE_KEYS[self.runner]
            self.runner = 0
        elif self.turn == self.runner:
            self.turn_over(move >> 1, 2 + (move & 1))
            self.color(move & 1).lift()
        else:
            self.blacks -= self.turn_all(move)

    def color(self, number: int) -> Reach:
        return self.second if number else self.first

    def pass_turn(self) -> None:
        self.turn = 3 - self.turn
        self.key ^= TURN_KEY
        self.known = 0

    def turn_all(self, move: int) -> int:
        """Lay or lift the black stones of a move. Returns how many."""
        stones = 0
        for cell in blocks_of(move):
            self.turn_over(cell, 1)
            stones += 1
        return stones

    def turn_over(self, cell: int, kind: int) -> None:
        """Lay or lift a stone of a kind (a place in STONES)."""
        self.free ^= BITS[cell]
        self.key ^= KEYS[3 * cell + kind - 1]
        self.stones[cell] ^= kind

    # What it is worth

    def result(self) -> int:
        if not self.runner:
            return GOES_ON if self.free else DRAWN
        self.look()
        return self.ended(self.first.need, self.second.need)

    def ended(self, first: int, second: int) -> int:
        """The result of a position with roles, by how far the colors are."""
        if first == 0 and second == 0:
            return 1 << self.runner
        if first > HELD or second > HELD:
            return 1 << 3 - self.runner
        return GOES_ON

    def worth(self, player: int) -> int:
        self.look()
        lead = LEVEL - together(self.first.need, self.second.need) - DULL * self.blacks
        if self.runner:
            lead += TEMPO if self.turn == self.runner else -TEMPO
            return lead if player == self.runner else -lead
        worth = self.promise(lead)
        return worth if player == self.turn else -worth

    def promise(self, lead: int) -> int:
        """What a lead of the Runner-to-be is worth to the player who may take a part."""
        ahead = lead - TEMPO if self.to_run else -lead - TEMPO
        return ahead if ahead > 0 else -ahead // SPARE

    def urgent(self) -> bool:
        if not self.runner:
            return False
        self.look()
        if self.turn == self.runner:
            return self.first.is_helpless() or self.second.is_helpless()
        return self.first.least + self.second.least == 1

    # Wins that come in time

    def could_win(self, plies: int) -> list[int] | None:
        self.look()
        moves = (plies + 1) // 2
        if not self.runner:
            return self.takes(moves)
        if self.turn == self.runner:
            return self.shortcuts(moves)
        return self.cuts(moves)

    def takes(self, moves: int) -> list[int] | None:
        """The moves that could win in that many before there are roles.

        A player who does not take a part has to win in the other one, as it can be taken at once.
        """
        if self.needed() == COUNT:
            return None
        if self.to_run:
            if self.cuts(moves + self.most - 1) != []:
                return None
            return [TAKE] if self.needed() < moves else []
        if self.needed() < moves:
            return None
        return [TAKE] if self.cuts(moves - 1) != [] else []

    def needed(self) -> int:
        """The stones that the Runner needs when nothing is answered; very many when cut off."""
        if not (self.first.need and self.second.need):
            return self.first.least + self.second.least
        both_open = self.first.least and self.second.least
        return self.first.least + self.second.least if both_open else COUNT

    def shortcuts(self, moves: int) -> list[int] | None:
        """The stones that could win for the Runner in that many moves."""
        needed = self.needed()
        if needed < moves:
            return None
        if needed > moves:
            return []
        cells = self.cells()
        first = [cell << 1 for cell in cells if self.first.shortest & BITS[cell]]
        return first + [cell << 1 | 1 for cell in cells if self.second.shortest & BITS[cell]]

    def cuts(self, moves: int) -> list[int] | None:
        """The single black stones that could cut a color off in that many moves."""
        enough = moves + 1
        first, second = self.first.paths(self.free, enough), self.second.paths(self.free, enough)
        shared = self.free & ~(self.first.crossed & self.second.crossed)
        # With so few cells left the Runner might have to spoil a path of its own.
        if first < moves or second < moves or count_of(shared) < 2 * moves:
            return None
        seen = self.first.crossed if first == moves else 0
        seen |= self.second.crossed if second == moves else 0
        return [cell for cell in self.cells() if seen & BITS[cell] and self.cuts_with(cell, moves)]

    def cuts_with(self, cell: int, moves: int) -> bool:
        """Whether fewer paths than moves are left once that cell is blocked, as far as seen."""
        free = self.free & ~BITS[cell]
        return self.first.paths(free, moves) < moves or self.second.paths(free, moves) < moves

    # Moves

    def scan(self) -> int:
        self.whole = True
        if self.result() != GOES_ON:
            return 0
        self.look()
        self.first.note_blocks()
        self.second.note_blocks()
        start = len(self.moves)
        if not self.runner:
            self.before_roles()
        elif self.turn == self.runner:
            self.first.note_stones()
            self.second.note_stones()
            self.runs()
        else:
            self.blocks()
        self.moves.lead(start)
        return len(self.moves) - start

    def cells(self) -> list[int]:
        return [cell for cell in range(COUNT) if self.free & BITS[cell]]

    def runs(self) -> None:
        moves, one, other, free = self.moves, self.first, self.second, self.free
        for cell in range(COUNT):
            if free & BITS[cell]:
                worth = self.run_worth(one.with_own[cell], other.with_block[cell])
                moves.append(worth << MOVE_BITS | cell << 1)
                worth = self.run_worth(one.with_block[cell], other.with_own[cell])
                moves.append(worth << MOVE_BITS | cell << 1 | 1)

    def run_worth(self, first: int, second: int) -> int:
        if first == 0 and second == 0:
            return WON
        if first > HELD or second > HELD:
            return -WON
        return LEVEL - TEMPO - together(first, second) - DULL * self.blacks

    def blocks(self) -> None:
        moves, one, other, free = self.moves, self.first, self.second, self.free
        for cell in range(COUNT):
            if free & BITS[cell]:
                worth = self.block_worth(one.with_block[cell], other.with_block[cell])
                moves.append(worth << MOVE_BITS | cell)

    def block_worth(self, first: int, second: int) -> int:
        if first > HELD or second > HELD:
            return WON
        return together(first, second) + DULL * (self.blacks + 1) - LEVEL - TEMPO

    # Before there are roles

    def before_roles(self) -> None:
        moves, free, start = self.moves, self.free, len(self.moves)
        for cell in range(COUNT):
            if free & BITS[cell]:
                need = together(self.first.with_block[cell], self.second.with_block[cell])
                moves.append(self.placed_worth(need, 1) << MOVE_BITS | cell)
        if self.most > 1:
            self.add_several(start)
        moves.append(self.take_worth() << MOVE_BITS | TAKE)

    def add_several(self, start: int) -> None:
        """Add the moves of several stones; those of one stone begin at that place."""
        self.moves.descend(start, len(self.moves))
        ranked = [self.moves.get(at) & MOVE_MASK for at in range(start, len(self.moves))]
        for stones in range(2, self.most + 1):
            for some in combinations(self.promising(ranked, stones), stones):
                self.moves.append(self.several(some))

    def promising(self, ranked: list[int], stones: int) -> list[int]:
        """The cells from which moves with that many stones are made, in the board's order."""
        if comb(len(ranked), stones) > LISTED:
            self.whole = False
            best = BEST_CELLS[stones]
            ranked = ranked[:best] + ranked[-best // 4 :]
        return sorted(ranked)

    def several(self, chosen: tuple[int, ...]) -> int:
        """The rank of the move of several black stones."""
        cells, move = 0, 0
        for number, cell in enumerate(chosen):
            cells |= BITS[cell]
            move |= cell + (number > 0) << BASE * number
        need = together(self.first.blocked(cells), self.second.blocked(cells))
        return self.placed_worth(need, len(chosen)) << MOVE_BITS | move

    def placed_worth(self, need: int, stones: int) -> int:
        """What that many more black stones are worth to the player who places them, roles not yet
        taken."""
        if self.blacks + stones == PLACES:
            return 0
        return -self.promise(LEVEL - need - DULL * (self.blacks + stones))

    def take_worth(self) -> int:
        """What it is worth to take a part now."""
        first, second = self.first.need, self.second.need
        if first > HELD or second > HELD:
            return -WON if self.to_run else WON
        lead = LEVEL - together(first, second) - DULL * self.blacks
        return lead - TEMPO if self.to_run else -lead - TEMPO

    # What is said of moves

    def far(self, move: int) -> int:
        last = self.played[len(self.played) - 1] if self.played else TAKE
        if TAKE in (move, last):
            return 0
        before = cell_of(last, self.turn == 3 - self.runner)
        return apart(CELLS[before], CELLS[cell_of(move, self.turn == self.runner)])

    def text(self, move: int) -> str:
        if move == TAKE:
            return ADOPT
        if self.turn == self.runner:
            return f"{CELLS[move >> 1]} {COLORS[move & 1]}"
        return ",".join(CELLS[cell] for cell in blocks_of(move))

    def write(self) -> str:
        marks = iter(self.stones)
        rows = ("".join(STONES[next(marks)] for _ in cells_of(row)) for row in ROWS)
        return f"{'/'.join(rows)};{self.turn};{self.runner or '-'}"


def together(first: int, second: int) -> int:
    """How far both colors are together: the nearer one counts half, for one wall wins."""
    return first + second // 2 if first > second else second + first // 2


def count_of(cells: int) -> int:
    count = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


def cell_of(move: int, runs: bool) -> int:
    """The (first) cell of a move of the Runner or of black stones."""
    return move >> 1 if runs else move & 127


def blocks_of(move: int) -> list[int]:
    """The cells of a move of black stones."""
    cells = [move & 127]
    while move := move >> BASE:
        cells.append((move & 127) - 1)
    return cells
