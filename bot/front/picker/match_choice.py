"""A typed move that could be meant for several matches: a button for each goes on with it."""

from collections.abc import Sequence

from discord import ui

from bot.front.discord.context import Interaction, defer_update, reply_private
from bot.front.discord.markdown import clip, inline_code
from bot.front.find_match import SeveralMatches, find_own, match_label
from bot.front.picker import typed_moves
from bot.front.picker.on_match import fresh_board
from bot.front.ui.base import GuardedItem, TypedId, message_view
from bot.model.records import MatchSummary

# Buttons below a message at most.
MOST_MATCHES = 25

# Whether a move is shown before it counts, by what the custom ids say.
PREVIEW = {"ask": True, "play": False, "usual": None}

# What the custom ids say of moves that are to be compared.
COMPARE = "compare"


class MatchChoiceButton(GuardedItem[TypedId], kind=TypedId):
    """A match that the typed move may be meant for."""

    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        at = self.parsed
        match = await find_own(interaction, at.match)
        if at.purpose == COMPARE:
            await typed_moves.compare_typed(interaction, match, at.text)
        else:
            board, preview = fresh_board(interaction, match), PREVIEW[at.purpose]
            await typed_moves.play_typed(interaction, board, at.text, preview=preview)


async def ask_which(
    interaction: Interaction, several: SeveralMatches, text: str, purpose: str
) -> None:
    """Ask which match a typed move is for. A move too long for a button has to be typed again."""
    if not 0 < len(text) <= TypedId.LONGEST or "\n" in text:
        raise several
    buttons = _choice_buttons(interaction.user.id, several.rows, text, purpose)
    question = f"You have several matches here. Which one is {inline_code(text)} for?"
    await reply_private(interaction, question, view=message_view(buttons))


def _choice_buttons(
    reader: int, rows: Sequence[MatchSummary], text: str, purpose: str
) -> list[MatchChoiceButton]:
    return [
        MatchChoiceButton(
            ui.Button(label=clip(match_label(row, reader), 80)), TypedId(row.match, purpose, text)
        )
        for row in rows[:MOST_MATCHES]
    ]


def purpose_of(preview: bool | None) -> str:
    """What the custom ids say for a move to be shown first, played at once, or as usual."""
    return next(name for name, value in PREVIEW.items() if value is preview)
