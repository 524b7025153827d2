"""In one flow each thing is asked of the store once, and nothing that does not concern it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.front.conftest import World
from tests.front.snapshot import snapshot
from tests.helpers.posting import HOUR, forbid, refuse_here, store_calls

LOOKS = {"upcoming", "due", "pending", "hold_shards"}
"""The looks of the queue, whose number depends on how the work ends: several ends are one look; and
that the process is at work, which it says now and then."""

FIND = {"summaries": 1, "calendar_history": 1}
"""The match that is meant, where none is named, with the calendars of the player to move."""

PRESS = {"with_calendars": 1, "find_one Draft": 1}
"""The match of a button, and the move that is begun in it."""

PICKER = {"preferences_there": 1, "find_one PrivateNote": 1}
"""How the person sees boards, and what they have noted."""

WRITTEN = {"append": 1}
"""With it the calendars of whoever is next are read, by which the row has the deadline."""

READ = {
    # With it comes how people want to hear of it, how boards look there, and how many matches run
    # in the channel: of many each gets a thread.
    "for_posts": 1,
}
BOARD = {
    "delivered": 1,
    # The board before the last, which says from now on what was played.
    "last_board": 1,
    "buttons_removed": 1,
}
POSTED = Counter(READ) + Counter(BOARD)
ANSWERED = {"for_answer": 1, "summaries": 1}
"""What the answer tells besides: what waits for the person, there and in their other matches."""


TICKED = {
    "with_calendars": 1,
    # Nobody is late for a turn of which the channel was not told.
    "waits": 1,
    "append": 1,
}
"""What the clock does in a match."""

PLANNED = {
    "preferences": 1,
    "calendar_history": 1,
    "turn_notices": 1,
    "held_mentions": 1,
    "write_notices": 1,
}
"""When one person is told of what: of all their turns at once, whichever has changed."""

LOOKED = {"with_calendars": 1}
"""Before somebody is told: the match, for whose server they are looked for."""

TOLD = {"for_posts": 1, "last_board": 1, "delivered": 1}
"""A post for one person: what it says by now, the way to the board, and where it stands."""

OTHER = {"calendar_history": 1}
"""When somebody is told who is not to move."""

TRIED_AGAIN = {
    "events": 1,
    # The channel was looked through, page by page, for what the last try may have made: the match
    # may have gone on meanwhile.
    "for_posts": 1,
}

Asked = Callable[[Awaitable[Any]], Awaitable[tuple[Any, Counter[str]]]]


async def asked_in(world: World, *, looks: bool = False) -> Asked:
    """What an interaction answers, and what was asked of the store until all of it was done, with
    the `looks` or without. Two turns were posted before it, since the bot began."""
    await world.env.advance_time(1)
    for who in (world.ada, world.grace):
        await world.move(who, "1")

    async def doing(interaction: Awaitable[Any]) -> tuple[Any, Counter[str]]:
        before = store_calls()
        answer = await interaction
        await world.env.settle()
        made = store_calls() - before
        kept = {call: n for call, n in made.items() if looks or call.split()[0] not in LOOKS}
        return answer, Counter(kept)

    return doing


@pytest.fixture
async def asked(begun: World) -> Asked:
    return await asked_in(begun)


def all_of(*parts: dict[str, int]) -> Counter[str]:
    return sum(map(Counter, parts), Counter[str]())


async def test_a_move_asks_for_each_thing_once(begun: World, asked: Any) -> None:
    shown, made = await asked(begun.ada.slash(begun.channel, "move", move="1"))
    assert made == all_of(FIND, PICKER, {"find_one Draft": 1, "drafts_held": 1, "save_draft": 1})
    _, made = await asked(begun.ada.click(shown.response, label="Confirm"))
    assert made == all_of(PRESS, WRITTEN, POSTED, ANSWERED)
    _, made = await asked(begun.grace.slash(begun.channel, "move", move="1", preview=False))
    assert made == all_of(FIND, WRITTEN, POSTED, ANSWERED, {"preferences_there": 1})


async def test_so_does_the_picker(begun: World, asked: Any) -> None:
    _, made = await asked(begun.ada.click(begun.last, label="Move"))
    assert made == all_of(PRESS, PICKER, {"visit": 1})
    _, made = await asked(begun.ada.slash(begun.channel, "play"))
    assert made == all_of(FIND, PICKER, {"find_one Draft": 1, "visit": 1})


async def spent(world: World, asked: Asked, hours: float) -> Counter[str]:
    """What is asked while that time passes."""
    _, made = await asked(world.env.advance_time(hours * HOUR))
    return made


@pytest.mark.parametrize("vacation", [False, True])
async def test_so_does_a_clock_that_runs_out(world: World, vacation: bool) -> None:
    if not vacation:
        await world.spend_no_vacation()
    await world.start(time="1 day a move", spare=9)
    asked = await asked_in(world)
    assert await spent(world, asked, 15.9) == Counter()
    # The last call before the time is over, which is planned and then posted.
    assert await spent(world, asked, 0.2) == all_of(PLANNED, LOOKED, TOLD)
    snapshot(world.words)
    # Grace moves the deadline, so that the last call is planned again.
    written = all_of(TICKED, READ, {"delivered": 1})
    made = await spent(world, asked, 8)
    assert made == written + all_of(PLANNED)
    snapshot(world.words)
    await spent(world, asked, 15.8)
    made = await spent(world, asked, 8.2)
    if vacation:
        # The calendar is written with the event, and changes the other turns of its person.
        snapshot(world.words)
        assert made == written + all_of({"clocks_of": 1}, PLANNED, OTHER)
    else:
        snapshot(world.words)
        assert made == written + all_of(OTHER)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_so_does_a_post_that_discord_refuses(
    begun: World, asked: Asked, status: int, code: int
) -> None:
    refuse_here(begun, status=status, code=code)
    held = {"failed": 1, "append": 1}
    _, made = await asked(begun.ada.slash(begun.channel, "move", move="1", preview=False))
    moved = all_of(FIND, WRITTEN, ANSWERED, {"preferences_there": 1})
    # A person who is called directly instead has another plan, as their clock stands.
    assert made == moved + all_of(READ, held, PLANNED, TOLD)
    made = await spent(begun, asked, 0.2)
    assert made == all_of(READ, TRIED_AGAIN, {"failed": 1})

    begun.env.backend.faults.clear()
    _, made = await asked(rights_return(begun))
    # Its clock runs from now on, by the calendar as it is written.
    announced = {"retry_refused": 1, "append": 1}
    assert made == all_of(READ, TRIED_AGAIN, announced, BOARD, PLANNED)
    snapshot(begun.words)


async def rights_return(world: World) -> None:
    forbid(world, send_messages=True)
    await world.env.settle()


@pytest.mark.parametrize("status", [429, 500])
async def test_so_does_a_post_that_is_tried_again(begun: World, asked: Asked, status: int) -> None:
    refuse_here(begun, status=status, code=0, times=1)
    _, made = await asked(begun.ada.slash(begun.channel, "move", move="1", preview=False))
    moved = all_of(FIND, WRITTEN, ANSWERED, {"preferences_there": 1})
    assert made == moved + all_of(READ, {"failed": 1})
    # The channel is looked through: the match may have gone on meanwhile.
    assert await spent(begun, asked, 0.1) == all_of(POSTED, {"for_posts": 1})
    snapshot(begun.words)


# A challenge takes of an allowance, and one by name looks whom its host has just called.
CONFIRMED, CHALLENGED, ACCEPTED = 12, 16, 12
"""The most calls of the store, with the looks of the queue, until all of it is posted."""


async def calls_of(world: World, doing: Awaitable[Any]) -> tuple[Any, int]:
    """What an interaction answers, and how many calls of the store it takes."""
    await world.env.advance_time(1)
    before = store_calls()
    answer = await doing
    await world.env.settle()
    return answer, (store_calls() - before).total()


async def test_a_move_takes_few_calls_also_with_two_pictures(world: World) -> None:
    await world.begin("bump")
    # The first has a chain, whose pictures the second takes away.
    for who, text in ((world.ada, "111,12"), (world.grace, "09,08")):
        shown = await who.slash(world.channel, "move", move=text)
        _, made = await calls_of(world, who.click(shown.response, label="Confirm"))
        assert made <= CONFIRMED
    assert len((await world.match()).plies) == 2


@pytest.mark.parametrize("named", [True, False])
async def test_so_do_a_challenge_and_its_answer(world: World, named: bool) -> None:
    # They have played each other, so that their profiles are read from something.
    await world.begin("bump")
    await world.resign(world.ada)
    guests = [world.grace] if named else []
    answer, made = await calls_of(world, world.challenge("bump", *guests))
    snapshot(answer)
    assert made <= CHALLENGED
    _, made = await calls_of(world, world.grace.click(world.last, label="Accept"))
    assert made <= ACCEPTED
    assert (await world.match(2)).seats
