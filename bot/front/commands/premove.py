"""The command for prepared answers: kept private, listed, and played when they fit."""

from collections.abc import Sequence

from discord.app_commands import Choice

from bot.front import ids, meant
from bot.front.commands.options import Field, completions, of_match
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    reply_private,
)
from bot.front.picker.typed_moves import described_moves
from bot.front.studies.prepared import prepared_page
from bot.front.ui.choices import OFFERED, Choosable
from bot.model.match import Match
from bot.model.turns import resolve_text
from bot.service.personal.suggestions import texts_at


async def _prepare(
    interaction: Interaction, when: str, then: str, clear: bool, match: Match
) -> None:
    book, person = interaction.client.service.premoves, ids.user(interaction)
    if clear:
        await book.clear(match.id, person)
    elif when or then:
        await book.prepare(match.id, person, when, then)
    text, files, view = await prepared_page(interaction, match)
    await reply_private(interaction, text, files, view)


async def theirs(interaction: Interaction, typed: str) -> list[Choice[str]]:
    return await completions(_theirs(interaction, typed))


async def _theirs(interaction: Interaction, typed: str) -> Sequence[Choosable]:
    match, person = await awaited(interaction), ids.user(interaction)
    return await lanes.COMPLETIONS.run_newest(person, described_moves, match, typed) or []


async def mine(interaction: Interaction, typed: str) -> list[Choice[str]]:
    return await completions(_mine(interaction, typed))


async def _mine(interaction: Interaction, typed: str) -> list[str]:
    # The answers that are legal after the move named.
    match = await awaited(interaction)
    if not (when := getattr(interaction.namespace, "if")):
        raise PrivateReply(typed or "Name the move you want to answer with")
    person = ids.user(interaction)
    return await lanes.COMPLETIONS.run_newest(person, answers, match, when, typed) or []


def answers(match: Match, when: str, typed: str) -> list[str]:
    """The moves after the other's move `when` that continue what is typed. Raises PlayerError."""
    after = resolve_text(match.rules, match.position, when).turn.position
    return texts_at(match, after, typed, OFFERED)


async def awaited(interaction: Interaction) -> Match:
    """The match in which the person waits for the other's move."""
    match = await meant.TO_ANSWER.find(interaction, meant.named_number(interaction))
    if match.turn_person is None:
        raise PrivateReply(f"Match {match.id} is not running: there is no move to wait for.")
    if match.turn_person.id == ids.user(interaction):
        raise PrivateReply(f"It is your turn in match {match.id}: make your move with /move.")
    return match


OPTIONS = (
    Field("when", str, "Their move; leave it out for any move", (), theirs, "", "if"),
    Field("then", str, "Your answer, played when it fits", (), mine, ""),
    Field("clear", bool, "Forget all that you have prepared in the match", default=False),
)
ABOUT = "Your prepared answers; nobody else sees them"
premove = of_match("premove", ABOUT, _prepare, meant.TO_ANSWER, OPTIONS)
