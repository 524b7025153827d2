"""What its owner may do to a running bot: start it twice, take its file away, have it back up."""

# ruff: noqa: ASYNC110, ASYNC240 - the process tells nobody

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import EXIT_REFUSED
from bot.store.sqlite.copying import contents_of, require_undamaged
from tests.discord.fake.faults import Fault, Where
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, Table, table_of
from tests.discord.processes import BotProcess, bumpbot_health, expected, free_port
from tests.helpers.commands import run


async def challenge(fake: FakeDiscord, table: Table) -> str:
    ada, grace = table.people
    asked = fake.command(ada, table.channel, "challenge bounce", opponent=grace, first="me")
    await Players(fake).send(asked)
    return asked.text


@pytest.mark.long
async def test_a_second_bot_on_the_same_file_is_refused(fake: FakeDiscord, bot: BotProcess) -> None:
    table = table_of(fake)
    await bot.start()
    assert bot.running
    second = replace(bot, name="b", log=bot.log.with_name("second.txt"), running=None)
    assert not await second._started()
    assert second.running
    assert await second.running.wait() == EXIT_REFUSED
    said = second.log.read_text()
    assert f"is in use by process {bot.running.pid} on " in said
    assert "Traceback" not in said
    assert "match 1" in (await challenge(fake, table)).lower()


async def test_a_file_is_taken_away_and_put_back(fake: FakeDiscord, bot: BotProcess) -> None:
    table = table_of(fake)
    await bot.start()
    file = Path(bot.database)
    file.rename(file.with_name("aside"))
    assert "was taken away" in await challenge(fake, table)
    assert not file.exists()
    file.with_name("aside").rename(file)
    assert "match 1" in (await challenge(fake, table)).lower()
    assert bot.log.read_text().count("Put the same file back") == 1


@pytest.mark.long
async def test_while_it_runs_there_is_a_backup_of_last_night(
    fake: FakeDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    bot.environment = {"BUMPBOT_BACKUPS": str(folder)}
    await bot.start()
    async with expected("there is a backup"):
        while not (found := list(folder.glob("*.sqlite3"))):
            await asyncio.sleep(0.05)
    require_undamaged(found[0])
    assert contents_of(found[0]).matches == 0
    async with expected("the log says that the backup was tried"):
        while "restored for a trial" not in bot.log.read_text():
            await asyncio.sleep(0.05)
    assert sys.executable not in bot.log.read_text()


async def test_two_bots_with_one_token_on_two_files_notice_each_other_and_say_so(
    fake: FakeDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    def pace() -> dict[str, str]:
        return {"FAKE_LOOK": "0.3", "BUMPBOT_METRICS": str(free_port())}

    bot.environment = pace()
    elsewhere, log = str(tmp_path / "other" / "matches.sqlite3"), tmp_path / "other.txt"
    other = replace(bot, database=elsewhere, log=log, environment=pace())
    settings = {"DISCORD_TOKEN": bot.token, "BUMPBOT_DATABASE": bot.database}
    settings |= {"BUMPBOT_DISCORD_BASE": fake.base, "PATH": "/usr/bin:/bin"}
    try:
        await bot.start()
        await other.start()
        for each in (bot, other):
            async with expected(f"{each.log.name} says that another bot is at work"):
                while "another bot with this token is at work" not in each.log.read_text():
                    await asyncio.sleep(0.05)
            said = ""
            # While one replaces the other's mark, there is none for a moment.
            async with expected(f"health says what {each.log.name} says"):
                while "another bot with this token is at work" not in said:
                    _, said = await bumpbot_health(**each.environment)
            assert "reset the token" in said
        doctor = ""
        async with expected("the doctor finds another bot"):
            while "TROUBLE: another bot with this token is at work" not in doctor:
                doctor = (await asyncio.to_thread(run, "bot", ["doctor"], settings)).stdout
    finally:
        await other.kill()
    async with expected("health says no more that another bot is at work"):
        while "another bot" in said:
            _, said = await bumpbot_health(**bot.environment)
    assert "no other bot with this token is running any more" in bot.log.read_text()
    assert fake.unknown == set()


async def test_a_bot_that_is_started_again_or_elsewhere_takes_nobody_for_another(
    fake: FakeDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    bot.environment = {"FAKE_LOOK": "0.1"}
    await bot.start()
    await bot.kill()
    bot.database = str(tmp_path / "other" / "matches.sqlite3")
    await bot.start()
    looks = fake.requests["GET /applications/{application}/emojis/{emoji}"]
    async with expected("it looks for another bot three times"):
        while fake.requests["GET /applications/{application}/emojis/{emoji}"] < looks + 3:
            await asyncio.sleep(0.05)
    assert sum(name.startswith("bumpbot_") for name in fake.emojis.values()) == 1
    assert "another bot" not in bot.log.read_text()


ENTRY_POINT = {
    "id": "77",
    "application_id": "1",
    "version": "78",
    "type": 4,
    "name": "launch",
    "name_localizations": {"de": "start"},
    "description": "Open the activity",
    "handler": 2,
    "contexts": None,
    "integration_types": [0, 1],
    "default_member_permissions": None,
}
"""What Discord makes by itself where an application is given an activity."""


async def test_discords_own_command_is_kept(fake: FakeDiscord, bot: BotProcess) -> None:
    fake.commands[None] = [dict(ENTRY_POINT)]
    await bot.start()
    await bot.stop()
    offered = fake.commands[None]
    kept = next(each for each in offered if each["type"] == 4)
    assert kept == ENTRY_POINT | {"version": kept["version"], "application_id": str(fake.bot.id)}
    assert len(offered) > 20
    assert fake.registered == 1
    await bot.start()
    await bot.stop()
    assert fake.registered == 1
    next(each for each in offered if each["type"] == 1)["name_localizations"] = {"de": "alt"}
    fake.application["integration_types_config"] = {"0": {}}
    await bot.start()
    assert fake.registered == 2
    # The application is for servers alone: Discord would take no command for people.
    fitted = {(*each["integration_types"], *each["contexts"]) for each in fake.commands[None][:-1]}
    assert (len(fake.commands[None]), fitted) == (len(offered), {(0, 0), (0, 0, 1)})
    assert fake.commands[None][-1]["integration_types"] == [0]
    assert "switch on User Install" in bot.log.read_text()
    assert not any(each.get("name_localizations") for each in fake.commands[None][:-1])


@pytest.mark.parametrize(
    ("refused", "times", "name", "what"),
    [
        (lambda request: request.method == "PUT", 1, "commands_refused", "commands"),
        # The mark of the bot is asked for at the same place.
        (lambda request: request.path.endswith("/emojis"), 9, "emojis_refused", "drawn pieces"),
    ],
)
async def test_health_tells_what_discord_does_not_take(
    fake: FakeDiscord, bot: BotProcess, refused: Where, times: int, name: str, what: str
) -> None:
    bot.environment = {"BUMPBOT_METRICS": str(free_port())}
    fake.faults.plan(Fault.REFUSED, refused, times=times)
    await bot.start()
    status, text = await bot.asked("/health")
    async with expected(f"health is ok and tells of {name}"):
        while '"status": "ok"' not in text or f'"{name}": null' in text:
            await asyncio.sleep(0.05)
            status, text = await bot.asked("/health")
    assert status == 200
    assert "403" in json.loads(text)[name]
    code, said = await bumpbot_health(**bot.environment)
    assert code == 0
    assert f"Discord did not take the {what} (403 Forbidden" in said
