"""Pictures and animations of past turns, with their alt text. Drawing takes long: use a thread."""

from dataclasses import dataclass, replace

from bot.front.board.pictures import ALT_LIMIT, plain_names, with_board
from bot.front.discord.lanes import give_way
from bot.front.discord.markdown import clip
from bot.games.effects import effect_cells
from bot.model.match import Match
from bot.model.records import MatchId
from renderers import Shot, View, animate, close_up_still, links, still

# Turns up to which an animation shows every step; a longer one goes turn by turn.
STEPPED = 6


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A moment of a match: after so many steps of a turn; without a step, all of it in motion.

    Turn 0 is the board before the first turn. Turns and steps beyond the last mean the last.
    """

    match: MatchId
    turn: int
    step: int | None = None


# A step beyond the last of any turn.
END = 9999


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A picture or animation of a moment, its alt text, and how many steps that turn has.

    `data` is empty where it could not be drawn. `close` is a step drawn close up, `whole` one
    that is usually drawn so, shown with the whole board.
    """

    at: ReplayPosition
    steps: int
    data: bytes
    alt: str
    close: bool = False
    whole: bool = False

    @property
    def ending(self) -> str:
        return "gif" if self.at.step is None else "png"


def boards_between(match: Match, first: int, last: int) -> list[Shot]:
    """The boards after those turns, and before them the one that they begin on."""
    led = match.plies[first - 2].effects if first > 1 else ()
    plies = match.plies[first - 1 : last]
    return [(plies[0].before, led), *((ply.after, ply.effects) for ply in plies)]


def replay_frame(
    match: Match, at: ReplayPosition, view: View, closeups: bool = False, whole: bool = False
) -> ReplayFrame:
    """A moment of a match that has turns, or the one there is that is nearest to it.

    With `closeups` its steps show only the part of the board that the turn touches, but for
    `whole` ones.
    """
    turn = min(at.turn, len(match.plies))
    if turn == 0:
        return _first_frame(match, view, whole)
    before, after = boards_between(match, turn, turn)
    names, steps = plain_names(match), links(match.game, before, after)
    step = None if at.step is None else min(at.step, steps)
    close = closeups and step is not None and bool(effect_cells(after[1]))
    if step is None:
        shots = before, after
        drawn = animate(match.game, shots, view=view, names=names, before_each=give_way)
    else:
        paint = close_up_still if close and not whole else still
        drawn = paint(match.game, before, after, step, view=view, names=names)
    alt = _frame_text(match, turn, step, steps)
    now = ReplayPosition(at.match, turn, step)
    return ReplayFrame(now, steps, drawn, alt, close and not whole, whole)


def undrawn_frame(match: Match, at: ReplayPosition) -> ReplayFrame:
    """A moment without its picture: the board after the turn, or before the first."""
    turn = min(at.turn, len(match.plies))
    alt = _frame_text(match, turn, 0, 0) if turn else ""
    return ReplayFrame(ReplayPosition(at.match, turn, None if turn else 0), 0, b"", alt)


def _first_frame(match: Match, view: View, whole: bool = False) -> ReplayFrame:
    board, names = match.plies[0].before, plain_names(match)
    drawn = still(match.game, None, (board, ()), 0, view=view, names=names)
    alt = match.rules.describe(board, names)
    return ReplayFrame(ReplayPosition(match.id, 0, 0), 0, drawn, alt, whole=whole)


def turns_animation(match: Match, first: int, last: int, view: View) -> ReplayFrame:
    frames = boards_between(match, first, last)
    linked = last - first < STEPPED
    names = plain_names(match)
    drawn = animate(match.game, frames, view=view, names=names, linked=linked, before_each=give_way)
    board = match.rules.describe(match.plies[last - 1].after, names)
    alt = clip(f"Turns {first} to {last}, one after the other. They end so: {board}", ALT_LIMIT)
    # The buttons below lead on from the last turn, and into it: it has one step at least.
    return ReplayFrame(ReplayPosition(match.id, last), 1, drawn, alt)


def _frame_text(match: Match, turn: int, step: int | None, steps: int) -> str:
    names, ply = plain_names(match), match.plies[turn - 1]
    if step == 0:
        return clip(f"Before turn {turn}. {match.rules.describe(ply.before, names)}", ALT_LIMIT)
    part = "" if step in (None, steps) else f", after step {step} of {steps}"
    story, board = match.rules.tell(ply.effects, names), match.rules.describe(ply.after, names)
    return with_board(f"Turn {turn}{part}: {story} The turn ends so:", board)


# The moments before and after


def step_before(at: ReplayPosition, steps: int) -> ReplayPosition | None:
    """The step before, or the end of the turn before; of an animation, the last step but one."""
    step = steps if at.step is None else at.step
    return replace(at, step=step - 1) if step > 0 else turn_before(replace(at, step=END))


def step_after(at: ReplayPosition, steps: int, last: int) -> ReplayPosition | None:
    """The step after, or the first of the turn after; of an animation, its first."""
    step = 0 if at.step is None else at.step
    return replace(at, step=step + 1) if step < steps else turn_after(replace(at, step=1), last)


def turn_before(at: ReplayPosition) -> ReplayPosition | None:
    return replace(at, turn=at.turn - 1) if at.turn else None


def turn_after(at: ReplayPosition, last: int) -> ReplayPosition | None:
    return replace(at, turn=at.turn + 1) if at.turn < last else None
