"""What buttons about a match have in common: the match is found, it is checked that what the button
was for still holds, and the message that was pressed loses its buttons when they are done with."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Any, TypeVar

from discord import ButtonStyle

from bot.front import ids
from bot.front.discord.context import (
    Interaction,
    change_pressed,
    defer_private,
    defer_update,
    is_private,
    remove_buttons,
    remove_pressed,
)
from bot.front.meant import find_visible
from bot.front.ui.base import GRAY, Acknowledge, ButtonId, action
from bot.model.decide.answers import RULES
from bot.model.decide.requirements import require_current, require_running
from bot.model.match import Match
from bot.model.records import PersonId, Seq
from bot.model.refusals import Reason, Refused
from bot.model.requests import RequestKind

Find = Callable[[Interaction, int], Awaitable[Match]]
"""Finds the match of that number, if the person may."""

While = Callable[[Match, PersonId, Seq], None]
"""Refuses a person if the match has changed too much since that event, which the button names."""

Around = Callable[[Interaction], AbstractAsyncContextManager[None]]
"""What becomes of the message that was pressed, after the act or a refusal."""

AnyAct = TypeVar("AnyAct", bound=Callable[..., Awaitable[None]])


def match_action(
    name: str,
    label: str,
    style: ButtonStyle = GRAY,
    acknowledge: Acknowledge = defer_private,
    *,
    find: Find = find_visible,
    while_: While | None = None,
    around: Around = lambda _: nullcontext(),
    **given: Any,
) -> Callable[[AnyAct], AnyAct]:
    """Makes a function the act of that button about a match. It gets the interaction, the match,
    and what is given here. One that needs the event of the button is an `action` of a ButtonId."""

    def add(act: AnyAct) -> AnyAct:
        @action(ButtonId, name, label, style, acknowledge)
        async def pressed(interaction: Interaction, at: ButtonId) -> None:
            match = await find(interaction, at.match)
            async with around(interaction):
                if while_:
                    while_(match, ids.user(interaction), at.seq)
                await act(interaction, match, **given)

        return act

    return add


# While what holds


def same_board(match: Match, _: PersonId, seq: Seq) -> None:
    """While the match has the same board."""
    require_current(match, seq)


def still_asked(match: Match, _: PersonId, seq: Seq) -> None:
    """While the match runs and has the same board."""
    require_running(match)
    require_current(match, seq)


def still_newest(match: Match, _: PersonId, seq: Seq, *, kind: RequestKind) -> None:
    """While no other request of that kind has been made."""
    asked = match.requests.of(kind)
    if asked and seq < asked.seq:
        raise Refused(
            "That request is no longer open; somebody has asked again since. Answer the newest "
            "one.",
            RULES[kind].reason,
        )


# What becomes of the message

# The reasons for which a button will never work again, for anybody.
NO_LONGER = (
    Reason.STALE,
    Reason.OVER,
    Reason.NO_DRAW_OFFER,
    Reason.NO_TIME_REQUEST,
    Reason.NO_MUSTER,
    Reason.NO_TAKEBACK,
    Reason.NO_REPLACEMENT,
)

# The text of a private question that was answered too late.
NOT_ASKED = "This question no longer holds."


@asynccontextmanager
async def once(interaction: Interaction) -> AsyncIterator[None]:
    """The buttons are removed when it is done."""
    yield
    await remove_buttons(interaction)


@asynccontextmanager
async def until_too_late(interaction: Interaction, note: str = "") -> AsyncIterator[None]:
    """The buttons are removed when it is finally refused. A private message says so, with a note.
    People who may not press them leave them to others."""
    try:
        yield
    except Refused as refused:
        if refused.reason in NO_LONGER:
            changes = {"content": note} if note and is_private(interaction) else {}
            await change_pressed(interaction, **changes, view=None)
        raise


@asynccontextmanager
async def once_while_it_holds(interaction: Interaction) -> AsyncIterator[None]:
    """The buttons are removed when it is done, or finally refused."""
    async with until_too_late(interaction), once(interaction):
        yield


def until_not_asked(interaction: Interaction) -> AbstractAsyncContextManager[None]:
    """The same for a question: a private one says that it no longer holds."""
    return until_too_late(interaction, NOT_ASKED)


@asynccontextmanager
async def as_question(interaction: Interaction) -> AsyncIterator[None]:
    """The same, and the buttons are also removed when it is done; a private question is deleted."""
    async with until_not_asked(interaction):
        yield
    await remove_pressed(interaction)


# The answer to a question, which holds while the match has the same board.
answer_action = partial(
    match_action, acknowledge=defer_update, while_=still_asked, around=as_question
)
