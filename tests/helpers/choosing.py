"""How a move is made with buttons: the labels that a person reads on the screens, one by one."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.exercises.exercise import Exercise
from bot.front.picker.layout import Menu, Page, page_of
from bot.games.guide import Step
from bot.model.match import Match
from bot.model.records import Draft
from bot.service.personal import drafts

ON = "▶"


class Tap(NamedTuple):
    """What is pressed: a button by its label, or the line of a menu by what stands on it."""

    label: str
    in_menu: bool = False


def own_moves(exercise: Exercise) -> Iterator[tuple[int, str]]:
    """The person's moves of the solution, each with its place in it."""
    from bot.catalog import entry

    game, position = entry(exercise.id.game).game, exercise.position
    for place, text in enumerate(exercise.solution):
        if position.turn == exercise.position.turn:
            yield place, text
        position = game.play(position, game.parse(position, text)).position


def taps_to(match: Match, text: str, person: int) -> list[Tap]:
    """The buttons from the first question to the whole move."""
    wanted = match.rules.format(match.position, match.rules.parse(match.position, text))
    turned = match.seat_of(person) == 2
    taps, draft = list[Tap](), drafts.new_draft(match, person)
    while drafts.whole_move(match, draft) != wanted:
        step = drafts.next_step(match, draft)
        key = next(k for k in (c.key for c in step.choices) if _leads(match, draft, k, wanted))
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
    page = page_of(step, turned=turned)
    for number in range(page.pages):
        found = _on_page(page_of(step, number, turned=turned), key)
        if found:
            return [*[Tap(ON)] * number, found]
    raise AssertionError("every choice stands on some page")


def _on_page(page: Page, key: str) -> Tap | None:
    for line in page.rows:
        if isinstance(line, Menu):
            found = (Tap(each.label, True) for each in line.options if each.key == key)
            if not line.pages and (tap := next(found, None)):
                return tap
        elif button := next((each for each in line if each.key == key), None):
            return Tap(button.label)
    return None
