"""What is done about a press of a button or menu, and about a submitted form."""

from typing import Any

import discord

from bot.front.discord.context import Interaction, PrivateReply, require_served
from bot.front.discord.errors import report
from bot.front.ui.base import ACTIONS, FORM, UNKNOWN, Action, CustomId
from bot.front.ui.forms import written_fields

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What comes from a button, menu or form."""


def parsed_id(text: str) -> CustomId | None:
    """The values of a custom id; None if it is of no kind that something is done about."""
    kinds = {kind for kind, _ in ACTIONS}
    return next(filter(None, (kind.parse(text) for kind in kinds)), None)


def action_of(at: CustomId | None, *, is_form: bool = False) -> Action | None:
    """What is done about it; None if no version does anything now, or it was never ours."""
    return ACTIONS.get((type(at), FORM if is_form else at.name_of_action)) if at else None


async def press(interaction: Interaction) -> None:
    """Do what was pressed or submitted, or say why not. Raises nothing.

    discord.py forgets forms at a restart, leaves unknown buttons unanswered, and passes errors of
    known ones to nobody; so all of them are handled here instead.
    """
    sent: Any = interaction.data
    is_form = interaction.type is discord.InteractionType.modal_submit
    at = parsed_id(sent["custom_id"])
    try:
        require_served(interaction)
        found = action_of(at, is_form=is_form)
        if found is None:
            raise PrivateReply(UNKNOWN)
        if found.acknowledge:
            await found.acknowledge(interaction)
        await found.act(interaction, at, *([written_fields(sent)] if is_form else []))
    except Exception as error:
        await report(interaction, error, getattr(at, "match", None))
