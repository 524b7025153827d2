"""The state of a game of Urchins, as integers, changed by moves and changed back.

A move holds, from its lowest bit, the way of a bump plus 1 (2 bits), the target plus 1 (4), the
source, or 11 for the hand (4), and the location.
"""

from bot.games.urchins.board import CUBES, LAST_HOMES, LOCATIONS, SIGN, START, URCHINS, Position
from bot.games.urchins.moves import QUIET_ROUNDS
from bot.opponents.kernel import DRAWN, GOES_ON
from bot.opponents.kernel import Kernel as Base
from bot.opponents.kernels.urchins_tables import (
    CELL,
    CELL_MASK,
    CONSTABLE,
    CONSTABLE_KEYS,
    COUNT,
    CUBE_KEYS,
    HAND,
    HOME_KEYS,
    LEFT_KEYS,
    MASK,
    NONE_A_PLACE,
    NONE_A_SEAT,
    PLACES,
    QUIET_KEY,
    SIZE,
    STEAL,
    TURN_KEYS,
    URCHIN_KEYS,
)
from bot.opponents.longs import Longs

HOME = 1 << 32
"""What an urchin home counts compared with cubes."""


class Board(Base):
    """A position of Urchins with the moves made from it so far."""

    def __init__(self, position: Position) -> None:
        super().__init__(len(position.hands), position.turn)
        self.quiet = position.quiet
        self.locations = len(position.columns)
        self.count = len(position.playing)
        self.playing = bytearray(position.playing).ljust(PLACES, b"\0")
        self.limit = QUIET_ROUNDS * self.count
        self.constables = bytearray(position.constables).ljust(PLACES, b"\0")
        # What stands on the spaces of each location, as one number.
        self.columns = list(NONE_A_PLACE)
        self.spaces, self.cubes = list(NONE_A_SEAT), list(NONE_A_SEAT)
        self.totals, self.homes = list(NONE_A_PLACE), list(NONE_A_PLACE)
        self.keys = list(NONE_A_PLACE)
        # What the moves played have changed.
        self.past = Longs()
        self.last = -1
        self.base = 0
        self._set_up(position)
        self.key = self._hash()

    def _set_up(self, position: Position) -> None:
        for location, constable in enumerate(position.constables):
            self.columns[location] = CONSTABLE << CELL * constable
            self.base += CONSTABLE_KEYS[location * SIZE + constable]
        for player in position.left:
            self.base += LEFT_KEYS[player]
        for player in position.playing:
            for location, space in position.urchins(player):
                self._put(player, location, space)
            for location, cubes in enumerate(position.cubes[player - 1]):
                self._pay(player, location, -cubes)
            self._bring_home(player, position.homes[player - 1])

    # What a turn changes

    def _put(self, player: int, location: int, space: int) -> None:
        seat = player * PLACES + location
        self.columns[location] += player << CELL * space
        self.spaces[seat] |= 1 << space
        self.keys[player] = self.keys[player] + URCHIN_KEYS[seat * SIZE + space] & MASK

    def _lift(self, player: int, location: int, space: int) -> None:
        seat = player * PLACES + location
        self.columns[location] -= player << CELL * space
        self.spaces[seat] &= ~(1 << space)
        self.keys[player] = self.keys[player] - URCHIN_KEYS[seat * SIZE + space] & MASK

    def _pay(self, player: int, location: int, cubes: int) -> None:
        seat = player * PLACES + location
        self.cubes[seat] -= cubes
        self.totals[player] -= cubes
        self.keys[player] = self.keys[player] - cubes * CUBE_KEYS[seat] & MASK

    def _bring_home(self, player: int, urchins: int) -> None:
        self.homes[player] += urchins
        self.keys[player] = self.keys[player] + urchins * HOME_KEYS[player] & MASK

    def _land(self, player: int, location: int, space: int, way: int) -> None:
        """Put an urchin on a space; each that is there goes on, as in the rules."""
        constable = self.constables[location]
        if space == constable:
            space += way
        arriving = player
        while True:
            there = self.columns[location] >> CELL * space & CELL_MASK
            if there:
                self._lift(there, location, space)
            self._put(arriving, location, space)
            if not there:
                return
            arriving = there
            space += way
            if space == constable:
                space += way
            if space < 0 or space >= SIZE:
                return

    def _steal(self, player: int, times: int) -> None:
        for location in range(self.locations):
            there = COUNT[self.spaces[player * PLACES + location]]
            if there:
                self._pay(player, location, -there * times)

    def _hash(self) -> int:
        total = self.base + TURN_KEYS[self.turn] + self.quiet * QUIET_KEY
        for place in range(self.count):
            total += self.keys[self.playing[place]]
        return total & MASK

    # Playing

    def play(self, move: int) -> None:
        player, location = self.turn, move >> 10 & 7
        self._keep(player, location, move)
        self.quiet += 1
        if move == STEAL:
            self._steal(player, 1)
        else:
            self._make(player, location, move)
        self.turn = self._following(player)
        self.last = move
        self.key = self._hash()

    def _make(self, player: int, location: int, move: int) -> None:
        source, target = move >> 6 & 15, (move >> 2 & 15) - 1
        if source == HAND:
            self._land(player, location, START, (move & 3) - 1)
            return
        self._lift(player, location, source)
        self._pay(player, location, CUBES * abs(target - source))
        if target < 0 or target >= SIZE:
            self._bring_home(player, 1)
            self.quiet = 0
        else:
            self._land(player, location, target, (move & 3) - 1)

    def _following(self, player: int) -> int:
        for place in range(self.count):
            if self.playing[place] > player:
                return self.playing[place]
        return self.playing[0]

    def _keep(self, player: int, location: int, move: int) -> None:
        """Keep what a move may change, for `undo`."""
        past = self.past
        for place in range(self.count):
            other = self.playing[place]
            past.append(self.spaces[other * PLACES + location])
            past.append(self.keys[other])
        past.append(self.columns[location])
        past.append(self.cubes[player * PLACES + location])
        past.append(self.totals[player])
        past.append(self.homes[player])
        past.append(self.key)
        past.append(self.quiet)
        past.append(self.last)
        past.append(player)
        past.append(move)

    def undo(self) -> None:
        past = self.past
        move, player = past.pop(), past.pop()
        location = move >> 10 & 7
        if move == STEAL:
            self._steal(player, -1)
        self.turn = player
        self.last = past.pop()
        self.quiet = past.pop()
        self.key = past.pop()
        self.homes[player] = past.pop()
        self.totals[player] = past.pop()
        self.cubes[player * PLACES + location] = past.pop()
        self.columns[location] = past.pop()
        for place in range(self.count - 1, -1, -1):
            other = self.playing[place]
            self.keys[other] = past.pop()
            self.spaces[other * PLACES + location] = past.pop()

    def _out(self, player: int) -> int:
        out = 0
        for location in range(self.locations):
            out += COUNT[self.spaces[player * PLACES + location]]
        return out

    def _hand(self, player: int) -> int:
        return URCHINS - self.homes[player] - self._out(player)

    # The end

    def result(self) -> int:
        if self.turn != self.playing[0]:
            return GOES_ON
        if self.count > 1 and self.quiet < self.limit and self._most_home() < LAST_HOMES:
            return GOES_ON
        return self._winners()

    def _most_home(self) -> int:
        most = 0
        for place in range(self.count):
            most = max(most, self.homes[self.playing[place]])
        return most

    def _winners(self) -> int:
        best, winners, count = -1, 0, 0
        for place in range(self.count):
            player = self.playing[place]
            score = self._score(player, 0, 0)
            if score > best:
                best, winners, count = score, 0, 0
            if score == best:
                winners, count = winners | 1 << player, count + 1
        return DRAWN if count == self.count > 1 else winners

    def _score(self, player: int, homes: int, paid: int) -> int:
        """What decides at the end, in one number: urchins home, then cubes."""
        return (self.homes[player] + homes) * HOME + self.totals[player] - paid

    # In writing

    def far(self, move: int) -> int:
        last = self.last
        if last < 0 or STEAL in (last, move):
            return 0
        locations = abs((move >> 10 & 7) - (last >> 10 & 7))
        return locations + abs((move >> 2 & 15) - (last >> 2 & 15))

    def text(self, move: int) -> str:
        if move == STEAL:
            return "steal"
        location = LOCATIONS[move >> 10 & 7]
        source, target, way = move >> 6 & 15, (move >> 2 & 15) - 1, (move & 3) - 1
        if source == HAND:
            return f"enter {location}{SIGN[way]}"
        if target < 0 or target >= SIZE:
            return f"{location}{source}-home{SIGN[-1 if target < 0 else 1]}"
        return f"{location}{source}-{target}{SIGN[way]}"

    def write(self) -> str:
        columns = "|".join(map(self._column_text, range(self.locations)))
        players = range(1, self.players + 1)
        playing = [self.playing[place] for place in range(self.count)]
        hands = self._texts({player: self._hand(player) for player in playing})
        homes = self._texts({player: self.homes[player] for player in playing})
        cubes = [self._cubes_text(player) if player in playing else "-" for player in players]
        return f"{columns};{hands};{homes};{','.join(cubes)};{self.turn};{self.quiet}"

    def _column_text(self, location: int) -> str:
        words = [f"{LOCATIONS[location]}:{self.constables[location]}"]
        for space in range(SIZE):
            there = self.columns[location] >> CELL * space & CELL_MASK
            if there not in (0, CONSTABLE):
                words.append(f"{space}={there}")
        return " ".join(words)

    def _texts(self, values: dict[int, int]) -> str:
        return ",".join(str(values.get(player, "-")) for player in range(1, self.players + 1))

    def _cubes_text(self, player: int) -> str:
        seat = player * PLACES
        return "/".join(str(self.cubes[seat + location]) for location in range(self.locations))
