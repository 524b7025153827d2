"""Typed moves: previewed or played, compared, or refused with what blocks them.

One that could be meant for several matches has a button for each.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from bot.front import ids
from bot.front.board.preferences import preferences_of
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    has_allowance,
    reply_private,
    take_allowance,
)
from bot.front.discord.lanes import give_way
from bot.front.discord.markdown import clip, escape, inline_code, join_lines
from bot.front.meant import SeveralMatches, find_own, match_label
from bot.front.picker import controller
from bot.front.picker.controller import PickerBoard, redraw_screen
from bot.front.picker.controls import offers
from bot.front.picker.on_match import fresh_board
from bot.front.picker.screen import Screen, refusal_picture
from bot.front.text.parts import plain_names
from bot.front.ui.base import Button, CustomId, action, button, message_view
from bot.front.ui.choices import OFFERED
from bot.games.core import IllegalMove, NotationError
from bot.games.phrases import comma_list, quoted
from bot.model.decide.requirements import require_turn
from bot.model.limits import EXPORTS, PICTURES
from bot.model.match import Match
from bot.model.records import MatchId, MatchSummary, PersonId
from bot.model.turns import nearest_texts, resolve_text
from bot.service.personal import drafts
from bot.service.personal.preferences import Preferences
from bot.service.personal.suggestions import legal_texts

# Characters of a refused text that are compared with the legal moves.
LONGEST_MOVE = 80

# Legal moves named next to a refused one.
NEAREST = 3

BETWEEN = ";"

# Pieces between semicolons that may be one move: three stones of Bi-Pod in that column.
JOINED = 4

ELSEWHERE = "`/move` offers every legal move as you type, and `/board` shows the board."

TOO_MANY = "Those are {count} moves; up to {most} fit side by side. Leave some out."


class TypedId(CustomId, written="typed:{match}:{purpose}:{text}"):
    """A match that a typed move may be meant for, and what to do with the move there."""

    LONGEST: ClassVar[int] = 70
    match: MatchId
    purpose: str
    text: str


async def play_typed(
    interaction: Interaction, board: PickerBoard, text: str, *, preview: bool | None = None
) -> None:
    """Make a move, or show first what it does: as asked, or else by the person's setting."""
    preferences = await preferences_of(interaction)
    try:
        if preferences.confirm if preview is None else preview:
            await _preview_typed(interaction, board, text, preferences)
        else:
            await board.play(interaction, text)
    except (NotationError, IllegalMove) as error:
        await refuse_typed(interaction, board, text, error, preferences)


async def _preview_typed(
    interaction: Interaction, board: PickerBoard, text: str, preferences: Preferences
) -> None:
    await take_allowance(interaction, PICTURES)
    match, person = board.match, ids.user(interaction)
    after = await lanes.VIEWS.run_for(person, drafts.match_after, match, person, text, utcnow())
    move = after.plies[-1].text
    board = await board.changed(interaction, lambda found: drafts.with_whole_move(found, move))
    await controller.show_picker(interaction, board, preferences=preferences)


async def compare_typed(interaction: Interaction, match: Match, listed: str) -> None:
    """Show the results of the typed moves side by side; without any, the most promising ones."""
    person, board = ids.user(interaction), fresh_board(interaction, match)
    require_turn(match, person)
    await take_allowance(interaction, EXPORTS)
    texts = await lanes.EXTRAS.run_for(person, split_moves, match, listed)
    if len(texts) > controller.COMPARED:
        raise PrivateReply(TOO_MANY.format(count=len(texts), most=controller.COMPARED))
    right, wrong = await lanes.EXTRAS.run_for(person, _sorted_out, match, person, texts)
    if wrong and not right:
        text, error = next(iter(wrong.items()))
        await refuse_typed(interaction, board, text, error, await preferences_of(interaction))
        return
    compared = right or await lanes.EXTRAS.run_for(
        person, drafts.promising, match, board.draft, controller.COMPARED
    )
    board = await board.changed(interaction, lambda found: drafts.with_offers(found, compared))
    left_out = [_left_out(text, str(error)) for text, error in wrong.items()]
    await controller.show_picker(interaction, board, note=clip("\n".join(left_out), 700))


def _left_out(text: str, why: str) -> str:
    # Why a move is not among those compared. Some reasons name it already.
    named = "" if quoted(text) in why else f"{inline_code(text)}. "
    return f"Left out: {named}{escape(why)}"


Refused = dict[str, NotationError | IllegalMove]


def _sorted_out(match: Match, person: PersonId, texts: Sequence[str]) -> tuple[list[str], Refused]:
    right, wrong, now = list[str](), Refused(), utcnow()
    for text in texts:
        try:
            drafts.match_after(match, person, text, now)
            right.append(text)
        except (NotationError, IllegalMove) as error:
            wrong[text] = error
    return right, wrong


def split_moves(match: Match, listed: str) -> list[str]:
    """The moves of a text that has a semicolon between any two.

    Bi-Pod has a column of that name, so pieces that are moves only together stay together: of all
    ways to split, one with the fewest texts that are no moves, and of those one with the most.
    """
    pieces = listed.split(BETWEEN)
    if len(pieces) > JOINED * controller.COMPARED:
        return [piece.strip() for piece in pieces if piece.strip()]
    # The best way to split the pieces so far: texts that are no moves, minus moves, the texts.
    best: list[tuple[int, int, list[str]]] = [(0, 0, [])]
    for end in range(1, len(pieces) + 1):
        ways = []
        for start in range(max(0, end - JOINED), end):
            text = BETWEEN.join(pieces[start:end]).strip()
            bad, moves, texts = best[start]
            is_move = bool(text) and _is_written(match, text)
            wrong = bool(text) and not is_move
            found = [*texts, text] if text else texts
            ways.append((bad + wrong * (end - start), moves - is_move, found))
        best.append(min(ways, key=lambda way: way[:2]))
    return best[-1][2]


def described_moves(match: Match, typed: str) -> list[tuple[str, str]]:
    """The moves that continue what was typed: each with what it does, for a line below an option,
    and as it is written."""
    return [(f"{text} · {_told(match, text)}", text) for text in legal_texts(match, typed, OFFERED)]


def _told(match: Match, text: str) -> str:
    # Who moves is known.
    give_way()
    names, mover = plain_names(match), match.turn
    told = match.rules.tell(resolve_text(match.rules, match.position, text).turn.effects, names)
    return told.removeprefix(f"{names[mover]} ") if mover else told


def _is_written(match: Match, text: str) -> bool:
    try:
        match.rules.parse(match.position, text)
    except NotationError:
        return False
    return True


async def refuse_typed(
    interaction: Interaction,
    board: PickerBoard,
    text: str,
    error: Exception,
    preferences: Preferences,
) -> None:
    """Say why a move is refused, show what blocks it, and offer the most similar legal ones."""
    match, person, manner = board.match, ids.user(interaction), board.manner
    near = await lanes.VIEWS.run_for(person, nearest_texts, match, text[:LONGEST_MOVE], NEAREST)
    board = await board.changed(interaction, lambda found: drafts.with_offers(found, near))
    draft_view = controller.view_draft(interaction, board, preferences)
    # The reason is shown in any case.
    illegal = isinstance(error, IllegalMove) and await has_allowance(interaction, PICTURES)
    pictures = (
        await lanes.VIEWS.run_for(person, refusal_picture, draft_view, text) if illegal else ()
    )
    # It replaces the earlier board, whose task stays above it; or that board stays in its message.
    text_board = draft_view.text_board(match) if manner.in_place else None
    lines = [await board.notes(interaction), *manner.clues] if manner.in_place else []
    lines += _refusal_lines(error, near)
    lines += [] if manner.in_place else [ELSEWHERE]
    screen = Screen(
        join_lines(lines), pictures, (), (manner.pick,), tuple(offers(near)), text_board=text_board
    )
    answer = redraw_screen if manner.in_place else reply_private
    await answer(interaction, *controller.screen_message(board, screen))


def _refusal_lines(error: Exception, near: Sequence[str]) -> Iterator[str]:
    yield clip(escape(str(error)), 1200)
    if near:
        yield f"Legal and close to it: {comma_list(list(map(inline_code, near)), 'or')}."


# Whether a move is shown before it counts, by the words of the custom ids.
PREVIEW = {"ask": True, "play": False, "usual": None}

# The word of the custom ids for moves that are to be compared.
COMPARE = "compare"


@action(TypedId)
async def choose_match(interaction: Interaction, at: TypedId) -> None:
    """Do what was typed in the match that it is meant for."""
    match = await find_own(interaction, at.match)
    await do_typed(interaction, match, at.text, at.purpose)


async def do_typed(interaction: Interaction, match: Match, text: str, purpose: str) -> None:
    """Play, preview or compare in that match what is typed, by the words of the custom ids."""
    if purpose == COMPARE:
        await compare_typed(interaction, match, text)
    else:
        board = fresh_board(interaction, match)
        await play_typed(interaction, board, text, preview=PREVIEW[purpose])


async def ask_which(
    interaction: Interaction, several: SeveralMatches, text: str, purpose: str
) -> None:
    """Ask which match a typed move is for. A move too long for a button has to be typed again."""
    if not 0 < len(text) <= TypedId.LONGEST or "\n" in text:
        raise several
    buttons = _choice_buttons(ids.user(interaction), several.rows, text, purpose)
    question = f"You have several matches here. Which one is {inline_code(text)} for?"
    await reply_private(interaction, question, view=message_view(buttons))


def _choice_buttons(
    reader: PersonId, rows: Sequence[MatchSummary], text: str, purpose: str
) -> list[Button]:
    return [
        button(TypedId(row.match, purpose, text), clip(match_label(row, reader), 80))
        for row in rows[:OFFERED]
    ]


def purpose_of(preview: bool | None) -> str:
    """The word of the custom ids for a move to be shown first, played at once, or by the
    setting."""
    return next(name for name, value in PREVIEW.items() if value is preview)
