"""What the pictures and pieces of every game promise, held against games played at random."""

import re
from itertools import chain
from typing import Any

import pytest
from PIL import ImageChops, ImageFilter, ImageStat

import renderers
from bot.catalog import catalog
from bot.front.discord.emojis import DrawnPiece, every_piece, piece_of
from bot.games.core import effect_cells
from bot.games.guide import Game
from renderers import View, icon, icon_digest, icon_names, themes
from renderers.annotations.header import HEAD
from renderers.drawing.gallery import RIBBON
from renderers.drawing.style import style_of
from renderers.drawing.theme import contrast
from renderers.scene import (
    OCCUPANTS,
    Arrow,
    Badge,
    Block,
    Bond,
    Chip,
    Cross,
    Dot,
    Ghost,
    Leader,
    Loop,
    Panel,
    Piece,
    Pill,
    Ring,
    Scene,
    Subject,
    Sweep,
    Text,
    Tint,
    Trail,
)
from tests.helpers.long_runs import pairs
from tests.helpers.random_play import every_end, every_game, games, sequence, won_game
from tests.renderers.painting import NAMES, Painter, of_kind, opened, words

TOLD = (Tint, Trail, Dot, Arrow, Loop, Badge, Leader, Cross, Ghost, Ring, Sweep, Bond)
"""What tells of a turn, and stands on no board on which nothing has happened."""

BOTH_WAYS = pytest.mark.parametrize("turned", [False, True])


def started(game: Game[Any, Any]) -> Any:
    return sequence(game, 0)[1][0][0]


def to_move(scene: Scene) -> list[int]:
    """The players whose cards stand out."""
    return [panel.player for panel in of_kind(scene, Panel) if panel.active]


@every_game
@BOTH_WAYS
def test_the_board_is_on_the_picture_and_pieces_on_its_spots(
    game: Game[Any, Any], turned: bool
) -> None:
    renderer, view = renderers.renderer_of(game.key), View(turned=turned)
    for position, _, turn in sequence(game, 1)[1][::12]:
        scene = renderer.scene(Subject(position, (), view, NAMES))
        width, height = scene.ground.size
        top = 0 if game.key == "urchins" else HEAD  # whose cards are beside the board
        for x, y in (corner for cell in scene.ground.cells for corner in cell.corners):
            assert 0 < x < width
            assert top < y < height
        spots = renderer.spots(position, view)
        asked = {choice.cell for choice in game.steps(position, ()).choices if choice.cell}
        assert asked | set(effect_cells(turn.effects)) <= spots.keys()
        places = {place for each in spots.values() for place in each}
        occupants = [i.at for i in scene.items if isinstance(i, (*OCCUPANTS, Block))]
        assert len(occupants) == len(set(occupants))
        assert set(occupants) <= places <= {cell.at for cell in scene.ground.cells}


@every_game
def test_a_person_who_sits_across_sees_every_piece_the_other_way_round(
    game: Game[Any, Any],
) -> None:
    half = 0 if game.key == "urchins" else 180  # whose columns have no other side
    for position, _, _ in sequence(game, 1)[1][::12]:
        seen = [of_kind(Painter(game.key).scene(position, turned=t), Piece) for t in (False, True)]
        for own, theirs in zip(*seen, strict=True):
            assert own.player == theirs.player
            angles = [each.angle for each in (own, theirs) if each.angle is not None]
            assert not angles or (angles[0] + half - angles[1]) % 360 == pytest.approx(0)


@every_game
def test_a_board_on_which_nothing_has_happened_has_no_marks(game: Game[Any, Any]) -> None:
    assert not any(isinstance(item, TOLD) for item in Painter(game.key).scene(started(game)).items)


@every_game
def test_everything_drawn_is_among_the_samples_of_the_palette(game: Game[Any, Any]) -> None:
    sampled = {type(item) for item in renderers.renderer_of(game.key).samples(View())}
    turns = [turn for seed in range(3) for _, _, turn in sequence(game, seed)[1]]
    scenes = (Painter(game.key).scene(turn.position, turn.effects) for turn in turns)
    drawn = {type(item) for scene in scenes for item in scene.items}
    # A tint is a surface, whose colors are in the palette anyway.
    assert drawn - sampled <= {Text, Chip, Panel, Pill, Leader, Tint}


@every_game
def test_a_turn_is_told_from_the_position_before_to_the_whole(game: Game[Any, Any]) -> None:
    painter = Painter(game.key)
    before, _, turn = max(sequence(game, 1)[1], key=lambda ply: len(ply[2].effects))
    after = (turn.position, turn.effects)
    shown, whole = painter.steps(before, after), painter.scene(*after)
    assert (shown[0], shown[-1]) == (painter.scene(before), whole)
    assert len(shown) >= 2
    assert renderers.turn_scenes(game.key, None, after, View(), NAMES) == (whole,)
    data = renderers.animate(game.key, [(before, ()), after], names=NAMES)
    assert opened(data).n_frames == len(shown)  # type: ignore[attr-defined]


@every_game
def test_the_cards_name_the_players_and_say_whose_turn_it_is(game: Game[Any, Any]) -> None:
    painter, start = Painter(game.key), started(game)
    assert {"Ada", "Grace"} <= set(words(painter.scene(start)))
    assert words(painter.scene(start)).count("to move") == 1
    assert len(to_move(painter.scene(start))) == 1
    nameless = renderers.renderer_of(game.key).scene(Subject(start))
    assert {"Player 1", "Player 2"} <= set(words(nameless))
    left = words(painter.scene(start, turned=True))
    # Nobody of Urchins sits at an end of the board.
    assert (left.index("Ada") < left.index("Grace")) == (game.key == "urchins")


@every_end
def test_the_winner_is_named_and_nobody_is_to_move(game: Game[Any, Any], number: int) -> None:
    scene = Painter(game.key).scene(won_game(game, number)[1])
    winners = [panel for panel in of_kind(scene, Panel) if panel.won]
    assert words(scene).count("wins") == len(winners) >= 1
    assert to_move(scene) == []
    assert "to move" not in words(scene)


@every_game
def test_until_its_last_link_a_turn_is_its_players_and_nobody_has_won(game: Game[Any, Any]) -> None:
    painter = Painter(game.key)
    for before, _, turn in (*sequence(game, 1)[1], won_game(game, 0)[0][-1]):
        for stage in painter.steps(before, (turn.position, turn.effects))[1:-1]:
            assert to_move(stage) == [before.turn]
            assert "wins" not in words(stage)


@pytest.mark.parametrize(
    ("game", "theme"), pairs(games(), renderers.themes()), ids=lambda v: getattr(v, "key", v)
)
def test_a_picture_is_small_and_the_same_each_time(game: Game[Any, Any], theme: str) -> None:
    painter = Painter(game.key)
    _, _, turn = sequence(game, 1)[1][9]
    views: list[dict[str, Any]] = [{}, {"coordinates": False}, {"large": True}, {"turned": True}]
    drawn = [painter.png(turn.position, turn.effects, theme=theme, **view) for view in views]
    assert drawn[0] == painter.png(turn.position, turn.effects, theme=theme)
    assert drawn[0] != painter.png(turn.position, theme=theme)
    assert len(set(drawn)) == 4 - (game.key == "urchins") - (theme == "contrast")
    for view, data in zip(views, drawn, strict=True):
        assert len(data) < 60_000
        size = painter.scene(turn.position, **view).ground.size
        assert opened(data).size == size


MOST = 2000
"""Emojis that an application has at most, with those that somebody else gives it."""


@pytest.mark.parametrize("theme", themes())
def test_each_piece_and_each_way_it_faces_is_told_from_every_other(theme: str) -> None:
    for game in catalog():
        digests = {name: icon_digest(game, name, theme) for name in icon_names(game)}
        assert len({*digests.values()}) == len(digests), game


@pytest.mark.parametrize("game", catalog())
def test_an_icon_has_no_ground_and_is_nowhere_cut_off(game: str) -> None:
    for name, theme in ((name, theme) for name in icon_names(game) for theme in ("classic", "ink")):
        with opened(icon(game, name, theme).png()) as picture:
            assert picture.size == (128, 128)
            seen = picture.getchannel("A")
            sides = [seen.crop(box).getextrema() for box in SIDES]
            assert sides == [(0, 0)] * 4, (name, theme)


SIDES = ((0, 0, 128, 1), (0, 127, 128, 128), (0, 0, 1, 128), (127, 0, 128, 128))


@pytest.mark.parametrize("theme", themes())
def test_a_light_rim_tells_each_piece_from_the_dark_of_a_button(theme: str) -> None:
    for game, name in ((key, each) for key in catalog() for each in icon_names(key)):
        with opened(icon(game, name, theme).png()) as picture:
            solid = picture.getchannel("A").point(lambda seen: 255 * (seen > 200))
            edge = ImageChops.subtract(solid, solid.filter(ImageFilter.MinFilter(3)))
            assert ImageStat.Stat(picture.convert("L"), edge).mean[0] > 160, (game, name)


def test_every_name_is_one_that_discord_takes_and_says_the_piece() -> None:
    names = {piece.named(icon_digest(*piece)): piece for piece in every_piece()}
    assert 200 < len(names) < MOST / 4
    for name, piece in names.items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name), name
        assert piece_of(name) == piece
    assert not any(map(piece_of, ("logo", "bb_", "bb_bump_1_classic_", "bb_bump_1_classic_xyz")))
    looks = set(chain.from_iterable(icon_names(game) for game in catalog()))
    assert DrawnPiece("bump", "1_60", "ink") in names.values()
    assert {"1", "2", "1_300", "121", "keeper"} <= looks


@pytest.mark.parametrize(
    ("game", "theme"), pairs(games(), themes()), ids=lambda v: getattr(v, "key", v)
)
def test_a_study_is_told_from_a_match_by_its_page_and_a_ribbon(
    game: Game[Any, Any], theme: str
) -> None:
    shown, usual = View(theme=theme, study=True), View(theme=theme)
    study, match = (opened(renderers.draw(game.key, started(game), view=v)) for v in (shown, usual))
    ribbon = round(RIBBON * match.width)
    assert study.size == (match.width, match.height + ribbon)
    look = style_of(theme, 24.0, False, study=True)
    assert study.convert("RGB").getpixel((2, 2)) == look.color("hint")
    for each, style in ((study, look), (match, style_of(theme, 24.0, False))):
        page = each.convert("RGB").getpixel((2, each.height - 3))
        assert isinstance(page, tuple)
        # A palette has a color near it at least.
        assert max(abs(a - b) for a, b in zip(page, style.color("page"), strict=True)) <= 4
    assert contrast(look.color("page"), style_of(theme, 24.0, False).color("page")) > 1.1
