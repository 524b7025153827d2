"""Numbers and tables for the kernel of Urchins."""

from array import array
from random import Random

from bot.games.urchins.board import LOCATIONS, SPACES

SIZE = len(SPACES)
PLACES = len(LOCATIONS)
SEATS = (PLACES + 1) * PLACES
"""A seat is a player's share of a location: `player * PLACES + location`."""

NONE_A_PLACE, NONE_A_SEAT = (0,) * PLACES, (0,) * SEATS
"""Nothing yet at each place, or at each seat. A place is a player, too."""

HAND = SIZE
"""The source of a move that enters an urchin."""

STEAL = 1 << 13
"""The move that steals; it lies above all others."""

CELL = 4
"""The bits of a space in the number that holds a location's spaces."""

CELL_MASK = (1 << CELL) - 1

CONSTABLE = 9
"""The mark of a constable's space, in place of a player's number."""

COUNT = bytes(spaces.bit_count() for spaces in range(1 << SIZE))
"""How many urchins are on a set of spaces, which has bit `space` for each."""

TEMPO = 200
"""What a turn of one player is worth, in points."""

# Hashes

MASK = (1 << 60) - 1
"""Hashes are sums of random numbers, cut to 60 bits."""

_CHANCE = Random(11)


def _numbers(count: int) -> "array[int]":
    return array("Q", (_CHANCE.getrandbits(60) for _ in range(count)))


URCHIN_KEYS = _numbers(SEATS * SIZE)
"""By seat and space."""

CUBE_KEYS = _numbers(SEATS)
"""For each cube, by seat."""

HOME_KEYS = _numbers(PLACES)
"""For each urchin home, by player."""

TURN_KEYS = _numbers(PLACES)
"""By player."""

LEFT_KEYS = _numbers(PLACES)
"""By player."""

CONSTABLE_KEYS = _numbers(PLACES * SIZE)
"""By location and space."""

QUIET_KEY = _numbers(1)[0]
"""For each quiet turn: proven results are valid for one count of them only."""
