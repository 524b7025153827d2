"""Following others' matches and private notes, and the private answers to both."""

from bot.front import ids
from bot.front.actions import match_action
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import escape
from bot.front.discord.other_shards import is_member
from bot.front.ui.answers import own_note, reply_with_notes
from bot.front.ui.base import Address, Button, button_row, match_button
from bot.model.match import OPEN, Match
from bot.model.records import PrivateNote
from bot.service.personal.following import is_onlooker

FOLLOWED = (
    "You follow match {number}: I tell you of its turns and its end by direct message, at most "
    "once an hour and not in your quiet hours. Nobody else learns of it. `/follow` again ends it."
)
UNKNOWN_READERS = (
    "I am not a member of the server in which match {number} is played, so I can't know who may "
    "read it, and I tell nobody about it. `/board` shows it to you there."
)
UNFOLLOWED = "You no longer follow match {number}."
NOTED = "Noted about match {number}, for you alone. It is shown with your private board."
REMOVED = "Your note about match {number} is removed. It said: {text}"
NOTHING = "No note about match {number} yet. Add one with `text`."


async def follow_or_not(interaction: Interaction, match: Match) -> None:
    if await interaction.client.service.following.is_followed(match.id, ids.user(interaction)):
        await unfollow_match(interaction, match)
    else:
        await follow_match(interaction, match)


@match_action("follow", "Follow")
async def follow_match(interaction: Interaction, match: Match) -> None:
    if match.guild is not None and not await is_member(interaction.client, match.guild):
        raise PrivateReply(UNKNOWN_READERS.format(number=match.id))
    await interaction.client.service.following.follow(match, ids.user(interaction))
    view = button_row(("unfollow",), Address(match.id, match.seq))
    await reply_with_notes(interaction, match, FOLLOWED.format(number=match.id), view)


@match_action("unfollow", "Unfollow")
async def unfollow_match(interaction: Interaction, match: Match) -> None:
    await interaction.client.service.people.unfollow(ids.user(interaction), match.id)
    await reply_with_notes(interaction, match, UNFOLLOWED.format(number=match.id))


async def follow_buttons(interaction: Interaction, match: Match) -> list[Button]:
    """The button for an onlooker of an open match to follow it, or to stop."""
    person = ids.user(interaction)
    if match.status not in OPEN or not is_onlooker(match, person):
        return []
    followed = await interaction.client.service.following.is_followed(match.id, person)
    return [match_button("unfollow" if followed else "follow", Address(match.id, match.seq))]


async def keep_note(interaction: Interaction, match: Match, text: str) -> None:
    """Save the person's note about the match; an empty text removes it."""
    service, person = interaction.client.service, ids.user(interaction)
    before = await service.people.find_one(PrivateNote, person=person, match=match.id)
    if await service.private_notes.save(match.id, person, text):
        answer = f"{NOTED.format(number=match.id)}\n{await own_note(interaction, match)}"
    elif before:
        answer = REMOVED.format(number=match.id, text=escape(before.text))
    else:
        answer = NOTHING.format(number=match.id)
    await reply_with_notes(interaction, match, answer)
