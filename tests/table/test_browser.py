"""The table in a real browser: Chromium, two windows, and Bump with commands and with buttons."""

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.catalog import catalog, entry
from bot.front.picker.phone import HEIGHT
from bot.table.env import NAMES
from tests.helpers.playing import known
from tests.helpers.taps import Tap, taps_on
from tests.table.browsing import (
    DESKTOP,
    IMAGES,
    PHONE,
    choose,
    choose_line,
    command,
    enter,
    fill,
    insist,
    window,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser


def turn(page: "Page", number: int) -> str:
    """Wait for the board of a turn; the name of the person who is to move."""
    board = page.locator(".channel-message", has_text=f"turn {number}").last
    board.wait_for()
    return known(re.search(r"@(\w+), it is your turn", board.inner_text()))[1]


def picture(page: "Page") -> str:
    """The words of the newest picture, once it is there to be seen."""
    images = page.locator(IMAGES)
    newest = page.locator(".channel-message").filter(has=images).last.locator(IMAGES).first
    newest.wait_for()
    page.wait_for_function("image => image.naturalWidth > 1000", arg=newest.element_handle())
    return newest.get_attribute("alt") or ""


@pytest.mark.long
def test_two_people_play_three_turns(chromium: "Browser", shared_address: str) -> None:
    windows = {
        "Ada": window(chromium, shared_address, "Ada", DESKTOP),
        "Grace": window(chromium, shared_address, "Grace", PHONE),
    }
    command(windows["Ada"], "/cha", "/challenge bump")
    windows["Ada"].locator(".command-chip").click()
    choose(windows["Ada"], "opponent", "Grace")
    accept(windows["Grace"])
    for number in (1, 2, 3):
        mover = windows[turn(windows["Ada"], number)]
        assert turn(mover, number)
        assert picture(mover).startswith("Bump. ") or number > 1
        command(mover, "/move", "/move")
        choose(mover, "move")
        confirm(mover)
    last = turn(windows["Ada"], 4)
    assert f"{last} is to move" in picture(windows["Ada"])
    assert turn(windows["Grace"], 4) == last
    assert picture(windows["Grace"]) == picture(windows["Ada"])


FILLED = """() => {
  const app = document.querySelector(".preview-app").getBoundingClientRect();
  const stage = document.querySelector(".preview-stage").getBoundingClientRect();
  return app.width === stage.width && app.height === stage.height && app.width <= innerWidth;
}"""


@pytest.mark.long
def test_a_window_is_filled_before_its_width_is_known(
    chromium: "Browser", shared_address: str
) -> None:
    page = chromium.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})

    def hold(route: "Route") -> None:
        asked: Any = route.request.post_data_json
        if asked["kind"] != "configure_presentation":
            route.continue_()

    page.route("**/api/action*", hold)
    page.goto(shared_address)
    page.get_by_placeholder("Message #table").wait_for()
    assert page.evaluate(FILLED)
    # What the table says of one person stays no longer than the window shows that person.
    hidden = "() => getComputedStyle(document.querySelector('.preview-app > *')).visibility"
    assert page.evaluate(hidden) == "visible"
    page.get_by_label("Viewing as").select_option(label="Grace")
    assert page.evaluate(hidden) == "hidden"


@pytest.mark.long
def test_nothing_lies_on_the_pictures_of_a_phone(chromium: "Browser", shared_address: str) -> None:
    page = chromium.new_page(has_touch=True, is_mobile=True)
    page.goto(shared_address)
    made = "() => document.body.innerHTML = '<p class=attachment-media-actions>Download</p>'"
    page.get_by_placeholder("Message #table").wait_for()
    page.evaluate(made)
    assert not page.locator(".attachment-media-actions").is_visible()


def test_words_behind_a_command_fill_its_first_option(
    chromium: "Browser", shared_address: str
) -> None:
    page = window(chromium, shared_address, "Ada", PHONE)
    page.get_by_placeholder("Message #table").click()
    page.keyboard.type("/rules bump", delay=20)
    page.locator(".command-suggestion").get_by_text("Bump", exact=True).wait_for()
    page.keyboard.press("Enter")
    enter(page)
    page.locator(".channel-message", has_text="used /rules").filter(has_text="Bump").wait_for()


@pytest.mark.long
def test_what_is_no_command_is_not_said_to_everybody(
    chromium: "Browser", shared_address: str
) -> None:
    page = window(chromium, shared_address, "Ada", PHONE)
    box = page.get_by_placeholder("Message #table")
    box.press_sequentially("/rule bump", delay=20)
    page.locator(".command-empty", has_text="No command begins so").wait_for()
    page.keyboard.press("Enter")
    page.locator(".send-message").click()
    page.locator(".command-empty", has_text="No command begins so").wait_for()
    assert box.input_value() == "/rule bump"
    box.fill("")
    box.press_sequentially(" /rule clump", delay=20)
    page.keyboard.press("Enter")
    page.locator(".channel-message", has_text="/rule clump").wait_for()
    assert page.locator(".channel-message", has_text="/rule bump").count() == 0


PICTURE = f"""[...document.querySelectorAll('.channel-message:has({IMAGES})')].at(-1)
    ?.querySelector('{IMAGES}')"""


def shown_picture(page: "Page") -> str:
    """Where the newest message's picture comes from, once it is there to be seen: a picture that
    arrives late would pass for what a press has changed."""
    page.wait_for_function(f"() => ({PICTURE})?.naturalWidth > 300", polling=100)
    return str(page.evaluate(f"({PICTURE}).src"))


def press(page: "Page", label: str | re.Pattern[str]) -> None:
    """Press the newest button of that label, and wait until its message has another picture."""
    before = shown_picture(page)
    button = page.get_by_role("button", name=label, exact=True).last
    button.wait_for()
    other = f"before => ({PICTURE})?.src !== before && ({PICTURE})?.naturalWidth > 300"
    insist(button.click, partial(page.wait_for_function, other, arg=before, polling=100))


def confirm(page: "Page") -> None:
    button = page.get_by_role("button", name="Confirm")
    button.last.wait_for()
    insist(button.last.click, partial(button.wait_for, state="detached"))


def accept(page: "Page") -> None:
    button = page.get_by_role("button", name="Accept", exact=True)
    button.wait_for()
    insist(button.click, partial(button.wait_for, state="detached"))


def begin(page: "Page", guest: "Page", opponent: str) -> None:
    """A challenge to Bump in which the challenger begins."""
    command(page, "/cha", "/challenge bump")
    page.locator(".command-chip").click()
    fill(page, "opponent", opponent)
    choose(page, "first", "me")
    accept(guest)


ADAS_MOVES = ("011,12-3", "11,22-2", "25,281", "281,291", "291,C2")
"""Ada's moves, turn by turn, to reach the other center while Grace passes."""


def tap(page: "Page", each: Tap) -> None:
    """Press a button of a step by its place, as many have no label, and wait until its message has
    another picture."""
    row, column = known(each.at)
    before = shown_picture(page)
    newest = page.locator(".channel-message:has(.component-row)").last
    button = newest.locator(".component-row").nth(row).locator("button").nth(column)
    other = f"before => ({PICTURE})?.src !== before && ({PICTURE})?.naturalWidth > 300"
    insist(button.click, partial(page.wait_for_function, other, arg=before, polling=100))


@pytest.mark.long
def test_a_whole_game_is_played_with_buttons_alone(chromium: "Browser", address: str) -> None:
    ada = window(chromium, address, "Ada", PHONE)
    grace = window(chromium, address, "Grace", DESKTOP)
    begin(ada, grace, "Grace")
    game = entry("bump").game
    position = game.start({})
    for number, text in enumerate(ADAS_MOVES):
        turn(ada, 2 * number + 1)
        press(ada, "Move")
        for each in taps_on(game, position, text):
            tap(ada, each)
        confirm(ada)
        turn(grace, 2 * number + 2)
        for label in ("Move", "Pass"):
            press(grace, label)
        confirm(grace)
        for played in (text, "pass"):
            position = game.play(position, game.parse(position, played)).position
    end = ada.locator(".channel-message", has_text="held the opposing center for a whole turn")
    end.last.wait_for()
    assert "Ada wins!" in end.last.inner_text()


@pytest.mark.long
def test_menus_show_what_is_chosen_on_a_turned_page(chromium: "Browser", address: str) -> None:
    ada = window(chromium, address, "Ada", PHONE)
    command(ada, "/settings", "/settings")
    ada.locator(".command-chip").click()
    choose(ada, "server", "True")
    for menu, line, shown in (
        (0, "Posts", ["Server settings: Posts", "Boards: in threads", *POSTS]),
        (1, "only the newest", ["Server settings: Posts", "Boards: only the newest", *POSTS]),
        (0, "Play", ["Server settings: Play", "Matches may begin", "Usual time", "Newcomers"]),
        (0, "Boards", ["Server settings: Boards", "Theme: Classic"]),
    ):
        insist(
            partial(choose_line, ada, menu, line),
            partial(ada.wait_for_function, MENUS_BEGIN, arg=shown),
        )


POSTS = ("Posts tell", "A turn that", "Posted boards name the")

MENUS_BEGIN = """shown => {
  const last = [...document.querySelectorAll('.channel-message:has(.select-trigger)')].at(-1);
  const menus = [...last.querySelectorAll('.select-trigger')].map(each => each.innerText.trim());
  return menus.length === shown.length && menus.every((menu, at) => menu.startsWith(shown[at]));
}"""
"""Whether the menus of the newest message with menus begin with these words."""


SHOWN_ON_PHONE = """() => {
  const all = [...document.querySelectorAll('.channel-message:has(.component-row)')].at(-1);
  const rows = [...all.querySelectorAll('.component-row')];
  const wrapped = rows.filter(row => row.getBoundingClientRect().height > 50)
    .map(row => row.innerText).join();
  return [all.getBoundingClientRect().height, wrapped, rows.length];
}"""
"""How high the newest message with buttons is, and how many of its rows wrap."""


@pytest.mark.long
@pytest.mark.parametrize("game", [*catalog()])
def test_a_whole_move_fits_one_screen_of_a_phone(
    chromium: "Browser", shared_address: str, game: str
) -> None:
    # A person has few matches of practice at once, and the table is shared.
    page = window(chromium, shared_address, NAMES[[*catalog()].index(game) % len(NAMES)], PHONE)
    command(page, "/practice", "/practice")
    page.locator(".command-chip").click()
    choose(page, "game", entry(game).name)
    own = page.locator(".channel-message", has_text="Only you can see this")
    own = own.filter(has_text=entry(game).name).last
    own.get_by_role("button", name="More…").wait_for()
    for _ in range(4):
        page.wait_for_function(f"() => ({PICTURE})?.naturalWidth > 300", polling=100)
        height, wrapped, rows = page.evaluate(SHOWN_ON_PHONE)
        assert height <= HEIGHT
        assert not wrapped
        assert 1 <= rows <= 5
        newest = page.locator(".channel-message:has(.component-row)").last
        choice = newest.locator(".component-row").first.locator("button:enabled").first
        if choice.inner_text().startswith("Confirm"):
            return
        before = shown_picture(page)
        other = f"before => ({PICTURE})?.src !== before && ({PICTURE})?.naturalWidth > 300"
        insist(choice.click, partial(page.wait_for_function, other, arg=before, polling=100))
