"""Urchins in pictures: a column for each location with home past both ends, and who has what.

Up is up for everybody: `^` is typed for it, and nobody sits at an end. A turned view is this one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.games.core import Bumped, Effect, Moved, Placed
from bot.games.urchins import GAME
from bot.games.urchins.board import BOTTOM, SPACES, WAYS, Position, home, name
from bot.games.urchins.moves import CameHome, Fell, Left, Stepped
from renderers.annotations.chain import Link, mark_chain
from renderers.drawing.style import HERE, style_for
from renderers.layout import between, box, stride
from renderers.scene import (
    Arrow,
    Badge,
    Chip,
    Cross,
    Dot,
    Ghost,
    Icons,
    Item,
    Keeper,
    Piece,
    Point,
    Ring,
    Scene,
    Subject,
    Tint,
    Token,
    Trail,
    View,
)
from renderers.urchins.board import (
    BOX,
    COLUMNS,
    HEIGHT,
    PITCH,
    UNIT,
    aside,
    at,
    board_right,
    ground,
    past,
)
from renderers.urchins.cards import cards

WAY, CHAIN, PUSHED = -1.09, 1.05, 1.4
"""How far from a space's middle, in units, a way and the links of a chain are drawn, and a piece
that is about to leave a space it shares."""

LETTERS, LETTERS_NEAR = 31.5, 24.0
"""The size in pixels of the numbers of links: 9 pixels high wherever a picture is shown; and on a
board for close-ups, which may show all of a column."""

Items = Mapping[str, int]
"""The player on each occupied space."""


# The turn


def _entered(effect: Placed) -> Iterator[Item]:
    yield Tint(at(effect.at), box(BOX), "to")


def _moved(effect: Moved) -> Iterator[Item]:
    yield Tint(at(effect.source), box(BOX), "from")
    yield Tint(at(effect.target), box(BOX), "to")
    yield from _way([at(space) for space in effect.path])


def _stepped(effect: Stepped) -> Iterator[Item]:
    yield Tint(at(effect.target), box(BOX), "to")
    yield from _way([at(effect.source), at(effect.target)])


def _came_home(effect: CameHome) -> Iterator[Item]:
    yield Tint(at(effect.source), box(BOX), "from")
    home = past(effect.path[-1], effect.direction)
    yield from _way([*map(at, effect.path), home])
    yield Piece(home, effect.player)
    yield Ring(home, "path")


def _fell(effect: Fell) -> Iterator[Item]:
    yield Cross(past(effect.at, effect.direction), effect.player, "capture")


def _left(effect: Left) -> Iterator[Item]:
    for space in effect.at:
        yield Ghost(at(space), effect.player)


def _way(points: Sequence[Point]) -> Iterator[Item]:
    beside = [aside(point, WAY) for point in points]
    for number, (tail, tip) in enumerate(pairwise(beside), 2):
        last = number == len(beside)
        yield Trail(tail, stride(tail, between(tail, tip, 0.9 if last else 1.0)), last)
        yield Dot(tail)


STORY: Mapping[type[Effect], Callable[[Any], Iterator[Item]]] = {
    Placed: _entered,
    Moved: _moved,
    Stepped: _stepped,
    CameHome: _came_home,
    Fell: _fell,
    Left: _left,
}


def _story(effects: Sequence[Effect]) -> tuple[list[Item], list[Item]]:
    items = [item for e in effects if type(e) in STORY for item in STORY[type(e)](e)]
    tips = [item for item in items if isinstance(item, Trail) and item.last]
    for item in tips[:-1]:
        # The way goes on past the constable: only its very end has a tip.
        items[items.index(item)] = Trail(item.at, _whole(item.reach))
    order = (Tint, Trail, Dot, Cross, Ghost, Piece, Ring)
    items.sort(key=lambda item: order.index(type(item)))
    return [i for i in items if isinstance(i, Tint)], [i for i in items if not isinstance(i, Tint)]


def _whole(reach: Point) -> Point:
    # A step to the middle of the next space, where a tip would have stopped short.
    return 0.0, PITCH[1] if reach[1] > 0 else -PITCH[1]


def _links(effects: Sequence[Effect]) -> Iterator[Link]:
    chain = [effect for effect in effects if isinstance(effect, Bumped | Fell)]
    for number, effect in enumerate(chain, 1):
        if isinstance(effect, Bumped):
            tail, head = at(effect.source), at(effect.target)
        else:
            tail, head = at(effect.at), past(effect.at, effect.direction)
        yield Link(aside(tail, CHAIN), aside(head, CHAIN), number)


# Scenes


@dataclass(frozen=True, slots=True)
class _Moment:
    """Who is where at a moment of a turn; `pushed` is about to leave a space it shares."""

    placed: Items
    pushed: tuple[str, int] | None = None


def scene(subject: Subject[Position]) -> Scene:
    return _scene(_Moment(dict(subject.position.pieces())), subject)


def _scene(moment: _Moment, subject: Subject[Position]) -> Scene:
    position, effects, view = subject.position, subject.effects, subject.view
    locations = len(position.columns)
    base = ground(locations, view.coordinates, view.empty)
    style = style_for(base, view)
    pieces = [Piece(at(space), player) for space, player in moment.placed.items()]
    if moment.pushed:
        pieces.append(Piece(aside(at(moment.pushed[0]), PUSHED), moment.pushed[1]))
    bounds = (2.0, 2.0, board_right(locations), HEIGHT - 2.0)
    beats = [COLUMNS.point(location, space) for location, space in enumerate(position.constables)]
    links, letters = list(_links(effects)), LETTERS_NEAR if view.near else LETTERS
    marks = mark_chain(style, bounds, pieces, links, [], keepers=beats, letters=letters)
    under, above = _story(effects)
    items = [*under, *map(Keeper, beats), *pieces, *above, *marks.arrows, *marks.badges]
    items += cards(subject, style)
    return Scene(base, tuple(items))


def samples(view: View) -> tuple[Item, ...]:
    here: Point = (0, 0)
    looks: list[Item] = []
    for player in GAME.players:
        looks += [Piece(here, player), Cross(here, player, "capture"), Ghost(here, player)]
        looks += [Chip(here, player), Token(here, "disc", "4", player)]
    looks += [Keeper(here), Token(here, "house", "2"), Token(here, "cube", "3")]
    marks: list[Item] = [
        Trail(here, (0, 40), True),
        Dot(here),
        Ring(here, "path"),
        Arrow(here, (0, 40)),
    ]
    return (*looks, *marks, Badge(here, "4"))


ICON = 62.0
"""The size of an icon's cell, from its center to its sides."""

ICONS = Icons(
    {
        **{str(player): Piece(HERE, player) for player in range(1, max(GAME.players) + 1)},
        "keeper": Keeper(HERE),
    },
    ICON,
    ICON / UNIT,
)


def spots(position: Position, view: View) -> Mapping[str, Sequence[Point]]:
    """Where each space is drawn, and home past the ends of each location: `A5`, `A-home^`."""
    found: dict[str, Sequence[Point]] = {}
    for location in position.locations:
        for space in SPACES:
            found[name(location, space)] = (COLUMNS.point(location, space),)
        for end, way in zip((SPACES[0], BOTTOM), WAYS, strict=True):
            found[home(location, way)] = (past(name(location, end), way),)
    return found


# Step by step


def stages(before: Position, after: Subject[Position]) -> Iterator[Scene]:
    effects = after.effects
    position = replace(after.position, turn=before.turn)
    moment = _Moment(dict(before.pieces()))
    for count, effect in enumerate(effects[:-1], 1):
        moment = _carried(moment, effect)
        # The player's own action is one picture, every link of the chain another.
        if isinstance(effects[count], Bumped | Fell):
            seen = replace(after, position=position, effects=effects[:count])
            yield replace(_scene(moment, seen), effects_so_far=seen.effects)


def _carried(moment: _Moment, effect: Effect) -> _Moment:
    match effect:
        case Placed(player, space):
            return _landed(moment.placed, space, player)
        case Moved(player, source, target) | Stepped(player, source, target):
            rest = {space: who for space, who in moment.placed.items() if space != source}
            return _landed(rest, target, player)
        case Bumped(player, _, target):
            return _landed(moment.placed, target, player)
    return moment


def _landed(placed: Items, space: str, player: int) -> _Moment:
    pushed = (space, placed[space]) if space in placed else None
    return _Moment({**placed, space: player}, pushed)
