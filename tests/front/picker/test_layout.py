"""The layout of a step: nothing is cut off, and a move takes no more taps than it has to."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog import entry
from bot.front.picker.controls import page_controls
from bot.front.picker.labels import letter
from bot.front.picker.layout import ACROSS, DOWN, MENU, Menu, Page, page_of
from bot.games.bump import GAME as BUMP
from bot.games.bump.board import Position
from bot.games.bump.moves import Movement
from bot.games.core import Bumped
from bot.games.guide import Choice, Game, Step, losses
from bot.games.shortening import ROOM
from bot.model.exercises.attempt import NO_MATCH
from bot.model.records import Draft, MatchId, Seq
from bot.model.terms import Terms
from bot.service.personal import drafts
from tests.front.snapshot import snapshot
from tests.helpers.long_runs import LONG, some
from tests.helpers.people import ADA
from tests.helpers.playing import ranking
from tests.helpers.random_play import FEW, every_game, legal_moves, sequence
from tests.helpers.taps import OnBoard, every_move


def step(*choices: Choice, chosen: tuple[str, ...] = ()) -> Step[str]:
    return Step("Which?", choices, None, chosen)


def plain(count: int, group: str = "") -> list[Choice]:
    return [Choice(f"{group}{k}", f"choice {group}{k}", group=group) for k in range(count)]


def pointing(*angles: float) -> list[Choice]:
    return [Choice(f"d{a:g}", f"To {a:g}", f"s{a:g}", a) for a in angles]


def buttons(shown: Page) -> list[list[str]]:
    return [[b.label for b in line] for line in shown.rows if isinstance(line, tuple)]


def menus(shown: Page) -> list[Menu]:
    return [line for line in shown.rows if isinstance(line, Menu)]


def keys(shown: Page) -> Iterator[str]:
    for line in shown.rows:
        if isinstance(line, tuple):
            yield from (b.key for b in line if b.key is not None)
        elif not line.pages:
            yield from (option.key for option in line.options)


def pages(asked: Step[str]) -> list[Page]:
    return [page_of(asked, number) for number in range(page_of(asked).pages)]


# The compass


def test_six_directions_lie_around_their_space() -> None:
    shown = page_of(step(*pointing(0, 60, 120, 180, 240, 300), chosen=("02",)))
    assert buttons(shown) == [
        ["↖️ s240", "·", "↗️ s300"],
        ["⬅️ s180", "02", "➡️ s0"],
        ["↙️ s120", "·", "↘️ s60"],
    ]


def test_four_and_eight_directions_lie_where_they_point() -> None:
    four = page_of(step(*pointing(0, 90, 180, 270)))
    assert buttons(four) == [["·", "⬆️ s270", "·"], ["⬅️ s180", "•", "➡️ s0"], ["·", "⬇️ s90", "·"]]
    eight = page_of(step(*pointing(*range(0, 360, 45))))
    assert [len(row) for row in eight.rows if isinstance(row, tuple)] == [3, 3, 3]
    assert len(list(keys(eight))) == 8


def test_a_turned_board_turns_the_compass() -> None:
    shown = page_of(step(*pointing(0, 60)), turned=True)
    assert buttons(shown) == [["↖️ s60", "·", "·"], ["⬅️ s0", "•", "·"], ["·", "·", "·"]]


def test_what_leads_nowhere_keeps_its_place_and_can_not_be_pressed() -> None:
    rows = [line for line in page_of(step(*pointing(0, 60))).rows if isinstance(line, tuple)]
    assert [button.key for button in rows[1]] == [None, None, "d0"]


def test_facings_make_a_compass_where_nothing_else_points() -> None:
    turns = [Choice(f"t{a}", f"Face {a}", facing=a) for a in (0.0, 60.0, 180.0)]
    shown = page_of(step(*turns))
    assert list(keys(shown)) == ["t180.0", "t0.0", "t60.0"]
    crowded = page_of(step(*pointing(0), *turns))
    assert buttons(crowded)[3] == ["🔄 ➡️", "🔄 ↘️", "🔄 ⬅️"]
    assert crowded.legend == ("🔄 ➡️: Face 0.0", "🔄 ↘️: Face 60.0", "🔄 ⬅️: Face 180.0")


def test_two_choices_of_one_direction_are_both_offered() -> None:
    near, far = pointing(0)[0], Choice("far", "Two to the east", "s9", 0.0)
    assert set(keys(page_of(step(near, far)))) == {"d0", "far"}


def test_what_does_not_fit_next_to_the_compass_goes_into_a_menu() -> None:
    shown = page_of(step(*pointing(0), *plain(7, "Jumps")))
    assert len(shown.rows) == 4
    [menu] = menus(shown)
    assert menu.title == "Jumps…"
    assert len(menu.options) == 7


# Letters, labels and what they leave unsaid


def test_spaces_are_lettered_in_order_and_facings_shown() -> None:
    shown = page_of(step(Choice("02", "02, facing 03", "02", facing=0), Choice("05", "05", "05")))
    assert buttons(shown) == [["A · 02 ➡️", "B · 05"]]
    assert shown.letters == {"02": "A", "05": "B"}


def test_one_space_has_one_letter_whatever_can_be_done_there() -> None:
    shown = page_of(step(Choice("m", "Move c4", "c4"), Choice("s", "Swap c4", "c4")))
    assert shown.letters == {"c4": "A"}
    assert buttons(shown) == [["A · Move c4", "A · Swap c4"]]


def test_moves_that_differ_by_a_drawn_facing_are_told_apart_by_arrows() -> None:
    turns = [
        Choice(f"t{a:g}", "02→05", facing=a, piece="1", brief="02→05", note="bumps 1")
        for a in (0.0, 180.0)
    ]
    asked = replace(step(Choice("pass", "Pass")), extra=tuple(turns))
    drawn = page_of(asked, emojis={"1_0": "<:east:1>", "1_180": "<:west:2>"})
    assert buttons(drawn) == [["Pass", "02→05", "02→05"]]
    assert drawn.legend == ("02→05 ➡️, 02→05 ⬅️: bumps 1",)
    assert buttons(page_of(asked)) == [["Pass", "02→05 ➡️", "02→05 ⬅️"]]


def test_letters_go_on_behind_z() -> None:
    assert [letter(k) for k in (0, 25, 26, 27, 51, 52, 701, 702)] == (
        ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]
    )


def test_what_buttons_leave_unsaid_is_told_once_for_all_that_share_it() -> None:
    east, south = (Choice(k, f"To {k}", k, a, "2 points left") for k, a in (("03", 0), ("04", 60)))
    west = Choice("05", "To 05", "05", 180, "1 point left; bumps 2")
    assert page_of(step(east, west, south)).legend == (
        "➡️ 03, ↘️ 04: 2 points left",
        "⬅️ 05: 1 point left; bumps 2",
    )


def test_a_long_label_is_cut_on_the_button_and_told_in_full_below() -> None:
    long = "The piece beyond the wall bumps your piece from 02 to 03"
    shown = page_of(step(Choice("x", long)))
    assert buttons(shown)[0][0].endswith("…")
    assert long in shown.legend[0]


# Menus that stay open


def test_listed_choices_are_buttons_and_those_without_room_are_in_a_menu() -> None:
    spaces = [Choice(f"{n}", f"To {n}", f"{n}", note="bumps 1" * (n > 18)) for n in range(24)]
    few = page_of(Step("Where?", tuple(spaces[:20]), listed=True))
    assert [len(row) for row in buttons(few)] == [5, 5, 5, 5]
    assert not menus(few)
    assert few.legend == ("T · 19: bumps 1",)
    many = page_of(Step("Where?", tuple(spaces), listed=True))
    assert [len(row) for row in buttons(many)] == [5, 5, 5]
    # What has something to tell has a button, in its place among the others.
    assert buttons(many)[2] == ["T · 19", "U · 20", "V · 21", "W · 22", "X · 23"]
    [menu] = menus(many)
    assert [option.key for option in menu.options] == [f"{n}" for n in range(10, 19)]
    assert len(many.letters) == 24


def test_listed_choices_with_long_labels_stand_in_menus_that_keep_groups_together() -> None:
    near = [Choice(f"{n}", f"To {n}", f"space {n:04}", note="x", group="Near") for n in range(19)]
    far = [Choice(f"f{n}", f"To f{n}", f"space f{n:03}", group="Far") for n in range(18)]
    shown = page_of(Step("Where?", (*near, *far), listed=True))
    first, beyond = menus(shown)
    assert (first.title, beyond.title) == ("A to S · Near…", "T to AK · Far…")
    assert (first.options[0].label, first.options[0].note) == ("A · To 0", "x")
    assert len(first.options) + len(beyond.options) == len(shown.letters) == 37
    assert (shown.pages, shown.legend) == (1, ())


def test_small_groups_share_a_menu() -> None:
    choices = [Choice(f"{g}{n}", f"Another bump {g}{n}", group=g) for g in "abc" for n in range(9)]
    first, second = menus(page_of(Step("Where?", tuple(choices), listed=True)))
    assert (first.title, second.title) == ("a, b…", "c…")


def test_few_listed_choices_are_buttons_unless_they_look_alike() -> None:
    turns = [Choice(f"t{a}", f"Face {a}", facing=a) for a in (0.0, 60.0, 180.0)]
    assert buttons(page_of(Step("Which?", tuple(turns), listed=True))) == [["🔄 ➡️", "🔄 ↘️", "🔄 ⬅️"]]
    twice = (*turns, Choice("t0.2", "Face 0, another bump", facing=0.0))
    [menu] = menus(page_of(Step("Which?", twice, listed=True)))
    snapshot(menu.options[3].label)


# Pages


def test_more_than_twenty_are_paged_by_their_groups() -> None:
    for count in (1, 20):
        one = page_of(step(*plain(count)))
        assert (one.pages, menus(one)) == (1, [])
    assert page_of(step(*plain(21))).pages == 2
    asked = step(*plain(3, "Red"), *plain(20, "Blue"))
    [contents] = menus(page_of(asked, 1))
    assert [option.label for option in contents.options] == [
        "Red: choice Red0 to choice Red2",
        "Blue: choice Blue0 to choice Blue14",
        "Blue: choice Blue15 to choice Blue19",
    ]
    assert contents.title.startswith("Page 2 of 3 · Blue")


def test_pages_beyond_what_a_menu_holds_are_reached_one_by_one() -> None:
    asked = step(*plain(600))
    assert page_of(asked, 10**6).rows, "a number out of range shows some page"
    assert page_of(asked).pages == 40
    for number in (0, 20, 39):
        [contents] = menus(page_of(asked, number))
        assert len(contents.options) == MENU
        assert str(number) in {option.key for option in contents.options}


@st.composite
def steps(draw: st.DrawFn) -> Step[str]:
    words = st.text("abc 012,-→", min_size=1, max_size=60).filter(str.strip)
    cells = st.none() | st.sampled_from([f"{f}{r}" for f in "abcdef" for r in range(9)])
    angles = st.none() | st.sampled_from([float(a) for a in range(0, 360, 30)])
    count = draw(st.integers(0, 120))
    choices = [
        Choice(
            f"k{number}",
            draw(words),
            draw(cells),
            draw(angles),
            draw(st.just("") | words),
            draw(st.sampled_from(["", "One", "Two"])),
            draw(angles),
        )
        for number in range(count)
    ]
    return Step("Which?", tuple(choices), None, (), draw(st.booleans()))


@settings(max_examples=100 if LONG else 25)
@given(steps(), st.booleans())
def test_every_choice_is_on_some_page_and_each_page_fits(asked: Step[str], turned: bool) -> None:
    shown = [page_of(asked, number, turned=turned) for number in range(page_of(asked).pages)]
    assert {key for page in shown for key in keys(page)} == {c.key for c in asked.choices}
    for page in shown:
        assert len(page.rows) <= DOWN
        for line in page.rows:
            if isinstance(line, Menu):
                assert 1 <= len(line.options) <= MENU
                assert 1 <= len(line.title) <= 150
                assert all(1 <= len(o.label) <= 100 and len(o.note) <= 100 for o in line.options)
            else:
                assert 1 <= len(line) <= ACROSS
                assert all(1 <= len(b.label.strip()) <= 80 for b in line)


@pytest.mark.parametrize("count", [5, 20, 22, 30, 45, 60, 100])
def test_no_two_buttons_of_a_page_have_one_address(count: int) -> None:
    asked = step(*plain(count))
    for number in range(page_of(asked).pages):
        turning = [control.name for control in page_controls(page_of(asked, number))]
        assert len(set(turning)) == len(turning)
        assert f"page{number}" not in turning
        assert bool(turning) == (page_of(asked).pages > 1)


MOST = {"bump": 7, "bipod": 6, "bounce": 5, "clump": 6, "urchins": 5}
"""The taps of any single move, the turns and bumps that Bump has to ask for among them."""

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bump.json").read_text())
RECORDED = [
    BUMP.read(vector["before"], {}) for vector in VECTORS["positions"][:: 6 if LONG else 24]
]
FULL = BUMP.start({"reserve": [3, 3]})


def fewest_presses(
    game: Game[Any, Any], position: Any, moving: str = drafts.PAD, *, rated: bool = False
) -> dict[Any, int]:
    """The taps that each legal move takes at least."""
    fewest = every_move(game, position, moving, rated=rated)
    assert set(fewest) == set(legal_moves(game, position))
    return fewest


@pytest.mark.parametrize("position", [BUMP.start({}), FULL, *RECORDED], ids=BUMP.write)
def test_a_move_of_bump_to_a_destination_that_bumps_takes_four_taps(position: Position) -> None:
    if BUMP.outcome(position) is None:
        for move, taps in fewest_presses(BUMP, position, drafts.DESTINATIONS).items():
            plain = isinstance(move, Movement) and move.facing is None and not move.choices
            effects = BUMP.play(position, move).effects
            bumps = any(isinstance(e, Bumped) for e in effects)
            wanted = bumps and not losses(effects, position.turn)
            most = (4 if wanted else 5) if plain else 7
            assert taps <= most, BUMP.format(position, move)


@every_game
def test_every_move_of_every_game_lies_on_some_page(game: Game[Any, Any]) -> None:
    assert game.key in MOST, f"say in MOST how many taps a move of {game.key} takes at most"
    _, plies, _ = sequence(game, 0)
    few = [p for p, _, _ in plies[::25] if len(legal_moves(game, p)) <= FEW]
    assert few
    few = some(few, 2)
    for position in few:
        for moving in (drafts.PAD, drafts.DESTINATIONS):
            assert max(fewest_presses(game, position, moving).values()) <= MOST[game.key]
        assert max(fewest_presses(game, position, rated=True).values()) <= MOST[game.key]


@pytest.mark.parametrize("key", ["bounce", "urchins"])
def test_a_move_among_few_takes_three_taps(key: str) -> None:
    game = entry(key).game
    _, plies, _ = sequence(game, 0)
    for position in some([p for p, _, _ in plies if 1 < len(legal_moves(game, p)) <= ROOM], 3):
        assert set(fewest_presses(game, position, drafts.DESTINATIONS).values()) == {3}


@pytest.mark.parametrize("key", ["bump", "clump"])
def test_moves_that_are_probably_meant_take_three_taps_unless_they_are_help(key: str) -> None:
    game = entry(key).game
    position = sequence(game, 0)[1][6][0]
    match: Any = OnBoard(game, position)
    begun = Draft(ADA.id, MatchId(1), Seq(1))
    step = drafts.next_step(match, begun, drafts.DESTINATIONS)
    best = ranking(game)(position)[0]
    assert len(step.offered) == ROOM if key == "bump" else len(step.extra) == 5
    longer = [drafts.with_choice(match, begun, choice.key) for choice in step.extra]
    moves = {drafts.whole_move(match, draft) for draft in longer}
    assert best in moves
    assert len(moves) == len(step.extra)
    for where, what in (
        ("id", NO_MATCH),
        ("terms", Terms(rated=True)),
        ("terms", Terms(ladder=True)),
        ("terms", Terms(competition=1)),
    ):
        alone: Any = OnBoard(game, position)
        setattr(alone, where, what)
        fair = replace(step, extra=())
        fair = fair.untold() if where == "id" else fair
        assert drafts.next_step(alone, begun, drafts.DESTINATIONS) == fair


@every_game
def test_what_was_chosen_at_once_is_taken_back_at_once(game: Game[Any, Any]) -> None:
    match: Any = OnBoard(game, sequence(game, 0)[1][0][0])
    begun = Draft(ADA.id, MatchId(1), Seq(1))
    for choice in drafts.next_step(match, begun).choices:
        assert (
            drafts.without_last_choice(match, drafts.with_choice(match, begun, choice.key)).keys
            == ()
        )


@every_game
def test_who_likes_single_steps_goes_on_by_them(game: Game[Any, Any]) -> None:
    match: Any = OnBoard(game, sequence(game, 0)[1][0][0])
    begun = Draft(ADA.id, MatchId(1), Seq(1))
    for choice in drafts.next_step(match, begun, "compass").choices:
        longer = drafts.with_choice(match, begun, choice.key)
        step = drafts.next_step(match, longer, "compass")
        assert step == game.steps(match.position, longer.keys)
