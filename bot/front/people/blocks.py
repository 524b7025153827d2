"""Who may challenge a person, and their block list, which they alone see: a page of `/settings`.

Each name of the list has a button to take it off.
"""

from bot.front import ids
from bot.front.discord.context import Interaction, Message, reply_private
from bot.front.discord.markdown import bold, clip, join_lines
from bot.front.ui.base import Button, CustomId, button, panel_action
from bot.front.ui.settings import effective, page_view, settings_page
from bot.model.events import Person
from bot.model.records import PersonId
from bot.service.personal.preferences import Preferences

# Buttons of a message, below its two menus.
SHOWN = 15

NONE = (
    "You have blocked nobody. `/block` keeps somebody from challenging you, and the menu says who "
    "may do so at all."
)
WHAT = (
    "They can't challenge you, ask you for a rematch, or take a seat in your challenges. They are "
    "not told of it, and matches that run go on. Leagues and tournaments in which you both are "
    "still bring you together.\n"
    "-# The menu says who else may challenge you."
)


class UnblockId(CustomId, written="unblock:{person}"):
    """A person on the block list of the person who presses the button."""

    person: PersonId


async def show_blocked(interaction: Interaction, done: str = "") -> None:
    await reply_private(interaction, *await challenges_page(interaction, done=done))


@settings_page("me", "challenges")
async def challenges_page(
    interaction: Interaction, stored: Preferences | None = None, done: str = ""
) -> Message:
    """The page of the person's settings about challenges to them, below what was done."""
    people = await interaction.client.service.welcome.blocked_by(ids.user(interaction))
    return block_panel(people, await effective(interaction, "me", stored), done)


def block_panel(people: list[Person], chosen: Preferences, done: str = "") -> Message:
    shown = people[:SHOWN]
    buttons = page_view("me", "challenges", chosen, then=map(_button, shown))
    if not people:
        return "\n".join(filter(None, [done, NONE])), [], buttons
    names = [f"- {bold(person)}" for person in shown]
    more = len(people) - len(shown)
    names += [f"- … and {more} more. `/unblock` takes off any of them."] if more else []
    number = "1 person" if len(people) == 1 else f"{len(people)} people"
    title = f"**You have blocked {number}.** {WHAT}"
    return join_lines(filter(None, [done, title, *names])), [], buttons


def _button(person: Person) -> Button:
    return button(UnblockId(person.id), clip(f"Unblock {person.name}", 38))


@panel_action(UnblockId)
async def unblock(interaction: Interaction, at: UnblockId) -> Message:
    """Take a person off the list of the one who presses it."""
    # Pressing it twice changes nothing more.
    service, me = interaction.client.service, ids.user(interaction)
    for person in await service.welcome.blocked_by(me):
        if person.id == at.person:
            await service.welcome.unblock(me, person)
    return await challenges_page(interaction)
