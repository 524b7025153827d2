"""Standing challenges, as the channel sees them."""

import signal

from bot.model.records import Status
from tests.front.conftest import ON_FILE, World, labels, said
from tests.helpers.posting import killed_at

DAY = 24 * 3600.0


async def waiting(world: World) -> list[int]:
    """The challenges that wait in the channel."""
    rows = await world.client.matches.of_channel(world.channel.id)
    return [int(row.match) for row in rows if row.status is Status.INVITED]


async def test_one_that_is_taken_is_posted_anew(world: World) -> None:
    sent = await world.ada.slash(world.channel, "challenge heap", standing=True, size="small")
    assert "It stands here, again whenever somebody has taken it, and ends <t:" in said(sent)
    assert "\nStands again whenever somebody has taken it; ends <t:" in world.last.content
    first = world.last
    terms = [line for line in first.content.splitlines() if "days a move" in line]
    await world.grace.click(first, label="Accept")

    assert await waiting(world) == [2]
    assert labels(world.public()[0]) == []
    challenge = next(m for m in world.public()[1:] if "looks for an opponent" in m.content)
    assert terms == [line for line in challenge.content.splitlines() if "days a move" in line]
    assert "Stands again" in challenge.content
    assert labels(challenge) == ["Accept", "Withdraw", "How to play"]
    answered = world.public()[0].content
    assert answered.startswith("**Ada** looked for an opponent at **Heap**.\n")
    assert " · accepted · " in answered
    assert (await world.match()).status is Status.RUNNING

    await world.ada.click(challenge, label="Withdraw")
    assert await waiting(world) == []


async def test_three_stand_in_a_channel_for_thirty_days_and_name_nobody(world: World) -> None:
    refused = await world.ask(world.ada, "challenge heap", opponent=world.grace, standing=True)
    assert refused.startswith("A standing challenge is open to anyone, and this one asks for")
    assert world.public() == []
    for _ in range(3):
        await world.ada.slash(world.channel, "challenge heap", standing=True)
    assert await world.ask(world.ada, "challenge heap", standing=True) == (
        "3 standing challenges of yours are in this channel already: matches 1, 2 and 3. Take one "
        "back first, or make one that is taken once. **Withdraw** below one takes it back."
    )
    await world.env.advance_time(30 * DAY - 60)
    assert sorted(await waiting(world)) == [1, 2, 3]
    await world.env.advance_time(120)
    assert await waiting(world) == []
    assert "nobody took up your challenge in time." in world.last.content


@ON_FILE
async def test_killed_between_answer_and_next_challenge_it_stands_once(world: World) -> None:
    await world.challenge("bump", standing=True, your_reserve=0, their_reserve=0)
    await world.client.store.close()
    assert killed_at(world, "accept", world.grace.id) == -signal.SIGKILL
    await world.env.restart_bot(world.make())
    await world.env.settle()
    assert await waiting(world) == [2]
    await world.restart()
    await world.env.advance_time(DAY)
    assert await waiting(world) == [2]
    assert len([m for m in world.public() if "**Ada** look" in m.content]) == 2


async def test_it_is_not_made_anew_where_no_more_matches_may_begin(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", standing=True, first="them")
    other = world.guild.create_text_channel("other")
    await world.env.settle()
    await world.server_wishes(channels=[other.id])
    await world.grace.click(world.last, label="Accept")
    assert await waiting(world) == []
    assert (await world.match()).status is Status.RUNNING
    await world.move(world.grace, "1")
    reply = said(await world.move(world.ada, "1"))
    assert "Your challenge is not made anew after match 1." in reply
    assert "allowed only in other channels" in reply


async def test_it_is_made_anew_in_a_thread_of_a_channel_that_the_server_names(world: World) -> None:
    made = world.env.backend.create_thread(world.channel.id, "talk", world.ada.id)
    await world.env.settle()
    (thread,) = [each for each in world.channel.threads if each.id == made.id]
    await world.server_wishes(channels=[world.channel.id])
    await world.ada.slash(thread, "challenge heap", standing=True)
    await world.grace.click(world.public(thread)[-1], label="Accept")
    rows = await world.client.matches.of_channel(thread.id)
    assert sorted(row.status for row in rows) == sorted([Status.INVITED, Status.RUNNING])
