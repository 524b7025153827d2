"""A table with the real bot and its own database."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.table.page import Page
from bot.table.serve import table
from tests.table.browsing import QUIET, program, running
from tests.table.window import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def _slow_machines_get_their_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """People at the table wait as long as it takes; another test covers how they give up."""
    monkeypatch.setattr("bot.table.env.PATIENCE", PATIENCE)


class Place:
    """A database at which the table can be opened again and again."""

    def __init__(self, database: Path) -> None:
        self.database = database

    def open(self, port: int = 0) -> AbstractAsyncContextManager[Page]:
        """The table, for as long as the context lasts."""
        return table(self.database, port)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "games.sqlite3")


@pytest.fixture
async def page(place: Place) -> AsyncIterator[Page]:
    async with place.open() as opened:
        yield opened


@pytest.fixture(scope="module")
def open_chromium() -> Iterator["Browser"]:
    path = program()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def chromium(open_chromium: "Browser") -> Iterator["Browser"]:
    """The browser, whose windows are closed behind the test: they would ask the table on and on."""
    yield open_chromium
    for each in open_chromium.contexts:
        each.close()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with running(tmp_path / "games.sqlite3", "tests.table.in_words") as (_, address, _):
        yield address


@pytest.fixture(scope="module")
def shared_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table for tests that don't mind what others have left in its channel."""
    database = tmp_path_factory.mktemp("shared") / "games.sqlite3"
    with running(database, "tests.table.in_words") as (_, address, _):
        yield address
