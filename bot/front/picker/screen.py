"""The private message of a draft: text, pictures and rows of buttons.

Everything here computes and draws, so it is called in a thread; nothing waits or is sent.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from discord import ButtonStyle

from bot.front.board import pictures
from bot.front.board.pictures import NO_PICTURE, Picture, alt_text, with_board
from bot.front.discord.lanes import give_way
from bot.front.discord.markdown import clip, escape, inline_code, join_lines
from bot.front.picker.layout import Line, Page, page_of
from bot.front.text.parts import plain_names
from bot.front.text.results import result_line
from bot.front.text.turns import move_line
from bot.games.core import effect_cells
from bot.games.guide import Hint, Step, losses
from bot.games.phrases import counted
from bot.model.match import Match
from bot.model.records import Draft
from bot.service.personal import drafts
from renderers import BoardMarks, View, close_up, draw, stacked, thumbnail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Control:
    """A button next to the choices: what it does, by its name."""

    label: str
    name: str
    style: ButtonStyle = ButtonStyle.secondary


@dataclass(frozen=True, slots=True)
class Screen:
    """One state of the message. `offers` are moves to choose from; `form` adds the button that
    opens the form for typing; `text_board` is there, for those who want one."""

    text: str
    pictures: tuple[Picture, ...]
    rows: tuple[Line, ...]
    controls: tuple[Control, ...]
    offers: tuple[Control, ...] = ()
    form: bool = False
    text_board: str | None = None


CANCEL = Control("Cancel", "cancel")
BACK = Control("Back", "back")
CONFIRM = Control("Confirm", "confirm", ButtonStyle.success)
COMPARE = Control("Compare", "compare")
HINT = Control("Hint", "hint")
MORE = Control("More…", "more")

# Of results that are compared: how many are beside each other, and how many heights of the letters
# below it each is wide.
ABREAST, LEGEND = 2, 11


@dataclass(frozen=True, slots=True)
class Manner:
    """What is specific to the screens of one kind of board.

    `footer` is below all of them in small print. `confirm` is the button that plays the move,
    `beside` one that is shown if there is room, `last` one that is always there. `hints` are
    pointed out on the board, and `marked` says them in words; `seen` are spaces that every picture
    includes until something is chosen. `shows_turn`: the turn before is drawn too, until something
    is chosen. `in_place`: every answer replaces the one before.
    """

    footer: str
    confirm: Control = CONFIRM
    beside: Control | None = COMPARE
    last: Control = CANCEL
    hints: tuple[Hint, ...] = ()
    marked: str = ""
    seen: tuple[str, ...] = ()
    shows_turn: bool = False
    in_place: bool = False


@dataclass(frozen=True, slots=True)
class DraftView:
    """How a person sees their draft: the draft, how they like boards, and their current time.
    `text` asks for the text board too, `compass` for single steps if a game has a shorter way,
    `closeups` for pictures of the part of the board that matters; `whole` shows all of it this
    once. `emojis` are the pieces that buttons can show as they are drawn."""

    match: Match
    draft: Draft
    board_view: View
    now: datetime
    manner: Manner
    text: bool = False
    compass: bool = False
    closeups: bool = False
    whole: bool = False
    emojis: Mapping[str, str] = field(default_factory=dict)

    def text_board(self, match: Match) -> str | None:
        return pictures.text_board(match) if self.text else None

    def draws_turn(self, match: Match) -> bool:
        """Whether the last turn is drawn on the board of a match that is this one or continues
        it."""
        is_shown = self.manner.shows_turn and not self.draft.keys and bool(match.plies)
        return match is not self.match or is_shown

    def ahead(self, text: str) -> Match:
        return drafts.match_after(self.match, self.draft.person, text, self.now)

    def picture(
        self,
        match: Match,
        marks: BoardMarks | None = None,
        alt: str = "",
        cells: Sequence[str] | None = None,
    ) -> Iterator[Picture]:
        """The board of a match that continues this one, or the part of it around those cells: of
        none it is all of it, without the cards; empty if it can't be drawn."""
        paint: Callable[..., bytes] = draw
        if self.closeups and cells is not None and not self.whole:
            paint = partial(close_up, cells=cells)
        yield from _drawn(partial(paint, marks=marks), self, match, alt)

    def other_size(self, cells: Sequence[str], page: int = 0) -> list[Control]:
        """The button to the whole board, or back to the part of it around those cells."""
        if not self.closeups or not cells:
            return []
        if self.whole:
            return [Control("Close-up", f"close{page}")]
        return [Control("Whole board", f"whole{page}")]

    def small(self, match: Match, number: int) -> Iterator[Picture]:
        """What the last move does on it, small, with its number and words below; or all of it,
        with its number on it."""
        give_way()
        ply = match.plies[-1]
        told = f"{number}. {match.rules.tell(ply.effects, plain_names(match))}"
        paint: Callable[..., bytes] = partial(thumbnail, label=str(number))
        if self.closeups:
            legend, cells = f"{number}. {ply.text}", effect_cells(ply.effects)
            paint = partial(close_up, cells=cells, legend=legend, letters_across=LEGEND)
        yield from _drawn(paint, self, match, told)


def _drawn(
    paint: Callable[..., bytes], draft_view: DraftView, match: Match, alt: str
) -> Iterator[Picture]:
    effects = match.plies[-1].effects if draft_view.draws_turn(match) else ()
    try:
        view, names = draft_view.board_view, plain_names(match)
        png = paint(match.game, match.position, effects, view=view, names=names)
        yield Picture(png, alt or alt_text(match))
    except Exception:
        log.exception("match %s: draft not drawn", match.id)


def screen_of(draft_view: DraftView, page: int = 0, note: str = "") -> Screen:
    """The message of the current draft. Raises IllegalMove if it does not fit the board."""
    if draft_view.draft.offers:
        screen = _gallery_screen(draft_view)
    elif draft_view.draft.move is not None:
        screen = _preview_screen(draft_view, draft_view.draft.move)
    else:
        screen = _question_screen(draft_view, page)
    lines = [note, screen.text, "" if screen.pictures else NO_PICTURE]
    return replace(screen, text="\n".join(filter(None, lines)))


# A step


def _question_screen(draft_view: DraftView, number: int) -> Screen:
    match, draft = draft_view.match, draft_view.draft
    step = drafts.next_step(match, draft, compass=draft_view.compass)
    move = drafts.whole_move(match, draft)
    turned = draft_view.board_view.turned
    page = page_of(step, number, turned=turned, emojis=draft_view.emojis)
    after = match if move is None else draft_view.ahead(move)
    # A move that can end here is shown played out: its own trail is on that picture already.
    chosen, hints = (step.chosen, draft_view.manner.hints) if move is None else ((), ())
    marks = BoardMarks(letters=page.letters, chosen=chosen, hints=hints)
    seen = () if draft.keys else draft_view.manner.seen
    cells = (*step.cells, *_made_cells(draft_view, after), *hinted_cells(hints), *seen)
    legend = (f"-# {escape(line)}" for line in page.legend)
    outcome = _outcome_lines(after, "If it ends here: ") if after is not match else []
    lines = [f"**{escape(step.prompt)}**", *outcome, *legend, *_marked_lines(draft_view, hints)]
    return Screen(
        join_lines([*lines, _screen_footer(draft_view)]),
        tuple(
            draft_view.picture(after, marks, _position_text(draft_view, after, step, page), cells)
        ),
        page.rows,
        screen_controls(draft_view, page, after, cells),
        form=not draft.keys,
        text_board=draft_view.text_board(after),
    )


def _made_cells(draft_view: DraftView, after: Match) -> tuple[str, ...]:
    return () if after is draft_view.match else effect_cells(after.plies[-1].effects)


def _marked_lines(draft_view: DraftView, hints: Sequence[Hint]) -> list[str]:
    # Readers of the text board see no marks.
    return [f"-# {escape(draft_view.manner.marked)}"] if hints and draft_view.text else []


def hinted_cells(hints: Sequence[Hint]) -> tuple[str, ...]:
    """The spaces that are pointed out."""
    ends = ((hint.at, hint.towards) for hint in hints)
    return tuple(cell for pair in ends for cell in pair if cell)


def _outcome_lines(after: Match, begin: str = "") -> list[str]:
    ends = [result_line(after, after.outcome)] if after.outcome else []
    return [f"{begin}{move_line(after.plies[-1], after, where='')}", *ends]


def _position_text(draft_view: DraftView, after: Match, step: Step[object], page: Page) -> str:
    cells = ((choice.cell or "", choice.label) for choice in step.choices)
    lettered = [f"{page.letters[cell]}: {label}" for cell, label in cells if cell in page.letters]
    marked = draft_view.manner.marked if after is draft_view.match else ""
    before = " ".join(filter(None, [marked, f"{'; '.join(lettered)}." if lettered else ""]))
    if after is not draft_view.match:
        return alt_text(after, before)
    return with_board(before, described(draft_view.match))


def described(match: Match) -> str:
    return match.rules.describe(match.position, plain_names(match))


def screen_controls(
    draft_view: DraftView, page: Page, after: Match, cells: Sequence[str]
) -> tuple[Control, ...]:
    """The last row of a step: at most five, with the form counted at the beginning."""
    draft = draft_view.draft
    wanted = [_confirm_control(draft_view, after)] if after is not draft_view.match else []
    wanted += [BACK] if draft.keys else []
    wanted += draft_view.other_size(cells, page.page)
    room = max(4 - len(wanted) - (not draft.keys), 0)
    # If only one of two fits, every page gets the way on: the last leads to the first.
    turning = page_controls(page)[-room:] if room else []
    manner = draft_view.manner
    beside = [manner.beside] if manner.beside and room > len(turning) else []
    return (*wanted, *turning, *beside, manner.last)


def _confirm_control(draft_view: DraftView, after: Match) -> Control:
    lost = losses(after.plies[-1].effects, draft_view.match.turn or 0)
    confirm = draft_view.manner.confirm
    if not lost:
        return confirm
    label = f"{confirm.label}: loses {counted(lost, 'piece')}"
    return replace(confirm, label=label, style=ButtonStyle.danger)


def page_controls(page: Page) -> list[Control]:
    """The buttons to the neighboring pages; of two pages each has the other on one side."""
    before, after = (page.page - 1) % page.pages, (page.page + 1) % page.pages
    both = [Control("◀", f"page{before}"), Control("▶", f"page{after}")]
    if page.pages > 2:
        return both
    return [both[0 if page.page else 1]] if page.pages == 2 else []


# A whole move, and several side by side


def _preview_screen(draft_view: DraftView, text: str) -> Screen:
    after = draft_view.ahead(text)
    cells = (*_made_cells(draft_view, after), *hinted_cells(draft_view.manner.hints))
    confirm, change = _confirm_control(draft_view, after), Control("Change", "back")
    lines = _outcome_lines(after)
    return Screen(
        join_lines(["**Play this?**", *lines, _screen_footer(draft_view)]),
        tuple(draft_view.picture(after, cells=cells or None)),
        (),
        (confirm, change, *draft_view.other_size(cells), draft_view.manner.last),
        text_board=draft_view.text_board(after),
    )


def _gallery_screen(draft_view: DraftView) -> Screen:
    results = [draft_view.ahead(text) for text in draft_view.draft.offers]
    lines = [
        f"**{n}.** {move_line(each.plies[-1], each, where='')}" for n, each in enumerate(results, 1)
    ]
    drawn = [picture for n, each in enumerate(results, 1) for picture in draft_view.small(each, n)]
    return Screen(
        join_lines(["**The results:**", *lines, _screen_footer(draft_view)]),
        tuple(_side_by_side(drawn)),
        (),
        (BACK, draft_view.manner.last),
        tuple(offers(draft_view.draft.offers)),
    )


def _side_by_side(drawn: Sequence[Picture]) -> Iterator[Picture]:
    # In one picture: as files of their own a phone shows them too small and cropped.
    if drawn:
        alt = " ".join(each.alt for each in drawn)
        yield Picture(stacked([each.data for each in drawn], ABREAST), alt)


def offers(texts: Sequence[str]) -> Iterator[Control]:
    for number, text in enumerate(texts):
        yield Control(clip(f"{number + 1} · {text}", 38), f"offer{number}", ButtonStyle.primary)


def _screen_footer(draft_view: DraftView) -> str:
    return f"-# {draft_view.manner.footer}"


def refusal_picture(draft_view: DraftView, text: str) -> tuple[Picture, ...]:
    """The board with what blocks a refused move."""
    match = draft_view.match
    cells = match.rules.explain(match.position, match.rules.parse(match.position, text)).cells
    alt = f"In the way: {', '.join(cells)}." if cells else f"{inline_code(text)} can't be played."
    marks = BoardMarks(obstacles=cells)
    return tuple(draft_view.picture(match, marks, with_board(alt, described(match))))
