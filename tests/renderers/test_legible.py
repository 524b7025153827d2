"""How high numbers on pieces and of chains are where Discord shows a picture, in its pixels."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random
from statistics import median
from typing import Any

import pytest

import renderers
from bot.catalog import catalog
from bot.games.core import effect_cells
from renderers import View, themes
from renderers.annotations.close_up import CloseUp, close_up_view, looked_at
from renderers.annotations.window import CAPTION
from renderers.drawing.style import Style, style_for, style_of
from renderers.drawing.theme import Font, font
from renderers.scene import Badge, Cups, Item, Scene, Subject, Text
from tests.helpers.random_play import every_game
from tests.renderers.boards import long_shots, vector_shots
from tests.renderers.painting import NAMES

PHONE = 302
"""Pixels from side to side of a picture in a message on a phone that is 390 wide."""

DESKTOP = (550, 350)
"""Pixels that a desktop gives a picture at most, across and down."""

READ = 9.0
"""Pixels that a number is high at the least."""

NAME, LONG_CHAIN = 7.4, 5.6
"""The same for the names on Bump's board, 21 spaces wide, where a phone shows all of it, and for
the numbers of chains that would hide its pieces: close-ups have them larger."""

NAMES_OF_SPACES = ("piece", "stone")
PLAYED = {
    **{key: (key, 2) for key in ("bump", "bipod", "bounce", "clump")},
    **{f"urchins of {count}": ("urchins", count) for count in range(2, 6)},
}
"""Games and numbers of players: pictures of those sizes."""

EVERY = pytest.mark.parametrize("played", PLAYED)
THEMES = pytest.mark.parametrize("theme", themes())


def shown_at(width: float, height: float) -> tuple[float, float]:
    """The scales of a picture on a desktop and on a phone."""
    return min(DESKTOP[0] / width, DESKTOP[1] / height, 1.0), PHONE / width


def numbers(items: Iterable[Item], style: Style) -> Iterator[float]:
    """How many pixels of the picture each number on a piece or of a chain is high."""
    for item in items:
        if isinstance(item, Badge):
            yield digits(style.font("badge", item.scale))
        elif isinstance(item, Text) and item.role in NAMES_OF_SPACES:
            yield digits(style.font(item.role, item.scale))
        elif isinstance(item, Cups) and len(item.owners) > 1 and not item.kind:
            yield digits(style.font("height"))


def digits(letters: Font) -> float:
    return letters.size * digit_height()


@cache
def digit_height() -> float:
    """The height of a digit, as a share of the size of its letters."""
    _, top, _, bottom = font("badge", scale=100.0).getbbox("8")
    return (bottom - top) / font("badge", scale=100.0).size


@cache
def subjects(played: str) -> list[Subject[Any]]:
    """Turns of a game, those with the most effects."""
    key, players = PLAYED[played]
    if key == "bump":
        return [Subject(*shot) for shot in (*long_shots()[:4], *vector_shots()[:8])]
    game, chance = catalog()[key].game, Random(7)
    at, found = game.start(game.prepare({}, players, chance)), list[Subject[Any]]()
    while len(found) < 60 and not game.outcome(at):
        turn = game.play(at, chance.choice(list(islice(game.moves(at), 400))))
        at = turn.position
        found.append(Subject(at, turn.effects))
    return sorted(found, key=lambda each: -len(each.effects))[:8]


def scenes(played: str, view: View) -> Iterator[Scene]:
    renderer = renderers.renderer_of(PLAYED[played][0])
    for each in subjects(played):
        yield renderer.scene(Subject(each.position, each.effects, view, NAMES))


def close_ups(played: str, theme: str) -> Iterator[CloseUp]:
    renderer, view = renderers.renderer_of(PLAYED[played][0]), View(theme)
    near = close_up_view(view)
    for each in subjects(played):
        if cells := effect_cells(each.effects):
            scene = renderer.scene(Subject(each.position, each.effects, near, NAMES))
            yield looked_at(scene, renderer.spots(each.position, near), cells, view)


def size(close_up: CloseUp) -> tuple[int, int]:
    """The size of its picture, of one window or two."""
    width = close_up.size(close_up.windows[0])[0]
    between = round(CAPTION * width) * (len(close_up.windows) - 1)
    return width, sum(close_up.size(window)[1] for window in close_up.windows) + between


@EVERY
@THEMES
@pytest.mark.parametrize("large", [False, True])
def test_the_numbers_of_a_posted_board_are_read(played: str, theme: str, large: bool) -> None:
    view = View(theme, large=large, empty=False)
    for scene in scenes(played, view):
        style = style_for(scene.ground, view)
        least = min(numbers(scene.items, style), default=None)
        if least is not None:
            on_desktop, on_phone = (scale * least for scale in shown_at(*scene.ground.size))
            assert on_desktop >= READ
            assert on_phone >= (READ if played != "bump" else LONG_CHAIN)
            if played == "bump":
                names = (item for item in scene.items if not isinstance(item, Badge))
                assert PHONE / scene.ground.size[0] * min(numbers(names, style)) >= NAME


@EVERY
@THEMES
def test_the_numbers_of_a_turn_close_up_are_read(played: str, theme: str) -> None:
    for close_up in close_ups(played, theme):
        for window in close_up.windows:
            zoom, suit = window.zoom, close_up.ground.suit
            style = style_of(theme, close_up.ground.unit * zoom, True, suit, zoom)
            found = numbers(close_up.lens(window).items(close_up.board), style)
            least = min(found, default=READ * 9)
            assert min(scale * least for scale in shown_at(*size(close_up))) >= READ


@every_game
def test_close_ups_leave_a_phone_room_for_buttons(game: object) -> None:
    shapes = [
        height / width
        for played, (key, _) in PLAYED.items()
        if key == getattr(game, "key", "")
        for width, height in map(size, close_ups(played, "classic"))
    ]
    assert median(shapes) <= 1
    assert max(shapes) <= 1.4
