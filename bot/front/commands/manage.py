"""Where the boards of one match are posted, and what managers of a server can end."""

from discord.app_commands import Range

from bot.front import meant
from bot.front.clock import utcnow
from bot.front.commands.options import (
    REQUIRED,
    Field,
    command_of,
    in_servers,
    of_match,
)
from bot.front.discord.context import Client, Interaction, PrivateReply
from bot.front.match.end import ask_to_call_off
from bot.front.posting import threads
from bot.front.ui.answers import reply_with_notes
from bot.front.ui.answers_only import answers_only
from bot.model.match import OPEN, Match
from bot.model.places import Mode, Place, begun, choose
from bot.model.records import Status


async def _call_off(interaction: Interaction, match: int) -> None:
    await ask_to_call_off(interaction, await meant.find_to_manage(interaction, match))


ENDS = "For managers: end a match here without a result"
HELP = "The number of the match; it is below every board"
NUMBER = Field("match", Range[int, 1], HELP, default=REQUIRED)
calloff = in_servers(command_of("calloff", ENDS, [NUMBER], _call_off), manage_messages=True)


MODES = {
    Mode.AUTO: "as set for the server",
    Mode.THREAD: "its own thread",
    Mode.LIVING: "one board in the channel; older ones shrink to their text",
    Mode.POSTS: "post after post in the channel",
}

LEFT_NOTE = "*This match goes on here; its thread is closed.*"

NO_THREADS = (
    "There can be no thread for match {number}: it is played in a thread or in direct messages "
    "already. Choose another `mode`."
)
MAY_NOT = (
    "I can't make a thread in <#{channel}>: {lack}. Ask somebody who manages the server for it, or "
    "choose another `mode`."
)
ONLY_ANSWERS = (
    "I can only answer where match {number} is played, so there is nothing to choose: its boards "
    "come as answers to moves made there, and the rest goes by direct message."
)
OVER = "Match {number} is over, so no more boards of it are posted."
ANSWERS = {
    Mode.AUTO: "Match {number} is posted as set for the server.",
    Mode.THREAD: "Match {number} is played in its own thread.",
    Mode.LIVING: "Match {number} stays in <#{channel}>; only its newest board keeps its picture.",
    Mode.POSTS: "Match {number} stays in <#{channel}>, post after post.",
}


async def _place(interaction: Interaction, mode: str, match: Match) -> None:
    chosen = Mode(mode)
    await _require(interaction.client, match, chosen)
    await choose_mode(interaction.client, match, chosen)
    text = ANSWERS[chosen].format(number=match.id, channel=match.channel)
    await reply_with_notes(interaction, match, text)


LABELS = [(label, mode.value) for mode, label in MODES.items()]
WHERE = Field("mode", str, "Where, and how", LABELS, default=REQUIRED)
quiet = of_match(
    "quiet", "Where the boards of one match are posted", _place, meant.TO_PLACE, [WHERE]
)


async def _require(client: Client, match: Match, mode: Mode) -> None:
    if match.status not in OPEN:
        raise PrivateReply(OVER.format(number=match.id))
    if await answers_only(client, match):
        raise PrivateReply(ONLY_ANSWERS.format(number=match.id))
    if mode is not Mode.THREAD:
        return
    lacking = await threads.lacking(client, match.guild, match.channel)
    if lacking is None:
        raise PrivateReply(NO_THREADS.format(number=match.id))
    if lacking:
        lack = threads.lack_text(lacking)
        raise PrivateReply(MAY_NOT.format(channel=match.channel, lack=lack))


async def choose_mode(client: Client, match: Match, mode: Mode) -> None:
    """Choose the mode of a match. A thread is made from the current board in the channel."""
    book = client.service.places
    last = await client.service.posts.last_board(match.id)
    board = last and last.post.kind.traits.thread and last.channel == match.channel
    starter = await threads.starter_of(client, match, last.message) if last else None

    def step(place: Place) -> Place:
        after = choose(place, mode, LEFT_NOTE, utcnow())
        if mode is Mode.THREAD and after.may_begin and board:
            return begun(after, starter, utcnow())
        return after

    running = match.status is Status.RUNNING
    await book.change(
        match.id, step if running else lambda place: choose(place, mode, "", utcnow())
    )
    client.service.queue.wake()
