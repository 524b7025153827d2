"""What counts as reached: each sort of criterion, on boards of several games."""

import tomllib

import pytest

from bot.catalog import entry
from bot.exercises.courses import Course
from bot.exercises.goals import Criterion, read_criterion
from bot.exercises.tables import DataTable

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
def test_criteria_hold(told: str, board: tuple[str, str], moves: list[str], holds: bool) -> None:
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
