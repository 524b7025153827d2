"""Urchins positions drawn as text: a location is a line of eleven spaces, from 0 to 10.

    . # . . 1 . 2 . . . .      `#` is the constable, a number an urchin of that player.

Whoever is not on the board or home is in hand; locations not drawn are empty, their constable on 9.
"""

from collections.abc import Sequence

from bot.games.core import Bumped, Turn
from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.games.urchins.moves import Fell, Stepped
from tests.helpers.playing import Player

PLAYER = Player(GAME)
play, texts, refused = PLAYER.play, PLAYER.legal, PLAYER.refused

EMPTY = ". . . . . . . . . # ."


def drawn(
    *pictures: str,
    players: int = 2,
    turn: int = 1,
    homes: Sequence[int] = (),
    cubes: int = 20,
    quiet: int = 0,
) -> Position:
    """The position of a drawing, in which everybody has so many cubes of every location."""
    lines = [picture.split() for picture in (*pictures, *[EMPTY] * (players + 1 - len(pictures)))]
    assert all(len(line) == 11 for line in lines), "a location has eleven spaces"
    columns = tuple(tuple(int(t) if t.isdigit() else 0 for t in line) for line in lines)
    home = tuple(homes) or (0,) * players
    out = [sum(column.count(player) for column in columns) for player in range(1, players + 1)]
    return Position(
        constables=tuple(line.index("#") for line in lines),
        columns=columns,
        hands=tuple(5 - a - b for a, b in zip(out, home, strict=True)),
        homes=home,
        cubes=((cubes,) * len(columns),) * players,
        turn=turn,
        quiet=quiet,
    )


def picture(position: Position, location: int = 0) -> str:
    """A location as it is drawn."""
    line = [str(player) if player else "." for player in position.columns[location]]
    line[position.constables[location]] = "#"
    return " ".join(line)


def links(turn: Turn[Position]) -> list[str]:
    """What was set off, in short: `1 A1>A0` for a step aside, `2 A6-5` for a bump, `2 A0 off`."""
    parts = []
    for effect in turn.effects:
        match effect:
            case Stepped(player, source, target):
                parts.append(f"{player} {source}>{target}")
            case Bumped(player, source, target):
                parts.append(f"{player} {source}-{target[1:]}")
            case Fell(player, at):
                parts.append(f"{player} {at} off")
    return parts
