"""The games on offer, and the words that come with them."""

import re
from pathlib import Path

import pytest

from bot.catalog import Entry, UnknownGame, catalog, entry, read_entry
from bot.front.exercises.rules_pages import rules_texts
from bot.games.core import BadDataFile, PlayerError
from bot.games.phrases import SHAPES
from renderers.drawing.theme import read_theme, theme, themes

DATA = Path(__file__).parent.parent / "data" / "games"


def test_the_main_game_comes_first_then_the_others_by_name() -> None:
    orders = [(e.order, e.name) for e in catalog().values()]
    assert orders == sorted(orders)
    assert orders[0][0] == 0


def test_every_data_file_is_a_game() -> None:
    assert set(catalog()) == {path.stem for path in DATA.glob("*.toml")}


@pytest.mark.parametrize("data", [b"", b"name = ", b"\xff", b'color = "red"\nrules = 1'])
def test_a_damaged_data_file_is_named(data: bytes) -> None:
    with pytest.raises(BadDataFile, match=r"clump\.toml can't be read"):
        read_entry(data, "clump")
    with pytest.raises(BadDataFile, match=r"ink\.toml can't be read"):
        read_theme(data, "ink")


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="bump"):
        entry("chess")


@pytest.mark.parametrize("key", catalog())
def test_the_engine_goes_by_the_name_of_its_files(key: str) -> None:
    assert entry(key).game.key == key


@pytest.mark.parametrize("key", catalog())
def test_there_is_a_side_for_every_player(key: str) -> None:
    assert len(entry(key).sides) == entry(key).players[-1]


MARKS = {"disc": "Dot"}
"""What a mark of a theme is called, where it goes by another name."""


@pytest.mark.parametrize("suit", ["", "cups"])
def test_sides_are_called_by_the_marks_that_every_theme_draws(suit: str) -> None:
    for name in themes():
        drawn = [coat.mark for coat in theme(name, suit).coats]
        assert [MARKS.get(mark, mark.title()) for mark in drawn] == [
            SHAPES[player].title() for player in range(1, len(drawn) + 1)
        ]


@pytest.mark.parametrize("key", ["bump", "bounce", "urchins"])
def test_sides_are_those_shapes(key: str) -> None:
    assert [side.lower() for side in entry(key).sides] == list(SHAPES.values())[
        : len(entry(key).sides)
    ]


@pytest.mark.parametrize("key", sorted(set(catalog()) - {"clump"}))
def test_no_game_but_clump_speaks_of_colors_that_a_theme_may_not_show(key: str) -> None:
    words = (DATA / f"{key}.toml").read_text(encoding="utf-8").casefold()
    named = re.search(r"\b(blue|red|purple|yellow|orange|green)\b", words)
    assert not named, (
        f"data/games/{key}.toml says {named and named[0]}: themes draw the sides in other colors, "
        "so name them by their pieces, marks or places"
    )


@pytest.mark.parametrize("key", catalog())
def test_options_have_defaults_within_their_bounds(key: str) -> None:
    for option in entry(key).options:
        assert option.kind in {"choice", "integer", "per_seat", "drawn"}
        if option.kind == "choice":
            assert option.default in [value for _, value in option.choices]
        if option.kind in {"integer", "per_seat"}:
            assert option.minimum is not None
            assert option.maximum is not None
            assert option.minimum <= option.default <= option.maximum


def offered(game: Entry) -> dict[str, object]:
    return {option.name: option.default for option in game.options if option.kind == "choice"}


@pytest.mark.parametrize("key", catalog())
def test_every_drawn_example_of_the_rules_is_a_position_and_a_legal_move(key: str) -> None:
    game = entry(key).game
    for page in entry(key).rules:
        for example in page.examples:
            position = game.read(example.position, {**offered(entry(key)), **example.options})
            if example.move is not None:
                assert game.play(position, game.parse(position, example.move)).effects


@pytest.mark.parametrize("key", catalog())
def test_a_page_of_the_rules_fits_a_message(key: str) -> None:
    for page in entry(key).rules:
        assert len(page.text) <= 1500
        assert len(page.title) <= 80


@pytest.mark.parametrize("key", catalog())
def test_what_is_known_of_the_first_seat_is_of_options_that_can_be_chosen(key: str) -> None:
    game = entry(key)
    offered = {o.name: [value for _, value in o.choices] for o in game.options}
    for note in game.first_seat:
        assert note.text.endswith(".")
        assert all(value in offered[name] for name, value in note.options.items())
        assert game.about_first_seat({**game.usual, **note.options}) == note.text


def test_bad_options_are_refused_with_a_sentence() -> None:
    for e in catalog().values():
        with pytest.raises(PlayerError):
            e.game.start({"no such option": 1})


@pytest.mark.parametrize("key", catalog())
def test_every_game_shows_at_least_two_moves_in_its_rules(key: str) -> None:
    shown = [example for page in entry(key).rules for example in page.examples if example.move]
    assert len(shown) >= 2


@pytest.mark.parametrize("key", catalog())
def test_the_rules_end_with_the_source_they_follow(key: str) -> None:
    game = entry(key)
    assert game.source in rules_texts(game, len(game.rules) - 1)[-1]
