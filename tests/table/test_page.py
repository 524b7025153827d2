"""The page as windows see it: always current, for everybody, for this machine only, with pieces."""

import asyncio
import random
import socket
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord.preview
from discord.utils import utcnow

from bot.front.discord.emojis import DrawnPiece
from bot.model.commands import Accept, Announce, Hold
from bot.service.build import Service
from bot.table.env import TableEnv, furnish
from bot.table.memory import forget, picture_of
from bot.table.page import Page
from bot.table.serve import table
from bot.table.server import EDITS
from renderers import icon
from tests.table.window import (
    PATIENCE,
    Window,
    begin,
    bot_of,
    buttons,
    challenge,
    on_turn,
    people_of,
    person,
    until,
)

FILES = Path(simcord.preview.__file__).parent / "static"


@pytest.mark.parametrize("file", EDITS)
def test_every_text_the_table_edits_is_there_once_in_simcords_file(file: str) -> None:
    text = (FILES / (file.strip("/") or "index.html")).read_text(encoding="utf-8")
    assert [theirs for theirs, _ in EDITS[file] if text.count(theirs) != 1] == []


async def test_those_with_the_address_get_the_page_as_it_is_edited(page: Page) -> None:
    address, _, secret = page.url.partition("#")
    async with aiohttp.ClientSession() as session:
        for file, edits in EDITS.items():
            async with session.get(address.rstrip("/") + file) as answer:
                text = await answer.text()
            assert [ours for _, ours in edits if ours not in text] == []
    assert await knock(address, {"X-Simcord-Capability": secret}) == 200
    assert await knock(address, {"X-Simcord-Capability": "guessed"}) == 401
    by_another_name = {"X-Simcord-Capability": secret, "Host": "bumpbot.example"}
    assert await knock(address, by_another_name) == 401
    [listening] = page._server.site._server.sockets
    assert listening.getsockname()[0] == "127.0.0.1"
    with closing(socket.socket()) as elsewhere:
        elsewhere.settimeout(1)
        assert elsewhere.connect_ex(("127.0.0.2", listening.getsockname()[1])) != 0


async def knock(address: str, headers: dict[str, str]) -> int:
    """How the page answers somebody who wants a window."""
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(f"{address}api/pages", json={}) as answer,
    ):
        return answer.status


async def test_what_happens_is_seen_by_itself_by_those_it_is_for(page: Page) -> None:
    async with Window.open(page, "Ada") as ada:
        # Hers may lie forgotten over night before another one is opened.
        for window in page._pages.values():
            window.last_activity -= timedelta(hours=20).total_seconds()
        async with Window.open(page, "Grace") as grace:
            await challenge(page, ada, "Grace")
            seen = await grace.see("challenges you")
            assert [part["label"] for part in buttons(seen)] == [
                "Accept",
                "Learn it first",
                "Decline",
                "Withdraw",
                "How to play",
            ]
            assert await ada.see("Your challenge is match 1")
            assert not [m for m in await grace.look() if "Your challenge" in m["content"]]

            await grace.press(seen, "Accept")
            board = await ada.see("it is your turn")
            [picture] = board["attachments"]
            assert picture["content_type"] == "image/png"
            mover = await on_turn(ada, grace, board)
            name = "Ada" if mover is ada else "Grace"
            assert f"{name} is to move" in picture["description"]
            assert await mover.choices("move", "move", ""), "an empty option is offered moves"


async def test_of_two_who_press_a_button_one_gets_it_and_one_is_told(page: Page) -> None:
    async with (
        Window.open(page, "Ada") as ada,
        Window.open(page, "Grace") as grace,
        Window.open(page, "Linus") as linus,
    ):
        await ada.type("challenge bump")
        open_to_all = await grace.see("looks for an opponent")
        await linus.see("looks for an opponent")
        await asyncio.gather(grace.press(open_to_all, "Accept"), linus.press(open_to_all, "Accept"))
        await ada.see("it is your turn")
        private: list[dict[str, Any]] = []
        async with asyncio.timeout(PATIENCE):
            while not private:
                private = [m for w in (grace, linus) for m in await w.look() if m["ephemeral"]]
        assert len(private) == 1


async def test_two_act_at_a_time_and_from_an_old_view_while_the_button_is_there(page: Page) -> None:
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        receipts = await asyncio.gather(
            ada.type("challenge bump", opponent=person(page, "Grace")),
            grace.type("challenge bump", opponent=person(page, "Ada")),
        )
        assert [r["rejected"] for r in receipts] == [False, False]
        await ada.see("Match 1 ·")
        await ada.see("Match 2 ·")
        seen = await grace.see("**Ada** challenges you")
        await ada.type("challenge bump", opponent=person(page, "Linus"))
        await ada.see("Match 3 ·")
        assert (await grace.press(seen, "Accept"))["rejected"] is False
        await ada.see("it is your turn")
        await grace.see_buttons_removed(seen)
        assert (await grace.press(seen, "Accept"))["rejected"] is True


async def test_a_press_meant_for_buttons_that_were_there_before_is_refused(page: Page) -> None:
    async with Window.open(page, "Ada") as ada:
        await ada.type("rules", game="bump")
        first = await ada.see("Page 1 of")
        before = ada.shown["publishedRevision"]
        await ada.press(first, "Next")
        await ada.see("Page 2 of")
        [control] = [part for part in buttons(first) if part["label"] == "Next"]
        receipt = await ada.act(
            "click",
            target_id=first["id"],
            control_key=control["control_key"],
            published_revision=before,
        )
        assert [diagnostic["code"] for diagnostic in receipt["diagnostics"]] == ["stale-revision"]


async def test_windows_that_were_closed_are_forgotten(page: Page) -> None:
    for _ in range(3):
        async with Window.open(page, "Ada") as ada:
            await ada.type("games")
            page._close_page(ada.shown["context"]["id"])
    page.publish()
    assert len(page._offers) <= 1


async def test_a_page_that_can_not_be_shown_is_logged_and_the_next_one_is(
    page: Page, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("out of paint")

    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        with monkeypatch.context() as once:
            once.setattr("bot.table.page.forget", fail)
            await ada.type("challenge bump", opponent=person(page, "Grace"))
            await until(lambda: "out of paint" in caplog.text)
        await ada.type("challenge clump", opponent=person(page, "Grace"))
        await grace.see("Match 2 ·")


async def test_a_warning_comes_by_itself_when_it_is_due(page: Page) -> None:
    bot, (ada, grace, _) = bot_of(page), people_of(page)
    # Six of the seven days have passed but for half a second.
    long_ago = utcnow() - timedelta(days=6) + timedelta(seconds=0.5)
    then = Service(
        bot.store, clock=lambda: long_ago, chance=random.Random(1), woken=bot.service.queue._woken
    ).matches
    here = {"channel": page.channel.id, "guild": page.viewers[0].guild.id}
    asked = await then.challenge(game="bump", options={}, host=ada, invited=(grace,), **here)
    async with Window.open(page, "Linus") as linus:
        await then.do(asked.id, Accept(grace))
        await linus.see("it is your turn")
        six_days_on = utcnow() + timedelta(days=6)
        # Announced only now, the turn has its whole time. Let it have been announced back then.
        while (began := await bot.matches.match(asked.id)).deadline is None or (
            began.deadline < six_days_on
        ):
            await asyncio.wait([asyncio.create_task(asyncio.sleep(0.05))])
        await then.do(asked.id, Hold(began.board_seq))
        await then.do(asked.id, Announce(began.board_seq, long_ago))
        await linus.see("your time is running out")


def test_the_table_is_furnished_the_same_every_time() -> None:
    env = TableEnv(discord.Client(intents=discord.Intents.none()))
    room = furnish(env)
    guild, robot = env.backend.guilds[room.people[0].guild.id], env.backend.bot_user.id
    people = [person.id for person in room.people]
    # The databases of players hold these ids.
    numbers = [each - 1456074443980800000 for each in (robot, *people, guild.id, room.channel.id)]
    assert numbers == [1, 2, 3, 4, 5, 7]
    assert guild.owner_id == people[0]
    assert set(guild.members) == {robot, *people}, "nobody else is in the room"


# Drawn pieces


PAUSE = timedelta(milliseconds=5)
"""Between two pieces."""

FACING_RIGHT = DrawnPiece("bump", "1_0", "classic")


async def test_a_button_shows_the_piece_that_the_bot_has_drawn(tmp_path: Path) -> None:
    async with (
        table(tmp_path / "games.sqlite3", 0, PAUSE) as page,
        Window.open(page, "Ada") as ada,
        Window.open(page, "Grace") as grace,
    ):
        board = await begin(page, ada, grace)
        book = bot_of(page).emoji_book
        await until(lambda: DrawnPiece("bump", "2_300", "classic") in book)
        mover = await on_turn(ada, grace, board)
        await mover.press(await mover.see("it is your turn"), "Move")
        asked = await mover.see("Which piece?")
        drawn = [part["emoji"] for part in buttons(asked) if part.get("emoji")]
        assert drawn
        assert all(each["available"] for each in drawn)
        # What nobody looks at any more is forgotten, but for these.
        backend = page.env.backend
        forget(backend, keep=0)
        emoji = backend.application_emojis[int(drawn[0]["id"])]
        assert emoji.name.startswith("bb_bump_")
        kept = {
            backend.cdn.get(picture_of(each.id))
            for each in backend.application_emojis.values()
            if each.name.startswith("bb_bump_1_0_classic_")
        }
        assert kept == {icon(*FACING_RIGHT).png()}
