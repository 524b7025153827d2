"""Every step of a move fits one screen of a phone: in matches, lessons and puzzles."""

import os
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.catalog import catalog, entry
from bot.exercises.exercise import Exercise
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import puzzles
from bot.front.picker import phone
from bot.front.picker.layout import LayoutButton, Menu
from bot.front.picker.pad import EMPTY, pad_page
from bot.front.picker.screen import Screen
from bot.games.bump import GAME as BUMP
from bot.games.guide import Choice, Game, Step
from bot.games.shortening import spread
from bot.service.personal import drafts
from tests.front.picker.browser_lines import browser_lines
from tests.front.picker.screens import (
    exercise_screens,
    exercise_view,
    height_of,
    match_on,
    screens_on,
    ways_on,
)
from tests.helpers.long_runs import LONG, pairs
from tests.helpers.people import ADA
from tests.helpers.random_play import every_game, scattered

POSITIONS = int(os.environ.get("BUMPBOT_POSITIONS", 20 if LONG else 2))
"""Random positions of each game; `BUMPBOT_POSITIONS=200` after a change of what the picker asks."""


def require_fit(screen: Screen) -> None:
    """It is no higher than a phone, none of its rows wraps or is more than Discord takes, and what
    its buttons choose can stand in their custom ids."""
    rows = screen.every_row
    for line in screen.text.split("\n"):
        assert phone.paragraph_lines(line) >= browser_lines(line), line
    assert height_of(screen) <= phone.HEIGHT, screen.text
    assert len(rows) <= 5
    assert not [*phone.too_wide(rows)], rows
    assert all(isinstance(row, Menu) or 1 <= len(row) <= 5 for row in rows)
    chosen = [each.key for row in screen.rows if not isinstance(row, Menu) for each in row]
    assert not [key for key in chosen if key and ":" in key]


def positions_of(game: Game[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Positions of random matches, each with the options of its match."""
    chance = Random(1)
    while True:
        options = game.prepare(entry(game.key).usual, chance.choice(list(game.players)), chance)
        for position in scattered(game, chance, game.start(options)):
            yield options, position


@every_game
def test_every_step_in_a_match_fits_a_phone(game: Game[Any, Any]) -> None:
    for seed, (options, position) in enumerate(islice(positions_of(game), POSITIONS)):
        for rated in (False, True):
            match = match_on(game.key, options, position, rated=rated)
            for screen in screens_on(match, Random(seed), drafts.PAD):
                require_fit(screen)
            if seed % 4 == 0:
                for screen in screens_on(match, Random(seed), drafts.PAD, emojis={}):
                    require_fit(screen)


def exercises(key: str) -> list[Exercise]:
    """The stages and puzzles of a game; of puzzles only some, and all for 200 positions."""
    step = 1 if POSITIONS >= 200 else 20 if LONG else 80
    found: list[Exercise] = [*lesson(key).stages, *[*puzzles(key).values()][::step]]
    return found


@pytest.mark.parametrize(("key", "hints"), pairs([*catalog()], [2, 0]))
def test_every_step_of_an_exercise_fits_a_phone(key: str, hints: int) -> None:
    for seed, exercise in enumerate(exercises(key)):
        for screen in exercise_screens(exercise_view(exercise, hints=hints), Random(seed)):
            require_fit(screen)


TELLING = ("bump", "captur", "lose", "hold", "cover", "win", "was ", "joins", "home in")
"""What the label of a choice says if it tells what comes of it."""


@pytest.mark.parametrize(
    ("key", "moving"), pairs([*catalog()], [drafts.PAD, drafts.DESTINATIONS, drafts.COMPASS])
)
def test_an_exercise_tells_of_no_choice_what_comes_of_it(key: str, moving: str) -> None:
    game = entry(key).game
    for seed, exercise in enumerate(exercises(key)):
        shown = exercise_view(exercise)
        position = shown.match.position
        order = {choice.key: place for place, choice in enumerate(game.steps(position, ()).choices)}
        for draft in ways_on(shown.match, shown.draft, Random(seed), moving):
            step = drafts.next_step(shown.match, draft, moving)
            assert not step.extra
            assert not any(choice.note or choice.likely for choice in step.choices)
            if moving == drafts.PAD:
                told = [
                    choice.label.casefold() for choice in step.choices if choice.group != "Bumps"
                ]
                assert not [each for each in told for word in TELLING if word in each]
            if not draft.keys:
                places = [order.get(spread([choice.key])[0], -1) for choice in step.choices]
                known = [place for place in places if place >= 0]
                assert known == sorted(known), "the order of the board"


# The pad


def buttons(step: Step[Any], *, turned: bool = False) -> list[list[str]]:
    """What stands on the buttons of a step, row by row."""
    rows = pad_page(step, turned=turned, emojis={"1_0": "<:e:1>", "1_180": "<:w:2>"}).rows
    return [[each.emoji or each.label for each in row] for row in rows if isinstance(row, tuple)]


GOING = Choice("d0", "To 02", "02", 0.0)
TURNS = tuple(Choice(f"t{a}", f"Face {a}", facing=float(a), piece="1") for a in (0, 180))


def test_ways_lie_where_they_lead_and_turns_on_their_sides() -> None:
    step: Step[Any] = Step("Which?", (GOING, *TURNS), left=2)
    assert buttons(step) == [
        [EMPTY] * 5,
        [EMPTY, "2️⃣", "➡️", "<:w:2>", "<:e:1>"],
        [EMPTY] * 5,
    ]
    assert buttons(step, turned=True)[1] == ["⬅️", "2️⃣", EMPTY, "<:w:2>", "<:e:1>"]
    # Until the pieces are there as emojis, no turn looks like a way.
    for turned in (False, True):
        row = pad_page(step, turned=turned).rows[1]
        assert isinstance(row, tuple)
        assert [each.label for each in row[3:]] == ["⇐", "⇒"]


def test_all_buttons_of_a_pad_are_equally_wide_and_fill_a_phone() -> None:
    step: Step[Any] = Step("Which?", (GOING, *TURNS), left=2)
    row = pad_page(step).rows[1]
    assert isinstance(row, tuple)
    assert {phone.button_width(each) for each in row} == {54}
    assert len(phone.in_rows(row, 5)) == 1
    assert len(phone.in_rows([*row, LayoutButton("x")], 6)) == 2


def test_likely_choices_have_the_buttons_in_their_own_order_and_others_the_menu() -> None:
    pieces = tuple(
        Choice(f"{n}", f"Piece {n}", f"{n}", piece="1", likely=n >= 20) for n in range(40)
    )
    page = pad_page(Step("Which piece?", pieces, named="C"))
    *rows, menu = page.rows
    assert isinstance(menu, Menu)
    near = [each.key or "" for row in rows if isinstance(row, tuple) for each in row]
    assert near == sorted(near, key=int)
    assert near[0] == "20"
    assert [*page.letters] == near
    assert not {"C", "I", "O"} & {*page.letters.values()}
    assert page.pages == 2


def test_what_is_probably_meant_fills_the_rows_that_others_begin() -> None:
    cells = tuple(Choice(f"{n}", f"Cell {n}", f"{n}", likely=True) for n in range(15))
    rows = tuple(Choice(f"r{n}", f"Row {n}", brief=f"{n}") for n in range(1, 7))
    keys = [each.key for row in shown_rows(Step("Which cell?", rows, extra=cells)) for each in row]
    assert keys == [*(f"{n}" for n in range(14)), *(choice.key for choice in rows)]
    few = shown_rows(Step("Which cell?", rows, extra=cells[:3]))
    assert [len(row) for row in few] == [3, 5, 1]


def shown_rows(step: Step[Any]) -> list[tuple[LayoutButton, ...]]:
    return [row for row in pad_page(step).rows if isinstance(row, tuple)]


def test_a_piece_that_is_the_only_one_is_not_asked_for() -> None:
    alone = BUMP.read("01-0;04-1;1;0,0;-", {})
    match = match_on("bump", {}, alone)
    step = drafts.next_step(match, drafts.new_draft(match, ADA.id))
    assert step.chosen == ("01",)
    assert {choice.key for choice in step.choices} >= {"01|d0", "pass"}
    draft = drafts.with_choice(match, drafts.new_draft(match, ADA.id), "01|d0")
    assert drafts.whole_move(match, draft) == "01,02"
    assert drafts.without_last_choice(match, draft).keys == ()


def test_nothing_is_probably_meant_where_that_would_be_help() -> None:
    match = match_on("bump", {}, BUMP.start({}), rated=True)
    draft = drafts.with_choice(match, drafts.new_draft(match, ADA.id), "011")
    assert not drafts.next_step(match, draft).extra
    friendly = match_on("bump", {}, BUMP.start({}))
    assert drafts.next_step(friendly, draft).extra
    for each in (draft, drafts.new_draft(match, ADA.id)):
        best, first = (drafts.promising(shown, each, 6) for shown in (friendly, match))
        assert len(best) == len(first) == 6
        assert best != first
