"""Bounce in sentences: what happened in a turn, the position in words, also drawn in characters."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from bot.games.bounce.board import (
    AHEAD,
    HEADINGS,
    LETTERS,
    NUMBER,
    PLAYERS,
    SIZE,
    SQUARES,
    Position,
    letters,
)
from bot.games.bounce.moves import Covered, Rebounded, outcome
from bot.games.bounce.notation import is_on_board
from bot.games.bounce.ways import directions
from bot.games.core import Effect, Moved, Names, NotationError, Passed, opponent
from bot.games.phrases import (
    NOBODY,
    SHAPES,
    brief_name,
    comma_list,
    name_of,
    normalized,
    quoted,
    state_of,
)
from bot.games.squares import name

MOST_NAMED = 3
"""How many bounces and covered stacks are told one by one; more of them are counted."""


# A turn


def tell(effects: Sequence[Effect], names: Names) -> str:
    """Where the stack ran, off which rails, and what it covered."""
    if not effects:
        return ""
    match effects[0]:
        case Passed(player):
            return f"{name_of(player, names)} has no move and passes."
        case Moved(player, source, target):
            rails = [e.at for e in effects if isinstance(e, Rebounded)]
            covered = [e for e in effects if isinstance(e, Covered)]
            way = f"{source} to {target}" if target != source else f"from {source} and back"
            ran = f"{name_of(player, names)} runs {way}{_bouncing(rails)}"
            return f"{ran}{_covering(player, covered, names)}."
    return ""


def _bouncing(rails: Sequence[str]) -> str:
    if len(rails) > MOST_NAMED:
        return f", bouncing {len(rails)} times"
    return f", bouncing at {comma_list(rails)}" if rails else ""


def _covering(player: int, covered: Sequence[Covered], names: Names) -> str:
    if not covered:
        return ""
    named = [_one(player, each, names) for each in covered[:MOST_NAMED]]
    if covered[MOST_NAMED:]:
        named.append(f"{len(covered) - MOST_NAMED} more")
    text = f", and covers {comma_list(named)}"
    return f"{text}: a stack of {covered[-1].height}"


def _one(player: int, covered: Covered, names: Names) -> str:
    height = len(covered.owners)
    what = "cup" if height == 1 else f"stack of {height}"
    own = covered.player == player
    whose = f"their own {what}" if own else f"{name_of(covered.player, names)}'s {what}"
    return f"{whose} on {covered.at}"


# A position


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """Whose turn it is, and every stack with its owners as the position text writes them."""
    sides = (_side(position, player, names) for player in PLAYERS)
    return " ".join([_status(position, names, over), *sides])


def _status(position: Position, names: Names, over: bool) -> str:
    end = outcome(position)
    player = name_of(position.turn, names)
    if end is None:
        named = "Stacks" if over else f"{player} is to move; stacks"
        return f"Bounce. {named} are written from bottom to top."
    winner = name_of(end.winners[0], names) if end.winners else ""
    return f"Bounce. {f'{winner} has won' if winner else 'The game is drawn'}."


def _side(position: Position, player: int, names: Names) -> str:
    stacks = [(square, owners) for square, owners in position.pieces() if owners[-1] == player]
    named = [f"{square} {letters(owners)}" for square, owners in stacks]
    letter, mark = letters((player,)), SHAPES[player]
    ahead = "up" if player < opponent(player) else "down"
    side = f"{name_of(player, names)} ({mark}, {letter}, forward is {ahead})"
    return f"{side} has {', '.join(named) or 'nothing left'}."


# The text board

COLUMN = 4
"""Characters of a file; a stack may use those of the empty light square next to it."""

ROOM = 2 * COLUMN - 1
"""Pieces of a stack that fit on its square; a higher one is written below the board."""

LINE = 58
"""Characters of a line; a sketch has no longer ones."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The board rank by rank with its stacks, bottom to top: `PYP`; `P9` for the highest."""
    ranks = (_rank(position, rank) for rank in reversed(range(SIZE)))
    files = "".join(f"{name((file, 0))[0]:{COLUMN}}" for file in range(SIZE))
    tall = [f"{s}: {letters(owners)}" for s, owners in position.pieces() if len(owners) > ROOM]
    below = (line for text in tall for line in wrap(text, LINE))
    head = (_player(position, player, names, over) for player in PLAYERS)
    return "\n".join((*head, *ranks, f"  {files.rstrip()}", *below))


def _player(position: Position, player: int, names: Names, over: bool) -> str:
    way = "up" if player == PLAYERS[0] else "down"
    mark = f"{LETTERS[player - 1]}: {brief_name(player, names)} ({SHAPES[player]}), runs {way}"
    return f"{mark}{state_of(player, position.turn, outcome(position), over)}."


def _rank(position: Position, rank: int) -> str:
    line = ""
    for file in range(SIZE):
        square = name((file, rank))
        if square in NUMBER:
            line = f"{line:{COLUMN * file}}{_mark(position.stack(square))}"
    return f"{rank + 1} {line}"


def _mark(stack: bytes) -> str:
    if len(stack) > ROOM:
        return f"{LETTERS[stack[-1] - 1]}{len(stack)}"
    return letters(stack) or "."


# One square


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """What is on a square, what is next to it, what it can do. Raises NotationError."""
    square = normalized(cell)
    if square not in NUMBER:
        raise NotationError(_nowhere(square, cell))
    parts = [f"{square} {_contents(position, square, names)}.", _beside(position, square, names)]
    return " ".join((*parts, *_doing(position, square)))


def _nowhere(square: str, cell: str) -> str:
    if is_on_board(square):
        return f"{square} is a light square, which is never used. Name a dark one, like c3."
    return f"There is no square {quoted(cell)} on this board. Name a dark one, like c3."


def _contents(position: Position, square: str, names: Names) -> str:
    stack = position.stack(square)
    if not stack:
        return "is empty"
    if len(stack) == 1:
        return f"holds {_whose(stack, names)} single cup, a {SHAPES[stack[-1]]}"
    return (
        f"holds {_whose(stack, names)} stack of {len(stack)}, {letters(stack)} from bottom to top"
    )


def _beside(position: Position, square: str, names: Names) -> str:
    numbers = dict.fromkeys(AHEAD[NUMBER[square]][heading][0] for heading in HEADINGS)
    parts = []
    for number in sorted(numbers):
        stack = position.stacks[number]
        what = f"{_whose(stack, names)} {letters(stack)}" if stack else "empty"
        parts.append(f"{SQUARES[number]}, {what}")
    return f"Beside it: {'; '.join(parts)}."


def _doing(position: Position, square: str) -> Iterator[str]:
    stack = position.stack(square)
    if not stack or outcome(position):
        return
    ways = [way.run for ways in directions(position, square).values() for way in ways]
    ends = sorted({run.target for run in ways if not run.covered})
    taken = sorted({covered for run in ways for covered in run.covered})
    can = [f"run to {comma_list(ends, 'or')}"] if ends else []
    can += [f"cover {comma_list(taken, 'or')}"] if taken else []
    yield f"It can {', and '.join(can)}." if can else "It can't run now."


def _whose(stack: bytes, names: Names) -> str:
    return f"{name_of(stack[-1], names)}'s"
