"""Clump, by Mark Steere: swap neighboring stones, let groups grow, and join your two sides."""

from bot.games.clump.board import Position
from bot.games.clump.moves import Move
from bot.games.guide import Game, assembled

GAME: Game[Position, Move] = assembled(__name__)
