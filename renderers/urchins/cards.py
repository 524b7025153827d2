"""The cards beside the board of Urchins: who holds what, and how near the end is."""

from collections.abc import Iterator, Sequence

from bot.games.core import Effect, Names
from bot.games.effects import Placed
from bot.games.urchins import (
    GAME,
    LOCATIONS,
    CameHome,
    Fell,
    Paid,
    Position,
    Stole,
    is_last_round,
    quiet_limit,
)
from renderers.annotations.header import GAP, Seat, card, part_in_turn, seat_name
from renderers.drawing.style import Style
from renderers.layout import plus
from renderers.scene import Item, Panel, Point, Text, Token
from renderers.urchins.board import CARDS, HEIGHT, TOP, cards_left

STEP = 51.0
"""The width of a token on the fullest card, in pixels."""
INFO = 30.0
"""Pixels below the cards for how near the end is."""

MINUS = "\N{MINUS SIGN}"


def cards(
    position: Position, effects: Sequence[Effect], names: Names, style: Style
) -> Iterator[Item]:
    """A card for every player, and below them how near the end is."""
    left, players = cards_left(len(position.columns)), len(position.players)
    room = HEIGHT - 2 * TOP - INFO - GAP * (players - 1)
    high = room / players
    outcome = GAME.outcome(position)
    for player in position.players:
        corner = (left, TOP + (player - 1) * (high + GAP))
        tag, active = part_in_turn(outcome, position.turn, player)
        yield Panel(corner, (CARDS, high), player, active)
        tag = "left" if player in position.left else tag
        seat = Seat(player, seat_name(names, player), "", 0, tag, active)
        scale = token_scale(len(position.columns))
        spare = high - 58 - 40 * scale
        words = plus(corner, (0.0, 20 + 0.4 * spare))
        yield from card(seat, words, CARDS, style)
        if player not in position.left:
            row = plus(words, (10.0, 22 + 21 * scale + 0.25 * spare))
            yield from _holding(position, player, effects, (row, scale), style)
    if not outcome:
        below = (left + 6, TOP + players * (high + GAP) + INFO / 2 - GAP / 2)
        yield from _end_in_sight(position, below)


def token_scale(locations: int) -> float:
    """How large tokens are: hand, homes and the cubes of each location fill a card."""
    return round((CARDS - 20) / (2 + locations) / STEP, 2)


def _holding(
    position: Position,
    player: int,
    effects: Sequence[Effect],
    row: tuple[Point, float],
    style: Style,
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
            beside = plus(below, (style.width(word, "tag") / 2 + 3, 0.0))
            yield Text(
                beside if is_cube else below, gain, "notice", "path", "lm" if is_cube else "mm"
            )


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
