"""How a move is made with buttons: the labels a person reads, and how few taps it takes."""

import heapq
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from bot.exercises.exercise import Exercise
from bot.front.picker.layout import Menu, Page, page_of
from bot.front.picker.pad import pad_page
from bot.games.guide import Game, Step
from bot.model.match import Match
from bot.model.records import Draft, MatchId, PersonId, Seq
from bot.model.terms import USUAL_TERMS
from bot.service.personal import drafts
from tests.helpers.people import ADA

ON = "▶"


class Tap(NamedTuple):
    """A press: of a button by its label, or by its row and column as many have none; or of a line
    of a menu by its text."""

    label: str
    in_menu: bool = False
    at: tuple[int, int] | None = None


def own_moves(exercise: Exercise) -> Iterator[tuple[int, str]]:
    """The person's moves of the solution, each with its place in it."""
    from bot.catalog import entry

    game, position = entry(exercise.id.game).game, exercise.position
    for place, text in enumerate(exercise.solution):
        if position.turn == exercise.position.turn:
            yield place, text
        position = game.play(position, game.parse(position, text)).position


def taps_to(match: Match, text: str, person: PersonId) -> list[Tap]:
    """The buttons from the first question to the whole move."""
    wanted = match.rules.format(match.position, match.rules.parse(match.position, text))
    turned = match.seat_of(person) == 2
    taps, draft = list[Tap](), drafts.new_draft(match, person)
    while drafts.whole_move(match, draft) != wanted:
        step = drafts.next_step(match, draft)
        key = next(k for k in (c.key for c in step.offered) if _leads(match, draft, k, wanted))
        taps += _to_choice(step, key, turned)
        draft = drafts.with_choice(match, draft, key)
    return taps


def _leads(match: Match, draft: Draft, key: str, wanted: str) -> bool:
    longer = drafts.with_choice(match, draft, key)
    if drafts.whole_move(match, longer) == wanted:
        return True
    if longer.move is not None:
        return False
    step = drafts.next_step(match, longer)
    return any(_leads(match, longer, choice.key, wanted) for choice in step.choices)


def _to_choice(step: Step[Any], key: str, turned: bool) -> list[Tap]:
    page = pad_page(step, turned=turned)
    for number in range(page.pages):
        found = _on_page(pad_page(step, number, turned=turned), key)
        if found:
            return [*[Tap(ON)] * number, found]
    raise AssertionError("every choice stands on some page")


def _on_page(page: Page, key: str) -> Tap | None:
    for row, line in enumerate(page.rows):
        if isinstance(line, Menu):
            found = (Tap(each.label, True) for each in line.options if each.key == key)
            if not line.pages and (tap := next(found, None)):
                return tap
        elif key in (keys := [each.key for each in line]):
            return Tap(line[keys.index(key)].label, at=(row, keys.index(key)))
    return None


MOVE_AND_CONFIRM = 2


class OnBoard:
    """As much of a match as a draft asks for."""

    id = MatchId(1)
    board_seq = Seq(1)

    def __init__(self, game: Game[Any, Any], position: Any, *, rated: bool = False) -> None:
        self.terms = replace(USUAL_TERMS, rated=rated)
        self.rules = game
        self.position = position

    def seat_of(self, person: PersonId) -> int:
        return 1


def taps_on(game: Game[Any, Any], position: Any, text: str) -> list[Tap]:
    """The buttons to a move of the first player from that position."""
    match: Any = OnBoard(game, position)
    return taps_to(match, text, ADA.id)


def taps_to_each(step: Step[Any], moving: str = drafts.PAD) -> dict[str, int]:
    """The taps to each choice of a step, those to turn pages counted."""
    layout = pad_page if moving == drafts.PAD else page_of
    first = layout(step)
    by_menu = any(isinstance(line, Menu) and line.pages for line in first.rows)
    found: dict[str, int] = {}
    for number in range(first.pages):
        turning = min(2 if by_menu else first.pages, number, first.pages - number)
        for key, taps in _keys_of(layout(step, number)):
            found.setdefault(key, taps + turning)
    return found


def _keys_of(page: Page) -> Iterator[tuple[str, int]]:
    for line in page.rows:
        if isinstance(line, Menu):
            yield from ((option.key, 2) for option in line.options if not line.pages)
        else:
            yield from ((button.key, 1) for button in line if button.key is not None)


def every_move(
    game: Game[Any, Any], position: Any, moving: str = drafts.PAD, *, rated: bool = False
) -> dict[Any, int]:
    """Every move that buttons lead to, with the fewest taps it takes, Move and Confirm counted."""
    return dict(_nearest_first(game, position, moving, rated=rated))


def taps_of(
    game: Game[Any, Any],
    position: Any,
    move: Any,
    moving: str = drafts.PAD,
    *,
    rated: bool = False,
) -> int:
    """The fewest taps from the board in the channel to that move played."""
    found = _nearest_first(game, position, moving, rated=rated)
    return next(taps for each, taps in found if each == move)


def _nearest_first(
    game: Game[Any, Any], position: Any, moving: str, *, rated: bool
) -> Iterator[tuple[Any, int]]:
    match: Any = OnBoard(game, position, rated=rated)
    order, seen = count(), set()
    waiting = [(MOVE_AND_CONFIRM, next(order), Draft(ADA.id, MatchId(1), Seq(1)))]
    while waiting:
        taps, _, draft = heapq.heappop(waiting)
        step = drafts.next_step(match, draft, moving)
        if step.move is not None and step.move not in seen:
            seen.add(step.move)
            yield step.move, taps
        for key, more in taps_to_each(step, moving).items() if step.choices else ():
            longer = drafts.with_choice(match, draft, key)
            heapq.heappush(waiting, (taps + more, next(order), longer))
