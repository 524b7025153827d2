# cython: wraparound=False
"""Bump for the search.

A move is an integer: the space where its piece ends in 8 bits, the piece there in 5, the space it
comes from in 8 (`RESERVE_AT` for a reinforcement), and above that which of its ways to choose bumps
it is, from 1; 0 if nothing is to be chosen. So the 13 low bits index tables.
"""

from bot.games.bump.board import SPACES, Position, shown
from bot.games.bump.chain import destination
from bot.games.bump.notation import write_position
from bot.opponents.kernel import GOES_ON, LOST, MOVE_BITS, MOVE_MASK, UNKNOWN, WON
from bot.opponents.kernels.bump_phase import BumpPhase
from bot.opponents.kernels.bump_tables import (
    AIMS,
    APART,
    AWAY,
    BESIDE,
    BUMPING,
    CALM,
    DOORS,
    EVEN,
    HASHES,
    MORE_HASHES,
    NEXT,
    RESERVE,
    SAFETY,
    SETUP,
    SIDE,
    STILL,
    VALUES,
    WALL,
)
from bot.opponents.longs import Longs

PASS = 0
RESERVE_AT = 255
SOURCE = 13
CHOICE = 21
GUARDS = 20
AT = (1 << SOURCE) - 1
"""The bits of a move that say where its piece ends and how."""

CLOSED = 255
"""A space where nobody can be shifted to; less is the last piece that was."""


class Kernel(BumpPhase):
    """The position, and what is needed to undo moves."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._beside = bytearray(WALL + 1)
        self._closed = bytearray(WALL + 1)
        self._queue = bytearray(WALL + 1)
        self._reserves = position.reserves[0] << 2 | position.reserves[1]
        ahead = RESERVE * (position.reserves[0] - position.reserves[1])
        self._first, self._second = EVEN + ahead, EVEN - ahead
        self._hash = 0
        for space, piece in enumerate(position.board):
            if piece:
                self._count(piece << 8 | space, 1)
        self.key = self._hash ^ MORE_HASHES[self._state()]
        # What is taken back, the move last.
        self._past = Longs()
        self._lost, self._landing = Longs(), Longs()
        # The ranks in the position with that key.
        self._listed, self._listed_for = Longs(), 0

    def _state(self) -> int:
        return (self.turn - 1) << 6 | self._held << 4 | self._reserves

    def _count(self, at: int, sign: int) -> None:
        self._hash ^= HASHES[at]
        self._first += sign * VALUES[1 << SIDE | at]
        self._second += sign * VALUES[2 << SIDE | at]

    # What the search asks

    def result(self) -> int:
        return 1 << self.turn if self._board[DOORS[self.turn]] else GOES_ON

    def worth(self, player: int) -> int:
        total = self._first if player == 1 else self._second
        return total + SAFETY[total >> GUARDS]

    def urgent(self) -> bool:
        return self._board[self.turn - 1] != 0

    def candidates(self, plies: int) -> int:
        # A piece on the center wins when its player's turn comes again: in two plies by going
        # there, in four by a move after which it could go there even if the answer is to pass.
        if plies < 2 or (plies < 4 and not self._may_land(self.turn)):
            return 0
        if plies > 5:
            return UNKNOWN
        start = len(self.moves)
        self._list()
        self.moves.copied(self._landing, 0)
        if plies > 3:
            self._add_threats()
        return len(self.moves) - start

    def _add_threats(self) -> None:
        # The moves after which a piece may come onto the center.
        player = self.turn
        for at in range(len(self._listed)):
            rank = self._listed.get(at)
            if rank >> MOVE_BITS == -WON:
                break
            move = rank & MOVE_MASK
            self.play(move)
            if not self._board[DOORS[player]] and self._may_land(player):
                self.moves.append(move)
            self.undo()

    def _may_land(self, player: int) -> bool:
        # Whether the player may come to the opposing center in a move: by a shift, or by bumps that
        # involve a nearby piece.
        board, seen, queue, door = self._board, self._closed, self._queue, DOORS[player]
        for space in range(WALL):
            seen[space] = 0
        queue[0], seen[door] = door, CLOSED
        begin, count = 0, 1
        for _ in range(3):
            end = count
            for place in range(begin, end):
                around = BESIDE[queue[place]]
                for near in around:
                    if board[near] >> 3 == player:
                        return True
                    if not board[near] and not seen[near]:
                        seen[near] = CLOSED
                        queue[count] = near
                        count += 1
            begin = end
        return self._may_be_bumped_in(player)

    def _may_be_bumped_in(self, player: int) -> bool:
        board, door = self._board, DOORS[player]
        for away in range(6):
            last = NEXT[door << 3 | away]
            if board[last] >> 3 == player:
                return True
            behind = board[NEXT[last << 3 | away]]
            if behind >> 3 == player or (behind and AIMS[behind] == 1 << away):
                return True
        return False

    def far(self, move: int) -> int:
        last = self._past.top() if len(self._past) else PASS
        if last == PASS or move == PASS:
            return 0
        apart = APART[last & 255]
        return min(apart[move & 255], apart[move >> SOURCE & 255])

    def write(self) -> str:
        held = tuple(player for player in (1, 2) if self._held & player)
        reserves = (self._reserves >> 2, self._reserves & 3)
        return write_position(Position(bytes(self._board[:WALL]), self.turn, reserves, held))

    # Every move with its worth

    def scan(self) -> int:
        if self.result() != GOES_ON:
            return 0
        start = len(self.moves)
        # The search and `candidates` often ask one after the other about the same position.
        if self._listed_for == self.key:
            self.moves.copied(self._listed, 0)
        else:
            self._add_all(start)
        return len(self.moves) - start

    def glimpse(self, move: int) -> int:
        """The movements of the piece that this one moves."""
        start, source = len(self.moves), move >> SOURCE & 255
        if source >= WALL or self._board[source] >> 3 != self.turn or self.result() != GOES_ON:
            return 0
        self._begin()
        self._movements(self._first if self.turn == 1 else self._second, source, 1)
        self.moves.lead(start)
        return len(self.moves) - start

    def order(self, start: int) -> None:
        # Moves that lose at once come last, as they were found.
        end = len(self.moves)
        while end > start and self.moves.get(end - 1) >> MOVE_BITS == -WON:
            end -= 1
        self.moves.descend(start, end)

    def _list(self) -> None:
        # Keep the ranks in order, for `candidates`; `_landing` is then about them, too.
        if self._listed_for != self.key:
            start = len(self.moves)
            self.scan()
            self.order(start)
            self._listed.clear()
            self._listed.copied(self.moves, start)
            self.moves.cut(start)
            self._listed_for = self.key

    def _add_all(self, start: int) -> None:
        board, player = self._board, self.turn
        total = self._first if player == 1 else self._second
        self._begin()
        self._end(total, PASS)
        if self._reserve():
            self._reinforcements(total - RESERVE)
        number = 0
        for space in range(WALL):
            if board[space] >> 3 == player:
                number += 1
                self._movements(total, space, number)
        self.moves.lead(start)
        self.moves.copied(self._lost, 0)

    def _begin(self) -> None:
        self._lost.clear()
        self._landing.clear()
        self._listed_for = 0
        self._look_around()

    def _look_around(self) -> None:
        # What is beside each space, and where no piece of the player can be shifted to: pieces, its
        # own center, the closed one.
        board, beside, closed, player = self._board, self._beside, self._closed, self.turn
        for space in range(WALL + 1):
            beside[space] = 0
        for space in range(WALL):
            closed[space] = 0
            if board[space]:
                closed[space] = CLOSED
                self._show(space)
        closed[player - 1] = CLOSED
        if self._held & player:
            closed[DOORS[player]] = CLOSED

    def _show(self, space: int) -> None:
        # The piece on the space comes into sight of its neighbors, or leaves it.
        beside, start = self._beside, space << 3
        beside[NEXT[start]] ^= 8
        beside[NEXT[start | 1]] ^= 16
        beside[NEXT[start | 2]] ^= 32
        beside[NEXT[start | 3]] ^= 1
        beside[NEXT[start | 4]] ^= 2
        beside[NEXT[start | 5]] ^= 4

    def _reserve(self) -> int:
        return self._reserves >> 2 if self.turn == 1 else self._reserves & 3

    def _reinforcements(self, total: int) -> None:
        player = self.turn
        for space in SETUP[player]:
            calm = CALM[self._aimed[space] << 6 | self._beside[space]]
            for front in range(6):
                if calm >> front & 1 and not self._board[space]:
                    at = (player << 3 | front) << 8 | space
                    value = VALUES[player << SIDE | at]
                    self._end(total + value, RESERVE_AT << SOURCE | at)

    def _movements(self, total: int, source: int, number: int) -> None:
        # Those of one piece: one shift after the other, to spaces it has not come to before.
        aimed, beside, closed, queue = self._aimed, self._beside, self._closed, self._queue
        moves, side, piece = self.moves, self.turn << SIDE, self._board[source]
        is_lost, door, high = self.urgent(), DOORS[self.turn], source << SOURCE
        total -= VALUES[side | piece << 8 | source]
        self._lift(source)
        self._show(source)
        queue[0] = source
        begin, count = 0, 1
        for shifts in range(4):
            end = count
            for place in range(begin, end):
                space = queue[place]
                ends = piece << 8 | shifts << 6 | CALM[aimed[space] << 6 | beside[space]]
                still, bumping = STILL[ends], BUMPING[ends]
                if is_lost or space == door:
                    self._add_still(total, high | space, still)
                else:
                    # A piece is worth as much whichever way it faces.
                    sum_after = total + VALUES[side | piece << 8 | space]
                    rank = sum_after + SAFETY[sum_after >> GUARDS] << MOVE_BITS | high | space
                    for after in still:
                        moves.append(rank | after << 8)
                for after in bumping:
                    self._bumping(total, high | after << 8 | space)
                if shifts < 3:
                    around = BESIDE[space]
                    for near in around:
                        if closed[near] < number:
                            closed[near] = number
                            queue[count] = near
                            count += 1
            begin = end
        self._show(source)
        self._put(piece, source)

    def _add_still(self, total: int, move: int, still: bytes) -> None:
        # Movements without a bump that end the game, or onto the center.
        for after in still:
            at = after << 8 | move & 255
            if self.urgent():
                self._lost.append(LOST | move | at)
            else:
                sum_after = total + VALUES[self.turn << SIDE | at]
                worth = sum_after + SAFETY[sum_after >> GUARDS]
                self.moves.append(worth << MOVE_BITS | move | at)
                self._landing.append(move | at)

    # Bumps

    def _bumping(self, total: int, move: int) -> None:
        # The children of a movement that bumps, its piece lifted from where it comes.
        at, mark = move & AT, len(self._bumps)
        space = at & 255
        self._put(at >> 8, space)
        total += VALUES[self.turn << SIDE | at]
        gain = self._settle(space)
        number = 0
        while self._sides:
            self._unbump(mark)
            self._ask(self._sides)
            gain = self._settle(space)
            while not self._sides:
                number += 1
                self._end(total + gain, number << CHOICE | move)
                self._unbump(mark)
                if not self._go_on():
                    break
                gain = self._settle(space)
        if not number:
            self._end(total + gain, move)
            self._unbump(mark)
        self._lift(space)

    def _end(self, total: int, move: int) -> None:
        # The board is stable after the move: it is listed.
        if self._board[self.turn - 1]:
            self._lost.append(LOST | move)
        else:
            self.moves.append((total + SAFETY[total >> GUARDS]) << MOVE_BITS | move)
            if self._board[DOORS[self.turn]]:
                self._landing.append(move)

    # One move

    def play(self, move: int) -> None:
        source, past = move >> SOURCE & 255, self._past
        lifted = 0 if move == PASS or source == RESERVE_AT else self._board[source]
        mark = len(self._bumps)
        past.append(self.key)
        past.append(self._hash)
        past.append(self._first)
        past.append(self._second)
        past.append((mark << 5 | lifted) << 6 | self._held << 4 | self._reserves)
        past.append(move)
        if lifted:
            self._count(lifted << 8 | source, -1)
            self._lift(source)
            self._come(move, mark)
        elif move:
            self._reinforce(move)
        self._end_turn()

    def _come(self, move: int, mark: int) -> None:
        at = move & AT
        self._put(at >> 8, at & 255)
        self._count(at, 1)
        self._choose(at & 255, move >> CHOICE)
        self._settle(at & 255)
        self._path.clear()
        for made in range(mark, len(self._bumps)):
            bump = self._bumps.get(made)
            self._count(bump >> 8, -1)
            if bump & 255 != WALL:
                self._count(bump >> 16 << 8 | bump & 255, 1)

    def _reinforce(self, move: int) -> None:
        at = move & AT
        self._put(at >> 8, at & 255)
        self._count(at, 1)
        self._reserves -= 4 if self.turn == 1 else 1
        spent = RESERVE if self.turn == 1 else -RESERVE
        self._first -= spent
        self._second += spent

    def _end_turn(self) -> None:
        player = self.turn
        self._held = self._held & (3 - player) | (player if self._board[DOORS[player]] else 0)
        self.turn = 3 - player
        self.key = self._hash ^ MORE_HASHES[self._state()]

    def undo(self) -> None:
        past = self._past
        move, state = past.pop(), past.pop()
        self._second = past.pop()
        self._first = past.pop()
        self._hash = past.pop()
        self.key = past.pop()
        self._held, self._reserves = state >> 4 & 3, state & 15
        self.turn = 3 - self.turn
        self._unbump(state >> 11)
        if move:
            self._lift(move & 255)
        lifted = state >> 6 & 31
        if lifted:
            self._put(lifted, move >> SOURCE & 255)

    # Its text

    def text(self, move: int) -> str:
        if move == PASS:
            return "pass"
        source, target, piece = move >> SOURCE & 255, shown(SPACES[move & 255]), move >> 8 & 31
        if source == RESERVE_AT:
            return f"R,{target}-{piece & 7}"
        turned = "" if self._board[source] == piece else f"-{piece & 7}"
        return f"{shown(SPACES[source])},{target}{turned}{self._choices(move)}"

    def _choices(self, move: int) -> str:
        if not move >> CHOICE:
            return ""
        source, mark, space = move >> SOURCE & 255, len(self._bumps), move & 255
        lifted, choices = self._board[source], []
        self._lift(source)
        self._put(move >> 8 & 31, space)
        self._choose(space, move >> CHOICE)
        path = list(self._path)
        self._path.clear()
        for chosen in path:
            self._settle(space)
            choices.append(f"({destination(self._asked, AWAY[1 << (chosen & 7)])})")
            self._unbump(mark)
            self._path.append(chosen)
        self._path.clear()
        self._lift(space)
        self._put(lifted, source)
        return "".join(choices)
