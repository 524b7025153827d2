"""Urchins: two to five players lead theirs past constables and each other, off a column and home.

The bumping rule is that of an urchins-and-constables board game, (c) Scene Cinema Ltd 2006-2008;
the frame around it (cubes, entering, stealing, the end) is our own.

A player may leave while others play on. Their urchins leave board and hand, their homes and cubes
no longer count, and their turns are removed from the quiet ones as if never taken, so nobody's
leaving brings the end nearer. The position text then has `-` in their place for the hand, the homes
and the cubes (`4,-,5;0,-,1;2/2/2/2,-,2/2/2/2`) and is otherwise unchanged.
"""

from bot.games.guide import Game, assembled
from bot.games.urchins.board import Position
from bot.games.urchins.moves import Move

GAME: Game[Position, Move] = assembled(__name__)
