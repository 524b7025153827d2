"""The real bot in its own process at the fake Discord, on a file: a match, kills, and faults."""

import asyncio

import pytest

from tests.discord import checks
from tests.discord.faults import PASSING, sends
from tests.discord.players import Players, begun, table_of
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
async def test_kills_lose_and_double_nothing(fake: FakeDiscord, bot: BotProcess) -> None:
    table, players = await begun(fake, bot)
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
async def test_faults_and_cuts_lose_and_double_nothing(fake: FakeDiscord, bot: BotProcess) -> None:
    # In Bump a pass is legal in every turn.
    table, players = await begun(fake, bot, "bump")
    for fault in PASSING:
        await all_is_said(bot.database)
        fake.faults.plan(fault, sends)
        await players.move(table)
        await all_is_said(bot.database)
        assert fake.faults.counts[fault] == 1
    for end in (fake.gateway.cut, fake.gateway.ask_to_reconnect, fake.gateway.invalidate):
        (session,) = fake.gateway.live
        await end(session)
        await players.move(table)
    moves = len(PASSING) + 3
    await require_whole(fake, bot, players, moves)

    ada, grace = (table.people[(moves + n) % 2] for n in range(2))
    twice = players.move_of(table, ada, "pass")
    await asyncio.gather(*(fake.deliver(twice.interaction) for _ in range(2)))
    await twice.interaction.done.wait()
    await players.try_move(table, grace, "pass")
    await fake.deliver(twice.interaction)
    # By then it would have been played.
    for _ in range(5):
        await players.send(fake.command(grace, table.channel, "describe", match=table.match))
    await require_whole(fake, bot, players, moves + 2)
