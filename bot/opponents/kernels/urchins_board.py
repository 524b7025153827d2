"""The state of a game of Urchins, as integers, changed by moves and changed back.

A move holds, from its lowest bit, the way of a bump plus 1 (2 bits), the target plus 1 (4), the
source, or 11 for the hand (4), and the location.
"""

from array import array

from bot.games.urchins.board import CUBES, LAST_HOMES, LOCATIONS, SIGN, START, URCHINS, Position
from bot.games.urchins.moves import QUIET_ROUNDS
from bot.opponents.kernel import DRAWN, GOES_ON
from bot.opponents.kernel import Kernel as Base
from bot.opponents.kernels.urchins_tables import (
    CONSTABLE,
    CONSTABLE_KEYS,
    COUNT,
    CUBE_KEYS,
    HAND,
    HOME_KEYS,
    LEFT_KEYS,
    MASK,
    PLACES,
    QUIET_KEY,
    SEATS,
    SIZE,
    STEAL,
    TURN_KEYS,
    URCHIN_KEYS,
)

HOME = 1 << 32
"""What an urchin home counts compared with cubes."""

Column = tuple[bytes, list[int], list[int]]
"""The cells of a location; its spaces and the hash of each who plays."""


class Board(Base):
    """A position of Urchins with the moves made from it so far."""

    def __init__(self, position: Position) -> None:
        super().__init__(len(position.hands), position.turn)
        self.quiet = position.quiet
        self.locations = len(position.columns)
        self.playing = bytearray(position.playing)
        self.count = len(self.playing)
        self.limit = QUIET_ROUNDS * self.count
        self.constables = bytearray(position.constables)
        self.board = bytearray(self.locations * SIZE)
        self.spaces = array("i", [0] * SEATS)
        self.cubes = array("i", [0] * SEATS)
        self.totals = array("i", [0] * PLACES)
        self.homes = bytearray(PLACES)
        self.keys = array("Q", [0] * PLACES)
        self.past: list[tuple[tuple[int, ...], Column]] = []
        self.last = -1
        self.base = 0
        self._set_up(position)
        self.key = self._hash()

    def _set_up(self, position: Position) -> None:
        for location, constable in enumerate(self.constables):
            self.board[location * SIZE + constable] = CONSTABLE
            self.base += CONSTABLE_KEYS[location * SIZE + constable]
        for player in position.left:
            self.base += LEFT_KEYS[player]
        for player in self.playing:
            for location, space in position.urchins(player):
                self._put(player, location, space)
            for location, cubes in enumerate(position.cubes[player - 1]):
                self._pay(player, location, -cubes)
            self._bring_home(player, position.homes[player - 1])

    # What a turn changes

    def _put(self, player: int, location: int, space: int) -> None:
        seat = player * PLACES + location
        self.board[location * SIZE + space] = player
        self.spaces[seat] |= 1 << space
        self.keys[player] = self.keys[player] + URCHIN_KEYS[seat * SIZE + space] & MASK

    def _lift(self, player: int, location: int, space: int) -> None:
        seat = player * PLACES + location
        self.board[location * SIZE + space] = 0
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
            there = self.board[location * SIZE + space]
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
        seat = player * PLACES + location
        held = self.cubes[seat], self.totals[player], self.homes[player]
        before = (move, player, self.last, self.quiet, self.key, *held)
        self.past.append((before, self._column(location)))

    def undo(self) -> None:
        before, column = self.past.pop()
        move, player, self.last, self.quiet, self.key, cubes, total, homes = before
        location = move >> 10 & 7
        if move == STEAL:
            self._steal(player, -1)
        self.cubes[player * PLACES + location] = cubes
        self.totals[player] = total
        self.homes[player] = homes
        self.turn = player
        self._put_back(location, column)

    def _column(self, location: int) -> Column:
        """The contents of a location, and what else bumping there changes."""
        start = location * SIZE
        spaces = [self.spaces[player * PLACES + location] for player in self.playing]
        return bytes(self.board[start : start + SIZE]), spaces, [self.keys[p] for p in self.playing]

    def _put_back(self, location: int, column: Column) -> None:
        stood, spaces, keys = column
        start = location * SIZE
        self.board[start : start + SIZE] = stood
        for place in range(self.count):
            player = self.playing[place]
            self.spaces[player * PLACES + location] = spaces[place]
            self.keys[player] = keys[place]

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
        scores = [self._score(player, 0, 0) for player in self.playing]
        most = max(scores)
        if self.count > 1 and min(scores) == most:
            return DRAWN
        return sum(1 << p for p, score in zip(self.playing, scores, strict=True) if score == most)

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
        hands = self._texts({player: self._hand(player) for player in self.playing})
        homes = self._texts({player: self.homes[player] for player in self.playing})
        cubes = [self._cubes_text(player) if player in self.playing else "-" for player in players]
        return f"{columns};{hands};{homes};{','.join(cubes)};{self.turn};{self.quiet}"

    def _column_text(self, location: int) -> str:
        start = location * SIZE
        words = [f"{LOCATIONS[location]}:{self.constables[location]}"]
        for space, there in enumerate(self.board[start : start + SIZE]):
            if there not in (0, CONSTABLE):
                words.append(f"{space}={there}")
        return " ".join(words)

    def _texts(self, values: dict[int, int]) -> str:
        return ",".join(str(values.get(player, "-")) for player in range(1, self.players + 1))

    def _cubes_text(self, player: int) -> str:
        seat = player * PLACES
        return "/".join(map(str, self.cubes[seat : seat + self.locations]))
