"""Bump: a piece pushes whatever its bumper meets, and the player who keeps the opposing center
wins."""

from bot.games.bump.board import Position
from bot.games.bump.moves import Move
from bot.games.guide import Game, assembled

GAME: Game[Position, Move] = assembled(__name__)
