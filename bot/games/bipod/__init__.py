"""Bi-Pod: the Runner joins two stones of different colors to the short sides; the Blocker
blocks."""

from bot.games.bipod.board import Position
from bot.games.bipod.moves import Move
from bot.games.guide import Game, assembled

GAME: Game[Position, Move] = assembled(__name__)
