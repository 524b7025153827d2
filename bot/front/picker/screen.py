"""What the private message of a half-made move shows: words, pictures and rows of buttons.

Everything here is plain work for a thread: nothing waits, and nothing is sent.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from discord import ButtonStyle

from bot.front.board.pictures import ALT_LIMIT, NO_PICTURE, alt_text, plain_names
from bot.front.board.text_board import text_board
from bot.front.picker.layout import Line, Page, page_of
from bot.front.text.markdown import clip, escape, inline_code, join_lines
from bot.front.text.posts import match_title, move_line, result_line
from bot.games.guide import Step
from bot.matches.events import Draft
from bot.matches.match import Match
from bot.matches.personal import drafts
from renderers import BoardMarks, View, draw, thumbnail

log = logging.getLogger(__name__)

GREEN, GRAY = ButtonStyle.success, ButtonStyle.secondary

PRIVATE = "only you see this, and nothing is played yet"


@dataclass(frozen=True, slots=True)
class Control:
    """A button beside the choices: what it does, by its name."""

    label: str
    name: str
    style: ButtonStyle = GRAY


@dataclass(frozen=True, slots=True)
class ScreenPicture:
    """A PNG, and what it shows in words."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Screen:
    """One state of the message. `offers` are moves to choose from; `form` adds the button that
    opens the form for typing; `sketch` is the text board, for those who want one."""

    text: str
    pictures: tuple[ScreenPicture, ...]
    rows: tuple[Line, ...]
    controls: tuple[Control, ...]
    offers: tuple[Control, ...] = ()
    form: bool = False
    sketch: str | None = None


CANCEL = Control("Cancel", "cancel")
BACK = Control("Back", "back")
CONFIRM = Control("Confirm", "confirm", GREEN)
COMPARE = Control("Compare", "compare")


@dataclass(frozen=True, slots=True)
class DraftView:
    """Who looks at a half-made move: their draft, how they like boards, and when. `text` asks for
    the text board too."""

    match: Match
    draft: Draft
    view: View
    now: datetime
    text: bool = False

    def sketch(self, match: Match) -> str | None:
        """The text board of a match, for those who want one."""
        return text_board(match) if self.text else None

    def ahead(self, text: str) -> Match:
        """The match as that move would leave it."""
        return drafts.match_after(self.match, self.draft.person, text, self.now)

    def picture(
        self, match: Match, marks: BoardMarks | None = None, said: str = ""
    ) -> Iterator[ScreenPicture]:
        """The board of a match that goes on from this one; nothing when it can't be drawn."""
        yield from _drawn(partial(draw, marks=marks), self, match, said)

    def small(self, match: Match, number: int) -> Iterator[ScreenPicture]:
        """The same small, for a gallery, with its number on it."""
        said = f"{number}. {match.plies[-1].text} {alt_text(match)}"
        yield from _drawn(partial(thumbnail, label=str(number)), self, match, said)


def _drawn(
    paint: Callable[..., bytes], eye: DraftView, match: Match, said: str
) -> Iterator[ScreenPicture]:
    effects = match.plies[-1].effects if match is not eye.match else ()
    try:
        png = paint(match.game, match.position, effects, view=eye.view, names=plain_names(match))
        yield ScreenPicture(png, clip(said or alt_text(match), ALT_LIMIT))
    except Exception:
        log.exception("match %s: a half-made move could not be drawn", match.id)


def screen_of(eye: DraftView, page: int = 0, note: str = "") -> Screen:
    """The message of a draft as it stands. Raises IllegalMove when it does not fit the board."""
    if eye.draft.offers:
        shown = gallery_screen(eye)
    elif eye.draft.move is not None:
        shown = preview_screen(eye, eye.draft.move)
    else:
        shown = question_screen(eye, page)
    text = shown.text if shown.pictures else f"{shown.text}\n{NO_PICTURE}"
    return replace(shown, text=f"{note}\n{text}" if note else text)


# A step


def question_screen(eye: DraftView, page: int) -> Screen:
    """A step: what to choose from, and what comes of it if the move ends here."""
    step = drafts.next_step(eye.match, eye.draft)
    shown = page_of(step, page, turned=eye.view.turned)
    ends = drafts.whole_move(eye.match, eye.draft)
    after = eye.match if ends is None else eye.ahead(ends)
    # A move that can end here is shown played out: its own trail is on that picture already.
    marks = BoardMarks(letters=shown.letters, chosen=step.chosen if ends is None else ())
    legend = (f"-# {escape(line)}" for line in shown.legend)
    lines = [f"**{escape(step.prompt)}**", *outcome_lines(eye, after), *legend]
    return Screen(
        join_lines([*lines, screen_footer(eye)]),
        tuple(eye.picture(after, marks, position_text(eye, after, step, shown))),
        shown.rows,
        screen_controls(eye, shown, ends=ends is not None),
        form=not eye.draft.keys,
        sketch=eye.sketch(after),
    )


def outcome_lines(eye: DraftView, after: Match) -> Iterator[str]:
    """What has happened once a move that can end here does."""
    if after is not eye.match:
        yield f"If it ends here: {move_line(after.plies[-1], after)}"
    if after.outcome:
        yield result_line(after, after.outcome)


def position_text(eye: DraftView, after: Match, step: Step[object], shown: Page) -> str:
    """The picture of a step in words, its letters first."""
    cells = ((choice.cell or "", choice.label) for choice in step.choices)
    lettered = [f"{shown.letters[cell]}: {label}" for cell, label in cells if cell in shown.letters]
    board = alt_text(after) if after is not eye.match else described(eye.match)
    return " ".join(filter(None, (f"{'; '.join(lettered)}." if lettered else "", board)))


def described(match: Match) -> str:
    """The board in words, without the turn that led to it."""
    return match.rules.describe(match.position, plain_names(match))


def screen_controls(eye: DraftView, shown: Page, *, ends: bool) -> tuple[Control, ...]:
    """The last row of a step: at most five, with the form counted at the beginning."""
    wanted = [CONFIRM] if ends else []
    wanted += [BACK] if eye.draft.keys else []
    wanted += page_controls(shown)
    room = 4 - len(wanted) - (not eye.draft.keys)
    return (*wanted, *([COMPARE] if room > 0 else []), CANCEL)


def page_controls(shown: Page) -> list[Control]:
    """The buttons to the pages beside this one; of two pages each has the other on one side."""
    before, after = (shown.page - 1) % shown.pages, (shown.page + 1) % shown.pages
    both = [Control("◀", f"page{before}"), Control("▶", f"page{after}")]
    if shown.pages > 2:
        return both
    return [both[0 if shown.page else 1]] if shown.pages == 2 else []


# A whole move, and several side by side


def preview_screen(eye: DraftView, text: str) -> Screen:
    """The result of a whole move, to be confirmed."""
    after = eye.ahead(text)
    lines = [
        move_line(after.plies[-1], after),
        *([result_line(after, after.outcome)] if after.outcome else []),
    ]
    return Screen(
        join_lines(["**Play this?**", *lines, screen_footer(eye)]),
        tuple(eye.picture(after)),
        (),
        (CONFIRM, Control("Change", "back"), CANCEL),
        sketch=eye.sketch(after),
    )


def gallery_screen(eye: DraftView) -> Screen:
    """The results of several moves side by side, with a button for each."""
    results = [eye.ahead(text) for text in eye.draft.offers]
    lines = [f"**{n}.** {move_line(each.plies[-1], each)}" for n, each in enumerate(results, 1)]
    pictures = [picture for n, each in enumerate(results, 1) for picture in eye.small(each, n)]
    return Screen(
        join_lines(["**What comes of each:**", *lines, screen_footer(eye)]),
        tuple(pictures),
        (),
        (BACK, CANCEL),
        tuple(offers(eye.draft.offers)),
    )


def offers(texts: Sequence[str]) -> Iterator[Control]:
    """A numbered button for every move laid out."""
    for number, text in enumerate(texts):
        yield Control(clip(f"{number + 1} · {text}", 38), f"offer{number}", ButtonStyle.primary)


def screen_footer(eye: DraftView) -> str:
    """Which match it is, and that nobody else sees it."""
    return f"-# {match_title(eye.match)} · {PRIVATE}"


def refusal_picture(eye: DraftView, text: str) -> tuple[ScreenPicture, ...]:
    """The board with what stands in the way of a refused move."""
    rules, position = eye.match.rules, eye.match.position
    cells = rules.explain(position, rules.parse(position, text)).cells
    said = f"In the way: {', '.join(cells)}." if cells else f"{inline_code(text)} can't be played."
    marks = BoardMarks(obstacles=cells)
    return tuple(eye.picture(eye.match, marks, f"{said} {described(eye.match)}"))
