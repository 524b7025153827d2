"""The table as a process and in a real browser, and what a person does there."""

import ctypes
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.table.window import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

IMAGES = "img.attachment-image, img.gallery-image"
"""Pictures of messages in either form."""


def lacking(what: str) -> NoReturn:
    """Skip the test, or fail it where a browser is required."""
    if os.environ.get("BUMPBOT_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what} is missing, and BUMPBOT_REQUIRE_BROWSER is set")
    pytest.skip(f"{what} is missing")


def program() -> str:
    """The browser of this machine; Playwright's own would have to be downloaded."""
    if importlib.util.find_spec("playwright") is None:
        lacking("The package playwright")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return found or lacking("Chromium")


ROOT = Path(__file__).parents[2]

END_WITH_PARENT = 1
"""`PR_SET_PDEATHSIG`, as the system calls it."""


def _begin() -> None:
    """In the new process, before it is the table."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform == "linux":
        # It ends with the tests, also where those are killed.
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)


@contextmanager
def running(
    database: Path, module: str = "bot", **settings: str
) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """`bumpbot table`, or what a module makes of it, on a free port, the address that it printed,
    and the lines before that."""
    kept = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    with subprocess.Popen(
        [sys.executable, "-m", module, "table", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=kept | settings | {"BUMPBOT_DATABASE": str(database), "PYTHONUNBUFFERED": "1"},
        # A test run in the background ignores Ctrl-C, and what it starts would ignore it, too.
        preexec_fn=_begin,
    ) as process:
        assert process.stdout
        try:
            before, line = list[str](), process.stdout.readline()
            while line and "http://127.0.0.1:" not in line:
                before.append(line)
                line = process.stdout.readline()
            yield process, line[line.index("http://") :].strip(), before
        finally:
            process.kill()


TRIES = (20_000, 40_000, 80_000, 160_000)
"""Milliseconds for each try. What is pressed again too soon may mean something else by then."""

DESKTOP, PHONE = (1280, 900), (390, 844)

SHOTS = os.environ.get("BUMPBOT_SHOTS", "")
"""A folder in which each screen is kept as a picture, to look at."""

SHOWN = f"[...document.querySelectorAll('{IMAGES}')].every(each => each.naturalWidth > 0)"


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

    for patience in TRIES:
        with suppress(Late):
            act(timeout=patience)
        with suppress(Late):
            seen(timeout=patience)
            return
    raise AssertionError("whatever was done, nothing came of it")


def command(page: "Page", typed: str, words: str) -> None:
    """Type a slash command until it is offered, and take it."""
    page.get_by_placeholder("Message #table").press_sequentially(typed, delay=20)
    page.locator("[role=option]", has_text=words).first.click()


def enter(page: "Page") -> None:
    """Send the command that is typed. A key is swallowed while anything is under way."""
    chip = page.locator(".command-chip")

    def press(timeout: float) -> None:
        page.wait_for_function("() => simcordPreview.ready", polling=50, timeout=timeout)
        chip.press("Enter", timeout=timeout)

    insist(press, partial(chip.wait_for, state="detached"))


def choose(page: "Page", option: str, choice: str | None = None) -> None:
    fill(page, option, choice)
    enter(page)


def fill(page: "Page", option: str, choice: str | None = None) -> None:
    """Fill an option of the command: with the choice of that name, or the first one offered."""
    add(page, option)
    page.locator(".command-suggestion", has_text=choice or "").first.click()


def add(page: "Page", option: str) -> "Locator":
    """The field of an option of the command, which is added if it is not there."""
    box = page.get_by_label(option, exact=True).or_(page.get_by_label(f"{option}, required"))
    offered = page.locator(f".command-suggestion[data-value={option}]")

    def look(timeout: float) -> None:
        if not box.is_visible():
            if not offered.is_visible():
                page.locator(".command-ghost").click(timeout=timeout)
            offered.click(timeout=timeout)

    page.locator(".command-chip").wait_for()
    # What is offered for another option may come late, and closes the list of options.
    insist(look, box.wait_for)
    return box


def choose_line(page: "Page", menu: int, line: str, timeout: float) -> None:
    """Choose a line in a menu of the newest message that has any; milliseconds for each click."""
    menus = page.locator(".channel-message:has(.select-trigger)").last.locator(".select-trigger")
    menus.nth(menu).click(timeout=timeout)
    page.locator(".select-option").filter(has_text=line).first.click(timeout=timeout)


def shoot(page: "Page", name: str) -> None:
    """Keep a picture of the page, if a folder for them is named."""
    if SHOTS:
        page.wait_for_timeout(1500)
        page.wait_for_function(f"() => {SHOWN}", polling=100)
        number = len(list(Path(SHOTS).glob("*.png"))) + 1
        page.screenshot(path=Path(SHOTS) / f"{number:02} {name}.png")
