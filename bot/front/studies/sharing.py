"""Lines of studies for others: posted in the channel, copied from there, and as files."""

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256

import discord

from bot.catalog import entry
from bot.front import ids, meant
from bot.front.board.animations import require_sharing_allowed
from bot.front.board.lines import drawn_line, line_in_words
from bot.front.board.pictures import Picture
from bot.front.board.preferences import posted_view
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    defer_private,
    reply_private,
    reply_public,
    take_allowance,
)
from bot.front.discord.home import here
from bot.front.discord.markdown import bold, escape, join_lines
from bot.front.picker import typed_moves
from bot.front.studies.on_study import StudyPicker, open_study, picker_of, study_action
from bot.front.studies.views import StudyId
from bot.front.ui.base import BLUE, Button, CustomId, action, button, message_view
from bot.games.phrases import counted
from bot.model.game_records.archive import record_files
from bot.model.limits import EXPORTS
from bot.model.records import NEXT, NOWHERE, PersonId, Status
from bot.model.studies.as_match import as_match
from bot.model.studies.kept import match_of
from bot.model.studies.study import START, MovePath, Study
from renderers import View, stacked

COUNTS = (
    "That match counts and is still running, so nobody gets advice in it, not even from its "
    "players. Once it is over you can post this line."
)
ELSEWHERE = "Match {match} is played elsewhere, and not everybody here may see it. Post it there."
PRACTICE = "Match {match} is practice, which nobody but you sees. **File** hands the study out."
PLAYED = "The match itself went that way. `/replay` with `share` shows it to everybody here."
POSTED = "{who} shows a line of a study: **{title}**, {after}."
HAS_GONE = "The line is not there any more: whoever posted it has deleted it."
NOT_NOW = "It is not your turn with this move, so it can't be played now. The study stays as it is."
FROM_FILE = "{game}: from a file"
HANDED_OUT = (
    "**Your study**, as text and as JSON, with its variations, names and notes. `/import` reads "
    "either, and on a computer `bumpbot study` shows it."
)


# The match


@study_action("playthis", draws=True)
async def play_this(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """The match's own preview of the branch's next move, with Confirm."""
    if not board.playable:
        raise PrivateReply(NOT_NOW)
    await typed_moves.do_typed(interaction, board.base, board.playable, "ask")


# Posts


class PostedLineId(CustomId, written="studyit:{person}:{number}:{node}:{digest}"):
    """A copy of the line to a node of somebody's study, which they have posted.

    The digest is that of its moves: the study of a match that was deleted and begun again has the
    same numbers, and nobody else may see what is in it.
    """

    person: PersonId
    number: int
    node: int
    digest: str


def _digest(path: MovePath) -> str:
    return sha256(NEXT.join(path).encode()).hexdigest()[:8]


@study_action("post")
async def post_line(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """Show the line to the place to everybody here: its picture, words and moves."""
    await require_may_post(interaction, board)
    await take_allowance(interaction, EXPORTS)
    preferences = await interaction.client.service.preferences.of_posts(ids.guild(interaction), [])
    view = replace(posted_view(preferences), study=True)
    drawing = lanes.EXTRAS.run_for(board.owner.id, _drawn, board, view)
    words, picture = await drawing
    place = board.study.place
    posted = PostedLineId(
        board.owner.id, board.stored.number, place, _digest(board.study.path(place))
    )
    copy = button(posted, "Study it", BLUE)
    files = [picture.file(f"{board.match.game}-study.png")]
    await reply_public(interaction, words, files, message_view([copy]))


async def require_may_post(interaction: Interaction, board: StudyPicker) -> None:
    """Refuse a line that not everybody here may see, or that would be advice where that counts."""
    match = board.base
    if board.follows:
        if match.channel == NOWHERE:
            raise PrivateReply(PRACTICE.format(match=match.id))
        if match.channel != (await here(interaction)).channel:
            raise PrivateReply(ELSEWHERE.format(match=match.id))
        if match.terms.counts and match.status is Status.RUNNING:
            raise PrivateReply(COUNTS)
    if not board.branch:
        raise PrivateReply(PLAYED)
    require_sharing_allowed(interaction)


def _drawn(board: StudyPicker, view: View) -> tuple[str, Picture]:
    moves = [board.study[number].move for number in board.branch]
    first = board.study[board.branch[0]].parent
    start = as_match(board.study, board.base, board.owner, first)
    made = len(board.study.line(first))
    after = f"after {counted(made, 'move')}" if made else "from its start"
    head = POSTED.format(who=bold(board.owner), title=escape(board.title), after=after)
    told = line_in_words(start, moves)
    text = join_lines([head, *told])
    drawn = drawn_line(start, moves, view, "")
    picture = Picture(stacked([each.data for each in drawn]), " ".join(e.alt for e in drawn))
    return text, picture


@action(PostedLineId, "", "Study it", BLUE, defer_private)
async def study_posted(interaction: Interaction, at: PostedLineId) -> None:
    """The posted line in a study of the person's own: that of the match, or a new one."""
    book, person = interaction.client.service.studies, ids.user(interaction)
    theirs = await book.as_left(at.person, at.number)
    path = theirs.study.path(at.node) if theirs and at.node in theirs.study.nodes else ()
    if theirs is None or _digest(path) != at.digest:
        raise PrivateReply(HAS_GONE)
    if of := match_of(at.number):
        match = await meant.find_visible(interaction, of)
        mine = await book.of_match(match, person)
        mine = await book.change(person, of, partial(_with_path, path), match)
    else:
        line = Study(theirs.study.start).play_line(START, path).go(START)
        mine = await book.copy(person, line, theirs.title)
    await open_study(interaction, await picker_of(interaction, mine))


def _with_path(path: Sequence[str], study: Study) -> Study:
    return study.play_line(START, path)


# Files


async def study_of_file(interaction: Interaction, content: bytes) -> Button:
    """The button that opens the study of a record that was sent, a new one of the person's own.
    Raises BadRecord with the line, and Refused if it would be one study too many."""
    person, service = ids.user(interaction), interaction.client.service
    study = await service.game_records.read_study(content, person)
    title = FROM_FILE.format(game=entry(study.start.game).name)
    stored = (await service.studies.copy(person, study, title)).stored
    return button(StudyId("do", stored.number, stored.changes, "board"), "Open as a study", BLUE)


@study_action("file")
async def hand_out_study(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """The whole study as files, in both forms of records."""
    await take_allowance(interaction, EXPORTS)
    record = await interaction.client.service.studies.record(board.stored)
    files = await asyncio.to_thread(record_files, record)
    attached = [discord.File(io.BytesIO(text.encode()), name) for name, text in files]
    await reply_private(interaction, HANDED_OUT, attached)
