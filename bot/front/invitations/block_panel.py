"""A person's block list, which they alone see, with a button for each name to take it off."""

from discord import ui

from bot.front.components.base import GuardedItem, UnblockId, message_view
from bot.front.context import (
    Interaction,
    Message,
    defer_update,
    replace_private,
    reply_private,
)
from bot.front.text.markdown import bold, clip, join_lines
from bot.matches.events import Person

SHOWN = 25
"""Buttons of a message."""

NONE = "You have blocked nobody. `/block` keeps somebody from challenging you."
WHAT = (
    "They can't challenge you, ask you for a rematch, or take a seat in your challenges. They are "
    "not told of it, and matches that run go on.\n"
    "-# `/settings` says who else may challenge you."
)


async def show_blocked(interaction: Interaction, said: str = "") -> None:
    """Show the list, privately, below what was done."""
    people = await interaction.client.matches.welcome.blocked(interaction.user.id)
    await reply_private(interaction, *block_panel(people, said))


def block_panel(people: list[Person], said: str = "") -> Message:
    """The message that lists everybody who is blocked."""
    shown = people[:SHOWN]
    buttons = message_view(_button(person) for person in shown)
    if not people:
        return "\n".join(filter(None, [said, NONE])), [], buttons
    names = [f"- {bold(person)}" for person in shown]
    more = len(people) - len(shown)
    names += [f"- … and {more} more. `/unblock` takes off any of them."] if more else []
    number = "1 person" if len(people) == 1 else f"{len(people)} people"
    title = f"**You have blocked {number}.** {WHAT}"
    return join_lines(filter(None, [said, title, *names])), [], buttons


def _button(person: Person) -> "UnblockButton":
    label = clip(f"Unblock {person.name}", 38)
    return UnblockButton(ui.Button(label=label), UnblockId(person.id))


class UnblockButton(GuardedItem[UnblockId], kind=UnblockId):
    """Takes somebody off the list of whoever presses it."""

    async def press(self, interaction: Interaction) -> None:
        """Take them off, and show the list anew. Pressed twice it does no more."""
        await defer_update(interaction)
        welcome, me = interaction.client.matches.welcome, interaction.user.id
        people = await welcome.blocked(me)
        for person in people:
            if person.id == self.parsed.person:
                await welcome.unblock(me, person)
        left = [person for person in people if person.id != self.parsed.person]
        await replace_private(interaction, *block_panel(left))
