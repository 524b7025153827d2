"""What the players of Urchins can expect.

A player's outlook counts the turns until enough of their urchins are home if nobody interferes,
and the cubes left then. It depends only on what is theirs, so it is cached by a hash of that.
"""

from array import array

from bot.games.urchins.board import LAST_HOMES, MOST_THERE, Position
from bot.opponents.kernels.urchins_board import Board
from bot.opponents.kernels.urchins_plans import (
    ENOUGH,
    ENTERED,
    ENTERED_MASK,
    GROUP,
    GROUP_MASK,
    INCOME,
    INCOME_MASK,
    NEVER,
    PACE,
    PAID_MASK,
    STEALS,
    STEALS_MASK,
    choices,
)
from bot.opponents.kernels.urchins_tables import NONE_A_PLACE, PLACES, TEMPO
from bot.opponents.longs import LongMap

# Worth, in points.

CUBE = 10
"""A cube left over at the end."""

MOST_STANDING = 200_000

MOST_KEPT = 100_000
"""Most outlooks that are cached."""

ROOM = 1 << 12
"""Numbers of choices for which there is room at first."""


class Outlooks(Board):
    """A position of Urchins that knows how good it looks."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.known = LongMap()
        # Choices one behind the other, where those of each situation begin, and of each location.
        self.choices = array("i", bytes(4 * ROOM))
        self.begin, self.listed = LongMap(), 0
        self.begins = list(NONE_A_PLACE)
        self.shortest = self.left = 0

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

    def _outlook(self, player: int) -> int:
        key = self.keys[player]
        outlook = self.known.get(key, NEVER)
        return self._keep_outlook(player, key) if outlook == NEVER else outlook

    def _keep_outlook(self, player: int, key: int) -> int:
        if len(self.known) >= MOST_KEPT:
            self.known = LongMap()
        outlook = self._reckoned(player)
        self.known.put(key, outlook)
        return outlook

    def _reckoned(self, player: int) -> int:
        need = LAST_HOMES - self.homes[player]
        self.shortest = self.left = 0
        if need > 0:
            hand = self._hand(player)
            self._choose(player, hand)
            self.shortest = NEVER
            self._combine(0, need, hand, 0, 0, 0, 0)
        left = self.totals[player] + self.left
        worth = CUBE * left - TEMPO * (self.shortest + max(need, 0))
        return max(-MOST_STANDING, min(MOST_STANDING, worth))

    def _choose(self, player: int, hand: int) -> None:
        """Note for each location what the player can do there."""
        most = min(hand, MOST_THERE)
        for location in range(self.locations):
            seat = player * PLACES + location
            spaces, cubes = self.spaces[seat], min(self.cubes[seat], ENOUGH)
            key = spaces << 16 | self.constables[location] << 12 | most << 8 | cubes
            begin = self.begin.get(key, -1)
            if begin < 0:
                begin = self.listed
                self._list(choices(self.constables[location], spaces, most, cubes))
                self.begin.put(key, begin)
            self.begins[location] = begin

    def _list(self, numbers: tuple[int, ...]) -> None:
        """Append them to all choices."""
        if self.listed + len(numbers) > len(self.choices):
            room = array("i", bytes(8 * len(self.choices)))
            for at in range(self.listed):
                room[at] = self.choices[at]
            self.choices = room
        for number in numbers:
            self.choices[self.listed] = number
            self.listed += 1

    def _combine(
        self, location: int, need: int, hand: int, turns: int, steals: int, paid: int, income: int
    ) -> None:
        """Find the fewest turns, and the most cubes left with these: one choice a location."""
        choices, begin, following = self.choices, self.begins[location], location + 1
        groups = choices[begin]
        final = self.begins[following] if following + 1 == self.locations else -1
        fewest = 0
        for homes in range(need, -1, -1):
            if final >= 0:
                fewest = self._fewest(final, need - homes)
                if turns + fewest > self.shortest:
                    continue
            at = begin + (groups >> homes * GROUP & GROUP_MASK)
            end = begin + (groups >> homes * GROUP + GROUP & GROUP_MASK)
            while at < end:
                choice = choices[at]
                at += 1
                pace, most = turns + (choice >> PACE), choice >> STEALS & STEALS_MASK
                if pace > self.shortest:
                    break
                after, entered = pace - most, choice >> ENTERED & ENTERED_MASK
                most = steals if steals > most else most
                if entered > hand or after + (most if most > fewest else fewest) > self.shortest:
                    continue
                less, left = need - homes, hand - entered
                price, brought = choice & PAID_MASK, choice >> INCOME & INCOME_MASK
                if final >= 0:
                    self._finish(final, less, left, after, most, paid + price, income + brought)
                else:
                    self._combine(
                        following, less, left, after, most, paid + price, income + brought
                    )

    def _fewest(self, begin: int, homes: int) -> int:
        """The turns and steals of the fastest choice of that list."""
        groups = self.choices[begin]
        at = groups >> homes * GROUP & GROUP_MASK
        if at == groups >> homes * GROUP + GROUP & GROUP_MASK:
            return NEVER + 1
        return self.choices[begin + at] >> PACE

    def _finish(
        self, begin: int, need: int, hand: int, turns: int, steals: int, paid: int, income: int
    ) -> None:
        """Find them with the choices of the last location."""
        groups = self.choices[begin]
        for at in range(
            begin + (groups >> need * GROUP & GROUP_MASK),
            begin + (groups >> need * GROUP + GROUP & GROUP_MASK),
        ):
            choice = self.choices[at]
            pace, most = turns + (choice >> PACE), choice >> STEALS & STEALS_MASK
            if pace > self.shortest:
                return
            if steals > most:
                pace, most = pace - most + steals, steals
            if pace <= self.shortest and (choice >> ENTERED & ENTERED_MASK) <= hand:
                left = most * (income + (choice >> INCOME & INCOME_MASK))
                left -= paid + (choice & PAID_MASK)
                if pace < self.shortest or left > self.left:
                    self.shortest, self.left = pace, left
