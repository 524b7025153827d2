from importlib import import_module
from itertools import pairwise

import pytest

from bot.catalog import catalog, entry
from bot.games.core import Outcome
from renderers import View, draw
from renderers.annotations.header import HEAD, Seat, header, seated, settled
from renderers.drawing.style import Style, style_of
from renderers.scene import Chip, Item, Panel, Scene, Text

LOOK = style_of("classic", 25.5, False)
LARGE = style_of("classic", 25.5, True)
WIDTH = 1100
LONG = "Maximiliane von Hohenstein-Überlingen"


def seats(count: int, name: str = "Ada", **said: object) -> list[Seat]:
    return [Seat(k, name, "12 pieces", **said) for k in range(1, count + 1)]  # type: ignore[arg-type]


def spans(items: list[Item], look: Style) -> list[tuple[float, float]]:
    """From where to where each text and spare chip reaches, left to right."""
    found = []
    for item in items:
        if isinstance(item, Text):
            width = look.font(item.role).getlength(item.text)
            left = item.at[0] - {"l": 0, "m": width / 2, "r": width}[item.anchor[0]]
            found.append((left, left + width))
        elif isinstance(item, Chip):
            radius = 7 if item.spare else 17
            found.append((item.at[0] - radius, item.at[0] + radius))
    return sorted(found)


@pytest.mark.parametrize("look", [LOOK, LARGE])
@pytest.mark.parametrize("name", ["Ada", LONG, "Грейс Хоппер-Супердлинная"])
def test_nothing_in_the_head_lies_on_anything_else(look: Style, name: str) -> None:
    items = list(header(seats(2, name, reserve=3, tag="to move"), WIDTH, look))
    for (_, right), (left, _) in pairwise(spans(items, look)):
        assert right <= left


def test_the_notice_has_room_between_two_cards() -> None:
    items = list(header(seats(2), WIDTH, LARGE, "Guard your center!"))
    notice = next(i for i in items if isinstance(i, Text) and i.role == "notice")
    half = LARGE.font("notice").getlength(notice.text) / 2
    left, right = (item for item in items if isinstance(item, Panel))
    assert left.at[0] + left.size[0] <= notice.at[0] - half
    assert notice.at[0] + half <= right.at[0]


@pytest.mark.parametrize("key", catalog())
def test_nobody_is_to_move_in_a_match_that_was_given_up(key: str) -> None:
    game = entry(key).game
    position = game.start({})
    scene = import_module(f"renderers.{key}").scene(position, (), View(), {})
    assert turns_shown(scene) == (1, 1)
    assert turns_shown(settled(scene)) == (0, 0)
    assert draw(key, position, over=True) != draw(key, position)


def turns_shown(scene: Scene) -> tuple[int, int]:
    """How many cards say that somebody is to move, and how many stand out."""
    words = [i for i in scene.items if isinstance(i, Text) and i.text == "to move"]
    return len(words), len([i for i in scene.items if isinstance(i, Panel) and i.active])


@pytest.mark.parametrize("count", range(2, 6))
def test_cards_of_several_players_fit_side_by_side(count: int) -> None:
    panels = [i for i in header(seats(count), WIDTH, LOOK) if isinstance(i, Panel)]
    assert len(panels) == count
    assert all(panel.at[1] + panel.size[1] <= HEAD for panel in panels)
    for one, other in pairwise(panels):
        assert one.at[0] + one.size[0] < other.at[0]
    assert panels[-1].at[0] + panels[-1].size[0] < WIDTH


def test_a_name_that_cannot_be_drawn_becomes_the_players_number() -> None:
    texts = [i.text for i in header(seats(2, "🐱"), WIDTH, LOOK) if isinstance(i, Text)]
    assert {"Player 1", "Player 2"} <= set(texts)


def test_who_is_to_move_or_has_won_stands_out_and_nobody_is_without_a_name() -> None:
    both, names = [Seat(1), Seat(2, tag="passed")], {1: "Ada", 2: ""}
    shown = [(s.name, s.tag, s.active) for s in seated(both, None, 1, names)]
    assert shown == [("Ada", "to move", True), ("Player 2", "passed", False)]
    won = seated(both, Outcome((2,), "center"), 1, {}, turned=True)
    assert [(s.name, s.tag) for s in won] == [("Player 2", "wins"), ("Player 1", "")]


def test_what_a_player_is_to_do_is_written_as_large_as_any_notice() -> None:
    said = [i for i in header(seats(2, "Ada", tag="to move"), WIDTH, LOOK) if isinstance(i, Text)]
    sizes = {LOOK.font(item.role).size for item in said if item.text == "to move"}
    # A phone shows the picture at little more than a third: 6 pixels are the least that is read.
    assert min(sizes) * 400 / 1100 > 6
