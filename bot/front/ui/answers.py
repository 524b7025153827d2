"""Private answers with notes below them, and the way to the next match."""

import logging
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any, TypeVar

import discord
from discord import ui

from bot.front import ids
from bot.front.discord.context import Interaction, reply_private
from bot.front.discord.markdown import escape
from bot.front.ui.base import Address, Button, button_row, match_button, message_view
from bot.model.decide.consent import may_take_back
from bot.model.decide.requirements import is_turn
from bot.model.match import Match
from bot.model.records import PersonId, PrivateNote, WaitingNote
from bot.model.refusals import StoreTrouble
from bot.service.personal.recap import asked_for, last_move

log = logging.getLogger(__name__)

T = TypeVar("T")


async def reply_with_notes(
    interaction: Interaction, match: Match, text: str, view: discord.ui.View | None = None
) -> None:
    await reply_private(interaction, await with_notes(interaction, match, text), view=view)


async def with_notes(interaction: Interaction, match: Match, text: str) -> str:
    """The answer, followed by what prevents posts in the channel and the notes of the store."""
    client, person = interaction.client, ids.user(interaction)
    reading = client.service.posts.for_answer(match.id, person)
    found = await _unless_down("notes not read", match, reading)
    if found is None:
        return text
    note = ""
    if found.is_noted:
        taking = client.service.people.drop(WaitingNote, person=person, match=match.id)
        note = "".join(
            each.text for each in await _unless_down("note not taken", match, taking) or ()
        )
    trouble = await client.undelivered(match, found)
    return "\n".join(filter(None, [text, escape(note), trouble]))


async def own_note(interaction: Interaction, match: Match) -> str:
    """The person's private note about the match, on a line; empty if none, and if the store
    fails."""
    person = ids.user(interaction)
    kept = interaction.client.service.people.find_one(PrivateNote, person=person, match=match.id)
    note = await _unless_down("private note not read", match, kept)
    return f"📝 {escape(note.text)}" if note else ""


async def _unless_down(otherwise: str, match: Match, reading: Awaitable[T]) -> T | None:
    try:
        return await reading
    except StoreTrouble as error:
        log.info("match %s: %s: %s", match.id, otherwise, error)
        return None


Items = Sequence[ui.Item[Any]]

NONE_WAITS = "No other match waits for you."


async def reply_and_lead_on(
    interaction: Interaction, match: Match, text: str, before: Items = ()
) -> None:
    """Answer what was done in a match, with the notes, and below it the buttons `before`, what the
    match still wants of the person, and the way to the next game."""
    noted = await with_notes(interaction, match, text)
    wanted = [] if before else wanted_buttons(match, ids.user(interaction))
    answer, view = await with_next(interaction, match, noted, before=[*before, *wanted])
    await reply_private(interaction, answer, view=view)


async def with_next(
    interaction: Interaction, match: Match, text: str, *, before: Items = (), behind: Items = ()
) -> tuple[str, ui.View | None]:
    """An answer, and below it, between the buttons `before` and `behind`, the way to the next game
    that waits, or that there is none. If the store fails, the answer goes without."""
    person = ids.user(interaction)
    others = message_view([*before, *behind]) if before or behind else None
    try:
        waiting = await interaction.client.service.inbox.waiting(person)
    except StoreTrouble as error:
        log.info("match %s: next match not read: %s", match.id, error)
        return text, others
    count = sum(row.match != match.id for row in waiting)
    if not count:
        return f"{text}\n-# {NONE_WAITS}", others
    return text, message_view([*before, next_button(match, count), *behind])


def next_button(match: Match, waiting: int) -> Button:
    """The button to the game that comes after this one, of that many others that wait."""
    label = f"Next game ({waiting} {'waits' if waiting == 1 else 'wait'})"
    return match_button("next", Address(match.id, match.seq), label)


def wanted_buttons(match: Match, person: PersonId) -> list[Button]:
    """What the match still wants of the person: an answer to the other side, or their move."""
    at = Address(match.id, match.seq)
    if asked_for(match, person):
        return [match_button("answer", at)]
    return [match_button("move", at)] if is_turn(match, person) else []


def takeback_buttons(match: Match, person: PersonId) -> list[Button]:
    """The button that takes back the person's last move, if they may, or asks to."""
    made = last_move(match, person)
    if made is None or not may_take_back(match, person):
        return []
    return [match_button("takeback", Address(match.id, made))]


async def put_question(
    interaction: Interaction, match: Match, question: str, answers: Iterable[str]
) -> None:
    """Ask a question in private, with a button for each of the answers."""
    view = button_row(answers, Address(match.id, match.seq))
    await reply_private(interaction, question, view=view)
