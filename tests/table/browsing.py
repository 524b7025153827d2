"""The table in a real browser, and what a person does there."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tests.table.window import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TRIES = 8
DESKTOP, PHONE = (1280, 900), (390, 844)


def window(chromium: "Browser", address: str, name: str, size: tuple[int, int]) -> "Page":
    """A window of that size, in which the person of that name looks at the channel."""
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(address)
    page.get_by_label("Viewing as").select_option(label=name)
    page.locator(f"#viewer-picker option:checked:text-is('{name}')").wait_for(state="attached")
    page.locator("#preview-app[aria-busy=false]").wait_for()
    return page


def insist(act: Callable[..., object], seen: Callable[..., object]) -> None:
    """Do it until its effect is seen, as a person would.

    The page swallows a click or a key while another action is under way, and what was clicked may
    be gone when it is clicked again.
    """
    from playwright.sync_api import TimeoutError as Late

    for _ in range(TRIES):
        with suppress(Late):
            act(timeout=PATIENCE / TRIES * 1000)
        with suppress(Late):
            seen(timeout=PATIENCE / TRIES * 1000)
            return
    raise AssertionError("whatever was done, nothing came of it")


def command(page: "Page", typed: str, words: str) -> None:
    """Type a slash command until it is offered, and take it."""
    page.get_by_placeholder("Message #table").press_sequentially(typed, delay=20)
    page.locator("[role=option]", has_text=words).first.click()


def choose(page: "Page", option: str, choice: str | None = None) -> None:
    """Fill an option of the command, and send it."""
    fill(page, option, choice)
    chip = page.locator(".command-chip")
    insist(partial(chip.press, "Enter"), partial(chip.wait_for, state="detached"))


def fill(page: "Page", option: str, choice: str | None = None) -> None:
    """Fill an option of the command: with the choice of that name, or the first one offered."""
    box = page.get_by_label(option, exact=True).or_(page.get_by_label(f"{option}, required"))
    if not box.is_visible():
        page.locator(".command-suggestion", has_text=option).click()
    offered = page.locator(".command-suggestion", has_text=choice or "")
    offered.first.click()


def choose_line(page: "Page", menu: int, line: str, timeout: float) -> None:
    """Choose a line in a menu of the newest message that has any; milliseconds for each click."""
    menus = page.locator(".channel-message:has(.select-trigger)").last.locator(".select-trigger")
    menus.nth(menu).click(timeout=timeout)
    page.locator(".select-option").filter(has_text=line).first.click(timeout=timeout)
