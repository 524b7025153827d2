from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.catalog import catalog, entry
from bot.games.core import Outcome
from renderers import View, draw, renderer_of, themes
from renderers.annotations.header import SIGNS, Seat, header, headroom, seated
from renderers.drawing.sprites import pill_size
from renderers.drawing.style import Style, style_of
from renderers.scene import Chip, Item, Panel, Pill, Scene, Subject, Text
from tests.renderers.boards import contrast

LOOK = style_of("classic", 25.5, False)
LARGE = style_of("classic", 25.5, True)
WIDTH = 1100
TAKEN = ("capture", "stasis")
LONG = "Maximiliane von Hohenstein-Überlingen"


def seats(count: int, name: str = "Ada", **said: object) -> list[Seat]:
    return [Seat(k, name, "12 pieces", **said) for k in range(1, count + 1)]  # type: ignore[arg-type]


def spans(items: list[Item], look: Style) -> list[tuple[float, float]]:
    """From where to where each text and spare chip reaches, left to right."""
    found = []
    for item in items:
        if isinstance(item, Text):
            width = look.font(item.role, item.scale).getlength(item.text)
            left = item.at[0] - {"l": 0, "m": width / 2, "r": width}[item.anchor[0]]
            found.append((left, left + width))
        elif isinstance(item, Pill):
            half = pill_size(look, item.text, item.scale)[0]
            found.append((item.at[0] - half, item.at[0] + half))
        elif isinstance(item, Chip):
            radius = (7 if item.spare else 17) * item.scale
            found.append((item.at[0] - radius, item.at[0] + radius))
    return sorted(found)


@pytest.mark.parametrize("look", [LOOK, LARGE])
@pytest.mark.parametrize("name", ["Ada", LONG, "Грейс Хоппер-Супердлинная"])
def test_nothing_in_the_head_lies_on_anything_else(look: Style, name: str) -> None:
    items = list(header(seats(2, name, reserve=3, tag="to move"), WIDTH, look))
    for (_, right), (left, _) in pairwise(spans(items, look)):
        assert right <= left


@pytest.mark.parametrize("look", [LOOK, LARGE])
def test_what_signs_mean_stands_between_the_cards_next_to_any_name(look: Style) -> None:
    items = list(header(seats(2, LONG, reserve=3, tag="to move"), WIDTH, look, "", TAKEN))
    pills = [i for i in items if isinstance(i, Pill)]
    assert [pill.text for pill in pills] == [SIGNS[kind] for kind in TAKEN]
    for pill in pills:
        rest = [item for item in items if item is pill or not isinstance(item, Pill)]
        for (_, right), (left, _) in pairwise(spans(rest, look)):
            assert right <= left
    heights = [(p.at[1], pill_size(look, p.text, p.scale)[1]) for p in pills]
    (upper, half), (lower, other) = heights
    assert 0 <= upper - half < upper + half <= lower - other < lower + other <= headroom(WIDTH)


@pytest.mark.parametrize("look", [LOOK, LARGE])
def test_a_notice_is_above_what_signs_mean(look: Style) -> None:
    items = list(header(seats(2), WIDTH, look, "Guard your center!", TAKEN))
    notice = next(i for i in items if isinstance(i, Text) and i.role == "notice")
    for pill in (i for i in items if isinstance(i, Pill)):
        half = pill_size(look, pill.text, pill.scale)[1]
        assert notice.at[1] + look.font("notice", notice.scale).size / 2 <= pill.at[1] - half + 4
        assert pill.at[1] + half <= headroom(WIDTH)
    left, right = (item for item in items if isinstance(item, Panel))
    assert left.at[0] + left.size[0] <= min(start for start, _ in spans(items[-3:], look))
    assert max(end for _, end in spans(items[-3:], look)) <= right.at[0]


def test_the_notice_has_room_between_two_cards() -> None:
    items = list(header(seats(2), WIDTH, LARGE, "Guard your center!"))
    notice = next(i for i in items if isinstance(i, Text) and i.role == "notice")
    half = LARGE.font("notice", notice.scale).getlength(notice.text) / 2
    left, right = (item for item in items if isinstance(item, Panel))
    assert left.at[0] + left.size[0] <= notice.at[0] - half
    assert notice.at[0] + half <= right.at[0]


@pytest.mark.parametrize("key", catalog())
def test_a_match_that_was_given_up_has_its_winner_in_color_and_nobody_to_move(key: str) -> None:
    position = entry(key).game.start({})

    def drawn(ended: Outcome | None) -> Scene:
        return renderer_of(key).scene(Subject(position, (), View(), {}, ended))

    assert (turns_shown(drawn(None)), winners_shown(drawn(None))) == ((1, 1), [])
    given_up, drawn_match = Outcome((2,), "resigned"), Outcome((), "agreed")
    assert (turns_shown(drawn(given_up)), turns_shown(drawn(drawn_match))) == ((0, 0), (0, 0))
    assert len(winners_shown(drawn(given_up))) == 1
    assert winners_shown(drawn(drawn_match)) == []
    assert "Nobody wins" in [i.text for i in drawn(drawn_match).items if isinstance(i, Text)]
    assert len({draw(key, position, ended=e) for e in (None, given_up, drawn_match)}) == 3


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("suit", ["", "cups", "stones"])
def test_the_card_of_the_winner_is_of_one_color_and_read_in_themes(theme: str, suit: str) -> None:
    look = style_of(theme, 25.5, False, suit)
    for player in (0, *(k for k, _ in enumerate(look.theme.coats, 1))):
        fill, ink = look.crowned(player)
        assert contrast(fill, look.color(ink)) >= 3.5
        assert contrast(fill, look.color("panel")) >= 1.3
        seat = Seat(1, "Ada", "12 pieces", tag="wins", won=True, coats=(player,))
        assert {i.color for i in header([seat], 400, look) if isinstance(i, Text)} == {ink}


PHONE = 300
"""Pixels that a phone shows of a picture's width."""


@pytest.mark.parametrize("key", sorted({*catalog()} - {"urchins"}))
def test_names_are_read_on_a_phone_and_nearly_so_whose_turn_it_is(key: str) -> None:
    names = {1: "Ada", 2: "Bumpbot"}
    scene = renderer_of(key).scene(Subject(entry(key).game.start({}), names=names))
    share = PHONE / scene.ground.size[0]
    words = {i.text: LOOK.font(i.role, i.scale).size for i in scene.items if isinstance(i, Text)}
    assert min(words[name] for name in names.values()) * share >= 9
    assert words["to move"] * share >= 7


@pytest.mark.parametrize(
    ("names", "signs", "kept"),
    [
        (("Ada", "Ada"), (), {"12 pieces", "to move"}),
        (("Bumpbot", "Grace Hopper"), (), {"to move"}),
        (("Ada", "Grace Hopper"), TAKEN[1:], {"12 pieces"}),
        (("Ada", "Grace Hopper"), TAKEN, {"12 pieces"}),
        ((LONG, "Ada"), TAKEN, set()),
        ((LONG, LONG), TAKEN, set()),
    ],
)
def test_a_card_says_its_name_before_a_count_and_whose_turn_it_is(
    names: Sequence[str], signs: Sequence[str], kept: set[str]
) -> None:
    shown = [Seat(k, name, "12 pieces", reserve=2) for k, name in enumerate(names, 1)]
    shown[1] = replace(shown[1], active=True, tag="to move")
    texts = [i for i in header(shown, WIDTH, LOOK, "", signs) if isinstance(i, Text)]
    assert {i.text for i in texts if i.role != "name"} == kept
    written = [i.text for i in texts if i.role == "name"]
    assert written == list(names) or LONG in names


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("key", sorted({*catalog()} - {"urchins"}))
def test_names_are_whole_where_one_card_has_room_to_spare(key: str, theme: str) -> None:
    names = {1: "Ada", 2: "Grace Hopper"}
    for turn in (1, 2):
        at = replace(entry(key).game.start({}), turn=turn)
        scene = renderer_of(key).scene(Subject(at, (), View(theme), names))
        assert {*names.values()} <= {i.text for i in scene.items if isinstance(i, Text)}
        first, second = (i for i in scene.items if isinstance(i, Panel))
        assert first.at[0] + first.size[0] < second.at[0]
        assert second.at[0] + second.size[0] < scene.ground.size[0]


def turns_shown(scene: Scene) -> tuple[int, int]:
    """How many cards say that somebody is to move, and how many stand out."""
    words = [i for i in scene.items if isinstance(i, Text) and i.text == "to move"]
    return len(words), len([i for i in scene.items if isinstance(i, Panel) and i.active])


def winners_shown(scene: Scene) -> list[int]:
    return [i.player for i in scene.items if isinstance(i, Panel) and i.won]


@pytest.mark.parametrize("count", range(2, 6))
def test_cards_of_several_players_fit_side_by_side(count: int) -> None:
    panels = [i for i in header(seats(count), WIDTH, LOOK) if isinstance(i, Panel)]
    assert len(panels) == count
    assert all(panel.at[1] + panel.size[1] <= headroom(WIDTH) for panel in panels)
    for one, other in pairwise(panels):
        assert one.at[0] + one.size[0] < other.at[0]
    assert panels[-1].at[0] + panels[-1].size[0] < WIDTH


def test_a_name_that_cannot_be_drawn_becomes_the_players_number() -> None:
    texts = [i.text for i in header(seats(2, "🐱"), WIDTH, LOOK) if isinstance(i, Text)]
    assert {"Player 1", "Player 2"} <= set(texts)


def test_who_is_to_move_or_has_won_stands_out_and_nobody_is_without_a_name() -> None:
    both, names = [Seat(1), Seat(2, tag="passed")], {1: "Ada", 2: ""}
    subject = Subject(entry("bump").game.start({}), names=names)
    shown = [(s.name, s.tag, s.active) for s in seated(both, subject)]
    assert shown == [("Ada", "to move", True), ("Player 2", "passed", False)]
    over = replace(subject, names={}, view=View(turned=True), outcome=Outcome((2,), "center"))
    found = [(s.name, s.tag, s.won) for s in seated(both, over)]
    assert found == [("Player 2", "wins", True), ("Player 1", "", False)]


def test_what_a_player_is_to_do_is_written_as_large_as_any_notice() -> None:
    said = [i for i in header(seats(2, "Ada", tag="to move"), WIDTH, LOOK) if isinstance(i, Text)]
    sizes = {LOOK.font(item.role, item.scale).size for item in said if item.text == "to move"}
    # A phone shows the picture at little more than a third: 6 pixels are the least that is read.
    assert min(sizes) * 400 / 1100 > 6
