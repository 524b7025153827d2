"""Bump in sentences: what happened in a turn, and how a position stands."""

from collections.abc import Sequence

from bot.games.bump.board import CENTER, NEIGHBORS, PLAYERS, Position
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Transferred, is_won
from bot.games.core import Effect, Names, opponent
from bot.games.effects import Bumped, Captured, Moved, Passed, Placed, Rotated
from bot.games.hexes import opposite
from bot.games.phrases import counted, listed, name_of

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
                words.append(f"{name_of(player, names)} passes")
            case Placed(player, at, direction):
                where = f"on {at}, facing {direction}"
                words.append(f"{name_of(player, names)} places a reinforcement {where}")
            case Moved(player, source, target):
                words.append(f"{name_of(player, names)} moves {source} to {target}")
            case Transferred(_, gate):
                words.append(f"through gate {gate[0]}")
            case Rotated(_, _, _, after) if words:
                words.append(f"and turns it to face {after}")
            case Rotated(player, at, _, after):
                words.append(f"{name_of(player, names)} turns {at} to face {after}")
    return " ".join(words) + "." if words else ""


def _standing(effects: Sequence[Effect]) -> str | None:
    """Where the player's own piece ended its movement."""
    for effect in reversed(effects):
        match effect:
            case Moved(target=space) | Placed(at=space) | Rotated(at=space):
                return space
    return None


def _chain(links: Sequence[Bumped | Captured], acting: str | None, names: Names) -> str:
    """The links in order, each tied to the one before where it is the same piece that acts."""
    told = links if len(links) <= TOLD + 1 else links[:TOLD]
    text = ""
    for link in told:
        at = link.source if isinstance(link, Bumped) else link.at
        if acting is not None and acting == _bumper(at, link.direction):
            text += f"{', which' if text else 'It'} {_active(link, names)}"
        elif acting == at:
            text += _again(link) if text else f"It is {_passive(link)}"
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
    if isinstance(link, Bumped):
        return f" and on to {link.target}"
    return f"; there it is {_passive(link)}"


def _rest(links: Sequence[Bumped | Captured], names: Names) -> str:
    """The links that are only counted; captures among them are still named."""
    if not links:
        return ""
    captures = [e for e in links if isinstance(e, Captured)]
    bumps = len(links) - len(captures)
    told = [counted(bumps, "more bump")] if bumps else []
    told += [f"the capture of {_owned(e, names)} on {e.at}" for e in captures]
    return f"; then {listed(told, 'and')} follow{'s' * (len(told) == 1 and bumps < 2)}"


def _owned(link: Bumped | Captured, names: Names) -> str:
    return f"{name_of(link.player, names)}'s piece"


# A position


def describe(position: Position, names: Names) -> str:
    """Whose turn it is, who holds a center, and every piece as the position text writes it."""
    won = is_won(position)
    sentences = [f"Bump. {name_of(position.turn, names)} {'has won' if won else 'is to move'}."]
    sentences += [_stand(position, player, names) for player in PLAYERS]
    return " ".join(sentences)


def _stand(position: Position, player: int, names: Names) -> str:
    pieces = [f"{space}-{front}" for space, whose, front in position.pieces() if whose == player]
    reserve = position.reserve(player)
    held = position.board[CENTER[opponent(player)]]
    return (
        f"{name_of(player, names)}'s pieces, each with its facing"
        f"{f', {reserve} more in reserve' if reserve else ''}"
        f"{', one on the opposing center' if held else ''}: {', '.join(pieces) or 'none'}."
    )
