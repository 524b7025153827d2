"""Urchins in pictures: a column for each location with home past both ends, and who holds what.

Up is up for everybody: `^` is typed for it, and nobody sits at an end. A turned view is this one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from bot.games.core import Effect, Names
from bot.games.effects import Bumped, Moved, Placed
from bot.games.urchins import (
    BOTTOM,
    GAME,
    LOCATIONS,
    SPACES,
    START,
    URCHINS,
    WAYS,
    CameHome,
    Fell,
    Left,
    Paid,
    Position,
    Stepped,
    Stole,
    home,
    is_last_round,
    name,
    quiet_limit,
)
from renderers.annotations.chain import Link, mark_chain
from renderers.annotations.header import GAP, MARGIN, Seat, card, seat_name
from renderers.drawing import canvas
from renderers.drawing.sprites import Style
from renderers.layout import ColumnLayout, between, box, plus, stride
from renderers.scene import (
    Arrow,
    Badge,
    Cell,
    Chip,
    Cross,
    Dot,
    Ghost,
    Ground,
    Item,
    Keeper,
    Outline,
    Panel,
    Piece,
    Point,
    Ring,
    Scene,
    Text,
    Tint,
    Token,
    Trail,
    View,
)

HEIGHT, MIDDLE = 620, 310.0
UNIT = 23.0
PITCH: Point = (104.0, 2 * UNIT)
BOX: Point = (94.0, 2 * UNIT)
TOP = 10
CARDS, STEP = 430.0, 51.0
"""The width of a card, and of a token on the fullest one, in pixels."""
INFO = 30.0
"""Pixels below the cards for how near the end is."""

WAY, CHAIN = -1.09, 1.3
"""How far beside a space's middle, in units, a way and the links of a chain are drawn."""

LABEL = -36.0
"""How far beside a space's middle, in pixels, its number stands."""

MINUS = "\N{MINUS SIGN}"

Standing = Mapping[str, int]
"""The player on each taken space."""


# The board


def size(locations: int) -> tuple[int, int]:
    """A picture's size: wider with every location."""
    return int(cards_left(locations) + CARDS + MARGIN), HEIGHT


def cards_left(locations: int) -> float:
    """Where the cards begin, in pixels."""
    return MARGIN + PITCH[0] * locations + 4


COLUMNS = ColumnLayout((MARGIN + PITCH[0] / 2 - 4, MIDDLE - START * PITCH[1]), PITCH, BOX)


def at(space: str) -> Point:
    """The middle of a space on the picture."""
    return COLUMNS.point(LOCATIONS.index(space[0]), int(space[1:]))


def past(space: str, direction: int) -> Point:
    """The middle of the home past the end that a space is next to."""
    return plus(at(space), (0.0, direction * PITCH[1]))


def aside(point: Point, units: float) -> Point:
    """The point so many units to the right."""
    return plus(point, (units * UNIT, 0.0))


@cache
def ground(locations: int, coordinates: bool) -> Ground:
    """The empty board."""
    cells: list[Cell] = []
    walls: list[Outline] = []
    texts: list[Text] = []
    for location in range(locations):
        cells.extend(_column(location))
        walls.extend(_sides(location))
        if coordinates:
            texts.extend(_numbers(location))
    return Ground(size(locations), UNIT, tuple(cells), tuple(walls), tuple(texts))


def _column(location: int) -> Iterator[Cell]:
    letter = LOCATIONS[location]
    for row, way in ((SPACES[0] - 1, -1), (BOTTOM + 1, 1)):
        middle, roof = COLUMNS.point(location, row), COLUMNS.gable(location, row, way)
        yield Cell(middle, roof, surface="gate", numeral=letter)
    for space in SPACES:
        middle, corners = COLUMNS.point(location, space), COLUMNS.corners(location, space)
        yield Cell(middle, corners, surface="home1" if space == START else "plain")


def _sides(location: int) -> Iterator[Outline]:
    first, last = COLUMNS.corners(location, SPACES[0]), COLUMNS.corners(location, BOTTOM)
    yield first[0], last[3]
    yield first[1], last[2]


def _numbers(location: int) -> Iterator[Text]:
    for space in SPACES:
        middle = plus(COLUMNS.point(location, space), (LABEL, 0.0))
        yield Text(middle, str(space), "label", "label", "mm")


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
    """The spaces of a movement, beside those who stand there."""
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
    """What the effects put under the pieces, and what above them."""
    items = [item for e in effects if type(e) in STORY for item in STORY[type(e)](e)]
    tips = [item for item in items if isinstance(item, Trail) and item.last]
    for item in tips[:-1]:
        # The way goes on past the constable: only its very end has a tip.
        items[items.index(item)] = Trail(item.at, _whole(item.reach))
    order = (Tint, Trail, Dot, Cross, Ghost, Piece, Ring)
    items.sort(key=lambda item: order.index(type(item)))
    return [i for i in items if isinstance(i, Tint)], [i for i in items if not isinstance(i, Tint)]


def _whole(reach: Point) -> Point:
    """A step to the middle of the next space, where a tip would have stopped short."""
    return 0.0, PITCH[1] if reach[1] > 0 else -PITCH[1]


def _links(effects: Sequence[Effect]) -> Iterator[Link]:
    """The chain, numbered through in order: its last link may lead off an end."""
    chain = [effect for effect in effects if isinstance(effect, Bumped | Fell)]
    for number, effect in enumerate(chain, 1):
        if isinstance(effect, Bumped):
            tail, head = at(effect.source), at(effect.target)
        else:
            tail, head = at(effect.at), past(effect.at, effect.direction)
        yield Link(aside(tail, CHAIN), aside(head, CHAIN), number)


# Scenes


@dataclass(frozen=True, slots=True)
class Stage:
    """Who stands where at a moment of a turn; `pushed` is about to leave a space it shares."""

    standing: Standing
    pushed: tuple[str, int] | None = None


def scene(position: Position, effects: Sequence[Effect], view: View, names: Names) -> Scene:
    """The picture of a position after a turn."""
    return _scene(Stage(dict(position.pieces())), position, effects, view, names)


def _scene(
    stage: Stage, position: Position, effects: Sequence[Effect], view: View, names: Names
) -> Scene:
    locations = len(position.columns)
    base = ground(locations, view.coordinates)
    look = canvas.style(view.theme, base.unit, view.large)
    pieces = [Piece(at(space), player) for space, player in stage.standing.items()]
    if stage.pushed:
        pieces.append(Piece(aside(at(stage.pushed[0]), CHAIN), stage.pushed[1]))
    bounds = (2.0, 2.0, cards_left(locations), HEIGHT - 2.0)
    marks = mark_chain(look, bounds, pieces, list(_links(effects)), [])
    under, above = _story(effects)
    beats = enumerate(position.constables)
    keepers = [Keeper(COLUMNS.point(location, space)) for location, space in beats]
    items = [*under, *keepers, *pieces, *above, *marks.arrows, *marks.badges]
    items += _cards(position, effects, names, look)
    return Scene(base, tuple(items))


# The cards


def _cards(
    position: Position, effects: Sequence[Effect], names: Names, look: Style
) -> Iterator[Item]:
    """A card for every player, and below them how near the end is."""
    left, players = cards_left(len(position.columns)), len(position.players)
    room = HEIGHT - 2 * TOP - INFO - GAP * (players - 1)
    high = room / players
    outcome = GAME.outcome(position)
    winners = outcome.winners if outcome else ()
    for player in position.players:
        corner = (left, TOP + (player - 1) * (high + GAP))
        moving = not outcome and position.turn == player
        active = moving or player in winners
        yield Panel(corner, (CARDS, high), player, active)
        tag = "to move" if moving else "wins" if active else ""
        tag = "left" if player in position.left else tag
        seat = Seat(player, seat_name(names, player), "", 0, tag, active)
        scale = _scale(len(position.columns))
        spare = high - 58 - 40 * scale
        words = plus(corner, (0.0, 20 + 0.4 * spare))
        yield from card(seat, words, CARDS, look)
        if player not in position.left:
            row = plus(words, (10.0, 22 + 21 * scale + 0.25 * spare))
            yield from _holding(position, player, effects, (row, scale), look)
    if not outcome:
        below = (left + 6, TOP + players * (high + GAP) + INFO / 2 - GAP / 2)
        yield from _end_in_sight(position, below)


def _scale(locations: int) -> float:
    """How large tokens are: hand, homes and the cubes of each location fill a card."""
    return round((CARDS - 20) / (2 + locations) / STEP, 2)


def _holding(
    position: Position,
    player: int,
    effects: Sequence[Effect],
    row: tuple[Point, float],
    look: Style,
) -> Iterator[Item]:
    """A player's hand, homes and cubes, in a row that begins at a point, at a scale."""
    cubes = position.cubes[player - 1]
    hand, home = position.hands[player - 1], position.homes[player - 1]
    tokens = [("hand", "disc", hand), ("home", "house", home)]
    tokens += [(letter, "cube", n) for letter, n in zip(LOCATIONS, cubes, strict=False)]
    gains, (start, scale) = _gains(effects, player), row
    for place, (word, form, number) in enumerate(tokens):
        middle = plus(start, (STEP * scale * (place + 0.5), 0.0))
        owner = player if form == "disc" else 0
        yield Token(middle, form, str(number), owner, scale)
        below = plus(middle, (0.0, 9 + 19 * scale))
        is_cube, gain = form == "cube", gains.get(word, "")
        if is_cube or not gain:
            yield Text(below, word, "tag" if is_cube else "label", "muted", "mm")
        if gain:
            beside = plus(below, (look.font("tag").getlength(word) / 2 + 3, 0.0))
            yield Text(beside if is_cube else below, gain, "tag", "path", "lm" if is_cube else "mm")


def _gains(effects: Sequence[Effect], player: int) -> dict[str, str]:
    """What a turn gave the player or took: a signed number by the word on the card."""
    found: dict[str, int] = {}
    for effect in effects:
        match effect:
            case Paid(payer, letter, cubes) if payer == player:
                found[letter] = -cubes
            case Stole(thief, cubes) if thief == player:
                found |= dict(zip(LOCATIONS, cubes, strict=False))
            case Placed(owner) if owner == player:
                found["hand"] = found.get("hand", 0) - 1
            case Fell(owner) if owner == player:
                found["hand"] = found.get("hand", 0) + 1
            case CameHome(owner) if owner == player:
                found["home"] = 1
    return {word: f"{n:+d}".replace("-", MINUS) for word, n in found.items() if n}


def _end_in_sight(position: Position, corner: Point) -> Iterator[Item]:
    if is_last_round(position):
        yield Text(corner, "Last round!", "notice", "capture")
        return
    limit = quiet_limit(position)
    words = f"{position.quiet} of {limit} turns without an urchin coming home"
    yield Text(corner, words, "count", "muted")


def samples(view: View) -> tuple[Item, ...]:
    """One item of every look that meets the board."""
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


MOST_CUBES = 12
"""More cubes of a location are rare; their tokens are drawn when they come."""


def looks(view: View) -> Iterator[Item]:
    """The tokens of every number of players, and the numbers of chains."""
    here: Point = (0, 0)
    for players in GAME.players:
        scale = _scale(players + 1)
        for number in range(MOST_CUBES + 1):
            yield Token(here, "cube", str(number), scale=scale)
        for number in range(URCHINS + 1):
            yield Token(here, "house", str(number), scale=scale)
            for player in range(1, players + 1):
                yield Token(here, "disc", str(number), player, scale)
    for number in SPACES[1:]:
        yield Badge(here, str(number))


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


def steps(
    before: tuple[Position, Sequence[Effect]] | None,
    after: tuple[Position, Sequence[Effect]],
    view: View,
    names: Names,
) -> list[Scene]:
    """The pictures of a turn, link by link, ending with the whole."""
    position, effects = after
    if before is None:
        return [scene(position, effects, view, names)]
    scenes = [scene(*before, view, names)]
    stage = Stage(dict(before[0].pieces()))
    for count, effect in enumerate(effects[:-1], 1):
        stage = _carried(stage, effect)
        # What the player does is one picture, every link of the chain another.
        if isinstance(effects[count], Bumped | Fell):
            scenes.append(_scene(stage, position, effects[:count], view, names))
    return [*scenes, scene(position, effects, view, names)]


def _carried(stage: Stage, effect: Effect) -> Stage:
    """The stage once an effect has happened on it."""
    match effect:
        case Placed(player, space):
            return _landed(stage.standing, space, player)
        case Moved(player, source, target) | Stepped(player, source, target):
            rest = {space: who for space, who in stage.standing.items() if space != source}
            return _landed(rest, target, player)
        case Bumped(player, _, target):
            return _landed(stage.standing, target, player)
    return stage


def _landed(standing: Standing, space: str, player: int) -> Stage:
    """An urchin comes to a space; whoever stood there is pushed."""
    pushed = (space, standing[space]) if space in standing else None
    return Stage({**standing, space: player}, pushed)
