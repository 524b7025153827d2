"""The post of a puzzle of the day, in the servers that want it.

Each post has its own moment within some minutes after the hour.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.catalog import entry
from bot.exercises.exercise import Exercise, ExerciseId
from bot.front import ids
from bot.front.board.pictures import Picture, alt_text, text_board
from bot.front.board.preferences import posted_view
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import Client, Interaction, defer_private, person_of
from bot.front.discord.markdown import bold, code_block, join_lines
from bot.front.exercises.on_exercise import open_exercise
from bot.front.exercises.words import presentation_of
from bot.front.living import NO_CHANNEL, Body, Content, LivingPost, Showing
from bot.front.ui.base import GREEN, CustomId, action, button, message_view
from bot.games.names import plain_name
from bot.games.phrases import counted
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.model.exercises.daily import EMPTY, GONE, DayEnd, DayResult
from bot.model.match import Match
from bot.model.places import LivingKind, PostState
from bot.model.records import GuildId
from bot.service.build import NOBODY
from bot.service.exercises.book import board_of
from bot.service.exercises.daily import Issue
from bot.service.locks import Locks
from renderers import View, draw


class SolveId(CustomId, written="solve:{exercise}"):
    """The button of the puzzle of a day."""

    exercise: ExerciseId


@action(SolveId, "", "Solve", GREEN, defer_private)
async def open_puzzle(interaction: Interaction, at: SolveId) -> None:
    """Open the puzzle in private, for the person who presses it, where they left it."""
    of, guild = at.exercise, ids.guild(interaction)
    if guild is not None:
        book = interaction.client.service.daily
        await book.enter(guild, of, person_of(interaction.user))
    await open_exercise(interaction, of)


# Most people named of each kind; the others are counted.
NAMED = 12

PRIVATE = "Solve it in private. The next one tells how many tries everybody took."


def issue_text(issue: Issue) -> str:
    """The text above the board: the task, and how the one before ended."""
    puzzle, presentation = issue.puzzle, presentation_of(issue.puzzle)
    game = entry(puzzle.id.game)
    side = game.sides[puzzle.position.turn - 1]
    title = f"**Puzzle of the day: {game.name}** · {issue.day:%Y-%m-%d}"
    before = _before(issue.before) if issue.before else ()
    return join_lines([title, f"{side} to move. {presentation.goal}", *before, f"-# {PRIVATE}"])


def _before(ended: DayEnd) -> Iterator[str]:
    parts = [
        *(f"👑 {_tried(each)}" for each in ended.best[:NAMED]),
        *map(_tried, ended.others[:NAMED]),
        *(f"{_name(each)} ✗" for each in ended.given_up[:NAMED]),
    ]
    if more := ended.unnamed + _beyond(ended.best, ended.others, ended.given_up):
        parts.append(f"{more} more" if parts else counted(more, "player"))
    yield f"The last one: {' · '.join(parts)}." if parts else "Nobody finished the last one."
    if ended.streak > 1:
        yield f"🔥 {ended.streak} days in a row somebody here has solved it."


def _beyond(*groups: Sequence[DayResult]) -> int:
    return sum(max(0, len(group) - NAMED) for group in groups)


def _tried(result: DayResult) -> str:
    tries = result.wrong + 1
    counts = "1 try" if tries == 1 else f"{tries} tries"
    return f"{_name(result)} {counts}{' with a hint' if result.helped else ''}"


def _name(result: DayResult) -> str:
    # Earlier versions stored names of invisible characters, too.
    return bold(Person(NOBODY.id, plain_name(result.called) or "Somebody"))


# Boards that are cached: those of a day of all games, in all colors that are asked for.
KEPT = 64


class DayPictures:
    """Draws boards after everything that people wait for, and caches them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[ExerciseId, View], Picture] = OrderedDict()
        self._locks: Locks[tuple[ExerciseId, View]] = Locks()

    async def of(self, exercise: Exercise, view: View) -> Picture:
        key = exercise.id, view
        async with self._locks(key):
            if key not in self._kept:
                self._kept[key] = await lanes.EXTRAS.run(partial(_drawn, exercise, view))
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return self._kept[key]


def _drawn(exercise: Exercise, view: View) -> Picture:
    board = _board(exercise)
    names = dict(enumerate((player.name for player in board.seats), 1))
    png = draw(board.game, exercise.position, (), view=view, names=names)
    return Picture(png, alt_text(board))


def in_characters(exercise: Exercise) -> str:
    """The board as text, if pictures are refused. Computes."""
    return code_block(text_board(_board(exercise)))


def _board(exercise: Exercise) -> Match:
    # Nobody's: the side to move has its own name.
    now = utcnow()
    side = entry(exercise.id.game).sides[exercise.position.turn - 1]
    solver = Person(NOBODY.id, side)
    return board_of(exercise, Attempt(solver.id, *exercise.id, begun=now, at=now), solver)


class DailyPost(LivingPost):
    """The post of a puzzle of the day: each day a new one."""

    kind = LivingKind.DAILY

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._pictures = DayPictures()

    async def show(self, state: PostState) -> Showing:
        book = self._client.service.daily
        issue = await book.issue(GuildId(state.subject))
        if issue is None:
            return Showing(state.posted, then=partial(book.put_off, state, EMPTY))
        day = str(issue.day)
        # Posted, but a crash came before the next one was planned.
        is_posted = issue.daily.day == day
        content = None if is_posted else self._content(issue)
        return Showing(day, apart=content, then=partial(book.posted, issue))

    async def refused(self, state: PostState, code: int, why: str) -> PostState | None:
        book = self._client.service.daily
        if code == NO_CHANNEL:
            await book.switch_off(GuildId(state.subject), GONE)
            return None
        return replace(state, due=await book.put_off(state, why))

    def _content(self, issue: Issue) -> Content:
        solve = SolveId(issue.puzzle.id)

        async def draw(pictured: bool) -> Body:
            view = message_view([button(solve)])
            if pictured:
                server = await self._client.service.preferences.of_server(issue.daily.guild)
                picture = await self._pictures.of(issue.puzzle, posted_view(server))
                files = [picture.file(f"{issue.puzzle.id.game}-{issue.day}.png")]
                return {"content": issue_text(issue), "view": view, "files": files}
            board = await lanes.EXTRAS.run(in_characters, issue.puzzle)
            return {"content": f"{issue_text(issue)}\n{board}", "view": view}

        return Content(draw, str(solve), has_pictures=True)
