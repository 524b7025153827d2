"""Bump in sentences: what happened in a turn, and how a position stands."""

from collections.abc import Iterator, Sequence

from bot.games.bump.board import CENTER, NEIGHBORS, PLAYERS, SPACES, Position, shown
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Transferred, is_won
from bot.games.core import Effect, Names, opponent
from bot.games.effects import Bumped, Captured, Moved, Passed, Placed, Rotated
from bot.games.hexes import opposite
from bot.games.phrases import counted, name_of

# A turn

MOST_NAMED = 4
"""How many links of a chain are told one by one; of the others only the bumps are counted."""


def tell(effects: Sequence[Effect], names: Names) -> str:
    """What the player did, every loss with its reason, the chain, and the warning of a center held.

    Losses come before the chain, the player's own first, and none is ever left out. Behind them the
    piece that moved is named again: "it" would be the lost one.
    """
    links = [e for e in effects if isinstance(e, Bumped | Captured)]
    own = [e for e in effects if not isinstance(e, Bumped | Captured | Held)]
    losses, landing = list(_losses(links, _mover(own), names)), _landing(own)
    sentences = [_own_movement(own, names), *losses]
    if any(isinstance(e, Bumped) for e in links):
        mover = f"{name_of(_mover(own), names)}'s piece on {shown(landing or '')}"
        subject = mover if losses else "It"
        sentences.append(f"{_chain(links, landing, subject, names)}.")
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
                where = f"on {shown(at)}, facing {direction}"
                words.append(f"{name_of(player, names)} places a reinforcement {where}")
            case Moved(player, source, target):
                words.append(f"{name_of(player, names)} moves {shown(source)} to {shown(target)}")
            case Transferred(_, gate):
                words.append(f"through gate {gate[0]}")
            case Rotated(_, _, _, after) if words:
                words.append(f"and turns it to face {after}")
            case Rotated(player, at, _, after):
                words.append(f"{name_of(player, names)} turns {shown(at)} to face {after}")
    return " ".join(words) + "." if words else ""


def _mover(effects: Sequence[Effect]) -> int:
    return next((effect.player for effect in effects), 0)


def _losses(links: Sequence[Bumped | Captured], mover: int, names: Names) -> Iterator[str]:
    captures = [link for link in links if isinstance(link, Captured)]
    for each in sorted(captures, key=lambda capture: capture.player != mover):
        yield f"{name_of(each.player, names)} loses the piece on {shown(each.at)}{_reason(each)}."


def _reason(capture: Captured) -> str:
    """Why a piece was captured: `: 02 bumps it against a wall`."""
    by = shown(_bumper(capture.at, capture.direction) or "")
    if isinstance(capture, Stasis):
        return f" in stasis: {by} would bump it the same way a third time"
    return f": {by} bumps it against {in_the_way(capture)}"


def in_the_way(capture: Captured) -> str:
    """What kept a captured piece from following its bump."""
    beyond = None if capture.direction is None else NEIGHBORS[capture.at][capture.direction]
    if beyond is None:
        return "a wall"
    if beyond == SPACES[CENTER[capture.player]]:
        return "its own center"
    # The opposing center may have been closed to it, or taken: the effect does not say which.
    return "the opposing center" if beyond.startswith("C") else f"the piece on {beyond}"


def _landing(effects: Sequence[Effect]) -> str | None:
    for effect in reversed(effects):
        match effect:
            case Moved(target=space) | Placed(at=space) | Rotated(at=space):
                return space
    return None


def _chain(
    links: Sequence[Bumped | Captured], acting: str | None, subject: str, names: Names
) -> str:
    """The links in order, each tied to the one before where it is the same piece that acts.
    `subject` is the piece that stands at `acting` as they begin."""
    named = links if len(links) <= MOST_NAMED + 1 else links[:MOST_NAMED]
    text = ""
    for link in named:
        at = link.source if isinstance(link, Bumped) else link.at
        if acting is not None and acting == _bumper(at, link.direction):
            text += f"{', which' if text else subject} {_active(link, names)}"
        elif acting == at:
            text += _again(link) if text else f"{subject} is {_passive(link)}"
        else:
            whose = f"{_owned(link, names)} on {shown(at)}"
            text += f"{'; then ' if text else ''}{whose} is {_passive(link)}"
        acting = link.target if isinstance(link, Bumped) else None
    return text + _rest(links[len(named) :])


def _bumper(at: str, direction: int | None) -> str | None:
    return None if direction is None else NEIGHBORS[at][opposite(direction)]


def _active(link: Bumped | Captured, names: Names) -> str:
    match link:
        case Bumped(_, source, target):
            return f"bumps {_owned(link, names)} from {shown(source)} to {shown(target)}"
        case Stasis(_, at):
            return f"captures {_owned(link, names)} on {shown(at)} in stasis"
        case Captured(_, at):
            return f"captures {_owned(link, names)} on {shown(at)}"


def _passive(link: Bumped | Captured) -> str:
    match link:
        case Bumped(target=target):
            return f"bumped to {shown(target)}"
        case Stasis():
            return "captured in stasis"
        case Captured():
            return "captured"


def _again(link: Bumped | Captured) -> str:
    if isinstance(link, Bumped):
        return f" and on to {shown(link.target)}"
    return f"; there it is {_passive(link)}"


def _rest(links: Sequence[Bumped | Captured]) -> str:
    """How many bumps follow; the captures among them were told before."""
    bumps = sum(isinstance(link, Bumped) for link in links)
    return f"; then {counted(bumps, 'more bump')} follow{'s' * (bumps == 1)}" if bumps else ""


def _owned(link: Bumped | Captured, names: Names) -> str:
    return f"{name_of(link.player, names)}'s piece"


# A position


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """Whose turn it is, who holds a center, and every piece as the position text writes it."""
    mover = name_of(position.turn, names)
    turn = "" if over else f"{mover} is to move."
    sentences = ["Bump.", f"{mover} has won." if is_won(position) else turn]
    sentences += [_stand(position, player, names) for player in PLAYERS]
    return " ".join(filter(None, sentences))


def _stand(position: Position, player: int, names: Names) -> str:
    pieces = [
        f"{shown(space)}-{front}" for space, whose, front in position.pieces() if whose == player
    ]
    reserve = position.reserve(player)
    held = position.board[CENTER[opponent(player)]]
    return (
        f"{name_of(player, names)}'s pieces, each with its facing"
        f"{f', {reserve} more in reserve' if reserve else ''}"
        f"{', one on the opposing center' if held else ''}: {', '.join(pieces) or 'none'}."
    )
