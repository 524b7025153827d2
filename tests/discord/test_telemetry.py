"""What the real bot says of itself, in its own process at the fake Discord: its log and numbers."""

# ruff: noqa: ASYNC110 - the process tells nobody

import asyncio
import json
import re
import socket
import sqlite3
from typing import Any

import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from tests.discord.checks import all_is_said, require_whole
from tests.discord.fake.faults import PASSING, Fault, after_start, sends
from tests.discord.fake.records import COMPLETION, FORM, PRESS, Interaction
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import NAMES, PLACE, Players, Table, begun, table_of
from tests.discord.processes import BotProcess, bumpbot_health, expected, free_port

NOTE = "Beware of grumblewicket"
TYPED = "flabbergastrix"
ODD = "ominoustrich"


@pytest.fixture
def environment() -> dict[str, str]:
    return {
        "FAKE_RETRY": "0.2",
        "BUMPBOT_METRICS": str(free_port()),
        "BUMPBOT_LOG_FORMAT": "json",
        "BUMPBOT_LOG_LEVEL": "DEBUG",
    }


async def samples_of(bot: BotProcess) -> dict[tuple[str, tuple[str, ...]], float]:
    """Every number by its name and the values of its labels."""
    status, text = await bot.asked("/metrics")
    assert status == 200
    return {
        (
            sample.name,
            tuple(value for name, value in sorted(sample.labels.items()) if name != "le"),
        ): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_a_match_over_real_http_is_whole_and_its_numbers_name_nobody(
    fake: FakeDiscord, bot: BotProcess
) -> None:
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.play(table, 4)
    await require_whole(fake, bot.database, players, 4)
    boards = [m for m in table.channel.messages.values() if m.body["attachments"]]
    picture = boards[-1].body["attachments"][0]["url"].removeprefix(f"{fake.base}/files/")
    assert fake.files[picture]
    await all_is_said(bot.database)
    found = await samples_of(bot)
    assert found["bumpbot_interactions_total", ("move", "command")] >= 2
    assert found["bumpbot_interactions_total", ("challenge bounce", "command")] >= 1
    assert found["bumpbot_interactions_total", ("accept", "button")] >= 1
    assert found["bumpbot_interactions_total", ("move", "completion")] >= 2
    assert found["bumpbot_acknowledgement_seconds_count", ("command",)] >= 3
    assert found["bumpbot_answer_seconds_count", ("command",)] >= 3
    assert found["bumpbot_acknowledgement_seconds_count", ("completion",)] >= 2
    assert found["bumpbot_moves_played_total", ("bounce",)] == 4
    assert found["bumpbot_events_appended_total", ("bounce",)] >= 4
    assert found["bumpbot_posts_total", ("delivered",)] >= 3
    assert found["bumpbot_posts_waiting", ()] == 0
    assert found["bumpbot_oldest_post_seconds", ()] == 0
    assert found["bumpbot_matches", ("bounce", "running")] == 1
    assert found["bumpbot_picture_seconds_count", ("bounce", "turns")] >= 2
    assert found["bumpbot_lane_waiting", ("turns",)] == 0
    assert found["bumpbot_discord_requests_total", ("channels/messages", "200")] >= 3
    assert found["bumpbot_discord_requests_total", ("interactions/callback", "200")] >= 4
    assert found["bumpbot_gateway_connected", ("0",)] == 1
    assert found["bumpbot_sessions_left", ()] == 998
    assert found["bumpbot_store_call_seconds_count", ("append",)] >= 3
    assert found["bumpbot_store_up", ()] == 1
    assert found["process_resident_memory_bytes", ()] > 0
    assert ("bumpbot_event_loop_lag_seconds_count", ()) in found
    _, text = await bot.asked("/metrics")
    ids = [*fake.users, *fake.guilds, *fake.channels, *(i.id for i in fake.interactions.values())]
    assert not [each for each in (*map(str, ids), *fake.interactions, *NAMES) if each in text]


@pytest.mark.long
async def test_health_is_reported_over_http_and_by_command(
    fake: FakeDiscord, bot: BotProcess
) -> None:
    place = bot.environment["BUMPBOT_METRICS"]
    code, said = await bumpbot_health(BUMPBOT_METRICS=place)
    assert (code, "No bot answers" in said) == (1, True)
    fake.faults.plan(Fault.STUCK, lambda request: request.path.endswith("/users/@me"))
    starting = asyncio.create_task(bot.start())
    await fake.faults.stuck.get()
    status, text = await bot.asked("/health")
    starting.cancel()
    assert (status, json.loads(text)["status"]) == (503, "starting")
    code, said = await bumpbot_health(BUMPBOT_METRICS=place)
    assert code == 1
    assert said.startswith("starting: gateway connecting")
    await bot.kill()
    await begun(fake, bot)
    status, text = await bot.asked("/health")
    told = json.loads(text)
    assert (status, told["status"]) == (200, "ok")
    assert (told["gateway"], told["store"]) == ("ready", "ok")
    assert [(each["id"], each["connected"]) for each in told["shards"]] == [(0, True)]
    code, said = await bumpbot_health(BUMPBOT_METRICS=place)
    assert code == 0, said
    assert said.startswith("ok: gateway ready (1 of 1 shards), store ok")
    await bot.stop()
    assert (await bumpbot_health(BUMPBOT_METRICS=place))[0] == 1


async def test_health_without_a_place_to_ask_says_what_to_set() -> None:
    code, said = await bumpbot_health()
    assert code == 2
    assert "BUMPBOT_METRICS=9464" in said


@pytest.mark.long
async def test_a_start_and_a_stop_are_a_few_quiet_lines(fake: FakeDiscord, bot: BotProcess) -> None:
    bot.environment["BUMPBOT_LOG_LEVEL"] = "INFO"
    await bot.start()
    async with expected("the log says that it is connected"):
        while not any(line["event"].startswith("connected") for line in bot.told()):
            await asyncio.sleep(0.05)
    assert await bot.stop() == 0
    lines = bot.told()
    assert {line["level"] for line in lines} == {"info"}
    assert lines[0]["event"].startswith("Bumpbot ")
    assert f"matches in {bot.database}" in lines[0]["event"]
    assert lines[-1]["event"] == "stopped; all that was acknowledged is saved"
    assert len(lines) < 12


@pytest.mark.long
async def test_a_taken_port_is_named(fake: FakeDiscord, bot: BotProcess) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", int(bot.environment["BUMPBOT_METRICS"])))
        taken.listen()
        assert not await bot._started()
    assert "BUMPBOT_METRICS: 127.0.0.1:" in bot.log.read_text()
    assert "(another program has that port); choose another port" in bot.log.read_text()
    assert bot.running
    assert bot.running.returncode == 2


def form_of(match: int) -> dict[str, Any]:
    """A move that somebody has written into the form for one."""
    field = {"type": 4, "custom_id": "move", "value": TYPED}
    rows = [{"type": 1, "components": [field]}]
    return {"custom_id": f"type:{match}:2", "components": rows}


def first_answers(request: web.Request) -> bool:
    """Whether the request acknowledges an interaction: a refusal of that is nobody's plan."""
    return request.path.endswith("/callback")


async def use_everything(fake: FakeDiscord, players: Players, table: Table) -> None:
    """Type, press, write and be refused, with texts that nobody else has."""
    ada, channel = table.people[0], table.channel
    note = fake.command(ada, channel, "note", text=NOTE, match=table.match)
    typed = fake.command(ada, channel, "move", move=TYPED, match=table.match)
    odd = fake.command(ada, channel, "move", move=TYPED, match=ODD)
    gone = fake.command(ada, channel, f"move {ODD}", move=TYPED)
    renamed = fake.command(ada, channel, ODD, move=TYPED)
    form = fake.new_interaction(FORM, ada, channel, form_of(table.match))
    forged = fake.new_interaction(
        PRESS, ada, channel, {"custom_id": ODD, "component_type": 2}, fake.messages[-1]
    )
    completed = fake.command(
        ada, channel, "move", kind=4, focused="move", move=TYPED, match=table.match
    )
    for each in (note, typed, odd, gone, renamed, form, forged, completed):
        await fake.deliver(each)
        await each.settled(10)


@pytest.mark.long
@pytest.mark.parametrize("form", ["json", "text"])
async def test_no_name_text_or_token_is_in_the_log(
    fake: FakeDiscord, bot: BotProcess, form: str
) -> None:
    bot.environment["BUMPBOT_LOG_FORMAT"] = form
    table, players = await begun(fake, bot)
    # In the other form each line has the same parts.
    for fault in (*PASSING, Fault.REFUSED) if form == "json" else (Fault.CUT, Fault.REFUSED):
        fake.faults.plan(fault, first_answers if fault is Fault.REFUSED else after_start)
        await use_everything(fake, players, table)
        await players.move(table)
    for end in (fake.gateway.cut, fake.gateway.invalidate):
        (session,) = fake.gateway.live
        await end(session)
        await players.move(table)
    spoil(bot.database)
    await use_everything(fake, players, table)
    async with expected("there is a traceback in the log"):
        while "Traceback" not in bot.log.read_text():
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    log = bot.log.read_text()
    secrets = [bot.token, *fake.interactions]
    found = [each for each in (*NAMES, PLACE, NOTE, TYPED, ODD, *secrets) if each in log]
    found += [str(user.id) for user in table.people if str(user.id) in log]
    assert not found, [line for line in log.splitlines() if any(each in line for each in found)][:5]


def spoil(database: str) -> None:
    """Take a table away, so that faults that nobody has thought of happen."""
    with sqlite3.connect(database) as connection:
        connection.execute("ALTER TABLE drafts RENAME TO lost")
        connection.execute("UPDATE events SET payload = json_set(payload, '$.move', 'gone')")


@pytest.mark.long
async def test_whatever_is_handled_has_an_id_of_its_own(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = await begun(fake, bot)
    ada, channel, match = table.people[0], table.channel, table.match
    await all_is_said(bot.database)
    board = next(m for m in fake.messages if any(at(b, "view") for b in m.buttons()))
    press = next(b for b in board.buttons() if at(b, "view"))
    typing: dict[str, Any] = {"kind": COMPLETION, "focused": "move", "move": "", "match": match}
    asked = {
        ("command", "draw"): fake.command(ada, channel, "draw", match=match),
        ("button", "view"): fake.new_interaction(PRESS, ada, channel, pressed(press), board),
        ("form", "type"): fake.new_interaction(FORM, ada, channel, form_of(match)),
        ("completion", "move"): fake.command(ada, channel, "move", **typing),
    }
    for each in asked.values():
        cut_off(fake, each)
        await fake.deliver(each)
    said: dict[tuple[str, str], list[str]] = {}
    async with expected("the log has a line of each"):
        while any(key not in said for key in asked):
            await asyncio.sleep(0.1)
            said.clear()
            for line in bot.told():
                if line.get("match") == match and "action" in line:
                    key = (line["handling"], line["action"])
                    said.setdefault(key, []).append(line["correlation_id"])
    ids = [set(said[key]) for key in asked]
    assert sum(map(len, ids)) == len(set[str]().union(*ids))
    assert all(re.fullmatch("[0-9a-f]{8}", each) for each in set[str]().union(*ids))

    # A person is told the id of the lines about what failed for them.
    fake.faults.plan(Fault.REFUSED, first_answers)
    refused = fake.command(ada, channel, "note", text=NOTE, match=match)
    await players.send(refused)
    told = re.search(r"error `([0-9a-f]{8})`", refused.text)
    assert told, refused.text
    found = [line for line in bot.told() if line.get("correlation_id") == told[1]]
    assert [(each["level"], each["action"]) for each in found] == [("error", "note")]
    assert found[0]["exception"].endswith(
        "Forbidden: 403 Forbidden (error code: 50013): Missing Permissions"
    )

    # A post that is put off is told with its match.
    fake.faults.plan(Fault.CUT, sends, times=2)
    await players.move(table)
    await all_is_said(bot.database)
    found = [line for line in bot.told() if line.get("handling") == "post"]
    assert {line["match"] for line in found} == {match}
    assert all(line["correlation_id"] and line["post"] for line in found)
    assert (await samples_of(bot))["bumpbot_posts_total", ("put off",)] >= 1


def at(button: dict[str, Any], action: str) -> bool:
    return str(button["custom_id"]).startswith(f"{action}:")


def pressed(button: dict[str, Any]) -> dict[str, Any]:
    return {"custom_id": button["custom_id"], "component_type": 2}


def cut_off(fake: FakeDiscord, interaction: Interaction) -> None:
    """Let both tries to acknowledge it be cut off, which is said in the log each time."""
    fake.faults.plan(Fault.CUT, lambda request: interaction.token in request.path, times=2)


@pytest.mark.long
async def test_lost_suggestions_are_one_quiet_line(fake: FakeDiscord, bot: BotProcess) -> None:
    bot.environment["BUMPBOT_LOG_LEVEL"] = "INFO"
    table, _ = await begun(fake, bot)
    await all_is_said(bot.database)
    ada, channel, match = table.people[0], table.channel, table.match
    cut, late, refused = (
        fake.command(ada, channel, "move", kind=COMPLETION, focused="move", move="", match=match)
        for _ in range(3)
    )
    cut_off(fake, cut)
    fake.faults.plan(Fault.TOO_LATE, lambda request: late.token in request.path)
    fake.faults.plan(Fault.REFUSED, lambda request: refused.token in request.path)
    for each in (cut, late, refused):
        await fake.deliver(each)
    async with expected("the log tells of three lost suggestions"):
        while len(found := [e for e in bot.told() if e["event"].startswith("suggestions")]) < 3:
            await asyncio.sleep(0.1)
    said = {each["event"].partition(":")[0]: each for each in found}
    assert said["suggestions not delivered"]["level"] == "info"
    assert said["suggestions too late"]["level"] == "info"
    assert said["suggestions failed"]["level"] == "error"
    assert [each["event"] for each in bot.told() if "exception" in each] == ["suggestions failed"]
    assert "Ignoring exception" not in bot.log.read_text()
    assert str(ada.id) not in bot.log.read_text()
