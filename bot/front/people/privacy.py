"""`/privacy`: its text, the export of a person's data, and its deletion."""

import io
import logging

import discord

from bot.front import ids
from bot.front.discord.context import (
    DROPPED,
    Client,
    Interaction,
    PrivateReply,
    defer_private,
    reply_private,
    show_form,
    take_allowance,
)
from bot.front.discord.delivery import deliver
from bot.front.people.leaders import take_roles
from bot.front.ui.base import FORM, RED, CustomId, action, button, message_view
from bot.front.ui.forms import Fields, form, text_field
from bot.model.limits import EXPORTS
from bot.model.privacy.export import ExportFile
from bot.model.records import PersonId

log = logging.getLogger(__name__)

ABOUT = """**What I store about you, and why**
- **Matches**: who sits in them, every move with its time, offers and answers. The match is made \
of that. Everybody in its channel can see it.
- **Your own things**: settings, notices, calendar, notes, prepared answers, unfinished moves, \
which boards you have seen and how many you asked for lately, whom you block, which matches you \
follow; how far you are in lessons and puzzles, which of my levels you have beaten, and \
the roles I gave you for leading a game. Nobody else sees them, but for those roles and, in your \
profile, the highest levels.
- **Results and ratings**: what came of each match of yours, and your rating of each game. \
Everybody can see them in your profile; leaderboards name you unless you switch that off in \
`/settings`.
- **Leagues and tournaments** that you signed up for or took part in, where you stood and whom you \
met. Everybody in their channels can see it.
- **Puzzles of the day** that you opened, until the next one is posted. That tells the channel how \
many tries you took, unless you chose in `/settings` not to be named.
- **Posts**: which messages I made, and which wait.

I keep your Discord number and the name you went by in each match; no messages of yours, no lists \
of members. All of it stays until you delete it; what belongs to a server goes 30 days after \
I was put out of it.
`/privacy export` hands you all of it. `/privacy delete` deletes it for good."""

WARNING = """**This deletes everything about you, everywhere, and can't be undone.**
{open}- In the matches of others you become **Deleted player**: nobody can tell who that was, or \
that two matches had the same one. The moves stay; they are the other side's match too.
- All else goes: settings, calendar, notices, notes, prepared answers, follows, lessons and \
puzzles, levels of mine that you have beaten, sign-ups for leagues, your block list and your place \
on those of others, and matches that you played against me alone.

**What stays:** messages of mine from before with your name in them: ask a manager to delete them. \
What I post from then on does not name you. Backups kept by the person who runs me stay until \
they are replaced, after five weeks at most where I make one every night.
Get a copy first with `/privacy export`. Afterwards you can start again like any newcomer."""

OPEN = """- You leave your {matches}: what runs ends for you as if you resigned (where several \
play, the others play on), your challenges are taken back, invitations to you are declined.
"""

WORD = "delete"
TYPED_WRONG = f"Nothing is deleted. To delete everything, type the word `{WORD}` into the form."
BEGUN = (
    "It has begun, and takes some minutes. I answer nothing else to you until then, and tell you "
    "by direct message when it is done, if you let me write to you."
)
DONE = (
    "Everything that was stored about you is deleted. Messages in Discord, and backups "
    "kept by the person who runs me, are separate: backups disappear as they are replaced. You "
    "can start again any time."
)
HERE = "Here is all that I store about you: once for programs (JSON), once to read (text)."
MORE = "Part {number} of {of}. Each archive holds a JSON file and a text."


class PrivacyId(CustomId, written="privacy:{name}", action="{name}"):
    """The button below the question whether to delete all about a person, or its form."""

    name: str


async def hand_out(interaction: Interaction) -> None:
    await take_allowance(interaction, EXPORTS)
    files = await interaction.client.service.privacy.export(ids.user(interaction))
    if files[0].name.endswith(".zip"):
        for number, each in enumerate(files, 1):
            await reply_private(
                interaction, MORE.format(number=number, of=len(files)), [_attachment(each)]
            )
    else:
        await reply_private(interaction, HERE, [_attachment(each) for each in files])


def _attachment(file: ExportFile) -> discord.File:
    return discord.File(io.BytesIO(file.content), file.name)


async def warn(interaction: Interaction) -> None:
    """Say what would be deleted and what would stay, with the button that leads on."""
    found = len(await interaction.client.matches.of_person(ids.user(interaction)))
    named = "open match" if found == 1 else f"{found} open matches"
    left = OPEN.format(matches=named) if found else ""
    view = message_view([button(PrivacyId("delete"))])
    text = interaction.client.contact.named_in(WARNING.format(open=left))
    await reply_private(interaction, text, view=view)


@action(PrivacyId, "delete", "Delete my data…", RED, acknowledge=None)
async def ask_for_word(interaction: Interaction, _: PrivacyId) -> None:
    """Ask for the word without which nothing is deleted."""
    about = f"Type the word “{WORD}”. It can't be undone."
    field = text_field("word", "Delete it all, for good?", about, max_length=20)
    asked = form("Delete everything about me", PrivacyId("confirm"), [field])
    await show_form(interaction, asked)


@action(PrivacyId, FORM, acknowledge=defer_private)
async def answer_privacy_form(interaction: Interaction, sent: PrivacyId, fields: Fields) -> None:
    """Begin to delete everything, if the word was typed."""
    if sent.name != "confirm" or fields.get("word", "").strip().casefold() != WORD:
        raise PrivateReply(TYPED_WRONG)
    # First, as the deletion forgets which roles they hold.
    await take_roles(interaction.client, ids.user(interaction))
    await interaction.client.service.privacy.request_deletion(ids.user(interaction))
    await reply_private(interaction, BEGUN)


async def tell_deleted(client: Client, person: PersonId) -> None:
    """Notify a person that everything is deleted, if they can be reached."""
    try:
        channel = await client.create_dm(discord.Object(person))
        await deliver(channel.send, {"content": client.contact.named_in(DONE)})
    except (discord.HTTPException, *DROPPED) as error:
        log.info("deletion notice not delivered: %s", error)
