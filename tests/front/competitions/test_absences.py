"""After an absence of the bot what has ended is posted before what begins, and is true by then."""

from datetime import datetime, timedelta
from typing import Any

from bot.front.discord.layouts import words_of
from bot.model.records import MatchSummary, Status
from tests.front.competitions.seasons import begun, to
from tests.front.conftest import World
from tests.front.snapshot import snapshot


async def away(world: World, until: datetime) -> None:
    """The bot is stopped, and starts again then."""
    detach = world.env._detach_bot

    async def stopped() -> None:
        await detach()
        world.env.backend.advance_clock((until - world.env.now()).total_seconds())

    with world.patch.context() as patch:
        patch.setattr(world.env, "_detach_bot", stopped)
        await world.restart()
    await world.env.advance_time(1)


async def moved(world: World) -> None:
    """Everybody to move has made their first move in each match that runs."""
    for row in await world.client.store.find(MatchSummary, status=Status.RUNNING):
        [who] = [each for each in people(world) if each.id == row.turn]
        await world.move(who, "1", match=int(row.match))


def people(world: World) -> list[Any]:
    return [world.ada, world.grace, world.linus, world.manager]


async def posted(world: World, until: datetime) -> list[str]:
    """What is posted in the half an hour after an absence, in order."""
    before = len(world.public())
    await away(world, until)
    await world.env.advance_time(1800)
    return [words_of(each) for each in world.public()[before:]]


def first_with(part: str, texts: list[str]) -> int:
    return next(number for number, text in enumerate(texts) if part in text)


def last_with(part: str, texts: list[str]) -> int:
    return len(texts) - 1 - first_with(part, texts[::-1])


async def test_the_end_of_a_season_is_posted_before_boards_of_the_next(world: World) -> None:
    first = await begun(world)
    await moved(world)
    await to(world, first.ends - timedelta(hours=1))
    texts = await posted(world, first.ends + timedelta(days=10))
    end = first_with("season 1** has ended", texts)
    snapshot(texts[end])
    assert last_with("season 1", texts) == end < first_with("season 2, until", texts)


async def cup_with_moves(world: World, rounds: str) -> None:
    """A tournament of all four, in whose first round everybody has moved who is to."""
    cup = {"name": "Cup", "game": "heap", "options": "size: small", "begins": "in 1 hour"}
    await world.ask(world.manager, "tournament announce", **cup, round=rounds, pairs=False)
    for who in people(world):
        await world.tap(who, "Enter", world.last)
    await world.env.advance_time(3700)
    await moved(world)


async def test_the_end_of_a_round_is_posted_before_boards_of_the_next(world: World) -> None:
    await cup_with_moves(world, "3 days")
    texts = await posted(world, world.env.now() + timedelta(days=6))
    assert last_with("the match is shared", texts) < first_with("play **Heap**", texts)
    assert [m.content for m in world.public() if "Round 2 of 3" in m.content]


async def test_the_end_of_an_evening_is_posted_after_that_of_its_matches(world: World) -> None:
    await cup_with_moves(world, "30 minutes")
    texts = await posted(world, world.env.now() + timedelta(hours=6))
    assert sum("the match is shared" in text for text in texts) == 2
    assert (
        last_with("the match is shared", texts)
        < first_with("**Cup** has ended", texts)
        == len(texts) - 1
    )
    assert not [text for text in texts if "play **Heap**" in text]
