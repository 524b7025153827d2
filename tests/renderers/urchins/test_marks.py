"""Marks on pictures of Urchins: where spaces are drawn, and letters, frames and hints on them."""

import random
from itertools import product

import pytest

from bot.front.picker.layout import page_of
from bot.games.core import chain_cells
from bot.games.urchins import GAME
from bot.games.urchins.board import BOTTOM, LOCATIONS, SPACES, Position
from bot.games.urchins.moves import CameHome, Fell
from renderers import BoardMarks, Subject, View
from renderers.annotations.close_up import close_up_view, looked_at
from renderers.annotations.difference import changed
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import style_of
from renderers.drawing.theme import BODY, SIZES, larger
from renderers.scene import (
    Alert,
    Badge,
    Beacon,
    Cross,
    Frame,
    Ghost,
    Keeper,
    Letter,
    Piece,
    Text,
    Tint,
    Trail,
)
from renderers.urchins import board
from renderers.urchins import scenes as urchins
from renderers.urchins.board import UNIT
from tests.games.urchins.columns import drawn, play
from tests.renderers.painting import Painter, of_kind

marked = Painter("urchins").marked
BUSY = drawn(
    ". 2 . 1 # 3 . . . . .", "2 1 # . . 1 . 3 . . 1", ". . . . # 2 . . . . .", players=3, cubes=9
)


def lettered(position: Position, *keys: str) -> dict[str, str]:
    return dict(page_of(GAME.steps(position, keys)).letters)


# Where spaces are drawn


@pytest.mark.parametrize("players", GAME.players)
def test_every_space_has_one_spot_and_so_has_home_past_either_end(players: int) -> None:
    spots = urchins.spots(GAME.start({"players": players}), View())
    letters = LOCATIONS[: players + 1]
    spaces = {f"{letter}{space}" for letter in letters for space in SPACES}
    assert spots.keys() == spaces | {f"{a}-home{end}" for a in letters for end in "^v"}
    assert all(len(places) == 1 for places in spots.values())
    assert len({places[0] for places in spots.values()}) == len(spots)


def test_urchins_and_constables_are_drawn_on_the_spots_of_their_spaces() -> None:
    spots = urchins.spots(BUSY, View())
    scene = urchins.scene(Subject(BUSY))
    pieces = {(piece.at, piece.player) for piece in of_kind(scene, Piece)}
    assert pieces == {(spots[space][0], player) for space, player in BUSY.pieces()}
    keepers = {keeper.at for keeper in of_kind(scene, Keeper)}
    assert keepers == {spots[space][0] for space in ("A4", "B2", "C4", "D9")}


def test_home_is_drawn_beyond_the_ends_where_a_roof_is() -> None:
    spots, roofs = urchins.spots(BUSY, View()), board.ground(4, True).cells
    for space, home in (("A0", "A-home^"), (f"D{BOTTOM}", "D-homev")):
        (end,), (beyond,) = spots[space], spots[home]
        assert abs(beyond[1] - end[1]) == board.PITCH[1]
        assert any(cell.at == beyond and cell.numeral == home[0] for cell in roofs)


# Letters


def test_own_urchins_are_lettered_first() -> None:
    assert lettered(BUSY) == {"A3": "A", "B1": "B", "B5": "C", "B10": "D"}


def test_the_spaces_in_reach_are_lettered_in_one_column_that_leaves_numbers_in_sight() -> None:
    letters = lettered(BUSY, "A3")
    assert list(letters) == ["A2", "A1", "A0", "A4", "A5", "A6", "A7"]
    scene = marked(BUSY, BoardMarks(letters))
    spots = urchins.spots(BUSY, View())
    assert {(letter.at, letter.text) for letter in of_kind(scene, Letter)} == {
        (spots[space][0], text) for space, text in letters.items()
    }
    plain = urchins.scene(Subject(BUSY))
    scene = marked(BUSY, BoardMarks(letters))
    assert len(scene.items) == len(plain.items) + len(letters)
    assert scene.ground == plain.ground


def test_buttons_are_the_same_for_who_likes_boards_turned() -> None:
    for keys in ((), ("A3",), ("A3", "A4"), ("enter A",)):
        step = GAME.steps(BUSY, keys)
        assert page_of(step, turned=True) == page_of(step)


def test_every_choice_of_a_step_fits_on_buttons_of_one_page() -> None:
    rich = drawn(". . . . . 1 . . . # .", *["1 . . . . . . . . # ."] * 4, players=5, cubes=30)
    for keys in ((), ("A5",)):
        shown = page_of(GAME.steps(rich, keys))
        assert shown.pages == 1
        assert len(shown.rows) <= 3


# Frames, warnings and hints


def test_what_is_chosen_is_framed_with_the_way_between() -> None:
    step = GAME.steps(BUSY, ("B5", "B7"))
    scene = marked(BUSY, BoardMarks(chosen=step.chosen))
    spots = urchins.spots(BUSY, View())
    (start,), (end,) = spots["B5"], spots["B7"]
    assert [frame.at for frame in of_kind(scene, Frame)] == [start, end]
    (way,) = of_kind(scene, Trail)
    assert way.at == start
    assert way.reach[0] == 0 < way.reach[1] < end[1] - start[1]


@pytest.mark.parametrize("text", ["A3-9", "A3-homev", "A4-6", "enter B"])
def test_what_is_in_the_way_is_framed_and_warned_of(text: str) -> None:
    cells = GAME.explain(BUSY, GAME.parse(BUSY, text)).cells
    scene = marked(BUSY, BoardMarks(obstacles=cells))
    spots = urchins.spots(BUSY, View())
    frames = of_kind(scene, Frame)
    assert [frame.at for frame in frames] == [spots[cell][0] for cell in cells]
    assert all(frame.broken for frame in frames)
    assert len(of_kind(scene, Alert)) == len(cells) > 0


def test_every_urchin_that_is_pointed_out_has_its_ring() -> None:
    for hints in GAME.hints(BUSY, 1).values():
        beacons = {beacon.at for beacon in of_kind(marked(BUSY, BoardMarks(hints=hints)), Beacon)}
        assert beacons == {urchins.spots(BUSY, View())[hint.at][0] for hint in hints}
        assert beacons


# What changed


def test_an_urchin_that_came_home_is_not_crossed_out() -> None:
    chance = random.Random(1)
    for _ in range(40):
        position = GAME.start(GAME.prepare({}, 2, chance))
        while not GAME.outcome(position):
            turn = GAME.play(position, chance.choice(list(GAME.moves(position))))
            arrived = [e for e in turn.effects if isinstance(e, CameHome)]
            if arrived and not any(isinstance(e, Fell) for e in turn.effects):
                sides = [
                    (urchins.scene(Subject(p)), urchins.spots(p, View()))
                    for p in (position, turn.position)
                ]
                style = style_of("classic", UNIT, False)
                change = changed(sides[0], sides[1], turn.effects, style)
                assert not of_kind(change, Cross)
                assert of_kind(change, Ghost)
                return
            position = turn.position
    raise AssertionError("no urchin came home")


# Close up


def test_of_the_longest_chain_who_fell_off_and_the_numbers_are_seen_on_a_phone() -> None:
    before = drawn("1 2 2 3 3 4 4 # 5 5 1", players=5)
    turn = play(before, "A0-1v")
    near = close_up_view(View())
    shown = urchins.scene(Subject(turn.position, turn.effects, near))
    found = urchins.spots(turn.position, near)
    close_up = looked_at(shown, found, chain_cells(turn.effects), View())
    (window,) = close_up.windows
    (cross,) = of_kind(shown, Cross)
    assert window.area.holds(cross.at, -UNIT)
    letters = {b.scale * SIZES["badge"][1] * larger("badge") for b in of_kind(shown, Badge)}
    assert min(letters) * window.zoom * 287 / close_up.size(window)[0] * 0.72 >= 9


@pytest.mark.parametrize(("move", "passed"), [("A0-2", ("A0", "A1")), ("A10-8", ("A10", "A9"))])
def test_in_a_close_up_no_way_lies_on_the_name_of_a_space_nor_does_a_tint(
    move: str, passed: tuple[str, ...]
) -> None:
    turn = play(drawn("1 . . 2 . # . . . . 1"), move)
    near = close_up_view(View())
    shown = urchins.scene(Subject(turn.position, turn.effects, near))
    close_up = looked_at(shown, urchins.spots(turn.position, near), passed, View())
    (window,) = close_up.windows
    items = list(close_up.lens(window).items(close_up.board))
    look = style_of("classic", UNIT * window.zoom, True, zoom=window.zoom)
    names = [i for i in items if isinstance(i, Text) and i.text in passed]
    assert len(names) == 2
    assert not any(isinstance(item, Tint) for item in items[items.index(names[0]) :])
    ways = [item.at[0] - look.unit * 0.15 for item in items if isinstance(item, Trail)]
    for name in names:
        half = look.font(name.role, name.scale / look.zoom).getlength(name.text) / 2
        assert name.at[0] + half <= min(ways)


def test_a_number_covers_no_constable() -> None:
    turn = play(drawn("1 2 2 3 3 4 4 # 5 5 1", players=5), "A0-1v")
    shown = urchins.scene(Subject(turn.position, turn.effects))
    half = UNIT * BODY
    for number, keeper in product(of_kind(shown, Badge), of_kind(shown, Keeper)):
        x, y = badge_size(UNIT, number.text, False, number.scale)
        across, down = (abs(a - b) for a, b in zip(number.at, keeper.at, strict=True))
        assert across >= half + x - 2 or down >= half + y - 2


@pytest.mark.parametrize("players", GAME.players)
def test_the_rows_of_posted_boards_are_numbered_large_enough_for_a_phone(players: int) -> None:
    before = GAME.start(GAME.prepare({}, players, random.Random(players)))
    shown = urchins.scene(Subject(before, (), View(empty=False), {1: "Ada"}))
    width, look = shown.ground.size[0], style_of("classic", UNIT, False)
    assert [note.text for note in shown.ground.notes] == [str(space) for space in SPACES]
    for note in shown.ground.notes:
        letters = look.font(note.role, note.scale)
        assert letters.size * 300 / width >= 7.5
        assert note.at[0] - letters.getlength(note.text) >= 2
    (name,) = (item for item in of_kind(shown, Text) if item.text == "Ada")
    assert look.font(name.role, name.scale).size * 300 / width >= 6.5
