"""Opening the table, closing it, and opening it again."""

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tomllib
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import EXIT_REFUSED, main
from bot.front.client import Bumpbot
from bot.games.core import PlayerError
from bot.model.commands import Accept
from bot.model.events import Person
from bot.model.match import Match
from bot.store.sqlite import SqliteStore
from bot.table.page import Page
from bot.table.serve import SIMCORD, require
from tests.table.conftest import Place
from tests.table.process import running
from tests.table.window import PATIENCE, Window

ROOT = Path(__file__).parents[2]


def test_the_table_is_made_for_the_version_that_the_project_pins() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"simcord[preview]=={SIMCORD}" in project["optional-dependencies"]["table"]


def test_another_version_of_simcord_is_refused_with_the_way_to_the_right_one() -> None:
    with pytest.raises(PlayerError, match=r"3\.9\.0 is installed.*pip install 'bumpbot\[table\]'"):
        require("3.9.0")


def test_without_simcord_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    for module in [name for name in sys.modules if name.startswith("bot.table.")]:
        monkeypatch.delitem(sys.modules, module)
    assert main(["table"]) == EXIT_REFUSED
    assert "`make play`" in capsys.readouterr().err


def test_the_table_writes_the_log_that_is_asked_for_and_names_nobody(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    asked = {"BUMPBOT_LOG_FORMAT": "json", "BUMPBOT_LOG_LEVEL": "DEBUG", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "table", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=kept | asked | {"BUMPBOT_DATABASE": str(tmp_path / "table.sqlite3")},
    ) as process:
        assert process.stdout
        said = []
        for line in iter(process.stdout.readline, ""):
            if "The table is open" in line:
                break
            said.append(json.loads(line))
        process.kill()
    assert "connected, servers: 1" in {each["event"] for each in said}
    assert not [each for each in said for name in ("Ada", "Grace", "Linus") if name in str(each)]


def bot_of(page: Page) -> Bumpbot:
    client = page.env.bot
    assert isinstance(client, Bumpbot)
    return client


def people_of(page: Page) -> list[Person]:
    return [Person(viewer.id, viewer.user.global_name) for viewer in page.viewers]


async def challenge(page: Page) -> Match:
    """Ada asks Grace."""
    ada, grace, _ = people_of(page)
    return await bot_of(page).matches.challenge(
        game="bump",
        options={},
        host=ada,
        invited=(grace,),
        channel=page.channel.id,
        guild=page.viewers[0].guild.id,
    )


async def begin(page: Page) -> Match:
    """Ada asks Grace, and Grace accepts."""
    asked = await challenge(page)
    return await bot_of(page).matches.do(asked.id, Accept(people_of(page)[1]))


def mentioned(message: dict[str, Any]) -> str:
    found = re.search(r"<@(\d+)>", message["content"])
    assert found
    return found[1]


def mover(match: Match) -> str:
    assert match.turn_person
    return match.turn_person.name


async def test_a_match_is_on_the_table_again_after_a_restart(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Ada") as ada:
        match = await begin(page)
        before = await ada.see("it is your turn")
    async with place.open() as page, Window.open(page, mover(match)) as window:
        after = await window.see("it is your turn")
        assert mentioned(after) == mentioned(before)
        assert after["attachments"][0]["content_type"] == "image/png"
        await window.type("move", move="pass", preview=False)
        await window.see("turn 2")


async def test_the_buttons_of_a_board_laid_out_again_work(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Ada") as ada:
        match = await begin(page)
        await ada.see("it is your turn")
    async with place.open() as page, Window.open(page, mover(match)) as window:
        await window.press(await window.see("it is your turn"), "Move")
        await window.press(await window.see("Which piece?"), "Pass")
        await window.press(await window.see("Play this?"), "Confirm")
        await window.see("turn 2")


async def test_a_half_made_move_is_still_there_after_a_restart(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Ada") as ada:
        match = await begin(page)
        await ada.see("it is your turn")
        async with Window.open(page, mover(match)) as window:
            await window.press(await window.see("it is your turn"), "Move")
            await window.press(await window.see("Which piece?"), "B · 011 ↘️")
            await window.see("011: where to")
    async with place.open() as page, Window.open(page, mover(match)) as window:
        await window.press(await window.see("it is your turn"), "Move")
        await window.see("011: where to")


async def test_the_board_that_counts_is_the_one_laid_out_again(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Ada") as ada:
        match = await begin(page)
        await ada.see("it is your turn")
    async with place.open() as page, Window.open(page, mover(match)) as window:
        board = await window.see("it is your turn")
        await window.type("move", move="pass", preview=False)
        await window.see_buttons_removed(board)


async def test_an_open_challenge_can_be_accepted_after_a_restart(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Ada") as ada:
        await challenge(page)
        await ada.see("challenges you")
    async with place.open() as page, Window.open(page, "Grace") as grace:
        await grace.press(await grace.see("challenges you"), "Accept")
        await grace.see("it is your turn")


async def test_what_is_over_is_not_laid_out_again(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Grace") as grace:
        await challenge(page)
        await grace.press(await grace.see("challenges you"), "Decline")
        await grace.see("was declined")
    async with place.open() as page, Window.open(page, "Grace") as grace:
        assert await grace.look() == []


async def test_ids_of_one_evening_do_not_come_again_in_the_next(place: Place) -> None:
    evenings = []
    for _ in range(2):
        async with place.open() as page:
            evenings.append({page.env.backend.snowflake() for _ in range(5)})
    assert not set.intersection(*evenings)


async def test_a_taken_port_is_said_in_a_sentence(place: Place) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PlayerError, match=f"can't use port {port}"):
            async with place.open(port):
                pass


async def test_a_port_that_is_none_is_said_in_a_sentence(place: Place) -> None:
    with pytest.raises(PlayerError, match="can't use port 70000"):
        async with place.open(70000):
            pass


async def test_a_database_that_cannot_be_opened_leaves_nothing_behind(place: Place) -> None:
    place.database.mkdir()
    tasks = asyncio.all_tasks()
    with pytest.raises(PlayerError):
        async with place.open():
            pass
    assert asyncio.all_tasks() <= tasks


async def test_matches_of_a_real_server_are_left_alone(place: Place) -> None:
    async with place.open() as page:
        ada, grace, _ = people_of(page)
        asked = await bot_of(page).matches.challenge(
            game="bump", options={}, host=ada, invited=(grace,), channel=7, guild=6
        )
    with pytest.raises(PlayerError, match="BUMPBOT_DATABASE"):
        async with place.open():
            pass
    store = await SqliteStore.open(place.database)
    assert len(await store.events(asked.id)) == 1
    await store.close()


async def test_the_store_is_closed_with_the_table(place: Place) -> None:
    async with place.open() as page:
        await begin(page)
    assert [f.name for f in place.database.parent.iterdir()] == [place.database.name]


@pytest.mark.parametrize(
    "how", [pytest.param(signal.SIGINT, marks=pytest.mark.long), signal.SIGTERM]
)
def test_asked_to_end_the_table_closes_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    database = tmp_path / "games.sqlite3"
    with running(database) as (process, address):
        with urllib.request.urlopen(address.partition("#")[0], timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(how)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert rest.splitlines()[-1] == "The table is closed."
    assert "Traceback" not in rest
    assert process.returncode == 0
    with closing(sqlite3.connect(database)) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [f.name for f in tmp_path.iterdir()] == ["games.sqlite3"]


async def test_the_page_can_close_the_table_for_everybody(place: Place) -> None:
    async with place.open() as page, Window.open(page, "Ada") as ada:
        await ada.act("close")
        async with asyncio.timeout(PATIENCE):
            await page.wait_closed()
