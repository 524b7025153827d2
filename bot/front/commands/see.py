"""The commands of somebody who looks at things: how a match went, what stands where, what holds."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import find_match
from bot.front.board import animations
from bot.front.board.private_view import require_board
from bot.front.commands.of_match import TO_VIEW, WHICH_TO_VIEW, Meant, of_match
from bot.front.discord.context import Interaction, reply_private
from bot.front.inbox.panel import show_inbox
from bot.front.pages.notices_panel import show_notices
from bot.front.pages.settings_panel import show_settings
from bot.front.preferences import private_view_of
from bot.front.text.turns import status_line, title_for, with_bold_names
from bot.model.inbox.pages import Kind
from bot.model.match import Match

# What somebody must know to whom directions are told, which are those of the channel's board.
TURNED = (
    "Your own pictures are turned round: east is on their left. `/settings` shows them as the "
    "channel sees them."
)


@of_match(
    "replay",
    "See a match again, or some turns of it",
    Meant(find_match.find_to_replay, find_match.all_matches, WHICH_TO_VIEW),
)
@app_commands.rename(first="from", last="to")
@app_commands.describe(
    first="The first turn you want to see",
    last="The last one; leave both out for the whole match",
    share="Show it to everybody here, not only to you",
)
async def replay(
    interaction: Interaction,
    match: Match,
    first: Range[int, 1] | None = None,
    last: Range[int, 1] | None = None,
    share: bool = False,
) -> None:
    await animations.show_animation(interaction, match, first, last, share=share)


@of_match("describe", "What stands on a space, in words", TO_VIEW)
@app_commands.describe(space="The space, as the board names it; the centers of Bump are C1 and C2")
async def describe(interaction: Interaction, space: Range[str, 1, 40], match: Match) -> None:
    require_board(match)
    text = space_text(match, space, interaction.user.id)
    if (await private_view_of(interaction, match)).turned:
        # The person's own pictures stand the other way round.
        text += f"\n-# {TURNED}"
    await reply_private(interaction, text)


def space_text(match: Match, space: str, reader: int) -> str:
    rules, position = match.rules, match.position
    text = with_bold_names(match, lambda names: rules.describe_cell(position, space, names))
    return "\n".join([text, status_line(match, reader), f"-# {title_for(match, reader)}"])


@app_commands.command(
    name="settings", description="Your settings: boards, notices, calendar, challenges and blocks"
)
@app_commands.describe(
    server="For managers: where, how and how long this server plays, and its boards"
)
async def settings(interaction: Interaction, server: bool = False) -> None:
    await show_settings(interaction, "server" if server else "me")


@app_commands.command(name="notices", description="Where and when you are called and reminded")
async def notices(interaction: Interaction) -> None:
    await show_notices(interaction)


@app_commands.command(name="games", description="All your boards, those waiting first")
@app_commands.describe(here="Those of this channel, yours first")
async def games(interaction: Interaction, here: bool = False) -> None:
    await show_inbox(interaction, Kind.HERE if here else Kind.WAITING)
