"""What can be played on a space, in words and as it is typed, for those who play by ear."""

from bot.front.discord.markdown import escape, inline_code
from bot.front.text.turns import stand_ins, with_names
from bot.games.guide import MovesByEffect
from bot.model.match import Match

MORE = "\n… and {count} more"

# From this many moves on, what all of them begin with is said only once.
MANY = 8


def moves_here(match: Match, space: str, room: int, *, effects: bool = True) -> str:
    """What the player to move can do on a space, by effect, in at most `room` characters; empty if
    there is nothing. Without `effects` the moves alone, in alphabetical order.

    Raises NotationError if there is no such space.
    """
    if match.outcome or not match.turn:
        return ""
    listed = match.rules.moves_by_effect(match.position, space, stand_ins(match))
    moves = [move for some in listed.values() for move in some]
    begin = _beginning(moves) if len(moves) >= MANY else ""
    parts = list(_parts(match, listed if effects else {"": sorted(moves)}, len(begin)))
    each = f", each beginning with {inline_code(begin)}" if begin else ""
    text = f"{with_names(match, stand_ins(match)[match.turn])} can play here{each}:"
    for at, part in enumerate(parts):
        if len(text) + len(part) + len(MORE) > room:
            return text + MORE.format(count=len(parts) - at)
        text += part
    return text if parts else ""


def _parts(match: Match, listed: MovesByEffect, cut: int) -> list[str]:
    # The texts of the moves, each with what stands before it.
    parts = []
    for effect, moves in listed.items():
        words = f"{with_names(match, effect)}: " if effect else ""
        before = f"\n- {words}"
        for move in moves:
            parts.append(f"{before}{escape(move[cut:])}")
            before = ", "
    return parts


def _beginning(moves: list[str]) -> str:
    # What all have in common, up to where a name or number ends.
    first = moves[0]
    begins = [first[:at] for at in range(len(first), 0, -1) if first[at - 1] in ",- "]
    return next((b for b in begins if all(move.startswith(b) for move in moves)), "")
