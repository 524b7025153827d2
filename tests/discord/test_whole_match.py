"""The real bot in its own process at the fake Discord, on a file: a match, kills, and faults."""

import asyncio

import pytest

from tests.discord import checks
from tests.discord.faults import PASSING, sends
from tests.discord.players import Players, table_of
from tests.discord.processes import BotProcess
from tests.discord.truth import all_is_said, plies_of
from tests.discord.world import FakeDiscord


async def require_whole(fake: FakeDiscord, bot: BotProcess, players: Players, moves: int) -> None:
    """Nothing lost, doubled or out of order, and as many moves as were made."""
    await all_is_said(bot.database)
    plies = await plies_of(bot.database)
    assert checks.wrong_moves(players.tries, plies) == []
    assert checks.troubles(fake) == []
    assert sum(map(len, plies.values())) == moves
    assert checks.missing_posts(fake, range(1, moves + 3)) == []


async def test_a_match_is_played_over_real_http(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.play(table, 4)
    await require_whole(fake, bot, players, 4)
    boards = [m for m in table.channel.messages.values() if m.body["attachments"]]
    picture = boards[-1].body["attachments"][0]["url"].removeprefix(f"{fake.base}/files/")
    assert fake.files[picture]


@pytest.mark.long
async def test_kills_in_the_middle_lose_and_double_nothing(
    fake: FakeDiscord, bot: BotProcess
) -> None:
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.begin(table)
    for number in range(6):
        moving = asyncio.create_task(players.move(table))
        if number % 2:
            # Killed as soon as anything of the move has reached Discord.
            changed = fake.changed
            await changed.wait()
            await bot.kill()
            await bot.start()
        await moving
    plies = await plies_of(bot.database)
    await require_whole(fake, bot, players, len(plies[1]))
    assert len(plies[1]) >= 6


@pytest.mark.long
async def test_faults_while_posting_are_made_good(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.begin(table)
    for moves, fault in enumerate(PASSING, 1):
        await all_is_said(bot.database)
        fake.faults.plan(fault, sends)
        await players.move(table)
        await all_is_said(bot.database)
        assert fake.faults.counts[fault] == 1, moves
    await require_whole(fake, bot, players, len(PASSING))


@pytest.mark.long
async def test_a_gateway_that_breaks_loses_no_command(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.begin(table)
    for end in (fake.gateway.cut, fake.gateway.ask_to_reconnect, fake.gateway.invalidate):
        (session,) = fake.gateway.live
        await end(session)
        await players.move(table)
    await require_whole(fake, bot, players, 3)


@pytest.mark.long
async def test_an_interaction_that_comes_twice_counts_once(
    fake: FakeDiscord, bot: BotProcess
) -> None:
    table, players = table_of(fake), Players(fake)
    await bot.start()
    await players.begin(table)
    offered = await players.choices(table, table.people[0])
    assert offered
    tried = players.move_of(table, table.people[0], offered[0])
    await asyncio.gather(*(fake.deliver(tried.interaction) for _ in range(2)))
    assert await tried.interaction.settled(players.patience)
    await players.move(table)
    await require_whole(fake, bot, players, 2)


@pytest.mark.long
async def test_an_interaction_that_comes_again_after_the_answer_is_not_played_again(
    fake: FakeDiscord, bot: BotProcess
) -> None:
    # In Bump a pass is legal in every turn.
    table, players = table_of(fake, "bump"), Players(fake)
    ada, grace = table.people
    await bot.start()
    await players.begin(table)
    passed = await players.try_move(table, ada, "pass")
    await players.try_move(table, grace, "pass")
    await fake.deliver(passed.interaction)
    # By then it would have been played.
    for _ in range(5):
        await players.send(fake.command(grace, table.channel, "describe", match=table.match))
    await require_whole(fake, bot, players, 2)
