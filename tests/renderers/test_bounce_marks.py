"""Marks, changes and thumbnails of Bounce, whose stacks are towers: told from scenes."""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import SQUARES, Position
from bot.games.core import Effect, effect_cells
from renderers import BoardMarks, View, bounce
from renderers.annotations.close_up import close_up_view, looked_at
from renderers.drawing import gallery
from renderers.drawing.cups import face, rise
from renderers.drawing.mark_sprites import ALERT, LETTER
from renderers.drawing.sprites import badge_size
from renderers.layout import apart, plus
from renderers.scene import (
    Alert,
    Badge,
    Cross,
    Cups,
    Frame,
    Ghost,
    Letter,
    Pointer,
    Subject,
    Tint,
    Trail,
)
from tests.renderers.bounce_boards import PAINTER, START, at, scene
from tests.renderers.painting import of_kind

UNIT = bounce.WIDTH / 2
TOWERS = "a1:P b6:YYP c5:YP d4:YYPYP f6:PY h8:YPPYPYPYPPY"
shown, difference_of, drawn = PAINTER.marked, PAINTER.difference, PAINTER.changed
VIEWS = pytest.mark.parametrize("turned", [False, True])


def position(stacks: str, turn: str = "P", variant: str = "standard") -> Position:
    return GAME.read(f"{stacks};{turn}", {"variant": variant})


def game(stacks: str, *texts: str, **options: str) -> tuple[Position, Position, list[Effect]]:
    """A position, the one after some moves, and all that happened between them."""
    before = last = position(stacks, **options)
    effects: list[Effect] = []
    for text in texts:
        turn = GAME.play(last, GAME.parse(last, text))
        last = turn.position
        effects += turn.effects
    return before, last, effects


# Marks


@VIEWS
def test_a_letter_is_next_to_its_tower_and_hides_neither_height_nor_mark(turned: bool) -> None:
    before = position(TOWERS)
    stacks = [square for square, _ in before.pieces()]
    letters = dict(zip(stacks, "ABCDEF", strict=True))
    marks = shown(before, BoardMarks(letters), turned=turned)
    lettered = {item.text: item.at for item in of_kind(marks, Letter)}
    for tower in of_kind(marks, Cups):
        square = next(s for s in stacks if at(s, turned) == tower.at)
        number = plus(tower.at, face(UNIT, tower.owners, tower.pitch))
        assert apart(lettered[letters[square]], number) > UNIT * (LETTER + 0.14)
        assert apart(lettered[letters[square]], tower.at) < UNIT


@VIEWS
def test_no_letter_lies_on_the_rail(turned: bool) -> None:
    letters = {square: "A" for square, _ in START.pieces()}
    drawn = shown(START, BoardMarks(letters), turned=turned)
    xs, ys = zip(*(corner for cell in drawn.ground.cells for corner in cell.corners), strict=True)
    for letter in of_kind(drawn, Letter):
        assert min(xs) + UNIT * LETTER <= letter.at[0] <= max(xs) - UNIT * LETTER
        assert min(ys) + UNIT * LETTER <= letter.at[1] <= max(ys) - UNIT * LETTER


def test_the_way_of_a_chosen_run_is_drawn_from_turn_to_turn() -> None:
    step = GAME.steps(position("g5:PPPPP a1:Y"), ("g5", ">h6", "d6"))
    ways = of_kind(shown(position("g5:PPPPP a1:Y"), BoardMarks(chosen=step.chosen)), Trail)
    assert [way.at for way in ways] == [at("g5"), at("h6"), at("f8")]
    assert [way.last for way in ways] == [False, False, True]


def test_what_is_in_the_way_has_a_warning_next_to_its_tower() -> None:
    marks = shown(position(TOWERS), BoardMarks(obstacles=("f6",)))
    (alert,), (frame,) = of_kind(marks, Alert), of_kind(marks, Frame)
    assert (frame.at, frame.broken) == (at("f6"), True)
    assert UNIT * (0.5 + ALERT) < apart(alert.at, at("f6")) < UNIT * 1.6


def test_arrows_of_hints_begin_and_end_next_to_the_heights() -> None:
    before = position(TOWERS)
    hints = tuple(hint for found in GAME.hints(before, 1).values() for hint in found)
    arrows = of_kind(shown(before, BoardMarks(hints=hints)), Pointer)
    assert arrows
    for arrow in arrows:
        for end in (arrow.at, plus(arrow.at, arrow.reach)):
            assert min(apart(end, at(square)) for square in SQUARES) > UNIT * 0.4


# Changes


def test_a_stack_that_ran_is_known_by_its_owner_even_when_it_grew() -> None:
    before, after, effects = game("b2:PPP c7:Y d4:YYY f8:P", "b2xd4-e5")
    change = difference_of(before, after, effects)
    assert change.moved == {"b2": "e5"}
    assert change.gone == ("d4",)
    assert change.new == ()


def test_a_stack_that_came_back_to_its_square_has_grown_there() -> None:
    before, after, effects = game("b6:YY c3:P g7:P h8:Y", "g7xh8-g7")
    change = difference_of(before, after, effects)
    assert (change.grown, change.gone, change.moved) == (("g7",), ("h8",), {})
    tinted = {tint.at for tint in of_kind(drawn(before, after, effects), Tint)}
    assert {at("g7"), at("h8")} <= tinted


def test_a_stack_that_takes_the_place_of_another_leaves_a_small_disc_there() -> None:
    before, after, effects = game("a7:Y f6:PP g7:Y", "f6xg7-g7")
    change = difference_of(before, after, effects)
    assert (change.moved, change.gone) == ({"f6": "g7"}, ("g7",))
    (cross,) = of_kind(drawn(before, after, effects), Cross)
    assert (cross.player, cross.kind) == (2, "covered")
    assert cross.scale < 1


def test_a_covered_stack_is_outlined_as_it_stood() -> None:
    before, after, effects = game("b2:PPP c7:Y d4:YYP f8:P", "b2xd4-e5")
    change = drawn(before, after, effects)
    (taken,) = [item for item in of_kind(change, Cups) if item.kind]
    assert (taken.at, taken.owners, taken.kind) == (at("d4"), (2, 2, 1), "covered")
    assert [(ghost.at, ghost.player) for ghost in of_kind(change, Ghost)] == [(at("b2"), 1)]


# Thumbnails


def test_a_thumbnail_has_room_for_a_tower_on_the_last_rank() -> None:
    tower = f"h8:{'YP' * 6} a1:P"
    top = gallery.extent(scene(position(tower)))[1]
    (cups,) = (item for item in of_kind(scene(position(tower)), Cups) if len(item.owners) == 12)
    assert top <= cups.at[1] - rise(cups.owners, cups.pitch) - UNIT * 0.4
    assert gallery.extent(scene(position("a1:P h6:YYYYYY")))[1] == gallery.extent(scene(START))[1]


@VIEWS
@pytest.mark.parametrize(
    ("stacks", "move"),
    [
        ("g1:P h2:P a7:Y", "g1xh2-g3"),
        ("f6:PPPP g7:Y a3:P", "f6xg7-g7"),
        ("d2:PPP e1:P a7:Y", "d2xe1-f2"),
    ],
)
def test_a_close_up_shows_the_numbers_at_rails_whole(stacks: str, move: str, turned: bool) -> None:
    _, after, effects = game(stacks, move)
    near = close_up_view(View(turned=turned))
    drawn = bounce.scene(Subject(after, effects, near))
    close = looked_at(drawn, bounce.spots(after, near), effect_cells(effects), near)
    (window,) = close.windows
    for number in of_kind(drawn, Badge):
        half, _ = badge_size(drawn.ground.unit, number.text, True, number.scale)
        assert window.area.holds(number.at, -half)
