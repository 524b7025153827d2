"""The command to prepare an answer to the next move: kept private, played at once when it fits."""

from collections.abc import Sequence

from discord.app_commands import Choice

from bot.front import ids, meant
from bot.front.actions import match_action
from bot.front.commands.options import Field, completions, of_match
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    defer_update,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import bold, inline_code
from bot.front.picker.typed_moves import described_moves
from bot.front.ui.base import Address, button_row
from bot.front.ui.choices import OFFERED, Choosable
from bot.model.match import Match
from bot.model.records import PersonId, Premove
from bot.model.turns import resolve_text, texts_at

HOW = (
    "Nothing is prepared in match {number}. Name `then`, your answer, and `if`, the move it is "
    "for; leave `if` out to give it whatever they play."
)


async def _prepare(
    interaction: Interaction, when: str, then: str, clear: bool, match: Match
) -> None:
    person = ids.user(interaction)
    if clear:
        await interaction.client.service.people.drop(Premove, person=person, match=match.id)
    elif when or then:
        await interaction.client.service.premoves.prepare(match.id, person, when, then)
    premoves = await interaction.client.service.premoves.current(match.id, person)
    buttons = button_row(("unprepare",), Address(match.id, match.seq)) if premoves else None
    await reply_private(interaction, listed(match, premoves, person), view=buttons)


@match_action("unprepare", "Clear", acknowledge=defer_update, find=meant.find_own)
async def clear_prepared(interaction: Interaction, match: Match) -> None:
    """Drop the person's premoves in the match, and say so instead of the list."""
    people, person = interaction.client.service.people, ids.user(interaction)
    await people.drop(Premove, person=person, match=match.id)
    await replace_private(interaction, listed(match, [], ids.user(interaction)))


def listed(match: Match, premoves: list[Premove], reader: PersonId) -> str:
    """A person's premoves in a match, for them alone: the special cases come first."""
    if not premoves:
        return HOW.format(number=match.id)
    them = bold(match.others(reader)[0])
    special = [p for p in premoves if p.when]
    lines = [
        f"- If {them} plays {inline_code(p.when)}, you play {inline_code(p.then)}." for p in special
    ]
    general = f"- If {them} plays anything else" if special else f"- Whatever {them} plays"
    lines += [f"{general}, you play {inline_code(p.then)}." for p in premoves if not p.when]
    return "\n".join([*lines, f"-# Match {match.id} · played at once when it fits, else dropped"])


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
    Field("then", str, "Your answer, played at once when it fits", (), mine, ""),
    Field("clear", bool, "Forget all that you have prepared in the match", default=False),
)
ABOUT = "Prepare your answer to their next move; nobody else sees it"
premove = of_match("premove", ABOUT, _prepare, meant.TO_ANSWER, OPTIONS)
