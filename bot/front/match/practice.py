"""Practice: matches with the bot that nobody else sees, each in one private message."""

from collections.abc import Sequence

from bot.catalog import entry
from bot.front import ids
from bot.front.actions import match_action
from bot.front.discord.context import Interaction, defer_private, defer_update, person_of
from bot.front.discord.markdown import clip
from bot.front.exercises.which_game import games_message
from bot.front.invitations.challenging import agreed
from bot.front.match.analysis import show_hint
from bot.front.match.play import show_more
from bot.front.meant import find_own, plain_match_label
from bot.front.picker.components import PickerId
from bot.front.picker.controller import redraw_screen
from bot.front.picker.on_match import go_on_practicing
from bot.front.picker.practice import PracticeId
from bot.front.ui.base import GREEN, Address, LearnId, action, match_button, message_view
from bot.model.limits import MOST_PRACTICE
from bot.model.match import Match
from bot.model.records import MatchSummary
from bot.model.refusals import Reason, Refused

HEAD = (
    "**Practice is a match with me for yourself.** Nobody sees it, I answer at once, and I give "
    "hints. `/games` keeps it."
)
WHICH = "You practice in several matches. Which one?"
ENOUGH = (
    f"You practice in {MOST_PRACTICE} matches already, and that is the most. Go on with one of "
    "them; **More…** below its board resigns it."
)


async def practice(
    interaction: Interaction, game: str | None = None, level: int | None = None
) -> None:
    """Go on with a match for practice, or begin one; of no game in particular, ask which."""
    running = await interaction.client.service.practice.running(ids.user(interaction), game)
    if level is None and len(running) == 1:
        await go_on_practicing(interaction, await interaction.client.matches.listed(running[0]))
    elif level is None and running:
        await _ask_which(interaction, WHICH, running)
    elif game:
        await begin_practice(interaction, game, level)
    else:
        await redraw_screen(interaction, *await games_message(interaction, HEAD))


async def begin_practice(interaction: Interaction, game: str, level: int | None = None) -> None:
    """Begin a match for practice, instead of what was pressed or as the answer, at that level or
    the one that fits."""
    book, person = interaction.client.service.practice, person_of(interaction.user)
    options = dict(agreed(entry(game), {}, entry(game).players.start))
    try:
        match = await book.begin(person, game, options, level)
    except Refused as refused:
        if refused.reason is not Reason.MANY_PRACTICE:
            raise
        await _ask_which(interaction, ENOUGH, await book.running(person.id))
    else:
        await go_on_practicing(interaction, match)


async def _ask_which(interaction: Interaction, text: str, rows: Sequence[MatchSummary]) -> None:
    person = ids.user(interaction)
    buttons = (
        match_button(
            "practice", Address(row.match, row.seq), clip(plain_match_label(row, person), 80)
        )
        for row in rows
    )
    await redraw_screen(interaction, text, view=message_view(buttons))


@match_action("practice", "Go on", GREEN, defer_update, find=find_own)
async def resume(interaction: Interaction, match: Match) -> None:
    await go_on_practicing(interaction, match)


@action(PracticeId, "", "Again", GREEN)
async def play_level(interaction: Interaction, at: PracticeId) -> None:
    await begin_practice(interaction, at.game, at.level)


@action(LearnId, "playme", "Play me", GREEN, defer_private)
@action(LearnId, "firstmatch", "Play your first match", GREEN, defer_private)
async def play_me(interaction: Interaction, at: LearnId) -> None:
    """Begin a match for practice at the level that fits what was learned and beaten."""
    await begin_practice(interaction, at.game)


# Below the board of one


@action(PickerId, "hint")
async def hint_in_place(interaction: Interaction, at: PickerId) -> None:
    await show_hint(interaction, await find_own(interaction, at.match))


@action(PickerId, "more")
async def offer_more(interaction: Interaction, at: PickerId) -> None:
    await show_more(interaction, await find_own(interaction, at.match))
