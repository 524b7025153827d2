"""The kernel of Urchins.

A player's outlook counts the turns until enough of their urchins are home if nobody interferes,
and the cubes left then. It depends only on what is theirs, so it is cached by a hash of that.
"""

from bot.games.urchins.board import CUBES, LAST_HOMES, MOST_THERE, START, Position
from bot.opponents.kernel import DRAWN, GOES_ON, MOVE_BITS, WON
from bot.opponents.kernels.urchins_board import Board
from bot.opponents.kernels.urchins_plans import ENOUGH, NEVER, Choice, choices
from bot.opponents.kernels.urchins_tables import (
    COUNT,
    CUBE_KEYS,
    HAND,
    MASK,
    PLACES,
    SIZE,
    STEAL,
    URCHIN_KEYS,
)
from bot.opponents.longs import LongMap

# Worth, in points.

TEMPO = 200
"""A turn of one player."""

CUBE = 10
"""A cube left over at the end."""

MOST_STANDING = 200_000

MOST_KEPT = 100_000
"""Most outlooks that are cached."""


class Kernel(Board):
    """A position of Urchins for the search."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.known = LongMap()
        self.offset = 0
        self.ending = self.home_ends = False
        self.choices: list[tuple[Choice, ...]] = [()] * self.locations
        self.shortest = self.left = 0

    # Moves

    def scan(self) -> int:
        player, start = self.turn, len(self.moves)
        if self.result() != GOES_ON:
            return 0
        self._look_ahead(player)
        for location in range(self.locations):
            spaces = self.spaces[player * PLACES + location]
            if self._may_enter(player, location):
                self._entering(player, location)
            for space in range(SIZE):
                if spaces >> space & 1:
                    self._moving(player, location, space, -1)
                    self._moving(player, location, space, 1)
        if self._out(player):
            self.moves.append(self._worth_of_stealing(player) << MOVE_BITS | STEAL)
        self.moves.lead(start)
        return len(self.moves) - start

    def _look_ahead(self, player: int) -> None:
        """What holds for every move of the player: whether it ends the game, what others have."""
        following = self._following(player)
        closes = following == self.playing[0]
        most = self._most_home()
        self.ending = closes and (most >= LAST_HOMES or self.quiet + 1 >= self.limit)
        self.home_ends = closes and max(most, self.homes[player] + 1) >= LAST_HOMES
        self.offset = -self._rest(player, following)

    def _may_enter(self, player: int, location: int) -> bool:
        there = COUNT[self.spaces[player * PLACES + location]]
        return there < MOST_THERE and self._hand(player) > 0

    def _entering(self, player: int, location: int) -> None:
        stands = self.board[location * SIZE + START]
        for way in range(-1, 2):
            if (way != 0) == (stands != 0):
                move = location << 10 | HAND << 6 | (START + 1) << 2 | (way + 1)
                self._add(self._worth_after(player, location, move), move)

    def _add(self, worth: int, move: int) -> None:
        self.moves.append(worth << MOVE_BITS | move)

    def _moving(self, player: int, location: int, source: int, way: int) -> None:
        """Every movement of one urchin one way that the cubes can pay."""
        seat, known, offset = player * PLACES + location, self.known, self.offset
        moves = self.moves
        cell, held = location * SIZE, self.cubes[seat]
        price = CUBES * CUBE_KEYS[seat]
        key = self.keys[player] - URCHIN_KEYS[seat * SIZE + source]
        target = source
        move = location << 10 | source << 6 | 1
        for paid in range(CUBES, held + 1, CUBES):
            target += way
            key -= price
            coded = move | (target + 1) << 2
            if target < 0 or target >= SIZE:
                self._add(self._worth_after(player, location, coded), coded)
                return
            if self.board[cell + target]:
                self._add(self._worth_after(player, location, coded - 1), coded - 1)
                self._add(self._worth_after(player, location, coded + 1), coded + 1)
            elif self.ending:
                self._add(self._decided(player, 0, paid), coded)
            else:
                after = key + URCHIN_KEYS[seat * SIZE + target] & MASK
                outlook = known.get(after, NEVER)
                if outlook == NEVER:
                    outlook = self._learnt(player, location, source, target, after)
                moves.append(outlook + offset << MOVE_BITS | coded)

    def _learnt(self, player: int, location: int, source: int, target: int, key: int) -> int:
        """The outlook after a movement to an empty space."""
        seat, cubes = player * PLACES + location, CUBES * abs(target - source)
        before = self.spaces[seat]
        self.spaces[seat] = before & ~(1 << source) | 1 << target
        self.cubes[seat] -= cubes
        self.totals[player] -= cubes
        outlook = self._keep_outlook(player, key)
        self.spaces[seat] = before
        self.cubes[seat] += cubes
        self.totals[player] += cubes
        return outlook

    def _worth_after(self, player: int, location: int, move: int) -> int:
        """The worth of a move that enters, lands on something, or goes home."""
        source, target = move >> 6 & 15, (move >> 2 & 15) - 1
        paid = 0 if source == HAND else CUBES * abs(target - source)
        at_home = target < 0 or target >= SIZE
        if self.home_ends if at_home else self.ending:
            return self._decided(player, int(at_home), paid)
        seat, column = player * PLACES + location, self._column(location)
        quiet = self.quiet
        self._make(player, location, move)
        worth = self._outlook(player) - self._rest(player, self._following(player))
        self.quiet = quiet
        if at_home:
            self.homes[player] -= 1
        self.cubes[seat] += paid
        self.totals[player] += paid
        self._put_back(location, column)
        return worth

    def _worth_of_stealing(self, player: int) -> int:
        if self.ending:
            return self._decided(player, 0, -self._out(player))
        key = self.keys[player]
        self._steal(player, 1)
        outlook = self._outlook(player)
        self._steal(player, -1)
        self.keys[player] = key
        return outlook + self.offset

    # Worth

    def worth(self, player: int) -> int:
        return self._outlook(player) - self._rest(player, self.turn)

    def _rest(self, player: int, turn: int) -> int:
        """The outlook of the best of the others, compared with the player's deficit in turns."""
        best = -NEVER
        for place in range(self.count):
            other = self.playing[place]
            if other != player:
                outlook = self._outlook(other)
                best = max(best, outlook - TEMPO if other < turn else outlook)
        return best + TEMPO if player < turn else best

    def _decided(self, player: int, homes: int, paid: int) -> int:
        """The worth of a move that ends the game."""
        mine = self._score(player, homes, paid)
        scores = [self._score(other, 0, 0) for other in self.playing if other != player]
        if mine < max(scores):
            return -WON
        return WON if mine > min(scores) else DRAWN

    def _outlook(self, player: int) -> int:
        outlook = self.known.get(self.keys[player], NEVER)
        if outlook == NEVER:
            return self._keep_outlook(player, self.keys[player])
        return outlook

    def _keep_outlook(self, player: int, key: int) -> int:
        if len(self.known) >= MOST_KEPT:
            self.known = LongMap()
        outlook = self._reckoned(player)
        self.known.put(key, outlook)
        return outlook

    def _reckoned(self, player: int) -> int:
        need, hand = LAST_HOMES - self.homes[player], self._hand(player)
        self.shortest = self.left = 0
        if need > 0:
            self._choose(player, hand)
            self.shortest = NEVER
            self._combine(0, need, hand, 0, 0, 0, 0)
        left = self.totals[player] + self.left
        worth = CUBE * left - TEMPO * (self.shortest + max(need, 0))
        return max(-MOST_STANDING, min(MOST_STANDING, worth))

    def _choose(self, player: int, hand: int) -> None:
        """Note for each location what the player can do there."""
        for location in range(self.locations):
            seat = player * PLACES + location
            cubes, most = min(self.cubes[seat], ENOUGH), min(hand, MOST_THERE)
            self.choices[location] = choices(
                self.constables[location], self.spaces[seat], most, cubes
            )

    def _combine(
        self, location: int, need: int, hand: int, turns: int, steals: int, paid: int, income: int
    ) -> None:
        """Find the fewest turns, and the most cubes left with these: one choice a location."""
        if location == self.locations:
            if need == 0 and turns + steals <= self.shortest:
                left = steals * income - paid
                if turns + steals < self.shortest or left > self.left:
                    self.shortest, self.left = turns + steals, left
            return
        for homes, more, entered, needed, price, each in self.choices[location]:
            if homes <= need and entered <= hand:
                most = needed if needed > steals else steals
                if turns + more + most <= self.shortest:
                    self._combine(
                        location + 1,
                        need - homes,
                        hand - entered,
                        turns + more,
                        most,
                        paid + price,
                        income + each,
                    )

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
