"""What the pictures of Urchins show, told from their scenes."""

import itertools
from math import hypot
from random import Random

import pytest
from PIL import Image

from bot.games.core import Effect
from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from renderers import View, themes
from renderers.drawing.piece_sprites import NUMBER
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import style_of
from renderers.drawing.theme import BODY, TOKEN, font
from renderers.layout import apart, box, plus
from renderers.scene import (
    Arrow,
    Badge,
    Chip,
    Cross,
    Ghost,
    Keeper,
    Panel,
    Piece,
    Ring,
    Subject,
    Text,
    Tint,
    Token,
    Trail,
)
from renderers.urchins import board, scenes
from renderers.urchins.board import HEIGHT, UNIT
from renderers.urchins.cards import MINUS
from tests.games.urchins.columns import EMPTY, drawn, play
from tests.helpers.random_play import wandered
from tests.renderers.boards import lightness
from tests.renderers.painting import NAMES, Painter, of_kind, words

PAINTER = Painter("urchins")
scene, picture = PAINTER.scene, PAINTER.picture
COUNTS = pytest.mark.parametrize("players", GAME.players)
THEMES = pytest.mark.parametrize("theme", themes())
BOX = box(board.BOX)

Shot = tuple[Position, tuple[Effect, ...]]


def shot(position: Position, text: str) -> Shot:
    turn = play(position, text)
    return turn.position, turn.effects


FALL = shot(drawn("2 # . 1 . . . . . . ."), "A3-1^")
SKIP = shot(drawn(". . 2 2 # 2 1 . . . ."), "A6-5^")
HOME = shot(drawn("2 . 1 . . . . . . # ."), "A2-home^")
STEAL = shot(drawn("1 . 1 . . . . . . # .", "1 . . . . . . . . # ."), "steal")
ENTER = shot(drawn(". . . . 2 1 . . . # ."), "enter A^")
COLUMN = shot(drawn("1 2 2 3 3 4 4 # 5 5 1", players=5), "A0-1v")
SHOTS = [FALL, SKIP, HOME, STEAL, ENTER, COLUMN]


def start(players: int) -> Position:
    return GAME.start(GAME.prepare({}, players, Random(players)))


def full(players: int) -> Position:
    """A position after a long random game, as crowded as they get."""
    return wandered(GAME, Random(players), 14 * players, start(players))


def end(item: Arrow | Trail) -> tuple[float, float]:
    return plus(item.at, item.reach)


# The board


@COUNTS
def test_a_column_of_eleven_stands_for_each_location_with_home_past_both(players: int) -> None:
    cells = scene(start(players)).ground.cells
    assert len(cells) == (players + 1) * 13
    homes = [cell for cell in cells if cell.surface == "gate"]
    assert [cell.numeral for cell in homes] == [x for x in "ABCDEF"[: players + 1] for _ in (0, 1)]
    assert all(len(cell.corners) == 5 for cell in homes)
    marked = [cell.at for cell in cells if cell.surface == "home1"]
    assert marked == [board.at(f"{letter}5") for letter in "ABCDEF"[: players + 1]]
    # By its name a space is known in a close-up, too, which may show no roof.
    named = [f"{letter}{space}" for letter in "ABCDEF"[:players] for space in range(11)]
    assert [text.text for text in board.ground(players, True).notes] == named
    assert board.ground(players, False).notes == ()


@THEMES
@pytest.mark.parametrize("large", [False, True])
def test_the_name_of_a_space_is_next_to_its_urchin(theme: str, large: bool) -> None:
    look = style_of(theme, UNIT, large)
    for note in board.ground(2, True).notes:
        half = look.font(note.role, note.scale).getlength(note.text) / 2
        beside = note.at[0] - board.at(note.text)[0]
        assert beside - half > -board.BOX[0] / 2
        assert beside + half <= -UNIT * BODY


@COUNTS
def test_the_cards_lie_beside_a_narrow_board_and_below_a_wide_one(players: int) -> None:
    shown = scene(start(players))
    width, height = shown.ground.size
    assert min(302 / width, 350 / height) > 0.38, "on phones and on desktops"
    corners = [corner for cell in shown.ground.cells for corner in cell.corners]
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    for panel in of_kind(shown, Panel):
        assert (right < panel.at[0]) if players < 4 else (bottom < panel.at[1])
        assert panel.at[0] + panel.size[0] < width
        assert panel.at[1] + panel.size[1] < height
    assert all(0 < x < width and 0 < y < height for x, y in corners)


@COUNTS
@pytest.mark.parametrize("large", [False, True])
def test_no_words_on_a_card_touch_and_none_leave_the_picture(players: int, large: bool) -> None:
    for position, effects in [(full(players), ()), *(s for s in SHOTS if players == 3)]:
        shown = scene(position, effects, large=large)
        look = style_of("classic", UNIT, large)
        boxes = []
        for text in of_kind(shown, Text):
            wide = look.font(text.role, text.scale).getlength(text.text)
            left = text.at[0] - {"l": 0.0, "m": wide / 2, "r": wide}[text.anchor[0]]
            assert left + wide <= shown.ground.size[0]
            boxes.append((left, left + wide, text.at[1]))
        for k, (left, right, y) in enumerate(boxes):
            assert not any(
                left < b and a < right and abs(y - other) < 10 for a, b, other in boxes[:k]
            )


# Who stands where


@COUNTS
def test_urchins_are_on_their_spaces_and_players_have_their_cards(players: int) -> None:
    position = full(players)
    pieces = [(piece.at, piece.player) for piece in of_kind(scene(position), Piece)]
    assert pieces == [(board.at(space), player) for space, player in position.pieces()]
    assert pieces
    stand = [keeper.at for keeper in of_kind(scene(position), Keeper)]
    beats = zip("ABCDEF", position.constables, strict=False)
    assert stand == [board.at(f"{letter}{space}") for letter, space in beats]
    shown = scene(position)
    tokens = of_kind(shown, Token)
    assert [panel.player for panel in of_kind(shown, Panel)] == list(position.players)
    assert set(list(NAMES.values())[:players]) <= set(words(shown))
    held = [
        [str(n) for n in (position.hands[p - 1], position.homes[p - 1], *position.cubes[p - 1])]
        for p in position.players
    ]
    assert [token.text for token in tokens] == [number for row in held for number in row]
    forms = ["disc", "house", *["cube"] * (players + 1)]
    assert [token.form for token in tokens] == forms * players


# The movement


def test_a_way_runs_next_to_the_spaces_it_passes_and_ends_with_a_tip() -> None:
    trails = of_kind(scene(*shot(drawn(". 1 2 # 2 . . . . . ."), "A1-5")), Trail)
    assert [trail.last for trail in trails] == [False, False, False, True]
    for trail, space in zip(trails, ("A1", "A2", "A3", "A4"), strict=True):
        x, y = board.at(space)
        assert trail.at[1] == y
        assert UNIT * 0.9 < x - trail.at[0] < UNIT * 1.4
    moved = scene(*shot(drawn(". 1 . . . . . . . # ."), "A1-4"))
    tints = {(t.at, t.surface) for t in of_kind(moved, Tint)}
    assert tints == {(board.at("A1"), "from"), (board.at("A4"), "to")}
    entered = scene(*ENTER)
    assert Tint(board.at("A5"), BOX, "to") in entered.items
    assert not of_kind(entered, Trail)


def test_the_way_goes_on_from_the_constable_to_where_the_urchin_steps() -> None:
    trails = of_kind(scene(*FALL), Trail)
    assert [trail.last for trail in trails] == [False, False, True]
    for one, following in itertools.pairwise(trails):
        assert end(one) == pytest.approx(following.at)
    assert trails[-1].at[1] == board.at("A1")[1]
    back = of_kind(scene(*shot(drawn(". . . # 1 . . . . . ."), "A4-3v")), Trail)
    assert back[0].reach[1] < 0 < back[1].reach[1]


def test_an_urchin_that_came_home_is_seen_past_the_end_and_ringed() -> None:
    shown = scene(*HOME)
    home = board.past("A0", -1)
    assert (home, 1) in [(piece.at, piece.player) for piece in of_kind(shown, Piece)]
    assert [ring.at for ring in of_kind(shown, Ring)] == [home]
    assert end(of_kind(shown, Trail)[-1])[1] < board.at("A0")[1]


# The chain


def test_every_bump_is_an_arrow_from_where_to_where_with_its_number() -> None:
    shown = scene(*SKIP)
    arrows, badges = of_kind(shown, Arrow), of_kind(shown, Badge)
    assert [badge.text for badge in badges] == ["1", "2", "3"]
    for arrow, (tail, head) in zip(arrows, (("A5", "A3"), ("A3", "A2"), ("A2", "A1")), strict=True):
        assert abs(arrow.at[1] - board.at(tail)[1]) < UNIT
        assert abs(end(arrow)[1] - board.at(head)[1]) < UNIT
    # Past the constable it is as much longer.
    assert arrows[0].reach[1] == pytest.approx(arrows[1].reach[1] - board.PITCH[1], abs=0.2)


def test_who_fell_off_is_crossed_out_past_the_end_in_their_color() -> None:
    shown = scene(*FALL)
    cross = of_kind(shown, Cross)[0]
    assert (cross.at, cross.player) == (board.past("A0", -1), 2)
    assert end(of_kind(shown, Arrow)[-1])[1] < board.at("A0")[1] - UNIT
    assert of_kind(scene(*COLUMN), Cross)[0].at == board.past("A10", 1)


@pytest.mark.parametrize("played", [FALL, SKIP, ENTER, COLUMN], ids=range(4))
@pytest.mark.parametrize("large", [False, True])
def test_numbers_lie_on_the_board_and_on_nothing_else(played: Shot, large: bool) -> None:
    shown = scene(*played, large=large)
    badges = [(b.at, badge_size(UNIT, b.text, large, b.scale)) for b in of_kind(shown, Badge)]
    assert badges
    for index, (at, half) in enumerate(badges):
        assert half[1] < at[1] < HEIGHT - half[1]
        for piece in of_kind(shown, Piece):
            assert apart(piece.at, at) > half[0] + UNIT * 0.7
        assert all(apart(at, other) > 2 * half[1] for other, _ in badges[:index])


def test_the_urchins_of_who_left_leave_a_ring() -> None:
    before = drawn("1 2 3 . . 2 . . . # .", players=3)
    turn = GAME.leave(before, 2)
    ghosts = of_kind(scene(turn.position, turn.effects), Ghost)
    assert [(g.at, g.player) for g in ghosts] == [(board.at(s), 2) for s in ("A1", "A5")]


# The cards


@COUNTS
@pytest.mark.parametrize("large", [False, True])
def test_every_token_and_word_of_a_card_lies_on_it(players: int, large: bool) -> None:
    shown = scene(*shot(full(players), "steal"), large=large)
    panels = of_kind(shown, Panel)
    look = style_of("classic", UNIT, large)
    items: list[Token | Chip] = [*of_kind(shown, Token), *of_kind(shown, Chip)]
    for item in items:
        inside = [
            p
            for p in panels
            if p.at[0] < item.at[0] < p.at[0] + p.size[0]
            and p.at[1] + 15 < item.at[1] < p.at[1] + p.size[1] - 15
        ]
        assert len(inside) == 1
    for text in of_kind(shown, Text):
        width = look.font(text.role, text.scale).getlength(text.text)
        assert (
            text.at[0] + width * {"l": 1, "m": 0.5, "r": 0}[text.anchor[0]] < shown.ground.size[0]
        )


@THEMES
@COUNTS
def test_the_words_below_hand_and_home_are_apart(players: int, theme: str) -> None:
    look = style_of(theme, UNIT, True)
    shown = scene(start(players), theme=theme, large=True)
    hand, home = (next(t for t in of_kind(shown, Text) if t.text == w) for w in ("hand", "home"))
    half = sum(look.font(t.role, t.scale).getlength(t.text) for t in (hand, home)) / 2
    assert home.at[0] - hand.at[0] - half >= 3


@COUNTS
def test_the_letters_below_cubes_are_read_on_a_phone(players: int) -> None:
    shown, look = scene(full(players)), style_of("classic", UNIT, False)
    letters = [item for item in of_kind(shown, Text) if item.role == "tag" and len(item.text) == 1]
    assert letters
    for item in letters:
        assert look.font(item.role, item.scale).size * 300 / shown.ground.size[0] >= 5.4


@COUNTS
def test_the_numbers_on_cards_are_read_on_a_phone(players: int) -> None:
    shown = scene(full(players))
    for token in of_kind(shown, Token):
        left, top, right, bottom = font("name").getbbox(token.text, anchor="ls")
        share = (bottom - top) / hypot(right - left, bottom - top)
        high = 2 * NUMBER[token.form] * share * UNIT * TOKEN * token.scale
        assert high * 300 / shown.ground.size[0] >= 6


@COUNTS
def test_the_board_has_more_of_the_picture_than_the_cards(players: int) -> None:
    shown = scene(full(players))
    look = style_of("classic", UNIT, False)
    for panel in of_kind(shown, Panel):
        top, bottom = panel.at[1], panel.at[1] + panel.size[1]
        left, right = panel.at[0], panel.at[0] + panel.size[0]
        held = [t for t in of_kind(shown, Token) if top < t.at[1] < bottom]
        held = [t for t in held if left < t.at[0] < right]
        rows = {t.at[1]: UNIT * TOKEN * t.scale for t in held}
        assert sum(rows.values()) / panel.size[1] >= 0.25
        empty = bottom - max(y + high / 2 for y, high in rows.items())
        assert empty < panel.size[1] * 0.27
        widest = max(t.at[0] for t in held) - min(t.at[0] for t in held)
        assert widest > panel.size[0] * 0.6
    assert all(look.width(t.text, t.role) < 300 for t in of_kind(shown, Text) if players < 4)
    taken = sum(panel.size[0] * panel.size[1] for panel in of_kind(shown, Panel))
    assert taken < shown.ground.size[0] * shown.ground.size[1] * 0.42


@pytest.mark.parametrize(
    ("played", "gains"),
    [
        (STEAL, ["+2", "+1"]),
        (HOME, ["+1", f"{MINUS}6"]),
        (FALL, [f"{MINUS}4", "+1"]),
        (ENTER, [f"{MINUS}1"]),
    ],
)
def test_what_a_turn_cost_and_gave_is_next_to_the_count(played: Shot, gains: list[str]) -> None:
    shown = scene(*played)
    assert [t.text for t in of_kind(shown, Text) if t.text[0] in f"+{MINUS}"] == gains


def test_somebody_who_left_has_an_empty_card_that_says_so() -> None:
    after = GAME.leave(full(3), 2).position
    shown = scene(after)
    assert "left" in words(shown)
    assert len(of_kind(shown, Token)) == 2 * (2 + 4)
    assert len(of_kind(shown, Panel)) == 3


@COUNTS
@pytest.mark.parametrize("large", [False, True])
def test_the_picture_says_how_near_the_end_is(players: int, large: bool) -> None:
    shown = scene(drawn(EMPTY, players=players, quiet=12), large=large)
    words = f"{20 * players - 12} turns to come home"
    (said,) = (text for text in of_kind(shown, Text) if text.text == words)
    letters = style_of("classic", UNIT, large).font(said.role, said.scale)
    assert said.at[0] + letters.getlength(words) <= shown.ground.size[0] - 4
    # As wide as a phone shows it.
    assert letters.size * 300 / shown.ground.size[0] >= 7
    assert said.color == "muted"


@pytest.mark.parametrize(("quiet", "words"), [(31, "9 turns"), (39, "1 turn"), (40, "Last round!")])
def test_the_end_is_red_when_it_is_near(quiet: int, words: str) -> None:
    shown = scene(drawn(EMPTY, turn=2, quiet=quiet))
    (said,) = (text for text in of_kind(shown, Text) if text.text.startswith(words))
    assert said.color == "capture"


@THEMES
@pytest.mark.parametrize("players", [2, 3])
def test_names_on_narrow_cards_are_whole_next_to_what_there_is_to_do(
    players: int, theme: str
) -> None:
    called = dict.fromkeys(range(1, players + 1), "Grace Hopper")
    shown = scenes.scene(Subject(start(players), (), View(theme), called))
    assert words(shown).count("Grace Hopper") == players
    (said,) = (text for text in of_kind(shown, Text) if text.text == "to move")
    look = style_of(theme, UNIT, False)
    left = said.at[0] - look.font(said.role, said.scale).getlength(said.text)
    beside = [t for t in of_kind(shown, Token) if t.at[1] == said.at[1]]
    assert all(token.at[0] + UNIT * TOKEN * token.scale / 2 < left for token in beside)


def test_the_last_round_is_called_that() -> None:
    last = drawn(EMPTY, players=3, turn=2, homes=(3, 0, 0))
    assert "Last round!" in words(scene(last))


def test_all_winners_are_named_and_nobody_is_to_move() -> None:
    shown = scene(drawn(EMPTY, homes=(3, 3)))
    assert words(shown).count("wins") == 2
    assert not {"to move", "Last round!"} & set(words(shown))


# Step by step


def test_every_link_of_the_chain_is_a_step_of_the_animation() -> None:
    before = drawn(". . 2 2 # 2 1 . . . .")
    scenes = PAINTER.steps(before, SKIP)
    assert [len(of_kind(step, Badge)) for step in scenes] == [0, 0, 1, 2, 3]
    assert scenes[-1] == scene(*SKIP)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (drawn("2 # . 1 . . . . . . ."), "A3-1^"),
        (drawn("1 2 2 3 3 4 4 # 5 5 1", players=5), "A0-1v"),
        (drawn(". . . . 2 1 . . . # ."), "enter A^"),
    ],
)
def test_no_urchin_is_out_of_sight_while_it_is_pushed(before: Position, text: str) -> None:
    after = shot(before, text)
    scenes = PAINTER.steps(before, after)
    out = len(list(before.pieces())) + text.startswith("enter")
    assert [len(of_kind(step, Piece)) for step in scenes[1:-1]] == [out] * (len(scenes) - 2)


# The picture


def region(shown: Image.Image, at: tuple[float, float], reach: float) -> Image.Image:
    x, y = at
    area = shown.crop((int(x - reach), int(y - reach), int(x + reach), int(y + reach)))
    return area.convert("L").resize((9, 9), Image.Resampling.BOX)


@THEMES
def test_five_players_and_the_constable_look_different_on_a_phone(theme: str) -> None:
    position = drawn("1 # 2 . 3 . 4 . 5 . .", players=5)
    shown = picture(position, theme=theme)
    share = 400 / shown.width
    small = shown.resize((400, round(shown.height * share)), Image.Resampling.LANCZOS)
    seen = []
    for space in ("A0", "A1", "A2", "A4", "A6", "A8"):
        x, y = board.at(space)
        seen.append(region(small, (x * share, y * share), 7).tobytes())
    for index, one in enumerate(seen):
        for other in seen[:index]:
            gaps = [abs(a - b) for a, b in zip(one, other, strict=True)]
            assert sum(gaps) / len(gaps) > 6
    look = style_of(theme, UNIT, False)
    for surface in ("plain", "gate"):
        fill = look.theme.surfaces[surface].fill
        assert abs(lightness(fill) - lightness(look.color("text"))) > 40
