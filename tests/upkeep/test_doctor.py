"""What the doctor finds at Discord, on this machine and among processes, over real HTTP."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import discord
import pytest
from discord import app_commands
from discord.http import Route

from bot.front.commands import commands
from bot.front.discord.emojis import every_piece
from bot.front.discord.sharding import API
from bot.model.clock.units import DAY
from bot.model.places import Mode, Place, State
from bot.model.ports import Store
from bot.model.records import ChannelId, DueKind, GuildId, MatchId
from bot.store.maintenance import MOST_SPOTS, ProcessShards
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect
from bot.upkeep import at_discord
from bot.upkeep.backups import FAILED, back_up_tonight, last_night
from bot.upkeep.doctor import look_at_backups, look_at_disks, look_at_pictures, look_at_shards
from bot.upkeep.findings import compare_clocks
from tests.discord.fake.faults import EVER, Fault
from tests.discord.fake.records import THREAD, Channel, snowflake
from tests.discord.fake.world import FakeDiscord, running
from tests.helpers.commands import run
from tests.helpers.stores import opened, running_match
from tests.store.contracts.ratings import ended

AT = time(3)
SEND, ATTACH = 1 << 11, 1 << 15


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with running(FakeDiscord()) as made:
        yield made


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite3"


async def begin(store: SqliteStore, channels: Sequence[tuple[int, int]]) -> list[MatchId]:
    return [
        await running_match(store, ChannelId(channel), GuildId(guild))
        for guild, channel in channels
    ]


async def filled(database: Path, channels: Sequence[tuple[int, int]]) -> None:
    async with opened(SqliteStore.open(database)) as store:
        await begin(store, channels)


async def doctor(database: Path | str, base: str, **environment: str) -> tuple[int, list[str]]:
    """`bumpbot doctor` in a process of its own: its exit status, and its lines."""
    settings = {"DISCORD_TOKEN": "fake.a", "BUMPBOT_DATABASE": str(database)}
    settings |= {"BUMPBOT_DISCORD_BASE": base} | environment
    done = await asyncio.to_thread(run, "bot", ["doctor"], os.environ | settings)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


async def test_where_all_is_well_nothing_is_to_be_done(fake: FakeDiscord, database: Path) -> None:
    guild = fake.guild("Harbor", 2)
    await filled(database, [(guild.id, channel) for channel in guild.channels])
    status, lines = await doctor(database, fake.base)
    assert status == 0, lines
    assert lines[-1] == "All is well."
    assert {
        "OK: Discord takes the token",
        "OK: the application's settings",
        "OK: rights in 2 places with running matches",
        "OK: the clock agrees with Discord's",
    } <= set(lines)
    assert fake.unknown == set()


async def test_commands_that_differ_at_discord_are_reported(
    fake: FakeDiscord, database: Path
) -> None:
    await filled(database, [])

    async def told(**environment: str) -> str:
        _, lines = await doctor(database, fake.base, **environment)
        return next(line for line in lines if "Discord has" in line and "pieces" not in line)

    assert (await told()).startswith("SKIPPED: commands: Discord has none")
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    offered = [each.to_dict(tree) | {"id": str(at)} for at, each in enumerate(commands())]
    fake.commands[None] = [*offered, {"id": "77", "type": 4, "name": "launch"}]
    assert await told() == "OK: Discord has the commands of this version"
    fake.commands[5] = offered[1:]
    assert await told(BUMPBOT_GUILD="5") == (
        "TROUBLE: Discord has other commands than this version, so people see those. The bot "
        "offers its own when it starts; where it runs, its log says why Discord did not take them."
    )


async def test_drawn_pieces_that_discord_lacks_are_reported(
    fake: FakeDiscord, database: Path
) -> None:
    await filled(database, [])

    async def told() -> str:
        _, lines = await doctor(database, fake.base)
        return next(line for line in lines if "drawn pieces" in line or "emojis" in line)

    assert (await told()).startswith("SKIPPED: Discord lacks ")
    for identity, piece in enumerate(every_piece(), 1):
        fake.emojis[identity] = piece.named("0")
    assert await told() == "OK: Discord has the drawn pieces of this version"
    del fake.emojis[7]
    assert (await told()).startswith("TROUBLE: Discord lacks 1 of ")
    fake.faults.plan(Fault.REFUSED, lambda request: request.path.endswith("/emojis"))
    assert (await told()).startswith("TROUBLE: Discord does not let the bot have emojis (403 ")


async def test_a_missing_right_is_named_with_its_place(fake: FakeDiscord, database: Path) -> None:
    guild = fake.guild("Harbor", 3)
    first, second, third = guild.channels.values()
    first.denied, third.denied = SEND | ATTACH, ATTACH
    thread = fake.add_channel(Channel(snowflake(), THREAD, "match", GuildId(guild.id), third.id))
    async with opened(SqliteStore.open(database)) as store:
        ids = await begin(store, [(guild.id, each.id) for each in (first, second, third)])
        place = Place(ids[2], Mode.THREAD, ChannelId(thread.id), State.OPEN)
        await store.save_place(place, Place(ids[2]))

    status, lines = await doctor(database, fake.base)

    assert status == 1
    assert [line for line in lines if line.startswith("TROUBLE")] == [
        f"TROUBLE: server {guild.id}, channel {third.id}, thread {thread.id}: the bot lacks "
        "Attach Files. Give it that in the channel.",
        f"TROUBLE: server {guild.id}, channel {first.id}: the bot lacks Send Messages, Attach "
        "Files. Give it that in the channel.",
    ]
    assert lines[-1] == "2 to look at."


async def test_what_is_gone_is_told_from_what_was_left(fake: FakeDiscord, database: Path) -> None:
    guild = fake.guild("Harbor")
    await filled(database, [(guild.id, 77), (88, 99)])
    with closing(connect(database)) as tampering:
        tampering.execute("UPDATE matches SET seq = 9 WHERE id = 1")
        tampering.execute("DELETE FROM seats WHERE match_id = 2")
    status, lines = await doctor(database, fake.base)
    assert any("match 2: what is stored for lists and clocks differs (seats)" in e for e in lines)
    mended = await asyncio.to_thread(
        run, "bot", ["doctor", "--mend"], os.environ | {"BUMPBOT_DATABASE": str(database)}
    )
    assert "mended: 2 of 2 matches" in mended.stdout
    with closing(connect(database)) as tampering:
        assert tampering.execute("SELECT count(*) FROM seats").fetchone() == (4,)
        tampering.execute("UPDATE matches SET seq = 9 WHERE id = 1")
    status, lines = await doctor(database, fake.base)
    assert status == 1
    assert lines[0] == f"Database {database}"
    # Troubles come last, those of the database among them.
    assert [line.startswith("TROUBLE: ") for line in lines[-4:]] == [False, True, True, False]
    assert "match 1 should end with event 9" in lines[-3]
    assert lines[-1] == "2 to look at."
    assert any("channel 77 is gone" in line for line in lines if line.startswith("TROUBLE"))
    assert any("server 88, channel 99: the bot is no member" in line for line in lines)


async def test_so_many_places_are_asked_for_and_no_more(fake: FakeDiscord, database: Path) -> None:
    guild = fake.guild("Harbor", MOST_SPOTS + 3)
    await filled(database, [(guild.id, channel) for channel in guild.channels])
    status, lines = await doctor(database, fake.base)
    assert status == 0
    assert "OK: rights in 100 places with running matches; 3 more are not looked at" in lines
    assert fake.requests["GET /channels/{channel}"] == MOST_SPOTS
    assert fake.requests["GET /guilds/{guild}"] == 1


@pytest.mark.parametrize(("seconds", "way"), [(90, "ahead of"), (-90, "behind")])
async def test_a_clock_that_is_wrong_is_reported(
    fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch, seconds: int, way: str
) -> None:
    wrong = timedelta(seconds=seconds)
    monkeypatch.setattr(at_discord, "utcnow", lambda: datetime.now(UTC) + wrong)
    monkeypatch.setattr(Route, "BASE", f"{fake.base}{API}")
    lines = [line async for line in at_discord.ask_discord("fake.a", ())]
    (trouble,) = [line for line in lines if line.startswith("TROUBLE")]
    assert f"seconds {way} Discord's" in trouble


async def test_a_token_that_discord_refuses_is_reported(fake: FakeDiscord, database: Path) -> None:
    await filled(database, [(1, 2)])
    fake.faults.plan(Fault.UNAUTHORIZED, lambda _: True, times=EVER)
    status, lines = await doctor(database, fake.base)
    assert status == 1
    assert any("refuses DISCORD_TOKEN. Copy it again" in line for line in lines)
    assert not any("fake.a" in line for line in lines)


async def test_without_token_or_network_it_is_said_what_was_left_out(database: Path) -> None:
    await filled(database, [(1, 2)])
    for environment in ({"DISCORD_TOKEN": ""}, {"BUMPBOT_BACKUP": "/backups"}):
        status, lines = await doctor(database, "http://127.0.0.1:9", **environment)
        unknown = "TROUBLE: BUMPBOT_BACKUP is no setting of Bumpbot and does nothing. "
        wrong = f"{unknown}Is BUMPBOT_BACKUPS meant?" in lines
        assert wrong == bool(status) == ("BUMPBOT_BACKUP" in environment)
        assert sum(line.startswith("SKIPPED: Discord") for line in lines) == 1


async def test_settings_that_keep_it_from_playing_are_reported(
    fake: FakeDiscord, database: Path
) -> None:
    await filled(database, [])
    fake.application |= {"bot_require_code_grant": True, "interactions_endpoint_url": "https://a.b"}
    _, lines = await doctor(database, fake.base)
    troubles = [line for line in lines if line.startswith("TROUBLE")]
    assert any("Interactions Endpoint URL" in line for line in troubles), lines
    assert any("code grant" in line for line in troubles)
    assert "SKIPPED: rights: no match is running in a server" in lines


async def test_a_servers_clock_and_processes_are_looked_at(
    postgres_address: str, fake: FakeDiscord
) -> None:
    async with opened(PostgresStore.open(postgres_address)) as store:
        await store.hold_shards(0, 0, 2)
        await _cannot_be_rated(store)
        status, lines = await doctor(postgres_address, fake.base)
    assert status == 1
    assert "OK: the clock agrees with the database's" in lines
    assert any("0-0 of 2. No process has 1: nobody answers there." in line for line in lines), lines
    assert any(UNRATED in line for line in lines), lines


UNRATED = "TROUBLE: rated matches that can't be read, so that they are not rated: 2."


async def _cannot_be_rated(store: Store) -> None:
    """Of two rated matches the second one is put off after trouble."""
    for _ in range(2):
        await ended(store, rated=True)
    _, second = await store.due(DueKind.CONTEST, datetime(2099, 1, 1, tzinfo=UTC), 9)
    await store.put_aside(second, second.at + timedelta(minutes=1))


async def test_rated_matches_that_could_not_be_read_are_named(database: Path) -> None:
    async with opened(SqliteStore.open(database)) as store:
        await _cannot_be_rated(store)
    status, lines = await doctor(database, "http://127.0.0.1:9", DISCORD_TOKEN="")
    assert status == 1
    assert sum(line.startswith(UNRATED) for line in lines) == 1, lines


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ([], "SKIPPED: shards: no bot"),
        ([(None, None, None)], "SKIPPED: shards: no bot"),
        ([(0, 1, 4), (2, 3, 4)], "OK: shards at work: 0-1 of 4, 2-3 of 4"),
        ([(0, 1, 4), (3, 3, 4)], "0-1 of 4, 3-3 of 4. No process has 2: nobody answers there."),
        ([(0, 2, 4), (2, 3, 4)], "2-3 of 4. Two processes have 2: both answer everybody there."),
        ([(0, 0, 1), (1, 1, 2)], "count in different ways"),
    ],
)
def test_each_shard_is_to_be_of_one_process(
    held: list[tuple[int | None, int | None, int | None]], told: str
) -> None:
    assert told in look_at_shards([ProcessShards(*each) for each in held])


def test_clocks_may_be_a_few_seconds_apart() -> None:
    now = datetime.now(UTC)
    for seconds, begins in ((5, "OK"), (-5, "OK"), (6, "TROUBLE"), (-6, "TROUBLE")):
        assert compare_clocks(now + timedelta(seconds=seconds), now, "x").startswith(begins)


def test_missing_pictures_are_reported() -> None:
    assert [line[:2] for line in look_at_pictures(lambda: ["clump"])] == ["OK"]
    (line,) = look_at_pictures(lambda: ["no such game"])
    assert line.startswith("TROUBLE: pictures can't be drawn")
    assert "Reinstall it" in line


def test_a_disk_without_room_for_a_copy_is_reported(tmp_path: Path) -> None:
    much = 1 << 60
    lines = list(look_at_disks(tmp_path / "x.sqlite3", much, tmp_path / "not" / "there"))
    assert [line.startswith("TROUBLE") for line in lines] == [True, True]
    assert all("Make room" in line for line in lines)
    assert all(line.startswith("OK") for line in look_at_disks(tmp_path / "x.sqlite3", 1, tmp_path))
    assert list(look_at_disks("postgresql://server/x", 1, None)) == []


async def test_backups_are_looked_at(database: Path, tmp_path: Path) -> None:
    await filled(database, [])
    folder, now = tmp_path / "backups", datetime.now(UTC)

    async def said(at: datetime = now) -> list[str]:
        return await look_at_backups(database, folder, AT, at)

    assert await look_at_backups(database, None, AT) == ["SKIPPED: backups: switched off"]
    (unsaid,) = await look_at_backups("postgresql://db/bump", None, AT, asked_for=False)
    assert unsaid.startswith("TROUBLE: no backups are made of this server's database: set ")
    (not_yet,) = await look_at_backups(database, folder, AT, asked_for=False)
    assert not_yet.startswith(f"SKIPPED: backups: {folder} is not there. Start the bot: it makes ")
    assert "TROUBLE" in (await said())[0]
    folder.mkdir()
    assert "no backup in" in (await said())[0]
    back_up_tonight(database, folder, AT)
    assert [line[:2] for line in await said()] == ["OK", "OK"]
    assert [line[:2] for line in await said(now + DAY)] == ["OK", "OK"]
    assert "3 nights old" in (await said(now + 3 * DAY))[0]
    (folder / FAILED).write_text("2026-01-01 03:00 UTC: the disk is full.")
    assert "the disk is full" in (await said())[0]
    (newest,) = folder.glob("*.sqlite3")
    newest.write_bytes(b"scrambled" * 1000)
    assert "`bumpbot backup --nightly` makes another" in (await said())[-1]
    assert newest.name == f"bumpbot-{last_night(now, AT)}.sqlite3"


async def test_a_folder_nobody_can_make_is_not_promised(database: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    for folder in (tmp_path / "taken", tmp_path / "taken" / "below"):
        (line,) = await look_at_backups(database, folder, AT)
        assert str(folder) in line
        assert "Set BUMPBOT_BACKUPS to a folder that the bot may write to, or" in line
    (line,) = await look_at_backups(database, tmp_path / "later", AT)
    assert "Start the bot: it makes the folder" in line


async def test_a_failed_backup_is_not_promised_by_a_start(database: Path, tmp_path: Path) -> None:
    (tmp_path / FAILED).write_text("2026-01-01 03:00 UTC: the disk is full.")
    failed, none = await look_at_backups(database, tmp_path, AT)
    assert "the disk is full" in failed
    assert none == f"TROUBLE: no backup in {tmp_path}."
