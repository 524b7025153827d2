"""Bounce: stacks run along diagonals and off the rails; what they jump goes underneath."""

from bot.games.bounce.board import Position
from bot.games.bounce.moves import Move
from bot.games.guide import Game, assembled

GAME: Game[Position, Move] = assembled(__name__)
