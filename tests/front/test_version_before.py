"""Databases of earlier versions open, and whatever those posted still works when it is pressed.

What stands in them, `tests.store.versions` tells."""

import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from copy import deepcopy
from itertools import cycle, groupby
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord import InteractionResult, MemberActor
from simcord.backend import serializers
from simcord.backend.models import Channel, Message
from simcord.components import walk_components
from simcord.enums import ComponentType
from simcord.env import Env
from simcord.results import to_discord_message

from bot.front.client import Bumpbot
from bot.front.discord.layouts import words_of
from bot.front.ui.base import UNKNOWN
from bot.model.records import MatchId, Status
from bot.store.sqlite import maintenance
from bot.store.sqlite.migrator import migrations
from bot.table.env import furnish
from tests.front.conftest import KEEPING, PATIENCE, PatientEnv, World, labels, make_client, said
from tests.front.snapshot import snapshot
from tests.helpers.long_runs import LONG, mostly_long
from tests.helpers.playing import known
from tests.store.versions import WITH_MESSAGES, copy_file, messages

PLAYED = {
    1: ["011,12-3", "091,18-0", "01,12-1"],
    2: ["b2-c3", "a7-b6", "a1-b2"],
    3: ["a3-b3", "c4-b4", "a5-b5", "c6-b6"],
    4: ["adopt", "g1 o", "e1"],
    5: ["enter A", "enter B", "enter A^"],
}
"""What was played in the matches of version 0.1."""


def _table(env: Env) -> tuple[Any, list[Any]]:
    """The room of the local table, in which version 0.1 was."""
    room = furnish(env)
    return room.channel, [*room.people, room.people[0]]


def _server(env: Env) -> tuple[Any, list[Any]]:
    """The server in which version 0.2 was. The order decides on the ids."""
    guild = env.create_guild()
    channel, _ = guild.create_text_channel("games"), guild.create_text_channel("side")
    people = [guild.add_member(env.create_user(name)) for name in ("Ada", "Grace", "Linus")]
    keepers = guild.create_role("keepers", permissions=KEEPING)
    people.append(guild.add_member(env.create_user("Margaret"), roles=[keepers]))
    people += [guild.add_member(env.create_user(name)) for name in ("Hedy", "Mary")]
    return channel, people


ROOMS: dict[str, Callable[[Env], tuple[Any, list[Any]]]] = {
    "version-0.1": _table,
    "version-0.2": _server,
}


@asynccontextmanager
async def opened(version: str, folder: Path, log: pytest.LogCaptureFixture) -> AsyncIterator[World]:
    """The world as that version left it, with the present bot in it."""
    database = copy_file(version, folder / "matches.sqlite3")
    holder: dict[str, Env] = {}

    def make() -> Bumpbot:
        return make_client(database, holder)

    env = holder["env"] = PatientEnv(make(), settle_timeout=PATIENCE)
    channel, (ada, grace, linus, manager, *_) = ROOMS[version](env)
    left = messages(version)
    for thread in left["threads"]:
        env.backend.create_thread(
            *(thread["parent"], thread["name"], thread["owner"]),
            message_id=thread["id"],
            broadcast=False,
        )
    for person, number in left["direct"].items():
        env.backend.channels[number] = Channel(number, type=1, recipient_ids=[int(person)])
        env.backend.dm_channels[int(person)] = number
        env.backend.messages[number] = {}
    for number in {kept["id"] for kept in left["messages"]}:
        env.backend.reserve_id(number)
    for kept in left["messages"]:
        put(env, kept)
    env.backend.advance_clock(left["seconds"])
    try:
        await env.start()
        guild = env.backend.guilds[ada.guild.id]
        with closing(sqlite3.connect(database)) as connection:
            patch = pytest.MonkeyPatch()
            yield World(
                env, connection, guild, channel, ada, grace, linus, manager, make, patch, log
            )
    finally:
        await env.bot.close()
        await env.shutdown()


def put(env: Env, kept: dict[str, Any]) -> Message:
    """Put a message back where it stood, as it was."""
    private = None
    if kept["person"]:
        user = serializers.user_payload(env.backend.get_user(kept["person"]))
        private = {"id": str(kept["id"]), "type": 2, "user": dict(user)}
    stored = Message(
        id=kept["id"],
        channel_id=kept["channel"],
        author_id=env.backend.bot_user.id,
        timestamp=env.backend.now_iso(),
        flags=kept["flags"],
        content=kept["content"],
        components=deepcopy(kept["components"]),
        interaction_metadata=private,
    )
    env.backend.messages[stored.channel_id][stored.id] = stored
    return stored


@pytest.fixture
async def old(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[World]:
    """The room as version 0.1 left it."""
    async with opened("version-0.1", tmp_path, caplog) as world:
        yield world


async def test_every_match_is_as_it_was_and_goes_on(old: World) -> None:
    # Nothing is said again when it opens.
    assert [each for each in old.env.http_requests if each.path.endswith("/messages")] == []
    ((_, _, file),) = old.sql("PRAGMA database_list")
    newest = migrations()[-1].number
    assert maintenance.migrate(Path(file)) == [f"{file} is at schema {newest}."]
    for number, texts in PLAYED.items():
        match, seq = await old.match(number), 3 + len(texts)
        assert match.status is Status.RUNNING
        assert [ply.text for ply in match.plies] == texts
        assert await press(old, old.grace, f"view:{number}:{seq}")
        mover = old.ada if number == 3 else old.grace
        snapshot(said(await press(old, mover, f"move:{number}:{seq}")))
        legal = (match.rules.format(match.position, m) for m in match.rules.moves(match.position))
        text = next(each for each in legal if each != "pass")
        await old.move(mover, text, match=number)
        assert (await old.match(number)).plies[len(texts)].text == text
        snapshot(words_of(old.last))
        assert f"`{text}`" in await old.ask(old.linus, "board", match=number)


async def test_what_was_open_or_half_made_goes_on_and_what_was_preferred_holds(old: World) -> None:
    await press(old, old.grace, "accept:6:1")
    assert (await old.match(6)).status is Status.RUNNING
    assert "Move" in labels(old.last)
    snapshot(await old.tap(old.linus, "Move"))
    chosen = await press(old, old.grace, "pick:1:6:1:t1")
    assert "Confirm" in labels(chosen.response)
    await old.grace.click(chosen.response, label="Confirm")
    assert len((await old.match(1)).plies) == 4
    # Answers were prepared in two matches; one fits, and a note of the other waits.
    await old.move(old.grace, "b8-a7", match=2)
    texts = [ply.text for ply in (await old.match(2)).plies]
    assert texts == [*PLAYED[2], "b8-a7", "c3-d4"]
    snapshot(said(await press(old, old.ada, "view:3:7")))
    book = old.client.service.preferences
    assert (await book.of_person(old.ada.id, old.ada.guild.id)).confirm is False
    assert (await book.of_person(old.grace.id, old.ada.guild.id)).large is True
    panel = await press(old, old.ada, "wish:me:confirm:on")
    assert "Always confirm: on" in labels(panel.response)


async def press(world: World, who: MemberActor, custom_id: str) -> Any:
    """What comes of a press on a button that version 0.1 posted."""
    for kept in messages("version-0.1")["messages"]:
        if custom_id in {part["custom_id"] for part in parts(kept)}:
            return await pressed(world, who, kept, custom_id)
    raise AssertionError(custom_id)


async def pressed(world: World, who: MemberActor, kept: dict[str, Any], custom_id: str) -> Any:
    """What comes of a press on a button of a message as it was, or of the last choice in its menu,
    which may be all that there is of the channels."""
    message = to_discord_message(world.env, put(world.env, kept))
    direct = kept["channel"] in world.env.backend.dm_channels.values()
    actor: Any = who.user if direct else who
    (part,) = [each for each in parts(kept) if each["custom_id"] == custom_id]
    if part["type"] == ComponentType.BUTTON:
        return await actor.click(message, custom_id=custom_id)
    chosen = [part["options"][-1]["value"]] if "options" in part else [world.channel]
    return await actor.select(message, chosen, custom_id=custom_id)


def parts(kept: dict[str, Any]) -> list[dict[str, Any]]:
    shown = walk_components(kept["components"])
    return [part for part in shown if part.get("custom_id") and not part.get("disabled")]


@pytest.mark.parametrize("version", mostly_long(WITH_MESSAGES, WITH_MESSAGES[-1]))
async def test_whatever_it_posted_is_known_and_answered(
    version: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One of each kind, in a long run three, the newest first; by the one who saw it, else by all
    in turn."""
    left = messages(version)
    each = {part["custom_id"]: kept for kept in left["messages"] for part in parts(kept)}
    alike = [list(same) for _, same in groupby(sorted(each, key=kind), kind)]
    taken = {custom_id for same in alike for custom_id in (same[-3:] if LONG else same[-1:])}
    each = {custom_id: kept for custom_id, kept in each.items() if custom_id in taken}
    async with opened(version, tmp_path, caplog) as world:
        people = {person.id: person for person in everybody(world)}
        turns = cycle(people.values())
        receivers = {channel: who for who, channel in world.env.backend.dm_channels.items()}
        for custom_id, kept in reversed(each.items()):
            saw = kept["person"] or receivers.get(kept["channel"])
            who = people[saw] if saw else next(turns)
            if kept["channel"] in receivers and saw != receivers[kept["channel"]]:
                # Between two: the simulated Discord lets one of them alone press there.
                kept = kept | {"channel": world.channel.id}
            require_answer(await pressed(world, who, kept, custom_id), custom_id, caplog)
        for custom_id, form in left["forms"].items():
            sent = await submitted(world, people[form["person"]], form)
            require_answer(sent, custom_id, caplog)


def everybody(world: World) -> list[MemberActor]:
    users = (
        simcord.UserHandle(world.env, world.env.backend.get_user(n)) for n in world.guild.members
    )
    return [MemberActor(world.env, world.ada.guild, user) for user in users if not user._user.bot]


def kind(custom_id: str) -> str:
    """What a custom id has in common with others like it."""
    return re.sub(r":[^:]*\d.*", "", custom_id)


async def submitted(world: World, who: MemberActor, kept: dict[str, Any]) -> Any:
    """What comes of a form that is sent as it was shown."""
    shown = world.env.backend.new_interaction(3, kept["channel"], who.id, who.guild.id)
    shown.show_modal(kept["modal"])
    fields = (row["component"] for row in kept["modal"]["components"] if "component" in row)
    given = {each["custom_id"]: filled_in(each) for each in fields}
    return await who.submit_modal(InteractionResult(world.env, shown), given)


def filled_in(field: dict[str, Any]) -> Any:
    """What somebody leaves as it was, or has to give."""
    if "options" in field:
        return [field["options"][0]["value"]]
    return field.get("value") or "1"


def require_answer(done: Any, custom_id: str, caplog: pytest.LogCaptureFixture) -> None:
    assert done.acknowledged, custom_id
    answers = [answer.content for answer in (done.response, *done.followups) if answer]
    assert UNKNOWN not in "".join(answers), custom_id
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == [], custom_id


async def test_what_was_asked_before_is_answered_now(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    matches = messages("version-0.2")["matches"]
    async with opened("version-0.2", tmp_path, caplog) as world:
        for who, asked, action in (
            (world.grace, "takeback", "lettake"),
            (world.ada, "draw offered", "agree"),
            (world.grace, "replacement", "letreplace"),
            (world.linus, "replacement", "takeover"),
            (world.ada, "stretch", "onepost"),
        ):
            begins = f"{action}:{matches[asked]}:"
            kept, custom_id = next(
                (kept, part["custom_id"])
                for kept in reversed(messages("version-0.2")["messages"])
                for part in parts(kept)
                if part["custom_id"].startswith(begins)
            )
            await pressed(world, who, kept, custom_id)
        named = ("takeback", "draw offered", "replacement")
        now = {name: await world.match(matches[name]) for name in named}
        assert known(await world.client.service.stretches.of(MatchId(matches["stretch"]))).ended
    assert len(now["takeback"].plies) == 2
    assert now["draw offered"].status is Status.ENDED
    assert [person.name for person in now["replacement"].seats if person] == ["Linus", "Grace"]
