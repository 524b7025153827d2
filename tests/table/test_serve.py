"""Opening the table, closing it, opening it again, and what it forgets while it stays open."""

import asyncio
import json
import signal
import socket
import sqlite3
import sys
import tomllib
import urllib.request
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from simcord.backend import Backend

from bot.__main__ import EXIT_REFUSED, main
from bot.games.core import PlayerError
from bot.model.commands import Accept, Decline
from bot.model.match import Match
from bot.store.sqlite import SqliteStore
from bot.table.memory import ANSWERED, LASTING, forget
from bot.table.page import Page
from bot.table.serve import SIMCORD, require
from tests.table.browsing import running
from tests.table.conftest import Place
from tests.table.window import PATIENCE, Window, bot_of, people_of

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


async def challenge(page: Page, **where: int) -> Match:
    """Ada asks Grace, and would begin."""
    ada, grace, _ = people_of(page)
    here = {"channel": page.channel.id, "guild": page.viewers[0].guild.id}
    return await bot_of(page).matches.challenge(
        game="bump", options={}, host=ada, invited=(grace,), first="host", **(here | where)
    )


async def test_what_is_open_lies_on_the_table_again_after_a_restart(place: Place) -> None:
    evenings = []
    async with place.open() as page, Window.open(page, "Ada") as ada:
        grace = people_of(page)[1]
        begun, declined, _ = [await challenge(page) for _ in range(3)]
        await bot_of(page).matches.do(begun.id, Accept(grace))
        await bot_of(page).matches.do(declined.id, Decline(grace))
        await ada.press(await ada.see("it is your turn"), "Move")
        await ada.press(await ada.see("Which piece?"), "B ↘️")
        await ada.see("011: blue steps")
        evenings.append({page.env.backend.snowflake() for _ in range(5)})
    # The store is closed with the table.
    assert [f.name for f in place.database.parent.iterdir()] == [place.database.name]

    async with (
        place.open() as page,
        Window.open(page, "Ada") as ada,
        Window.open(page, "Grace") as grace_sees,
    ):
        board = await ada.see("it is your turn")
        assert f"<@{people_of(page)[0].id}>, it is your turn" in board["content"]
        assert board["attachments"][0]["content_type"] == "image/png"
        asked = await grace_sees.see("challenges you")
        assert {each["id"] for each in await ada.look()} == {board["id"], asked["id"]}
        # Its buttons work, and the unfinished move is still there.
        await ada.press(board, "Move")
        await ada.press(await ada.see("011: blue steps"), "Back")
        await ada.press(await ada.see("Which piece?"), "Pass")
        await ada.press(await ada.see("Play this?"), "Confirm")
        await ada.see("turn 2")
        await ada.see_buttons_removed(board)
        await grace_sees.type("move", move="pass", preview=False)
        await grace_sees.see("turn 3")
        await grace_sees.press(asked, "Accept")
        await grace_sees.see("match 3 · turn 1")
        evenings.append({page.env.backend.snowflake() for _ in range(5)})
    # Ids of one evening do not come again in the next.
    assert not set.intersection(*evenings)


async def test_a_port_that_is_taken_is_reported_in_a_sentence(place: Place) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        for port in (taken.getsockname()[1], 70000):
            # `make play` takes no option.
            ways = "BUMPBOT_TABLE_PORT=8765 make play, or --port 8765"
            with pytest.raises(PlayerError, match=f"can't use port {port}.*{ways}"):
                async with place.open(port):
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
        asked = await challenge(page, channel=7, guild=6)
    with pytest.raises(PlayerError, match="BUMPBOT_DATABASE"):
        async with place.open():
            pass
    store = await SqliteStore.open(place.database)
    assert len(await store.events(asked.id)) == 1
    await store.close()


@pytest.mark.parametrize(
    "how", [pytest.param(signal.SIGINT, marks=pytest.mark.long), signal.SIGTERM]
)
def test_a_table_logs_as_asked_names_nobody_and_closes_cleanly(
    tmp_path: Path, how: signal.Signals
) -> None:
    database = tmp_path / "games.sqlite3"
    asked = {"BUMPBOT_LOG_FORMAT": "json", "BUMPBOT_LOG_LEVEL": "DEBUG"}
    with running(database, **asked) as (process, address, before):
        with urllib.request.urlopen(address.partition("#")[0], timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(how)
        rest, _ = process.communicate(timeout=PATIENCE)
    said = [json.loads(line) for line in before]
    assert "connected, servers: 1" in {each["event"] for each in said}
    assert not [each for each in said for name in ("Ada", "Grace", "Linus") if name in str(each)]
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


MOVE = {"type": 2, "style": 1, "custom_id": "move:1:1", "label": "Move"}
BUTTON = [{"type": 1, "components": [MOVE]}]
EPHEMERAL = 1 << 6


@dataclass
class Channel:
    """A channel with messages, each with a picture."""

    backend: Backend = field(default_factory=Backend)

    def __post_init__(self) -> None:
        guild = self.backend.create_guild("The table")
        self.id = self.backend.create_channel(guild.id, "table").id

    def say(self, content: str, **details: Any) -> None:
        picture = self.backend.cdn.store_attachment(
            self.backend.snowflake(), self.id, f"{content}.png", b"png", None
        )
        bot = self.backend.bot_user.id
        self.backend.create_message(self.id, bot, content, attachments=[picture], **details)

    @property
    def said(self) -> list[str]:
        return [message.content for message in self.backend.messages[self.id].values()]

    @property
    def pictures(self) -> int:
        return len(self.backend.cdn._blobs)


def test_old_messages_go_and_their_pictures_with_them() -> None:
    channel = Channel()
    channel.say("board", components=BUTTON)
    channel.say("only you see this", components=BUTTON, flags=EPHEMERAL)
    for number in range(10):
        channel.say(str(number))
    forget(channel.backend, keep=3)
    assert channel.pictures == 12
    channel.backend.advance_clock(ANSWERED.total_seconds())
    forget(channel.backend, keep=3)
    # A board whose buttons work stays longer than what one person alone has seen.
    assert channel.said == ["board", "7", "8", "9"]
    assert channel.pictures == 4


def test_a_file_that_comes_with_a_command_stays_while_it_may_be_read() -> None:
    channel = Channel()
    (sent,) = channel.backend.store_attachments(channel.id, [("a.txt", b"record")])
    forget(channel.backend)
    assert channel.backend.cdn.get(sent["url"]) == b"record"
    channel.backend.advance_clock(ANSWERED.total_seconds())
    forget(channel.backend)
    assert channel.backend.cdn.get(sent["url"]) is None


def test_a_page_without_buttons_goes_like_any_message() -> None:
    channel = Channel()
    box = {"type": 17, "components": [{"type": 10, "content": "a turn"}]}
    channel.say("", components=[box], flags=1 << 15)
    for number in range(3):
        channel.say(str(number))
    forget(channel.backend, keep=3)
    assert channel.said == ["0", "1", "2"]


def test_even_buttons_do_not_stay_for_ever() -> None:
    channel = Channel()
    for number in range(20):
        channel.say(str(number), components=BUTTON)
    forget(channel.backend, keep=2)
    assert len(channel.said) == 2 * LASTING


def test_interactions_go_when_discord_would_answer_them_no_more() -> None:
    backend = Backend()
    old = backend.new_interaction(2, 1, 1, None)
    backend.advance_clock(timedelta(minutes=16).total_seconds())
    new = backend.new_interaction(2, 1, 1, None)
    assert old.expires_at
    assert datetime.fromisoformat(old.expires_at).tzinfo is UTC
    forget(backend)
    assert list(backend.interactions) == [new.id]
    assert list(backend.interaction_tokens) == [new.token]


async def test_a_record_is_read_at_the_table(page: Page) -> None:
    async with Window.open(page, "Ada") as ada:
        await page.viewers[0].slash(page.channel, "import", file=("a.txt", b"no record"))
        await ada.see("This is no line of a record")
