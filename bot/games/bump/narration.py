"""Bump in sentences: what happened in a turn, the position in words."""

from collections.abc import Iterator, Sequence
from itertools import cycle, takewhile
from typing import NamedTuple

from bot.games.bump.board import CENTER, NEIGHBORS, PLAYERS, SPACES, Position, shown
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Transferred, is_won
from bot.games.core import Bumped, Captured, Effect, Moved, Names, Passed, Placed, Rotated, opponent
from bot.games.hexes import opposite
from bot.games.phrases import counted, name_of

# A turn

MOST_NAMED = 4
"""How many links of a chain are told one by one; of the others only the bumps are counted."""


def tell(effects: Sequence[Effect], names: Names) -> str:
    """What the player did, every loss with its reason, the bumps, and the warning of a center held.

    Losses come before the bumps, the player's own first, and each is told exactly once. After them
    the moved piece is named again: "it" would be the lost one.
    """
    links = [e for e in effects if isinstance(e, Bumped | Captured)]
    own = [e for e in effects if not isinstance(e, Bumped | Captured | Held)]
    mover = _mover(own)
    losses, landing = list(_losses(links, mover, names)), _landing(own)
    sentences = [_own_movement(own, names), *losses]
    if any(isinstance(e, Bumped) for e in links):
        subject = f"{name_of(mover, names)}'s piece on {shown(landing or '')}" if losses else "It"
        first = {mover: "another" if losses else "their own piece"}
        sentences.append(f"{_bumps(_steps(links), landing, subject, first, names)}.")
    if any(isinstance(e, Held) for e in effects):
        sentences.append("Guard your center!")
    return " ".join(filter(None, sentences))


def _own_movement(effects: Sequence[Effect], names: Names) -> str:
    words = []
    for effect in effects:
        match effect:
            case Passed(player):
                words.append(f"{name_of(player, names)} passes")
            case Placed(player, at, int(direction)):
                where = f"on {shown(at)}, facing {beyond(at, direction)}"
                words.append(f"{name_of(player, names)} places a reinforcement {where}")
            case Moved(player, source, target):
                words.append(f"{name_of(player, names)} moves {shown(source)} to {shown(target)}")
            case Transferred(_, gate):
                words.append(f"through gate {gate[0]}")
            case Rotated(player, at, _, after):
                what = "and turns it" if words else f"{name_of(player, names)} turns {shown(at)}"
                words.append(f"{what} to face {beyond(at, after)}")
    return " ".join(words) + "." if words else ""


def beyond(space: str, direction: int) -> str:
    """What a side of the space faces, true however the board is turned."""
    neighbor = NEIGHBORS[space][direction]
    return shown(neighbor) if neighbor else "a wall"


def _mover(effects: Sequence[Effect]) -> int:
    return next((effect.player for effect in effects), 0)


def _losses(links: Sequence[Bumped | Captured], mover: int, names: Names) -> Iterator[str]:
    captures = [link for link in links if isinstance(link, Captured)]
    for each in sorted(captures, key=lambda capture: capture.player != mover):
        yield f"{name_of(each.player, names)} loses the piece on {shown(each.at)}{_reason(each)}."


def _reason(capture: Captured) -> str:
    # Why a piece was captured: `: 02 bumps it against a wall`.
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


class Step(NamedTuple):
    """A bump of a chain, or the bumps by which one piece goes back and forth `rounds` times: the
    pieces `by` which it is bumped there, and back, stand on these spaces."""

    bump: Bumped
    rounds: int
    by: tuple[str, ...]

    @property
    def end(self) -> str:
        """Where the piece ends."""
        return self.bump.source if self.rounds else self.bump.target

    @property
    def bumps(self) -> int:
        return 2 * self.rounds or 1


def _steps(links: Sequence[Bumped | Captured]) -> list[Step]:
    steps, at = [], 0
    while at < len(links):
        link, rounds = links[at], _rounds(links[at:])
        if isinstance(link, Bumped):
            ways = (each for each in links[at : at + 1 + bool(rounds)] if isinstance(each, Bumped))
            by = tuple(_bumper(way.source, way.direction) or "" for way in ways)
            steps.append(Step(link, rounds, by))
        at += 2 * rounds or 1
    return steps


def _rounds(links: Sequence[Bumped | Captured]) -> int:
    # How often the piece of the first link is bumped back and forth at once.
    there = _way(links[0])
    if there is None:
        return 0
    ways = zip(links, cycle((there, there[::-1])), strict=False)
    return len([*takewhile(lambda each: _way(each[0]) == each[1], ways)]) // 2


def _way(link: Bumped | Captured) -> tuple[str, str] | None:
    return (link.source, link.target) if isinstance(link, Bumped) else None


def _bumps(
    steps: Sequence[Step], acting: str | None, subject: str, called: dict[int, str], names: Names
) -> str:
    # The bumps in order, each with the piece that bumps: the one that was bumped last, or the one
    # on a named space. What is captured between them leaves its space empty, so it can't be
    # mistaken for the one that acts. `subject` is the piece at `acting` as they begin, and `called`
    # the name for a piece of the player last named.
    named = steps if len(steps) <= MOST_NAMED + 1 else steps[:MOST_NAMED]
    text = ""
    for step in named:
        player, source = step.bump.player, step.bump.source
        if acting == step.by[0]:
            owned = called.get(player) or f"{name_of(player, names)}'s piece"
            text += f"{', which' if text else subject}{_bumps_from(step, owned)}"
            called = {player: "another"}
        elif acting == source:
            text += f", and {_bumped(step, 'it', on=True)}" if text else _is_bumped(step, subject)
        else:
            owned = f"{name_of(player, names)}'s piece"
            owned = f"{'the one' if text and player in called else owned} on {shown(source)}"
            text += f"; then {_bumped(step, owned)}" if text else _is_bumped(step, owned)
            called = {player: "another"}
        acting = step.end
    return text + _rest(steps[len(named) :])


def _bumper(at: str, direction: int | None) -> str | None:
    return None if direction is None else NEIGHBORS[at][opposite(direction)]


def _bumps_from(step: Step, owned: str) -> str:
    # What the piece named before does, and who bumps the other one back: `bumps X from 02 to 03`.
    source, back = step.bump.source, [shown(space) for space in step.by[1:]]
    if step.rounds > 1:
        return f" together with {back[0]} bumps {owned} {_to(step)}"
    returned = f", and {back[0]} bumps it back" if back else ""
    return f" bumps {owned} from {shown(source)} to {shown(step.bump.target)}{returned}"


def _bumped(step: Step, piece: str, *, on: bool = False) -> str:
    # Who bumps the piece where: `14 bumps it on to 13`.
    piece += " on" * (on and not step.rounds)
    return f"{_by(step)} bump{'s' * (not step.rounds)} {piece} {_to(step)}"


def _is_bumped(step: Step, piece: str) -> str:
    # The same for the beginning of a sentence, which no number should be.
    return f"{piece} is bumped by {_by(step)} {_to(step)}"


def _by(step: Step) -> str:
    return " and ".join(map(shown, step.by))


def _to(step: Step) -> str:
    if step.rounds < 2:
        return f"to {shown(step.bump.target)}{' and back' if step.rounds else ''}"
    times = "twice" if step.rounds == 2 else f"{step.rounds} times"
    return f"to and fro {times} between {shown(step.bump.source)} and {shown(step.bump.target)}"


def _rest(steps: Sequence[Step]) -> str:
    # How many bumps follow.
    bumps = sum(step.bumps for step in steps)
    return f"; then {counted(bumps, 'more bump')} follow{'s' * (bumps == 1)}" if bumps else ""


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
