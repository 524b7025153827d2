"""The lessons of all games, the stages of one, and the way to the next stage not done."""

import asyncio
from collections.abc import Collection, Iterator
from typing import Any

from discord import ui

from bot.catalog import Entry, catalog, entry
from bot.exercises.lessons import Lesson, lesson
from bot.exercises.puzzles import puzzles
from bot.exercises.stages import Stage
from bot.front import ids
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_private,
)
from bot.front.exercises.on_exercise import open_exercise
from bot.front.picker.controller import redraw_screen
from bot.front.ui.base import (
    BLUE,
    GREEN,
    UNKNOWN,
    Button,
    LearnId,
    action,
    chosen_value,
    learn_button,
    menu,
    message_view,
)
from bot.model.records import Status

HEAD = (
    "## Learn by doing\nShort stages on real boards, with the very buttons of a match. Nobody sees "
    "your tries, and none of them costs anything."
)
DONE, NEXT, LATER = "✓", "→", "○"
ALL_DONE = "**You have done them all.**"
NONE_YET = "There is no lesson of this game yet. **How to play** shows it in pictures."

# For no game in particular.
ANY = "any"


async def read_lessons() -> None:
    """Read all lessons in advance, in a thread."""
    for key in catalog():
        await asyncio.to_thread(lesson, key)


async def done_in(interaction: Interaction, game: str) -> frozenset[str]:
    """The names of the stages of a game that the person has done."""
    found = await interaction.client.service.exercises.progress(ids.user(interaction), game)
    return frozenset(name for name, attempt in found.items() if attempt.done)


def next_stage(course: Lesson, done: Collection[str]) -> Stage | None:
    """The first stage that is not done; None if all are."""
    return next((stage for stage in course.stages if stage.id.name not in done), None)


# Pages


async def games_page(interaction: Interaction) -> Message:
    """All lessons, with how much of each is done."""
    taught = [game for game in catalog().values() if lesson(game.key).stages]
    done = [await done_in(interaction, game.key) for game in taught]
    lines = [HEAD, *map(_course_line, taught, done)]
    buttons = (learn_button("stages", game.key, game.name) for game in taught)
    return "\n".join(lines), [], message_view([*buttons, learn_button("puzzle", ANY)])


def _course_line(game: Entry, done: Collection[str]) -> str:
    stages = lesson(game.key).stages
    marks = "".join(DONE if stage.id.name in done else LATER for stage in stages)
    return f"**{game.name}** {marks} {marks.count(DONE)} of {len(stages)}"


async def stages_page(interaction: Interaction, game: str) -> Message:
    """The stages of a game's lesson, and the way on."""
    course, done = lesson(entry(game).key), await done_in(interaction, game)
    if not course.stages:
        return NONE_YET, [], message_view([learn_button("how", game)])
    lines = [f"## Learn {entry(game).name}", *_stage_lines(course, done)]
    lines += [] if next_stage(course, done) else [ALL_DONE]
    items = [*_ways_on(course, done), _stage_menu(course, done)]
    return "\n".join(lines), [], message_view(items)


def _stage_lines(course: Lesson, done: Collection[str]) -> Iterator[str]:
    coming = next_stage(course, done)
    for number, stage in enumerate(course.stages, 1):
        mark = DONE if stage.id.name in done else NEXT if stage is coming else LATER
        title = f"**{stage.title}**" if stage is coming else stage.title
        yield f"{mark} {number} · {title}"


def _ways_on(course: Lesson, done: Collection[str]) -> Iterator[Button]:
    game = course.game
    if next_stage(course, done):
        yield learn_button("goon", game, None if done else "Begin")
    else:
        yield learn_button("firstmatch", game)
    yield learn_button("puzzle", game)
    yield learn_button("courses", ANY)


def _stage_menu(course: Lesson, done: Collection[str]) -> ui.Select[Any]:
    labels = {}
    for number, stage in enumerate(course.stages[:25], 1):
        mark = f" {DONE}" if stage.id.name in done else ""
        labels[stage.id.name] = f"{number} · {stage.title}{mark}"[:100]
    return menu(LearnId("stage", course.game), labels, (), "Go to a stage…")


# What opens and turns them


async def show_lessons(interaction: Interaction, game: str | None) -> None:
    """The stages of a game, or all games, instead of what was pressed or as the answer."""
    page = await (stages_page(interaction, game) if game else games_page(interaction))
    await redraw_screen(interaction, *page)


@action(LearnId, "learn", "Learn by doing", GREEN, defer_private)
@action(LearnId, "courses", "All games")
async def open_games(interaction: Interaction, _: LearnId) -> None:
    await show_lessons(interaction, None)


@action(LearnId, "lessons", "Learn by doing", GREEN, defer_private)
@action(LearnId, "stages", "All stages")
async def open_stages(interaction: Interaction, at: LearnId) -> None:
    await show_lessons(interaction, at.game)


@action(LearnId, "goon", "Go on", GREEN)
async def go_on(interaction: Interaction, at: LearnId) -> None:
    """Open the first stage that is not done; the list of them if all are."""
    coming = next_stage(lesson(entry(at.game).key), await done_in(interaction, at.game))
    if coming is None:
        await show_lessons(interaction, at.game)
    else:
        await open_exercise(interaction, coming.id)


@action(LearnId, "stage")
async def open_stage(interaction: Interaction, at: LearnId) -> None:
    """Open the stage that was chosen in the menu."""
    chosen = chosen_value(interaction)
    stages = lesson(entry(at.game).key).stages
    found = next((stage for stage in stages if stage.id.name == chosen), None)
    if found is None:
        raise PrivateReply(UNKNOWN)
    await open_exercise(interaction, found.id)


@action(LearnId, "puzzle", "A puzzle", BLUE)
async def draw_puzzle(interaction: Interaction, at: LearnId) -> None:
    """Draw another puzzle, of that game or of any, instead of what was pressed."""
    await show_puzzle(interaction, None if at.game == ANY else entry(at.game).key)


OF_ALL = "*You have learned and played none of the games that have puzzles, so this is of any.*"


async def show_puzzle(interaction: Interaction, game: str | None) -> None:
    """Draw a puzzle that the person has not had, and show it: of no game in particular, one of
    those that they have learned or played."""
    book = interaction.client.service.exercises
    games = {game} if game else await _known_games(interaction)
    puzzle = await book.draw_puzzle(ids.user(interaction), games)
    await open_exercise(interaction, puzzle.id, "" if puzzle.id.game in games else OF_ALL)


async def _known_games(interaction: Interaction) -> set[str]:
    client, person = interaction.client, ids.user(interaction)
    rows = await client.matches.of_person(person, open_only=False)
    played = {row.game for row in rows if row.status in (Status.RUNNING, Status.ENDED)}
    known = played | await client.service.exercises.learned(person)
    return {game for game in known if await asyncio.to_thread(puzzles, game)}
