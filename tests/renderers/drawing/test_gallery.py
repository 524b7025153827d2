"""Thumbnails, and turns shown still by still."""

from random import Random

import pytest
from PIL import Image, ImageChops

import renderers
from bot.catalog import catalog
from bot.games.core import Names, Position
from renderers import View
from renderers.bump import scenes as bump
from renderers.bump.board import SIZE, ground
from renderers.drawing import gallery
from renderers.drawing.canvas import Colors
from renderers.drawing.style import style_for
from renderers.drawing.theme import SIZES, font, themes
from renderers.scene import Badge, Chip, Leader, Panel, Scene, Subject, Text
from tests.renderers.boards import (
    CHAIN,
    START,
    frames,
    game,
    links,
    long_shots,
    position,
    same,
    scene,
    shot,
)
from tests.renderers.painting import NAMES, in_color, of_kind

BEFORE = (position(CHAIN[0]), ())
AFTER = shot(*CHAIN)


# Thumbnails


@pytest.mark.parametrize("theme", themes())
def test_a_thumbnail_is_small(theme: str) -> None:
    data = renderers.thumbnail("bump", *AFTER, view=View(theme=theme), names=NAMES)
    assert in_color(data).width == 400
    assert len(data) < 16_000


def test_nine_thumbnails_fit_a_message_many_times_over() -> None:
    drawn = [renderers.thumbnail("bump", *after) for after in long_shots()]
    assert sum(map(len, drawn)) < 160_000


def test_a_thumbnail_is_the_board_without_the_head() -> None:
    left, top, right, bottom = gallery.extent(Scene(ground(False, False), ()))
    assert top > 50
    assert 0 <= left < 20 < SIZE[0] - 20 < right <= SIZE[0]
    assert bottom <= SIZE[1]


def test_what_would_be_too_small_to_read_is_left_out() -> None:
    whole = scene(*AFTER)
    quiet = Scene(whole.ground, tuple(i for i in whole.items if not isinstance(i, Badge | Leader)))
    colors = Colors(whole.ground, style_for(whole.ground, View()), bump.samples(View()))
    assert of_kind(whole, Badge)
    assert same(
        gallery.thumbnail_picture(whole, colors).convert("RGB"),
        gallery.thumbnail_picture(quiet, colors).convert("RGB"),
    )


def test_the_letter_of_a_thumbnail_is_in_its_corner() -> None:
    plain, lettered = (in_color(renderers.thumbnail("bump", START, label=x)) for x in ("", "A"))
    box = ImageChops.difference(plain, lettered).getbbox()
    assert box is not None
    assert max(box) < 50
    assert box[2] - box[0] > 25


@pytest.mark.parametrize("key", sorted(catalog()))
def test_a_square_holds_the_whole_board_below_its_label(key: str) -> None:
    game = catalog()[key].game
    start = game.start({"players": 2} if key == "urchins" else {})
    plain, labeled = (
        in_color(renderers.thumbnail(key, start, label=label, square=True)) for label in ("", "9")
    )
    assert plain.size == (gallery.SIDE, gallery.SIDE)
    label = ImageChops.difference(plain, labeled).getbbox()
    page = Image.new("RGB", plain.size, plain.getpixel((0, 0)))
    cards = cards_of(key, start)
    low = round(max(panel.at[1] + panel.size[1] for panel in of_kind(cards, Panel)))
    page.paste(plain.crop((0, 0, gallery.SIDE, low + 1)))
    board = ImageChops.difference(plain, page).getbbox()
    assert label is not None
    assert board is not None
    assert gallery.FOOT <= label[1] < label[3] <= gallery.STRIP <= board[1]
    assert board[3] <= gallery.SIDE - gallery.FOOT
    assert max(board[2] - board[0], board[3] - board[1]) > 450
    assert all(label[2] < panel.at[0] for panel in of_kind(cards, Panel))


@pytest.mark.parametrize("key", sorted(catalog()))
def test_a_square_names_the_players_large_enough_to_be_read_at_a_third(key: str) -> None:
    game = catalog()[key].game
    start = game.start(game.prepare({}, max(game.players), Random(1)))
    cards = cards_of(key, start)
    names = [text.text for text in of_kind(cards, Text)]
    assert names == (["Ada"] if key == "urchins" else ["Ada", "Grace"])
    for text in of_kind(cards, Text):
        assert SIZES[text.role][1] * text.scale / 3 >= 12
        assert text.at[0] + font("name", scale=text.scale).getlength(text.text) < gallery.SIDE
    assert len([panel for panel in of_kind(cards, Panel) if panel.active]) == 1
    shown, other = (
        in_color(renderers.thumbnail(key, start, names=called, square=True))
        for called in (NAMES, {1: "Tim", 2: "Tom"})
    )
    assert not same(shown, other)


@pytest.mark.parametrize("key", catalog())
def test_colors_next_to_names_are_alike_in_the_squares_of_all_games(key: str) -> None:
    game = catalog()[key].game
    start = game.start(game.prepare({}, max(game.players), Random(1)))
    chips = of_kind(cards_of(key, start), Chip)
    assert {(chip.scale, chip.spare) for chip in chips} == {(1.0, False)}


def test_wide_boards_have_their_cards_one_below_the_other_and_fill_the_square() -> None:
    for key in ("bump", "bipod"):
        tops = {panel.at[1] for panel in of_kind(cards_of(key, START_OF[key]), Panel)}
        assert len(tops) == 2
    assert len({panel.at[1] for panel in of_kind(cards_of("clump", START_OF["clump"]), Panel)}) == 1


START_OF = {key: catalog()[key].game.start({}) for key in ("bump", "bipod", "bounce", "clump")}


@pytest.mark.parametrize("key", sorted(START_OF))
def test_on_a_square_a_longer_name_has_the_room_that_another_leaves(key: str) -> None:
    for names in ({1: "Ada", 2: "Grace Hopper"}, {1: "Bumpbot", 2: "Grace Hopper"}):
        cards = cards_of(key, START_OF[key], names)
        texts = of_kind(cards, Text)
        assert [text.text for text in texts] == [*names.values()]
        for text, panel in zip(texts, of_kind(cards, Panel), strict=True):
            right = text.at[0] + font(text.role, scale=text.scale).getlength(text.text)
            assert right <= panel.at[0] + panel.size[0] - 6
        assert all(SIZES[text.role][1] * text.scale / 3 >= 10 for text in texts)


def cards_of(key: str, position: Position, names: Names = NAMES) -> Scene:
    whole = renderers.renderer_of(key).scene(Subject(position, (), View(coordinates=False), names))
    look = style_for(whole.ground, View())
    return Scene(whole.ground, tuple(gallery.cards_beside(whole, look)))


def test_no_words_are_cut_off_at_the_rim_of_a_thumbnail() -> None:
    veiled = catalog()["bipod"].game.read(LATE, {})
    renderer, view = renderers.renderer_of("bipod"), View(coordinates=False)
    whole = renderer.scene(Subject(veiled, (), view))
    silent = Scene(whole.ground, tuple(i for i in whole.items if not isinstance(i, Text)))
    colors = Colors(whole.ground, style_for(whole.ground, view), renderer.samples(view))
    assert len(whole.items) > len(silent.items)
    assert same(
        gallery.thumbnail_picture(whole, colors).convert("RGB"),
        gallery.thumbnail_picture(silent, colors).convert("RGB"),
    )


LATE = "....x@....Q...../....xx........./............../............./............/...........;1;2"


# Stills


def test_a_turn_has_a_still_for_every_link_besides_the_position_before_and_the_move() -> None:
    assert renderers.links("bump", BEFORE, AFTER) == links(AFTER[1]) + 1
    shown = {renderers.still("bump", BEFORE, AFTER, k) for k in range(links(AFTER[1]) + 3)}
    assert len(shown) == links(AFTER[1]) + 2


def test_link_0_is_the_position_before_and_the_last_is_the_whole_turn() -> None:
    last, view = renderers.links("bump", BEFORE, AFTER), View(theme="night", turned=True)
    for ends, played in (((0, -1), BEFORE), ((last, last + 5), AFTER)):
        for link in ends:
            still = renderers.still("bump", BEFORE, AFTER, link, view=view, names=NAMES)
            assert still == renderers.draw("bump", *played, view=view, names=NAMES)


# Several turns link by link


def test_several_turns_are_told_link_by_link_when_asked() -> None:
    shots = game(12)
    shown = frames(renderers.animate("bump", shots, names=NAMES, linked=True))
    steps = [renderers.links("bump", shots[k], shots[k + 1]) for k in range(11)]
    assert len(shown) == 1 + sum(steps)
    assert same(shown[-1][0], in_color(renderers.draw("bump", *shots[-1], names=NAMES)))
    assert same(shown[0][0], in_color(renderers.draw("bump", *shots[0], names=NAMES)))
