"""Bump in sentences: why a move is refused, what happened in a turn, how a position stands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.bump_board import (
    AREA_CELLS,
    CENTER,
    EMPTY,
    NEIGHBORS,
    NUMBER,
    PLAYERS,
    RADIUS,
    SPACES,
    STARTS,
    Position,
    facing,
    opponent,
    owner,
)
from bot.games.bump_chain import Stasis, stable_facings
from bot.games.bump_text import example, write_move
from bot.games.bump_turn import (
    POINTS,
    Held,
    Move,
    Movement,
    Reinforcement,
    Transferred,
    chain_after,
    is_won,
    path_of,
    reach,
)
from bot.games.core import Bumped, Captured, Effect, Moved, Names, Passed, Placed, Rotated
from bot.games.hexes import DIRECTIONS, Cell, distance, opposite, rotations, shifted

# Refusals


def refusal(position: Position, move: Move) -> str:
    """The first thing that is wrong with the move, and the next step."""
    if is_won(position):
        return "The game is over: a piece has held the opposing center."
    found: str | None = None
    if isinstance(move, Reinforcement):
        found = _wrong_reinforcement(position, move)
    elif isinstance(move, Movement):
        found = next(filter(None, (wrong(position, move) for wrong in WRONGS)), None)
    return found or f"{write_move(move)} can't be played here. {example(position)}"


def _wrong_reinforcement(position: Position, move: Reinforcement) -> str | None:
    starts = [space for space, _ in STARTS[position.turn]]
    if not position.reserve(position.turn):
        return f"You have no reinforcement left. {example(position)}"
    if move.target not in starts:
        return f"{move.target} is no starting space of yours. Yours are {', '.join(starts)}."
    space = NUMBER[move.target]
    if position.board[space]:
        return f"{_holder(position, space)}. Place it on an empty starting space of yours."
    stable = stable_facings(position.board, space)
    facings = [str(k) for k in DIRECTIONS if stable >> k & 1]
    instead = f"Let it face {_listed(facings, 'or')}." if facings else "Choose another space."
    return f"On {move.target} facing {move.facing}, a reinforcement would lead to a bump. {instead}"


def _wrong_piece(position: Position, move: Movement) -> str | None:
    if move.source not in NUMBER:
        return f"The board has no space {move.source}. {example(position)}"
    piece = position.piece(move.source)
    if piece is None:
        return f"No piece stands on {move.source}. {example(position)}"
    if piece[0] != position.turn:
        return f"The piece on {move.source} is your opponent's. {example(position)}"
    return None


def _wrong_target(position: Position, move: Movement) -> str | None:
    space = NUMBER.get(move.target)
    if space is None:
        return f"The board has no space {move.target}. {example(position)}"
    if space == CENTER[position.turn]:
        return f"{move.target} is your own center, which your pieces never enter. Go around it."
    if position.board[space] and move.target != move.source:
        return f"{_holder(position, space)}. Shift to an empty space."
    if space in position.closed(position.turn):
        return (
            f"{move.target} is closed to you this turn, for your piece already held the center at "
            "the end of your last turn. Choose another space now, and come back next turn."
        )
    return None


def _no_change(position: Position, move: Movement) -> str | None:
    before = facing(position.board[NUMBER[move.source]])
    if move.source == move.target and move.facing in (None, before):
        turned = write_move(replace(move, facing=(before + 1) % 6))
        return f"That changes nothing. Turn the piece, like {turned}, or write pass."
    if move.facing == before:
        return f"The piece already faces {before}. Leave its facing out."
    return None


def _out_of_reach(position: Position, move: Movement) -> str | None:
    source, target = NUMBER[move.source], NUMBER[move.target]
    closed = position.closed(position.turn)
    if target in reach(position.board, source, closed):
        return None
    obstacle = _obstacle(position, source, target)
    if obstacle is None:
        shifts = len(reach(EMPTY, source, closed, len(SPACES))[target]) - 1
        return (
            f"From {move.source} to {move.target} it is {shifts} shifts; a turn has three points."
        )
    way = reach(position.board, source, closed, len(SPACES)).get(target)
    around = f"Around it takes {len(way) - 1} points" if way else "There is no way around"
    return f"Between {move.source} and {move.target} {obstacle}. {around}; a turn has three."


def _obstacle(position: Position, source: int, target: int) -> str | None:
    """The piece, center or wall that makes a short way longer than a turn's points."""
    closed = position.closed(position.turn)
    if way := reach(EMPTY, source, closed).get(target):
        blocked = next(space for space in way[1:] if position.board[space])
        return f"stands {_whose(position, blocked)} on {SPACES[blocked]}"
    if way := reach(EMPTY, source, ()).get(target):
        own = CENTER[position.turn] in way
        return f"lies {'your own center' if own else 'the opposing center, closed this turn'}"
    near = page_distance(SPACES[source], SPACES[target]) <= POINTS
    return "stands a wall" if near else None


def _too_much_turning(position: Position, move: Movement) -> str | None:
    if move.facing not in (None, *DIRECTIONS):
        return f"There is no side {move.facing}: they run from 0 to 5. {example(position)}"
    source, target = NUMBER[move.source], NUMBER[move.target]
    path = reach(position.board, source, position.closed(position.turn))[target]
    before = facing(position.board[source])
    shifts, turns = len(path) - 1, rotations(before, before if move.facing is None else move.facing)
    if shifts + turns <= POINTS:
        return None
    return (
        f"That takes {shifts + turns} points: {shifts} to shift to {move.target} and {turns} to "
        f"turn from {before} to {move.facing}. A turn has three: shift less far, or turn less."
    )


def _wrong_choice(position: Position, move: Movement) -> str | None:
    path = path_of(position, move)
    if path is None:
        return None
    chain = chain_after(position, path, move)
    used = move.choices[: len(move.choices) - len(chain.choices)]
    so_far = write_move(Movement(move.source, move.target, move.facing, used))
    if not chain.offered:
        return f"No further bump is left to choose. Write {so_far}." if chain.choices else None
    full = _listed([f"{so_far}({choice})" for choice in chain.offered], "or")
    if chain.choices:
        return f"({chain.choices[0]}) is not among the bumps to choose from. Write {full}."
    return f"Several pieces bump the same one: choose where it goes. Write {full}."


WRONGS = (
    _wrong_piece,
    _wrong_target,
    _no_change,
    _out_of_reach,
    _too_much_turning,
    _wrong_choice,
)
"""What can be wrong with a movement, each check relying on those before it."""


def _holder(position: Position, space: int) -> str:
    return f"On {SPACES[space]} stands {_whose(position, space)}"


def _whose(position: Position, space: int) -> str:
    own = owner(position.board[space]) == position.turn
    return "your own piece" if own else "your opponent's piece"


def page_distance(a: str, b: str) -> int:
    """How far apart two spaces are drawn, the areas touching at gate 0 and walls not counted."""
    return min(distance(p, q) for p in _on_page(a) for q in _on_page(b))


def _on_page(space: str) -> Iterator[Cell]:
    for player, cells in AREA_CELLS.items():
        if space in cells:
            yield shifted(cells[space], 0, 2 * RADIUS * (player - 1))


# A turn

TOLD = 4
"""How many links of a chain are told one by one; the others are counted."""


def tell(effects: Sequence[Effect], names: Names) -> str:
    """What the player did, what that set off, and the warning when a center is held."""
    links = [e for e in effects if isinstance(e, Bumped | Captured)]
    own = [e for e in effects if not isinstance(e, Bumped | Captured | Held)]
    sentences = [_own_movement(own, names)]
    if links:
        sentences.append(f"{_chain(links, _standing(own), names)}.")
    if any(isinstance(e, Held) for e in effects):
        sentences.append("Guard your center!")
    return " ".join(filter(None, sentences))


def _own_movement(effects: Sequence[Effect], names: Names) -> str:
    words = []
    for effect in effects:
        match effect:
            case Passed(player):
                words.append(f"{_name(player, names)} passes")
            case Placed(player, at, direction):
                where = f"on {at}, facing {direction}"
                words.append(f"{_name(player, names)} places a reinforcement {where}")
            case Moved(player, source, target):
                words.append(f"{_name(player, names)} moves {source} to {target}")
            case Transferred(_, gate):
                words.append(f"through gate {gate[0]}")
            case Rotated(_, _, _, after) if words:
                words.append(f"and turns it to face {after}")
            case Rotated(player, at, _, after):
                words.append(f"{_name(player, names)} turns {at} to face {after}")
    return " ".join(words) + "." if words else ""


def _standing(effects: Sequence[Effect]) -> str | None:
    """Where the player's own piece ended its movement."""
    places = [
        e.target if isinstance(e, Moved) else e.at
        for e in effects
        if hasattr(e, "at") or isinstance(e, Moved)
    ]
    return places[-1] if places else None


def _chain(links: Sequence[Bumped | Captured], acting: str | None, names: Names) -> str:
    """The links in order, each tied to the one before where it is the same piece that acts."""
    told = links if len(links) <= TOLD + 1 else links[:TOLD]
    text = ""
    for link in told:
        at = link.source if isinstance(link, Bumped) else link.at
        if acting is not None and acting == _bumper(at, link.direction):
            text += f"{', which' if text else 'It'} {_active(link, names)}"
        elif acting == at:
            text += f" and {_again(link)}" if text else f"It is {_passive(link)}"
        else:
            text += f"{'; then ' if text else ''}{_owned(link, names)} on {at} is {_passive(link)}"
        acting = link.target if isinstance(link, Bumped) else None
    return text + _rest(links[len(told) :], names)


def _bumper(at: str, direction: int | None) -> str | None:
    """Where the piece stands that bumped the one at that space in that direction."""
    return None if direction is None else NEIGHBORS[at][opposite(direction)]


def _active(link: Bumped | Captured, names: Names) -> str:
    match link:
        case Bumped(_, source, target):
            return f"bumps {_owned(link, names)} from {source} to {target}"
        case Stasis(_, at):
            return f"captures {_owned(link, names)} on {at} in stasis"
        case Captured(_, at):
            return f"captures {_owned(link, names)} on {at}"


def _passive(link: Bumped | Captured) -> str:
    match link:
        case Bumped(target=target):
            return f"bumped to {target}"
        case Stasis():
            return "captured in stasis"
        case Captured():
            return "captured"


def _again(link: Bumped | Captured) -> str:
    """What becomes of a piece that has just been bumped."""
    return f"on to {link.target}" if isinstance(link, Bumped) else f"is {_passive(link)}"


def _rest(links: Sequence[Bumped | Captured], names: Names) -> str:
    """The links that are only counted; captures among them are still named."""
    if not links:
        return ""
    captures = [e for e in links if isinstance(e, Captured)]
    bumps = len(links) - len(captures)
    told = [f"{bumps} more bump{'s' * (bumps > 1)}"] if bumps else []
    told += [f"the capture of {_owned(e, names)} on {e.at}" for e in captures]
    return f"; then {_listed(told, 'and')} follow{'s' * (len(told) == 1 and bumps < 2)}"


def _owned(link: Bumped | Captured, names: Names) -> str:
    return f"{_name(link.player, names)}'s piece"


def _name(player: int, names: Names) -> str:
    return names.get(player, f"Player {player}")


def _listed(texts: Sequence[str], last: str) -> str:
    """The texts in a row: `a, b or c`."""
    return f" {last} ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


# A position


def describe(position: Position, names: Names) -> str:
    """Whose turn it is, who holds a center, and every piece as the position text writes it."""
    won = is_won(position)
    sentences = [f"Bump. {_name(position.turn, names)} {'has won' if won else 'is to move'}."]
    sentences += [_stand(position, player, names) for player in PLAYERS]
    return " ".join(sentences)


def _stand(position: Position, player: int, names: Names) -> str:
    pieces = [f"{space}-{front}" for space, whose, front in position.pieces() if whose == player]
    reserve = position.reserve(player)
    held = position.board[CENTER[opponent(player)]]
    return (
        f"{_name(player, names)} has {len(pieces)} pieces, by space and facing"
        f"{f', {reserve} more in reserve' if reserve else ''}"
        f"{', and stands on the opposing center' if held else ''}: {', '.join(pieces) or 'none'}."
    )
