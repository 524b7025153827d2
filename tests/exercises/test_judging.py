"""How tries are judged: what counts as reached, what is won, and what is said of a wrong move."""

import tomllib
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.catalog import catalog, entry
from bot.exercises.courses import Course
from bot.exercises.exercise import ExerciseId, Result
from bot.exercises.goals import Criterion, read_criterion
from bot.exercises.judging import IDLE, LOST, SHORT, STOPPED, TAKEN
from bot.exercises.puzzles import Puzzle, own_puzzle, puzzles, read_puzzle
from bot.exercises.tables import DataTable
from bot.exercises.themes import PuzzleTheme
from bot.games.core import Position
from bot.opponents.levels import LEVELS, level_of
from bot.opponents.reviewing import Missed, Mistake, gain
from bot.opponents.thinking import AdjudicationQuestion
from tests.helpers.long_runs import LONG
from tests.helpers.playing import known

REASONS = {
    PuzzleTheme.WIN1: {LOST, STOPPED, IDLE},
    PuzzleTheme.WIN2: {LOST, STOPPED, IDLE},
    PuzzleTheme.CAPTURE: {LOST, SHORT},
    PuzzleTheme.SAVE: {LOST},
    PuzzleTheme.GUARD: {LOST, TAKEN},
}


def samples() -> Iterator[Puzzle]:
    # A few of each theme of each game.
    for key in catalog():
        for theme in PuzzleTheme:
            of_theme = (each for each in puzzles(key).values() if each.theme is theme)
            yield from islice(of_theme, 8 if LONG else 1)


def tries(puzzle: Puzzle) -> Iterator[tuple[Any, str]]:
    # Some moves and what comes of them, spread over all.
    moves = [*puzzle.task.game.moves(puzzle.position)]
    for move in moves[:: max(1, len(moves) // (12 if LONG else 6))]:
        text = puzzle.task.game.format(puzzle.position, move)
        yield puzzle.task.turn_of(text), text


@pytest.mark.parametrize("puzzle", [*samples()], ids=lambda each: str(each.id))
def test_a_wrong_try_is_answered_by_what_is_wrong_with_it(puzzle: Puzzle) -> None:
    right = puzzle.task.turn_of(puzzle.solution[0])
    for turn, text in tries(puzzle):
        judgment = puzzle.judged([text])
        if turn.position == right.position:
            assert judgment.result is not Result.WRONG
            continue
        assert judgment.result is Result.WRONG
        assert judgment.reason in REASONS[puzzle.theme]
        if judgment.reply:
            answer = puzzle.task.after(text).turn_of(judgment.reply[0])
            if judgment.reason in (TAKEN, SHORT):
                taken = gain(answer, puzzle.task.after(text).position.turn)
                assert taken > (gain(turn, puzzle.position.turn) if judgment.reason == TAKEN else 0)
        else:
            assert judgment.reason == SHORT or puzzle.task.after(text).is_over()


@pytest.mark.parametrize("puzzle", [*samples()], ids=lambda each: str(each.id))
def test_the_solution_reaches_it_with_the_last_move(puzzle: Puzzle) -> None:
    for end in range(1, len(puzzle.solution), puzzle.task.round):
        judgment = puzzle.judged(puzzle.solution[:end])
        assert judgment.result is Result.GOES_ON
        assert judgment.reply == puzzle.solution[end : end + puzzle.task.round - 1]
    assert puzzle.judged(puzzle.solution).result is Result.REACHED


SAVE = "BBBBRRBR/RRRBRBRB/BRBRBRBR/RBRBRBRB/BBRRRBBR/BBRBRRBB/RRBRRBRB/RBBRRBRB;B"


def test_a_missed_save_is_judged_by_the_win_that_it_allows() -> None:
    options = {"size": 8}
    row = {"name": "1", "theme": "save", "difficulty": 4, "plies": 3, "solution": ["d7-e7"]}
    given = read_puzzle("clump", {**row, "position": SAVE, "options": options})
    mistake = Mistake(12, 2, Missed.SAVE, 1, ("d7-e7",), ("a1-a2",))
    own = known(own_puzzle(ExerciseId("own", "clump", "7-12"), options, given.position, mistake))
    assert own.judged(["d7-e7"]).result is Result.REACHED
    wrong = own.judged(["a4-a5"])
    assert (wrong.result, wrong.reason) == (Result.WRONG, LOST)
    assert own.task.after("a4-a5").after(wrong.reply[0]).is_over()


def test_a_missed_capture_may_be_made_up_for_by_any_that_takes_as_much() -> None:
    row = {"name": "1", "theme": "capture", "difficulty": 1, "plies": 1, "solution": ["c3xd4-e5"]}
    given = read_puzzle("bounce", {**row, "position": "c3:P d4:Y e3:P h8:Y;P"})
    mistake = Mistake(12, 1, Missed.CAPTURE, 1, ("c3xd4-e5",))
    own = known(own_puzzle(ExerciseId("own", "bounce", "7-12"), {}, given.position, mistake))
    assert own.judged(["e3xd4-c5"]).result is Result.REACHED
    assert own.judged(["e3-f4"]).reason == SHORT


def of_two(key: str) -> Puzzle:
    """A puzzle of the game whose solution takes two moves."""
    found = (p for p in puzzles(key).values() if p.theme is PuzzleTheme.WIN2)
    of_pair = [p for p in found if len(getattr(p.position, "playing", (1, 2))) == 2]
    assert of_pair, f"add a win in two moves to data/puzzles/{key}.jsonl: `bumpbot puzzles mine`"
    return of_pair[0]


def played(key: str, position: Position, *texts: str) -> Position:
    game = entry(key).game
    for text in texts:
        position = game.play(position, game.parse(position, text)).position
    return position


def adjudicated(key: str, position: Position, before: Position, last: str) -> tuple[str, ...]:
    """The line of a win that is proven within the budget of a match."""
    level = level_of(key, LEVELS[-1])
    plies, nodes = level.proof, level.nodes * 2
    return AdjudicationQuestion(key, position, before, last, plies, nodes).answer()


@pytest.mark.parametrize("key", list(catalog()))
def test_a_win_of_either_side_is_found_and_leads_to_the_end(key: str) -> None:
    puzzle = of_two(key)
    mover = puzzle.position.turn
    first = puzzle.solution[0]
    after = played(key, puzzle.position, first)
    for position, last in ((puzzle.position, ""), (after, first)):
        line = adjudicated(key, position, puzzle.position, last)
        assert known(entry(key).game.outcome(played(key, position, *line))).winners == (mover,)


@pytest.mark.parametrize("key", list(catalog()))
def test_nothing_is_proven_of_a_game_that_has_just_begun(key: str) -> None:
    game = entry(key).game
    opening = game.start(game.prepare({}, 2, Random(1)))
    assert AdjudicationQuestion(key, opening, opening, "", 3, 3000).answer() == ()


PUSH = ("bump", "01-0;04-1;1;0,0;-")
WALL = ("bump", "12-0;032-4;1;0,0;-")
LADDER = ("bump", "12-0;02-1 023-0 031-2;1;0,0;-")
FRIENDS = ("bump", "01-0 03-0 12-0;09-3;1;0,0;-")
THREAT = ("bump", "032-4 42-4;012-0;1;0,0;-")
CENTER = ("bump", "08-0;43-2;1;0,0;-")
COVER = ("bounce", "c3:P d4:Y g7:Y;P")
HOME = ("urchins", "A:3 1=1|B:7|C:2;4,5;0,0;9/2/2,2/2/2;1;0")


def criterion(text: str) -> Criterion:
    return read_criterion(DataTable(tomllib.loads(f"it = {text}")["it"], "a test"))


def course(board: tuple[str, str], *moves: str) -> Course:
    key, position = board
    return Course(key, entry(key).game.read(position, {})).played(moves)


@pytest.mark.parametrize(
    ("told", "board", "moves", "holds"),
    [
        ("{ bumps = 1 }", PUSH, ["01,03"], True),
        ("{ bumps = 1 }", PUSH, ["01,02"], False),
        ("{ bumps = 0 }", PUSH, ["01,02"], True),
        ('{ bumps = "3+" }', LADDER, ["12,01"], True),
        ('{ bumps = "1-2" }', LADDER, ["12,01"], False),
        # Of several turns the last counts alone.
        ("{ bumps = 1 }", PUSH, ["01,03", "05,061", "03,02"], False),
        ("{ captures = 1 }", WALL, ["12,022"], True),
        ("{ captures = 1 }", WALL, ["12,012"], False),
        # What was captured stays captured in the turns after it.
        ("{ captures = 1 }", ("bump", "12-0;032-4 09-3;1;0,0;-"), ["12,022", "pass", "pass"], True),
        ("{ captures = 1 }", COVER, ["c3xd4-e5"], True),
        ("{ captures = 1, losses = 0 }", FRIENDS, ["12,02-1"], False),
        ("{ losses = 1 }", FRIENDS, ["12,02-1"], True),
        # Pieces of one's own are no captures.
        ("{ captures = 0 }", FRIENDS, ["12,02-1"], True),
        ("{ losses = 1 }", THREAT, ["pass", "012,022"], True),
        ('{ stands = { 03 = "own", 04 = "empty", 05 = "rival" } }', PUSH, ["01,03"], True),
        ('{ stands = { 04 = "rival" } }', PUSH, ["01,03"], False),
        ('{ stands = { 04 = "own" } }', PUSH, [], False),
        ('{ stands = { e5 = "own" } }', COVER, ["c3xd4-e5"], True),
        ('{ plays = "12,*" }', WALL, ["12,022"], True),
        ('{ plays = ["pass", "12,012"] }', WALL, ["12,022"], False),
        ('{ ends = "won" }', CENTER, ["08,C", "43,42"], True),
        ('{ ends = "won" }', CENTER, ["08,C"], False),
        ('{ ends = "lost" }', CENTER, ["pass", "43,C", "pass"], True),
        ('{ ends = "drawn" }', CENTER, ["08,C", "43,42"], False),
        ('{ allows = { losses = "1+" } }', THREAT, ["pass"], True),
        ('{ allows = { losses = "1+" } }', THREAT, ["032,021"], False),
        # In the person's own turn nobody else is next.
        ('{ allows = { losses = "1+" } }', THREAT, [], False),
        ('{ not = { allows = { losses = "1+" } } }', THREAT, ["032,021"], True),
        ("{ any = [{ bumps = 3 }, { bumps = 1 }] }", PUSH, ["01,03"], True),
        ("{ any = [{ bumps = 3 }, { bumps = 2 }] }", PUSH, ["01,03"], False),
        ('{ effects = { kind = "bump", of = "rival", from = "04" } }', PUSH, ["01,03"], True),
        ('{ effects = { kind = "bump", of = "own" } }', PUSH, ["01,03"], False),
        ('{ effects = { kind = "bump", direction = [0, 3] } }', PUSH, ["01,03"], True),
        ('{ effects = { kind = "bump", direction = [1, 2] } }', PUSH, ["01,03"], False),
        ('{ effects = { kind = "bump", direction = "1+" } }', PUSH, ["01,03"], False),
        ('{ effects = { kind = "bump", count = 3 } }', LADDER, ["12,01"], True),
        ('{ effects = { kind = "bump", count = 0 } }', LADDER, ["pass"], True),
        ('{ effects = { kind = "move", path = "02" } }', PUSH, ["01,03"], True),
        ('{ effects = { kind = "cover", at = "d4", height = "2+" } }', COVER, ["c3xd4-e5"], True),
        ('{ effects = { kind = "home", home = 1 } }', HOME, ["A1-home^"], True),
        ('{ effects = { kind = "capture", within = "reply" } }', THREAT, ["pass", "012,022"], True),
        ('{ effects = { kind = "capture", within = "turn" } }', THREAT, ["pass", "012,022"], False),
        ('{ effects = { kind = "capture", within = "try" } }', THREAT, ["pass", "012,022"], True),
        ('{ effects = { kind = "capture", within = "own" } }', THREAT, ["pass", "012,022"], False),
    ],
)
def test_criteria_hold_of_what_happened(
    told: str, board: tuple[str, str], moves: list[str], holds: bool
) -> None:
    assert criterion(told).holds(course(board, *moves)) is holds


@pytest.mark.parametrize(
    "told",
    [
        '{ allows = { losses = "1+" } }',
        '{ any = [{ captures = 1 }, { allows = { losses = "1+" } }] }',
        '{ captures = 0, allows = { losses = "1+" } }',
    ],
)
def test_what_a_try_allows_is_shown_by_a_move_that_does_it(told: str) -> None:
    left_there = course(THREAT, "pass")
    shown = criterion(told).shown(left_there)
    after = left_there.played(shown)
    assert [made.player for made in after.turns] == [1, 2]
    assert criterion("{ losses = 1 }").holds(after)


def test_nothing_is_shown_where_nothing_is_allowed() -> None:
    safe = course(THREAT, "032,021")
    assert criterion('{ allows = { losses = "1+" } }').shown(safe) == ()
    assert criterion("{ bumps = 0 }").shown(safe) == ()


def test_only_the_end_of_a_game_can_come_in_the_turn_of_others() -> None:
    assert criterion('{ captures = 0, ends = "won" }').awaits_reply
    assert criterion('{ any = [{ captures = 1 }, { ends = "won" }] }').awaits_reply
    assert not criterion("{ captures = 1, bumps = 1 }").awaits_reply
