"""On one move each thing is asked of the store once, and nothing that does not concern it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.front.conftest import World
from tests.helpers.posting import store_calls

LOOKS = {"upcoming", "pending", "outdated"}
"""The looks of the queue, whose number depends on how the work ends: several ends are one look."""

FIND = {"summaries": 1, "calendar_history": 1}
"""The match that is meant, where none is named, with the calendars of whoever is to move."""

PRESS = {"with_calendars": 1, "draft": 1}
"""The match of a button, and the move that is begun in it."""

PICKER = {"preferences_there": 1, "private_note": 1}
"""How the person sees boards, and what they have noted."""

WRITTEN = {
    # When the clock of whoever is next stands: under the lock of their calendars, so that none
    # changes between the deadline computed by it and the row that holds it.
    "calendar_history": 1,
    "append": 1,
    # Once the move is written: an answer that is prepared until then is played.
    "premoves": 1,
}
POSTED = {
    "for_posts": 1,
    # How boards look there, and how whoever is called wants to hear of it.
    "preferences_there": 1,
    "preferences": 1,
    # How many matches run in the channel: of many each gets a thread.
    "summaries": 1,
    "delivered": 1,
    # The board before the last, which says from now on what was played.
    "last_board": 1,
    "buttons_removed": 1,
}
ANSWERED = {"take_note": 1, "refusal": 1, "summaries": 1}
"""What the answer tells besides: what waits for the person, there and in their other matches."""


@pytest.fixture
async def asked(begun: World) -> Callable[[Awaitable[Any]], Awaitable[tuple[Any, Counter[str]]]]:
    """What an interaction answers, and what was asked of the store until all of it was done. Two
    turns were posted before it, since the bot began."""
    await begun.env.advance_time(1)
    for who in (begun.ada, begun.grace):
        await begun.move(who, "1")

    async def doing(interaction: Awaitable[Any]) -> tuple[Any, Counter[str]]:
        before = store_calls()
        answer = await interaction
        await begun.env.settle()
        made = store_calls() - before
        return answer, Counter({call: n for call, n in made.items() if call not in LOOKS})

    return doing


def all_of(*parts: dict[str, int]) -> Counter[str]:
    return sum(map(Counter, parts), Counter[str]())


async def test_a_move_asks_for_each_thing_once(begun: World, asked: Any) -> None:
    shown, made = await asked(begun.ada.slash(begun.channel, "move", move="1"))
    assert made == all_of(FIND, PICKER, {"draft": 1, "drafts_held": 1, "save_draft": 1})
    _, made = await asked(begun.ada.click(shown.response, label="Confirm"))
    assert made == all_of(PRESS, WRITTEN, POSTED, ANSWERED)
    _, made = await asked(begun.grace.slash(begun.channel, "move", move="1", preview=False))
    assert made == all_of(FIND, WRITTEN, POSTED, ANSWERED, {"preferences_there": 1})


async def test_so_does_the_picker(begun: World, asked: Any) -> None:
    _, made = await asked(begun.ada.click(begun.last, label="Move"))
    assert made == all_of(PRESS, PICKER, {"visit": 1})
    _, made = await asked(begun.ada.slash(begun.channel, "play"))
    assert made == all_of(FIND, PICKER, {"draft": 1, "visit": 1})
