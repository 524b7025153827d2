"""The boards of the puzzles of a day, each drawn once for all servers that see boards alike."""

from collections import OrderedDict
from functools import partial
from typing import NamedTuple

import discord
from discord.utils import utcnow

from bot.catalog import entry
from bot.exercises.exercise import Exercise, ExerciseId
from bot.front.board.pictures import alt_text, picture_file
from bot.front.board.text_board import text_board
from bot.front.discord import lanes
from bot.front.discord.markdown import code_block
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.service.exercises.board import board_of
from bot.service.locks import Locks
from renderers import View, draw

# Boards that are kept: those of a day of all games, in all colors that are asked for.
KEPT = 64


class DayPicture(NamedTuple):
    """A board as a PNG, and in words."""

    png: bytes
    alt: str

    def file(self, name: str) -> discord.File:
        return picture_file(self.png, name, self.alt)


class DayPictures:
    """Draws boards behind all that people wait for, and keeps them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[ExerciseId, View], DayPicture] = OrderedDict()
        self._locks: Locks[tuple[ExerciseId, View]] = Locks()

    async def of(self, exercise: Exercise, view: View) -> DayPicture:
        key = exercise.id, view
        async with self._locks(key):
            if key not in self._kept:
                self._kept[key] = await lanes.EXTRAS.run(partial(_drawn, exercise, view))
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return self._kept[key]


def _drawn(exercise: Exercise, view: View) -> DayPicture:
    board = _board(exercise)
    names = dict(enumerate((player.name for player in board.seats), 1))
    png = draw(board.game, exercise.position, (), view=view, names=names)
    return DayPicture(png, alt_text(board))


def in_characters(exercise: Exercise) -> str:
    """The board as text, for where no picture is taken. Computes."""
    return code_block(text_board(_board(exercise)))


def _board(exercise: Exercise) -> Match:
    # Nobody's: the side to move goes by its own name.
    now = utcnow()
    side = entry(exercise.id.game).sides[exercise.position.turn - 1]
    return board_of(exercise, Attempt(0, *exercise.id, begun=now, at=now), Person(0, side))
