"""What the buttons of a study do besides making moves: walking in it, names and notes, deleting."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from discord import ButtonStyle, SelectOption, TextStyle, ui

from bot.catalog import entry
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply, show_form
from bot.front.discord.markdown import LIMIT, clip, escape, join_lines
from bot.front.picker import typed_moves
from bot.front.picker.components import named_key
from bot.front.picker.controller import OLDER, redraw_screen, show_picker, step_back
from bot.front.picker.controls import TYPE, Control
from bot.front.picker.screen import described
from bot.front.studies.on_study import StudyPicker, picker_at, study_action
from bot.front.studies.views import PLAY_THIS, TO_MATCH, StudyId
from bot.front.text.moves_here import moves_here
from bot.front.text.parts import plain_names
from bot.front.text.turns import move_line, with_bold_names
from bot.front.ui.base import FORM, UNKNOWN, Item, action, message_view, parsed_number
from bot.front.ui.choices import OFFERED
from bot.front.ui.forms import Fields, form, text_field
from bot.games.phrases import counted
from bot.model.game_records.record import LONGEST_NODE_NAME, LONGEST_TEXT
from bot.model.match import Match
from bot.model.studies.as_match import as_match
from bot.model.studies.study import START, Study
from bot.service.personal import drafts

BOARD = Control("To the board", "board")
NAME = Control("Name, note…", "name")
DELETE = Control("Delete…", "delete", ButtonStyle.danger)
REALLY = Control("Yes, delete it", "really", ButtonStyle.danger)
REPLAY = Control("Replay", "replay")
DESCRIBE = Control("Describe", "describe")
SPACE = Control("A space…", "space")
FILE = Control("File", "file")
POST = Control("Post this line", "post")
WHAT_FOLLOWS = Control("Branches", "branches")
LIST = Control("All studies", "list")

NO_BRANCH = "Nothing follows here yet. Make a move on the board."
BRANCHES = "**What follows here:** choose where to go on."
CAME_TRUE = " (came true)"
ASK = "**Delete {what}?** That can't be undone."
MORE = "**{title}** · {count}"


# Walking


def walk_action(name: str) -> Callable[[Callable[[Study], Study]], Callable[[Study], Study]]:
    """Makes a function that walks in a study the act of that button."""

    def add(walk: Callable[[Study], Study]) -> Callable[[Study], Study]:
        @study_action(name, draws=True)
        async def walked(interaction: Interaction, board: StudyPicker, _: str) -> None:
            await show_picker(interaction, await board.walked(interaction, walk))

        return walk

    return add


@study_action("move", draws=True)
@study_action("page", draws=True)
@study_action("close", draws=True)
async def ask_for_move(interaction: Interaction, board: StudyPicker, key: str) -> None:
    """The next choice of a move; the key is the page of what can be chosen, from 0."""
    if board.stored.offers:
        board = await board.changed(interaction, drafts.cleared)
    await show_picker(interaction, replace(board, asks=True), page=parsed_number(key or "0"))


@study_action("whole", draws=True)
async def ask_on_whole(interaction: Interaction, board: StudyPicker, key: str) -> None:
    page = parsed_number(key or "0")
    await show_picker(interaction, replace(board, asks=True), page=page, whole=True)


@study_action("drop", draws=True)
async def drop_move(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """The board again, without the choices of a move."""
    if board.stored.keys or board.stored.offers:
        board = await board.changed(interaction, drafts.cleared)
    await show_picker(interaction, board)


@study_action("far", draws=True)
async def show_far(interaction: Interaction, board: StudyPicker, _: str) -> None:
    await show_picker(interaction, board, whole=True)


walk_action("on")(Study.on)
walk_action("tomatch")(Study.to_match)


@study_action("back", draws=True)
async def go_back(interaction: Interaction, board: StudyPicker, key: str) -> None:
    """One choice back in the move that is being made, or else one move."""
    if board.stored.keys or board.stored.offers:
        await step_back(interaction, replace(board, asks=True), key)
    else:
        await show_picker(interaction, await board.walked(interaction, Study.back))


@study_action("near", draws=True)
@study_action("board", draws=True)
async def return_to_place(interaction: Interaction, board: StudyPicker, _: str) -> None:
    await show_picker(interaction, board)


@study_action("branches")
async def show_branches(interaction: Interaction, board: StudyPicker, key: str) -> None:
    """All that follows here, in words and in a menu; the key is its page, from 0."""
    numbers = board.study.branches()
    if not numbers:
        raise PrivateReply(NO_BRANCH)
    pages = [numbers[first : first + OFFERED] for first in range(0, len(numbers), OFFERED)]
    page = min(parsed_number(key or "0"), len(pages) - 1)
    told = await lanes.VIEWS.run_for(board.owner.id, _told, board, pages[page])
    turning = [
        Control(sign, f"branches{to}")
        for sign, to in (("◀", page - 1), ("▶", page + 1))
        if 0 <= to < len(pages)
    ]
    lines = [BRANCHES, *(f"{n}. {line}" for n, (_, line) in enumerate(told, 1))]
    menu = _branch_menu(board, pages[page], [plain for plain, _ in told])
    await show_words(interaction, board, lines, [BOARD, *turning], [menu])


def _told(board: StudyPicker, numbers: Sequence[int]) -> list[tuple[str, str]]:
    # What each move does, plain for a menu, and with its bold names for a message.
    found = []
    for number in numbers:
        after = as_match(board.study, board.base, board.owner, number)
        node, ply = board.study[number], after.plies[-1]
        name = f"{node.name} · " if node.name else ""
        true = CAME_TRUE if _has_come_true(board.study, number) else ""
        story = after.rules.tell(ply.effects, plain_names(after))
        line = clip(move_line(ply, after, where=""), 160)
        found.append((f"{name}{node.move}{true} · {story}", f"{escape(name)}{line}{true}"))
    return found


def _has_come_true(study: Study, number: int) -> bool:
    return number in study.trunk_line and not study[number].played


def _branch_menu(board: StudyPicker, numbers: Sequence[int], labels: Sequence[str]) -> Item:
    options = [
        SelectOption(label=clip(f"{n}. {label}", 100), value=str(number))
        for n, (number, label) in enumerate(zip(numbers, labels, strict=True), 1)
    ]
    at = board.buttons.to("do", "branch")
    return ui.Select(custom_id=str(at), placeholder="Go on with…", options=options)


@study_action("branch", draws=True)
async def go_to_branch(interaction: Interaction, board: StudyPicker, key: str) -> None:
    number = parsed_node(key)
    await show_picker(interaction, await board.walked(interaction, lambda s: s.go(number)))


def parsed_node(text: str) -> int:
    """The number of a node in a key. Raises PrivateReply for others than ours."""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
        raise PrivateReply(UNKNOWN)
    return int(text)


LONGEST_NUMBER = 9


# More


@study_action("more")
async def offer_ways(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """All that can be done here, without a picture; and the node's whole name and note."""
    own = counted(board.study.own, "move")
    node = board.study[board.study.place]
    told = [move_line(board.match.plies[-1], board.match)] if board.match.plies else []
    lines = [
        MORE.format(title=escape(board.title), count=f"{own} added"),
        *told,
        *([f"**{escape(node.name)}**"] if node.name else []),
        *([escape(node.note)] if node.note else []),
    ]
    await show_words(interaction, board, lines, [BOARD, *_ways(board)])


def _ways(board: StudyPicker) -> Iterator[Control]:
    if board.playable:
        yield PLAY_THIS
    if board.study.branches():
        yield WHAT_FOLLOWS
    if board.follows and board.study.place != board.study.trunk:
        yield TO_MATCH
    if not board.match.outcome:
        yield TYPE
    yield NAME
    if board.match.plies:
        yield REPLAY
    yield DESCRIBE
    if board.branch:
        yield POST
    yield from (FILE, DELETE, LIST)
    yield from (control for control, holds in EXTRA_WAYS if holds(board))


EXTRA_WAYS: list[tuple[Control, Callable[[StudyPicker], bool]]] = []
"""More of them, by the parts that have their own files, each with what it is there for."""


async def show_words(
    interaction: Interaction,
    board: StudyPicker,
    lines: Sequence[str],
    controls: Sequence[Control],
    items: Sequence[Item] = (),
) -> None:
    """Words instead of the board, and below them menus and buttons."""
    text = clip(join_lines(lines), LIMIT - len(board.small) - 10)
    buttons: list[Item] = [*items, *map(board.button, controls)]
    await redraw_screen(interaction, f"{text}\n-# {board.small}", view=message_view(buttons))


@study_action("describe")
async def describe_place(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """The board in words, for those who can't see it."""
    words = await lanes.VIEWS.run_for(board.owner.id, described, board.match)
    await show_words(interaction, board, [board.heading, escape(words)], [BOARD, SPACE])


# Deleting


@study_action("delete")
async def ask_to_delete(interaction: Interaction, board: StudyPicker, _: str) -> None:
    study = board.study
    count = sum(1 for _ in study.walk(study.place))
    branch = f"this move and {counted(count - 1, 'more')}" if count > 1 else "this move"
    what = "the whole study" if study.place == START else branch
    await show_words(interaction, board, [ASK.format(what=what)], [REALLY, BOARD])


@study_action("really", draws=True)
async def delete_branch(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """Delete the place with all that comes from it; at the start the whole study."""
    if board.study.place == START:
        await interaction.client.service.studies.delete(board.owner.id, board.stored.number)
        await redraw_screen(interaction, DELETED)
        return
    place = board.study.place
    await show_picker(interaction, await board.walked(interaction, lambda s: s.delete(place)))


DELETED = "That study is deleted. `/study` shows the others."


# Forms. Nothing is acknowledged before one is opened.


@action(StudyId, "name", acknowledge=None)
async def open_name_form(interaction: Interaction, at: StudyId) -> None:
    """The form for the name and the note of the node at which the study is now."""
    board = await picker_at(interaction, at.number)
    place = board.study.place
    node = board.study[place]
    name = text_field(
        "name",
        "Name of this position",
        written=node.name,
        required=False,
        max_length=LONGEST_NODE_NAME,
    )
    note = text_field(
        "note",
        "Your note",
        written=node.note,
        required=False,
        max_length=LONGEST_TEXT,
        style=TextStyle.paragraph,
    )
    await _open_form(interaction, board, f"name{place}", name, note)


@action(StudyId, "type", "Type it…", acknowledge=None)
async def open_study_move_form(interaction: Interaction, at: StudyId) -> None:
    board = await picker_at(interaction, at.number)
    about: ui.Item[Any] = ui.TextDisplay(entry(board.match.game).notation)
    field = text_field("move", "The move", max_length=200)
    await _open_form(interaction, board, "type", about, field)


@action(StudyId, "space", acknowledge=None)
async def open_study_space_form(interaction: Interaction, at: StudyId) -> None:
    board = await picker_at(interaction, at.number)
    await _open_form(interaction, board, "space", text_field("space", "The space", max_length=200))


async def _open_form(
    interaction: Interaction, board: StudyPicker, key: str, *parts: ui.Item[Any]
) -> None:
    await show_form(interaction, form(board.title, board.buttons.to("do", key), parts))


@action(StudyId, FORM)
async def answer_form(interaction: Interaction, sent: StudyId, written: Fields) -> None:
    """Do what a form was for. A move or a space is about the board that the form was opened on; a
    name and a note are for their node, wherever the study is now."""
    name, number = named_key(sent.key)
    board = await picker_at(interaction, sent.number)
    if name == "name":
        at, texts = parsed_node(number), dict(written)
        await show_picker(interaction, await board.walked(interaction, partial(_named, at, texts)))
    elif board.stored.changes != sent.changes:
        await show_picker(interaction, board, note=OLDER)
    elif name == "type":
        await typed_moves.play_typed(interaction, board, written.get("move", ""))
    elif name == "space":
        await _describe_space(interaction, board, written.get("space", ""))
    else:
        raise PrivateReply(UNKNOWN)


def _named(number: int, written: Fields, study: Study) -> Study:
    named = study.rename(number, written.get("name", ""))
    return named.annotate(number, written.get("note", ""))


async def _describe_space(interaction: Interaction, board: StudyPicker, space: str) -> None:
    words = await lanes.VIEWS.run_for(board.owner.id, _space_text, board.match, space)
    await show_words(interaction, board, [words], [BOARD, SPACE, DESCRIBE])


MOVES_ROOM = 1000
"""Characters for the moves that can be made on a space."""


def _space_text(match: Match, space: str) -> str:
    text = with_bold_names(match, partial(match.rules.describe_cell, match.position, space))
    return join_lines(filter(None, [text, moves_here(match, space, MOVES_ROOM)]))
