"""How many taps the buttons of a half-made move take: one of a menu counts as two."""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import Any

from bot.front.picker.layout import Menu, Page, page_of
from bot.games.guide import Game, Step
from bot.model.records import Draft, MatchId
from bot.service.personal import drafts

MOVE_AND_CONFIRM = 2


class OnBoard:
    """As much of a match as a draft asks for."""

    def __init__(self, game: Game[Any, Any], position: Any) -> None:
        self.rules = game
        self.position = position


def taps_to(step: Step[Any]) -> dict[str, int]:
    """The taps to each choice of a step, those to turn pages counted."""
    first = page_of(step)
    by_menu = any(isinstance(line, Menu) and line.pages for line in first.rows)
    found: dict[str, int] = {}
    for number in range(first.pages):
        turning = min(2 if by_menu else first.pages, number, first.pages - number)
        for key, taps in _keys_of(page_of(step, number)):
            found.setdefault(key, taps + turning)
    return found


def _keys_of(page: Page) -> Iterator[tuple[str, int]]:
    for line in page.rows:
        if isinstance(line, Menu):
            yield from ((option.key, 2) for option in line.options if not line.pages)
        else:
            yield from ((button.key, 1) for button in line if button.key is not None)


def every_move(game: Game[Any, Any], position: Any) -> dict[Any, int]:
    """Every move that buttons lead to, with the fewest taps it takes, Move and Confirm counted."""
    return dict(_nearest_first(game, position))


def taps_of(game: Game[Any, Any], position: Any, move: Any) -> int:
    """The fewest taps from the board in the channel to that move played."""
    return next(taps for found, taps in _nearest_first(game, position) if found == move)


def _nearest_first(game: Game[Any, Any], position: Any) -> Iterator[tuple[Any, int]]:
    match: Any = OnBoard(game, position)
    order, seen = count(), set()
    waiting = [(MOVE_AND_CONFIRM, next(order), Draft(1, MatchId(1), 1))]
    while waiting:
        taps, _, draft = heapq.heappop(waiting)
        step = drafts.next_step(match, draft)
        if step.move is not None and step.move not in seen:
            seen.add(step.move)
            yield step.move, taps
        for key, more in taps_to(step).items() if step.choices else ():
            longer = drafts.with_choice(match, draft, key)
            heapq.heappush(waiting, (taps + more, next(order), longer))
