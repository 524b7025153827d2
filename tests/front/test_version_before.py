"""A database of version 0.1 opens, and the buttons that version posted still work.

How `version-0.1.db` was made, with version 0.1 in the room of `bot.table.people`: Ada and Grace
played three turns of each game, matches 1 to 5. Then Grace chose piece 17 in match 1, Ada prepared
two answers in match 2, and one in match 3 that does not fit what Grace played there. Ada
unset "Always confirm" and set large text for the server. Linus challenged Grace: match 6. The file
was compacted with VACUUM; `version-0.1.json` holds the messages with buttons that stood there.
"""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord import MemberActor
from simcord.backend.models import Message
from simcord.env import Env

from bot.front.client import Bumpbot
from bot.matches.records import MatchId, Status
from bot.matches.turns import legal_texts
from bot.store.sqlite import maintenance
from bot.store.sqlite.migrator import migrations
from bot.table.people import furnish
from tests.front.conftest import PATIENCE, PatientEnv, World, labels, make_client, said

FILES = Path(__file__).parent.parent / "store" / "files"
MESSAGES: list[dict[str, Any]] = json.loads((FILES / "version-0.1.json").read_text("utf-8"))
PLAYED = {
    1: ["011,12-3", "091,18-0", "01,12-1"],
    2: ["b2-c3", "a7-b6", "a1-b2"],
    3: ["a3-b3", "c4-b4", "a5-b5", "c6-b6"],
    4: ["adopt", "g1 o", "e1"],
    5: ["enter A", "enter B", "enter A^"],
}


@pytest_asyncio.fixture
async def old(tmp_path: Path) -> AsyncIterator[World]:
    """The room as version 0.1 left it, with the present bot in it."""
    database = tmp_path / "matches.sqlite3"
    shutil.copy(FILES / "version-0.1.db", database)
    holder: dict[str, Env] = {}

    def make() -> Bumpbot:
        return make_client(database, holder)

    env = holder["env"] = PatientEnv(make(), settle_timeout=PATIENCE)
    room = furnish(env)
    # The private ones too: simcord would show them to nobody, so here everybody sees them.
    for kept in MESSAGES:
        stored = Message(
            id=env.backend.reserve_id(kept["id"]),
            channel_id=room.channel.id,
            author_id=env.backend.bot_user.id,
            timestamp=env.backend.now_iso(),
            content=kept["content"],
            components=kept["components"],
        )
        env.backend.messages[room.channel.id][stored.id] = stored
    env.backend.advance_clock(60)
    await env.start()
    ada, grace, linus = room.people
    guild = env.backend.guilds[ada.guild.id]
    yield World(env, database, guild, room.channel, ada, grace, linus, ada, make)
    await env.bot.close()
    await env.shutdown()


def posted(world: World, custom_id: str) -> Any:
    """The message of version 0.1 that bears a button of that custom id."""
    bearing = (
        kept["id"]
        for kept in MESSAGES
        if custom_id
        in {item["custom_id"] for row in kept["components"] for item in row["components"]}
    )
    number = next(bearing)
    return next(message for message in world.channel.history() if message.id == number)


async def press(world: World, who: MemberActor, custom_id: str) -> Any:
    """What comes of a press on a button that version 0.1 posted."""
    return await who.click(posted(world, custom_id), custom_id=custom_id)


async def test_every_match_stands_as_it_was_left(old: World) -> None:
    for number, texts in PLAYED.items():
        match = await old.client.matches.match(MatchId(number))
        assert match.status is Status.RUNNING
        assert [ply.text for ply in match.plies] == texts
        assert await press(old, old.grace, f"view:{number}:{3 + len(texts)}")


@pytest.mark.parametrize("number", PLAYED)
async def test_a_board_posted_before_leads_to_the_next_move(old: World, number: int) -> None:
    seq = 3 + len(PLAYED[number])
    mover = old.ada if number == 3 else old.grace
    picker = await press(old, mover, f"move:{number}:{seq}")
    assert "your move is not played yet" in said(picker)
    match = await old.client.matches.match(MatchId(number))
    text = next(t for t in legal_texts(match, "", 25) if t != "pass")
    asked = await mover.slash(old.channel, "move", move=text, match=number)
    await old.confirm(mover, asked)
    after = await old.client.matches.match(MatchId(number))
    assert after.plies[len(PLAYED[number])].text == text
    assert "it is your turn" in old.last.content
    gone_on = await old.linus.slash(old.channel, "board", match=number)
    assert f"`{text}`" in said(gone_on)


async def test_the_open_challenge_can_be_accepted(old: World) -> None:
    await press(old, old.grace, "accept:6:1")
    assert (await old.client.matches.match(MatchId(6))).status is Status.RUNNING
    assert "Move" in labels(old.last)
    picker = await old.linus.click(old.last, label="Move")
    assert "your move is not played yet" in said(picker)


async def test_the_half_made_move_goes_on(old: World) -> None:
    chosen = await press(old, old.grace, "pick:1:6:1:t1")
    assert "Confirm" in labels(chosen.response)
    await old.grace.click(chosen.response, label="Confirm")
    assert len((await old.client.matches.match(MatchId(1))).plies) == 4


async def test_prepared_answers_are_played_and_their_note_is_told(old: World) -> None:
    await old.confirm(old.grace, await old.grace.slash(old.channel, "move", move="b8-a7", match=2))
    texts = [ply.text for ply in (await old.client.matches.match(MatchId(2))).plies]
    assert texts == [*PLAYED[2], "b8-a7", "c3-d4"]
    told = await press(old, old.ada, "view:3:7")
    assert "Your prepared answer zz does not fit c6-b6; it is dropped." in said(told)


async def test_what_people_and_the_server_prefer_still_holds(old: World) -> None:
    book = old.client.matches.preferences
    assert (await book.of_person(old.ada.id, old.ada.guild.id)).confirm is False
    assert (await book.of_person(old.grace.id, old.ada.guild.id)).large is True
    panel = await press(old, old.ada, "wish:me:confirm:on")
    assert "Always confirm: on" in labels(panel.response)


async def test_nothing_is_said_again_when_it_opens(old: World) -> None:
    assert [
        request for request in old.env.http_requests if request.path.endswith("/messages")
    ] == []
    newest = migrations()[-1].number
    assert maintenance.migrate(old.database) == [f"{old.database} is at schema {newest}."]
