"""The private message of a draft: text, pictures and rows of buttons.

Everything here computes and draws, so it is called in a thread; nothing waits or is sent.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from math import inf
from typing import Any

from discord import ButtonStyle

from bot.front.board import pictures
from bot.front.board.pictures import NO_PICTURE, Picture, alt_text, with_board
from bot.front.discord.lanes import give_way
from bot.front.discord.markdown import escape, inline_code, join_lines
from bot.front.picker import phone
from bot.front.picker.controls import (
    BACK,
    CANCEL,
    COMPARE,
    CONFIRM,
    FAR,
    NEAR,
    PICK,
    TYPE,
    Control,
    control_lines,
    fitting_controls,
    offers,
    page_controls,
    sized,
)
from bot.front.picker.layout import DOWN, Line, Page, page_of
from bot.front.picker.pad import pad_page
from bot.front.text.parts import plain_names
from bot.front.text.results import result_line
from bot.front.text.turns import move_line
from bot.games.core import effect_cells
from bot.games.guide import Hint, Step, losses
from bot.model.match import Match
from bot.model.records import Draft
from bot.service.personal import drafts
from renderers import BoardMarks, View, close_up, draw, stacked, thumbnail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Screen:
    """One state of the message. `offers` are moves to choose from; `text_board` is there, for those
    who want one."""

    text: str
    pictures: tuple[Picture, ...]
    rows: tuple[Line, ...]
    controls: tuple[Control, ...]
    offers: tuple[Control, ...] = ()
    text_board: str | None = None

    @property
    def lines(self) -> list[tuple[Control, ...]]:
        """The rows below the choices: as wide as a phone, or as full as Discord takes them where
        those would be too many."""
        for width in (phone.ACROSS, inf):
            lines = [*control_lines(self.offers, width), *control_lines(self.controls, width)]
            if len(self.rows) + len(lines) <= ROWS:
                break
        return lines

    @property
    def every_row(self) -> tuple[Line, ...]:
        """All rows, for their size."""
        return (*self.rows, *(tuple(map(sized, line)) for line in self.lines))


ROWS = DOWN + 1
"""Rows that a message has."""

BELOW = 2
"""Lines of buttons that are no choices."""

FAIR = 0.55
"""How high a picture should be, compared with its width."""

OUTCOME = 3
"""Lines of a phone for what the choices so far would do."""

# Of results that are compared: how many are beside each other, and how many heights of the letters
# below it each is wide.
ABREAST, LEGEND = 2, 11


@dataclass(frozen=True, slots=True)
class Manner:
    """What is specific to the screens of one kind of board.

    `footer` is below all of them in small print. `confirm` is the button that plays the move,
    `beside` one that is shown if there is room, `last` one that is always there. `hints` are
    pointed out on the board, and `marked` says them in words; `clues` are the lines of the hints so
    far. `seen` are spaces that every picture includes until something is chosen. `shows_turn`: the
    turn before is drawn too, until something is chosen. `in_place`: every answer replaces the one
    before. `pick` goes on after a typed move that was refused, and `take` are buttons that take a
    whole move elsewhere. `mover` is who moves, if that may be somebody else. `at_rest`: nothing is
    asked, and there are the `ways` on, as far as there is room also the `more_ways`.
    """

    footer: str
    confirm: Control = CONFIRM
    beside: Control | None = COMPARE
    last: Control = CANCEL
    hints: tuple[Hint, ...] = ()
    marked: str = ""
    clues: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    shows_turn: bool = False
    in_place: bool = False
    pick: Control = PICK
    take: tuple[Control, ...] = ()
    mover: str = ""
    at_rest: bool = False
    ways: tuple[Control, ...] = ()
    more_ways: tuple[Control, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftView:
    """How a person sees their draft: the draft, how they like boards, and their current time.
    `text` asks for the text board too, `moving` is the way to move, `closeups` for pictures of the
    part of the board that matters; `whole` shows all of it this once. `emojis` are the pieces that
    buttons can show as they are drawn."""

    match: Match
    draft: Draft
    board_view: View
    now: datetime
    manner: Manner
    text: bool = False
    moving: str = drafts.PAD
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
        tallest: float = inf,
    ) -> Iterator[Picture]:
        """The board of a match that continues this one, or the part of it around those cells: of
        none it is all of it, without the cards; empty if it can't be drawn. It is at most that many
        times as high as it is wide."""
        paint: Callable[..., bytes] = draw
        if self.closeups and cells is not None and not self.whole:
            paint = partial(close_up, cells=cells)
        yield from _drawn(partial(paint, marks=marks, tallest=tallest), self, match, alt)

    def other_size(self, cells: Sequence[str], page: int = 0) -> list[Control]:
        """The button to the whole board, or back to the part of it around those cells."""
        if not self.closeups or not cells:
            return []
        if self.whole:
            return [Control("Zoom in", f"close{page}")]
        return [Control("Zoom out", f"whole{page}")]

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
        screen = _gallery_screen(draft_view, note)
    elif draft_view.draft.move is not None:
        screen = _preview_screen(draft_view, draft_view.draft.move, note)
    elif draft_view.manner.at_rest:
        screen = _screen_at_rest(draft_view, note)
    else:
        screen = _question_screen(draft_view, page, note)
    return screen if screen.pictures else replace(screen, text=f"{screen.text}\n{NO_PICTURE}")


def _with_picture(
    draft_view: DraftView,
    note: str,
    lines: Sequence[str],
    rows: tuple[Line, ...],
    controls: Callable[[int], tuple[Control, ...]],
    drawn: Callable[[float], Iterable[Picture]],
) -> Screen:
    """The screen with a picture that is as high as a phone has room for.

    For a picture of fair height there are fewer controls, and then fewer of the earlier hints.
    """
    clues, footer = draft_view.manner.clues, f"-# {draft_view.manner.footer}"
    for below, first in ((BELOW, 0), *((1, n) for n in range(max(len(clues), 1)))):
        text = join_lines(filter(None, [note, *clues[first:], *lines, footer]))
        screen = Screen(text, (), rows, controls(below))
        height = phone.left_for_picture(text, screen.every_row)
        if height >= FAIR:
            break
    return replace(screen, pictures=tuple(drawn(height)))


# A step


def _question_screen(draft_view: DraftView, number: int, note: str) -> Screen:
    match, draft, hints = draft_view.match, draft_view.draft, draft_view.manner.hints
    step = drafts.next_step(match, draft, draft_view.moving)
    move = drafts.move_text(match, step)
    page = _page(draft_view, step, number)
    after = match if move is None else draft_view.ahead(move)
    # A move that can end here is shown played out: its own trail is on that picture already.
    chosen = step.chosen if move is None else ()
    marks = BoardMarks(letters=page.letters, chosen=chosen, hints=hints)
    cells = _shown_cells(draft_view, step, page, after)
    legend = (f"-# {escape(line)}" for line in page.legend)
    outcome = _outcome_lines(after, "If it ends here: ") if after is not match else []
    asked = ": ".join(filter(None, [draft_view.manner.mover, step.prompt]))
    lines = [f"**{escape(asked)}**", *outcome, *legend, *_marked_lines(draft_view, hints)]
    alt = _position_text(draft_view, after, step, page)
    screen = _with_picture(
        draft_view,
        note,
        lines,
        page.rows,
        lambda below: screen_controls(draft_view, page, after, cells, below),
        lambda tallest: draft_view.picture(after, marks, alt, cells, tallest),
    )
    return replace(screen, text_board=draft_view.text_board(after))


def _screen_at_rest(draft_view: DraftView, note: str) -> Screen:
    match, manner = draft_view.match, draft_view.manner
    cells = effect_cells(match.plies[-1].effects) if match.plies else ()
    sizes = (NEAR,) if draft_view.whole else (FAR,) if draft_view.closeups and cells else ()
    whose = f"**{escape(manner.mover)}** is to move."
    screen = _with_picture(
        draft_view,
        note,
        [result_line(match, match.outcome) if match.outcome else whose],
        (),
        lambda below: fitting_controls(
            manner.ways, (*manner.more_ways, *sizes), manner.last, below
        ),
        lambda tallest: draft_view.picture(match, cells=cells or None, tallest=tallest),
    )
    return replace(screen, text_board=draft_view.text_board(match))


def _page(draft_view: DraftView, step: Step[Any], number: int) -> Page:
    layout = pad_page if draft_view.moving == drafts.PAD else page_of
    turned = draft_view.board_view.turned
    return layout(step, number, turned=turned, emojis=draft_view.emojis)


def _shown_cells(
    draft_view: DraftView, step: Step[Any], page: Page, after: Match
) -> tuple[str, ...]:
    # What a close-up has to show: in the first step all that can be chosen.
    seen = () if draft_view.draft.keys else draft_view.manner.seen
    hints = hinted_cells(draft_view.manner.hints)
    return (*step.cells, *page.letters, *_made_cells(draft_view, after), *hints, *seen)


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
    told = f"{begin}{move_line(after.plies[-1], after, where='')}"
    return [phone.clipped(told, OUTCOME), *ends]


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
    draft_view: DraftView, page: Page, after: Match, cells: Sequence[str], below: int = BELOW
) -> tuple[Control, ...]:
    """What stands below the choices of a step: what is needed, and of the rest what has room."""
    draft, manner = draft_view.draft, draft_view.manner
    ends = [_confirm_control(draft_view, after)] if after is not draft_view.match else []
    before = (*ends, *([BACK] if draft.keys else ()), *page_controls(page))
    zoom, form = draft_view.other_size(cells, page.page), [] if draft.keys else [TYPE]
    # A hint is wanted more than other results to compare.
    wanted = [manner.beside, *form, *zoom] if manner.in_place else [*zoom, *form, manner.beside]
    wanted += manner.take if ends else ()
    rows = min(below, ROWS - len(page.rows))
    across = phone.ACROSS if draft_view.moving == drafts.PAD else inf
    return fitting_controls(before, filter(None, wanted), manner.last, rows, across)


def _confirm_control(draft_view: DraftView, after: Match) -> Control:
    lost = losses(after.plies[-1].effects, draft_view.match.turn or 0)
    confirm = draft_view.manner.confirm
    if not lost:
        return confirm
    # What it loses is told above; a longer label would not stand beside the others.
    label = f"{confirm.label}: lose {lost}"
    return replace(confirm, label=label, style=ButtonStyle.danger)


# A whole move, and several side by side


def _preview_screen(draft_view: DraftView, text: str, note: str) -> Screen:
    after, hints = draft_view.ahead(text), draft_view.manner.hints
    cells = (*_made_cells(draft_view, after), *hinted_cells(hints))
    before = (_confirm_control(draft_view, after), Control("Change", "back"))
    last = draft_view.manner.last
    wanted = (*draft_view.manner.take, *draft_view.other_size(cells))
    marks = BoardMarks(hints=hints)
    screen = _with_picture(
        draft_view,
        note,
        ["**Play this?**", *_outcome_lines(after)],
        (),
        lambda below: fitting_controls(before, wanted, last, below),
        lambda tallest: draft_view.picture(after, marks, cells=cells or None, tallest=tallest),
    )
    return replace(screen, text_board=draft_view.text_board(after))


def _gallery_screen(draft_view: DraftView, note: str) -> Screen:
    results = [draft_view.ahead(text) for text in draft_view.draft.offers]
    lines = [
        f"**{n}.** {move_line(each.plies[-1], each, where='')}" for n, each in enumerate(results, 1)
    ]
    drawn = [picture for n, each in enumerate(results, 1) for picture in draft_view.small(each, n)]
    return Screen(
        join_lines(
            filter(None, [note, "**The results:**", *lines, f"-# {draft_view.manner.footer}"])
        ),
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


def refusal_picture(draft_view: DraftView, text: str) -> tuple[Picture, ...]:
    """The board with what blocks a refused move."""
    match = draft_view.match
    cells = match.rules.explain(match.position, match.rules.parse(match.position, text)).cells
    alt = f"In the way: {', '.join(cells)}." if cells else f"{inline_code(text)} can't be played."
    marks = BoardMarks(obstacles=cells)
    return tuple(draft_view.picture(match, marks, with_board(alt, described(match))))
