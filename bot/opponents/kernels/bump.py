"""Bump for the search.

A move is an integer: the space where its piece ends in 8 bits, the piece there in 5, the space it
comes from in 8 (`RESERVE_AT` for a reinforcement), and above that which of its ways to choose bumps
it is, from 1; 0 if nothing is to be chosen. So the 13 low bits index tables.
"""

from bot.games.bump.board import SPACES, Position, shown
from bot.games.bump.chain import destination
from bot.games.bump.notation import write_position
from bot.opponents.kernel import GOES_ON, WON
from bot.opponents.kernels.bump_phase import BumpPhase, Path
from bot.opponents.kernels.bump_tables import (
    AIMS,
    APART,
    BESIDE,
    CALM,
    DOORS,
    ENDS,
    EVEN,
    HASHES,
    MORE_HASHES,
    NEXT,
    RESERVE,
    SAFETY,
    SETUP,
    VALUES,
    WALL,
)

PASS = 0
RESERVE_AT = 255
SOURCE = 13
CHOICE = 21
GUARDS = 20
MOVE = 40
MOVES = 0xFF_FFFF_FFFF
"""A move with its worth before it, as one integer: the bits of the move and their mask."""
AT = (1 << SOURCE) - 1
"""The bits of a move that say where its piece ends and how."""


class Kernel(BumpPhase):
    """The position, and what is needed to undo moves."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.players = 2
        self.whole = True
        self._beside = bytearray(WALL + 1)
        self._reserves = position.reserves[0] << 2 | position.reserves[1]
        ahead = RESERVE * (position.reserves[0] - position.reserves[1])
        self._first, self._second = EVEN + ahead, EVEN - ahead
        self._hash = 0
        for space, piece in enumerate(position.board):
            if piece:
                self._count(piece << 8 | space, 1)
        self.key = self._hash ^ MORE_HASHES[self._state()]
        self._past: list[tuple[int, int, int, int, tuple[int, int], int, int]] = []
        self._listed: list[tuple[int, int]] = []
        self._listed_for = 0
        self._ranked: list[int] = []
        self._lost: list[int] = []
        self._landing: list[int] = []

    def _state(self) -> int:
        return (self.turn - 1) << 6 | self._held << 4 | self._reserves

    def _count(self, at: int, sign: int) -> None:
        self._hash ^= HASHES[at]
        self._first += sign * VALUES[1][at]
        self._second += sign * VALUES[2][at]

    # What the search asks

    def result(self) -> int:
        return 1 << self.turn if self._board[DOORS[self.turn]] else GOES_ON

    def worth(self, player: int) -> int:
        total = self._first if player == 1 else self._second
        return total + SAFETY[total >> GUARDS]

    def urgent(self) -> bool:
        return self._board[self.turn - 1] != 0

    def could_win(self, plies: int) -> list[int] | None:
        # A piece on the center wins when its player's turn comes again: in two plies by going
        # there, in four by a move after which it could go there even if the answer is to pass.
        if plies < 2 or (plies < 4 and not self._may_land(self.turn)):
            return []
        if plies > 5:
            return None
        scored = self.scored()
        return self._landing if plies < 4 else self._threats(scored)

    def _threats(self, scored: list[tuple[int, int]]) -> list[int]:
        # The moves onto the center, then those after which a piece may come there.
        player = self.turn
        threats = self._landing[:]
        for worth, move in scored:
            if worth == -WON:
                break
            self.play(move)
            if not self._board[DOORS[player]] and self._may_land(player):
                threats.append(move)
            self.undo()
        return threats

    def _may_land(self, player: int) -> bool:
        # Whether the player may come to the opposing center in a move: by a shift, or by bumps that
        # involve a nearby piece.
        board, door = self._board, DOORS[player]
        seen = {door}
        edge = [door]
        for _ in range(3):
            further = []
            for space in edge:
                around = BESIDE[space]
                for near in around:
                    if board[near] >> 3 == player:
                        return True
                    if not board[near] and near not in seen:
                        seen.add(near)
                        further.append(near)
            edge = further
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
        last = self._past[-1][0] if self._past else PASS
        if last == PASS or move == PASS:
            return 0
        apart = APART[last & 255]
        return min(apart[move & 255], apart[move >> SOURCE & 255])

    def write(self) -> str:
        held = tuple(player for player in (1, 2) if self._held & player)
        reserves = (self._reserves >> 2, self._reserves & 3)
        return write_position(Position(bytes(self._board[:WALL]), self.turn, reserves, held))

    # Every move with its worth

    def scored(self) -> list[tuple[int, int]]:
        # The search and `could_win` often ask one after the other about the same position.
        if self._listed_for != self.key:
            self._ranked, self._lost, self._landing = [], [], []
            self._listed = self._list() if self.result() == GOES_ON else []
            self._listed_for = self.key
        return self._listed

    def _list(self) -> list[tuple[int, int]]:
        board, player = self._board, self.turn
        self._values = VALUES[player]
        total = self._first if player == 1 else self._second
        self._look_around()
        self._end(total, PASS)
        if self._reserve():
            self._reinforcements(total - RESERVE)
        for space in range(WALL):
            if board[space] >> 3 == player:
                self._movements(total, space)
        self._ranked.sort(reverse=True)
        listed = [(ranked >> MOVE, ranked & MOVES) for ranked in self._ranked]
        listed.extend([(-WON, move) for move in self._lost])
        return listed

    def _look_around(self) -> None:
        beside = self._beside = bytearray(WALL + 1)
        for space in range(WALL):
            if self._board[space]:
                self._show(space, beside)

    def _show(self, space: int, beside: bytearray) -> None:
        # The piece on the space comes into sight of its neighbors, or leaves it.
        start = space << 3
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
                    self._end(total + self._values[at], RESERVE_AT << SOURCE | at)

    def _movements(self, total: int, source: int) -> None:
        board, aimed, beside, values = self._board, self._aimed, self._beside, self._values
        ranked, is_lost, piece = self._ranked, self.urgent(), board[source]
        total -= values[piece << 8 | source]
        self._lift(source)
        self._show(source, beside)
        blocked = self._blocked(source)
        high, ends_by, door = source << SOURCE, piece << 8, DOORS[self.turn]
        edge = [source]
        for shifts in range(4):
            further: list[int] = []
            for space in edge:
                calm = CALM[aimed[space] << 6 | beside[space]]
                still, bumping = ENDS[ends_by | shifts << 6 | calm]
                if is_lost:
                    self._lost.extend([high | end | space for end in still])
                else:
                    for end in still:
                        at = end | space
                        after = total + values[at]
                        ranked.append((after + SAFETY[after >> GUARDS]) << MOVE | high | at)
                    if space == door:
                        self._landing.extend([high | end | space for end in still])
                for end in bumping:
                    self._bumping(total, high | end | space)
                if shifts < 3:
                    around = BESIDE[space]
                    for near in around:
                        if not blocked[near]:
                            blocked[near] = 1
                            further.append(near)
            edge = further
        self._show(source, beside)
        self._put(piece, source)

    def _blocked(self, source: int) -> bytearray:
        # The spaces that its mover can't be shifted to: pieces, its own center, the closed one.
        player = self.turn
        blocked = bytearray(self._board)
        blocked[source] = blocked[player - 1] = 1
        if self._held & player:
            blocked[DOORS[player]] = 1
        return blocked

    # Bumps

    def _bumping(self, total: int, move: int) -> None:
        # The children of a movement that bumps, its piece lifted from where it comes.
        at, mark = move & AT, len(self._bumps)
        space = at & 255
        self._put(at >> 8, space)
        total += self._values[at]
        gain = self._settle(space, ())
        if self._sides:
            self._unbump(mark)
            for number, path in enumerate(self._paths(space), 1):
                gain = self._settle(space, path)
                self._end(total + gain, number << CHOICE | move)
                self._unbump(mark)
        else:
            self._end(total + gain, move)
            self._unbump(mark)
        self._lift(space)

    def _end(self, total: int, move: int) -> None:
        # The board is stable after the move: it is listed.
        if self._board[self.turn - 1]:
            self._lost.append(move)
            return
        self._ranked.append((total + SAFETY[total >> GUARDS]) << MOVE | move)
        if self._board[DOORS[self.turn]]:
            self._landing.append(move)

    # One move

    def play(self, move: int) -> None:
        source = move >> SOURCE & 255
        lifted = 0 if move == PASS or source == RESERVE_AT else self._board[source]
        state = self._held << 4 | self._reserves
        mark = len(self._bumps)
        sums = self._first, self._second
        self._past.append((move, lifted, mark, state, sums, self._hash, self.key))
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
        self._settle(at & 255, self._path(move))
        for bump in self._bumps[mark:]:
            self._count(bump >> 8, -1)
            if bump & 255 != WALL:
                self._count(bump >> 16 << 8 | bump & 255, 1)

    def _path(self, move: int) -> Path:
        # The choices of a move whose piece has come to its space.
        number = move >> CHOICE
        return self._paths(move & 255)[number - 1] if number else ()

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
        move, lifted, mark, state, sums, self._hash, self.key = self._past.pop()
        self._first, self._second = sums
        self._held, self._reserves = state >> 4, state & 15
        self.turn = 3 - self.turn
        self._unbump(mark)
        if move:
            self._lift(move & 255)
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
        source, mark = move >> SOURCE & 255, len(self._bumps)
        lifted, choices = self._board[source], []
        self._lift(source)
        self._put(move >> 8 & 31, move & 255)
        path = self._path(move)
        for made, away in enumerate(path):
            self._settle(move & 255, path[:made])
            choices.append(f"({destination(self._asked, away)})")
            self._unbump(mark)
        self._lift(move & 255)
        self._put(lifted, source)
        return "".join(choices)
