"""A season of forty people in a real browser: founded and joined, played, left, and ended on its
date; and an evening of six, of whom one never comes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.helpers.commands import Program
from tests.service.competitions.reckoned import (
    division_sizes,
    first_monday,
    next_order,
    reckoned_tables,
    require_places,
)
from tests.table.browsing import (
    IMAGES,
    PHONE,
    add,
    choose,
    command,
    enter,
    fill,
    insist,
    shoot,
    window,
)
from tests.table.forty import NAMES
from tests.table.window import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

OUT = ("Grace", "Ken", "Hedy", "Robin")
"""Who gives the season up."""

SIX, ABSENT = NAMES[:6], NAMES[5]
"""Who enters the evening, and who of them never comes."""


@dataclass
class Forty:
    """The table in a process of its own, and the file in which it keeps everything."""

    process: Program
    address: str
    database: Path

    def tell(self, *words: object) -> str:
        """Have it do that; its answer."""
        return self.process.ask(" ".join(map(str, words)))

    def until(self, time: datetime, *quiet: int) -> None:
        """It is that time, and all that comes up within minutes of it, or so many seconds, is
        done."""
        assert self.tell("until", time.isoformat(), *quiet) == "done"

    def rows(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)


@pytest.fixture
def forty(tmp_path: Path) -> Iterator[Forty]:
    database = tmp_path / "games.sqlite3"
    with Program("tests.table.forty", str(database)) as process:
        yield Forty(process, process.stdout.readline().strip(), database)


def test_forty_people_play_a_season_and_begin_another(chromium: "Browser", forty: Forty) -> None:
    # Not on the wall's day: it might be the Monday on which a season begins.
    monday = first_monday(datetime.now(UTC)) + timedelta(days=7)
    forty.until(monday - timedelta(days=5))
    page = window(chromium, forty.address, "Ada", PHONE)
    found_league(page)
    for name in NAMES:
        sign_up(page, name)
    forty.until(monday - timedelta(days=1))
    look(page, "Ada")
    shoot(page, "signed up")
    forty.until(monday + timedelta(minutes=1))
    find(page, "fixtures decided")
    shoot(page, "begun")
    for name in OUT:
        give_up(page, name)
    shoot(page, "given up")
    forty.until(monday + timedelta(days=1))
    # Nobody looks on while hundreds of turns are posted.
    page.close()
    assert int(forty.tell("play", 1))
    page = window(chromium, forty.address, "Ada", PHONE)
    show(page)
    shoot(page, "in the middle")
    # By command, in the page.
    resign(page)
    forty.until(monday + timedelta(days=27, minutes=1))
    look(page, "Linus")
    find(page, "has ended")
    shoot(page, "ended")
    press_tables(page)
    shoot(page, "tables")
    forty.until(monday + timedelta(days=28, minutes=1))
    look(page, "Ada")
    find(page, "fixtures decided")
    shoot(page, "begun again")
    require_next_season(forty)
    page.close()


def found_league(page: "Page") -> None:
    """As a manager does, by command."""
    command(page, "/league found", "/league found")
    page.get_by_label("game, required").click()
    page.locator(".command-suggestion", has_text="Clump").first.click()
    page.get_by_label("name, required").fill("Open Clump")
    for option, choice in (("divisions", "divisions of 5"), ("pairs", "False")):
        fill(page, option, choice)
    choose(page, "weeks", "4 weeks")
    page.get_by_role("button", name="Sign up", exact=True).wait_for()


def look(page: "Page", name: str) -> None:
    page.get_by_label("Viewing as").select_option(label=name)
    page.locator(f"#viewer-picker option:checked:text-is('{name}')").wait_for(state="attached")
    page.locator("#preview-app[aria-busy=false]").wait_for()


def to_newest(page: "Page") -> None:
    page.wait_for_timeout(1000)
    if (newest := page.get_by_text("jump to latest")).is_visible():
        insist(newest.click, partial(newest.wait_for, state="hidden"))


def find(page: "Page", words: str) -> None:
    """Scroll back to the newest message with these words, once it is there."""
    from playwright.sync_api import TimeoutError as Late

    to_newest(page)
    message = page.locator(".channel-message", has_text=words).last
    earlier = page.get_by_text("Load earlier messages")
    for _ in range(int(2 * PATIENCE)):
        if message.count():
            break
        if earlier.is_visible():
            # It goes once there is nothing earlier, also between the look and the click.
            with suppress(Late):
                earlier.click(timeout=1000)
        page.wait_for_timeout(500)
    message.scroll_into_view_if_needed()
    message.evaluate("each => each.scrollIntoView({block: 'start'})")


def sign_up(page: "Page", name: str) -> None:
    look(page, name)
    button = page.get_by_role("button", name="Sign up", exact=True).last
    answer = page.locator(".channel-message", has_text="You are signed up for").last
    insist(button.click, answer.wait_for)


def give_up(page: "Page", name: str) -> None:
    look(page, name)
    send(page, "/league leave")
    button = page.get_by_role("button", name="Give up the season").last
    answer = page.locator(".channel-message", has_text="You have given up").last
    button.wait_for()
    insist(button.click, answer.wait_for)


def show(page: "Page") -> None:
    send(page, "/league show")
    private(page).wait_for()


def private(page: "Page") -> "Locator":
    """The newest private answer with a picture."""
    pictured = page.locator(".channel-message").filter(has=page.locator(IMAGES))
    return pictured.filter(has_text="Only you can see this").last


def press_tables(page: "Page") -> None:
    page.get_by_role("button", name="Tables", exact=True).last.click()
    page.wait_for_timeout(3000)
    to_newest(page)
    private(page).wait_for()


def resign(page: "Page") -> None:
    """Ada gives up a match of hers that still runs, if one does."""
    command(page, "/resign", "/resign")
    page.wait_for_timeout(1000)
    page.locator(".send-message").click()
    page.wait_for_timeout(3000)


def send(page: "Page", name: str) -> None:
    command(page, name, name)
    chip = page.locator(".command-chip")
    insist(page.locator(".send-message").click, partial(chip.wait_for, state="detached"))


def require_next_season(forty: Forty) -> None:
    """The second season has those in its divisions who belong there by the first one."""
    with closing(forty.rows()) as rows:
        phases = rows.execute("SELECT season, phase FROM competitions ORDER BY id").fetchall()
        assert phases == [(1, "ended"), (2, "running")]
        entrants = dict(
            rows.execute("SELECT number, person FROM entrants WHERE competition = 1").fetchall()
        )
        tables = reckoned_tables(rows, 1)
        members = {person for (person,) in rows.execute("SELECT person FROM members")}
        found = rows.execute(
            "SELECT person, division, seed FROM entrants WHERE competition = 2 ORDER BY number"
        ).fetchall()
    assert [len(each) for each in tables] == division_sizes(len(NAMES), 5)
    order = [person for person in next_order(tables, entrants) if person in members and person]
    assert len(order) == len(NAMES) - len(OUT)
    require_places(found, order, (), 5)


def test_six_play_an_evening_to_which_one_never_comes(chromium: "Browser", forty: Forty) -> None:
    page = window(chromium, forty.address, SIX[0], PHONE)
    announce(page)
    for name in SIX:
        enter_it(page, name)
    shoot(page, "entered")
    with closing(forty.rows()) as rows:
        ((begins,),) = rows.execute("SELECT begins FROM competitions").fetchall()
    now = datetime.fromisoformat(begins) + timedelta(seconds=5)
    forty.until(now, 5)
    look(page, SIX[0])
    to_newest(page)
    shoot(page, "begun")
    number = 0
    while is_running(forty):
        number += 1
        forty.tell("play", number, ABSENT)
        # Within that who never comes loses their first match, and the others have not lost theirs.
        now += timedelta(minutes=8)
        forty.until(now, 5)
        to_newest(page)
        shoot(page, f"after step {number}")
    # The end is posted within five minutes.
    forty.until(now + timedelta(minutes=6), 5)
    look(page, ABSENT)
    find(page, "has ended")
    shoot(page, "ended")
    press_tables(page)
    shoot(page, "tables")
    page.close()
    require_table(forty)


def is_running(forty: Forty) -> bool:
    with closing(forty.rows()) as rows:
        return rows.execute("SELECT phase FROM competitions").fetchall() == [("running",)]


def require_table(forty: Forty) -> None:
    """Who never came is out, and nobody else; all have met, or won without."""
    with closing(forty.rows()) as rows:
        out = rows.execute("SELECT called FROM entrants WHERE presence = 'withdrawn'").fetchall()
        ways = rows.execute("SELECT settlement FROM fixtures ORDER BY settlement").fetchall()
    assert out == [(ABSENT,)]
    assert [way for (way,) in ways] == ["absent", *4 * ["forfeited"], *10 * ["played"]]


def announce(page: "Page") -> None:
    command(page, "/tournament announce", "/tournament announce")
    page.get_by_label("name, required").fill("Friday")
    page.get_by_label("game, required").click()
    page.locator(".command-suggestion", has_text="Bounce").first.click()
    page.get_by_label("begins, required").fill("in 2 hours")
    fill(page, "pairs", "False")
    add(page, "round").fill("60 minutes")
    enter(page)
    page.get_by_role("button", name="Enter", exact=True).wait_for()


def enter_it(page: "Page", name: str) -> None:
    look(page, name)
    button = page.get_by_role("button", name="Enter", exact=True).last
    answer = page.locator(".channel-message", has_text="You are in: Friday").last
    insist(button.click, answer.wait_for)
