"""Bump in sentences: what happened in a turn, the position in words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, takewhile
from typing import NamedTuple

from bot.games.bump.board import CENTER, NEIGHBORS, PLAYERS, SPACES, Position, shown
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Transferred, is_won
from bot.games.core import Bumped, Captured, Effect, Moved, Names, Passed, Placed, Rotated, opponent
from bot.games.hexes import opposite
from bot.games.phrases import name_of
from bot.games.story import Link, Story

# A turn


def story(effects: Sequence[Effect], names: Names) -> Story:
    """What the player did, every bump and capture in the order of the chain, and the warning of a
    center held."""
    own = [e for e in effects if not isinstance(e, Bumped | Captured | Held)]
    links = [e for e in effects if isinstance(e, Bumped | Captured)]
    is_held = any(isinstance(e, Held) for e in effects)
    chain = tuple(_links(_hits(links), _landing(own), names))
    return Story(_own_movement(own, names), chain, "Guard your center!" * is_held)


def _own_movement(effects: Sequence[Effect], names: Names) -> str:
    words = []
    for effect in effects:
        match effect:
            case Passed(player):
                words.append(f"{name_of(player, names)} passes")
            case Placed(player, at, int(direction)):
                where = f"on {shown(at)}, facing {beyond(at, direction)}"
                words.append(f"{name_of(player, names)} places a piece from the reserve {where}")
            case Moved(player, source, target):
                words.append(f"{name_of(player, names)} moves {shown(source)} to {shown(target)}")
            case Transferred(_, gate):
                words.append(f" through gate {gate[0]}")
            case Rotated(player, at, _, after):
                turned = f"{name_of(player, names)} turns {shown(at)} to face"
                words.append(f"{', facing' if words else turned} {beyond(at, after)}")
    return "".join(words) + "." if words else ""


def beyond(space: str, direction: int) -> str:
    """What a side of the space faces, true however the board is turned."""
    neighbor = NEIGHBORS[space][direction]
    return shown(neighbor) if neighbor else "a wall"


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


class _Hit(NamedTuple):
    """A link of a chain, or the bumps by which one piece goes back and forth `rounds` times: the
    pieces `by` which it is hit there, and back, stand on these spaces."""

    link: Bumped | Captured
    rounds: int
    by: tuple[str, ...]


def _hits(links: Sequence[Bumped | Captured]) -> Iterator[_Hit]:
    at = 0
    while at < len(links):
        rounds = _rounds(links[at:])
        # Once there and back is told as two links.
        rounds = rounds if rounds > 1 else 0
        ways = links[at : at + 1 + bool(rounds)]
        yield _Hit(links[at], rounds, tuple(filter(None, map(_bumper, ways))))
        at += 2 * rounds or 1


def _rounds(links: Sequence[Bumped | Captured]) -> int:
    # How often the piece of the first link is bumped back and forth at once.
    there = _way(links[0])
    if there is None:
        return 0
    ways = zip(links, cycle((there, there[::-1])), strict=False)
    return len([*takewhile(lambda each: _way(each[0]) == each[1], ways)]) // 2


def _way(link: Bumped | Captured) -> tuple[str, str] | None:
    return (link.source, link.target) if isinstance(link, Bumped) else None


def _bumper(link: Bumped | Captured) -> str | None:
    if link.direction is None:
        return None
    return NEIGHBORS[_hit_at(link)][opposite(link.direction)]


def _hit_at(link: Bumped | Captured) -> str:
    return link.source if isinstance(link, Bumped) else link.at


def _links(hits: Iterable[_Hit], acting: str | None, names: Names) -> Iterator[Link]:
    # The piece that bumps is the one at `acting`, which was moved or bumped last, or is named. `it`
    # is the piece last spoken of. What is captured leaves its space empty, so that it can't be
    # mistaken for the one that acts.
    spoken_of = acting
    for hit in hits:
        link, at = hit.link, _hit_at(hit.link)
        is_it = at == spoken_of
        by = "" if acting in hit.by[:1] else " and ".join(map(shown, hit.by))
        who = "it" if is_it else f"{name_of(link.player, names)}'s {shown(at)}"
        if isinstance(link, Bumped):
            acting = spoken_of = at if hit.rounds else link.target
            verb, way = "bump", _to(link, hit.rounds)
        else:
            acting, spoken_of = None if at == acting else acting, None
            verb, way = "capture", _against(link)
        brief = way.replace("the piece on ", "")
        does, what = verb + "s" * (not hit.rounds), f"{brief} (by {by})" if by else brief
        told = (f"{does} it", what) if is_it else (does, f"{who} {what}")
        alone = _alone(verb, who, way, by)
        yield Link(*told, alone, 2 * hit.rounds or 1, isinstance(link, Captured))


def _alone(verb: str, who: str, way: str, by: str) -> str:
    # A number begins no sentence.
    if not by:
        return f"It {verb}s {who} {way}."
    return f"{who[0].upper()}{who[1:]} is {verb.removesuffix('e')}ed by {by} {way}."


def _to(bump: Bumped, rounds: int) -> str:
    if not rounds:
        return f"to {shown(bump.target)}"
    times = "twice" if rounds == 2 else f"{rounds} times"
    return f"to {shown(bump.target)} and back {times}"


def _against(capture: Captured) -> str:
    # Why a piece was captured.
    return "in stasis" if isinstance(capture, Stasis) else f"against {in_the_way(capture)}"


# A position


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """Whose turn it is, who holds a center, and every piece as the position text writes it."""
    mover = name_of(position.turn, names)
    turn = "" if over else f"{mover} is to move."
    sentences = ["Bump.", f"{mover} has won." if is_won(position) else turn]
    sentences += [] if over else [closed(position, f"{mover}'s")]
    sentences += [_stand(position, player, names) for player in PLAYERS]
    return " ".join(filter(None, sentences))


def closed(position: Position, whose: str) -> str:
    """That none of their pieces may come onto the opposing center this turn, and why, `whose` they
    are as in `your`; else empty."""
    if CENTER[opponent(position.turn)] not in position.closed(position.turn):
        return ""
    return (
        f"The opposing center is closed to {whose} pieces this turn: one stood there at the end of "
        "the turn before."
    )


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
