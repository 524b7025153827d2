"""What the post of a puzzle of the day says."""

from collections.abc import Iterator, Sequence

from bot.catalog import entry
from bot.front.discord.markdown import bold, join_lines
from bot.front.exercises.faces import face_of
from bot.games.phrases import counted
from bot.model.events import Person
from bot.model.exercises.daily import DayResult, Standing
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


def _before(standing: Standing) -> Iterator[str]:
    told = [
        *(f"👑 {_tried(each)}" for each in standing.best[:NAMED]),
        *map(_tried, standing.others[:NAMED]),
        *(f"{_name(each)} ✗" for each in standing.given_up[:NAMED]),
    ]
    if more := standing.unnamed + _beyond(standing.best, standing.others, standing.given_up):
        told.append(f"{more} more" if told else counted(more, "player"))
    yield f"The last one: {' · '.join(told)}." if told else "Nobody finished the last one."
    if standing.streak > 1:
        yield f"🔥 {standing.streak} days in a row somebody here has solved it."


def _beyond(*groups: Sequence[DayResult]) -> int:
    return sum(max(0, len(group) - NAMED) for group in groups)


def _tried(result: DayResult) -> str:
    tries = result.wrong + 1
    told = "1 try" if tries == 1 else f"{tries} tries"
    return f"{_name(result)} {told}{' with a hint' if result.helped else ''}"


def _name(result: DayResult) -> str:
    return bold(Person(0, result.called))
