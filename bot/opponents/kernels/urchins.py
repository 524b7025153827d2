"""The kernel of Urchins: its moves, and what each is worth.

A turn changes one location, so most is known from the turn before: a move is scored by the hashes
that it leaves to its player and to those it bumps, without being made.
"""

from bot.games.urchins.board import CUBES, LAST_HOMES, MOST_THERE, START, Position
from bot.opponents.kernel import DRAWN, GOES_ON, MOVE_BITS, WON
from bot.opponents.kernels.urchins_outlook import Outlooks
from bot.opponents.kernels.urchins_plans import NEVER
from bot.opponents.kernels.urchins_tables import (
    CELL,
    CELL_MASK,
    COUNT,
    CUBE_KEYS,
    HAND,
    HOME_KEYS,
    MASK,
    NONE_A_PLACE,
    PLACES,
    SIZE,
    STEAL,
    TEMPO,
    URCHIN_KEYS,
)

SHARE = PLACES * SIZE
"""Numbers a player has in `URCHIN_KEYS`."""


class Kernel(Outlooks):
    """A position of Urchins for the search."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        # What holds for every move of the player to move.
        self.following = self.offset = 0
        self.ending = self.home_ends = False
        # The outlooks of the others, and the hash of each player after the move that is looked at.
        self.outlooks, self.after = list(NONE_A_PLACE), list(NONE_A_PLACE)

    # Moves

    def scan(self) -> int:
        player, start = self.turn, len(self.moves)
        if self.result() != GOES_ON:
            return 0
        self._look_ahead(player)
        can_enter = self._hand(player) > 0
        for location in range(self.locations):
            spaces = self.spaces[player * PLACES + location]
            if can_enter and COUNT[spaces] < MOST_THERE:
                self._entering(player, location)
            for space in range(SIZE):
                if spaces >> space & 1:
                    self._moving(player, location, space, -1)
                    self._moving(player, location, space, 1)
        if self._out(player):
            self._add(self._worth_of_stealing(player), STEAL)
        self.moves.lead(start)
        return len(self.moves) - start

    def _look_ahead(self, player: int) -> None:
        """What holds for every move of the player: whether it ends the game, what others have."""
        self.following = self._following(player)
        closes = self.following == self.playing[0]
        most = self._most_home()
        self.ending = closes and (most >= LAST_HOMES or self.quiet + 1 >= self.limit)
        self.home_ends = closes and max(most, self.homes[player] + 1) >= LAST_HOMES
        for place in range(self.count):
            other = self.playing[place]
            self.after[other] = self.keys[other]
            if other != player:
                self.outlooks[other] = self._outlook(other)
        self.offset = -self._rest(player, self.following)

    def _entering(self, player: int, location: int) -> None:
        column, coded = self.columns[location], location << 10 | HAND << 6 | (START + 1) << 2 | 1
        if column >> CELL * START & CELL_MASK:
            self._bumping(player, location, column, 0, self.keys[player], coded)
        else:
            key = self.keys[player] + URCHIN_KEYS[player * SHARE + location * SIZE + START] & MASK
            self._standing(player, location, key, coded)

    def _moving(self, player: int, location: int, source: int, way: int) -> None:
        """Every movement of one urchin one way that the cubes can pay."""
        seat, known, offset = player * PLACES + location, self.known, self.offset
        moves = self.moves
        place, held = player * SHARE + location * SIZE, self.cubes[seat]
        column = self.columns[location] - (player << CELL * source)
        price = CUBES * CUBE_KEYS[seat]
        key = self.keys[player] - URCHIN_KEYS[place + source]
        target = source
        move = location << 10 | source << 6 | 1
        for paid in range(CUBES, held + 1, CUBES):
            target += way
            key -= price
            coded = move | target + 1 << 2
            if target < 0 or target >= SIZE:
                self._going_home(player, location, paid, key, coded)
                break
            if column >> CELL * target & CELL_MASK:
                self._bumping(player, location, column, paid, key, coded)
            elif self.ending:
                self._add(self._decided(player, 0, paid), coded)
            else:
                after = key + URCHIN_KEYS[place + target] & MASK
                outlook = known.get(after, NEVER)
                if outlook == NEVER:
                    changed = self.spaces[seat] ^ (1 << source | 1 << target)
                    outlook = self._learnt(player, location, changed, paid, after)
                moves.append(outlook + offset << MOVE_BITS | coded)

    def _add(self, worth: int, move: int) -> None:
        self.moves.append(worth << MOVE_BITS | move)

    def _standing(self, player: int, location: int, key: int, coded: int) -> None:
        """Entering an empty space."""
        worth = self.known.get(key, NEVER)
        if self.ending:
            worth = self._decided(player, 0, 0)
        elif worth == NEVER:
            changed = self.spaces[player * PLACES + location] | 1 << START
            worth = self.offset + self._learnt(player, location, changed, 0, key)
        else:
            worth += self.offset
        self._add(worth, coded)

    def _going_home(self, player: int, location: int, paid: int, key: int, coded: int) -> None:
        key = key + HOME_KEYS[player] & MASK
        worth = self.known.get(key, NEVER)
        if self.home_ends:
            worth = self._decided(player, 1, paid)
        elif worth == NEVER:
            changed = self.spaces[player * PLACES + location] & ~(1 << (coded >> 6 & 15))
            self.homes[player] += 1
            worth = self.offset + self._learnt(player, location, changed, paid, key)
            self.homes[player] -= 1
        else:
            worth += self.offset
        self._add(worth, coded)

    def _learnt(self, player: int, location: int, spaces: int, paid: int, key: int) -> int:
        """The outlook once the player has these spaces of the location and has paid for it."""
        seat = player * PLACES + location
        before = self.spaces[seat]
        self.spaces[seat] = spaces
        self.cubes[seat] -= paid
        self.totals[player] -= paid
        outlook = self._keep_outlook(player, key)
        self.spaces[seat] = before
        self.cubes[seat] += paid
        self.totals[player] += paid
        return outlook

    def _bumping(
        self, player: int, location: int, column: int, paid: int, key: int, coded: int
    ) -> None:
        """Landing on a space that is taken, either way. Neither the column nor the hash has the
        urchin any more that moves."""
        space = (coded >> 2 & 15) - 1
        for way in range(-1, 2, 2):
            if self.ending:
                worth = self._decided(player, 0, paid)
            else:
                worth = self._worth_after(player, location, column, space, way, paid, key)
            self._add(worth, coded + way)

    def _worth_after(
        self, player: int, location: int, column: int, space: int, way: int, paid: int, key: int
    ) -> int:
        self.after[player] = key
        self._follow(player, location, column, space, way)
        key = self.after[player] & MASK
        outlook = self.known.get(key, NEVER)
        if outlook == NEVER:
            landed = self._landed(player, location, column, space, way)
            outlook = self._learnt(player, location, _spaces_of(player, landed), paid, key)
        return outlook - self._rest_after(player, location, column, space, way)

    def _follow(self, player: int, location: int, column: int, space: int, way: int) -> None:
        """Let `after` have the hashes once the urchin has landed."""
        after, place, constable = self.after, location * SIZE, self.constables[location]
        if space == constable:
            space += way
        arriving = player
        while 0 <= space < SIZE:
            after[arriving] += URCHIN_KEYS[arriving * SHARE + place + space]
            there = column >> CELL * space & CELL_MASK
            if there == 0:
                return
            after[there] -= URCHIN_KEYS[there * SHARE + place + space]
            arriving = there
            space += way
            if space == constable:
                space += way

    def _landed(self, player: int, location: int, column: int, space: int, way: int) -> int:
        """The column once the urchin has landed."""
        arriving, constable = player, self.constables[location]
        if space == constable:
            space += way
        while 0 <= space < SIZE:
            there = column >> CELL * space & CELL_MASK
            column += arriving - there << CELL * space
            if there == 0:
                break
            arriving = there
            space += way
            if space == constable:
                space += way
        return column

    def _rest_after(self, player: int, location: int, column: int, space: int, way: int) -> int:
        """What `_rest` is once the urchin has landed. Those it bumped are in `after`."""
        best = -NEVER
        for place in range(self.count):
            other = self.playing[place]
            if other != player:
                outlook, key = self.outlooks[other], self.after[other]
                if key != self.keys[other]:
                    self.after[other] = self.keys[other]
                    key &= MASK
                    outlook = self.known.get(key, NEVER)
                    if outlook == NEVER:
                        landed = self._landed(player, location, column, space, way)
                        spaces = _spaces_of(other, landed)
                        outlook = self._learnt(other, location, spaces, 0, key)
                best = max(best, outlook - TEMPO if other < self.following else outlook)
        return best + TEMPO if player < self.following else best

    def _worth_of_stealing(self, player: int) -> int:
        if self.ending:
            return self._decided(player, 0, -self._out(player))
        key = self.keys[player]
        self._steal(player, 1)
        outlook = self._outlook(player)
        self._steal(player, -1)
        self.keys[player] = key
        return outlook + self.offset

    def _decided(self, player: int, homes: int, paid: int) -> int:
        """The worth of a move that ends the game."""
        mine = self._score(player, homes, paid)
        most, least = -1, mine
        for place in range(self.count):
            other = self.playing[place]
            if other != player:
                score = self._score(other, 0, 0)
                most, least = max(most, score), min(least, score)
        if mine < most:
            return -WON
        return WON if mine > least else DRAWN

    def could_win(self, plies: int) -> list[int] | None:
        """Without the end by quiet turns nobody wins who has not brought enough urchins home."""
        if self.quiet + plies >= self.limit:
            return None
        player = self.turn
        need = LAST_HOMES - self.homes[player]
        missing = max(0, need - self._out(player))
        spare = (plies + self.count - 1) // self.count - need - missing
        if spare < 0 < need:
            return []
        return None if spare or missing or need <= 0 else self._moves_home(player, need)

    def _moves_home(self, player: int, need: int) -> list[int]:
        """The moves after which the cubes still pay for all that need to come home."""
        payable = 0
        for location in range(self.locations):
            seat = player * PLACES + location
            payable += _payable(self.spaces[seat], self.cubes[seat])
        if not self._can_wait(player):
            need = 0
        found: list[int] = []
        for location in range(self.locations):
            self._add_home(found, player, location, need - payable)
        return found

    def _add_home(self, found: list[int], player: int, location: int, lacking: int) -> None:
        """Add the moves home from a location after which that many more are payable there."""
        seat = player * PLACES + location
        spaces, cubes = self.spaces[seat], self.cubes[seat]
        lacking += _payable(spaces, cubes)
        for space in range(SIZE):
            if spaces >> space & 1:
                move, rest = location << 10 | space << 6 | 1, spaces & ~(1 << space)
                left = cubes - CUBES * (space + 1)
                if left >= 0 and _payable(rest, left) + 1 >= lacking:
                    found.append(move)
                left = cubes - CUBES * (SIZE - space)
                if left >= 0 and _payable(rest, left) + 1 >= lacking:
                    found.append(move | (SIZE + 1) << 2)

    def _can_wait(self, player: int) -> bool:
        """Whether each of the others can steal, and so need not help by bumping."""
        for place in range(self.count):
            other = self.playing[place]
            if other != player and self._out(other) == 0:
                return False
        return True

    def urgent(self) -> bool:
        return False


def _spaces_of(player: int, column: int) -> int:
    spaces = 0
    for space in range(SIZE):
        if column >> CELL * space & CELL_MASK == player:
            spaces |= 1 << space
    return spaces


def _payable(spaces: int, cubes: int) -> int:
    """How many of a location's urchins these cubes bring home, if nobody bumps them."""
    found = 0
    for steps in range(1, SIZE):
        for space in (steps - 1, SIZE - steps):
            if spaces >> space & 1:
                spaces &= ~(1 << space)
                cubes -= CUBES * steps
                if cubes < 0:
                    return found
                found += 1
        if spaces == 0:
            return found
    return found
