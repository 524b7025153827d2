"""Preparing answers in a study: one's own moves of a branch become the answers to the other's."""

from collections.abc import Callable, Iterable, Sequence

from bot.front.discord.context import Interaction, PrivateReply
from bot.front.picker.controls import Control
from bot.front.studies.actions import BOARD, EXTRA_WAYS, show_words
from bot.front.studies.on_study import StudyPicker, study_action
from bot.front.studies.prepared import prepared_list
from bot.front.ui.base import GREEN
from bot.model.decide.requirements import is_turn
from bot.model.records import Status
from bot.model.studies.prepared import ANYTHING, DEEPEST, require_preparing

PREPARE = Control("Prepare…", "prepare")
THIS_LINE = Control("Prepare this line", "prepareline", GREEN)
BELOW = Control("Prepare all from here", "preparebelow", GREEN)
OTHERWISE = Control("My move against anything", "prepareany")

ABOUT = (
    "**Prepare answers.** Your moves become the answers to theirs, each played if the match goes "
    "just this way. Nobody else sees it."
)
BELOW_ABOUT = "All from here has {count} lines; of several moves of yours the first is the answer."
FIRST_YOURS = "It is your turn: make your move yourself, and what follows it is prepared."
ELSEWHERE = (
    "The match is not on this branch, so nothing here can be its answer. Go **To the match**, and "
    "prepare what follows there."
)
DONE = "**Prepared.** `/premove` shows each answer in pictures, and removes it."


def may_prepare(board: StudyPicker) -> bool:
    """Whether the study is of a match between two that its owner plays, and that runs, unless its
    competition forbids to prepare."""
    base = board.base
    runs = board.follows and base.status is Status.RUNNING and len(base.playing) == 2
    return runs and base.seat_of(board.owner.id) is not None and not base.terms.unprepared


def _line(board: StudyPicker, number: int) -> list[str]:
    # The moves from where the match is to a node. Raises PrivateReply if it is elsewhere.
    study = board.study
    line, made = study.line(number), study.trunk_line
    if line[: len(made)] != made:
        raise PrivateReply(ELSEWHERE)
    return [study[each].move for each in line[len(made) :]]


def _to_leaves(board: StudyPicker) -> list[list[str]]:
    study = board.study
    leaves = [each for _, each in study.walk(study.place) if not study.branches(each)]
    return [_line(board, leaf)[:DEEPEST] for leaf in leaves]


def _against_anything(line: Sequence[str]) -> list[str]:
    return [*line[:-2], ANYTHING, line[-1]]


@study_action("prepare")
async def ask_what_to_prepare(interaction: Interaction, board: StudyPicker, _: str) -> None:
    """What can be prepared at this place, with a button for each."""
    require_preparing(board.base, board.owner.id)
    line, leaves = _line(board, board.study.place), _to_leaves(board)
    mine_first = is_turn(board.base, board.owner.id)
    has_answer = len(line) >= 2 + mine_first
    ends_on_mine = has_answer and len(line) % 2 == mine_first
    ways = [THIS_LINE] * has_answer + [OTHERWISE] * ends_on_mine
    ways += [BELOW] * bool(board.study.branches())
    about = [ABOUT, *([FIRST_YOURS] if mine_first else [])]
    if len(leaves) > 1:
        about.append(BELOW_ABOUT.format(count=len(leaves)))
    await show_words(interaction, board, about, [*ways, BOARD])


def _prepare_action(name: str, lines: Callable[[StudyPicker], Iterable[Sequence[str]]]) -> None:
    # Makes the button prepare those lines.
    @study_action(name)
    async def prepared(interaction: Interaction, board: StudyPicker, _: str) -> None:
        book, match, owner = interaction.client.service.premoves, board.base, board.owner.id
        await book.prepare_lines(match.id, owner, [*lines(board)], seq=match.board_seq)
        words = prepared_list(match, await book.current(match.id, owner), owner)
        await show_words(interaction, board, [DONE, words], [BOARD])


_prepare_action(THIS_LINE.name, lambda board: [_line(board, board.study.place)])
_prepare_action(BELOW.name, _to_leaves)
_prepare_action(OTHERWISE.name, lambda board: [_against_anything(_line(board, board.study.place))])

EXTRA_WAYS.append((PREPARE, may_prepare))
