"""A newcomer at the table in a real browser, on a phone: every stage of every game, by what the
screen says."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.catalog import catalog, entry
from bot.exercises.lessons import lesson
from bot.exercises.stages import Stage
from bot.front.exercises.outcomes import LAST
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.model.records import PersonId
from bot.service.exercises.book import board_of
from bot.table.env import NAMES
from tests.helpers.taps import Tap, own_moves, taps_to
from tests.table.browsing import IMAGES, PHONE, choose_line, command, enter, insist, shoot, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

TAUGHT = [key for key in catalog() if lesson(key).stages]
ADA = Person(PersonId(1), "Ada")
THEN = datetime(2026, 1, 1, tzinfo=UTC)

NEWEST = "[...document.querySelectorAll('.channel-message')].at(-1)"
STATE = f"""() => {{
  const images = [...{NEWEST}.querySelectorAll('{IMAGES}')];
  return {NEWEST}.innerText + images.map(each => each.src).join();
}}"""
RESTED = f"""() => document.querySelector('#preview-app').ariaBusy === 'false' &&
  [...{NEWEST}.querySelectorAll('{IMAGES}')].every(each => each.complete && each.naturalWidth)"""
"""Whether nothing is under way, and all pictures have come."""

CUT_OFF = f"""() => {{
  const wide = [...{NEWEST}.querySelectorAll('button, p, h1, h2, h3, img, pre')];
  return wide.filter(each => each.getBoundingClientRect().right > innerWidth + 1)
    .map(each => each.tagName + each.innerText);
}}"""
"""What of the newest message stands out of the window."""


def press(page: "Page", tap: Tap) -> None:
    """Press what has that label in the newest message, until the message is another one."""
    before = page.evaluate(STATE)
    newest = page.locator(".channel-message").last
    button = newest.get_by_role("button", name=tap.label, exact=True)
    if tap.at:
        row, column = tap.at
        button = newest.locator(".component-row").nth(row).locator("button").nth(column)
    act = partial(choose_line, page, 0, tap.label) if tap.in_menu else button.click
    other = f"before => ({RESTED})() && ({STATE})() !== before"
    insist(act, partial(page.wait_for_function, other, arg=before, polling=100))


def says(page: "Page", *words: str) -> None:
    """Wait until the newest message says all of it, and see that nothing of it is cut off."""
    newest = page.locator(".channel-message").last
    for each in words:
        newest.get_by_text(each, exact=False).first.wait_for()
    assert page.evaluate(CUT_OFF) == []


def try_label(page: "Page") -> str:
    """What the button says that tries the move."""
    button = page.locator(".channel-message").last.get_by_role("button", name="Try it")
    button.wait_for()
    return button.inner_text()


def boards(stage: Stage) -> Iterator[tuple[Match, str]]:
    """The board before each move of the person's in the solution, and that move."""
    for place, text in own_moves(stage):
        attempt = Attempt(ADA.id, *stage.id, begun=THEN, at=THEN, line=stage.solution[:place])
        yield board_of(stage, attempt, ADA), text


@pytest.mark.parametrize("game", TAUGHT)
def test_every_stage_is_finished_on_a_phone(
    chromium: "Browser", shared_address: str, game: str
) -> None:
    # Nobody sees the lessons of another.
    page = window(chromium, shared_address, NAMES[TAUGHT.index(game) % len(NAMES)], PHONE)
    command(page, "/learn", "/learn")
    enter(page)
    says(page, "Learn by doing")
    shoot(page, f"{game}-games")
    press(page, Tap(entry(game).name))
    shoot(page, f"{game}-stages")
    press(page, Tap("Begin"))
    for number, stage in enumerate(lesson(game).stages, 1):
        says(page, stage.title, stage.goal)
        shoot(page, f"{game}-{number}-0")
        for step, (board, text) in enumerate(boards(stage), 1):
            for tap in taps_to(board, text, ADA.id):
                press(page, tap)
            shoot(page, f"{game}-{number}-{step}-whole")
            press(page, Tap(try_label(page)))
            shoot(page, f"{game}-{number}-{step}-tried")
        says(page, stage.learned)
        if stage is not lesson(game).stages[-1]:
            press(page, Tap("Next"))
    says(page, LAST.partition("\n")[0])
