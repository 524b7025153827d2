"""How a study is opened: from a match, a move that is being made, a puzzle, a text, or the list."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from discord import SelectOption, ui

from bot.catalog import entry
from bot.front import ids, meant
from bot.front.actions import match_action
from bot.front.board.private_view import require_board
from bot.front.discord import lanes
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    defer_private,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import clip
from bot.front.exercises.daily import SolveId
from bot.front.exercises.on_exercise import ExerciseBoard, board_at, exercise_action
from bot.front.picker.components import PickerId
from bot.front.picker.controller import DraftAction, PickerBoard
from bot.front.picker.on_match import press_draft
from bot.front.studies.on_study import StudyPicker, open_study, picker_at, picker_of, study_action
from bot.front.ui.base import (
    UNKNOWN,
    ButtonId,
    CustomId,
    Item,
    action,
    button,
    chosen_value,
    message_view,
    turning,
)
from bot.front.ui.choices import OFFERED
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.model.records import MatchId
from bot.model.studies.study import START, Study
from bot.service.exercises.library import STAGE
from bot.service.personal import drafts
from bot.service.personal.study_sources import study_of_exercise, study_of_game, study_of_position

NO_STUDIES = (
    "You have no study yet. **Study** below a board begins one of its match, and `/study` with a "
    "game one from its start."
)
NO_PUZZLE = (
    "I know no such puzzle. Choose one of those that Discord offers for `puzzle`: they are those "
    "that you have finished."
)
WHICH_GAME = "A position needs its game, too: name it with the option `game`."
STUDIES = "**Your studies** ({count}), the one that you worked on last first:"


# Of matches


@match_action("study", "Study")
async def study_match(interaction: Interaction, match: Match) -> None:
    """The person's study of a match, where they left it."""
    await open_study(interaction, await picker_of_match(interaction, match))


async def picker_of_match(interaction: Interaction, match: Match) -> StudyPicker:
    """The board of the person's study of a match. Raises PrivateReply if that has no board."""
    require_board(match)
    book, person = interaction.client.service.studies, ids.user(interaction)
    return await picker_of(interaction, await book.of_match(match, person))


async def study_draft(interaction: Interaction, board: PickerBoard, _: str) -> None:
    """The study of the match, with the whole move of the draft as what is played next."""
    picker, person = await picker_of_match(interaction, board.match), ids.user(interaction)
    move = await lanes.VIEWS.run_for(person, drafts.whole_move, board.match, board.draft)

    def taken(study: Study) -> Study:
        at_match = study.to_match()
        return at_match.play(move) if move else at_match

    await open_study(interaction, await picker.walked(interaction, taken))


action(PickerId, "study")(
    partial(press_draft, DraftAction("study", study_draft, draws=True, in_exercises=False))
)


@action(ButtonId, "studyat", "Study", acknowledge=defer_private)
async def study_missed(interaction: Interaction, at: ButtonId) -> None:
    """The study of an ended match before the turn of that event, with what was missed in it."""
    match = await meant.find_visible(interaction, at.match)
    person, service = ids.user(interaction), interaction.client.service
    ply = next((n for n, each in enumerate(match.plies, 1) if each.seq == at.seq), 1)
    found = await service.analysis.mistake(match, ply, person)
    await service.studies.reviewed(match, person, [found] if found else [])
    picker = await picker_of_match(interaction, match)
    await open_study(interaction, await picker.walked(interaction, partial(_before, ply)))


@match_action("studyreview", "Study")
async def study_review(interaction: Interaction, match: Match) -> None:
    """The study of an ended match with all that was missed in it as branches."""
    person, service = ids.user(interaction), interaction.client.service
    found = await service.analysis.review(match, person)
    opened = await service.studies.reviewed(match, person, found)
    await open_study(interaction, await picker_of(interaction, opened))


@match_action("studyproof", "Study")
async def study_proof(interaction: Interaction, match: Match) -> None:
    """The study of a match that a proven win has ended, with that win as a branch."""
    picker = await picker_of_match(interaction, match)

    def won(study: Study) -> Study:
        return study.play_line(study.trunk, match.proof).to_match()

    await open_study(interaction, await picker.walked(interaction, won))


def _before(ply: int, study: Study) -> Study:
    return study.go((START, *study.trunk_line)[ply - 1])


# Of puzzles, positions and games


@exercise_action("study", draws=True)
async def study_exercise(interaction: Interaction, board: ExerciseBoard, _: str) -> None:
    """A study of a puzzle's position, with its solution as a branch."""
    person = board.attempt.person
    study = await lanes.VIEWS.run_for(person, study_of_exercise, board.exercise, board.attempt)
    await _begin(interaction, study, board.presentation.title)


async def study_puzzle(interaction: Interaction, typed: str) -> None:
    """The same for a puzzle by its id."""
    found = SolveId.parse(f"solve:{typed}")
    if found is None or found.exercise.kind == STAGE:
        raise PrivateReply(NO_PUZZLE)
    await study_exercise(interaction, await board_at(interaction, found.exercise), "")


def puzzle_label(attempt: Attempt) -> str:
    """A puzzle in a list: its game, its name, and since when it has not been touched."""
    return f"{entry(attempt.game).name}: puzzle {attempt.name}, {attempt.at:%Y-%m-%d}"


async def study_position(interaction: Interaction, game: str | None, position: str) -> None:
    """A study of a position of a game, or of its start."""
    if game is None:
        raise PrivateReply(WHICH_GAME)
    person, players = ids.user(interaction), entry(game).players.start
    if position:
        work: tuple[Any, ...] = (study_of_position, game, {}, position)
        title = "a position"
    else:
        work, title = (study_of_game, game, {}, players, Random()), "from the start"
    await _begin(interaction, await lanes.VIEWS.run_for(person, *work), title)


async def _begin(interaction: Interaction, study: Study, title: str) -> None:
    name = entry(study.start.game).name
    book, person = interaction.client.service.studies, ids.user(interaction)
    opened = await book.copy(person, study, f"{name}: {title}")
    await open_study(interaction, await picker_of(interaction, opened))


# The list


class StudyListId(CustomId, written="studies:{page}"):
    """The menu of a person's studies, or a button to a page of it, from 0."""

    page: int


async def list_studies(interaction: Interaction) -> None:
    """A person's studies as a menu, the one changed last first."""
    await reply_private(interaction, *await _list_page(interaction, 0))


@action(StudyListId)
async def choose_study(interaction: Interaction, at: StudyListId) -> None:
    chosen = chosen_value(interaction)
    if chosen is None:
        await replace_private(interaction, *await _list_page(interaction, at.page))
    elif chosen.isascii() and chosen.isdigit() and len(chosen) <= LONGEST_NUMBER:
        await open_study(interaction, await picker_at(interaction, int(chosen)))
    else:
        raise PrivateReply(UNKNOWN)


LONGEST_NUMBER = 15


@study_action("list")
async def show_list(interaction: Interaction, board: StudyPicker, _: str) -> None:
    await replace_private(interaction, *await _list_page(interaction, 0))


async def _match_labels(interaction: Interaction) -> Mapping[MatchId | None, str]:
    # The person's own matches by game and opponents; those of others keep their number.
    person = ids.user(interaction)
    rows = await interaction.client.matches.of_person(person, open_only=False)
    return {row.match: f"Match {meant.plain_match_label(row, person)}" for row in rows}


async def _list_page(interaction: Interaction, page: int) -> tuple[str, Sequence[Any], ui.View]:
    found = await interaction.client.service.studies.all(ids.user(interaction))
    if not found:
        raise PrivateReply(NO_STUDIES)
    pages = [found[first : first + OFFERED] for first in range(0, len(found), OFFERED)]
    page = min(page, len(pages) - 1)
    labels = await _match_labels(interaction)
    options = [
        SelectOption(label=clip(labels.get(each.match, each.title), 100), value=str(each.number))
        for each in pages[page]
    ]
    menu: Item = ui.Select(
        custom_id=str(StudyListId(page)), placeholder="Open a study…", options=options
    )
    turned = turning(page, page == len(pages) - 1, lambda label, to: button(StudyListId(to), label))
    text = STUDIES.format(count=len(found))
    return text, (), message_view([menu, *turned])
