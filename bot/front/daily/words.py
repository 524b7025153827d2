"""What the post of a puzzle of the day says."""

from collections.abc import Iterator, Sequence

from bot.catalog import entry
from bot.front.discord.markdown import bold, join_lines
from bot.front.exercises.faces import face_of
from bot.games.phrases import counted
from bot.model.events import Person
from bot.model.exercises.daily import DayEnd, DayResult
from bot.service.exercises.daily import Issue

# People who are named of each kind; the others are counted.
NAMED = 12

PRIVATE = "Solve it in private. Tomorrow I tell how many tries everybody took."


def issue_text(issue: Issue) -> str:
    """The words above the board: what is asked for, and how the one before ended."""
    puzzle, face = issue.puzzle, face_of(issue.puzzle)
    game = entry(puzzle.id.game)
    side = game.sides[puzzle.position.turn - 1]
    title = f"**Puzzle of the day: {game.name}** · {issue.day:%Y-%m-%d}"
    before = _before(issue.before) if issue.before else ()
    return join_lines([title, f"{side} to move. {face.goal}", *before, f"-# {PRIVATE}"])


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
    return bold(Person(0, result.called))
